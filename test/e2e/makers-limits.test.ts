// What holds a run: budgets of every kind with their warnings, and the templates and models it began with, from the command line.
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { type Behaviour, type Call, type Loopback, startLoopback } from '../loopback/server.ts'
import type { Wire } from '../loopback/wire.ts'
import { booking, weaker } from '../workflows/design/project.ts'
import { type Project, eventsOf, newProject } from './whet.ts'

const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

function project(options: Parameters<typeof newProject>[0] = {}): Project {
  const made = newProject(options)
  cleaning.push(() => made.remove())
  return made
}

async function serve(behave: Parameters<typeof startLoopback>[0]): Promise<Loopback> {
  const server = await startLoopback(behave)
  cleaning.push(() => server.close())
  return server
}

const words = ['oil', 'water', 'grit', 'steel', 'edge', 'burr', 'strop', 'never']
const rule = (word: string, severity: string) =>
  `  - { id: a.correctness.${word}, description: says ${word}, severity: ${severity}, check: { kind: content.contains, text: ${word} } }\n`
const climbing = `max_iterations: 20\nrules:\n${words.map((word) => rule(word, word === 'never' ? 'fail' : 'warn')).join('')}`
const start = ['reflex', 'new', 'Write a greeting', '--criteria', 'criteria.yaml']

/** Each iteration adds a word, so that every evaluation gains and nothing but a budget ends the run. */
const script = (usage: string) => `replies:
  - { role: plan, json: { plan: [a, b, c] }, ${usage} }
  - { role: produce, text: '${words[0]}', ${usage} }
  - { role: critique, json: { issues: [{ rule_id: a.correctness.never, problem: p, fix_instruction: f, expected_effect: e }] }, ${usage} }
${words
  .slice(0, 7)
  .map((_, n) => `  - { role: refine, iteration: ${n + 1}, text: '${words.slice(0, n + 1).join(' ')}', ${usage} }`)
  .join('\n')}
`

describe('a budget', () => {
  it.each([
    ['calls', ['--calls', '10'], 'usage: {}', /7 of 10 calls/, /9 of 10 calls/, { kind: 'calls', used: 10, limit: 10, permille: 1000 }],
    [
      'tokens',
      ['--token-budget', '1000'],
      'usage: { tokensIn: 90, tokensOut: 10 }',
      /700 of 1000 tokens/,
      /900 of 1000 tokens/,
      { kind: 'tokens', used: 1000, limit: 1000 },
    ],
    [
      'money',
      ['--cost', '1'],
      'usage: { costUsd: 0.1 }',
      /\$0\.70 of \$1\.00/,
      /\$0\.90 of \$1\.00/,
      { kind: 'costUsd', used: 1_000_000, limit: 1_000_000 },
    ],
  ])(
    'of %s warns at seven and at nine tenths, each once, and stops hard, with what was made last evaluated and the best kept',
    async (_what, flags, usage, at70, at90, meter) => {
      const { json, whet, write, journal } = project()
      write('criteria.yaml', climbing)
      write('script.yaml', script(usage))
      const done = await whet([...start, '--maker', 'scripted:script.yaml', ...flags])
      expect(done.code).toBe(1)
      const warned = done.stderr.split('\n').filter((line) => line.startsWith('budget: '))
      expect(warned).toEqual([
        expect.stringMatching(new RegExp(`^budget: 70% used, ${at70.source}`)),
        expect.stringMatching(new RegExp(`^budget: 90% used, ${at90.source}`)),
      ])
      expect(done.stdout).toMatch(/^Ended: budget_exceeded/m)
      expect(await json(['status', 'greeting'])).toMatchObject({
        runs: [{ reason: 'budget_exceeded', score: 0.5555, scale: 1, budget: [meter], usage: { calls: 10 } }],
      })
      expect(await json(['show', 'greeting'])).toMatchObject({ artifact: { text: `${words.slice(0, 5).join(' ')}\n` } })
      const events = journal().flatMap(({ events: all }) => all.map(({ type }) => type))
      expect(events.lastIndexOf('evaluation_done')).toBeGreaterThan(events.lastIndexOf('refinement_done'))
    },
  )

  it('of seconds counts steps that are done and never cuts one', async () => {
    const { json, write } = project()
    write('criteria.yaml', climbing)
    write('script.yaml', script('delayMs: 700'))
    expect(await json([...start, '--maker', 'scripted:script.yaml', '--seconds', '1'])).toMatchObject({
      at: 'end',
      reason: 'budget_exceeded',
      usage: { calls: 2 },
      artifact: { text: `${words[0]}\n` },
      summary: { budget: [{ kind: 'seconds', limit: 1 }] },
    })
  })

  it('in whetstone.yaml holds too, and a flag wins over it', async () => {
    const { json, write } = project()
    write('criteria.yaml', climbing)
    write('script.yaml', script('usage: {}'))
    write('whetstone.yaml', 'budget: { calls: 4 }\n')
    expect(await json([...start, '--maker', 'scripted:script.yaml', '--alias', 'one'])).toMatchObject({
      reason: 'budget_exceeded',
      usage: { calls: 4 },
    })
    expect(await json([...start, '--maker', 'scripted:script.yaml', '--alias', 'two', '--calls', '6'])).toMatchObject({
      reason: 'budget_exceeded',
      usage: { calls: 6 },
    })
  })

  it('of money is refused where a price is unknown, and taken once it is stated', async () => {
    const { json, write, whet, program } = project()
    write('criteria.yaml', climbing)
    program('maker', `process.stdout.write(prompt.startsWith('PLAN') ? '{"plan":["a","b","c"]}' : 'oil')`)
    expect(await json([...start, '--maker', 'command:maker', '--cost', '1'])).toMatchObject({
      error: { code: 'refused', message: expect.stringContaining('the price of command:maker (default) is unknown') },
    })
    write('whetstone.yaml', 'makers:\n  default: { command: maker, price: free }\n')
    await whet(['trust'])
    expect(await json([...start, '--cost', '1'])).toMatchObject({ at: 'end', usage: { costMicros: 0, unpriced: 0 } })
  })
})

describe('a budget of a design', () => {
  const spends = (usage: object) =>
    JSON.stringify({
      replies: [3, 1, 2, 3].map((flows, index) => ({ role: 'design-generator', iteration: index + 1, json: weaker(flows), usage })),
    })
  const begin = ['design', 'new', booking.id, '--requirements', 'requirements.md', '--threshold', '95', '--maker', 'scripted:script.json']

  it.each([
    ['calls', ['--calls', '4'], {}, '3 of 4 calls', '4 of 4 calls'],
    ['tokens', ['--tokens', '400'], { tokensIn: 90, tokensOut: 10 }, '300 of 400 tokens', '400 of 400 tokens'],
    ['money', ['--cost', '0.4'], { costUsd: 0.1 }, '$0.30 of $0.40', '$0.40 of $0.40'],
  ])(
    'of %s warns, and ends it between iterations with what was made last scored and the best delivered',
    async (_what, flags, usage, near, full) => {
      const { whet, write, json, read } = project()
      write('requirements.md', booking.text)
      write('script.json', spends(usage))
      const done = await whet([...begin, ...flags])
      expect(done).toMatchObject({ code: 1, stdout: expect.stringMatching(/^FAILED: budget_exceeded, because the budget is used up: /) })
      expect(done.stderr.split('\n').filter((line) => line.startsWith('budget: '))).toEqual([
        `budget: 70% used, ${near}`,
        `budget: 90% used, ${full}`,
      ])
      expect(await json(['status', booking.id])).toMatchObject({ runs: [{ reason: 'budget_exceeded', budget: [{ text: full }] }] })
      const { scoreHistory, best } = JSON.parse(read(`features/${booking.id}/design/state.json`)) as {
        scoreHistory: [number, number][]
        best: { iteration: number }
      }
      expect([scoreHistory.length, best.iteration]).toEqual([4, 1])
      expect(JSON.parse(read(`features/${booking.id}/design/intent.json`))).toMatchObject({ userFlows: weaker(1).userFlows })
    },
  )

  it('does not keep a design that is good enough from its person, holds from whetstone.yaml, and begins again with the next run', async () => {
    const { json, write, whet } = project()
    write('requirements.md', booking.text)
    write('whetstone.yaml', 'budget: { calls: 1 }\n')
    write('script.json', JSON.stringify({ replies: [{ role: 'design-generator', json: booking.intent }] }))
    const made = begin.filter((word) => word !== '--threshold' && word !== '95')
    expect(await json(made)).toMatchObject({ at: 'gate', status: 'CANDIDATE', summary: { budget: [{ used: 1, limit: 1 }] } })
    await whet(['reject', booking.id, 'Say how tables are told apart.'])
    expect(await json(['status', booking.id])).toMatchObject({ runs: [{ status: 'CANDIDATE', budget: [{ used: 2 }] }] })
    await whet(['abort', booking.id, 'enough'])
    await whet(['design', 'reset', booking.id])
    expect(await json(made)).toMatchObject({ status: 'CANDIDATE', summary: { budget: [{ used: 1 }] } })
  })

  it('of money is refused where a price is unknown', async () => {
    const { json, write, program } = project()
    write('requirements.md', booking.text)
    program('maker', `process.stdout.write('{}')`)
    expect(await json([...begin.slice(0, 5), '--maker', 'command:maker', '--cost', '1'])).toMatchObject({
      error: { code: 'refused', message: expect.stringContaining('is unknown') },
    })
  })
})

describe('a budget of an audit run', () => {
  it('ends it between waves, with what was done written down, and another run goes on from there', async () => {
    const { whet, json, root, read } = project()
    cpSync(fileURLToPath(new URL('../../examples/audit-session', import.meta.url)), root, { recursive: true })
    const run = ['audit', 'run', '--session', 'session', '--maker', 'scripted:makers.yaml', '--maker', 'reviewer=builtin']
    const first = await whet([...run, '--calls', '2'])
    expect(first).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Ended: budget_exceeded, because the budget is used up: '),
      stderr: expect.stringMatching(/^budget: 90% used, 2 of 2 calls$/m),
    })
    expect(read('session/tasks.csv')).toMatch(/completed/)
    expect(await json(['list'])).toMatchObject({ runs: [{ reason: 'budget_exceeded', budget: [{ kind: 'calls', limit: 2 }] }] })
    expect(await whet(run)).toMatchObject({ code: 0, stdout: expect.stringContaining('Passed: converged') })
  })
})

const plan = { json: { plan: ['a', 'b', 'c'] } }
const greeting = (call: Pick<Call, 'prompt'>): Behaviour => (call.prompt.startsWith('PLAN') ? plan : { reply: 'oil and never' })
const simple = `max_iterations: 2\nrules:\n${rule('oil', 'fail')}`
const config = (server: Loopback, wire: Wire, model: string) =>
  `makers:\n  default: { model: ${model}, base_url: '${server.url(wire)}', key_env: MY_KEY }\n`

describe('what a run began with', () => {
  it('a template that changes while a run goes on ends it: it is hashed at the start and looked at before every call', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'whet-copy-'))
    cleaning.push(() => rmSync(copy, { recursive: true, force: true }))
    const source = fileURLToPath(new URL('../..', import.meta.url))
    for (const part of ['src', 'templates', 'package.json']) cpSync(join(source, part), join(copy, part), { recursive: true })
    symlinkSync(join(source, 'node_modules'), join(copy, 'node_modules'))
    const { json, write, program, journal, files } = project({ entry: join(copy, 'src/surfaces/cli/main.ts') })
    write('criteria.yaml', simple)
    program(
      'maker',
      `fs.appendFileSync(process.env.HOME + '/asked', prompt.split(' ')[0] + '\\n')
if (prompt.startsWith('PLAN')) fs.appendFileSync(${JSON.stringify(join(copy, 'templates/prompts/reflex-produce-v1.1.0.txt'))}, ' ')
process.stdout.write(prompt.startsWith('PLAN') ? '{"plan":["a","b","c"]}' : 'oil')`,
    )
    const done = await json([...start, '--maker', 'command:maker'])
    expect(done).toMatchObject({
      status: 'failed',
      reason: 'phase_error',
      card: expect.stringMatching(/pin_changed: template reflex-produce has changed since the run began/),
    })
    expect(eventsOf(journal(), 'replied').filter(({ ok }) => !ok)).toMatchObject([
      { task: 'produce:1', error: { code: 'pin_changed' }, meta: { role: 'produce', template: 'reflex-produce' } },
    ]) // asking once more would not change it back
    expect(files().some((path) => path.endsWith('/asked'))).toBe(true)
  })

  it('another model than was asked ends it, and the reply counts for nothing but its cost', async () => {
    const server = await serve((call) =>
      call.prompt.startsWith('PRODUCE') ? { reply: 'oil', model: 'claude-opus-4-5', tokensIn: 50, tokensOut: 5 } : greeting(call),
    )
    const { json, write, whet, journal } = project()
    write('criteria.yaml', simple)
    write('whetstone.yaml', config(server, 'anthropic', 'anthropic/claude-haiku-4-5'))
    await whet(['trust'])
    expect(await json(start, { env: { MY_KEY: 'key-0123456789' } })).toMatchObject({
      status: 'failed',
      artifact: null,
      card: expect.stringContaining('asked claude-haiku-4-5, but claude-opus-4-5 answered'),
      usage: { calls: 2 },
    })
    expect(eventsOf(journal(), 'replied').find(({ task }) => task === 'produce:1')).toMatchObject({
      ok: false,
      error: { code: 'pin_changed' },
      usage: { tokensIn: 50, tokensOut: 5, costMicros: expect.any(Number) },
      meta: { model: { asked: 'claude-haiku-4-5', reported: 'claude-opus-4-5' } },
    })
  })

  it('a program that is another one now is refused before a step is spent on it, and a person may name it again', async () => {
    const { json, write, whet, program, journal } = project()
    write('criteria.yaml', simple)
    const body = `process.stdout.write('oil')`
    const path = program('maker', body)
    await whet([...start, '--maker', 'host', '--maker', `produce=command:${path}`])
    program('maker', `${body} // another`)
    const before = journal().length
    expect(await json(['submit', 'greeting', 'plan:1', '--text', JSON.stringify(plan.json)])).toMatchObject({
      error: { code: 'refused', message: expect.stringContaining('the maker of produce has changed') },
    })
    expect(journal().length).toBe(before)
    program('maker', body)
    expect(await json(['submit', 'greeting', 'plan:1', '--text', JSON.stringify(plan.json)])).toMatchObject({ at: 'end', passed: true })
  })

  it.each<[string, Wire, string, (call: Call) => Behaviour, RegExp]>([
    ['the library drops for such a model', 'responses', 'openai/gpt-5.4', greeting, /temperature/],
    [
      'the server refuses',
      'anthropic',
      'anthropic/claude-haiku-4-5',
      (call) => (call.temperature === undefined ? greeting(call) : { status: 400, message: 'temperature is deprecated for this model' }),
      /temperature: refused by the provider/,
    ],
  ])('a temperature that %s is a recorded and visible warning, and the run goes on', async (_what, wire, model, behave, warning) => {
    const server = await serve(behave)
    const { whet, write, journal } = project()
    write('criteria.yaml', simple)
    write('whetstone.yaml', config(server, wire, model))
    await whet(['trust'])
    const done = await whet(start, { env: { MY_KEY: 'key-0123456789' } })
    expect(done).toMatchObject({ code: 0, stderr: expect.stringMatching(new RegExp(`^warning: model:${model}: .*${warning.source}`, 'm')) })
    expect(done.stderr.match(/^warning: /gm)?.length).toBe(1)
    for (const { meta } of eventsOf(journal(), 'replied').filter(({ usage }) => usage))
      expect(meta).toMatchObject({ settings: { temperature: 0 }, warnings: [expect.stringMatching(warning)] })
  })
})
