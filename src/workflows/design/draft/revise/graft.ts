// Adds what new statements call for to a design that exists: their flows, components, entities and interactions, under free ids.
import { limits, type Intent } from '../../intent.ts'
import { union } from './structure.ts'

export function graft(previous: Intent, addition: Intent): Intent {
  const intent = structuredClone(previous)
  const ids = new Set(
    [...intent.components, ...intent.userFlows, ...intent.interactions, ...intent.userFlows.flatMap((flow) => flow.steps)].map(
      ({ id }) => id,
    ),
  )
  const free = (id: string) => {
    let name = id
    for (let at = 2; ids.has(name); at += 1) name = `${id.slice(0, 70)}-${at}`
    ids.add(name)
    return name
  }
  const moved = new Map<string, string>()
  for (const component of addition.components) {
    const twin = intent.components.find((own) => own.name === component.name && own.type === component.type)
    moved.set(component.id, twin?.id ?? free(component.id))
  }
  for (const component of addition.components) {
    const id = moved.get(component.id) ?? component.id
    const twin = intent.components.find((own) => own.id === id)
    const children = component.children.map((child) => moved.get(child) ?? child)
    if (twin) Object.assign(twin, { children: union(twin.children, children), dataRefs: union(twin.dataRefs, component.dataRefs) })
    else intent.components.push({ ...component, id, children })
  }
  for (const flow of addition.userFlows) {
    const steps = flow.steps.map((step) => ({ ...step, id: free(step.id), componentId: moved.get(step.componentId) ?? step.componentId }))
    const host =
      steps.length < 2
        ? (intent.userFlows.find((own) => own.actor === flow.actor && own.steps.length < limits.stepsPerFlow) ?? intent.userFlows.at(-1))
        : undefined
    if (host) {
      host.steps.push(...steps)
      host.sourceRefs = union(host.sourceRefs as string[], flow.sourceRefs as string[])
    } else intent.userFlows.push({ ...flow, id: free(flow.id), steps })
  }
  for (const entity of addition.dataModel.entities) {
    const twin = intent.dataModel.entities.find((own) => own.name === entity.name)
    if (!twin) intent.dataModel.entities.push(entity)
    else {
      twin.attributes.push(...entity.attributes.filter(({ name }) => !twin.attributes.some((own) => own.name === name)))
      twin.sourceRefs = union(twin.sourceRefs as string[], entity.sourceRefs as string[])
    }
  }
  for (const interaction of addition.interactions)
    intent.interactions.push({
      ...interaction,
      id: free(interaction.id),
      componentId: moved.get(interaction.componentId) ?? interaction.componentId,
    })
  for (const [at, goal] of addition.goals.entries()) {
    if (intent.goals.includes(goal) || intent.goals.length >= limits.goals) continue
    intent.goals.push(goal)
    intent.goalSourceRefs.push(addition.goalSourceRefs[at] ?? [])
  }
  intent.sources = addition.sources
  return intent
}
