// The words of a statement with their kinds, and what can be told from their order: the noun phrase here, whether there is a verb.
import { tagged, type Word } from '../language/tagged.ts'

export type { Word }
export const words = tagged

export const hasVerb = (text: string): boolean => words(text).some(isVerb)

const modals = new Set('shall must should will can cannot may might could would ca wo'.split(' '))
export const isModal = (word: Word | undefined): boolean => word !== undefined && modals.has(word.lower)
export const isVerb = (word: Word | undefined): boolean => word !== undefined && (word.tag === 'VERB' || word.tag === 'AUX')
const isNoun = (word: Word | undefined): boolean => word !== undefined && (word.tag === 'NOUN' || word.tag === 'PROPN')
export const isDeterminer = (word: Word | undefined): boolean => word !== undefined && determiners.has(word.lower)

const determiners = new Set(
  'the a an each every all any no some this that these those their its his her our my your another other both either one two three new existing only'.split(' '),
)

export interface Phrase {
  start: number
  end: number
  /** Words from the first that is no determiner to the noun at its end. */
  words: Word[]
  /** Index of the word after it. */
  next: number
}

/** The noun phrase that begins at a word: determiners, adjectives, nouns; null where none does. */
export function phraseAt(list: readonly Word[], from: number): Phrase | null {
  let at = from
  while (isDeterminer(list[at])) at += 1
  const first = at
  while (at < list.length && at - first < 5 && (isNoun(list[at]) || (list[at]?.tag === 'ADJ' && at + 1 < list.length) || isLink(list, at))) at += 1
  while (at > first && !isNoun(list[at - 1])) at -= 1
  if (at === first) return null
  const own = list.slice(first, at)
  return { start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0, words: own, next: at }
}

/** The hyphen of "check-in", or a participle before its noun: "approved vacancy". */
function isLink(list: readonly Word[], at: number): boolean {
  const [word, next] = [list[at], list[at + 1]]
  if (word === undefined || next === undefined) return false
  return (word.text === '-' && next.start === word.end) || (word.tag === 'VERB' && /(?:ed|ing)$/.test(word.lower) && isNoun(next) && next.start - word.end < 2)
}

/** "Start dates" → "start date". */
export function singular({ words: own }: Pick<Phrase, 'words'>): string {
  return own.map((word, at) => (at === own.length - 1 ? singularWord(word) : word.text)).join(' ').replace(/ - /g, '-')
}

/** The tagger leaves a capitalised plural as it is, and knows a noun read as a verb by its verb. */
export function singularWord({ text, lemma, tag }: Word): string {
  if (/^\p{Lu}+s?$/u.test(text) && text.length > 1) return text.replace(/(?<=\p{Lu}{2})s$/u, '')
  const known = tag === 'NOUN' ? lemma : text
  if (known.toLowerCase() !== text.toLowerCase() && text.toLowerCase().startsWith(known.slice(0, 3).toLowerCase())) return known
  if (/(?:ss|us|is|news|series|status|data)$/i.test(text)) return text
  if (/ies$/i.test(text) && text.length > 4) return text.replace(/ies$/i, 'y')
  if (/(?:ch|sh|x|ss|z)es$/i.test(text)) return text.slice(0, -2)
  return /[^s]s$/i.test(text) ? text.slice(0, -1) : text
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
