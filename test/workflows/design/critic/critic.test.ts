// What every critique keeps to, whatever the design: determinism, evidence, points that add up, order.
import { describe, expect, test } from 'vitest'
import { canonicalize } from '../../../../src/lib/canonical.ts'
import { sha256 } from '../../../../src/lib/hash.ts'
import { critique, overallOf } from '../../../../src/workflows/design/critic/critic.ts'
import { Critique, dimensions, weights } from '../../../../src/workflows/design/critic/critique.ts'
import type { Intent } from '../../../../src/workflows/design/intent.ts'
import { degenerates } from './degenerate.ts'
import { readFeatures } from './fixtures.ts'
import { mutators } from './mutations.ts'

const features = readFeatures()

/** Good, bad and broken designs. */
const samples: [string, Intent][] = [
  ...features.slice(0, 5).map(({ id, intent }): [string, Intent] => [id, intent]),
  ...Object.entries(degenerates).map(([name, make]): [string, Intent] => [name, make(features[0]!, features[1]!)]),
  ...mutators.map((mutator): [string, Intent] => {
    const intent = structuredClone(features[3]!.intent)
    mutator.plant(intent, (items) => items[0])
    return [mutator.name, intent]
  }),
]

describe.each(samples)('the critique of %s', (_, intent) => {
  const result = critique(intent)

  test('fits its schema and holds no time', () => {
    expect(Critique.parse(result)).toEqual(result)
    expect(JSON.stringify(result)).not.toMatch(/\d{4}-\d{2}-\d{2}T/)
  })

  test('is the same byte for byte, also from a copy with other key order', () => {
    const copy = JSON.parse(canonicalize(intent)) as Intent
    expect(JSON.stringify(critique(copy))).toBe(JSON.stringify(result))
  })

  test('quotes its evidence from the place it points to', () => {
    for (const { pointer, evidence, ruleId } of result.findings) {
      const value = at(intent, pointer)
      expect(value, `${ruleId} at ${pointer}`).not.toBe(undefined)
      expect(
        strings(value).some((text) => text.includes(evidence.replace(/…$/, ''))),
        `${ruleId} at ${pointer}: ${evidence}`,
      ).toBe(true)
    }
  })

  test('loses exactly the points of its findings', () => {
    for (const dimension of dimensions) {
      const lost = result.findings.filter((finding) => finding.dimension === dimension).reduce((sum, finding) => sum + finding.points, 0)
      expect(result.dimensions[dimension] + (result.findingsOmitted === 0 ? lost : 10_000 - result.dimensions[dimension])).toBe(10_000)
    }
  })

  test('recommends what gains most first', () => {
    const gains = result.recommendations.map(({ gain }) => gain)
    expect(gains).toEqual(gains.toSorted((a, b) => b - a))
    expect(new Set(result.recommendations.map(({ ruleId }) => ruleId)).size).toBe(gains.length)
  })
})

test('the intent is named by the SHA-256 of its canonical form, or by the hash it is given', () => {
  const { intent } = features[0]!
  expect(critique(intent).intentHash).toBe(sha256(canonicalize(intent)))
  expect(critique(intent, { intentHash: 'abc' }).intentHash).toBe('abc')
})

test('the overall score weighs 25, 25, 20, 15 and 15', () => {
  expect(dimensions.reduce((sum, dimension) => sum + weights[dimension], 0)).toBe(100)
  expect(overallOf({ completeness: 10_000, coherence: 0, clarity: 0, frameworkAgnosticism: 0, dataModelIntegrity: 0 })).toBe(2500)
  expect(overallOf({ completeness: 0, coherence: 8000, clarity: 5000, frameworkAgnosticism: 10_000, dataModelIntegrity: 3333 })).toBe(4999)
})

test('an empty design is scored too', () => {
  const empty: Intent = {
    ...features[0]!.intent,
    goals: ['Goal'],
    goalSourceRefs: [[]],
    userFlows: [],
    components: [],
    dataModel: { entities: [] },
    interactions: [],
  }
  const { dimensions: scores, overall } = critique(empty)
  expect(scores.coherence).toBe(0)
  expect(scores.dataModelIntegrity).toBe(0)
  expect(overall).toBeLessThan(4500)
})

test('a design without sources answers nothing', () => {
  const { dimensions: scores } = critique({ ...features[0]!.intent, sources: [] })
  expect(scores.coherence).toBe(0)
  expect(scores.dataModelIntegrity).toBe(0)
  expect(scores.completeness).toBeLessThanOrEqual(3000)
})

test('a huge list of faults is cut, and says by how much', () => {
  const intent = structuredClone(features[0]!.intent)
  for (let i = 0; i < 700; i++)
    intent.components.push({ id: `c${i}`, name: `Spare part ${i}`, type: 'utility', description: '', children: [], dataRefs: [] })
  const { findings, findingsOmitted } = critique(intent)
  expect(findings.length).toBe(500)
  expect(findingsOmitted).toBeGreaterThan(800)
})

function at(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], value)
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return ['']
  return ['', ...Object.values(value).flatMap(strings)]
}
