// The axis of a run's page: bars as long as their figures say, at their true place, and scores where their step ended.
import { describe, expect, test } from 'vitest'
import type { Step } from '../../../src/surfaces/web/document.ts'
import { stepName } from '../../../src/surfaces/web/ui/format.ts'
import { axisOf, barOf, pointOf, tookMs, workedUntil } from '../../../src/surfaces/web/ui/axis.ts'

const step = (key: string, iteration: number, askedAt: number, endedAt: number | null, ms: number | null = null): Step => ({
  key,
  kind: 'ask',
  iteration,
  seq: 0,
  askedAt,
  endedAt,
  endedSeq: endedAt,
  ms,
  attempt: 1,
  ok: endedAt === null ? null : true,
  error: null,
  role: null,
  maker: null,
  model: null,
  usage: null,
  warnings: [],
  reply: null,
})

// An answer that took 119 ms and was judged and written for 90 more; a person who took an hour before the second iteration.
const steps = [
  step('generate', 1, 0, 209, 119),
  step('preview', 1, 209, 379, 59),
  step('generate', 2, 3_600_000, 3_600_100, 100),
  step('preview', 2, 3_600_100, 3_600_400, 300),
]
const now = 9_999_999

describe('a bar', () => {
  test.each([...steps, step('now', 2, now - 50, null)])(
    'of $key $iteration is as long as its figure, beside the others of its iteration',
    (each) => {
      const all = [...steps.filter(({ key }) => key !== each.key || each.iteration === 1), each].filter(
        ({ iteration }) => iteration === each.iteration,
      )
      const [column] = axisOf([...new Set(all)], now)
      const bar = barOf(column!, each, now)
      expect(bar.width / column!.width).toBeCloseTo(tookMs(each, now) / column!.worked)
      expect(bar.from + bar.width).toBeLessThanOrEqual(100.0001)
    },
  )

  test('begins where its step was asked for, since its iteration began', () => {
    const [first, second] = axisOf(steps, now)
    expect(barOf(first!, steps[1]!, now)).toMatchObject({ offset: 209, from: (209 / 379) * 50 })
    expect(barOf(second!, steps[3]!, now)).toMatchObject({ offset: 100, from: 50 + (100 / 400) * 50 })
  })
})

test('an hour of waiting for a person crushes nothing', () => {
  const waited = [step('ask', 1, 0, 100), step('go on', 1, 3_600_000, 3_600_100)]
  const [column] = axisOf(waited, now)
  expect(column!.worked).toBe(200)
  expect(barOf(column!, waited[1]!, now)).toEqual({ from: 50, width: 50, offset: 100 })
})

test('steps side by side are not counted twice', () => {
  expect(workedUntil([step('a', 1, 0, 100), step('b', 1, 20, 80), step('c', 1, 90, 150)], now, Infinity)).toBe(150)
})

test('a score stands at the end of its step, in the column of its iteration', () => {
  const columns = axisOf(steps, now)
  expect(columns.map(({ iteration, from, width }) => [iteration, from, width])).toEqual([
    [1, 0, 50],
    [2, 50, 50],
  ])
  expect(pointOf(columns, { seq: 209, at: 209 }, now)).toBeCloseTo((209 / 379) * 50)
  expect(pointOf(columns, { seq: 3_600_400, at: 3_600_400 }, now)).toBe(100)
  expect(pointOf(axisOf(steps, now, 1), { seq: 209, at: 209 }, now)).toBeNull()
})

test.each([
  ['generate:2.1', 'generate'],
  ['review:3:1', 'review'],
  ['evaluate:2:A:e83f4b16', 'evaluate, level A'],
  ['judge:tone:e83f4b16:2#2', 'judge, tone, attempt 2'],
  ['baseline', 'baseline'],
])('the step %s is called %s', (key, name) => expect(stepName(key)).toBe(name))
