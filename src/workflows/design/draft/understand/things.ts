// What a noun phrase stands for in a data model: a thing, a property of something, or nothing that is kept.
import { singular } from '../words/forms.ts'
import { isPropertyWord } from '../words/kinds.ts'
import { isCollectionWord, isGeneralWord, isScreenWord } from '../words/nouns.ts'
import { isRole, isSoftware } from '../words/roles.ts'
import type { Phrase } from './phrases.ts'

export interface Meaning {
  /** The thing named, singular and lower-case; empty for a bare property. */
  thing: string
  /** The property named, as whole as the text says it: "phone number"; empty for a thing. */
  property: string
  /** Words that may be the property's owner, if they prove to be a thing: "order" in "order status". */
  ownerHint: string
  /** The property without that owner: "status". */
  rest: string
  plural: boolean
}

const nothing: Meaning = { thing: '', property: '', ownerHint: '', rest: '', plural: false }

export function meaningOf(phrase: Phrase): Meaning {
  if (phrase.quoted) return nothing
  const nouns = [...phrase.nouns]
  while (nouns.length > 1 && isFrame(nouns.at(-1) ?? '') && !isProperty(nouns)) nouns.pop()
  const head = nouns.at(-1) ?? ''
  if (phrase.of && (isFrame(head) || isGeneralWord(head) || isDoing(head)) && !isProperty([head])) return meaningOf(phrase.of)
  if (!/\p{L}/u.test(head) || head.length > 40 || /^(?:etc|others?|more|none|anything|everything|something)$/.test(head)) return nothing
  if (isMeasureOfTime(phrase)) return nothing
  const owner = phrase.owner !== undefined && !isPronounOwner(phrase.owner) ? singular(phrase.owner) : ''
  const name = nouns.join(' ')
  if (isProperty(nouns)) return propertyOf(phrase, nouns, owner)
  if (isSoftware(name)) return nothing
  if (nouns.length === 1 && (isFrame(head) || isGeneralWord(head)) && !isRole(name)) return phrase.of ? meaningOf(phrase.of) : nothing
  return { ...nothing, thing: name, plural: phrase.plural }
}

function propertyOf(phrase: Phrase, nouns: string[], owner: string): Meaning {
  const name = [...phrase.adjectives, ...nouns].join(' ')
  const rest = [...phrase.adjectives, nouns.at(-1) ?? ''].join(' ')
  if (phrase.of) {
    const of = meaningOf(phrase.of)
    const tail = phrase.of.nouns.join(' ')
    const counted =
      /^(?:number|amount|count|quantity|total)$/.test(nouns.join(' ')) ||
      (phrase.of.determiner === '' && !phrase.of.plural && phrase.of.owner === undefined)
    const whole = `${name} of ${phrase.of.text.toLowerCase()}`
    if (counted) return { ...nothing, property: whole, plural: false }
    return { ...nothing, property: of.thing || of.property ? name : whole, ownerHint: of.thing || tail, rest: name }
  }
  if (owner) return { ...nothing, property: name, ownerHint: owner, rest: name }
  return { ...nothing, property: name, ownerHint: nouns.length > 1 ? nouns.slice(0, -1).join(' ') : '', rest, plural: phrase.plural }
}

/** "the creation of a pet": it is about the pet. */
function isDoing(word: string): boolean {
  return /^(?:creation|deletion|removal|addition|modification|cancellation|registration|submission|generation|capture|tracking|processing|handling|deactivation|activation|assignment|editing|management|recording|use|display|retrieval|completion|verification|validation)$/.test(
    word,
  )
}

/** Words of the screen and of collecting, which frame the thing they stand with. */
function isFrame(word: string): boolean {
  return isScreenWord(word) || isCollectionWord(word)
}

function isProperty(nouns: readonly string[]): boolean {
  const name = nouns.join(' ')
  if (isRole(name)) return false
  return isPropertyWord(name)
}

/** "every day", "once a year", "three times", "at any time": when, not what. */
export function isMeasureOfTime({ nouns, determiner, adjectives }: Phrase): boolean {
  const [head = ''] = nouns
  if (adjectives.length > 0 || nouns.length !== 1) return false
  if (/^(?:hr|hour|minute|min|second|sec|day|week|month|year|night)$/.test(head)) return determiner !== ''
  return head === 'time' && /^(?:any|same|all|some|a|this|that|no|more|\d.*|one|two|three|four|five|many|several)$/.test(determiner)
}

function isPronounOwner(word: string): boolean {
  return /^(?:my|your|his|her|its|our|their|whose)$/.test(word)
}
