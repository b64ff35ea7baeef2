// Cassettes: recorded once, played without anybody, a miss explained, no key and nothing that changes from run to run inside.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openCassette, recording, playing } from '../../../src/adapters/providers/cassette.ts'
import { resolveMakers } from '../../../src/adapters/providers/resolve.ts'
import { scriptedProvider } from '../../../src/adapters/providers/scripted.ts'
import { firstDifference } from '../../../src/agents/cassette.ts'
import { type Provider, type ProviderRequest, freeUsage } from '../../../src/agents/provider.ts'
import { replied, request } from '../../agents/support.ts'

const folder = mkdtempSync(join(tmpdir(), 'whet-cassette-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let tapes = 0
const newPath = () => join(folder, `${++tapes}`, 'tape.jsonl')

/** Answers with how often it was called. */
function counter(): Provider & { calls: number } {
  const provider = {
    name: 'command:counter',
    calls: 0,
    identify: async () => ({ model: 'unknown', version: '1' }),
    call: async ({ prompt }: ProviderRequest) => ({
      text: `${++provider.calls}: ${prompt.length}`,
      usage: freeUsage,
      model: null,
      warnings: [],
    }),
  }
  return provider
}

async function record(
  path: string,
  requests: Partial<ProviderRequest>[],
  provider: Provider = counter(),
  secrets: string[] = [],
): Promise<string> {
  const recorder = recording(provider, await openCassette(path), secrets)
  for (const asked of requests) await recorder.call(request(asked))
  return readFileSync(path, 'utf8')
}

const play = async (path: string) => playing(await openCassette(path, { mustExist: true }))

describe('a cassette', () => {
  it('answers the same request in another run, with another fence, without calling anybody', async () => {
    const path = newPath()
    await record(path, [{ run: 'run-aaaa', fence: 'f1f1', prompt: 'run run-aaaa <<<DATA f1f1\nx\nDATA f1f1>>>' }])
    const provider = await play(path)
    expect(
      replied(await provider.call(request({ run: 'run-bbbb', fence: 'e2e2', prompt: 'run run-bbbb <<<DATA e2e2\nx\nDATA e2e2>>>' }))).text,
    ).toBe('1: 40')
    expect(provider.name).toBe('cassette:tape.jsonl')
  })

  it('keeps what differs by task apart, and answers the same however often it is asked', async () => {
    const path = newPath()
    await record(path, [
      { task: 'plan.1', prompt: 'same' },
      { task: 'plan.2', prompt: 'same' },
    ])
    const provider = await play(path)
    for (const _ of [1, 2]) {
      expect(replied(await provider.call(request({ task: 'plan.2', prompt: 'same' }))).text).toBe('2: 4')
      expect(replied(await provider.call(request({ task: 'plan.1', prompt: 'same' }))).text).toBe('1: 4')
    }
    expect(replied(await provider.call(request({ task: 'plan.9', prompt: 'same' }))).text).toBe('1: 4')
  })

  it('keeps failures, and for one task only its last answer', async () => {
    const path = newPath()
    const flaky = scriptedProvider([
      { role: 'produce', text: 'ok', fail: { kind: 'busy', times: 1 } },
      { role: 'judge', fail: { kind: 'refusal', message: 'no' } },
    ])
    await record(path, [{}, {}, { role: 'judge' }], flaky)
    const provider = await play(path)
    expect(replied(await provider.call(request())).text).toBe('ok')
    expect(await provider.call(request({ role: 'judge' }))).toEqual({ failed: 'refusal', message: 'no' })
  })

  it('has the same bytes whatever order the calls ended in and whichever run made them', async () => {
    const calls = [
      { task: 'b', prompt: 'B run-aaaa' },
      { task: 'a', prompt: 'A' },
      { task: 'c', prompt: 'C' },
    ]
    const fixed = scriptedProvider([{ role: 'produce', text: 'x' }])
    const one = await record(
      newPath(),
      calls.map((call) => ({ ...call, run: 'run-aaaa' })),
      fixed,
    )
    const two = await record(
      newPath(),
      calls.toReversed().map((call) => ({ ...call, run: 'run-bbbb', prompt: call.prompt.replace('run-aaaa', 'run-bbbb') })),
      fixed,
    )
    expect(one).toBe(two)
    expect(
      one
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { task: string }).task),
    ).toEqual(['a', 'b', 'c'])
  })

  it('holds no key, though the prompt and the reply did', async () => {
    const key = 'sk-secret-0123456789'
    const leaky = scriptedProvider([{ role: 'produce', text: `your key is ${key}` }])
    const path = newPath()
    const bytes = await record(path, [{ prompt: `use ${key}` }], leaky, [key])
    expect(bytes).not.toContain(key)
    expect(replied(await (await play(path)).call(request({ prompt: `use ${key}` }))).text).toBe('your key is [redacted]')
  })

  it('goes on where an earlier process stopped', async () => {
    const path = newPath()
    await record(path, [{ task: 'a', prompt: 'A' }])
    await record(path, [{ task: 'b', prompt: 'B' }])
    expect(replied(await (await play(path)).call(request({ task: 'a', prompt: 'A' }))).text).toBe('1: 1')
  })

  it('records concurrent calls whole', async () => {
    const path = newPath()
    const recorder = recording(counter(), await openCassette(path), [])
    await Promise.all(Array.from({ length: 20 }, (_, i) => recorder.call(request({ task: `t${i}`, prompt: `${i}` }))))
    expect(readFileSync(path, 'utf8').trim().split('\n').length).toBe(20)
  })

  it('does not record a call that was told to stop', async () => {
    const stop = new AbortController()
    const provider = { ...counter(), call: async () => (stop.abort(), { failed: 'aborted' as const, message: 'x' }) }
    const path = newPath()
    await recording(provider, await openCassette(path), []).call(request({ signal: stop.signal }))
    expect((await openCassette(path)).entries).toEqual([])
  })
})

describe('a miss', () => {
  it('fails loudly with the nearest recorded request and the first difference', async () => {
    const path = newPath()
    await record(path, [
      { task: 'produce.1', prompt: 'Task: write a poem\nLevel: A\nEnd' },
      { task: 'produce.2', prompt: 'Something else entirely' },
      { task: 'plan.1', role: 'plan', prompt: 'Task: write a poem\nLevel: B\nEnd.' },
    ])
    await expect(
      (await play(path)).call(request({ task: 'produce.3', prompt: 'Task: write a poem\nLevel: B\nEnd' })),
    ).rejects.toMatchObject({
      code: 'integrity',
      message: expect.stringMatching(
        /no recorded reply to produce\.3.*nearest recorded request is produce\.1.*line 2, column 8: asked «B⏎End», recorded «A⏎End»/,
      ),
      data: { role: 'produce', task: 'produce.3', nearest: 'produce.1', line: 2, column: 8, asked: 'B⏎End', recorded: 'A⏎End' },
      fix: expect.stringContaining('--record'),
    })
  })

  it('of a role that was never recorded names those that were', async () => {
    const path = newPath()
    await record(path, [{ role: 'plan' }])
    await expect((await play(path)).call(request({ role: 'judge' }))).rejects.toMatchObject({
      message: expect.stringMatching(/no recorded call of judge; it has 1 of: plan/),
    })
  })

  it.each([
    ['abc', 'abd', { line: 1, column: 3, here: 'c', there: 'd' }],
    ['abc', 'ab', { line: 1, column: 3, here: 'c', there: '(ends here)' }],
    ['a', 'ab', { line: 1, column: 2, here: '(ends here)', there: 'b' }],
    ['x\ny\nz', 'x\ny\nw', { line: 3, column: 1, here: 'z', there: 'w' }],
  ])('%j and %j part where they part', (asked, recorded, expected) => {
    expect(firstDifference(asked, recorded)).toEqual(expected)
  })
})

describe('a cassette file that is not right', () => {
  it.each([
    ['no JSON', 'hello\n'],
    ['a torn line', '{"v":1,"request":"'],
    ['another version', '{"v":2}\n'],
  ])('holds %s: the line is named', async (_what, text) => {
    const path = join(folder, 'bad.jsonl')
    writeFileSync(path, text)
    await expect(openCassette(path)).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('bad.jsonl:1') })
  })

  it('is not there to be played', async () => {
    await expect(openCassette(join(folder, 'absent.jsonl'), { mustExist: true })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '')
    await expect(
      recording(counter(), { path: join(folder, 'file', 'tape.jsonl'), entries: [], written: Promise.resolve() }, []).call(request()),
    ).rejects.toMatchObject({ code: 'storage' })
  })
})

describe('resolveMakers', () => {
  const script = join(folder, 'script.yaml')
  writeFileSync(script, 'replies: [{role: produce, text: made}, {role: plan, text: planned}]')

  it('flags win over the configuration, role by role', async () => {
    const makers = await resolveMakers({
      config: { default: 'host', plan: 'builtin' },
      flags: ['plan=scripted:script.yaml', 'judge=claude'],
      cwd: folder,
    })
    expect(Object.fromEntries(Object.entries(makers).map(([role, { name }]) => [role, name]))).toEqual({
      default: 'host',
      plan: 'scripted:script.yaml',
      judge: 'command:claude',
    })
  })

  it('a fallback stands in where no default is named', async () => {
    expect((await resolveMakers({ cwd: folder, fallback: counter() }))['default']?.name).toBe('command:counter')
    expect((await resolveMakers({ cwd: folder, fallback: counter(), flags: ['host'] }))['default']?.name).toBe('host')
    expect(await resolveMakers({ cwd: folder })).toEqual({})
  })

  it('--record keeps the calls of all makers in one file, --cassette answers them all', async () => {
    const { default: produce, plan } = await resolveMakers({
      flags: ['scripted:script.yaml', 'plan=scripted:script.yaml'],
      cwd: folder,
      record: 'all.jsonl',
    })
    await produce!.call(request())
    await plan!.call(request({ role: 'plan', task: 'plan.1' }))
    const { default: played } = await resolveMakers({ flags: ['claude'], cwd: folder, cassette: 'all.jsonl' })
    expect(replied(await played!.call(request({ role: 'plan', task: 'plan.1' }))).text).toBe('planned')
    expect(replied(await played!.call(request())).text).toBe('made')
  })

  it('a time limit in the configuration reaches the maker', async () => {
    expect((await resolveMakers({ config: { default: { command: 'x', timeout: 7 } }, cwd: folder }))['default']?.timeoutMs).toBe(7_000)
  })

  it('a built-in maker that is not there is refused by name when asked', async () => {
    const { default: builtin } = await resolveMakers({
      flags: ['builtin'],
      builtins: { plan: { version: '1', make: () => 'x' } },
      cwd: folder,
    })
    await expect(builtin!.call(request({ role: 'produce' }))).rejects.toMatchObject({
      code: 'maker',
      message: expect.stringMatching(/no built-in maker does produce.*plan/),
    })
  })
})
