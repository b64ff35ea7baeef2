// Every text of a design with its place, in the order of the document.
import type { Intent } from '../intent.ts'
import { pointer } from './validate.ts'

export interface Text {
  at: string
  text: string
  kind: 'goal' | 'name' | 'actor' | 'act' | 'description' | 'type'
  /** What a description describes. */
  of?: string
}

export function textsOf({ goals, userFlows, components, dataModel, interactions }: Intent): Text[] {
  const texts: Text[] = []
  const add = (kind: Text['kind'], text: string, at: string, of?: string) => texts.push({ at, text, kind, ...(of !== undefined && { of }) })
  for (const [i, goal] of goals.entries()) add('goal', goal, pointer('goals', i))
  for (const [i, flow] of userFlows.entries()) {
    add('name', flow.name, pointer('userFlows', i, 'name'))
    add('actor', flow.actor, pointer('userFlows', i, 'actor'))
    for (const [j, step] of flow.steps.entries()) add('act', step.action, pointer('userFlows', i, 'steps', j, 'action'))
  }
  for (const [i, { name, description }] of components.entries()) {
    add('name', name, pointer('components', i, 'name'))
    add('description', description, pointer('components', i, 'description'), name)
  }
  for (const [i, { name, description, attributes }] of dataModel.entities.entries()) {
    add('name', name, pointer('dataModel', 'entities', i, 'name'))
    add('description', description, pointer('dataModel', 'entities', i, 'description'), name)
    for (const [j, attribute] of attributes.entries()) {
      add('name', attribute.name, pointer('dataModel', 'entities', i, 'attributes', j, 'name'))
      add('type', attribute.type, pointer('dataModel', 'entities', i, 'attributes', j, 'type'))
    }
  }
  for (const [i, { trigger, response }] of interactions.entries()) {
    add('act', trigger, pointer('interactions', i, 'trigger'))
    add('act', response, pointer('interactions', i, 'response'))
  }
  return texts
}
