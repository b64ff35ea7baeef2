// The seven states, the exit order and the no-progress rule.
import { describe, expect, test } from 'vitest'
import { move } from '../../src/kernel/machine.ts'
import { firstStop } from '../../src/kernel/stop.ts'
import { event, moved } from '../../src/workflows/design/events.ts'
import { evolve, initial, unfold } from '../../src/workflows/design/evolve.ts'
import { design } from '../../src/workflows/design/index.ts'
import { type StateName, stateNames, transitions } from '../../src/workflows/design/machine.ts'
import { conclude, revise } from '../../src/workflows/design/moves.ts'
import type { DesignState, Evaluation, Scores, Settings } from '../../src/workflows/design/state.ts'
import { exitOrder } from '../../src/workflows/design/stop.ts'

const settings: Settings = {
  requirements: 'r',
  threshold: 8000,
  maxIterations: 10,
  determinism: 'default',
  approval: 'attended',
  critic: 'code',
  preview: 'builtin',
  pins: {},
  by: 'tester',
}
const begun = initial({ featureId: 'booking', folder: 'features/booking/design', settings }, 0)
const inState = (state: StateName, more: Partial<DesignState> = {}): DesignState => ({ ...begun, starting: null, state, ...more })
const flat = (score: number): Scores => ({
  completeness: score,
  coherence: score,
  clarity: score,
  frameworkAgnosticism: score,
  dataModelIntegrity: score,
})
const scored = (score: number, iteration: number, dimensions = flat(score)): Evaluation => ({
  iteration,
  intent: `i${iteration}`,
  hash: `h${iteration}`,
  critique: `c${iteration}`,
  score,
  dimensions,
  findings: 0,
  advice: [],
  phrase: 'book a table',
})

/** One iteration: made, scored, and the exit order tried. */
function iterate(state: DesignState, score: number): DesignState {
  const unfolding = unfold(state)
  unfolding.add(
    moved(unfolding.state, 'EVALUATING', { reason: 'artifact_produced', because: '' }),
    event('evaluation_done', scored(score, state.iteration)),
  )
  conclude(unfolding)
  return unfolding.state
}

const afterScores = (scores: readonly number[], from = inState('GENERATING')) => scores.reduce(iterate, from)

describe('the table', () => {
  test('DE-001 a feature begins as IDLE and its seven states are all there are', () => {
    expect(begun.state).toBe('IDLE')
    expect(stateNames).toEqual(['IDLE', 'GENERATING', 'EVALUATING', 'CANDIDATE', 'REVISING', 'FROZEN', 'FAILED'])
    expect(Object.keys(transitions).sort()).toEqual([...stateNames].sort())
  })

  const listed: [StateName, StateName][] = [
    ['IDLE', 'GENERATING'],
    ['GENERATING', 'EVALUATING'],
    ['GENERATING', 'FAILED'],
    ['EVALUATING', 'CANDIDATE'],
    ['EVALUATING', 'REVISING'],
    ['EVALUATING', 'FAILED'],
    ['CANDIDATE', 'FROZEN'],
    ['CANDIDATE', 'REVISING'],
    ['CANDIDATE', 'FAILED'],
    ['REVISING', 'GENERATING'],
    ['FAILED', 'IDLE'],
  ]
  const pairs = stateNames.flatMap((from) => stateNames.map((to) => [from, to] as [StateName, StateName]))
  const isListed = ([from, to]: [StateName, StateName]) => listed.some(([a, b]) => a === from && b === to)

  test.each(pairs.filter(isListed))('%s may move to %s', (from, to) => {
    const step = moved(inState(from), to, { reason: 'r', because: 'b' })
    expect(evolve(inState(from), { ...step, at: 5 }).state).toBe(to)
  })

  test('DE-015 each of the 38 other pairs is refused when attempted, self-moves included', () => {
    const others = pairs.filter((pair) => !isListed(pair))
    expect(others).toHaveLength(38)
    for (const [from, to] of others) {
      expect(move(transitions, from, to).ok, `${from} → ${to}`).toBe(false)
      expect(moved(inState(from), to, { reason: 'r', because: 'b' }).type).toBe('transition_refused')
    }
  })

  test('DE-016 a refused move says from, to and reason, and leaves state and artifacts as they were, even if a journal claims it', () => {
    const candidate = inState('CANDIDATE', { evaluation: scored(9000, 0), shown: { ...begun.shown, intent: 'i0' } })
    const step = moved(candidate, 'GENERATING', { reason: 'started', because: '', by: 'ann' })
    expect(step).toEqual({
      type: 'transition_refused',
      data: {
        from: 'CANDIDATE',
        to: 'GENERATING',
        reason: "CANDIDATE can't move to GENERATING: it can move to FROZEN, REVISING, FAILED",
        by: 'ann',
      },
    })
    expect(evolve(candidate, { ...step, at: 5 })).toEqual(candidate)
    expect(evolve(candidate, { ...event('moved', { from: 'CANDIDATE', to: 'GENERATING', reason: 'forged', because: '' }), at: 5 })).toEqual(
      candidate,
    )
  })

  test('DE-012 REVISING moves only to GENERATING, and its feedback is prepared by then', () => {
    expect(transitions.REVISING).toEqual(['GENERATING'])
    const next = afterScores([7000])
    expect(next).toMatchObject({ state: 'GENERATING', iteration: 1, base: { intent: 'i0', critique: 'c0' } })
  })

  test('DE-017 an integrity violation leads to FAILED from any state; only a frozen design is unfrozen', () => {
    for (const from of stateNames)
      expect(evolve(inState(from), { ...event('integrity_violated', { file: 'f', expected: 'a', actual: 'b' }), at: 5 }).state).toBe(
        'FAILED',
      )
    expect(evolve(inState('FROZEN'), { ...event('unfrozen', { reason: 'marker deleted', checksum: 'a' }), at: 5 }).state).toBe('IDLE')
    expect(transitions.FROZEN).toEqual([])
  })
})

describe('the exit order', () => {
  test('DE-067 schema failure, time-out, iteration limit, no progress, threshold: tried in this order, one decides', () => {
    expect(exitOrder.map(({ reason }) => reason)).toEqual([
      'schema_violation',
      'agent_timeout',
      'max_iterations',
      'no_progress',
      'threshold_met',
    ])
    const all = {
      state: inState('EVALUATING', { iteration: 10, evaluation: scored(9000, 9), streak: { score: 9000, from: 6, count: 3 } }),
      problems: [{ path: '/goals', rule: 'required', message: 'missing' }],
      timeout: 'the Design Generator ran past its limit',
    }
    expect(firstStop(exitOrder, all)?.reason).toBe('schema_violation')
    expect(firstStop(exitOrder, { ...all, problems: [] })?.reason).toBe('agent_timeout')
    expect(firstStop(exitOrder, { state: all.state })?.reason).toBe('max_iterations')
    expect(firstStop(exitOrder, { state: { ...all.state, iteration: 9 } })?.reason).toBe('no_progress')
    expect(firstStop(exitOrder, { state: { ...all.state, iteration: 9, streak: begun.streak } })?.reason).toBe('threshold_met')
  })

  test('DE-067 a run takes that order: unchanged for the third time fails though the threshold is met, and each iteration ends once', () => {
    expect(afterScores([7999, 7999, 7999]).state).toBe('GENERATING')
    const ended = afterScores([7999, 7999, 7999, 8000]) // within 0.01 of the score before, and at the threshold of 80
    expect(ended).toMatchObject({ state: 'FAILED', failure: { reason: 'no_progress' } })
    const exits = ended.history.flatMap((entry) => ('from' in entry && entry.from === 'EVALUATING' ? [entry.to] : []))
    expect(exits).toEqual(['REVISING', 'REVISING', 'REVISING', 'FAILED'])
    // The limit is tried before the lack of progress: the tenth score is the third unchanged one, and the eleventh attempt is never made.
    const last = afterScores([5000, 5100, 5200, 5300, 5400, 5500, 5600, 7000, 7000, 7000])
    expect(last).toMatchObject({ state: 'FAILED', iteration: 10, failure: { reason: 'max_iterations' } })
  })

  test('DE-006 DE-007 DE-073 a score at the threshold makes a candidate and says so, one below goes on through REVISING', () => {
    const met = afterScores([8000])
    expect(met.state).toBe('CANDIDATE')
    expect(met.history.at(-1)).toMatchObject({ reason: 'threshold_met', because: 'the score 80 meets the threshold 80 in iteration 1' })
    const below = afterScores([7999])
    expect(below).toMatchObject({ state: 'GENERATING', iteration: 1 })
    expect(below.history.map((entry) => ('to' in entry ? entry.to : ''))).toEqual(['EVALUATING', 'REVISING', 'GENERATING'])
  })

  const rising = (count: number) => Array.from({ length: count }, (_, index) => 5000 + index * 100)

  test('DE-070 DE-071 the tenth attempt is scored with iteration 9 and may pass; if not, GENERATING fails before anybody is asked', () => {
    const nine = afterScores(rising(9))
    expect(nine).toMatchObject({ state: 'GENERATING', iteration: 9 })
    expect(iterate(nine, 8000)).toMatchObject({ state: 'CANDIDATE', iteration: 9, scoreHistory: expect.arrayContaining([[9, 8000]]) })
    const ten = iterate(nine, 7000)
    expect(ten).toMatchObject({
      state: 'FAILED',
      iteration: 10,
      failure: { reason: 'max_iterations', because: '10 of 10 iterations are done; the last score is 70, the threshold 80' },
    })
    expect(ten.history.slice(-2)).toMatchObject([
      { from: 'REVISING', to: 'GENERATING' },
      { from: 'GENERATING', to: 'FAILED' },
    ])
    // Logged with final score, iteration count and threshold, for whoever reads the history alone.
    expect(ten.history.at(-1)).toMatchObject({
      reason: 'max_iterations',
      because: '10 of 10 iterations are done; the last score is 70, the threshold 80',
    })
    expect(design.next(ten)).toEqual({ done: { status: 'FAILED', reason: 'max_iterations', passed: false } })
  })

  test('DE-072 three iterations without change fail, with the score and the range', () => {
    expect(afterScores([6000, 7000, 7000, 7000])).toMatchObject({ state: 'GENERATING' })
    expect(afterScores([6000, 7000, 7000, 7000, 7000])).toMatchObject({
      state: 'FAILED',
      failure: { reason: 'no_progress', because: 'the score has stayed at 70 through iterations 2 to 5' },
    })
  })

  test('DE-074 within 0.01 of the score before the streak is unchanged, beyond it is not', () => {
    expect(afterScores([7000, 7001, 7001, 7001]).state).toBe('FAILED')
    expect(afterScores([7000, 6999, 7001, 6999]).state).toBe('FAILED')
    expect(afterScores([7000, 7002, 7002, 7002]).state).toBe('GENERATING')
    // A slow climb is one: each is compared with the score before the streak, not with the one before it.
    expect(afterScores([7000, 7001, 7002, 7003]).state).toBe('GENERATING')
  })

  test('DE-075 72.45, 72.46, 72.44, 72.45 fails at the fourth score and not before', () => {
    expect(afterScores([7245, 7246, 7244]).state).toBe('GENERATING')
    expect(afterScores([7245, 7246, 7244, 7245])).toMatchObject({ state: 'FAILED', failure: { reason: 'no_progress' } })
  })

  test('DE-076 DE-064 a reject sets the streak to zero, raises the counter by one and goes on to GENERATING', () => {
    const stuck = afterScores([7000, 7000, 7000])
    const candidate = { ...inState('CANDIDATE'), streak: stuck.streak, iteration: 4, evaluation: scored(8500, 4) }
    const unfolding = unfold(candidate).add(event('rejected', { by: 'ann', feedback: 'Too plain.' }))
    revise(unfolding, { reason: 'rejected', because: 'a person rejected it' })
    expect(unfolding.state).toMatchObject({
      state: 'GENERATING',
      iteration: 5,
      streak: { score: null, count: 0 },
      feedback: ['Too plain.'],
    })
    expect(afterScores([7000, 7000, 7000], unfolding.state).state).toBe('GENERATING')
  })

  test('DE-077 every evaluation adds [iteration, score], and the counter rises also when the score stays', () => {
    expect(afterScores([7000, 7000, 7100])).toMatchObject({
      scoreHistory: [
        [0, 7000],
        [1, 7000],
        [2, 7100],
      ],
      iteration: 3,
    })
  })

  test('the next attempt improves on the best so far, and after a rejection on what was rejected', () => {
    expect(afterScores([7000, 6000, 6500]).base).toMatchObject({ intent: 'i0', critique: 'c0' })
    expect(afterScores([6000, 7000]).base).toMatchObject({ intent: 'i1' })
    const rejected = unfold({ ...afterScores([7000]), evaluation: scored(6000, 1) }).add(
      event('rejected', { by: 'ann', feedback: 'x' }),
    ).state
    expect(rejected.base).toEqual({ intent: 'i1', critique: 'c1', scored: null })
    expect(afterScores([5000], { ...rejected, state: 'GENERATING', iteration: 2 }).base).toMatchObject({ intent: 'i2' })
  })

  test('DE-039 the best evaluated intent is on record, equal totals told apart by dimensions', () => {
    expect(afterScores([6000, 7500, 7000]).best?.evaluation.hash).toBe('h1')
    const unfolding = unfold(inState('EVALUATING')).add(
      event('evaluation_done', scored(7000, 0, { ...flat(7000), clarity: 6000 })),
      event('evaluation_done', scored(7000, 1)),
    )
    expect(unfolding.state.best?.evaluation.hash).toBe('h1')
    expect(unfolding.add(event('evaluation_done', scored(7000, 2, { ...flat(7000), clarity: 6000 }))).state.best?.evaluation.hash).toBe(
      'h1',
    )
  })
})
