// Scripted makers: which reply is found, and what is not a script.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { scriptedFile, scriptedProvider } from '../../../src/adapters/providers/scripted.ts'
import { replied, request } from '../../agents/support.ts'

const folder = mkdtempSync(join(tmpdir(), 'whet-scripted-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

describe('a script', () => {
  const provider = scriptedProvider([
    { role: 'produce', text: 'any' },
    { role: 'produce', iteration: 2, text: 'second' },
    { role: 'produce', key: 'produce.2.retry', text: 'again' },
    { role: 'plan', json: { plan: ['a'] }, usage: { tokensIn: 10, tokensOut: 2, costUsd: 0.25 }, model: 'm', warnings: ['w'] },
    { role: 'judge', usage: { costUsd: null }, text: 'x' },
  ])

  it.each([
    ['produce', 'produce.1', 'any'],
    ['produce', 'produce.2', 'second'],
    ['produce', 'it2/produce', 'second'],
    ['produce', 'produce.2.retry', 'again'],
    ['produce', 'produce.22', 'any'],
    ['produce', 'produce', 'any'],
  ])('answers %s %s with %s, each time', async (role, task, text) => {
    for (let i = 0; i < 2; i++) expect(replied(await provider.call(request({ role, task }))).text).toBe(text)
  })

  it('gives usage, model and warnings as scripted, unknown cost as unknown', async () => {
    expect(await provider.call(request({ role: 'plan' }))).toEqual({
      text: '{"plan":["a"]}',
      usage: { calls: 1, tokensIn: 10, tokensOut: 2, costMicros: 250_000 },
      model: 'm',
      warnings: ['w'],
    })
    expect(replied(await provider.call(request({ role: 'judge' }))).usage.costMicros).toBeNull()
  })

  it('fails as often as scripted, then answers', async () => {
    const flaky = scriptedProvider([{ role: 'produce', fail: { kind: 'busy', retryAfterMs: 5, times: 2 }, text: 'ok' }])
    expect(await flaky.call(request())).toEqual({ failed: 'busy', message: 'scripted failure', retryAfterMs: 5 })
    expect(await flaky.call(request())).toMatchObject({ failed: 'busy' })
    expect(replied(await flaky.call(request())).text).toBe('ok')
  })

  it('without a reply for the role names those it has', async () => {
    await expect(provider.call(request({ role: 'refine', task: 'refine.1' }))).rejects.toMatchObject({
      code: 'maker',
      message: expect.stringMatching(/no reply for refine \(task refine\.1\).*produce, plan, judge/),
    })
  })

  it('a delay ends at once when told to stop', async () => {
    const slow = scriptedProvider([{ role: 'produce', text: 'x', delayMs: 600_000 }])
    expect(await slow.call(request({ signal: AbortSignal.timeout(20) }))).toMatchObject({ failed: 'aborted' })
  })
})

describe('a script file', () => {
  it('is YAML or JSON, with texts in files beside it', async () => {
    file('artifact.md', '# From a file\n')
    const provider = scriptedFile(file('s.yaml', 'replies:\n  - role: produce\n    file: artifact.md\n'))
    expect(replied(await provider.call(request())).text).toBe('# From a file\n')
    expect(provider.name).toBe('scripted:s.yaml')
  })

  it('is pinned by its bytes', async () => {
    const versions = []
    for (const text of ['a', 'b'])
      versions.push((await scriptedFile(file('v.yaml', `replies: [{role: produce, text: ${text}}]`)).identify()).version)
    expect(versions[0]).not.toBe(versions[1])
  })

  it.each([
    ['no list', 'hello', 'invalid', /isn't a script/],
    ['an entry without a reply', 'replies: [{role: x}]', 'invalid', /exactly one of text, json and file/],
    ['an entry with two replies', 'replies: [{role: x, text: a, json: 1}]', 'invalid', /exactly one/],
    ['an unknown member', 'replies: [{role: x, text: a, txet: b}]', 'invalid', /txet/],
    ['broken YAML', 'replies: [', 'invalid', /neither YAML nor JSON/],
    ['an alias bomb', 'a: &a [1,1]\nb: &b [*a,*a]\nreplies: [*b,*b]', 'invalid', /neither YAML nor JSON|isn't a script/],
    ['a file outside its folder', 'replies: [{role: produce, file: ../outside.txt}]', 'refused', /outside its own folder/],
    ['an absolute file', 'replies: [{role: produce, file: /etc/hostname}]', 'refused', /outside its own folder/],
    ['a file that is not there', 'replies: [{role: produce, file: absent.txt}]', 'not_found', /can't read absent\.txt/],
  ])('that holds %s is refused', async (_what, text, code, message) => {
    await expect(scriptedFile(file('bad.yaml', text)).call(request())).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
      fix: expect.any(String),
    })
  })

  it('that is not there is named', async () => {
    await expect(scriptedFile(join(folder, 'absent.yaml')).identify()).rejects.toMatchObject({ code: 'not_found' })
  })
})
