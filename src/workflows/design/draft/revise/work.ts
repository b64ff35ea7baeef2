// The intent under revision: a copy whose parts are found by pointer, changed in place, and dropped at the end so that pointers stay true meanwhile.
import type { Component, Entity, Intent, Interaction, Relationship, Step, UserFlow } from '../../intent.ts'

export interface Work {
  intent: Intent
  dropped: Set<object>
  droppedGoals: Set<number>
}

/** What a finding points at; fields are there as far as the pointer reaches. */
export interface Target {
  text?: { get(): string; set(value: string): void }
  goal?: number
  source?: number
  flow?: UserFlow
  step?: Step
  component?: Component
  entity?: Entity
  relation?: Relationship
  interaction?: Interaction
}

export function startWork(intent: Intent): Work {
  return { intent: structuredClone(intent), dropped: new Set(), droppedGoals: new Set() }
}

export function locate({ intent }: Work, pointer: string): Target {
  const [section, first, part, second] = pointer.split('/').slice(1)
  const at = Number(first)
  const target: Target = {}
  if (section === 'goals' && intent.goals[at] !== undefined) {
    target.goal = at
    target.text = { get: () => intent.goals[at] ?? '', set: (value) => void (intent.goals[at] = value) }
  } else if (section === 'sources') target.source = at
  else if (section === 'userFlows')
    place(target, { flow: intent.userFlows[at], step: part === 'steps' ? intent.userFlows[at]?.steps[Number(second)] : undefined })
  else if (section === 'components') place(target, { component: intent.components[at] })
  else if (section === 'interactions') place(target, { interaction: intent.interactions[at] })
  else if (section === 'dataModel') {
    const entity = intent.dataModel.entities[Number(part)]
    const [where, which] = pointer.split('/').slice(4)
    place(target, { entity, relation: where === 'relationships' ? entity?.relationships[Number(which)] : undefined })
  }
  const holder = target.step ?? target.interaction ?? target.component ?? target.entity ?? target.flow
  const key = pointer.slice(pointer.lastIndexOf('/') + 1)
  if (holder && isTextKey(key) && key in holder) {
    const texts = holder as unknown as Record<string, string>
    target.text = { get: () => texts[key] ?? '', set: (value) => void (texts[key] = value) }
  }
  return target
}

function isTextKey(key: string): boolean {
  return /^(?:action|name|description|trigger|response)$/.test(key)
}

function place(target: Target, parts: { [K in keyof Target]: Target[K] | undefined }): void {
  for (const [key, value] of Object.entries(parts)) if (value !== undefined) Object.assign(target, { [key]: value })
}

/** The intent without what was dropped, and without references to it. */
export function finishWork({ intent, dropped, droppedGoals }: Work): Intent {
  const kept = <T extends object>(items: readonly T[]) => items.filter((item) => !dropped.has(item))
  const entities = kept(intent.dataModel.entities)
  const names = new Set(entities.map((entity) => entity.name))
  const components = kept(intent.components)
  const ids = new Set(components.map((component) => component.id))
  const fallback = components[0]?.id ?? ''
  const goals = intent.goals.flatMap((goal, at) =>
    droppedGoals.has(at) && intent.goals.length > droppedGoals.size ? [] : [{ goal, refs: intent.goalSourceRefs[at] ?? [] }],
  )
  return {
    ...intent,
    goals: goals.map(({ goal }) => goal),
    goalSourceRefs: goals.map(({ refs }) => refs),
    userFlows: kept(intent.userFlows)
      .map((flow) => ({
        ...flow,
        steps: kept(flow.steps).map((step) => ({
          ...step,
          componentId: ids.has(step.componentId) ? step.componentId : fallback,
          entityRefs: step.entityRefs.filter((name) => names.has(name)),
        })),
      }))
      .filter((flow) => flow.steps.length > 0),
    components: components.map((component) => ({
      ...component,
      children: component.children.filter((id) => ids.has(id) && id !== component.id),
      dataRefs: component.dataRefs.filter((name) => names.has(name)),
    })),
    dataModel: {
      entities: entities.map((entity) => ({ ...entity, relationships: kept(entity.relationships).filter(({ to }) => names.has(to)) })),
    },
    interactions: kept(intent.interactions).filter((interaction) => ids.has(interaction.componentId)),
  }
}
