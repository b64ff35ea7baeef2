// Repairs the shape of a design: merges what repeats, joins flows that cannot be walked, splits crowded steps, drops what nothing reaches.
import { limits, type Component, type UserFlow } from '../../intent.ts'
import { freeId } from './sources.ts'
import { locate, type Target, type Work } from './work.ts'

/** A flow that cannot be walked, or says nothing of its own, hands its steps to the flow of the same actor next to it. */
export function joinFlow(work: Work, { flow }: Target): void {
  const others = work.intent.userFlows.filter((other) => other !== flow && !work.dropped.has(other))
  if (!flow || others.length === 0) return
  const at = work.intent.userFlows.indexOf(flow)
  const near = (other: UserFlow) => Math.abs(work.intent.userFlows.indexOf(other) - at) + (other.actor === flow.actor ? 0 : 1000)
  const host = others.reduce((best, other) => (near(other) < near(best) ? other : best))
  if (host.steps.length + flow.steps.length > limits.stepsPerFlow) return
  host.steps.push(...flow.steps.filter((step) => !host.steps.some((own) => own.action === step.action)))
  host.sourceRefs = union(host.sourceRefs as string[], flow.sourceRefs as string[])
  work.dropped.add(flow)
}

/** Merges a part that repeats another into it; `change` names the other by pointer. */
export function mergeRepeat(work: Work, target: Target, change: string): void {
  const other = locate(work, /Merge it with (\/\S+)/.exec(change)?.[1] ?? '')
  if (target.goal !== undefined && other.goal !== undefined) {
    work.intent.goalSourceRefs[other.goal] = union(
      work.intent.goalSourceRefs[other.goal] as string[],
      work.intent.goalSourceRefs[target.goal] as string[],
    )
    work.droppedGoals.add(target.goal)
  } else if (target.step && target.flow) {
    if (target.flow.steps.filter((step) => !work.dropped.has(step)).length > 2) work.dropped.add(target.step)
  } else if (target.flow && other.flow) {
    other.flow.sourceRefs = union(other.flow.sourceRefs as string[], target.flow.sourceRefs as string[])
    work.dropped.add(target.flow)
  } else if (target.component && other.component) mergeComponent(work, target.component, other.component)
  else if (target.interaction) work.dropped.add(target.interaction)
  else if (target.entity && other.entity && target.entity !== other.entity) {
    const [into, from] = [other.entity, target.entity]
    into.attributes.push(...from.attributes.filter(({ name }) => !into.attributes.some((own) => own.name === name)))
    into.sourceRefs = union(into.sourceRefs as string[], from.sourceRefs as string[])
    rename(work, from.name, into.name)
    work.dropped.add(from)
  }
}

function mergeComponent(work: Work, from: Component, into: Component): void {
  if (from === into || from.type !== into.type || from.children.includes(into.id) || into.children.includes(from.id)) {
    from.description = `${from.description.replace(/\.$/, '')}, kept apart as ${from.type} ${from.name.toLowerCase()}.`
    return
  }
  into.children = union(
    into.children,
    from.children.filter((id) => id !== into.id),
  )
  into.dataRefs = union(into.dataRefs, from.dataRefs)
  for (const flow of work.intent.userFlows) for (const step of flow.steps) if (step.componentId === from.id) step.componentId = into.id
  for (const interaction of work.intent.interactions) if (interaction.componentId === from.id) interaction.componentId = into.id
  work.dropped.add(from)
}

/** Every reference to one entity now names another. */
export function rename(work: Work, from: string, to: string): void {
  const swap = (names: string[]) => [...new Set(names.map((name) => (name === from ? to : name)))]
  for (const flow of work.intent.userFlows) for (const step of flow.steps) step.entityRefs = swap(step.entityRefs)
  for (const component of work.intent.components) component.dataRefs = swap(component.dataRefs)
  for (const entity of work.intent.dataModel.entities) {
    for (const relation of entity.relationships) if (relation.to === from) relation.to = to
    entity.relationships = entity.relationships.filter(
      ({ to: other }, at, all) => other !== entity.name && all.findIndex((one) => one.to === other) === at,
    )
  }
}

/** "A when B" with too much in it: that B holds becomes a step before A. */
export function splitCrowded(work: Work, { flow, step }: Target): void {
  if (!flow || !step || flow.steps.length >= limits.stepsPerFlow) return
  const cut =
    /^(.{12,}?),?\s+(?:when|if|once|after|unless|until|because|while)\s+(.{8,})$/i.exec(step.action) ??
    /^(.{12,}?),\s+(?:and|which|then|so that|displaying|allowing|including)\s+(.{8,})$/i.exec(step.action)
  if (!cut) return
  const [, main = '', rest = ''] = cut
  const condition = /\b(?:when|if|once|after|unless|until|because|while)\s/i.test(step.action.slice(main.length, main.length + 12))
  const added = { ...step, id: freeId(work, `${step.id}-part`), action: condition ? `System finds that ${rest}` : `System adds ${rest}` }
  step.action = main
  const at = flow.steps.indexOf(step)
  flow.steps.splice(condition ? at : at + 1, 0, added)
}

export function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])].slice(0, limits.refs)
}
