// Statement by statement: what is claimed about data, with what "it" and "they" were about so far.
import { baseVerb, plural, singular } from '../words/forms.ts'
import { isRole } from '../words/roles.ts'
import { isActionVerb } from '../words/verbs.ts'
import { readAct } from './act-claims.ts'
import { doerOf, givenActor, spokenBy, storyActor, system, type Actors } from './actors.ts'
import { property, type Claims } from './claim.ts'
import { fieldClaims } from './field-claims.ts'
import { phraseAt, phrases } from './phrases.ts'
import type { Reading } from './reading.ts'
import { meaningOf } from './things.ts'

export function claimsOf(readings: readonly Reading[], actors: Actors): Claims {
  const claims: Claims = { properties: [], relations: [], sightings: [] }
  let unit = -1
  let last = ''
  let teller = ''
  let current = ''
  for (const [statement, reading] of readings.entries()) {
    if (reading.unit !== unit) {
      unit = reading.unit
      last = teller = ''
      current = thingInTitle(reading.title)
    }
    teller = storyActor(reading) || teller
    last = givenActor(reading, actors) || last
    claims.properties.push(...fieldClaims(reading, statement, current))
    for (const act of [...reading.conditionActs, ...reading.acts, ...reading.purposeActs]) {
      const doer = doerOf(act, reading, spokenBy(act, teller) || last, actors)
      if (doer !== '' && doer !== system && act.kind === 'do') last = doer
      const about = readAct({ act, statement, doer, current, front: frontThing(reading) }, claims)
      if (about !== '' && (!isRole(about) || (about !== doer && act.objects.length > 0))) current = about
    }
    if (isRole(current)) current = '' // somebody acted on matters to the same sentence only
    seePhrases(reading, statement, claims)
    if (storyActor(reading)) claims.sightings.push({ statement, thing: actors.nameOf(storyActor(reading)), as: 'other', verb: '' })
  }
  return claims
}

/** Things merely spoken of, and names like "order status" that say whose property they are. */
function seePhrases({ tokens }: Reading, statement: number, claims: Claims): void {
  for (const phrase of phrases(tokens)) {
    const meaning = meaningOf(phrase)
    for (const { thing } of phrase.of ? [meaning, meaningOf(phrase.of)] : [meaning])
      if (thing) claims.sightings.push({ statement, thing, as: 'other', verb: '' })
    if (meaning.property && meaning.ownerHint) claims.properties.push(property(statement, meaning, '', false))
  }
}

/** "For every patient we keep …" → patient. */
function frontThing({ tokens }: Reading): string {
  const phrase = /^(?:for|of|per)$/.test(tokens[0]?.lower ?? '') ? phraseAt(tokens, 1) : undefined
  return phrase && /^(?:each|every|an?|the|all|any)$/.test(phrase.determiner) ? meaningOf(phrase).thing : ''
}

/** A short plural heading names what its section is about: "Support tickets" → support ticket. */
function thingInTitle(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^\p{L} -]/gu, ' ')
    .split(/\s+/)
    .filter((word, at) => word.length > 2 && !(at === 0 && /ing$/.test(word) && isActionVerb(baseVerb(word, 'gerund'))))
  const last = words.at(-1)
  return words.length <= 3 && last && plural(singular(last)) === last ? singular(words.join(' ')) : ''
}
