// Edits of steps: another text, another actor, another place, a new one, or gone with what only they said.
import { doersOf, refId, type Intent, type Step, type UserFlow } from '../intent.ts'
import { withRef } from './apply-data.ts'
import type { Spot, Thing } from './edit.ts'
import { doerOf, nameKey } from './names.ts'
import { replaceNoun } from './nouns.ts'
import { prune } from './prune.ts'

export function replace(intent: Intent, thing: Thing, to: string, textId: string): Intent {
  const sources = [...intent.sources, { id: textId, text: to }]
  if (thing.kind === 'goal') {
    const at = intent.goals.indexOf(thing.name)
    return at < 0
      ? intent
      : { ...intent, sources, goals: intent.goals.with(at, to), goalSourceRefs: intent.goalSourceRefs.with(at, [textId]) }
  }
  if (thing.kind === 'interaction') {
    const part = thing.of === 'response' ? 'response' : 'trigger'
    const at = intent.interactions.findIndex((each) => each[part] === thing.name)
    return at < 0
      ? intent
      : {
          ...intent,
          sources,
          interactions: intent.interactions.with(at, { ...intent.interactions[at]!, [part]: to, sourceRefs: [textId] }),
        }
  }
  const found = thing.kind === 'step' ? findStep(intent, thing) : undefined
  if (!found) return intent
  const { flow, step } = found
  // The new step stands in first, so that the flow outlives the old one.
  const fresh = { ...step, id: `${step.id}-now`, action: to, sourceRefs: [textId] }
  const both = {
    ...flow,
    sourceRefs: withRef(flow.sourceRefs, textId),
    steps: flow.steps.flatMap((each) => (each === step ? [fresh, step] : [each])),
  }
  const goals = intent.goals.map((goal) => (goal === step.action ? to : goal))
  const goalSourceRefs = intent.goalSourceRefs.map((refs, at) => (intent.goals[at] === step.action ? [textId] : refs))
  const after = withoutSteps(
    { ...intent, sources, goals, goalSourceRefs, userFlows: intent.userFlows.map((each) => (each === flow ? both : each)) },
    [step],
  )
  const named = (each: Step) => (each.id === fresh.id ? { ...each, id: step.id } : each)
  return { ...after, userFlows: after.userFlows.map((each) => ({ ...each, steps: each.steps.map(named) })) }
}

/** A step stays where it stands and is done by another; with a flow goes what its actor does in it. */
export function give(given: Intent, thing: Thing, to: string, id: string): Intent {
  const isNew = given.actors && !given.actors.some(({ name }) => name === to) && !given.userFlows.some((flow) => doersOf(flow).includes(to))
  const intent = isNew ? { ...given, actors: [...(given.actors ?? []), { name: to, sourceRefs: [id] }] } : given
  const found = thing.kind === 'flow' ? undefined : findStep(intent, thing)
  const flow = found?.flow ?? intent.userFlows.find(({ name }) => name === thing.name)
  const from = found ? doerOf(intent, found.flow, found.step) : flow?.actor
  if (!flow || from === undefined || from === to) return given
  const steps = found ? [found.step] : flow.steps.filter((step) => doerOf(intent, flow, step) === from)
  const actor = !found || flow.steps.length === 1 ? to : flow.actor
  const told = saidOf(intent, steps, from, to, !found)
  const done = (step: Step) => doneBy(step, steps.some((each) => each.id === step.id) ? to : step.actor, actor)
  return {
    ...told,
    userFlows: told.userFlows.map((each) =>
      each.id === flow.id ? { ...each, actor, sourceRefs: withRef(each.sourceRefs, id), steps: each.steps.map(done) } : each,
    ),
  }
}

/** A step names its actor only where the flow does not. */
export function doneBy({ actor: _, ...step }: Step, actor: string | undefined, flowActor: string): Step {
  return actor === undefined || actor === flowActor ? step : { ...step, actor }
}

export function addStep(intent: Intent, action: string, spot: Spot, textId: string): Intent {
  const place = placeOf(intent, spot)
  if (!place || place.flow.steps.some((step) => step.action === action)) return intent
  const { flow, at } = place
  const beside = flow.steps[at - 1] ?? flow.steps[at]
  const words = ` ${nameKey(action)} `
  const step: Step = {
    id: freeId(intent, `${flow.id}-added`),
    action,
    componentId: beside?.componentId ?? intent.components[0]?.id ?? '',
    entityRefs: intent.dataModel.entities.filter(({ name }) => words.includes(` ${nameKey(name)} `)).map(({ name }) => name),
    sourceRefs: [textId],
  }
  const longer = { ...flow, sourceRefs: withRef(flow.sourceRefs, textId), steps: flow.steps.toSpliced(at, 0, step) }
  return {
    ...intent,
    sources: [...intent.sources, { id: textId, text: action }],
    userFlows: intent.userFlows.map((each) => (each === flow ? longer : each)),
  }
}

export function moveStep(intent: Intent, thing: Thing, spot: Spot, id: string): Intent {
  const found = findStep(intent, thing)
  if (!found) return intent
  const { flow, step } = found
  const without = {
    ...intent,
    userFlows: intent.userFlows.map((each) => (each === flow ? { ...flow, steps: flow.steps.filter((other) => other !== step) } : each)),
  }
  const place = placeOf(without, spot)
  if (!place || (place.flow.id === flow.id && place.at === flow.steps.indexOf(step))) return intent
  const own = (step.sourceRefs ?? []).map(refId)
  const refs = [...own, id].reduce(withRef, place.flow.sourceRefs)
  const longer = {
    ...place.flow,
    sourceRefs: refs,
    steps: place.flow.steps.toSpliced(place.at, 0, doneBy(step, step.actor ?? flow.actor, place.flow.actor)),
  }
  return {
    ...without,
    userFlows: without.userFlows.map((each) => (each === place.flow ? longer : each)).filter(({ steps }) => steps.length > 0),
  }
}

/** Steps of a design with the flow each stands in. */
export const stepsOf = (intent: Intent): { flow: UserFlow; step: Step }[] =>
  intent.userFlows.flatMap((flow) => flow.steps.map((step) => ({ flow, step })))

/** By its text, in its flow where one is named and still holds it. */
export function findStep(intent: Intent, { name, of }: Thing): { flow: UserFlow; step: Step } | undefined {
  const found = stepsOf(intent).filter(({ step }) => step.action === name)
  return found.find(({ flow }) => flow.name === of) ?? found[0]
}

/** With the steps go the goals and interactions that say only what they said, and the parts nothing else happens at. */
export function withoutSteps(intent: Intent, steps: readonly Step[]): Intent {
  const idsOf = (refs: Step['sourceRefs']) => (refs ?? []).map(refId)
  const left = stepsOf(intent).filter(({ step }) => !steps.includes(step))
  const said = new Set([
    ...left.flatMap(({ step }) => idsOf(step.sourceRefs)),
    ...intent.dataModel.entities.flatMap(({ sourceRefs }) => idsOf(sourceRefs)),
  ])
  const gone = new Set(steps.flatMap((step) => idsOf(step.sourceRefs)).filter((id) => !said.has(id)))
  const isGone = (refs: Step['sourceRefs']) => gone.size > 0 && (refs ?? []).length > 0 && idsOf(refs).every((id) => gone.has(id))
  const userFlows = intent.userFlows
    .map((flow) =>
      flow.steps.some((step) => steps.includes(step))
        ? {
            ...flow,
            sourceRefs: flow.sourceRefs.filter((ref) => !gone.has(refId(ref))),
            steps: flow.steps.filter((step) => !steps.includes(step)),
          }
        : flow,
    )
    .filter((flow) => flow.steps.length > 0 || !intent.userFlows.some(({ id, steps: own }) => id === flow.id && own.length > 0))
  const actors = intent.actors?.map((actor) => ({ ...actor, sourceRefs: trimmed(actor.sourceRefs, gone) }))
  const flowless = {
    ...intent,
    userFlows,
    interactions: intent.interactions.filter(({ sourceRefs }) => !isGone(sourceRefs)),
    ...(actors && { actors }),
  }
  const before = new Set(stepsOf(intent).map(({ step }) => step.componentId))
  const after = new Set(stepsOf(flowless).map(({ step }) => step.componentId))
  const idle = new Set([...before].filter((id) => !after.has(id)))
  return withoutGoals(prune(flowless, withParents(intent, idle)), (refs) => isGone(refs))
}

/** An actor keeps at least one place where it is named. */
const trimmed = <R extends Parameters<typeof refId>[0]>(refs: R[], gone: ReadonlySet<string>): R[] => {
  const left = refs.filter((ref) => !gone.has(refId(ref)))
  return left.length > 0 ? left : refs
}

function withParents(intent: Intent, ids: ReadonlySet<string>): Set<string> {
  const all = new Set(ids)
  for (let size = -1; size !== all.size;) {
    size = all.size
    for (const { id, children } of intent.components) if (children.length > 0 && children.some((child) => all.has(child))) all.add(id)
    for (const { id, children } of intent.components) if (ids.has(id)) for (const child of children) all.add(child)
  }
  return all
}

export function withoutGoals(intent: Intent, isGone: (refs: Intent['goalSourceRefs'][number], at: number) => boolean): Intent {
  const kept = intent.goals.flatMap((goal, at) =>
    isGone(intent.goalSourceRefs[at] ?? [], at) ? [] : [{ goal, refs: intent.goalSourceRefs[at] ?? [] }],
  )
  return kept.length === 0 || kept.length === intent.goals.length
    ? intent
    : { ...intent, goals: kept.map(({ goal }) => goal), goalSourceRefs: kept.map(({ refs }) => refs) }
}

/** What the steps and their sources say of who acts, said of another: of a flow only who begins each step, for it may also be told of in them. */
function saidOf(intent: Intent, steps: readonly Step[], from: string, to: string, isLead: boolean): Intent {
  const ids = new Set(steps.flatMap(({ sourceRefs = [] }) => sourceRefs.map(refId)))
  const said = (text: string, isStep = false) => {
    const at = text.toLowerCase().indexOf(from.toLowerCase())
    if (isLead && (at < 0 || (isStep && !nameKey(text).startsWith(nameKey(from))))) return text
    const end = isLead ? at + from.length + /^\p{L}*/u.exec(text.slice(at + from.length))![0].length : text.length
    return replaceNoun(text.slice(0, end), from, to) + text.slice(end)
  }
  const isOf = (refs: Step['sourceRefs']) => (refs ?? []).some((ref) => ids.has(refId(ref)))
  return {
    ...intent,
    sources: intent.sources.map((source) => (ids.has(source.id) ? { ...source, text: said(source.text) } : source)),
    goals: intent.goals.map((goal, at) => (isOf(intent.goalSourceRefs[at]) ? said(goal) : goal)),
    userFlows: intent.userFlows.map((flow) => ({
      ...flow,
      steps: flow.steps.map((step) =>
        steps.includes(step) || isOf(step.sourceRefs) ? { ...step, action: said(step.action, true) } : step,
      ),
    })),
    interactions: intent.interactions.map((each) =>
      isOf(each.sourceRefs) ? { ...each, trigger: said(each.trigger), response: said(each.response) } : each,
    ),
  }
}

function freeId(intent: Intent, wanted: string): string {
  const taken = new Set([...intent.userFlows.flatMap(({ id, steps }) => [id, ...steps.map((step) => step.id)])])
  let id = wanted.slice(0, 70)
  for (let n = 2; taken.has(id); n += 1) id = `${wanted.slice(0, 70)}-${n}`
  return id
}

/** The flow and index a spot stands for. */
function placeOf(intent: Intent, spot: Spot): { flow: UserFlow; at: number } | null {
  if ('flow' in spot) {
    const flow = intent.userFlows.find(({ name }) => name === spot.flow)
    return flow ? { flow, at: spot.end === 'first' ? 0 : flow.steps.length } : null
  }
  const found = findStep(intent, 'before' in spot ? spot.before : spot.after)
  return found ? { flow: found.flow, at: found.flow.steps.indexOf(found.step) + ('before' in spot ? 0 : 1) } : null
}
