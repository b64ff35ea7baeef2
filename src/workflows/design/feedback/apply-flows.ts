// Edits of flows, actors, goals, interactions and components.
import { doersOf, type Intent } from '../intent.ts'
import { spread, withRef, type Note } from './apply-data.ts'
import { addStep, doneBy, findStep, give, moveStep, replace, stepsOf, withoutGoals, withoutSteps } from './apply-steps.ts'
import type { Edit, Thing } from './edit.ts'

export function applyToFlows(intent: Intent, edit: Edit, note: Note): Intent {
  switch (edit.op) {
    case 'rename':
      return rename(intent, edit.thing, edit.to, note.id)
    case 'remove':
      return remove(intent, edit.thing)
    case 'replace':
      return replace(intent, edit.thing, edit.to, note.textId)
    case 'give':
      return give(intent, edit.thing, edit.to, note.id)
    case 'add-step':
      return addStep(intent, edit.text, edit.at, note.textId)
    case 'move':
      if ('component' in edit.to) return moveComponent(intent, edit.thing.name, edit.to.component)
      return 'entity' in edit.to ? intent : moveStep(intent, edit.thing, edit.to, note.id)
    case 'merge':
      return merge(intent, edit.kind, edit.from, edit.to, note.id)
    default:
      return intent
  }
}

function rename(intent: Intent, { kind, name }: Thing, to: string, id: string): Intent {
  if (kind === 'actor') return actorsNamed(intent, [name], to, id)
  if (kind === 'flow' && intent.userFlows.some((flow) => flow.name === name))
    return {
      ...intent,
      userFlows: intent.userFlows.map((flow) =>
        flow.name === name ? { ...flow, name: to, sourceRefs: withRef(flow.sourceRefs, id) } : flow,
      ),
    }
  if (kind === 'component' && intent.components.some((each) => each.name === name))
    return { ...intent, components: intent.components.map((each) => (each.name === name ? { ...each, name: to } : each)) }
  return intent
}

function actorsNamed(intent: Intent, from: readonly string[], to: string, id: string): Intent {
  const isKnown =
    intent.userFlows.some((flow) => doersOf(flow).some((actor) => from.includes(actor) && actor !== to)) ||
    intent.actors?.some(({ name }) => from.includes(name) && name !== to)
  if (!isKnown) return intent
  const named = (intent.actors ?? []).map((actor) =>
    from.includes(actor.name) ? { ...actor, name: to, sourceRefs: withRef(actor.sourceRefs, id) } : actor,
  )
  const actors = named.filter(({ name }, at) => named.findIndex((other) => other.name === name) === at)
  const acting = {
    ...intent,
    userFlows: intent.userFlows.map((flow) => {
      const actor = from.includes(flow.actor) ? to : flow.actor
      return { ...flow, actor, steps: flow.steps.map((step) => doneBy(step, from.includes(step.actor ?? '') ? to : step.actor, actor)) }
    }),
    ...(intent.actors && { actors }),
  }
  return from.filter((name) => name !== to).reduce((now, name) => spread(now, name, to), acting)
}

function remove(intent: Intent, thing: Thing): Intent {
  switch (thing.kind) {
    case 'flow': {
      const flow = intent.userFlows.find(({ name }) => name === thing.name)
      return flow ? withoutSteps(intent, flow.steps) : intent
    }
    case 'step': {
      const found = findStep(intent, thing)
      return found ? withoutSteps(intent, [found.step]) : intent
    }
    case 'actor':
      return intent.actors?.some(({ name }) => name === thing.name) && !intent.userFlows.some((flow) => doersOf(flow).includes(thing.name))
        ? { ...intent, actors: intent.actors.filter(({ name }) => name !== thing.name) }
        : intent
    case 'goal':
      return withoutGoals(intent, (_, at) => intent.goals[at] === thing.name)
    case 'interaction': {
      const interactions = intent.interactions.filter(({ trigger, response }) => trigger !== thing.name && response !== thing.name)
      return interactions.length < intent.interactions.length ? { ...intent, interactions } : intent
    }
    case 'component':
      return withoutComponent(intent, thing.name)
    default:
      return intent
  }
}

/** What happened at a component happens at the one around it; where there is none, it stays. */
function withoutComponent(intent: Intent, name: string): Intent {
  const component = intent.components.find((each) => each.name === name)
  if (!component) return intent
  // the entry of a list of screens goes with its screen
  const entries = stepsOf(intent).flatMap(({ step }) => (step.componentId === component.id && step.action.startsWith(name) ? [step] : []))
  if (entries.length > 0) return withoutComponent(withoutSteps(intent, entries), name)
  const parent = intent.components.find(({ children }) => children.includes(component.id))
  const isUsed = [...stepsOf(intent).map(({ step }) => step), ...intent.interactions].some(
    ({ componentId }) => componentId === component.id,
  )
  if (isUsed && !parent) return intent
  const to = parent?.id ?? ''
  const at = (id: string) => (id === component.id ? to : id)
  return {
    ...placedAt(intent, at),
    components: intent.components
      .filter((each) => each !== component)
      .map((each) => ({ ...each, children: each.children.flatMap((child) => (child === component.id ? component.children : [child])) })),
  }
}

function merge(intent: Intent, kind: Thing['kind'], from: readonly string[], to: string, id: string): Intent {
  if (kind === 'actor') return actorsNamed(intent, from, to, id)
  if (kind === 'flow') {
    const [first, ...rest] = intent.userFlows.filter(({ name }) => from.includes(name))
    if (!first || rest.length === 0) return intent
    const refs = [...new Map([first, ...rest].flatMap(({ sourceRefs }) => sourceRefs).map((ref) => [JSON.stringify(ref), ref])).values()]
    const whole = { ...first, name: to, sourceRefs: withRef(refs, id), steps: [first, ...rest].flatMap(({ steps }) => steps) }
    return { ...intent, userFlows: intent.userFlows.flatMap((flow) => (flow === first ? [whole] : rest.includes(flow) ? [] : [flow])) }
  }
  if (kind !== 'component') return intent
  const [first, ...rest] = intent.components.filter(({ name }) => from.includes(name))
  if (!first || rest.length === 0) return intent
  const gone = new Set(rest.map((each) => each.id))
  const at = (each: string) => (gone.has(each) ? first.id : each)
  const joined = [first, ...rest]
  const whole = {
    ...first,
    name: to,
    children: [...new Set(joined.flatMap(({ children }) => children))].filter((child) => child !== first.id && !gone.has(child)),
    dataRefs: [...new Set(joined.flatMap(({ dataRefs }) => dataRefs))],
  }
  return {
    ...placedAt(intent, at),
    components: intent.components
      .flatMap((each) => (each === first ? [whole] : gone.has(each.id) ? [] : [each]))
      .map((each) =>
        each === whole ? each : { ...each, children: [...new Set(each.children.map(at))].filter((child) => child !== each.id) },
      ),
  }
}

/** A component never ends up inside itself. */
function moveComponent(intent: Intent, name: string, into: string): Intent {
  const component = intent.components.find((each) => each.name === name)
  const holder = intent.components.find((each) => each.name === into)
  if (!component || !holder || holder.children.includes(component.id) || holds(intent, component.id, holder.id)) return intent
  const components = intent.components.map((each) => ({
    ...each,
    children: each.id === holder.id ? [...each.children, component.id] : each.children.filter((child) => child !== component.id),
  }))
  return { ...intent, components }
}

function holds(intent: Intent, id: string, wanted: string, seen: ReadonlySet<string> = new Set()): boolean {
  if (id === wanted) return true
  const children = intent.components.find((each) => each.id === id)?.children ?? []
  return !seen.has(id) && children.some((child) => holds(intent, child, wanted, new Set([...seen, id])))
}

/** Every step and interaction on the component that `at` gives for its own. */
const placedAt = (intent: Intent, at: (component: string) => string): Intent => ({
  ...intent,
  userFlows: intent.userFlows.map((flow) => ({
    ...flow,
    steps: flow.steps.map((step) => ({ ...step, componentId: at(step.componentId) })),
  })),
  interactions: intent.interactions.map((each) => ({ ...each, componentId: at(each.componentId) })),
})
