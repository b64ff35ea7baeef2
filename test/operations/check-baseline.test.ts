// A baseline of whet check: only what is new fails; a finding keeps its identity when lines move, and two alike are two.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as check from '../../src/operations/check.ts'
import { openWorld, project, run } from './support.ts'

const rules =
  'rules:\n  - id: a.style.todo\n    description: nothing is left open\n    severity: fail\n    check: { kind: content.placeholders }\n  - id: a.style.word\n    description: says word\n    severity: fail\n    check: { kind: content.contains, text: word }\n'

async function known(text: string) {
  const at = project({ 'rules.yaml': rules, 'a.md': text })
  const world = openWorld(at)
  const judge = (more: object = {}) => run(check, { files: ['a.md'], rules: 'rules.yaml', baseline: 'base.json', ...more }, world)
  expect(await judge({ updateBaseline: true })).toMatchObject({ passed: true, baseline: { updated: true } })
  return { at, judge }
}

describe('a baseline', () => {
  it.each([
    ['nothing changed', 'TODO: one\n', { passed: true, baseline: { fresh: 0, known: 2, gone: 0 } }],
    ['lines moved', '# Title\n\nmore\n\nTODO: one\n', { passed: true, baseline: { fresh: 0, known: 2, gone: 0 } }],
    ['the same once more', 'TODO: one\nTODO: one\n', { passed: false, baseline: { fresh: 1, known: 2, gone: 0 } }],
    ['another of the rule', 'TODO: one\nFIXME: two\n', { passed: false, baseline: { fresh: 1, known: 2, gone: 0 } }],
    ['the line itself changed', 'TODO: two\n', { passed: false, baseline: { fresh: 1, known: 1, gone: 1 } }],
    ['all mended', 'a word\n', { passed: true, baseline: { fresh: 0, known: 0, gone: 2 } }],
  ])('%s', async (_what, text, expected) => {
    const { at, judge } = await known('TODO: one\n')
    at.write('a.md', text)
    expect(await judge()).toMatchObject(expected)
  })

  it('shows what is new and not what is known', async () => {
    const { at, judge } = await known('TODO: one\n')
    at.write('a.md', 'TODO: one\nFIXME: two\n')
    const text = check.default.text(await judge(), {})
    expect(text).toContain('a.md:2:1  fail  a.style.todo')
    expect(text).toContain('> 2 | FIXME: two')
    expect(text).not.toContain('a.md:1:1')
    expect(text).toContain('1 new, 2 known')
  })

  it('knows nothing of a file that could not be read', async () => {
    const { at, judge } = await known('TODO: one\n')
    at.write('b.md', 'no text \0')
    expect(await judge({ files: ['a.md', 'b.md'], updateBaseline: true })).toMatchObject({
      passed: false,
      baseline: { known: 2 },
      checked: [{ passed: true }, { passed: false, known: {} }],
    })
  })

  it.each([
    ['is not there', null, 'there is no baseline other.json'],
    ['is something else', '{"findings": []}', "other.json isn't a baseline"],
  ])('that %s is said, with how to write one', async (_what, text, says) => {
    const { at, judge } = await known('TODO: one\n')
    if (text !== null) at.write('other.json', text)
    await expect(judge({ baseline: 'other.json' })).rejects.toMatchObject({
      message: says,
      fix: expect.stringContaining('--update-baseline'),
    })
  })

  it('writes over no file that is something else, and what it says to do works', async () => {
    const { at, judge } = await known('TODO: one\n')
    const mine = '{"name": "mine"}'
    at.write('package.json', mine)
    await expect(judge({ baseline: 'package.json', updateBaseline: true })).rejects.toMatchObject({
      fix: expect.stringMatching(/^Delete it/),
    })
    expect(at.read('package.json')).toBe(mine)
    rmSync(join(at.root, 'package.json'))
    expect(await judge({ baseline: 'package.json', updateBaseline: true })).toMatchObject({ passed: true })
  })

  it('holds each finding of a text as often as it is there, so that mending one shows when another comes', async () => {
    const { at, judge } = await known('TODO: one\nTODO: one\n')
    at.write('a.md', 'TODO: one\n')
    expect(await judge()).toMatchObject({ passed: true, baseline: { fresh: 0, gone: 1 } })
    expect(await judge({ updateBaseline: true })).toMatchObject({ baseline: { gone: 0 } })
    at.write('a.md', 'TODO: one\nTODO: one\n')
    expect(await judge()).toMatchObject({ passed: false, baseline: { fresh: 1 } })
  })

  it('lets no finding pass in another file than its own', async () => {
    const { at, judge } = await known('TODO: one\n')
    at.write('b.md', 'TODO: one\n')
    expect(await judge({ files: ['a.md', 'b.md'] })).toMatchObject({ passed: false, checked: [{ passed: true }, { passed: false }] })
  })
})

describe('--watch', () => {
  it('judges again when a file or the rules change, and ends when somebody leaves', async () => {
    const at = project({ 'rules.yaml': rules, 'a.md': `TODO ${'and so on '.repeat(20)}\n` })
    const stop = new AbortController()
    const told: string[] = []
    const world = openWorld(at, {
      signal: stop.signal,
      say: (text) => {
        told.push(text)
        if (told.length === 1) at.write('a.md', 'a word, done\n')
        else if (told.length === 2) at.write('rules.yaml', rules.replace('text: word', 'text: another'))
        else stop.abort()
      },
    })
    const { passed } = await run(check, { files: ['a.md'], rules: 'rules.yaml', watch: true }, world)
    expect([told.map((text) => /passed|failed/.exec(text)?.[0]), passed]).toEqual([['failed', 'passed', 'failed'], false])
    expect(
      told
        .join('\n')
        .split('\n')
        .filter((line) => line.length > 80),
    ).toEqual([]) // or the caret stands under another line
  })
})
