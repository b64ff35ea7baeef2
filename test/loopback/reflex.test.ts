// Whole reflex runs with a model behind each wire format: real journal, real checks, a real server that behaves well or badly.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createEvaluate } from '../../src/adapters/evaluator/evaluate.ts'
import { CheckPool } from '../../src/adapters/evaluator/pool.ts'
import { FileStore } from '../../src/adapters/file-store/store.ts'
import { type ResolveOptions, resolveMakers } from '../../src/adapters/providers/resolve.ts'
import { askWorld } from '../../src/adapters/providers/ask-world.ts'
import { templateFolder } from '../../src/adapters/templates.ts'
import { type AskLimits, createAsk } from '../../src/agents/ask.ts'
import { makePins } from '../../src/agents/pins.ts'
import { commit } from '../../src/kernel/commit.ts'
import { type Rest, drive } from '../../src/kernel/driver.ts'
import type { Ports } from '../../src/kernel/ports.ts'
import type { Workflow } from '../../src/kernel/workflow.ts'
import type { Rule } from '../../src/schema/rule.ts'
import { event } from '../../src/workflows/reflex/events.ts'
import { reflex } from '../../src/workflows/reflex/index.ts'
import { reflexTemplates } from '../../src/workflows/reflex/prompts.ts'
import type { ReflexInput, ReflexState } from '../../src/workflows/reflex/state.ts'
import { type Behaviour, type Call, type Loopback, startLoopback } from './server.ts'
import type { Wire } from './wire.ts'

const key = 'sk-loopback-0123456789abcdef'
const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

const wires: [Wire, string, object][] = [
  ['anthropic', 'anthropic/claude-haiku-4-5', {}],
  ['chat', 'openai/gpt-4.1', { api: 'chat' }],
  ['responses', 'openai/gpt-4.1', {}],
  ['gemini', 'google/gemini-2.5-flash', {}],
]

/** A model that needs two tries to write what the rules want. */
const maker = ({ prompt }: Call): Behaviour => {
  if (prompt.startsWith('PLAN')) return { json: { plan: ['Greet.', 'Say the word.', 'End.'] } }
  if (prompt.startsWith('PRODUCE')) return { reply: '# Greeting\n\nHello.\n', tokensIn: 100, tokensOut: 10 }
  if (prompt.startsWith('CRITIQUE'))
    return {
      json: {
        issues: [
          {
            rule_id: 'a.correctness.word',
            problem: 'The word is missing.',
            fix_instruction: 'Add whetstone.',
            expected_effect: 'The rule passes.',
          },
        ],
      },
    }
  return { reply: '# Greeting\n\nHello, whetstone.\n' }
}

const input = (runId: string, judged: Rule[]): ReflexInput => ({
  runId,
  alias: 'greeting',
  folder: '.ai-factory/evolution/greeting',
  prompt: 'Write a greeting',
  idealResult: '',
  type: 'docs',
  criteria: {
    name: 'loop_default_v1',
    version: 1,
    phase: { A: { threshold: 0.8, active_levels: ['A'] }, B: { threshold: 0.9, active_levels: ['A', 'B'] } },
    rules: [
      {
        id: 'a.correctness.word',
        description: 'says whetstone',
        severity: 'fail',
        weight: 2,
        phase: 'A',
        check: { kind: 'content.contains', text: 'whetstone' },
      },
      ...judged,
    ],
  },
  maxIterations: 4,
  steps: 'short',
  budget: {},
  allowCommands: false,
  judge: judged.length > 0,
  passported: null,
})

interface Ran {
  rest: Rest<ReflexState>
  root: string
}

async function run(
  makers: Partial<ResolveOptions>,
  { runId = 'greeting-0001', limits = {} as Partial<AskLimits>, judged = [] as Rule[], patienceMs = 60_000 } = {},
): Promise<Ran> {
  const root = mkdtempSync(join(tmpdir(), 'whet-loopback-'))
  cleaning.push(() => rmSync(root, { recursive: true, force: true }))
  const templates = templateFolder()
  const providers = await resolveMakers({ cwd: root, env: { MY_API_KEY: key }, ...makers })
  const pins = await makePins(reflexTemplates, templates, providers)
  const ports: Ports = {
    clock: { now: () => Date.now(), wait: askWorld.wait },
    ask: createAsk({ makers: providers, templates, pins, world: askWorld, limits }),
    evaluate: createEvaluate({ root, pool: new CheckPool({ threads: 0 }), modules: [] }),
    observe: async () => ({ ok: true, text: '' }),
    effect: async () => ({ ok: true, text: '' }),
  }
  const open = await new FileStore(root).create(
    reflex as unknown as Workflow<ReflexState>,
    { run: runId, workflow: 'reflex', input: input(runId, judged), pins },
    ports.clock,
  )
  try {
    await commit(open, { events: [event('run_started', { confirmed: 'criteria-file' })] }, ports)
    return { rest: await drive(open, ports, { patienceMs }), root }
  } finally {
    await open.close()
  }
}

async function serve(behave: Parameters<typeof startLoopback>[0]): Promise<Loopback> {
  const server = await startLoopback(behave)
  cleaning.push(() => server.close())
  return server
}

const config = (server: Loopback, wire: Wire, model: string, more: object = {}) => ({
  default: { model, base_url: server.url(wire), key_env: 'MY_API_KEY', ...more },
})
const steps = (server: Loopback) => server.calls.map(({ prompt }) => prompt.split(' ')[0])
const replies = (root: string) =>
  journal(root)
    .flatMap(({ events }) => events.filter(({ type }) => type === 'replied').map(({ data }) => data))
    .filter(({ task }) => task.startsWith('plan') || task.startsWith('produce'))

describe.each(wires)('a run over %s', (wire, model, more) => {
  it('reaches its threshold with the fewest calls, each recorded with what it cost, and no key anywhere', async () => {
    const server = await serve(maker)
    const { rest, root } = await run({ config: config(server, wire, model, more) })
    expect(rest).toMatchObject({
      at: 'end',
      outcome: { status: 'completed', reason: 'threshold_reached', passed: true },
      run: { usage: { calls: 4, unpriced: 0, mayBePaid: 0 } },
    })
    expect(steps(server)).toEqual(['PLAN', 'PRODUCE', 'CRITIQUE', 'REFINE'])
    const [plan, produce] = replies(root)
    expect(plan).toMatchObject({
      ok: true,
      value: { plan: ['Greet.', 'Say the word.', 'End.'] },
      meta: { maker: `model:${model}`, template: 'reflex-plan-v1.1.0', settings: { temperature: 0, structured: true } },
    })
    expect(produce).toMatchObject({
      usage: { calls: 1, tokensIn: 100, tokensOut: 10, costMicros: expect.any(Number) },
      meta: {
        model: { asked: model.split('/')[1], reported: model.split('/')[1] },
        promptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        attempt: 1,
        tries: 1,
      },
    })
    expect(filesBelow(root).filter((path) => readFileSync(path).includes(key))).toEqual([])
  })

  it('is recorded and replayed: the same end, the same replies, nobody called', async () => {
    const server = await serve(maker)
    const tape = join(mkdtempSync(join(tmpdir(), 'whet-tape-')), 'tape.jsonl')
    cleaning.push(() => rmSync(join(tape, '..'), { recursive: true, force: true }))
    const first = await run({ config: config(server, wire, model, more), record: tape })
    expect(readFileSync(tape, 'utf8')).not.toContain(key)
    await server.close()
    const second = await run({ cassette: tape }, { runId: 'another-0002' })
    expect(second.rest).toMatchObject({ at: 'end', outcome: { reason: 'threshold_reached' } })
    const texts = (ran: Ran) => replies(ran.root).map(({ text, value }) => text ?? value)
    expect(texts(second)).toEqual(texts(first))
    expect(server.calls.length).toBe(4)
  })

  it('has its judged rule decided by a model that cites its anchor and proves it, once for each text', async () => {
    const judge = ({ prompt }: Call): Behaviour => ({
      json: prompt.includes('Hello, whetstone.')
        ? { anchor: 'met', absent: false, quotes: ['Hello, whetstone.'], reasoning: 'It greets by name.' }
        : { anchor: 'not met', absent: true, quotes: [], reasoning: 'Nobody is named.' },
    })
    const server = await serve((call) => (call.prompt.startsWith('JUDGE') ? judge(call) : maker(call)))
    const { rest, root } = await run(
      { config: config(server, wire, model, more) },
      {
        judged: [
          {
            id: 'a.quality.named',
            description: 'Somebody is greeted by name.',
            severity: 'fail',
            weight: 2,
            phase: 'A',
            check: { kind: 'judged-by-agent' },
          },
        ],
      },
    )
    expect(rest).toMatchObject({ at: 'end', outcome: { reason: 'threshold_reached', passed: true } })
    expect(steps(server).map((step) => step?.split('\n')[0])).toEqual(['PLAN', 'PRODUCE', 'JUDGE', 'CRITIQUE', 'REFINE', 'JUDGE'])
    expect(server.calls.filter(({ prompt }) => prompt.startsWith('JUDGE')).map(({ schema }) => schema)).toMatchObject([
      { properties: { anchor: { enum: ['met', 'not met'] } } },
      {},
    ])
    const said = journal(root).flatMap(({ events }) => events.filter(({ type }) => type === 'judged').map(({ data }) => data))
    expect(said).toMatchObject([
      { judgement: { outcome: 'fail', anchor: 'not met' } },
      { judgement: { outcome: 'pass', evidence: [{ quote: 'Hello, whetstone.', location: { line: 3 } }] } },
    ])
  })

  it.each<[string, (call: Call) => Behaviour, object, string[]]>([
    [
      'a malformed reply is asked for once more',
      (call) => (call.n === 1 ? { reply: 'Sure! Here is the plan.' } : maker(call)),
      { status: 'completed' },
      ['PLAN', 'PLAN', 'PRODUCE', 'CRITIQUE', 'REFINE'],
    ],
    [
      'malformed replies twice end it',
      (call) => (call.prompt.startsWith('PLAN') ? { json: { plan: 'none' } } : maker(call)),
      { status: 'failed', reason: 'phase_error' },
      ['PLAN', 'PLAN'],
    ],
    [
      'a refusal twice ends it',
      (call) => (call.prompt.startsWith('PRODUCE') ? { refuse: 'I will not.' } : maker(call)),
      { status: 'failed', reason: 'phase_error' },
      ['PLAN', 'PRODUCE', 'PRODUCE'],
    ],
    [
      'a rate limit is waited for and does not count',
      (call) => (call.n === 2 ? { status: 429, headers: { 'retry-after-ms': '5' } } : maker(call)),
      { status: 'completed' },
      ['PLAN', 'PRODUCE', 'PRODUCE', 'CRITIQUE', 'REFINE'],
    ],
    [
      'a server that dies mid-reply is asked again and does not count',
      (call) => (call.n === 2 ? { die: 'midway' } : maker(call)),
      { status: 'completed' },
      ['PLAN', 'PRODUCE', 'PRODUCE', 'CRITIQUE', 'REFINE'],
    ],
    [
      'a server error is sat out and does not count',
      (call) => (call.n === 2 ? { status: 500 } : maker(call)),
      { status: 'completed' },
      ['PLAN', 'PRODUCE', 'PRODUCE', 'CRITIQUE', 'REFINE'],
    ],
    [
      'JSON in a fence between sentences is taken',
      (call) =>
        call.prompt.startsWith('PLAN')
          ? { reply: 'Sure!\n\n```json\n{"plan": ["Greet.", "Say it.", "End."]}\n```\nAnything else?' }
          : maker(call),
      { status: 'completed' },
      ['PLAN', 'PRODUCE', 'CRITIQUE', 'REFINE'],
    ],
    [
      'JSON after thinking aloud is taken',
      (call) =>
        call.prompt.startsWith('PLAN')
          ? { reply: '<think>\nThree steps.\n</think>\n{"plan": ["Greet.", "Say it.", "End."]}' }
          : maker(call),
      { status: 'completed' },
      ['PLAN', 'PRODUCE', 'CRITIQUE', 'REFINE'],
    ],
    [
      'another model than pinned ends it, asked once',
      (call) => (call.prompt.startsWith('PRODUCE') ? { reply: 'x', model: 'somebody-else-9' } : maker(call)),
      { status: 'failed', reason: 'phase_error' },
      ['PLAN', 'PRODUCE'],
    ],
  ])('%s', async (_what, behave, outcome, asked) => {
    const server = await serve(behave)
    const { rest } = await run({ config: config(server, wire, model, more) })
    expect(rest).toMatchObject({ at: 'end', outcome })
    expect(steps(server)).toEqual(asked)
  })
})

describe.each<[string, Behaviour, object, number]>([
  ['never answers', { hang: true }, { code: 'timeout' }, 2],
  ['denies', { status: 401, message: 'wrong key' }, { code: 'denied', until: null }, 1],
  [
    'is overloaded for longer than anybody waits',
    { status: 529, headers: { 'retry-after': '600' } },
    { code: 'busy', until: expect.any(Number) },
    1,
  ],
])('a server that %s', (_what, behaviour, waiting, calls) => {
  it('leaves the run resting, with its question open', async () => {
    const server = await serve((call) => (call.prompt.startsWith('PRODUCE') ? behaviour : maker(call)))
    const { rest } = await run(
      { config: config(server, 'anthropic', 'anthropic/claude-haiku-4-5') },
      { limits: { timeoutMs: 2_000 }, patienceMs: 0 },
    )
    expect(rest).toMatchObject({
      at: 'maker',
      waiting: [{ task: 'produce:1', ...waiting }],
      run: { outcome: null, usage: { calls }, open: { 'produce:1': { outages: 1 } } },
    })
    expect(steps(server)).toEqual(['PLAN', 'PRODUCE'])
  })
})

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}

function journal(root: string): { events: { type: string; data: { task: string; text?: string; value?: unknown } }[] }[] {
  const [id] = readdirSync(join(root, '.whetstone', 'runs'))
  const text = readFileSync(join(root, '.whetstone', 'runs', id as string, 'journal.jsonl'), 'utf8')
  return text
    .replaceAll('\0', '')
    .split('\n')
    .filter((line) => line.startsWith('{"v":1,"seq"'))
    .map((line) => JSON.parse(line) as ReturnType<typeof journal>[number])
}
