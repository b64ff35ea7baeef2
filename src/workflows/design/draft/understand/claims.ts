// What each statement claims about data: properties with their owner, and how things belong together.
import { plural, singular } from '../words/forms.ts'
import { isRole } from '../words/roles.ts'
import type { Act } from './acts.ts'
import { doerOf, system, type Actors } from './actors.ts'
import { chunksOf, type Chunk } from './chunks.ts'
import { fieldClaims } from './field-claims.ts'
import { phraseAt, phrases, type Phrase } from './phrases.ts'
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

/** `weak`: the text only shows that the two go together; it counts where nothing better is said. */
export interface RelationClaim { statement: number; from: string; to: string; kind: 'one-to-one' | 'one-to-many' | 'many-to-many'; weak?: boolean }

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
const owning = /^(?:create|submit|book|place|upload|register|request|add|write|order|reserve|own|post|publish|rent|borrow|buy|open|report|donate|apply|propose|record|enter|keep|save|make|schedule|plan)\b/
const showing = /^(?:show|display|present|list|view|see|include|contain|render|return|check|review|compare|calculate|compute|track|read|monitor|export|print|report)\b/

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
      const about = readActClaims({ act, statement, doer, current, front: frontThing(reading) }, claims)
      if (about !== '' && (!isRole(about) || (about !== doer && act.objects.length > 0))) current = about

    }
    if (isRole(current)) current = '' // somebody acted on matters to the same sentence only
    for (const phrase of phrases(reading.tokens)) {
      const meaning = meaningOf(phrase)
      for (const one of [meaning, ...(phrase.of ? [meaningOf(phrase.of)] : [])]) if (one.thing) claims.sightings.push({ statement, thing: one.thing, as: 'other', verb: '', plural: one.plural })
      if (meaning.property && meaning.ownerHint) claims.properties.push(property(statement, meaning, '', false))
    }
  }
  return claims
}

interface Seen { act: Act; statement: number; doer: string; current: string; front: string }

/** "For every patient we keep …" → patient. */
function frontThing({ tokens }: Reading): string {
  const phrase = /^(?:for|of|per)$/.test(tokens[0]?.lower ?? '') ? phraseAt(tokens, 1) : undefined
  return phrase && /^(?:each|every|an?|the|all|any)$/.test(phrase.determiner) ? meaningOf(phrase).thing : ''
}

/** Reads one act; answers the thing it was about. */
function readActClaims({ act, statement, doer, current, front }: Seen, claims: Claims): string {
  const subject = act.subject ? meaningOf(act.subject) : undefined
  const subjectThing = subject?.thing ?? ''
  if (subjectThing) claims.sightings.push({ statement, thing: subjectThing, as: act.kind === 'passive' ? 'object' : 'subject', verb: act.verb, plural: subject?.plural ?? false })
  if (act.kind === 'state' && subjectThing && act.tokens.length === 1 && act.tokens[0]?.part === 'adjective' && !isRole(subjectThing)) claims.properties.push(property(statement, { thing: '', property: act.tokens[0].lower, ownerHint: '', rest: '', plural: false }, subjectThing, false))
  if (act.kind === 'hold') return readHolding(act, statement, subjectThing || subject?.ownerHint || current, claims)
  const chunks = chunksOf(act.tokens)
  const object = chunks[0]?.link === '' || chunks[0]?.link === 'for' ? chunks[0] : undefined
  const things = (object?.phrases ?? []).map(meaningOf)
  const opened = /^(?:open|close|access|use|launch|exit|start|install|develop|build|integrate|enter|leave)\b/.test(act.verb)
  for (const meaning of things) if (meaning.thing && !(opened && meaning.thing === 'application')) claims.sightings.push({ statement, thing: meaning.thing, as: 'object', verb: act.verb, plural: meaning.plural })
  const mixed = things.some((meaning) => meaning.property)
  const objectThing = things.filter((_, at) => !mixed || object?.phrases[at]?.determiner !== '').find((meaning) => meaning.thing && !isRoleThing(meaning.thing, doer))?.thing ?? (act.kind === 'passive' ? subjectThing : '')
  const about = front || objectThing || (act.kind === 'passive' || doer === '' ? subjectThing : '') || current
  const named = chunks[0]?.phrases[0]?.owner
  const aboutOwned = named && !/^(?:my|their|his|her|our|your|its)$/.test(named) ? singular(named) : ''
  for (const [at, chunk] of chunks.entries()) if (!readGift(act.verb, chunks, at, statement, claims)) readChunk({ chunk, before: chunks.slice(0, at), after: chunks.slice(at + 1), verb: act.verb, about, doer, statement, subjectThing }, claims)
  for (const chunk of chunks) {
    const beside = chunk.phrases[0] ? meaningOf(chunk.phrases[0]).thing : ''
    if (/^(?:for|of|on|in|to|from|with|at|into|per|about|between)$/.test(chunk.link) && objectThing && beside && beside !== objectThing) claims.relations.push({ statement, from: beside, to: objectThing, kind: 'one-to-many', weak: true })
  }
  if (doer && doer !== system && objectThing && owning.test(act.verb)) claims.relations.push({ statement, from: doer, to: objectThing, kind: 'one-to-many', weak: true })
  const target = chunks.find((chunk) => chunk.link === 'to' || chunk.link === 'into' || chunk.link === 'in')?.phrases[0]
  const container = target ? meaningOf(target).thing : ''
  if (/^(?:add|put|place|attach|assign|upload|save|post|append)\b/.test(act.verb) && container && objectThing && container !== objectThing) claims.relations.push({ statement, from: container, to: objectThing, kind: 'one-to-many' })
  for (const phrase of act.objects) {
    const meaning = meaningOf(phrase)
    const owner = phrase.owner && /^(?:my|their|his|her|our|your)$/.test(phrase.owner) ? doer : phrase.owner ? singular(phrase.owner) : ''
    if (meaning.thing && owner && owner !== system) claims.relations.push({ statement, from: owner, to: meaning.thing, kind: meaning.plural ? 'one-to-many' : 'one-to-one' })
    if (phrase.of && meaning.thing && meaningOf(phrase.of).thing && meaning.thing !== meaningOf(phrase.of).thing) claims.relations.push({ statement, from: meaningOf(phrase.of).thing, to: meaning.thing, kind: meaning.plural ? 'one-to-many' : 'one-to-one' })
  }
  return aboutOwned || about
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

/** "give each tour a name and a length": the second object belongs to the first. */
function readGift(verb: string, chunks: readonly Chunk[], at: number, statement: number, claims: Claims): boolean {
  const receiver = chunks[0]?.phrases.at(-1)
  const owner = receiver && chunks[0]?.link === '' ? meaningOf(receiver).thing : ''
  if (at === 0 || owner === '' || isRole(owner) || !/^(?:give|assign|grant)\b/.test(verb) || !/^(?:and)?$/.test(chunks[at]?.link ?? 'no')) return false
  for (const phrase of chunks[at]?.phrases ?? []) {
    const meaning = meaningOf(phrase)
    const own = meaning.property || meaning.thing
    if (own) claims.properties.push(property(statement, { ...meaning, property: own, thing: '' }, owner, true))
  }
  return true
}

interface ChunkSeen { chunk: Chunk; before: Chunk[]; after: Chunk[]; verb: string; about: string; doer: string; statement: number; subjectThing: string }

function readChunk(seen: ChunkSeen, claims: Claims): void {
  const { chunk, before, after, verb, about, doer, statement, subjectThing } = seen
  const listed = lists.test(chunk.link)
  const by = /(?:^|\b)by$/.test(chunk.link) && narrowing.test(verb)
  const listedAfterOwner = before.at(-1)?.phrases[0]?.owner
  const carried = /^plus$/.test(chunk.link) && listedAfterOwner && !/^(?:my|their|his|her|our|your|its)$/.test(listedAfterOwner) ? singular(listedAfterOwner) : ''
  const lastPhrase = chunk.phrases.at(-1)
  const lastOf = lastPhrase && meaningOf(lastPhrase).property.includes(' of ') ? undefined : lastPhrase?.of
  // "a fine with an amount and a photo": what carries properties is a thing, whatever it is called.
  const carrier = listed ? before.at(-1)?.phrases.at(-1) : undefined
  const carrying = carrier && meaningOf(carrier).property && carrier.nouns.length === 1 && chunk.phrases.some((phrase) => meaningOf(phrase).property) ? carrier.nouns.join(' ') : ''
  if (carrying) claims.sightings.push({ statement, thing: carrying, as: 'object', verb: 'have', plural: false })
  const seenBefore = [...before].reverse().flatMap((one) => one.phrases.map((phrase) => meaningOf(phrase).thing)).filter((thing) => thing !== '')
  const nearest = carried || carrying || (lastOf && listed ? meaningOf(lastOf).thing : '') || seenBefore.find((thing) => !isRole(thing)) || about || seenBefore[0] || ''
  const follower = (lastOf && chunk.phrases.length > 1 ? meaningOf(lastOf).thing : '') || after.find((one) => /^(?:of|for|on|to|in|from|per|about)$/.test(one.link))?.phrases.map((phrase) => meaningOf(phrase).thing).find((thing) => thing !== '') || ''
  const named = chunk.phrases[0]?.owner
  const listOwner = named && !/^(?:my|their|his|her|our|your|its)$/.test(named) ? singular(named) : ''
  for (const [at, phrase] of chunk.phrases.entries()) {
    const meaning = sharedHead(phrase, chunk.phrases[at + 1])
    const instrument = chunk.phrases.length === 1 && phrase.owner !== undefined && /^(?:my|their|his|her|our|your)$/.test(phrase.owner) && chunk.link === 'with'
    if (instrument) continue
    if ((listed && nearest) || by) {
      const own = meaning.property || (phrase.plural && listed ? '' : meaning.thing)
      if (own) claims.properties.push(property(statement, { ...meaning, property: own, thing: '' }, by ? about : nearest, listed))
      else if (meaning.thing && listed) claims.relations.push({ statement, from: nearest, to: meaning.thing, kind: 'one-to-many' })
      continue
    }
    const mixedIn = chunk.link === '' && meaning.thing && phrase.determiner === '' && !phrase.plural && entering.test(verb) && chunk.phrases.some((one) => meaningOf(one).property)
    if (mixedIn) Object.assign(meaning, { property: meaning.thing, rest: meaning.thing, thing: '' })
    if (!meaning.property) continue
    const possessed = phrase.owner && /^(?:my|their|his|her|our|your)$/.test(phrase.owner) && doer !== system ? doer : ''
    const subject = showing.test(verb) && !isRole(subjectThing) ? subjectThing : ''
    const owner = possessed || listOwner || follower || subject || (chunk.link === '' || listed ? about : '') || (listed || /^(?:enter|provide|register|sign|log|fill)\b/.test(verb) ? doer : '')
    // "records cash payments": many of them are things of their own.
    if (chunk.link === '' && phrase.plural && entering.test(verb) && !possessed && !listOwner && !follower && !phrase.of && chunk.phrases.length === 1) {
      claims.sightings.push({ statement, thing: meaning.property, as: 'object', verb, plural: true })
      continue
    }
    if (chunk.link === '' ? entering.test(verb) || showing.test(verb) : listed) claims.properties.push(property(statement, meaning, owner === system ? '' : owner, entering.test(verb)))
  }
}

/** "arrival and departure day": both are days. */
function sharedHead(phrase: Phrase, next: Phrase | undefined): Meaning {
  const meaning = meaningOf(phrase)
  const after = next && meaningOf(next)
  if (!meaning.thing || !next || !after?.property || next.nouns.length !== 2 || phrase.nouns.length !== 1 || phrase.determiner !== '' || next.determiner !== '') return meaning
  const name = `${phrase.nouns[0]} ${next.nouns[1]}`
  return { ...meaning, thing: '', property: name, rest: name }
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
