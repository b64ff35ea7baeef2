// The references in an intent, looked up once for all parts of the page, and each item's anchor.
import { refId, type Component, type Entity, type Intent, type Interaction, type Source, type SourceRef, type UserFlow } from '../intent.ts'

export interface Outline {
  intent: Intent
  component(id: string): { component: Component; index: number } | undefined
  entity(name: string): { entity: Entity; index: number } | undefined
  /** The id of the component that contains this one; the first if several do. */
  parent(id: string): string | undefined
  interactions(componentId: string): { interaction: Interaction; index: number }[]
  /** Steps that happen at a component, in the order of the flows. */
  steps(componentId: string): StepRef[]
  source(id: string): { source: Source; index: number } | undefined
  /** Everything that claims to come from a source. */
  covered(sourceId: string): { goals: number[]; flows: number[]; entities: number[] }
}

interface StepRef {
  flow: UserFlow
  flowIndex: number
  stepIndex: number
}

export function outline(intent: Intent): Outline {
  const components = new Map(intent.components.map((component, index) => [component.id, { component, index }]))
  const entities = new Map(intent.dataModel.entities.map((entity, index) => [entity.name, { entity, index }]))
  const sources = new Map(intent.sources.map((source, index) => [source.id, { source, index }]))
  const parents = new Map<string, string>()
  for (const component of intent.components) {
    for (const child of component.children) if (!parents.has(child) && child !== component.id) parents.set(child, component.id)
  }
  const interactions = Map.groupBy(
    intent.interactions.map((interaction, index) => ({ interaction, index })),
    ({ interaction }) => interaction.componentId,
  )
  const steps = Map.groupBy(
    intent.userFlows.flatMap((flow, flowIndex) => flow.steps.map((step, stepIndex) => ({ step, flow, flowIndex, stepIndex }))),
    ({ step }) => step.componentId,
  )
  const goals = citing(intent.goalSourceRefs)
  const flows = citing(intent.userFlows.map(({ sourceRefs }) => sourceRefs))
  const citingEntities = citing(intent.dataModel.entities.map(({ sourceRefs }) => sourceRefs))
  return {
    intent,
    component: (id) => components.get(id),
    entity: (name) => entities.get(name),
    parent: (id) => parents.get(id),
    interactions: (id) => interactions.get(id) ?? [],
    steps: (id) => steps.get(id) ?? [],
    source: (id) => sources.get(id),
    covered: (id) => ({ goals: goals(id), flows: flows(id), entities: citingEntities(id) }),
  }
}

/** From a source to the indexes of list items that reference it. */
function citing(refs: readonly (readonly SourceRef[])[]): (source: string) => number[] {
  const named = refs.flatMap((each, index) => [...new Set(each.map(refId))].map((id) => ({ id, index })))
  const bySource = Map.groupBy(named, ({ id }) => id)
  return (source) => (bySource.get(source) ?? []).map(({ index }) => index)
}

/** Anchors are built from positions, not names: names are untrusted and may repeat. */
export const anchor = {
  goal: (index: number) => `goal-${index + 1}`,
  flow: (index: number) => `flow-${index + 1}`,
  step: (flow: number, step: number) => `flow-${flow + 1}-step-${step + 1}`,
  component: (index: number) => `component-${index + 1}`,
  entity: (index: number) => `entity-${index + 1}`,
  source: (index: number) => `source-${index + 1}`,
  interaction: (index: number) => `interaction-${index + 1}`,
}

/** Where on the page the item at a JSON pointer is shown, if it is. */
export function anchorOf(pointer: string): string | undefined {
  const [, section, first, second, third] = pointer.split('/')
  const at = (part: string | undefined) => (part !== undefined && /^\d{1,6}$/.test(part) ? Number(part) : undefined)
  const index = at(first)
  if (section === 'dataModel') {
    const entity = at(second)
    return entity === undefined ? 'data' : anchor.entity(entity)
  }
  if (section === 'userFlows' && index !== undefined && second === 'steps' && at(third) !== undefined) return anchor.step(index, at(third)!)
  if (section === 'userFlows') return index === undefined ? 'flows' : anchor.flow(index)
  if (section === 'components') return index === undefined ? 'components' : anchor.component(index)
  if (section === 'interactions' && index !== undefined) return anchor.interaction(index)
  if (section === 'sources') return index === undefined ? 'sources' : anchor.source(index)
  if (section === 'goals' || section === 'goalSourceRefs') return index === undefined ? 'goals' : anchor.goal(index)
  return undefined
}
