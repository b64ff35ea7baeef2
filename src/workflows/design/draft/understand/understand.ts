// Requirement text → everything the text says: its statements, who acts, what is done and what is remembered.
import { readBlocks } from '../read/blocks.ts'
import { candidates, type Candidate } from '../read/statements.ts'
import { limits } from '../../intent.ts'
import { acronymsOf } from '../build/acronyms.ts'
import { doerOf, findActors, givenActor, spokenBy, storyActor, system, type Actors } from './actors.ts'
import type { Act } from './acts.ts'
import { claimsOf } from './claims.ts'
import { fieldLine } from './field-claims.ts'
import { chooseEntities, type ModelEntity } from './entities.ts'
import { read, type Reading } from './reading.ts'

export interface Deed {
  act: Act
  /** Name of the doer; `system` for the software; empty when a thing does it. */
  doer: string
}

export interface Statement extends Reading {
  id: string
  deeds: Deed[]
}

export interface Understanding {
  title: string
  /** Words the text writes in capitals, by their lower-case form. */
  acronyms: Map<string, string>
  statements: Statement[]
  actors: Actors
  entities: ModelEntity[]
}

/** `asked` are statements a person added afterwards; they always count. */
export function understand(requirements: string, asked: readonly Candidate[] = []): Understanding {
  const document = readBlocks(requirements)
  const own = candidates(document).slice(0, limits.sources * 2)
  const lastUnit = own.at(-1)?.unit ?? 0
  const kept = meaningful(own.map(read)).slice(0, limits.sources - asked.length)
  for (const [at, candidate] of asked.entries()) kept.push(read({ ...candidate, unit: lastUnit + 1 + at }))
  const actors = findActors(kept)
  const entities = chooseEntities(claimsOf(kept, actors), actors.isActor).slice(0, limits.entities)
  return { title: document.title ?? '', acronyms: acronymsOf(requirements), statements: withDeeds(kept, actors), actors, entities }
}

export function statementId(at: number): string {
  return `s${at + 1}`
}

/** Keeps what states a requirement: duties, stories, scenario lines, acts and data; leaves out chatter, headings and context. */
function meaningful(readings: readonly Reading[]): Reading[] {
  const seen = new Set<string>()
  return readings.filter((reading) => {
    const key = reading.text.toLowerCase()
    if (seen.has(key) && reading.kind !== 'given' && reading.kind !== 'when' && reading.kind !== 'then') return false
    seen.add(key)
    return isRequirement(reading)
  })
}

const duty = /\b(?:shall|must|should|can|cannot|may|will|able to|required to|allowed to|needs? to|has to|have to|wants? to)\b/i
const aside =
  /\b(?:out of scope|not in scope|in a later (?:phase|release|version)|future (?:release|version|phase|work)|nice to have|not part of this|this (?:document|section|spec(?:ification)?|page|ticket|prd) (?:describes|covers|defines|lists|explains))\b/i

const chatter =
  /^(?:our|this (?:feature|app|application|tool|project|product|document|is|page)|right now|currently|today|at the moment|until now|up until now|as discussed|hi|hello|dear|thanks|thank you|regards|best|here is|here are|in this (?:mini-?)?(?:project|assignment|exercise|module|lab|challenge)|the goal|the aim|the purpose|it(?:['’]s| (?:would|is|has|was))|that (?:would|is|was)|there (?:is|are|was|were)|we (?:are|have|had|were|use|used|write|think|believe|hope|keep losing|lose)|people (?:are|have)|nobody|please)\b/i

function isRequirement(reading: Reading): boolean {
  if (
    (reading.kind === 'sentence' || /^it(?:['’]s| is) an?\b/i.test(reading.text)) &&
    chatter.test(reading.text) &&
    !reading.acts.some((act) => act.granted) &&
    !/\b(?:shall|must)\b/i.test(reading.text)
  )
    return false
  if (aside.test(reading.text) || reading.text.endsWith('?')) return false
  if (reading.kind === 'fields') return true
  if (
    reading.core
      .replace(/\([^()]*\)/g, '')
      .trim()
      .split(/\s+/).length < 2
  )
    return false
  if (reading.kind !== 'sentence' && reading.kind !== 'item') return reading.core.split(' ').length > 1
  if (reading.acts.length === 0) return fieldLine(reading) !== undefined
  // "- Book a room:" above its details is an act itself.
  if (reading.text.endsWith(':'))
    return (
      reading.kind === 'item' &&
      reading.acts.length === 1 &&
      reading.acts[0]?.kind === 'do' &&
      reading.acts[0].subject === undefined &&
      reading.acts[0].objects.length > 0
    )
  if (duty.test(reading.text)) return !isChore(reading)
  const [first] = reading.acts
  if (reading.sectionKind === 'context' && !(reading.kind === 'item' && isDescription(reading))) return false
  if (!first || (reading.kind === 'sentence' && reading.acts.every((act) => act.past))) return false
  if (isChore(reading)) return false
  if (first.subject === undefined && first.pronoun === '')
    return first.kind === 'do' && (reading.kind === 'item' || first.objects.length > 0)
  return first.kind !== 'state' || reading.kind === 'item'
}

/** The numbered steps of a use case stand under "Description". */
function isDescription({ acts: [first], heading }: Reading): boolean {
  return (
    /^description$/i.test(heading) &&
    first !== undefined &&
    first.subject !== undefined &&
    (first.kind === 'do' || first.kind === 'passive')
  )
}

/** Orders to the builders, not about the product. */
function isChore({ acts: [first] }: Reading): boolean {
  return (
    first !== undefined &&
    first.subject === undefined &&
    first.pronoun === '' &&
    /^(?:design|develop|implement|build|refactor|deploy|document|code)\b/.test(first.verb)
  )
}

function withDeeds(readings: readonly Reading[], actors: Actors): Statement[] {
  let unit = -1
  let last = ''
  let teller = ''
  return readings.map((reading, at) => {
    if (reading.unit !== unit) last = teller = ''
    unit = reading.unit
    teller = storyActor(reading) || teller
    last = givenActor(reading, actors) || last
    const deeds = reading.acts.map((act): Deed => {
      const doer = doerOf(act, reading, spokenBy(act, teller) || last, actors)
      if (doer !== '' && doer !== system && act.kind === 'do') last = doer
      return { act, doer }
    })
    return { ...reading, id: statementId(at), deeds }
  })
}
