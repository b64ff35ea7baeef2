// One verdict for the same input, rubric and model.
import { expect, it } from 'vitest'
import { type Ledger, lookUp, record } from '../../src/agents/ledger.ts'

const key = { input: 'a'.repeat(64), rubric: 'b'.repeat(64), model: 'm-1' }

it('the first verdict is recorded and found again', () => {
  const { ledger, is } = record({}, key, { score: 80 })
  expect(is).toBe('new')
  expect(lookUp(ledger, { ...key })).toEqual({ score: 80 })
})

it.each([
  ['input', { ...key, input: 'c'.repeat(64) }],
  ['rubric', { ...key, rubric: 'c'.repeat(64) }],
  ['model', { ...key, model: 'm-2' }],
])('another %s is another verdict', (_what, other) => {
  expect(lookUp(record({}, key, 1).ledger, other)).toBeUndefined()
})

it('the same answer again, in another order of members, is the same', () => {
  const { ledger } = record({}, key, { a: 1, b: 2 })
  expect(record(ledger, key, { b: 2, a: 1 })).toEqual({ ledger, is: 'same' })
})

it('a differing answer is a violation that names both and changes nothing', () => {
  const { ledger } = record({}, key, { score: 80 })
  expect(record(ledger, key, { score: 81 })).toEqual({
    ledger,
    is: 'violation',
    violation: { ...key, recorded: { score: 80 }, answered: { score: 81 } },
  })
})

it('a ledger survives storage', () => {
  const { ledger } = record({}, key, [1])
  expect(lookUp(JSON.parse(JSON.stringify(ledger)) as Ledger, key)).toEqual([1])
})
