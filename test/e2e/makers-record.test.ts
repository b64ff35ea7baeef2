// What is left of a call: every fact of it in the history, cassettes that stand for it, verdicts made again from it, and no key anywhere.
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { type Behaviour, type Call, type Loopback, startLoopback } from '../loopback/server.ts'
import { type Answer, type Project, eventsOf, newProject } from './whet.ts'

const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

const criteria = `max_iterations: 4
rules:
  - { id: a.correctness.word, description: says whetstone, severity: fail, check: { kind: content.contains, text: whetstone } }
`
const start = ['reflex', 'new', 'Write a greeting', '--criteria', 'criteria.yaml']

function project(rules = criteria): Project {
  const made = newProject()
  cleaning.push(() => made.remove())
  made.write('criteria.yaml', rules)
  return made
}

async function serve(behave: Parameters<typeof startLoopback>[0]): Promise<Loopback> {
  const server = await startLoopback(behave)
  cleaning.push(() => server.close())
  return server
}

const maker = ({ prompt }: Pick<Call, 'prompt'>): Behaviour => {
  if (prompt.startsWith('PLAN')) return { json: { plan: ['Greet.', 'Say the word.', 'End.'] } }
  if (prompt.startsWith('PRODUCE')) return { reply: '# Greeting\n\nHello.\n' }
  if (prompt.startsWith('CRITIQUE'))
    return {
      json: {
        issues: [{ rule_id: 'a.correctness.word', problem: 'It is missing.', fix_instruction: 'Add it.', expected_effect: 'It is there.' }],
      },
    }
  return { reply: '# Greeting\n\nHello, whetstone.\n' }
}

const model = (server: Loopback, more = '') =>
  `makers:\n  default: { model: openai-compatible/some-model, base_url: '${server.url('chat')}'${more} }\n`

describe('the history of a run', () => {
  it('shows every fact of every call, and an unknown price as unknown', async () => {
    const server = await serve(maker)
    const { json, whet, write, read } = project()
    write('whetstone.yaml', model(server))
    await whet(['trust'])
    expect(await json(start)).toMatchObject({
      usage: { calls: 4, unpriced: 4 },
      card: expect.stringMatching(/Spent: 4 calls, \d+ tokens, price unknown/),
    })
    const { events } = await json<{ events: { event: string; text: string; data: { task: string } }[] }>(['history', '--all'])
    const asked = events.findIndex(({ event, data }) => event === 'asked' && JSON.stringify(data).includes('produce:1'))
    const replied = events.findIndex(({ event, data }) => event === 'replied' && data.task === 'produce:1')
    expect(asked).toBeGreaterThan(-1)
    expect(asked).toBeLessThan(replied)
    expect(events[replied]).toMatchObject({
      text: expect.stringMatching(
        /^produce:1; model:openai-compatible\/some-model \(model some-model\); \d+\+\d+ tokens, price unknown; \d+\.\d s$/,
      ),
      data: {
        attempt: 1,
        ok: true,
        usage: { calls: 1, tokensIn: expect.any(Number), tokensOut: expect.any(Number), costMicros: null },
        meta: {
          role: 'produce',
          template: 'reflex-produce-v1.1.0',
          templateHash: expect.stringMatching(/^[0-9a-f]{64}$/),
          promptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
          model: { asked: 'some-model', reported: 'some-model' },
          settings: { temperature: 0, timeoutMs: 300_000, structured: false },
          warnings: [],
          ms: expect.any(Number),
          attempt: 1,
          tries: 1,
        },
      },
    })
    expect((await whet(['history', '--all'])).stdout).toContain('price unknown')
    expect(JSON.parse(read('.ai-factory/evolution/greeting/run.json'))).toMatchObject({ usage: { calls: 4, cost_usd: null } })
  })
})

describe('a cassette', () => {
  it('recorded once gives the same run again, with the server gone', async () => {
    const server = await serve(maker)
    const { json, whet, write, read, journal } = project()
    write('whetstone.yaml', model(server))
    await whet(['trust'])
    const first = await json([...start, '--record', 'tapes/greeting.jsonl'])
    expect(first).toMatchObject({ passed: true })
    const replies = (run: string) => eventsOf(journal(run), 'replied').map(({ task, text, value, usage }) => ({ task, text, value, usage }))
    await server.close()
    const again = await json([...start, '--cassette', 'tapes/greeting.jsonl', '--alias', 'again'])
    expect(again).toMatchObject({
      passed: true,
      reason: first['reason'],
      artifact: { text: '# Greeting\n\nHello, whetstone.\n' },
      usage: first['usage'],
    })
    // Places name the artifact of their own loop; nothing else may differ.
    expect(replies(String(again['run']))).toEqual(
      JSON.parse(JSON.stringify(replies(String(first['run']))).replaceAll('/greeting/', '/again/')),
    )
    expect(server.calls.length).toBe(4)
    expect(read('tapes/greeting.jsonl').trim().split('\n').length).toBe(4)
  })

  it('that misses fails loudly, with the nearest recorded request and where they part', async () => {
    const server = await serve(maker)
    const { json, whet, write } = project()
    write('whetstone.yaml', model(server))
    await whet(['trust'])
    await json([...start, '--record', 'tape.jsonl'])
    write('criteria.yaml', criteria.replace('says whetstone', 'says Whetstone'))
    const missed = await whet([...start, '--cassette', 'tape.jsonl', '--alias', 'again', '--json'])
    expect(missed.code).toBe(4)
    // It waits for nobody: its criteria were confirmed before it asked.
    expect(await json(['list'])).toMatchObject({ runs: [{ name: 'greeting' }, { name: 'again', stage: 'working', waitsFor: null }] })
    expect(JSON.parse(missed.stdout)).toMatchObject({
      error: {
        code: 'integrity',
        message: expect.stringMatching(
          /has no recorded reply to plan:1 \(plan\)\. The nearest recorded request is plan:1; they differ first at line \d+, column \d+: asked «Whetstone.*», recorded «whetstone/,
        ),
        data: { nearest: 'plan:1', asked: expect.stringMatching(/^Whetstone/), recorded: expect.stringMatching(/^whetstone/) },
      },
    })
    expect(server.calls.length).toBe(4)
  })

  it('of a run without a judge has none when it is replayed, and one with a judge has it', async () => {
    const { json, write } = project(
      `${criteria}  - { id: a.quality.kind, description: It is kind., severity: warn, check: { kind: judged-by-agent } }\n`,
    )
    write(
      'script.yaml',
      'replies:\n  - { role: plan, json: { plan: [a, b, c] } }\n  - { role: produce, text: "Hello, whetstone." }\n  - { role: judge, json: { anchor: met, absent: false, quotes: ["Hello, whetstone."], reasoning: It greets. } }\n',
    )
    for (const [name, more, verdict] of [
      ['alone', [], 'unknown'],
      ['judged', ['--judge', 'scripted:script.yaml'], 'pass'],
    ] as const) {
      const first = await json([...start, '--maker', 'scripted:script.yaml', ...more, '--record', `${name}.jsonl`, '--alias', name])
      const again = await json([...start, '--cassette', `${name}.jsonl`, '--alias', `${name}-again`])
      expect([first, again]).toMatchObject([
        { at: 'end', summary: { score: first['summary'] && (first['summary'] as Answer)['score'] } },
        { at: 'end', reason: first['reason'], summary: { score: (first['summary'] as Answer)['score'] } },
      ])
      const { events } = await json<{ events: { event: string; data: { results: { id: string; verdict: string }[] } }[] }>([
        'history',
        `${name}-again`,
        '--all',
      ])
      expect(
        events
          .filter(({ event }) => event === 'evaluation_done')
          .at(-1)
          ?.data.results.find(({ id }) => id === 'a.quality.kind')?.verdict,
      ).toBe(verdict)
    }
  })
})

describe('keys', () => {
  const keys = { MY_API_KEY: 'sk-loopback-0123456789abcdef', OTHER_TOKEN: 'tok/with+signs=and"quotes"' }
  const forms = Object.values(keys).flatMap((key) => [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), btoa(key)])
  const found = (text: string) => forms.filter((form) => text.includes(form))

  it.each<[string, (call: Call) => Behaviour]>([
    ['works', maker],
    [
      'repeats the key in its reply',
      (call) =>
        call.prompt.startsWith('PRODUCE')
          ? { reply: `# Greeting\n\nHello, whetstone. Your key is ${keys.MY_API_KEY} and ${btoa(keys.OTHER_TOKEN)}.\n` }
          : maker(call),
    ],
    ['repeats the key in an error', () => ({ status: 401, message: `bad key ${keys.MY_API_KEY}`, headers: { 'x-key': keys.MY_API_KEY } })],
    ['repeats the key in something that is no reply', () => ({ raw: `<html>${keys.MY_API_KEY}</html>` })],
    ['refuses with the key', () => ({ refuse: `not with ${keys.MY_API_KEY}` })],
  ])('never get out of a server that %s', async (_what, behave) => {
    const server = await serve(behave)
    const { json, whet, write, files } = project()
    write('whetstone.yaml', model(server, ', key_env: MY_API_KEY'))
    await whet(['trust'])
    const done = await whet([...start, '--record', 'tape.jsonl', '--debug'], { env: keys })
    expect(server.calls.length).toBeGreaterThan(0)
    expect(server.calls[0]?.headers['authorization']).toContain(keys.MY_API_KEY)
    const said = [
      done,
      await whet(['history', '--all', '--json'], { env: keys }),
      await whet(['show', '--json', '--debug'], { env: keys }),
      await whet(['doctor', '--json'], { env: keys }),
    ]
    expect(found(JSON.stringify(said))).toEqual([])
    expect(files().filter((path) => found(readFileSync(path, 'latin1')).length > 0)).toEqual([])
    expect(await json(['verify'])).not.toHaveProperty('error')
  })

  it('never get out of a program that prints them, and a program sees only those named for it', async () => {
    const { whet, write, program, files } = project()
    program(
      'leaky',
      `process.stderr.write('stderr ' + process.env.MY_API_KEY); if (prompt.startsWith('PLAN')) process.stdout.write(JSON.stringify({ plan: ['a', 'b', String(process.env.MY_API_KEY) + String(process.env.OTHER_TOKEN)] })); else process.exit(3)`,
    )
    write('whetstone.yaml', 'makers:\n  default: { command: leaky, env: [MY_API_KEY] }\n')
    await whet(['trust'])
    const done = await whet([...start, '--record', 'tape.jsonl', '--debug'], { env: keys })
    expect(done.stderr + done.stdout).toContain('stderr [redacted]')
    expect(found(done.stdout + done.stderr)).toEqual([])
    expect(files().filter((path) => found(readFileSync(path, 'latin1')).length > 0)).toEqual([])
    expect(files().some((path) => path.endsWith('tape.jsonl') && readFileSync(path, 'utf8').includes('[redacted]undefined'))).toBe(true)
  })

  it.each([
    ['written in whetstone.yaml', [], 'makers:\n  default: { model: anthropic/claude-haiku-4-5, api_key: sk-loopback-0123456789abcdef }\n'],
    ['typed after --maker', ['--maker', 'command:"curl -H sk-loopback-0123456789abcdef"'], ''],
    ['of the environment, expanded into --maker', ['--maker', `command:'./maker.sh ${keys.OTHER_TOKEN}'`], ''],
  ])('%s are refused without being shown or kept', async (_what, flags, config) => {
    const { whet, write, files } = project()
    if (config) write('whetstone.yaml', config)
    const trusted = config ? await whet(['trust'], { env: keys }) : null
    const kept = new Set(files())
    const done = await whet([...start, ...flags, '--debug', '--json'], { env: keys })
    expect(JSON.parse(done.stdout)).toMatchObject({ error: { code: config ? 'untrusted' : 'refused' } })
    if (trusted) expect(trusted).toMatchObject({ code: 6, stderr: expect.stringContaining('holds a key') })
    expect(found(JSON.stringify([done, trusted]))).toEqual([])
    expect(files().filter((path) => !kept.has(path) && found(readFileSync(path, 'latin1')).length > 0)).toEqual([])
  })
})
