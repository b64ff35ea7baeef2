// Framework agnosticism: the design names no framework, library, vendor or idiom of one. The requirement texts are quoted input and are not judged.
import { frameworkTerms } from './framework-sense.ts'
import type { Reading } from './reading.ts'
import type { Judgement, Loss } from './tally.ts'
import { pointer } from './validate.ts'

/** One term ties a design of any size, so the cost does not thin out: a fifth for each term, less when it returns. */
const cost = { first: 2000, again: 500 }

export function frameworkAgnosticism({ intent }: Reading): Judgement {
  const losses: Loss[] = []
  const seen = new Set<string>()
  // "Marko plans the day": whom the text knows as somebody who acts is no library
  const people = new Set((intent.actors ?? []).map(({ name }) => name.toLowerCase()))
  for (const [i, goal] of intent.goals.entries()) look(goal, pointer('goals', i))
  for (const [i, flow] of intent.userFlows.entries()) {
    look(flow.name, pointer('userFlows', i, 'name'))
    look(flow.actor, pointer('userFlows', i, 'actor'))
    for (const [j, step] of flow.steps.entries()) look(step.action, pointer('userFlows', i, 'steps', j, 'action'))
  }
  for (const [i, component] of intent.components.entries()) {
    look(component.name, pointer('components', i, 'name'))
    look(component.description, pointer('components', i, 'description'))
  }
  for (const [i, entity] of intent.dataModel.entities.entries()) {
    look(entity.name, pointer('dataModel', 'entities', i, 'name'))
    look(entity.description, pointer('dataModel', 'entities', i, 'description'))
    for (const [j, attribute] of entity.attributes.entries()) {
      look(attribute.name, pointer('dataModel', 'entities', i, 'attributes', j, 'name'))
      look(attribute.type, pointer('dataModel', 'entities', i, 'attributes', j, 'type'))
    }
  }
  for (const [i, interaction] of intent.interactions.entries()) {
    look(interaction.trigger, pointer('interactions', i, 'trigger'))
    look(interaction.response, pointer('interactions', i, 'response'))
  }
  return { aspects: [{ share: 10_000, total: 10_000, losses }] }

  function look(text: string, at: string) {
    for (const { term } of frameworkTerms(text)) {
      const key = term.toLowerCase()
      if (people.has(key)) continue
      losses.push({
        ruleId: 'agnosticism.framework-term',
        pointer: at,
        evidence: term,
        change: `Say what happens without naming ${JSON.stringify(term)}.`,
        cost: seen.has(key) ? cost.again : cost.first,
      })
      seen.add(key)
    }
  }
}
