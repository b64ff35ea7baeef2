// Requirements of what an order's prompt is told, who is held out, and how an effect is measured.
import { describe, expect, test } from 'vitest'
import { effectOf } from '../../src/learning/effect.ts'
import { failureCategory } from '../../src/learning/failures.ts'
import { type Asked, type LastOrder, guidelinesFor } from '../../src/learning/told.ts'
import { type Lesson, alpha } from '../../src/learning/lesson.ts'
import { codesOf, lastOrderOf } from '../../src/learning/record.ts'
import { isTried, verdictOf } from '../../src/learning/thresholds.ts'
import { accepted, failed, order } from '../learning/orders.ts'

const fine: LastOrder = {
  scores: { architecture: 9, readability: 9, completeness: 9, test_coverage: 9, build_success: 10 },
  todos: 0,
  coverage: 90,
  longestFile: 100,
  worstComplexity: 5,
  lintWarnings: 0,
  firstBuildError: null,
}
const asked = (more: Partial<Asked> = {}): Asked => ({
  order: 'o-1',
  proposer: 'p',
  complexity: 0.35,
  band: '0.3-0.4',
  last: null,
  lessons: [],
  seed: 's',
  ...more,
})
const lesson = (id: string, more: Partial<Lesson> = {}): Lesson => ({
  id,
  code: 'TS2304',
  text: `Lesson ${id}.`,
  version: 1,
  parent: null,
  reason: 'test',
  status: 'trial',
  proposers: null,
  minComplexity: null,
  maxComplexity: null,
  addedAt: 0,
  ...more,
})
const weak = (scores: Partial<LastOrder['scores']>, more: Partial<LastOrder> = {}) =>
  guidelinesFor(asked({ last: { ...fine, ...more, scores: { ...fine.scores, ...scores } } }))

describe('what a prompt is told', () => {
  test.each(Object.keys(fine.scores))('OR-023 a delta for %s under 7, and none at 7', (dimension) => {
    expect(weak({ [dimension]: 6 }).injected.map((item) => item.dimension)).toEqual([dimension])
    expect(weak({ [dimension]: 7 }).injected).toEqual([])
  })

  test('OR-024 no delta when all five are 7 or more, or when there was no such order', () => {
    expect([weak({}).text, guidelinesFor(asked()).text]).toEqual(['', ''])
  })

  test('OR-025 OR-026 OR-027 each delta states what was measured', () => {
    expect(weak({ completeness: 4 }, { todos: 6 }).text).toMatch(/6 TODOs.*Implement everything/)
    expect(weak({ test_coverage: 3 }, { coverage: 42 }).text).toMatch(/42%.*thorough tests/)
    expect(weak({ architecture: 5 }, { longestFile: 812 }).text).toContain('812 lines')
    expect(weak({ readability: 5 }, { worstComplexity: 31, lintWarnings: 9 }).text).toMatch(/31.*9 warnings/)
    expect(weak({ build_success: 0 }, { firstBuildError: 'TS2304: Cannot find name x' }).text).toContain('TS2304: Cannot find name x')
  })

  test('OR-028 five at most, two of them kept for what was weak, and the rest is listed', () => {
    const lessons = Array.from({ length: 9 }, (_, n) => lesson(`L-${n}`))
    const { injected, heldOut, leftOut } = guidelinesFor(
      asked({ lessons, last: { ...fine, scores: { ...fine.scores, completeness: 1, test_coverage: 1, readability: 1 } } }),
    )
    expect(injected.filter((item) => item.dimension)).toHaveLength(2)
    expect(injected.length + heldOut.length).toBe(5)
    expect(leftOut).toHaveLength(7)
    expect(leftOut.every(({ why }) => why === 'the limit of 5 is reached')).toBe(true)
  })

  test('OR-029 the block has its heading and blank lines between items, and is absent without items', () => {
    const { text } = guidelinesFor(asked({ lessons: [lesson('L-a'), lesson('L-b')], seed: 'both' }))
    expect(text === '' || /^IMPORTANT GUIDELINES:(\n\n[^\n]+)+$/.test(text)).toBe(true)
    expect(guidelinesFor(asked()).text).toBe('')
  })

  test('OR-030 only for the proposers and the complexity it is meant for', () => {
    const meant = (more: Partial<Lesson>) => guidelinesFor(asked({ lessons: [lesson('L-a', more)] })).applications.length
    expect([
      meant({ proposers: ['q'] }),
      meant({ proposers: ['p'] }),
      meant({ proposers: null }),
      meant({ minComplexity: 0.5 }),
      meant({ maxComplexity: 0.3 }),
      meant({ minComplexity: 0.3, maxComplexity: 0.4 }),
    ]).toEqual([0, 1, 1, 0, 0, 1])
  })

  test('OR-031 OR-051 each pair of order and lesson is recorded with its arm, the same each time, a fifth held out in every group', () => {
    for (const [proposer, band] of [
      ['p', '0.3-0.4'],
      ['q', '0.9-1.0'],
    ] as const) {
      const arms = () =>
        Array.from(
          { length: 4000 },
          (_, n) => guidelinesFor(asked({ order: `o-${n}`, proposer, band, lessons: [lesson('L-a')] })).applications[0]?.arm,
        )
      const held = arms().filter((arm) => arm === 'held_out').length / 4000
      expect(Math.abs(held - 0.2)).toBeLessThan(0.025)
      expect(arms()).toEqual(arms())
    }
  })

  test('OR-031 whether a lesson is compared never depends on the coin of another', () => {
    const compared = (seed: string) =>
      guidelinesFor(asked({ seed, lessons: Array.from({ length: 8 }, (_, n) => lesson(`L-${n}`)) })).applications.map((each) => each.lesson)
    for (const seed of ['a', 'b', 'c', 'd', 'e', 'f']) expect(compared(seed)).toEqual(['L-0', 'L-1', 'L-2', 'L-3', 'L-4'])
  })
})

describe('what an order contributes', () => {
  test('OR-036 OR-044 its codes are the compiler’s and our own, and its category the first that fits', () => {
    expect(codesOf(failed('a', ['TS2304']))).toEqual(['ORDER_NOT_ACCEPTED', 'TS2304'])
    expect(codesOf(order('b', { acceptance_result: accepted({ todo_count: 2, tests_passed: false }) }))).toEqual([
      'COMPLETENESS_TODO',
      'TESTS_FAIL',
    ])
    expect(
      codesOf(
        order('c', {
          metrics: {
            fileLines: { is: 'measured', value: [20, 900] },
            worstComplexity: { is: 'unmeasured' },
            lintWarnings: { is: 'measured', value: 6 },
          },
        }),
      ),
    ).toEqual(['ARCHITECTURE_LONG_FILE', 'READABILITY_LINT'])
    expect(failureCategory({ codes: ['TS2322', 'TS2307'], contractViolated: false, compiles: false })).toBe('import_error')
  })

  test('OR-022 what was not measured is said to nobody', () => {
    const last = lastOrderOf(
      accepted({
        dimension_scores: {
          architecture: 3,
          readability: 'unmeasured',
          completeness: 9,
          test_coverage: 'not-applicable',
          build_success: 10,
        },
      }),
      null,
    )
    expect(last?.scores).toMatchObject({ architecture: 3, readability: null, test_coverage: null })
    expect(guidelinesFor(asked({ last })).injected.map((item) => item.dimension)).toEqual(['architecture'])
  })
})

describe('the effect', () => {
  const orders = (stratum: string, arm: 'treated' | 'held_out', count: number, bad: number) =>
    Array.from({ length: count }, (_, n) => ({ stratum, arm, failed: n % count < bad }))

  test('OR-049 OR-050 OR-052 rates of the same proposer and band are compared; the reduction may be negative, and is null without a control', () => {
    const both = effectOf([...orders('a', 'treated', 80, 8), ...orders('a', 'held_out', 20, 10), ...orders('b', 'treated', 50, 50)], alpha)
    expect(both).toMatchObject({ treated: { orders: 130, failed: 58 }, heldOut: { orders: 20, failed: 10 } })
    expect(both.reduction).toBeCloseTo(0.8)
    expect([both.difference.low <= both.difference.high, both.reductionInterval]).toEqual([
      true,
      { low: expect.any(Number), high: expect.any(Number) },
    ])
    expect(effectOf([...orders('a', 'treated', 40, 30), ...orders('a', 'held_out', 20, 5)], alpha).reduction).toBeLessThan(0)
    expect([
      effectOf(orders('a', 'treated', 40, 4), alpha).reduction,
      effectOf([...orders('a', 'treated', 40, 4), ...orders('a', 'held_out', 9, 0)], alpha).reduction,
    ]).toEqual([null, null])
  })
})

test('OR-040 an experiment takes half of the harder orders, needs 30 of them, and 0.70 of those completed', () => {
  const running = { id: 'x', proposer: 'p', current: 0.3, experimental: 0.5, status: 'running' as const, attempts: 0, successes: 0, at: 0 }
  const share = Array.from({ length: 2000 }, (_, n) => isTried(running, `o-${n}`, 0.4, 's')).filter(Boolean).length / 2000
  expect(Math.abs(share - 0.5)).toBeLessThan(0.05)
  expect([
    isTried(running, 'o', 0.3, 's'),
    isTried(running, 'o', 0.51, 's'),
    isTried({ ...running, status: 'paused' }, 'o-1', 0.4, 's'),
  ]).toEqual([false, false, false])
  const verdict = (attempts: number, successes: number) => verdictOf({ attempts, successes })
  expect([verdict(29, 29), verdict(30, 21), verdict(30, 20), verdict(30, 8)]).toEqual([null, 'propose', null, 'reject'])
})
