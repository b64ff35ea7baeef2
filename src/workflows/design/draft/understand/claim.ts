// What a statement can claim about data, and where claims are collected.
import { singular } from '../words/forms.ts'
import { isGeneralWord } from '../words/nouns.ts'
import type { Phrase } from './phrases.ts'
import type { Meaning } from './things.ts'

export interface PropertyClaim {
  statement: number
  /** Singular name of the thing; empty when the text does not say whose it is. */
  owner: string
  meaning: Meaning
  /** Said to be kept ("has", a field list), rather than only shown or used. */
  firm: boolean
  optional: boolean
  /** "a receipt": one of its own, not one that others may have too ("the member"). */
  own: boolean
  note: string
}

/** `weak`: the text only shows that the two go together; it counts where nothing better is said. */
export interface RelationClaim {
  statement: number
  from: string
  to: string
  kind: 'one-to-one' | 'one-to-many' | 'many-to-many'
  weak?: boolean
}

/** A thing seen in the text, and how. */
export interface Sighting {
  statement: number
  thing: string
  as: 'object' | 'subject' | 'other'
  verb: string
}

export interface Claims {
  properties: PropertyClaim[]
  relations: RelationClaim[]
  sightings: Sighting[]
}

export function property(statement: number, meaning: Meaning, owner: string, firm: boolean, own = false): PropertyClaim {
  return { statement, owner, meaning, firm, optional: false, own, note: '' }
}

/** A phrase taken as a property whatever it is by itself: "each order has a CUSTOMER". */
export function asProperty(meaning: Meaning): Meaning | undefined {
  const own = meaning.property || meaning.thing
  return own === '' || (meaning.property === '' && isGeneralWord(own.slice(own.lastIndexOf(' ') + 1)))
    ? undefined
    : { ...meaning, property: own, rest: meaning.rest || own, thing: '' }
}

/** "the dog's name" → dog; empty for "their name". */
export function ownerName(phrase: Phrase | undefined): string {
  return phrase?.owner && !/^(?:my|your|his|her|its|our|their)$/.test(phrase.owner) ? singular(phrase.owner) : ''
}

/** "their name": it belongs to whoever acts. */
export function isTheirs({ owner }: Phrase): boolean {
  return owner !== undefined && /^(?:my|your|his|her|our|their)$/.test(owner)
}
