// Reads every text of an intent once, and looks up what refers to what, so that the dimensions only compare.
import type { World } from '../../../lib/english/compare.ts'
import { stemOf } from '../../../lib/english/match.ts'
import { isRole } from '../../../lib/english/roles.ts'
import type { Statement } from '../../../lib/english/statement.ts'
import type { Component, Entity, Intent, Interaction, UserFlow } from '../intent.ts'
import { proseReader, type Prose } from './prose.ts'
import { pointer } from './validate.ts'

interface FlowReading {
  flow: UserFlow
  name: Prose
  actor: Prose
  steps: Prose[]
}

/** A sentence of the design that can be held against the statements it comes from. */
export interface Claim {
  at: string
  text: string
  prose: Prose
  kind: 'goal' | 'step' | 'trigger' | 'response'
  /** Indexes of the sources it names itself, or that the flow it belongs to names. */
  sources: number[]
  isOwn: boolean
  /** Head of the actor of its flow. */
  actor?: string | undefined
}

export interface Reading {
  intent: Intent
  sources: Prose[]
  /** Sources that ask for something; headings and background do not. */
  bears: boolean[]
  goals: Prose[]
  flows: FlowReading[]
  components: { component: Component; name: Prose; description: Prose }[]
  entities: { entity: Entity; name: Prose; description: Prose; attributes: Prose[] }[]
  interactions: { interaction: Interaction; trigger: Prose; response: Prose }[]
  /** The prose of any text of the design, read once. */
  read: (text: string) => Prose
  claims: Claim[]
  world: World
  sourceIndex: Map<string, number>
  componentIndex: Map<string, number>
  entityIndex: Map<string, number>
}

/** Documents may name a source by id alone or with the place inside it. */
type Ref = string | { id: string }
type Traced = { sourceRefs?: readonly Ref[] | undefined }

export function readIntent(intent: Intent): Reading {
  const read = proseReader()
  const sourceIndex = indexBy(intent.sources, (source) => source.id)
  // What asks for an edit of the design says nothing about the product.
  const sources = intent.sources.map((source) => read(/^edit-\d+$/.test(source.id) ? '' : source.text))
  const reading: Reading = {
    intent,
    sources,
    bears: sources.map((prose, i) => !intent.sources[i]!.background && !saysWho(intent, i) && bears(intent.sources[i]!.text, prose)),
    goals: intent.goals.map(read),
    flows: intent.userFlows.map((flow) => ({
      flow,
      name: read(flow.name),
      actor: read(flow.actor),
      steps: flow.steps.map((step) => read(step.action)),
    })),
    components: intent.components.map((component) => ({ component, name: read(component.name), description: read(component.description) })),
    entities: intent.dataModel.entities.map((entity) => ({
      entity,
      name: read(entity.name),
      description: read(entity.description),
      attributes: entity.attributes.map((attribute) => read(attribute.name)),
    })),
    interactions: intent.interactions.map((interaction) => ({
      interaction,
      trigger: read(interaction.trigger),
      response: read(interaction.response),
    })),
    read,
    claims: [],
    world: { roles: new Set(), known: new Set(), text: [] },
    sourceIndex,
    componentIndex: indexBy(intent.components, (component) => component.id),
    entityIndex: indexBy(intent.dataModel.entities, (entity) => entity.name),
  }
  reading.world = worldOf(reading)
  reading.claims = claimsOf(reading)
  return reading
}

export function refId(ref: Ref): string {
  return typeof ref === 'string' ? ref : ref.id
}

/** Indexes of the sources that something names. Whoever names most of a long text names nothing. */
export function sourcesOf(traced: Traced, { sourceIndex }: Pick<Reading, 'sourceIndex'>): number[] {
  const named = [...new Set((traced.sourceRefs ?? []).flatMap((ref) => sourceIndex.get(refId(ref)) ?? []))]
  return named.length > 5 && named.length * 2 > sourceIndex.size ? [] : named
}

/** A screen that one of its sources calls by its name. */
export function isAskedFor(component: Component, reading: Pick<Reading, 'intent' | 'sourceIndex'>): boolean {
  const name = component.name.toLowerCase()
  return sourcesOf(component, reading).some((i) => reading.intent.sources[i]!.text.toLowerCase().includes(name))
}

/** A lead-in ("Users cannot:", a heading that a quote begins with) is read together with what it leads to: alone neither says it. */
export function statementsAt(reading: Reading, sources: readonly number[]): Statement[] {
  const text = (i: number) => reading.intent.sources[i]!.text
  return sources.flatMap((i, at) => {
    const lead = at > 0 ? text(sources[at - 1]!) : ''
    if (leadsOn.test(lead)) return proseReader()(`${lead.replace(/^#+\s*|\s*:$/g, '')} ${text(i)}`).statements
    return leadsOn.test(text(i)) && at < sources.length - 1 ? [] : reading.sources[i]!.statements
  })
}

const leadsOn = /^#|:$/

function claimsOf(reading: Reading): Claim[] {
  const { intent, goals, flows, interactions } = reading
  const claims: Claim[] = goals.map((prose, i) => {
    const sources = sourcesOf({ sourceRefs: intent.goalSourceRefs[i] ?? [] }, reading)
    return { at: pointer('goals', i), text: intent.goals[i]!, prose, kind: 'goal', sources, isOwn: true }
  })
  const onComponent = new Map<string, Set<number>>()
  for (const [i, { flow, actor, steps }] of flows.entries()) {
    const inherited = sourcesOf(flow, reading)
    for (const [j, prose] of steps.entries()) {
      const step = flow.steps[j]!
      const own = sourcesOf(step as Traced, reading)
      const sources = own.length > 0 ? own : inherited
      const there = onComponent.get(step.componentId) ?? new Set()
      for (const source of sources) there.add(source)
      onComponent.set(step.componentId, there)
      claims.push({
        at: pointer('userFlows', i, 'steps', j, 'action'),
        text: step.action,
        prose,
        kind: 'step',
        sources,
        isOwn: own.length > 0,
        actor: headOf(step.actor === undefined ? actor : proseReader()(step.actor)),
      })
    }
  }
  for (const [i, { interaction, trigger, response }] of interactions.entries()) {
    const own = sourcesOf(interaction as Traced, reading)
    const sources = own.length > 0 ? own : [...(onComponent.get(interaction.componentId) ?? [])]
    for (const [kind, prose] of [
      ['trigger', trigger],
      ['response', response],
    ] as const)
      claims.push({ at: pointer('interactions', i, kind), text: interaction[kind], prose, kind, sources, isOwn: own.length > 0 })
  }
  return claims
}

function headOf({ words }: Prose): string | undefined {
  return words.findLast(({ kind }) => kind !== 'function')?.text
}

function worldOf({ sources, flows }: Pick<Reading, 'sources' | 'flows'>): World {
  const text = sources.flatMap(({ statements }) => statements)
  const doers = text.flatMap(({ acts }) => acts.flatMap(({ subjects }) => subjects)).filter(isRole)
  return {
    roles: new Set([...doers, ...flows.flatMap(({ actor }) => headOf(actor) ?? [])]),
    known: new Set(text.flatMap(({ content }) => content.map(stemOf))),
    text,
  }
}

/** "Porter: carries bags", "Porter | carries bags": says who an actor is. */
function saysWho({ actors = [], sources }: Intent, i: number): boolean {
  const { text } = sources[i]!
  return actors.some(
    ({ name }) => text.toLowerCase().startsWith(name.toLowerCase()) && /^s?\s*(?::|\||[–—-])\s/.test(text.slice(name.length)),
  )
}

/** A line that asks for something: it has an act, or names several things in a list, a row or a definition. */
function bears(text: string, { statements }: Prose): boolean {
  if (/^\s*(?:#|```|\|?[\s|:-]+\|?$|<!--|---)/.test(text)) return false
  const content = statements.reduce((sum, statement) => sum + statement.content.length, 0)
  return content >= 2 && (statements.some(({ acts }) => acts.length > 0) || /^\s*(?:[-*|]|\d+[.)])|[:|]/.test(text))
}

function indexBy<T>(items: readonly T[], key: (item: T) => string): Map<string, number> {
  const index = new Map<string, number>()
  for (const [i, item] of items.entries()) if (!index.has(key(item))) index.set(key(item), i)
  return index
}

/** For each flow how many of its steps are acts of its own; a sentence that returns in more than two flows and in every third is none. */
export function walksOf({ flows }: Pick<Reading, 'flows'>): number[] {
  const counts = new Map<string, number>()
  for (const { flow } of flows)
    for (const action of new Set(flow.steps.map((step) => step.action))) counts.set(action, (counts.get(action) ?? 0) + 1)
  const isRefrain = (action: string) => counts.get(action)! > 2 && counts.get(action)! * 3 > flows.length
  return flows.map(({ flow, steps }) => steps.filter(({ meanings }, i) => meanings.size > 0 && !isRefrain(flow.steps[i]!.action)).length)
}
