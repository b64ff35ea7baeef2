// When and why a reflex loop ends: the order of reasons, stagnation, budgets, what it leaves behind.
import { describe, expect, it, vi } from 'vitest'
import { type RunState, reduceEntry } from '../../src/kernel/reduce.ts'
import { firstStop } from '../../src/kernel/stop.ts'
import type { Workflow } from '../../src/kernel/workflow.ts'
import { scoreRules } from '../../src/rules/score.ts'
import type { Outcome } from '../../src/schema/verdict.ts'
import { event } from '../../src/workflows/reflex/events.ts'
import { evolve, initial } from '../../src/workflows/reflex/evolve.ts'
import { reflex } from '../../src/workflows/reflex/index.ts'
import type { Evaluation, ReflexState } from '../../src/workflows/reflex/state.ts'
import { stopRules } from '../../src/workflows/reflex/stop.ts'
import * as reflexNew from '../../src/workflows/reflex/verbs/new.ts'
import {
  events,
  folder,
  history,
  loop,
  makerWorld,
  project,
  run,
  runFile,
  says,
  sha256,
  steady,
  withChecks,
} from '../operations/support.ts'

const rules = [says('a.correctness.word', 'word'), says('b.style.more', 'more', { severity: 'warn' })]
const input = {
  runId: 'r-1',
  alias: 'r',
  folder: 'f/r',
  prompt: 'p',
  idealResult: '',
  type: 'docs',
  criteria: {
    name: 'n',
    version: 1,
    phase: { A: { threshold: 0.8, active_levels: ['A'] }, B: { threshold: 0.9, active_levels: ['A', 'B'] } },
    rules,
  },
  maxIterations: 4,
  steps: 'short',
  budget: { calls: 10 },
  allowCommands: false,
  judge: false,
  passported: null,
} as const
const evaluation = (more: Partial<Evaluation>): Evaluation => ({
  iteration: 1,
  level: 'B',
  artifact: 'x',
  score: 5000,
  passed: false,
  blockers: ['a.correctness.word'],
  results: [],
  ...more,
})
const state = (more: Partial<ReflexState> = {}): ReflexState => ({
  ...initial(input as never, 0),
  status: 'running',
  begun: true,
  level: 'B',
  step: 'EVALUATE',
  artifact: 'x',
  confirmed: { criteria: true, iterations: true },
  evaluation: evaluation({}),
  ...more,
})

const holding: Record<string, Partial<ReflexState>> = {
  threshold_reached: { evaluation: evaluation({ passed: true, blockers: [], score: 10_000 }) },
  no_major_issues: { evaluation: evaluation({ blockers: [] }) },
  user_stop: { wish: { reason: '', by: 'somebody' } },
  stagnation: { stagnation: 2 },
  budget_exceeded: { usage: { calls: 10, tokensIn: 0, tokensOut: 0, costMicros: 0, unpriced: 0 } },
  iteration_limit: { iteration: 4 },
}
const order = Object.keys(holding)

describe('the order of reasons', () => {
  it('RX-088 is one list, and the first that holds wins in every combination', () => {
    expect(stopRules.map(({ reason }) => reason)).toEqual([
      'threshold_reached',
      'no_major_issues',
      'user_stop',
      'stagnation',
      'budget_exceeded',
      'iteration_limit',
    ])
    for (let chosen = 1; chosen < 2 ** order.length; chosen++) {
      const names = order.filter((_, bit) => chosen & (1 << bit))
      if (names.includes('threshold_reached') && names.includes('no_major_issues')) continue // one evaluation cannot be both
      const found = firstStop(stopRules, state(Object.assign({}, ...names.map((name) => holding[name]))))
      expect([names, found?.reason]).toEqual([names, names[0]])
      expect(found?.because).toBeTruthy()
    }
    expect(firstStop(stopRules, state())).toBeNull()
  })

  it.each<[string, Partial<ReflexState>, string | null]>([
    [
      'RX-090 threshold_reached needs level B',
      { level: 'A', evaluation: evaluation({ level: 'A', passed: true, blockers: [], score: 10_000 }) },
      null,
    ],
    ['RX-090 threshold_reached needs a pass', { evaluation: evaluation({ score: 10_000, blockers: ['a.correctness.word'] }) }, null],
    ['RX-091 no_major_issues needs level B', { level: 'A', evaluation: evaluation({ level: 'A', blockers: [] }) }, null],
    [
      'RX-091 no_major_issues needs an evaluation that did not pass',
      { evaluation: evaluation({ blockers: [], passed: true }) },
      'threshold_reached',
    ],
    ['RX-091 no_major_issues holds where only warnings are left', { evaluation: evaluation({ blockers: [] }) }, 'no_major_issues'],
    ['RX-092 iteration_limit holds at the limit', { iteration: 4 }, 'iteration_limit'],
    ['RX-092 iteration_limit holds beyond it', { iteration: 5 }, 'iteration_limit'],
    ['RX-092 iteration_limit does not hold before it', { iteration: 3 }, null],
    ['RX-054 another limit anywhere else counts for nothing', { iteration: 4, maxIterations: 5 }, null],
  ])('%s', (_, more, expected) => {
    expect(firstStop(stopRules, state(more))?.reason ?? null).toBe(expected)
  })

  it.each(['fail', 'unknown', 'error'] as const)('RX-091 a fail rule that ends as %s keeps no_major_issues away', (outcome) => {
    const scored = scoreRules(
      rules,
      new Map<string, Outcome>([
        ['a.correctness.word', outcome],
        ['b.style.more', 'pass'],
      ]),
      9000,
    )
    expect(firstStop(stopRules, state({ evaluation: evaluation(scored) }))).toBeNull()
    const harmless = scoreRules(
      rules,
      new Map<string, Outcome>([
        ['a.correctness.word', 'pass'],
        ['b.style.more', outcome],
      ]),
      9000,
    )
    expect(firstStop(stopRules, state({ evaluation: evaluation(harmless) }))?.reason).toBe('no_major_issues')
  })
})

describe('status and passed', () => {
  it.each([
    ['threshold_reached', 'completed', true],
    ['no_major_issues', 'completed', false],
    ['user_stop', 'stopped', false],
    ['stagnation', 'stopped', false],
    ['budget_exceeded', 'stopped', false],
    ['iteration_limit', 'stopped', false],
  ] as const)('RX-097 RX-090 %s gives %s, passed %s', (reason, status, passed) => {
    expect(evolve(state(), { ...event('stopped', { reason, because: 'x' }), at: 1 })).toMatchObject({ status, stop: { reason, passed } })
  })

  it('RX-097 phase_error gives failed', () => {
    expect(evolve(state(), { ...event('failed', { reason: 'phase_error', because: 'x' }), at: 1 })).toMatchObject({
      status: 'failed',
      stop: { reason: 'phase_error', passed: false },
    })
  })

  it.each(['lunch', 'threshold_reached', 'no_major_issues', 'phase_error', 'discarded', 'a "quoted" text — with signs'])(
    'RX-097 a person’s text "%s" is a stop and nothing else',
    (text) => {
      const [stopped] = reflex.stop?.(state(), text, 'somebody') ?? []
      const ended = evolve(state(), { ...(stopped as NonNullable<typeof stopped>), at: 1 })
      expect(ended).toMatchObject({ status: 'stopped', stop: { reason: text, passed: false } })
      expect(reflex.files(ended, 'r-1')['f/r/run.json']).toBeDefined()
    },
  )
})

describe('stagnation', () => {
  const play = (scores: readonly (number | 'switch')[], blockers = ['x']) => {
    const counts: number[] = []
    let now = state({ level: 'A', freshBaseline: true, evaluation: null })
    for (const score of scores) {
      if (score === 'switch')
        now = evolve({ ...now, step: 'EVALUATE' }, { ...event('phase_switched', { from: 'A', to: 'B', because: '' }), at: 1 })
      else {
        now = evolve(now, { ...event('evaluation_done', evaluation({ level: now.level, score, blockers })), at: 1 })
        counts.push(now.stagnation)
      }
    }
    return {
      counts,
      last: now.lastScore,
      stop: firstStop(stopRules, { ...now, evaluation: evaluation({ blockers: ['x'] }) })?.reason ?? null,
    }
  }

  it.each<[string, (number | 'switch')[], number[], string | null]>([
    ['RX-094 two gains under 0.02 stop it', [5000, 5100, 5250], [0, 1, 2], 'stagnation'],
    ['RX-094 a gain of 0.0199 is one', [5000, 5199, 5398], [0, 1, 2], 'stagnation'],
    ['RX-095 a gain of exactly 0.02 is none, and sets it back', [5000, 5100, 5300, 5400], [0, 1, 0, 1], null],
    ['RX-094 a loss counts as well', [5000, 4000, 3000], [0, 1, 2], 'stagnation'],
    ['RX-095 the first evaluation never counts', [0, 0], [0, 1], null],
    ['RX-095 the first after the switch never counts and sets it back', [5000, 5000, 'switch', 4000, 4000], [0, 1, 0, 1], null],
  ])('%s', (_, scores, counts, reason) => {
    expect(play(scores)).toMatchObject({ counts, stop: reason })
  })

  it('RX-094 counts whether or not fail rules failed', () => {
    expect(play([5000, 5000, 5000], []).counts).toEqual(play([5000, 5000, 5000], ['x']).counts)
  })

  it('RX-089 the gain is over the former last_score, which then becomes this score', async () => {
    const at = project()
    const words = ['one', 'two', 'three', 'four']
    await loop(at, {
      rules: words.map((word) => says(`a.style.${word}`, word)),
      makes: steady(['one\n', 'one two\n', 'one two three\n']),
      more: { max_iterations: 3 },
    })
    expect(
      history(at)
        .filter(({ event: name }) => name === 'evaluation_done')
        .map(({ payload }) => payload['score']),
    ).toEqual([0.25, 0.5, 0.75])
    expect(runFile(at)).toMatchObject({ last_score: 0.75, stagnation_count: 0 })
  })

  it('RX-089 each evaluation is measured against the one right before it, which run.json holds by then', async () => {
    const at = project()
    const held: number[] = []
    const words = ['one', 'two', 'three', 'four']
    // Down, then up to the score it had: against the best that would be no gain, against the one before it is.
    const makes = steady(['one two three\n', 'one\n', 'one two four\n', 'one two four\n'])
    await loop(at, {
      rules: words.map((each) => says(`a.style.${each}`, each)),
      makes: (request) => (request.role === 'critique' && held.push(runFile(at).last_score), makes(request)),
      more: { max_iterations: 3 },
    })
    expect(held).toEqual([0.75, 0.25])
    expect(runFile(at)).toMatchObject({ last_score: 0.75, stagnation_count: 0, stop: { reason: 'iteration_limit' } })
  })

  it('RX-094 ends a loop that goes nowhere although a fail rule fails, and says so', async () => {
    const at = project()
    const { report } = await loop(at, {
      rules: [says('a.correctness.word', 'word')],
      makes: steady((n) => `try ${n}\n`),
      more: { max_iterations: 9 },
    })
    expect(report).toMatchObject({ at: 'end', status: 'stopped', reason: 'stagnation', passed: false })
    expect(runFile(at)).toMatchObject({ iteration: 3, stagnation_count: 2, stop: { because: expect.stringContaining('0.02') } })
  })
})

describe('budgets', () => {
  const hopeless = [says('a.correctness.word', 'word')]

  it.each<[string, object, object, string[]]>([
    [
      'RX-093 calls, before the next maker is asked',
      { calls: 1 },
      { budget: 'calls', completed: 1, limit: 1, overshoot: 0, last_completed_step: 'PLAN' },
      ['plan'],
    ],
    [
      'RX-093 calls, after what was paid for has been judged',
      { calls: 2 },
      { budget: 'calls', completed: 2, limit: 2, overshoot: 0, last_completed_step: 'EVALUATE' },
      ['plan', 'produce'],
    ],
    [
      'RX-093 tokens, with what went over',
      { tokenBudget: 20 },
      { budget: 'tokens', completed: 30, limit: 20, overshoot: 10, last_completed_step: 'EVALUATE' },
      ['plan', 'produce'],
    ],
    [
      'RX-093 money, in dollars',
      { cost: 0.0025 },
      { budget: 'costUsd', completed: 0.003, limit: 0.0025, overshoot: 0.0005, last_completed_step: 'CRITIQUE' },
      ['plan', 'produce', 'critique'],
    ],
  ])('%s', async (_, budget, overrun, roles) => {
    const at = project()
    const done = await loop(at, { rules: hopeless, makes: steady((n) => `try ${n}\n`), input: budget })
    expect(done.report).toMatchObject({ status: 'stopped', reason: 'budget_exceeded' })
    expect(runFile(at).stop).toMatchObject({ passed: false, reason: 'budget_exceeded', ...overrun })
    expect(done.roles).toEqual(roles)
  })

  it('RX-093 seconds are added at step boundaries, side by side as one; the running step is not cut', async () => {
    const at = project()
    let now = Date.UTC(2026, 1, 18, 12)
    const clock = { now: () => now }
    at.write('criteria.json', JSON.stringify({ max_iterations: 4, rules: [says('a.correctness.word', 'word', { check: 'says done' })] }))
    const world = makerWorld(at, (request) => {
      if (request.role !== 'prepare') now += request.role === 'plan' ? 3000 : 60_000
      return steady(['nothing\n'])(request)
    })
    world.clock = clock
    await withChecks(
      await run(reflexNew, { task: 'Write a greeting', criteria: 'criteria.json', seconds: 10, allowMakerChecks: true }, world),
      world,
    )
    expect(runFile(at).stop).toMatchObject({
      reason: 'budget_exceeded',
      budget: 'seconds',
      completed: 63,
      limit: 10,
      overshoot: 53,
      last_completed_step: 'EVALUATE',
    })
    expect(runFile(at)).toMatchObject({ completed_phase_seconds: 63, max_completed_phase_seconds: 10, phase_started_epoch_seconds: null })
  })

  it('RX-093 at 70% and 90% it warns, once each', async () => {
    const at = project()
    const words = Array.from({ length: 9 }, (_, n) => `w${n}.`)
    const { world } = await loop(at, {
      rules: [...hopeless, ...words.map((word, n) => says(`a.style.n-${n}`, word, { severity: 'warn' }))],
      makes: steady((n) => `${words.slice(0, n).join(' ')}\n`),
      input: { calls: 10 },
      more: { max_iterations: 9 },
    })
    expect(world.said.filter((text) => text.startsWith('budget:'))).toEqual([
      'budget: 70% used, 7 of 10 calls',
      'budget: 90% used, 9 of 10 calls',
    ])
  })
})

describe('what is left at the end', () => {
  const four = ['one', 'two', 'three', 'four'].map((word) => says(`a.style.${word}`, word))

  it('RX-098 is the best evaluated artifact, and it says so when that is not the last', async () => {
    const at = project()
    const { report } = await loop(at, { rules: four, makes: steady(['one\n', 'one two three\n', 'two\n']), more: { max_iterations: 3 } })
    expect(at.read(`${folder()}/artifact.md`)).toBe('one two three\n')
    expect(report.artifact?.text).toBe('one two three\n')
    expect(report.card).toMatch(/delivered: the best artifact, from iteration 2 \(0\.75\), not the last one \(0\.25\)/)
  })

  it('RX-098 prefers fewer blockers at the same score, then the earlier one', async () => {
    const ruled = [says('a.style.one', 'one'), says('a.style.two', 'two', { severity: 'warn', weight: 2 }), says('a.style.three', 'three')]
    const fewer = project()
    await loop(fewer, { rules: ruled, makes: steady(['two\n', 'one\n']), more: { max_iterations: 2 } })
    expect(fewer.read(`${folder()}/artifact.md`)).toBe('one\n')
    const earlier = project()
    await loop(earlier, { rules: four, makes: steady(['one\n', 'two\n']), more: { max_iterations: 2 } })
    expect(earlier.read(`${folder()}/artifact.md`)).toBe('one\n')
  })

  it('RX-099 the next REFINE starts from the best when the last was worse, and from the last when it was not', async () => {
    const at = project()
    const { asked } = await loop(at, {
      rules: four,
      makes: steady(['one two\n', 'one\n', 'three four\n', 'one two four\n']),
      more: { max_iterations: 4 },
    })
    const given = asked.filter(({ role }) => role === 'refine').map(({ request }) => request.slots['artifact'])
    expect(given).toEqual(['one two\n', 'one two\n', 'three four\n'])
    expect(asked.filter(({ role }) => role === 'critique').map(({ request }) => request.slots['artifact'])).toEqual(given)
    const replaced = history(at)
      .filter(({ event: name }) => name === 'refinement_done')
      .map(({ payload }) => payload['previous_artifact_hash'])
    expect(replaced).toEqual(['one two\n', 'one\n', 'three four\n'].map(sha256))
  })
})

describe('a wish to stop', () => {
  it.each<[string, string[], string]>([
    ['RX-088 comes after a threshold that was reached', ['word more\n'], 'threshold_reached'],
    ['RX-088 comes after no_major_issues', ['word\n'], 'no_major_issues'],
    ['RX-088 comes before the iteration limit', ['nothing\n'], 'enough'],
  ])('%s, when it arrives during the evaluation', async (_, texts, reason) => {
    const at = project()
    let post = async () => {}
    at.write(
      'criteria.json',
      JSON.stringify({
        max_iterations: 1,
        rules: [says('a.correctness.word', 'word'), says('b.style.more', 'more', { severity: 'warn' })],
      }),
    )
    const world = makerWorld(at, steady(texts))
    const { makers } = world
    world.makers = async (options) => {
      const real = await makers(options)
      return { ...real, ports: { ...real.ports, evaluate: async (task, context) => (await post(), real.ports.evaluate(task, context)) } }
    }
    post = async () =>
      void (
        runFile(at).phase === (texts[0] === 'nothing\n' ? 'A' : 'B') &&
        (await world.store.post(runFile(at).run_id, { kind: 'stop', reason: 'enough', by: 'somebody' }, 1))
      )
    await run(reflexNew, { task: 'Write a greeting', criteria: 'criteria.json' }, world)
    expect(runFile(at).stop.reason).toBe(reason)
    expect(events(at).filter((name) => name === 'stopped')).toHaveLength(1)
  })
})

it('RX-096 replaying the journal gives the same reason every time, without clock or network', async () => {
  const at = project()
  const { world } = await loop(at, {
    rules: [says('a.correctness.word', 'word')],
    makes: steady((n) => `try ${n}\n`),
    more: { max_iterations: 9 },
  })
  const id = runFile(at).run_id
  const entries: Parameters<typeof reduceEntry>[2][] = []
  await world.store.read(id, 1, (entry) => entries.push(entry))
  const now = vi.spyOn(Date, 'now').mockImplementation(() => {
    throw new Error('the clock was read')
  })
  const net = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('the network was used'))
  try {
    const reasons = Array.from({ length: 3 }, () => {
      let folded: RunState<ReflexState> | null = null
      for (const entry of entries) folded = reduceEntry(reflex as unknown as Workflow<ReflexState>, folded, entry, '').run
      const { state: last } = folded as unknown as RunState<ReflexState>
      return [last.stop?.reason, firstStop(stopRules, { ...last, stop: null })?.reason]
    })
    expect(reasons).toEqual(Array(3).fill(['stagnation', 'stagnation']))
    expect(net).not.toHaveBeenCalled()
  } finally {
    now.mockRestore()
    net.mockRestore()
  }
})
