// The labelled sets of the critic: good designs, designs made without understanding, planted defects, harmless edits. The figures are printed.
import { expect, test } from 'vitest'
import { critique } from '../../../../src/workflows/design/critic/critic.ts'
import { dimensions } from '../../../../src/workflows/design/critic/critique.ts'
import { validateIntent } from '../../../../src/workflows/design/critic/validate.ts'
import { thresholdRange } from '../../../../src/workflows/design/state.ts'
import { everything } from '../../../everything.ts'
import { degenerates } from './degenerate.ts'
import { readFeatures } from './fixtures.ts'
import { harmlessVariants } from './harmless.ts'
import { mutators } from './mutations.ts'

const features = readFeatures()
const good = new Map(features.map((feature) => [feature.id, critique(feature.intent)]))
/** Every kind of design made without understanding, judged once for both tests that read it. */
const bad = new Map(
  Object.entries(degenerates).map(([name, make]) => [
    name,
    features.map((feature, i) => {
      const intent = make(feature, features[(i + 1) % features.length]!)
      return { intent, overall: critique(intent).overall }
    }),
  ]),
)
const figure = (hundredths: number) => (hundredths / 100).toFixed(2)

test('good designs of at least 30 texts score 90 or more', () => {
  const scores = [...good.values()].map(({ overall }) => overall)
  console.log(`good designs: ${scores.length}, lowest ${figure(Math.min(...scores))}`)
  expect(scores.length).toBeGreaterThanOrEqual(30)
  for (const [id, { overall }] of good) expect(overall, id).toBeGreaterThanOrEqual(9000)
})

/** The lowest threshold that can be set (D29: copying alone passes no gate). */
const lowestGate = thresholdRange.least

test.each(Object.keys(degenerates))('%s passes no gate on any text', (name) => {
  const scores = bad.get(name)!.map(({ intent, overall }, i) => {
    expect(validateIntent(intent, features[i]!.id), features[i]!.id).toEqual([])
    return overall
  })
  console.log(`${name}: ${scores.length} texts, highest ${figure(Math.max(...scores))}`)
  expect(Math.max(...scores)).toBeLessThan(lowestGate)
})

test("no feature's design passes for any other feature", () => {
  const scores = features.flatMap((feature, i) =>
    features
      .filter((other, j) => other !== feature && (everything || (i + j) % 10 === 0))
      .map((other) => critique(degenerates["another feature's design"]!(feature, other)).overall),
  )
  console.log(`every design under every other text: ${scores.length} pairs, highest ${figure(Math.max(...scores))}`)
  expect(Math.max(...scores)).toBeLessThan(lowestGate)
})

test('planted defects lower the right dimension', () => {
  let planted = 0
  const missed: string[] = []
  for (const mutator of mutators) {
    for (const [i, feature] of features.entries()) {
      const intent = structuredClone(feature.intent)
      if (!mutator.plant(intent, (items) => items[(i * 7 + 3) % Math.max(1, items.length)])) continue
      expect(validateIntent(intent, feature.id), `${mutator.name} in ${feature.id}`).toEqual([])
      planted++
      if (critique(intent).dimensions[mutator.lowers] >= good.get(feature.id)!.dimensions[mutator.lowers])
        missed.push(`${mutator.name} in ${feature.id}`)
    }
  }
  console.log(
    `planted defects: ${planted} by ${mutators.length} mutators, noticed ${((100 * (planted - missed.length)) / planted).toFixed(2)}%`,
  )
  expect(mutators.length).toBeGreaterThanOrEqual(8)
  expect(planted).toBeGreaterThanOrEqual(200)
  expect(missed.length, missed.join('; ')).toBeLessThanOrEqual(planted * 0.05)
})

test('harmless edits lower nothing', () => {
  let edits = 0
  const lowered: string[] = []
  for (const feature of features) {
    for (const { name, intent } of harmlessVariants(feature)) {
      expect(validateIntent(intent, feature.id), `${name} in ${feature.id}`).toEqual([])
      edits++
      const { dimensions: scores } = critique(intent)
      if (dimensions.some((dimension) => scores[dimension] < good.get(feature.id)!.dimensions[dimension]))
        lowered.push(`${name} in ${feature.id}`)
    }
  }
  console.log(`harmless edits: ${edits}, lowered a dimension: ${lowered.length}`)
  expect(edits).toBeGreaterThanOrEqual(50)
  expect(lowered.length, lowered.join('; ')).toBeLessThanOrEqual(edits * 0.025)
})

test('the scores are the published ones; a change of the critic shows in the table what it shifted', async () => {
  const rows = features.map((feature, i) => {
    const others = [...bad.values()].map((scores) => figure(scores[i]!.overall))
    return [feature.id, figure(good.get(feature.id)!.overall), ...others].join(' | ')
  })
  await expect([['feature', 'good design', ...Object.keys(degenerates)].join(' | '), ...rows, ''].join('\n')).toMatchFileSnapshot(
    './scores.txt',
  )
})
