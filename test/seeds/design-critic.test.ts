// Requirements on the design intent's schema and on its scoring.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, test, vi } from 'vitest'
import { critique, overallOf } from '../../src/workflows/design/critic/critic.ts'
import { critiqueText } from '../../src/workflows/design/critic/critique-file.ts'
import { dimensions } from '../../src/workflows/design/critic/critique.ts'
import type { Dimension } from '../../src/workflows/design/critic/critique.ts'
import { lowered } from '../../src/workflows/design/critic/model-critic.ts'
import { validateIntent } from '../../src/workflows/design/critic/validate.ts'
import { Intent } from '../../src/workflows/design/intent.ts'
import { readFeatures } from '../workflows/design/critic/fixtures.ts'

const feature = readFeatures().find(({ id }) => id === 'library-loans')!
const good = critique(feature.intent)
const schema = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync(new URL('../../schemas/design-intent.schema.json', import.meta.url), 'utf8')) as object,
)

function changed(change: (intent: Intent) => unknown): Intent {
  const intent = structuredClone(feature.intent)
  change(intent)
  return intent
}

/** Refused by the published schema, by ours, and with this path. */
function refused(change: (intent: Intent) => unknown, path: string) {
  const intent = changed(change)
  expect(schema(intent)).toBe(false)
  expect(Intent.safeParse(intent).success).toBe(false)
  expect(validateIntent(intent, feature.id).map((problem) => problem.path)).toContain(path)
}

function falls(dimension: Dimension, change: (intent: Intent) => unknown) {
  const after = critique(changed(change))
  expect(after.dimensions[dimension]).toBeLessThan(good.dimensions[dimension])
  return after.findings.filter((finding) => finding.dimension === dimension)
}

describe('the schema', () => {
  test('DE-025 an intent needs a feature identifier and a version', () => {
    refused((intent) => Reflect.deleteProperty(intent, 'featureId'), '/featureId')
    refused((intent) => Reflect.deleteProperty(intent, 'version'), '/version')
  })

  test('DE-026 goals are an array of strings that is not empty', () => {
    refused((intent) => (intent.goals = []), '/goals')
    refused((intent) => Object.assign(intent, { goals: 'Lend books' }), '/goals')
    refused((intent) => Object.assign(intent, { goals: [7] }), '/goals/0')
  })

  test('DE-027 steps name action and component, entities have attributes and relationships, interactions are a section', () => {
    refused((intent) => Reflect.deleteProperty(intent.userFlows[0]!.steps[0]!, 'action'), '/userFlows/0/steps/0/action')
    refused((intent) => Reflect.deleteProperty(intent.userFlows[0]!.steps[0]!, 'componentId'), '/userFlows/0/steps/0/componentId')
    refused((intent) => Reflect.deleteProperty(intent.dataModel.entities[0]!, 'attributes'), '/dataModel/entities/0/attributes')
    refused((intent) => Reflect.deleteProperty(intent.dataModel.entities[0]!, 'relationships'), '/dataModel/entities/0/relationships')
    refused((intent) => Reflect.deleteProperty(intent, 'interactions'), '/interactions')
  })

  test('DE-028 component types are exactly view, container, control, data and utility', () => {
    for (const type of ['view', 'container', 'control', 'data', 'utility']) {
      expect(
        validateIntent(
          changed((intent) => Object.assign(intent.components[0]!, { type })),
          feature.id,
        ),
      ).toEqual([])
    }
    for (const type of ['widget', 'View', 'page', ''])
      refused((intent) => Object.assign(intent.components[0]!, { type }), '/components/0/type')
  })

  test('DE-029 a property the schema does not name is rejected with its path', () => {
    refused(
      (intent) => Object.assign(intent.dataModel.entities[1]!.attributes[0]!, { unit: 'cm' }),
      '/dataModel/entities/1/attributes/0/unit',
    )
    refused((intent) => Object.assign(intent, { approved: true }), '/approved')
  })

  test('DE-095 a reference to an artifact of another feature is refused', () => {
    const references: [(intent: Intent) => unknown, string][] = [
      [
        (intent) => (intent.userFlows[0]!.steps[0]!.componentId = 'features/table-booking/design/intent.json#/components/0'),
        '/userFlows/0/steps/0/componentId',
      ],
      [(intent) => (intent.components[0]!.children[0] = 'table-booking#search-form'), '/components/0/children/0'],
      [
        (intent) => (intent.components[1]!.description = 'Reuses ../table-booking/design/final/intent.json as it is.'),
        '/components/1/description',
      ],
      [(intent) => (intent.featureId = 'table-booking'), '/featureId'],
    ]
    for (const [change, path] of references)
      expect(validateIntent(changed(change), feature.id).map((problem) => problem.path)).toContain(path)
  })
})

describe('the score', () => {
  test('DE-030 the overall score weighs 25, 25, 20, 15 and 15 percent', () => {
    const {
      dimensions: d,
      overall,
      uncapped,
    } = critique(changed((intent) => (intent.dataModel.entities = intent.dataModel.entities.slice(0, 2))))
    // a dangling reference caps the overall score (D29); what the weights give stands beside it
    expect(uncapped ?? overall).toBe(
      Math.floor((25 * d.completeness + 25 * d.coherence + 20 * d.clarity + 15 * d.frameworkAgnosticism + 15 * d.dataModelIntegrity) / 100),
    )
    expect(overall).toBeLessThan(good.overall)
    const only = (of: Dimension) =>
      overallOf(Object.fromEntries(dimensions.map((name) => [name, name === of ? 10_000 : 0])) as Record<Dimension, number>)
    expect((['completeness', 'coherence', 'clarity', 'frameworkAgnosticism', 'dataModelIntegrity'] as const).map(only)).toEqual([
      2500, 2500, 2000, 1500, 1500,
    ])
    expect(dimensions).toHaveLength(5)
    const all = Object.fromEntries(dimensions.map((name) => [name, 10_000])) as Record<Dimension, number>
    expect(JSON.parse(critiqueText({ ...good, overall: overallOf(all), dimensions: all }))).toMatchObject({
      overall: 100,
      dimensions: { completeness: 100 },
    })
  })

  test('DE-031 completeness falls for an empty section and for placeholder content', () => {
    falls('completeness', (intent) => (intent.interactions = []))
    falls('completeness', (intent) => (intent.userFlows = []))
    const [finding] = falls('completeness', (intent) => (intent.components[3]!.description = 'TBD'))
    expect(finding).toMatchObject({ pointer: '/components/3/description', evidence: 'TBD' })
  })

  test('DE-032 coherence falls when a step names a component or entity that is not defined', () => {
    const [component] = falls('coherence', (intent) => (intent.userFlows[1]!.steps[0]!.componentId = 'no-such-panel'))
    expect(component).toMatchObject({ pointer: '/userFlows/1/steps/0/componentId', evidence: 'no-such-panel' })
    falls('coherence', (intent) => (intent.userFlows[1]!.steps[0]!.entityRefs = ['Unicorn']))
  })

  test('DE-033 clarity falls for descriptions that are vague, empty of meaning or ambiguous', () => {
    for (const description of [
      'Handles various things as appropriate.',
      'Panel',
      'It shows something.',
      'Shows the data and/or more, etc.',
    ]) {
      falls('clarity', (intent) => (intent.components[3]!.description = description))
    }
  })

  test('DE-034 a framework term lowers its dimension and is reported with its place', () => {
    const [finding] = falls(
      'frameworkAgnosticism',
      (intent) => (intent.components[3]!.description = 'A React component that holds the search text.'),
    )
    expect(finding).toMatchObject({ pointer: '/components/3/description', evidence: 'React' })
  })

  test('DE-035 data model integrity falls when a flow needs an entity or attribute the model lacks', () => {
    falls(
      'dataModelIntegrity',
      (intent) => (intent.dataModel.entities = intent.dataModel.entities.filter((entity) => entity.name !== 'Loan')),
    )
    const [finding] = falls('dataModelIntegrity', (intent) => {
      for (const entity of intent.dataModel.entities)
        entity.attributes = entity.attributes.filter((attribute) => attribute.name !== 'due date' && attribute.name !== 'return date')
    })
    expect(finding!.change).toContain('due date')
  })

  test('DE-036 all five scores are integers computed from the intent alone, its sources included', () => {
    for (const dimension of dimensions) expect(Number.isInteger(good.dimensions[dimension])).toBe(true)
    expect(
      critique(changed((intent) => (intent.sources[0]!.text = 'The pilot lands the helicopter on the roof.'))).dimensions.completeness,
    ).toBeLessThan(good.dimensions.completeness)
  })

  test('DE-037 a model critic can add recommendations and lower a dimension but never raise one', () => {
    const poor = critique(changed((intent) => (intent.userFlows = intent.userFlows.slice(0, 1))))
    const concern = { dimension: 'coherence' as const, quote: feature.intent.goals[0]!, change: 'Show how members reach the shelf.' }
    const full = { completeness: 100, coherence: 100, clarity: 100, frameworkAgnosticism: 100, dataModelIntegrity: 100 }
    const raised = lowered(poor, { scores: full, concerns: [concern] }, feature.intent)
    expect(raised.dimensions).toEqual(poor.dimensions)
    expect(raised.recommendations.map(({ change }) => change)).toContain(concern.change)
    expect(lowered(poor, { scores: { ...full, coherence: 5 }, concerns: [concern] }, feature.intent).dimensions.coherence).toBe(500)
  })

  test('DE-023 the critique holds overall, five dimensions and recommendations, and no time', () => {
    const result = critique(changed((intent) => (intent.userFlows = [])))
    expect(Object.keys(result.dimensions).sort()).toEqual([...dimensions].sort())
    expect(result.recommendations.length).toBeGreaterThan(0)
    const keys = JSON.stringify(result)
      .match(/"[a-zA-Z]+":/g)!
      .map((key) => key.toLowerCase())
    expect(keys.filter((key) => /time|date|"at"/.test(key))).toEqual([])
  })

  test('DE-046 scoring the same intent twice, parsed again, gives the same bytes', () => {
    expect(JSON.stringify(critique(JSON.parse(JSON.stringify(feature.intent)) as Intent))).toBe(JSON.stringify(good))
  })

  test('DE-046 nor does another process, on another day, in another place and language, change a byte of it', () => {
    const url = (path: string) => JSON.stringify(new URL(`../../${path}`, import.meta.url).href)
    const program = `
      const Real = Date
      globalThis.Date = class extends Real { constructor(...given) { super(...(given.length > 0 ? given : [process.env.DAY])) } static now() { return Real.parse(process.env.DAY) } }
      Math.random = () => Number(process.env.CHANCE)
      const { critique } = await import(${url('src/workflows/design/critic/critic.ts')})
      const { readFeatures } = await import(${url('test/workflows/design/critic/fixtures.ts')})
      process.stdout.write(JSON.stringify(critique(readFeatures().find(({ id }) => id === 'library-loans').intent)))`
    const worlds = [
      { DAY: '1999-12-31T23:59:59Z', TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', CHANCE: '0.9', cwd: '/' },
      { DAY: '2044-02-29T12:00:00Z', TZ: 'America/St_Johns', LANG: 'C', LC_ALL: 'C', CHANCE: '0.1', cwd: tmpdir() },
    ]
    for (const { cwd, ...env } of worlds)
      expect(
        execFileSync(process.execPath, ['--input-type=module', '-e', program], {
          cwd,
          env: { PATH: process.env['PATH'], ...env },
          encoding: 'utf8',
        }),
      ).toBe(JSON.stringify(good))
  })

  test('DE-047 scoring works without clock, chance, environment and network', () => {
    const gone = () => {
      throw new Error('not available')
    }
    const env = process.env
    vi.stubGlobal('Date', new Proxy(Date, { construct: gone, apply: gone, get: gone }))
    vi.stubGlobal('performance', new Proxy({}, { get: gone }))
    vi.stubGlobal('fetch', gone)
    vi.spyOn(Math, 'random').mockImplementation(gone)
    vi.spyOn(crypto, 'getRandomValues').mockImplementation(gone)
    Object.defineProperty(process, 'env', { get: gone, configurable: true })
    let result: unknown
    try {
      result = critique(feature.intent)
    } finally {
      Object.defineProperty(process, 'env', { value: env, configurable: true, writable: true })
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
    }
    expect(result).toEqual(good)
  })
})
