// Reads every text of an intent once, and looks up what refers to what, so that the dimensions only compare.
import type { Component, Entity, Intent, Interaction, UserFlow } from '../intent.ts'
import { proseReader } from './prose.ts'
import type { Prose } from './prose.ts'

export interface FlowReading {
  flow: UserFlow
  name: Prose
  actor: Prose
  steps: Prose[]
}

export interface Reading {
  intent: Intent
  sources: Prose[]
  goals: Prose[]
  flows: FlowReading[]
  components: { component: Component; name: Prose; description: Prose }[]
  entities: { entity: Entity; name: Prose; description: Prose; attributes: Prose[] }[]
  interactions: { interaction: Interaction; trigger: Prose; response: Prose }[]
  sourceIndex: Map<string, number>
  componentIndex: Map<string, number>
  entityIndex: Map<string, number>
  /** Component id → interactions on it. */
  interactionsOn: Map<string, number[]>
}

export function readIntent(intent: Intent): Reading {
  const readProse = proseReader()
  const interactionsOn = new Map<string, number[]>()
  for (const [i, { componentId }] of intent.interactions.entries()) {
    const on = interactionsOn.get(componentId)
    if (on) on.push(i)
    else interactionsOn.set(componentId, [i])
  }
  return {
    intent,
    sources: intent.sources.map((source) => readProse(demand(source.text))),
    goals: intent.goals.map(readProse),
    flows: intent.userFlows.map((flow) => ({
      flow,
      name: readProse(flow.name),
      actor: readProse(flow.actor),
      steps: flow.steps.map((step) => readProse(step.action)),
    })),
    components: intent.components.map((component) => ({
      component,
      name: readProse(component.name),
      description: readProse(component.description),
    })),
    entities: intent.dataModel.entities.map((entity) => ({
      entity,
      name: readProse(entity.name),
      description: readProse(entity.description),
      attributes: entity.attributes.map((attribute) => readProse(attribute.name)),
    })),
    interactions: intent.interactions.map((interaction) => ({
      interaction,
      trigger: readProse(interaction.trigger),
      response: readProse(interaction.response),
    })),
    sourceIndex: indexBy(intent.sources, (source) => source.id),
    componentIndex: indexBy(intent.components, (component) => component.id),
    entityIndex: indexBy(intent.dataModel.entities, (entity) => entity.name),
    interactionsOn,
  }
}

/** What a statement asks for, without the reason it gives ("so that I need not call"). */
export function demand(text: string): string {
  const reason = /[,;]?\s+(?:so that|in order (?:to|that))\s/i.exec(text)
  return reason && reason.index > 20 ? text.slice(0, reason.index) : text
}

function indexBy<T>(items: readonly T[], key: (item: T) => string): Map<string, number> {
  const index = new Map<string, number>()
  for (const [i, item] of items.entries()) if (!index.has(key(item))) index.set(key(item), i)
  return index
}
