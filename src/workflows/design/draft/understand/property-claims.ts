// Whose properties the words after a verb name: "with a date and a total", "sorted by price", "the weight of each parcel".
import { isRole } from '../words/roles.ts'
import { system } from './actors.ts'
import type { Chunk } from './chunks.ts'
import { asProperty, isTheirs, ownerName, property, type Claims } from './claim.ts'
import type { Phrase } from './phrases.ts'
import { meaningOf, type Meaning } from './things.ts'

export interface SeenChunk {
  chunks: readonly Chunk[]
  at: number
  verb: string
  /** What the act is about. */
  about: string
  doer: string
  statement: number
  subjectThing: string
}

/** Links behind which the properties of what stands before are listed. */
export const lists =
  /(?:^|\b)(?:with|including|includes?|such as|containing|contains|displaying|showing|listing|setting|specifying|stating|giving|entering|having|has|have|like|namely|e\.?g\.?|i\.?e\.?|consisting|plus|(?:along|together) with)(?: \w+)?$|\($/
const narrowing =
  /^(?:filter|search|sort|find|group|order|browse|look|list|query|narrow|rank|categorize|categorise|split|locate|view|see|display|show|segment|explore|check)\b/
const entering =
  /^(?:enter|provide|fill|specify|set|choose|select|pick|update|change|edit|record|capture|input|submit|type|save|store|give|add|attach|upload|define|modify|correct|confirm|adjust|assign|log|note|track|collect|include|keep|write|complete|supply|state)\b/
const showing =
  /^(?:show|display|present|list|view|see|include|contain|render|return|check|review|compare|calculate|compute|track|read|monitor|export|print|report)\b/
const making = /^(?:create|delete|remove|add|publish|archive|duplicate|post|schedule|cancel|approve|reject|reopen)\b/
const registering = /^(?:enter|provide|register|sign|log|fill)\b/

const refusing =
  /^(?:reject|refuse|deny|decline|fail|respond|answer|reply|return|block|prevent|replace|integrate|connect|sync|comply|interact|work|help|start|begin|end|associate|link|relate|compare|align|share|communicate|chat|meet|collaborate)\b/

/** "a payment option such as cash or credit": values to choose from, no properties. */
function isChoice(before: Chunk | undefined): boolean {
  return /^(?:option|type|method|kind|category|status|level|role|way|format|value)$/.test(before?.phrases.at(-1)?.nouns.at(-1) ?? '')
}

export function readChunk(seen: SeenChunk, claims: Claims): void {
  const { chunks, at, verb, about, statement } = seen
  const chunk = chunks[at]
  if (!chunk || isInstrument(chunk)) return
  if (/(?:^|\b)with$/.test(chunk.link) && refusing.test(verb)) return // "rejects the request with an error"
  const listed = lists.test(chunk.link)
  if (listed && isChoice(chunks[at - 1]) && !/(?:^|\b)with$/.test(chunk.link)) return
  const by = /(?:^|\b)by$/.test(chunk.link) && narrowing.test(verb)
  const lister = listed ? listerOf(seen, claims) : ''
  let possessor = ''
  for (const [index, phrase] of chunk.phrases.entries()) {
    // "the member's name, email and phone number": all three are the member's.
    possessor = ownerName(phrase) || (phrase.determiner === '' ? possessor : '')
    const meaning = sharedHead(phrase, chunk.phrases[index + 1], chunk.phrases.length > 2 && index > 0)
    if (!meaning.property && /^(?:sign|log|authenticate|pay)\b/.test(verb)) continue // "sign in with Google"
    if (by || lister) {
      const own = meaning.property || !(phrase.plural && listed) ? asProperty(meaning) : undefined
      const owner = possessor || (by ? about : lister)
      if (own) claims.properties.push(property(statement, own, owner, listed, /^(?:an?|one)$/.test(phrase.determiner)))
      else if (meaning.thing) claims.relations.push({ statement, from: owner, to: meaning.thing, kind: 'one-to-many' })
    } else if (chunk.link === '' || listed) readDirect(seen, phrase, meaning, possessor, claims)
  }
}

/** "unlock a bike with their phone": a means, not a property. */
function isInstrument({ link, phrases: [only, ...others] }: Chunk): boolean {
  return link === 'with' && only !== undefined && others.length === 0 && isTheirs(only)
}

/** Whose properties a list names: the nearest thing before it, or the one behind "of". */
function listerOf({ chunks, at, about, statement }: SeenChunk, claims: Claims): string {
  const before = chunks.slice(0, at)
  const carried = chunks[at]?.link === 'plus' ? ownerName(before.at(-1)?.phrases[0]) : ''
  if (carried) return carried
  // "a fine with an amount and a photo": what carries properties is a thing, whatever it is called.
  const carrier = before.at(-1)?.phrases.at(-1)
  if (carrier?.nouns.length === 1 && meaningOf(carrier).property && chunks[at]?.phrases.some((phrase) => meaningOf(phrase).property)) {
    const thing = carrier.nouns.join(' ')
    claims.sightings.push({ statement, thing, as: 'object', verb: 'have' })
    return thing
  }
  const bracketed = /\($/.test(chunks[at]?.link ?? '') ? before.at(-1) : undefined
  const nearest = bracketed?.phrases.map((phrase) => meaningOf(phrase).thing).find((thing) => thing !== '') ?? ''
  if (nearest !== '') return /(?:^|\b)(?:via|using|through|by)$/.test(bracketed?.link ?? '') ? '' : nearest
  const things = [...before]
    .reverse()
    .flatMap((one) => one.phrases.map((phrase) => meaningOf(phrase).thing))
    .filter((thing) => thing !== '')
  const behind = chunks[at]?.phrases.at(-1)?.of
  const whole = things.length === 0 || /^(?:each|every|all|any)$/.test(behind?.determiner ?? '') ? thingBehindOf(chunks[at]) : ''
  return whole || things.find((thing) => !isRole(thing)) || about || things[0] || ''
}

/** "the weight, address and phone number of each parcel" → parcel, for the whole list. */
function thingBehindOf(chunk: Chunk | undefined): string {
  const last = chunk?.phrases.at(-1)
  return last?.of && !meaningOf(last).property.includes(' of ') ? meaningOf(last.of).thing : ''
}

/** What is entered, changed or shown outright: "enters the date", "shows the total". */
function readDirect(
  { chunks, at, verb, about, doer, statement, subjectThing }: SeenChunk,
  phrase: Phrase,
  found: Meaning,
  possessor: string,
  claims: Claims,
): void {
  const chunk = chunks[at]
  if (!chunk) return
  const enters = entering.test(verb)
  const bareAmongProperties =
    chunk.link === '' &&
    found.thing &&
    phrase.determiner === '' &&
    !phrase.plural &&
    enters &&
    chunk.phrases.some((one) => meaningOf(one).property)
  const meaning = bareAmongProperties ? (asProperty(found) ?? found) : found
  if (!meaning.property) return
  const possessed = isTheirs(phrase) && doer !== system ? doer : ''
  const behind = chunks.slice(at + 1).find((one) => /^(?:of|for|on|to|in|from|per|about)$/.test(one.link))
  const follower =
    (chunk.phrases.length > 1 ? thingBehindOf(chunk) : '') ||
    behind?.phrases.map((one) => meaningOf(one).thing).find((thing) => thing !== '') ||
    ''
  const said = possessor || possessed || ownerName(chunk.phrases[0]) || follower
  // "creates a budget", "records cash payments": what is made, or comes in numbers, is a thing of its own.
  const made = making.test(verb) && !isTheirs(phrase)
  if (chunk.link === '' && (made || (phrase.plural && enters)) && said === '' && !phrase.of && chunk.phrases.length === 1) {
    claims.sightings.push({ statement, thing: meaning.property, as: 'object', verb })
    return
  }
  const shower = showing.test(verb) && !isRole(subjectThing) ? subjectThing : ''
  const owner = said || shower || about || (lists.test(chunk.link) || registering.test(verb) ? doer : '')
  if (chunk.link !== '' || enters || showing.test(verb))
    claims.properties.push(property(statement, meaning, owner === system ? '' : owner, enters))
}

/** "give each tour a name and a length": the second object belongs to the first. */
export function readGift(
  { verb, chunks, at, statement }: Pick<SeenChunk, 'verb' | 'chunks' | 'at' | 'statement'>,
  claims: Claims,
): boolean {
  const receiver = chunks[0]?.link === '' ? chunks[0].phrases.at(-1) : undefined
  const owner = receiver ? meaningOf(receiver).thing : ''
  if (at === 0 || owner === '' || isRole(owner) || !/^(?:give|assign|grant)\b/.test(verb) || !/^(?:and)?$/.test(chunks[at]?.link ?? 'no'))
    return false
  for (const phrase of chunks[at]?.phrases ?? []) {
    const own = asProperty(meaningOf(phrase))
    if (own) claims.properties.push(property(statement, own, owner, true))
  }
  return true
}

/** "arrival and departure day": both are days. */
function sharedHead(phrase: Phrase, next: Phrase | undefined, apart: boolean): Meaning {
  const meaning = meaningOf(phrase)
  if (
    !meaning.thing ||
    !next ||
    apart ||
    next.nouns.length !== 2 ||
    phrase.nouns.length !== 1 ||
    phrase.determiner !== '' ||
    next.determiner !== '' ||
    !meaningOf(next).property
  )
    return meaning
  const name = `${phrase.nouns[0]} ${next.nouns[1]}`
  return { ...meaning, thing: '', property: name, rest: name }
}
