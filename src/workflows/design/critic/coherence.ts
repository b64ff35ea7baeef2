// Coherence: every reference resolves, every flow can be walked and comes from a requirement, every component is reached.
import { stemOf } from '../../../lib/english/match.ts'
import { readTokens } from '../../../lib/english/read.ts'
import { isActor, isSystem } from '../../../lib/english/roles.ts'
import type { SourceRef } from '../intent.ts'
import { faithfulness } from './faithfulness.ts'
import { isAskedFor, refId, sourcesOf, walksOf, type Reading } from './reading.ts'
import { quote } from './tally.ts'
import type { Judgement, Loss } from './tally.ts'
import { pointer } from './validate.ts'

export function coherence(reading: Reading): Judgement {
  const references = dangling(reading)
  const { userFlows, components } = reading.intent
  const { losses, carried, founded } = faithfulness(reading)
  const walks = walksOf(reading)
  const walkable = walks.filter((count) => count > 1).length / Math.max(1, walks.length)
  return {
    aspects: [
      { share: 1500, total: Math.max(1, references.total), losses: references.losses },
      { share: 2500, total: Math.max(1, userFlows.length), losses: flowLosses(reading, walks, carried) },
      { share: 2500, total: Math.max(1, components.length), losses: componentLosses(reading) },
      { share: 3500, total: Math.max(1, reading.claims.length), losses },
    ],
    ground: {
      ruleId: founded <= walkable ? 'coherence.unfounded' : 'coherence.unwalkable',
      pointer: '/userFlows',
      evidence: '',
      change:
        founded <= walkable
          ? 'Most of what the design claims to come from the requirements does not: start from the statements in sources.'
          : 'Most flows are single sentences: put the acts of one person in the order they happen.',
      cost: 1 - Math.min(1, 2 * Math.min(founded, walkable)),
    },
  }
}

function dangling({ intent, sourceIndex, componentIndex, entityIndex }: Reading): { total: number; losses: Loss[] } {
  const losses: Loss[] = []
  let total = 0
  for (const [i, flow] of intent.userFlows.entries()) {
    named(flow.sourceRefs, pointer('userFlows', i, 'sourceRefs'))
    for (const [j, step] of flow.steps.entries()) {
      named(step.sourceRefs, pointer('userFlows', i, 'steps', j, 'sourceRefs'))
      see(componentIndex, step.componentId, pointer('userFlows', i, 'steps', j, 'componentId'), 'component')
      step.entityRefs.forEach((ref, k) => see(entityIndex, ref, pointer('userFlows', i, 'steps', j, 'entityRefs', k), 'entity'))
    }
  }
  for (const [i, component] of intent.components.entries()) {
    component.children.forEach((ref, k) => see(componentIndex, ref, pointer('components', i, 'children', k), 'component'))
    component.dataRefs.forEach((ref, k) => see(entityIndex, ref, pointer('components', i, 'dataRefs', k), 'entity'))
    named(component.sourceRefs, pointer('components', i, 'sourceRefs'))
  }
  for (const [i, interaction] of intent.interactions.entries()) {
    see(componentIndex, interaction.componentId, pointer('interactions', i, 'componentId'), 'component')
    named(interaction.sourceRefs, pointer('interactions', i, 'sourceRefs'))
  }
  for (const [i, entity] of intent.dataModel.entities.entries()) named(entity.sourceRefs, pointer('dataModel', 'entities', i, 'sourceRefs'))
  for (const [i, refs] of intent.goalSourceRefs.entries()) named(refs, pointer('goalSourceRefs', i))
  return { total, losses }

  function named(refs: readonly SourceRef[] = [], at: string) {
    for (const [k, ref] of refs.entries()) {
      see(sourceIndex, refId(ref), `${at}/${k}`, 'source')
      const { length } = intent.sources[sourceIndex.get(refId(ref)) ?? -1]?.text ?? { length: Infinity }
      if (typeof ref === 'string' || (ref.start < ref.end && ref.end <= length)) continue
      losses.push({
        ruleId: 'coherence.unknown-place',
        pointer: `${at}/${k}`,
        evidence: `${ref.start}–${ref.end}`,
        change: `The statement ${JSON.stringify(ref.id)} has ${length} characters: name a place inside it.`,
        cost: 3,
        hard: true,
      })
    }
  }

  function see(index: Map<string, number>, ref: string, at: string, kind: string) {
    total++
    if (index.has(ref)) return
    losses.push({
      ruleId: `coherence.unknown-${kind}`,
      pointer: at,
      evidence: ref,
      change: `Define the ${kind} ${JSON.stringify(ref)} or refer to one that exists.`,
      cost: 12,
      hard: true,
    })
  }
}

function flowLosses(reading: Reading, walks: readonly number[], carried: readonly boolean[]): Loss[] {
  const { flows, claims } = reading
  if (flows.length === 0)
    return [
      {
        ruleId: 'coherence.no-flow',
        pointer: '/userFlows',
        evidence: '',
        change: 'Add a flow that walks an actor through the feature.',
        cost: 1,
      },
    ]
  return flows.flatMap(({ flow, actor, steps }, i) => {
    const losses: Loss[] = []
    const at = pointer('userFlows', i)
    const lose = (rule: string, where: string, evidence: string, change: string, cost: number) =>
      losses.push({ ruleId: `coherence.${rule}`, pointer: where, evidence: quote(evidence), change, cost })
    if (walks[i]! < 2)
      lose(
        'no-walk',
        at,
        flow.steps[0]?.action ?? flow.name,
        flow.steps.length === 0 ? 'Add the steps of this flow.' : 'This flow is a single step: add what comes before or after it.',
        1,
      )
    const own = claims.flatMap((claim, k) => (claim.at.startsWith(`${at}/`) ? [carried[k]!] : []))
    if (sourcesOf(flow, reading).length === 0 || (own.length > 0 && !own.some(Boolean)))
      lose('orphan-flow', at, flow.name, 'Name a source this flow really says, make its steps say it, or remove the flow.', 1)
    // Who acts must be somebody: a role of the text, a person, a group or the system itself.
    const head = actor.words.findLast(({ kind }) => kind !== 'function')
    const doers = reading.world.text.flatMap(({ acts }) => acts.flatMap(({ subjects }) => subjects))
    if (head && !isActor(head.text) && !isActor(head.stem) && !doers.some((each) => stemOf(each) === head.stem))
      lose('no-actor', `${at}/actor`, flow.actor, `Name who does this: ${JSON.stringify(flow.actor)} acts nowhere in the requirements.`, 1)
    for (const [j, { actor: own }] of flow.steps.entries())
      if (own !== undefined && own !== flow.actor && !isSomebody(own, reading))
        losses.push({
          ruleId: 'coherence.step-actor',
          pointer: `${at}/steps/${j}/actor`,
          evidence: quote(own),
          change: `Name who takes this step: the requirements know no ${JSON.stringify(own)}.`,
          cost: 1 / Math.max(2, steps.length),
          hard: true,
        })
    const unfit = steps.flatMap((_, j) => (fits(reading, i, j) ? [] : [j]))
    for (const j of unfit)
      lose(
        'unfit-component',
        `${at}/steps/${j}/componentId`,
        flow.steps[j]!.componentId,
        'Let this step happen in a component that shows or takes what it is about.',
        0.5 / Math.max(2, steps.length),
      )
    return losses
  })
}

/** Listed among the actors, the system itself, or somebody the text speaks of who can act. */
function isSomebody(name: string, { intent, world }: Reading): boolean {
  const own = readTokens(name).filter(({ tag }) => /^(?:NOUN|PROPN|ADJ|VERB)$/.test(tag))
  const head = own.at(-1)
  if (!head || (intent.actors ?? []).some((actor) => actor.name.toLowerCase() === name.toLowerCase()) || isSystem(head.lemma)) return true
  return world.text.some(
    ({ acts, tokens }) =>
      acts.some(({ subjects }) => subjects.some((each) => own.some(({ lower }) => stemOf(each) === stemOf(lower)))) ||
      (isActor(head.lemma) && tokens.some(({ lower }) => stemOf(lower) === stemOf(head.lower))),
  )
}

/** The component of a step has a word, or data, in common with it; so has what it lies in or holds. */
function fits(reading: Reading, i: number, j: number): boolean {
  const { flow, steps } = reading.flows[i]!
  const step = flow.steps[j]!
  const index = reading.componentIndex.get(step.componentId)
  if (index === undefined) return true // found as a dangling reference
  const near = [
    index,
    ...reading.components[index]!.component.children.flatMap((id) => reading.componentIndex.get(id) ?? []),
    ...reading.components.flatMap(({ component }, k) => (component.children.includes(step.componentId) ? [k] : [])),
  ]
  return near.some((k) => {
    const { component, name, description } = reading.components[k]!
    return (
      component.dataRefs.some((ref) => step.entityRefs.includes(ref)) ||
      [...name.stems, ...description.stems].some((stem) => steps[j]!.stems.has(stem))
    )
  })
}

function componentLosses(reading: Reading): Loss[] {
  const { components } = reading.intent
  if (components.length === 0)
    return [
      {
        ruleId: 'coherence.no-component',
        pointer: '/components',
        evidence: '',
        change: 'Add the components the steps happen in.',
        cost: 1,
      },
    ]
  const reach = reached(reading)
  const cyclic = inCycle(reading)
  // Views stand alone, utilities may; what people see or touch lies in something.
  const placed = new Set([
    ...components.filter(({ type }) => type === 'view' || type === 'utility').map(({ id }) => id),
    ...components.flatMap(({ children }) => children),
  ])
  return components.flatMap((component, i) => {
    const losses: Loss[] = []
    const lose = (ruleId: string, at: string, evidence: string, change: string) =>
      losses.push({ ruleId, pointer: at, evidence: quote(evidence), change, cost: 1 })
    if (cyclic.has(i))
      lose(
        'coherence.child-cycle',
        pointer('components', i, 'children'),
        component.children[0]!,
        `${JSON.stringify(component.id)} contains itself through its children: break the circle.`,
      )
    if (reach.has(i) && placed.has(component.id)) return losses
    if (reach.has(i)) {
      lose('coherence.floating', pointer('components', i), component.name, 'Put it into the view where people meet it.')
      return losses
    }
    if (component.type === 'view')
      lose(
        'coherence.unreached-view',
        pointer('components', i),
        component.name,
        'Let a step of a flow happen in this view or in something inside it, or remove the view.',
      )
    else
      lose(
        'coherence.orphan-component',
        pointer('components', i),
        component.name,
        'Let a step, an interaction or another component use it, or remove it.',
      )
    return losses
  })
}

/** Components used by a step or interaction, and everything that holds them or lies in them. Views need a step, or a source that names them. */
function reached(reading: Reading): Set<number> {
  const { intent, componentIndex } = reading
  const parents = intent.components.map(() => [] as number[])
  const children = intent.components.map((component, i) =>
    component.children.flatMap((id) => componentIndex.get(id) ?? []).filter((child) => child !== i),
  )
  for (const [i, own] of children.entries()) for (const child of own) parents[child]!.push(i)

  const walked = new Set<number>()
  for (const flow of intent.userFlows) for (const step of flow.steps) addIfKnown(step.componentId)
  for (const component of intent.components) if (isAskedFor(component, reading)) addIfKnown(component.id)
  spread(walked, parents)
  spread(walked, children)
  const touched = new Set(walked)
  for (const { componentId } of intent.interactions) {
    const index = componentIndex.get(componentId)
    if (index !== undefined && intent.components[index]!.type !== 'view') touched.add(index)
  }
  return touched

  function addIfKnown(id: string) {
    const index = componentIndex.get(id)
    if (index !== undefined) walked.add(index)
  }
}

function spread(set: Set<number>, neighbours: number[][]) {
  const open = [...set]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const neighbour of neighbours[next]!) {
      if (set.has(neighbour)) continue
      set.add(neighbour)
      open.push(neighbour)
    }
  }
}

/** Components on a circle of children: what is left after taking away, again and again, whatever has no parent or no child left. */
function inCycle({ intent, componentIndex }: Reading): Set<number> {
  const down = intent.components.map((component) => component.children.flatMap((id) => componentIndex.get(id) ?? []))
  const up = down.map(() => [] as number[])
  for (const [i, own] of down.entries()) for (const child of own) up[child]!.push(i)
  const left = new Set(down.keys())
  strip(down, up)
  strip(up, down)
  return left

  function strip(ahead: number[][], behind: number[][]) {
    const degree = behind.map((own) => own.filter((i) => left.has(i)).length)
    const open = [...left].filter((i) => degree[i] === 0)
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      left.delete(next)
      for (const i of ahead[next]!) if (--degree[i]! === 0 && left.has(i)) open.push(i)
    }
  }
}
