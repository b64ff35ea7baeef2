// A model critic lowers what it can prove and can raise nothing.
import { expect, test } from 'vitest'
import { critique } from '../../../../src/workflows/design/critic/critic.ts'
import { Critique, dimensions } from '../../../../src/workflows/design/critic/critique.ts'
import { lowered, ModelReply } from '../../../../src/workflows/design/critic/model-critic.ts'
import { readFeatures } from './fixtures.ts'

const { intent } = readFeatures().find(({ id }) => id === 'table-booking')!
const before = critique(intent)
const hundred = { completeness: 100, coherence: 100, clarity: 100, frameworkAgnosticism: 100, dataModelIntegrity: 100 }
const concern = { dimension: 'clarity' as const, quote: 'Guest chooses one free table.', change: 'Say how tables are told apart.' }

test('a proven concern lowers its dimension and is pointed to', () => {
  const after = lowered(before, { scores: { ...hundred, clarity: 70, coherence: 10 }, concerns: [concern] }, intent)
  expect(after.dimensions).toEqual({ ...before.dimensions, clarity: 7000 })
  expect(after.overall).toBe(before.overall - 600)
  expect(after.findings.at(-1)).toMatchObject({
    ruleId: 'clarity.model-concern',
    pointer: '/userFlows/0/steps/2/action',
    evidence: concern.quote,
    points: 3000,
  })
  expect(after.recommendations[0]).toMatchObject({ ruleId: 'clarity.model-concern', gain: 600 })
  expect(Critique.parse(after)).toEqual(after)
})

test('a quote that is nowhere in the design lowers nothing', () => {
  expect(
    lowered(before, { scores: { ...hundred, clarity: 0 }, concerns: [{ ...concern, quote: 'Guest flies to the moon.' }] }, intent),
  ).toEqual(before)
})

test('no reply raises a dimension', () => {
  const poor = critique({ ...intent, userFlows: [] })
  const after = lowered(
    poor,
    { scores: hundred, concerns: dimensions.map((dimension) => ({ ...concern, dimension, quote: intent.goals[0]! })) },
    { ...intent, userFlows: [] },
  )
  expect(after.dimensions).toEqual(poor.dimensions)
  expect(after.overall).toBe(poor.overall)
})

test.each([
  { scores: { ...hundred, clarity: 101 }, concerns: [] },
  { scores: hundred },
  { scores: hundred, concerns: [], verdict: 'approved' },
])('%j is no reply', (reply) => {
  expect(ModelReply.safeParse(reply).success).toBe(false)
})
