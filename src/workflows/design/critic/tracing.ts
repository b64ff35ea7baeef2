// Finds out which requirement statements the design really says, and which flows and entities really come from the statements they claim.
import { groundOf, refrainsOf } from './ground.ts'
import { spelling } from './prose.ts'
import type { Prose } from './prose.ts'
import { quotes } from './quotes.ts'
import type { FlowReading, Reading } from './reading.ts'
import { singular, stem } from '../../../lib/english/stem.ts'
import { framingVerbs, verbForm } from './verbs.ts'

export interface Tracing {
  /** For each source: is it said by a goal or flow that claims it? */
  said: boolean[]
  /** For each source: does anything claim it? */
  claimed: boolean[]
  /** For each flow: the claimed source ids that it does say. */
  flows: string[][]
  /** For each flow: has it two steps or more that are acts and speak of what its statements speak of? */
  walks: boolean[]
  /** For each flow, for each step: is it a requirement statement in its own words instead of an act? */
  quoted: boolean[][]
  quotedGoals: boolean[]
  /** For each entity: do the statements it claims speak of it? */
  entities: boolean[]
}

/** How much of a statement's words and of its verbs must be found. */
const enough = { coverage: 0.5, verbs: 0.5 }
/** Steps with the same verb that are compared before giving up; keeps the cost linear. */
const maxTried = 20

export function trace(reading: Reading): Tracing {
  const said = reading.sources.map(() => false)
  const claimed = reading.sources.map(() => false)
  const signatures = new Set(reading.sources.map((source) => source.content.join(' ')))
  const quoted = reading.flows.map(({ steps }) => steps.map((step) => quotes(step, signatures, steps.length < 2)))
  const verbatim = new Set(reading.intent.sources.map((source) => spelling(source.text)))
  const quotedGoals = reading.goals.map((goal, i) => quotes(goal, signatures, false) || verbatim.has(spelling(reading.intent.goals[i]!)))

  const grounds = reading.flows.map((flow) => groundOf(flow, reading))
  const refrains = refrainsOf(reading.flows)
  const walks = grounds.map(
    ({ steps }, i) =>
      steps.filter((isGrounded, j) => isGrounded && !quoted[i]![j] && !refrains.has(reading.flows[i]!.flow.steps[j]!.action)).length > 1,
  )

  for (const [i, goal] of reading.goals.entries()) {
    const unit = utterance([goal])
    for (const ref of reading.intent.goalSourceRefs[i] ?? []) claim(ref, (source) => !quotedGoals[i] && says(unit, source))
  }
  const flows = reading.flows.map((flow, i) => {
    const unit = utterance(unitsOf(flow, quoted[i]!, reading))
    const founded = walks[i]! && grounds[i]!.isGrounded
    return flow.flow.sourceRefs.filter((ref) => claim(ref, (source) => founded && says(unit, source)))
  })
  const entities = reading.entities.map((entity) => {
    const sources = entity.entity.sourceRefs.flatMap((ref) => reading.sources[reading.sourceIndex.get(ref) ?? -1] ?? [])
    for (const ref of entity.entity.sourceRefs) claim(ref, (source) => describes(entity, source))
    return mentions(entity, sources)
  })
  return { said, claimed, flows, walks, quoted, quotedGoals, entities }

  function claim(ref: string, holds: (source: Prose) => boolean): boolean {
    const index = reading.sourceIndex.get(ref)
    if (index === undefined) return false
    claimed[index] = true
    const true_ = holds(reading.sources[index]!)
    if (true_) said[index] = true
    return true_
  }
}

interface Utterance {
  stems: Set<string>
  /** Verb meaning → the texts that have it as their verb. */
  byMeaning: Map<string, Prose[]>
  /** Stem → the texts that have it beside some verb: "sends the request" says "requests" too. */
  byStem: Map<string, Prose[]>
  units: Prose[]
}

function utterance(units: Prose[]): Utterance {
  const stems = new Set<string>()
  const byMeaning = new Map<string, Prose[]>()
  const byStem = new Map<string, Prose[]>()
  for (const unit of units) {
    for (const meaning of unit.meanings) note(byMeaning, meaning, unit)
    for (const stem of unit.stems) {
      stems.add(stem)
      if (unit.meanings.size > 0) note(byStem, stem, unit)
    }
  }
  return { stems, byMeaning, byStem, units }
}

function note(index: Map<string, Prose[]>, key: string, unit: Prose) {
  const units = index.get(key)
  if (!units) index.set(key, [unit])
  else if (units.length < maxTried) units.push(unit)
}

/** What a flow says: its steps that are acts, its name, its actor, and what the components on its way answer. */
function unitsOf({ flow, name, actor, steps }: FlowReading, quoted: boolean[], reading: Reading): Prose[] {
  const acts = steps.filter((_, i) => !quoted[i])
  if (acts.length === 0) return []
  const answers = [...new Set(flow.steps.map((step) => step.componentId))]
    .flatMap((id) => (reading.interactionsOn.get(id) ?? []).slice(0, maxTried))
    .flatMap((i) => [reading.interactions[i]!.trigger, reading.interactions[i]!.response])
  return [...acts, name, actor, ...answers]
}

/** At least half of the words, and at least half of the verbs, each in one text together with something the statement speaks of. */
function says(unit: Utterance, source: Prose): boolean {
  if (unit.units.length === 0 || source.stems.size === 0) return false
  let found = 0
  for (const stem of source.stems) if (unit.stems.has(stem)) found++
  if (found < source.stems.size * enough.coverage) return false

  const verbs = source.words.filter((word) => word.kind === 'verb' && !framingVerbs.has(word.meaning))
  if (verbs.length === 0) return unit.byMeaning.size > 0 && found >= 2
  const verbStems = new Set(verbs.map((verb) => verb.stem))
  const objects = [...source.stems].filter((stem) => !verbStems.has(stem))
  const agrees = (candidate: Prose) => objects.some((stem) => candidate.stems.has(stem))
  const said = verbs.filter((verb) => unit.byMeaning.get(verb.meaning)?.some(agrees) || unit.byStem.get(verb.stem)?.some(agrees))
  return said.length >= verbs.length * enough.verbs
}

/**
 * The statements speak of the entity: by the head of its name; by another word of it or by the verb it is made from ("orders" → "Order")
 * when something else about it is said too; or without naming it, by saying most of what is remembered about it.
 */
function mentions({ entity, name, attributes }: Reading['entities'][number], sources: readonly Prose[]): boolean {
  const last = name.words.at(-1)
  if (!last) return false
  const same = sources.flatMap((source) => source.words.filter((word) => word.stem === last.stem))
  if (same.some((word) => word.kind === 'content')) return true
  const heads = new Set(
    attributes.map((attribute) => attribute.content.at(-1) ?? '').filter((head) => head !== '' && !commonAttributes.has(head)),
  )
  const found = [...heads].filter((head) => sources.some((source) => source.stems.has(head))).length
  if (found > 0 && name.words.some((word) => word.kind !== 'function' && sources.some((source) => source.stems.has(word.stem)))) return true
  if (same.length > 0 && verbForm(singular(entity.name.toLowerCase()))?.form !== 'base') return true
  return found >= 3 && found * 2 >= heads.size
}

const commonAttributes = new Set(
  'number name date time code title text status id identifier type description email address price amount day size'.split(' ').map(stem),
)

/** "An invoice has a number, a date and a total" is said by an entity with these attributes. */
function describes({ name, description, attributes }: Reading['entities'][number], source: Prose): boolean {
  const verbs = source.words.filter((word) => word.kind === 'verb' && !framingVerbs.has(word.meaning))
  if (attributes.length === 0 || verbs.some((verb) => !/^(?:contain|save|show|enter)$/.test(verb.meaning))) return false
  const known = new Set([...name.stems, ...description.stems, ...attributes.flatMap((attribute) => attribute.content)])
  let found = 0
  for (const stem of source.stems) if (known.has(stem)) found++
  return found >= 3 && found >= source.stems.size * 0.6
}
