// One verdict for the same input, rubric and model.
import { expect, it } from 'vitest'
import { type Verdicts, lookUp, record } from '../../../src/workflows/design/recorded-verdicts.ts'

const key = { input: 'a'.repeat(64), rubric: 'b'.repeat(64), model: 'm-1' }

it('the first verdict is recorded and found again', () => {
  const { verdicts, is } = record({}, key, { score: 80 })
  expect(is).toBe('new')
  expect(lookUp(verdicts, { ...key })).toEqual({ score: 80 })
})

it.each([
  ['input', { ...key, input: 'c'.repeat(64) }],
  ['rubric', { ...key, rubric: 'c'.repeat(64) }],
  ['model', { ...key, model: 'm-2' }],
])('another %s is another verdict', (_what, other) => {
  expect(lookUp(record({}, key, 1).verdicts, other)).toBeUndefined()
})

it('the same answer again, in another order of members, is the same', () => {
  const { verdicts } = record({}, key, { a: 1, b: 2 })
  expect(record(verdicts, key, { b: 2, a: 1 })).toEqual({ verdicts, is: 'same' })
})

it('a differing answer is a violation that names both and changes nothing', () => {
  const { verdicts } = record({}, key, { score: 80 })
  expect(record(verdicts, key, { score: 81 })).toEqual({
    verdicts,
    is: 'violation',
    violation: { ...key, recorded: { score: 80 }, answered: { score: 81 } },
  })
})

it('verdicts survive storage', () => {
  const { verdicts } = record({}, key, [1])
  expect(lookUp(JSON.parse(JSON.stringify(verdicts)) as Verdicts, key)).toEqual([1])
})
