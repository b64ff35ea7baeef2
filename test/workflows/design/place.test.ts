// Findings name their place as a reader knows it, not as a pointer into a JSON document.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { critique } from '../../../src/workflows/design/critic/critic.ts'
import { outlineIntent } from '../../../src/workflows/design/outline/outline.ts'
import { placeIn } from '../../../src/workflows/design/place.ts'

const text = readFileSync(new URL('../../../examples/design-tool-library/requirements.md', import.meta.url), 'utf8')
const outlined = outlineIntent('tools', text)
if (!('intent' in outlined)) throw new Error('the example has an outline')
const { intent } = outlined
const flow = intent.userFlows[1]!.name
const tool = intent.dataModel.entities.findIndex(({ name }) => name === 'Tool')
const view = intent.components.findIndex(({ type }) => type === 'view')

it.each([
  ['/sources/0/text', 'statement s1'],
  ['/goals/2', 'goal 3'],
  ['/userFlows/1', `flow ${flow}`],
  ['/userFlows/1/steps', `flow ${flow}`],
  ['/userFlows/1/steps/0/action', `step 1 of ${flow}`],
  [`/dataModel/entities/${tool}`, 'entity Tool'],
  [`/dataModel/entities/${tool}/attributes/0/type`, `${intent.dataModel.entities[tool]!.attributes[0]!.name} of Tool`],
  ['/dataModel/entities', 'entities'],
  [`/components/${view}/description`, `screen ${intent.components[view]!.name}`],
  ['/interactions/0/response', 'interaction 1'],
  ['/userFlows/999/steps/3', 'flows'],
  ['', 'the whole design'],
])('%j is %s', (pointer, words) => expect(placeIn(intent, pointer)).toBe(words))

it('names a place for everything the critic finds', () => {
  const { findings } = critique(intent, { intentHash: 'x' })
  expect(findings.length).toBeGreaterThan(5)
  for (const { pointer } of findings.filter((each) => each.pointer !== ''))
    expect(placeIn(intent, pointer)).not.toMatch(/\/|undefined|NaN|whole/)
})
