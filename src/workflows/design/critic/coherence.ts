// Coherence: every reference resolves, every flow can be walked and comes from a requirement, every component is reached.
import { refId } from '../intent.ts'
import type { Reading } from './reading.ts'
import { quote } from './tally.ts'
import type { Judgement, Loss } from './tally.ts'
import type { Tracing } from './tracing.ts'
import { pointer } from './validate.ts'

export function coherence(reading: Reading, tracing: Tracing): Judgement {
  const references = dangling(reading)
  const { userFlows, components } = reading.intent
  return {
    aspects: [
      { share: 3500, total: Math.max(1, references.total), losses: references.losses },
      { share: 4000, total: Math.max(1, userFlows.length), losses: flowLosses(reading, tracing) },
      { share: 2500, total: Math.max(1, components.length), losses: componentLosses(reading) },
    ],
    ground: {
      ruleId: 'coherence.unfounded',
      pointer: '/userFlows',
      evidence: '',
      change: 'Most of what the flows claim to come from the requirements does not: start from the statements in sources.',
      cost: 1 - Math.min(1, 2 * foundation(reading, tracing)),
    },
  }
}

/** How much of what the flows claim is true, on average. Half is enough: flows may tell more than the text does. */
function foundation({ intent }: Reading, tracing: Tracing): number {
  const truths = intent.userFlows.map((flow, i) => tracing.flows[i]!.length / Math.max(1, flow.sourceRefs.length))
  return truths.reduce((sum, truth) => sum + truth, 0) / Math.max(1, truths.length)
}

function dangling({ intent, sourceIndex, componentIndex, entityIndex }: Reading): { total: number; losses: Loss[] } {
  const losses: Loss[] = []
  let total = 0
  for (const [i, flow] of intent.userFlows.entries()) {
    flow.sourceRefs.forEach((ref, k) => see(sourceIndex, refId(ref), pointer('userFlows', i, 'sourceRefs', k), 'source'))
    for (const [j, step] of flow.steps.entries()) {
      see(componentIndex, step.componentId, pointer('userFlows', i, 'steps', j, 'componentId'), 'component')
      step.entityRefs.forEach((ref, k) => see(entityIndex, ref, pointer('userFlows', i, 'steps', j, 'entityRefs', k), 'entity'))
    }
  }
  for (const [i, component] of intent.components.entries()) {
    component.children.forEach((ref, k) => see(componentIndex, ref, pointer('components', i, 'children', k), 'component'))
    component.dataRefs.forEach((ref, k) => see(entityIndex, ref, pointer('components', i, 'dataRefs', k), 'entity'))
  }
  for (const [i, interaction] of intent.interactions.entries())
    see(componentIndex, interaction.componentId, pointer('interactions', i, 'componentId'), 'component')
  for (const [i, refs] of intent.goalSourceRefs.entries())
    refs.forEach((ref, k) => see(sourceIndex, refId(ref), pointer('goalSourceRefs', i, k), 'source'))
  return { total, losses }

  function see(index: Map<string, number>, ref: string, at: string, kind: string) {
    total++
    if (index.has(ref)) return
    losses.push({
      ruleId: `coherence.unknown-${kind}`,
      pointer: at,
      evidence: ref,
      change: `Define the ${kind} ${JSON.stringify(ref)} or refer to one that exists.`,
      cost: 3,
    })
  }
}

function flowLosses({ intent }: Reading, tracing: Tracing): Loss[] {
  if (intent.userFlows.length === 0)
    return [
      {
        ruleId: 'coherence.no-flow',
        pointer: '/userFlows',
        evidence: '',
        change: 'Add a flow that walks an actor through the feature.',
        cost: 1,
      },
    ]
  return intent.userFlows.flatMap((flow, i) => {
    const losses: Loss[] = []
    const at = pointer('userFlows', i)
    const true_ = tracing.flows[i]!.length
    if (!tracing.walks[i]) {
      const change =
        flow.steps.length === 0
          ? 'Add the steps of this flow.'
          : 'Take its statements apart into two acts or more: a flow of one act cannot be walked.'
      losses.push({ ruleId: 'coherence.no-walk', pointer: at, evidence: quote(flow.steps[0]?.action ?? flow.name), change, cost: 1 })
    }
    if (true_ === 0)
      losses.push({
        ruleId: 'coherence.orphan-flow',
        pointer: at,
        evidence: quote(flow.name),
        change: 'Name a source this flow really says, make its steps say it, or remove the flow.',
        cost: 1,
      })
    else if (true_ < flow.sourceRefs.length) {
      const false_ = flow.sourceRefs.map(refId).filter((ref) => !tracing.flows[i]!.includes(ref))
      losses.push({
        ruleId: 'coherence.false-claim',
        pointer: at + '/sourceRefs',
        evidence: false_[0]!,
        change: `Make the steps say ${quote(false_.join(', '))}, or claim that no longer.`,
        cost: (0.5 * false_.length) / flow.sourceRefs.length,
      })
    }
    return losses
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
    if (reach.has(i)) return losses
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

/** Components used by a step or interaction, and everything that holds them or lies in them. Views need a step. */
function reached({ intent, componentIndex }: Reading): Set<number> {
  const parents = intent.components.map(() => [] as number[])
  const children = intent.components.map((component, i) =>
    component.children.flatMap((id) => componentIndex.get(id) ?? []).filter((child) => child !== i),
  )
  for (const [i, own] of children.entries()) for (const child of own) parents[child]!.push(i)

  const walked = new Set<number>()
  for (const flow of intent.userFlows) for (const step of flow.steps) addIfKnown(step.componentId)
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
