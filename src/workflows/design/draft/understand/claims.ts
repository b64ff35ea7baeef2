// What each statement claims about data: properties with their owner, and how things belong together.
import { plural, singular } from '../words/forms.ts'
import { isRole } from '../words/roles.ts'
import type { Act } from './acts.ts'
import { doerOf, system, type Actors } from './actors.ts'
import { chunksOf, type Chunk } from './chunks.ts'
import { fieldClaims } from './field-claims.ts'
import { phrases, type Phrase } from './phrases.ts'
import type { Reading } from './reading.ts'
import { meaningOf, type Meaning } from './things.ts'

export interface PropertyClaim {
  statement: number
  /** Singular name of the thing; empty when the text does not say whose it is. */
  owner: string
  meaning: Meaning
  /** Said to be kept ("has", a field list), rather than only shown or used. */
  firm: boolean
  optional: boolean
  note: string
}

export interface RelationClaim { statement: number; from: string; to: string; kind: 'one-to-one' | 'one-to-many' | 'many-to-many' }

/** A thing seen in the text, and how. */
export interface Sighting { statement: number; thing: string; as: 'object' | 'subject' | 'other'; verb: string; plural: boolean }

export interface Claims {
  properties: PropertyClaim[]
  relations: RelationClaim[]
  sightings: Sighting[]
}

const lists = /(?:^|\b)(?:with|including|includes?|such as|containing|contains|displaying|showing|listing|having|has|have|like|namely|e\.?g\.?|i\.?e\.?|consisting|plus|(?:along|together) with)(?: \w+)?$|\($/
const narrowing = /^(?:filter|search|sort|find|group|order|browse|look|list|query|narrow|rank|categorize|categorise|split|locate|view|see|display|show|segment|explore|check)\b/
const entering = /^(?:enter|provide|fill|specify|set|choose|select|pick|update|change|edit|record|capture|input|submit|type|save|store|give|add|attach|upload|define|modify|correct|confirm|adjust|assign|log|note|track|collect|include|keep|attach|write|complete|supply|state)\b/
const showing = /^(?:show|display|present|list|view|see|include|contain|render|return|check|review|compare|calculate|compute|track|read|monitor|export|print|receive|get|report|notify)\b/

export function claimsOf(readings: readonly Reading[], actors: Actors): Claims {
  const claims: Claims = { properties: [], relations: [], sightings: [] }
  let unit = -1
  let last = ''
  let current = ''
  for (const [statement, reading] of readings.entries()) {
    if (reading.unit !== unit) {
      unit = reading.unit
      last = ''
      current = thingInTitle(reading.title)
    }
    claims.properties.push(...fieldClaims(reading, statement, current))
    for (const act of [...reading.conditionActs, ...reading.acts, ...reading.purposeActs]) {
      const doer = doerOf(act, reading, last, actors)
      if (doer !== '' && doer !== system) last = doer
      const about = readActClaims({ act, statement, doer, current }, claims)
      if (about !== '' && !isRole(about)) current = about
    }
    for (const phrase of phrases(reading.tokens)) {
      const meaning = meaningOf(phrase)
      for (const one of [meaning, ...(phrase.of ? [meaningOf(phrase.of)] : [])]) if (one.thing) claims.sightings.push({ statement, thing: one.thing, as: 'other', verb: '', plural: one.plural })
      if (meaning.property && meaning.ownerHint) claims.properties.push(property(statement, meaning, '', false))
    }
  }
  return claims
}

interface Seen { act: Act; statement: number; doer: string; current: string }

/** Reads one act; answers the thing it was about. */
function readActClaims({ act, statement, doer, current }: Seen, claims: Claims): string {
  const subject = act.subject ? meaningOf(act.subject) : undefined
  const subjectThing = subject?.thing ?? ''
  if (subjectThing) claims.sightings.push({ statement, thing: subjectThing, as: act.kind === 'passive' ? 'object' : 'subject', verb: act.verb, plural: subject?.plural ?? false })
  if (act.kind === 'state' && subjectThing && act.tokens.length === 1 && act.tokens[0]?.part === 'adjective' && !isRole(subjectThing)) claims.properties.push(property(statement, { thing: '', property: act.tokens[0].lower, ownerHint: '', rest: '', plural: false }, subjectThing, false))
  if (act.kind === 'hold') return readHolding(act, statement, subjectThing || subject?.ownerHint || current, claims)
  const chunks = chunksOf(act.tokens)
  const object = chunks[0]?.link === '' || chunks[0]?.link === 'for' ? chunks[0] : undefined
  const things = (object?.phrases ?? []).map(meaningOf)
  for (const meaning of things) if (meaning.thing) claims.sightings.push({ statement, thing: meaning.thing, as: 'object', verb: act.verb, plural: meaning.plural })
  const objectThing = things.find((meaning) => meaning.thing && !isRoleThing(meaning.thing, doer))?.thing ?? (act.kind === 'passive' ? subjectThing : '')
  const about = objectThing || (act.kind === 'passive' || doer === '' ? subjectThing : '') || current
  for (const [at, chunk] of chunks.entries()) readChunk({ chunk, before: chunks.slice(0, at), after: chunks.slice(at + 1), verb: act.verb, about, doer, statement, subjectThing }, claims)
  const target = chunks.find((chunk) => chunk.link === 'to' || chunk.link === 'into' || chunk.link === 'in')?.phrases[0]
  const container = target ? meaningOf(target).thing : ''
  if (/^(?:add|put|place|attach|assign|upload|save|post|append)\b/.test(act.verb) && container && objectThing && container !== objectThing) claims.relations.push({ statement, from: container, to: objectThing, kind: 'one-to-many' })
  for (const phrase of act.objects) {
    const meaning = meaningOf(phrase)
    const owner = phrase.owner && /^(?:my|their|his|her|our|your)$/.test(phrase.owner) ? doer : phrase.owner ? singular(phrase.owner) : ''
    if (meaning.thing && owner && owner !== system) claims.relations.push({ statement, from: owner, to: meaning.thing, kind: meaning.plural ? 'one-to-many' : 'one-to-one' })
    if (phrase.of && meaning.thing && meaningOf(phrase.of).thing && meaning.thing !== meaningOf(phrase.of).thing) claims.relations.push({ statement, from: meaningOf(phrase.of).thing, to: meaning.thing, kind: meaning.plural ? 'one-to-many' : 'one-to-one' })
  }
  return about
}

function readHolding(act: Act, statement: number, owner: string, claims: Claims): string {
  if (owner === '') return ''
  if (act.verb === 'belong') {
    const whole = phrases(act.tokens)[0]
    const thing = whole ? meaningOf(whole).thing : ''
    if (thing) claims.relations.push({ statement, from: thing, to: owner, kind: whole?.plural ? 'many-to-many' : 'one-to-many' })
    return owner
  }
  for (const chunk of chunksOf(act.tokens)) {
    if (!/^(?:|of|at least|up|up to|at most|exactly|and|also|only|both|either)$/.test(chunk.link) && !lists.test(chunk.link)) continue
    for (const phrase of chunk.phrases) holdOne(phrase, statement, owner, claims)
  }
  return owner
}

function holdOne(phrase: Phrase, statement: number, owner: string, claims: Claims): void {
  const meaning = meaningOf(phrase)
  const many = phrase.plural || /^(?:many|several|multiple|more|some)$/.test(phrase.determiner)
  if (meaning.thing && (many || /^(?:one|exactly|single)$/.test(phrase.determiner))) {
    claims.relations.push({ statement, from: owner, to: meaning.thing, kind: many ? 'one-to-many' : 'one-to-one' })
    claims.sightings.push({ statement, thing: meaning.thing, as: 'object', verb: 'have', plural: many })
    return
  }
  const own = meaning.property || meaning.thing
  if (own) claims.properties.push({ ...property(statement, { ...meaning, property: own, thing: '' }, owner, true) })
}

interface ChunkSeen { chunk: Chunk; before: Chunk[]; after: Chunk[]; verb: string; about: string; doer: string; statement: number; subjectThing: string }

function readChunk(seen: ChunkSeen, claims: Claims): void {
  const { chunk, before, after, verb, about, doer, statement, subjectThing } = seen
  const listed = lists.test(chunk.link)
  const by = /(?:^|\b)by$/.test(chunk.link) && narrowing.test(verb)
  const seenBefore = [...before].reverse().flatMap((one) => one.phrases.map((phrase) => meaningOf(phrase).thing)).filter((thing) => thing !== '')
  const nearest = seenBefore.find((thing) => !isRole(thing)) ?? (about || (seenBefore[0] ?? ''))
  const follower = after.find((one) => /^(?:of|for|on|to|in|from|per|about)$/.test(one.link))?.phrases.map((phrase) => meaningOf(phrase).thing).find((thing) => thing !== '') ?? ''
  for (const phrase of chunk.phrases) {
    const meaning = meaningOf(phrase)
    if ((listed && nearest) || by) {
      const own = meaning.property || (phrase.plural && listed ? '' : meaning.thing)
      if (own) claims.properties.push(property(statement, { ...meaning, property: own, thing: '' }, by ? about : nearest, listed))
      else if (meaning.thing && listed) claims.relations.push({ statement, from: nearest, to: meaning.thing, kind: 'one-to-many' })
      continue
    }
    if (!meaning.property) continue
    const possessed = phrase.owner && /^(?:my|their|his|her|our|your)$/.test(phrase.owner) && doer !== system ? doer : ''
    const subject = showing.test(verb) ? subjectThing : ''
    const owner = possessed || follower || subject || (chunk.link === '' || listed ? about : '') || (listed || /^(?:enter|provide|register|sign|log|fill)\b/.test(verb) ? doer : '')
    if (chunk.link === '' ? entering.test(verb) || showing.test(verb) : listed || possessed) claims.properties.push(property(statement, meaning, owner === system ? '' : owner, entering.test(verb)))
  }
}

export function property(statement: number, meaning: Meaning, owner: string, firm: boolean): PropertyClaim {
  return { statement, owner, meaning, firm, optional: false, note: '' }
}

function isRoleThing(thing: string, doer: string): boolean {
  return thing === doer
}

function thingInTitle(title: string): string {
  const words = title.toLowerCase().replace(/[^\p{L} -]/gu, ' ').split(/\s+/).filter((word) => word.length > 2)
  const last = words.at(-1)
  return words.length > 0 && words.length <= 3 && last && plural(singular(last)) === last ? singular(words.join(' ')) : ''
}
