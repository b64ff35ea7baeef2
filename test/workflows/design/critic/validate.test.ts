// The validator names the path and the rule of everything that keeps a value from being an intent of this feature.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { validateIntent } from '../../../../src/workflows/design/critic/validate.ts'
import { Intent, intentJsonSchema, limits } from '../../../../src/workflows/design/intent.ts'
import { readFeatures } from './fixtures.ts'

const feature = readFeatures().find(({ id }) => id === 'table-booking')!
const changed = (change: (intent: Intent) => unknown) => {
  const intent = structuredClone(feature.intent)
  change(intent)
  return intent
}
const set = (target: object, key: string, value: unknown) =>
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })

test('the published JSON Schema is the one the zod schema generates', () => {
  const published = JSON.parse(readFileSync(new URL('../../../../schemas/design-intent.schema.json', import.meta.url), 'utf8')) as unknown
  expect(published).toEqual(intentJsonSchema())
})

test('a good design of every feature is valid, by zod, by the JSON Schema and by the validator', () => {
  const check = new Ajv2020({ strict: false }).compile(intentJsonSchema())
  for (const { id, intent } of readFeatures()) {
    expect(validateIntent(intent, id), id).toEqual([])
    expect(check(intent), id).toBe(true)
  }
})

const bad: [string, (intent: Intent) => unknown, string, string][] = [
  ['a missing feature id', (i) => Reflect.deleteProperty(i, 'featureId'), '/featureId', 'required'],
  ['a version that is none', (i) => (i.version = 'latest'), '/version', 'pattern'],
  ['no goals', (i) => (i.goals = []), '/goals', 'minItems'],
  ['a component type of another world', (i) => set(i.components[2]!, 'type', 'widget'), '/components/2/type', 'enum'],
  [
    'a property the schema does not name',
    (i) => set(i.userFlows[0]!.steps[1]!, 'duration', 3),
    '/userFlows/0/steps/1/duration',
    'additionalProperties',
  ],
  ['a prototype smuggled in', (i) => set(i, '__proto__', { admin: true }), '/__proto__', 'additionalProperties'],
  ['a key with a slash', (i) => set(i, 'a/b~c', 1), '/a~1b~0c', 'additionalProperties'],
  ['a goal that is not text', (i) => set(i.goals, '0', 5), '/goals/0', 'type'],
  ['a step without action', (i) => (i.userFlows[0]!.steps[0]!.action = ''), '/userFlows/0/steps/0/action', 'minLength'],
  [
    'a description that never ends',
    (i) => (i.components[0]!.description = 'a'.repeat(limits.text + 1)),
    '/components/0/description',
    'maxLength',
  ],
  [
    'more refs than anyone reads',
    (i) => (i.userFlows[0]!.sourceRefs = Array.from({ length: limits.refs + 1 }, () => 's1')),
    '/userFlows/0/sourceRefs',
    'maxItems',
  ],
  ['goals without their sources', (i) => i.goalSourceRefs.pop(), '/goalSourceRefs', 'sameLength'],
  ['two components of one id', (i) => (i.components[1]!.id = i.components[0]!.id), '/components/1/id', 'unique'],
  [
    'two steps of one id in different flows',
    (i) => (i.userFlows[1]!.steps[0]!.id = i.userFlows[0]!.steps[0]!.id),
    '/userFlows/1/steps/0/id',
    'unique',
  ],
  [
    'two entities of one name',
    (i) => (i.dataModel.entities[1]!.name = i.dataModel.entities[0]!.name),
    '/dataModel/entities/1/name',
    'unique',
  ],
  [
    'two attributes of one name',
    (i) => (i.dataModel.entities[0]!.attributes[1]!.name = 'code'),
    '/dataModel/entities/0/attributes/1/name',
    'unique',
  ],
  ['half a surrogate pair', (i) => (i.goals[0] = 'Guests \ud83d book'), '/goals/0', 'wellFormed'],
  ['the intent of another feature', (i) => (i.featureId = 'parcel-locker'), '/featureId', 'ownFeature'],
  [
    "another feature's component by path",
    (i) => (i.userFlows[0]!.steps[0]!.componentId = 'parcel-locker/design/intent.json#/components/0'),
    '/userFlows/0/steps/0/componentId',
    'ownReference',
  ],
  [
    "another feature's component by prefix",
    (i) => (i.components[0]!.children[0] = 'parcel-locker:keypad'),
    '/components/0/children/0',
    'ownReference',
  ],
  [
    "another feature's file in a description",
    (i) => (i.components[0]!.description = 'Same as features/parcel-locker/design/intent.json shows.'),
    '/components/0/description',
    'ownFeature',
  ],
  [
    "another feature's file by a way up",
    (i) => (i.interactions[0]!.response = 'Opens ..\\parcel-locker\\design\\preview.html in a new page.'),
    '/interactions/0/response',
    'ownFeature',
  ],
]

describe('refused, with path and rule', () => {
  test.each(bad)('%s', (_, change, path, rule) => {
    const problems = validateIntent(changed(change), feature.id)
    expect(problems.map((problem) => [problem.path, problem.rule])).toContainEqual([path, rule])
    expect(problems.every((problem) => problem.message.length > 0)).toBe(true)
  })
})

test.each([null, undefined, 3, 'text', [], {}])('%j is no intent', (value) => {
  expect(validateIntent(value, feature.id).length).toBeGreaterThan(0)
})

test('a document nested beyond the limit is refused before anything walks it', () => {
  let deep: unknown = 'x'
  for (let i = 0; i < 100_000; i++) deep = [deep]
  expect(validateIntent({ ...feature.intent, goals: deep }, feature.id)).toMatchObject([{ rule: 'maxDepth' }])
})

test('a document beyond the size limit is refused as a whole', () => {
  expect(validateIntent({ ...feature.intent, goals: Array.from({ length: 5 }, () => 'a'.repeat(1_000_000)) }, feature.id)).toMatchObject([
    { path: '', rule: 'maxBytes' },
  ])
})

test("the feature's own files and the words of the requirements may be named", () => {
  const intent = changed((i) => {
    i.components[0]!.description = 'Page as drawn in features/table-booking/design/preview.html for guests.'
    i.sources[0]!.text = 'Works like features/parcel-locker/design/intent.json does.'
  })
  expect(validateIntent(intent, feature.id)).toEqual([])
})
