// Understanding → the intent: flows, components, data model, interactions and goals, each traced to its statements.
import { intentSchemaVersion, limits, type Entity, type Intent, type UserFlow } from '../../intent.ts'
import { capital, clip } from '../words/forms.ts'
import { system } from '../understand/actors.ts'
import type { ModelEntity } from '../understand/entities.ts'
import { statementId, type Understanding } from '../understand/understand.ts'
import { withAcronyms } from './acronyms.ts'
import { list, planComponents } from './components.ts'
import { planFlows, type Flow } from './flows.ts'
import { planGoals } from './goals.ts'
import { idMaker } from './ids.ts'
import { planInteractions } from './interactions.ts'
import { mentionsOf, type Mentions } from './mentions.ts'
import type { Step } from './steps.ts'

export function buildIntent(featureId: string, understanding: Understanding): Intent {
  const { statements, entities } = understanding
  const flows = planFlows(understanding)
  const mentions = mentionsOf(entities)
  const { components, place } = planComponents(flows, mentions)
  const goals = planGoals(flows, statements)
  const used = usedEntities(entities, flows, mentions)
  const deeds = deedsByEntity(flows, mentions)
  const names = new Set(used.map(({ name }) => name))
  const spell = (text: string) => withAcronyms(text, understanding.acronyms)
  const say = (text: string) => clip(spell(text), limits.action)
  return {
    schemaVersion: intentSchemaVersion,
    featureId,
    version: '1.0.0',
    sources: statements.map(({ id, text }) => ({ id, text: clip(text, limits.text) })),
    goals: goals.map(({ text }) => say(text)),
    goalSourceRefs: goals.map(({ refs }) => refs.slice(0, limits.refs)),
    userFlows: toFlows(flows, place, mentions)
      .slice(0, limits.flows)
      .map((flow) => ({
        ...flow,
        name: spell(flow.name),
        actor: spell(flow.actor),
        steps: flow.steps.map((step) => ({ ...step, action: say(step.action), entityRefs: step.entityRefs.map(spell) })),
      })),
    components: components
      .slice(0, limits.components)
      .map((component) => ({
        ...component,
        name: spell(component.name),
        description: say(component.description),
        dataRefs: component.dataRefs.map(spell),
      })),
    dataModel: { entities: used.map((entity) => toEntity(entity, names, deeds, spell)).slice(0, limits.entities) },
    interactions: planInteractions(flows, place)
      .slice(0, limits.interactions)
      .map((interaction) => ({ ...interaction, trigger: say(interaction.trigger), response: say(interaction.response) })),
  }
}

function toFlows(flows: readonly Flow[], place: Map<Step, string>, mentions: Mentions): UserFlow[] {
  const flowId = idMaker()
  const stepId = idMaker()
  return flows.map((flow) => {
    const id = flowId(flow.name, 'flow')
    return {
      id,
      name: flow.name,
      actor: capital(flow.actor),
      sourceRefs: [...new Set(flow.steps.flatMap((step) => [step.statement.id, ...step.also]))].slice(0, limits.refs),
      steps: flow.steps
        .slice(0, limits.stepsPerFlow)
        .map((step, at) => ({
          id: stepId(`${id}-${at + 1}`, 'step'),
          action: step.text,
          componentId: place.get(step) ?? '',
          entityRefs: mentions(step.text).map(capital),
        })),
    }
  })
}

/** An entity nothing in a flow speaks of is kept only when the text gives it attributes. */
function usedEntities(entities: readonly ModelEntity[], flows: readonly Flow[], mentions: Mentions): ModelEntity[] {
  const named = new Set(flows.flatMap((flow) => flow.steps.flatMap((step) => mentions(step.text))))
  return entities.filter((entity) => named.has(entity.name) || entity.attributes.length > 0)
}

function toEntity(entity: ModelEntity, names: Set<string>, deeds: Map<string, Step[]>, spell: (text: string) => string): Entity {
  return {
    name: spell(capital(entity.name)),
    description: spell(describeEntity(entity, deeds.get(entity.name) ?? [])),
    sourceRefs: entity.statements.map(statementId).slice(0, limits.refs),
    attributes: entity.attributes.map(({ name, type, required }) => ({ name: spell(name), type, required })),
    relationships: entity.relations.filter(({ to }) => names.has(to)).map(({ to, kind }) => ({ to: spell(capital(to)), kind })),
  }
}

/** What somebody does with each entity. */
function deedsByEntity(flows: readonly Flow[], mentions: Mentions): Map<string, Step[]> {
  const deeds = new Map<string, Step[]>()
  for (const flow of flows)
    for (const step of flow.steps) {
      if (step.doer !== system && step.object !== '' && !/^(?:start at|click|press|tap|navigate|scroll)\b/.test(step.verb))
        for (const name of mentions(step.object)) deeds.set(name, [...(deeds.get(name) ?? []).slice(0, 20), step])
    }
  return deeds
}

function describeEntity(entity: ModelEntity, deeds: readonly Step[]): string {
  const verbs = [...new Map(deeds.map((step) => [step.verb, step])).values()].slice(0, 3).map((step) => `the ${step.doer} can ${step.verb}`)
  const kept = entity.attributes.slice(0, 6).map(({ name, type }) => (type === 'yes/no' ? `whether it is ${name}` : `the ${name}`))
  const what = verbs.length > 0 ? `${entity.name} that ${list(verbs)}` : entity.name
  return kept.length > 0 ? `Keeps ${list(kept)} of each ${what}.` : `Each ${what}${verbs.length > 0 ? '' : ' that the feature keeps'}.`
}
