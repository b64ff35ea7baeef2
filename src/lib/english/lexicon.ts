// What single words mean to each other: verbs, synonyms, opposites, persons, units. WordNet's data, and the trade's own words beside it.
import * as data from './lexicon-data.ts'
import { opposites, sameMeaning, sameThing, tradePeople } from './trade-words.ts'

interface Lexicon {
  verbs: Set<string>
  synonyms: Map<string, Set<string>>
  /** Nouns of one meaning. */
  things: Map<string, Set<string>>
  antonyms: Map<string, Set<string>>
  people: Set<string>
  kin: Map<string, Set<string>>
  groups: Set<string>
  units: Set<string>
}

export function isVerb(lemma: string): boolean {
  return lexicon().verbs.has(lemma)
}

/** "turn_down", "call_off": a verb with its particle that means one thing. */
export function isPhrasal(phrase: string): boolean {
  return lexicon().synonyms.has(phrase) || lexicon().antonyms.has(phrase)
}

export function isPerson(lemma: string): boolean {
  return lexicon().people.has(lemma)
}

/** "team", "board", "clinic": people acting together. */
export function isGroup(lemma: string): boolean {
  return lexicon().groups.has(lemma)
}

/** Units of measure, days of the week, months. */
export function isUnit(lemma: string): boolean {
  return lexicon().units.has(lemma)
}

/** The first verb of the trade's group a verb belongs to, so that "display" and "show" count as one. */
export function meaningOf(verb: string): string {
  return sameMeaning.find((row) => row.includes(verb))?.[0] ?? verb
}

export function areSynonyms(a: string, b: string): boolean {
  return a === b || (lexicon().synonyms.get(a)?.has(b) ?? false)
}

export function areSameThing(a: string, b: string): boolean {
  return lexicon().things.get(a)?.has(b) ?? false
}

/** Opposites by the lexicon or by a prefix ("unpaid", "non-empty"). */
export function areOpposites(a: string, b: string): boolean {
  if (lexicon().antonyms.get(a)?.has(b)) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= 4 && ['un', 'non', 'non-'].some((prefix) => long === prefix + short)
}

/** One and the same person, or one a kind of the other: "customer" and "client", "clerk" and "employee". */
export function areKin(a: string, b: string): boolean {
  if (a === b) return true
  const { kin } = lexicon()
  const one = kin.get(a)
  const other = kin.get(b)
  return (one?.has(b) ?? false) || (other?.has(a) ?? false)
}

/** The word without a prefix that turns it around, where what is left is a word of the same kind. */
export function withoutNegativePrefix(word: string): string | null {
  for (const prefix of ['un', 'non-', 'non', 'dis']) {
    const rest = word.startsWith(prefix) ? word.slice(prefix.length) : ''
    if (rest.length >= 4 && (lexicon().antonyms.get(word)?.has(rest) || (prefix !== 'dis' && /(?:ed|able|id|ied|en)$/.test(rest))))
      return rest
  }
  return null
}

let loaded: Lexicon | undefined

function lexicon(): Lexicon {
  return (loaded ??= load())
}

function load(): Lexicon {
  const synonyms = new Map<string, Set<string>>()
  for (const group of [...list(data.synonyms).map((each) => each.split('-')), ...sameMeaning]) relate(synonyms, group)
  const things = new Map<string, Set<string>>()
  for (const group of sameThing) relate(things, group)
  const antonyms = new Map<string, Set<string>>()
  for (const pair of list(data.antonyms)) if (!converse.has(pair)) relate(antonyms, pair.split('-'))
  for (const row of opposites) {
    const bar = row.indexOf('|')
    for (const one of row.slice(0, bar)) for (const other of row.slice(bar + 1)) relate(antonyms, [one, other])
  }
  const kin = new Map<string, Set<string>>()
  for (const [text, ...others] of [...list(data.kin).map((each) => each.split('/')), ...tradePeople])
    for (const other of others) relate(kin, [text!, other])
  return {
    verbs: new Set([...list(data.verbs), ...sameMeaning.flat()]),
    synonyms,
    things,
    antonyms,
    people: new Set([...list(data.people), ...list(data.kin).map((each) => each.split('/')[0]!), ...tradePeople.map(([text]) => text!)]),
    kin,
    groups: new Set(list(data.groups)),
    units: new Set(list(data.units)),
  }
}

/** Two views of one event: what one side buys, the other sells. */
const converse = new Set('buy-sell borrow-lend give-take come-go answer-ask receive-send have-lack follow-lead'.split(' '))

function list(text: string): string[] {
  return text.split(' ')
}

function relate(map: Map<string, Set<string>>, words: readonly string[]) {
  for (const word of words) {
    const others = map.get(word) ?? new Set()
    for (const other of words) if (other !== word) others.add(other)
    map.set(word, others)
  }
}
