// The words of a statement with their kinds, and what can be told from their order: the noun phrase here, whether there is a verb.
import { readTokens, type Token } from '../../../lib/english/read.ts'

const known = new Map<string, Token[]>()
const remembered = 5000

export function words(text: string): Token[] {
  const before = known.get(text)
  if (before) return before
  if (known.size >= remembered) known.clear()
  const read = withIdentifiers(readTokens(text))
  known.set(text, read)
  return read
}

/** "Borrow_Record" is one noun. */
function withIdentifiers(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (const token of tokens) {
    const last = joined.at(-1)
    const isPart = last && last.end === token.start && (token.text === '_' ? /\w$/ : /_$/).test(last.text)
    if (!last || !isPart) joined.push(token)
    else
      joined[joined.length - 1] = {
        ...last,
        text: last.text + token.text,
        lower: last.lower + token.lower,
        lemma: last.lemma + token.lemma,
        tag: 'NOUN',
        end: token.end,
      }
  }
  return joined
}

export const hasVerb = (text: string): boolean => words(text).some(isVerb)

const modals = new Set('shall must should will can cannot may might could would ca wo'.split(' '))
export const isModal = (word: Token | undefined): boolean => word !== undefined && modals.has(word.lower)
export const isVerb = (word: Token | undefined): boolean => word !== undefined && (word.tag === 'VERB' || word.tag === 'AUX')
/** "SHALL" as specifications write it, whatever the tagger takes it for. */
const isDuty = (word: Token | undefined): boolean => /^(?:SHALL|MUST|SHOULD|MAY|CAN|WILL)$/.test(word?.text ?? '')
const isNoun = (word: Token | undefined): boolean => word !== undefined && (word.tag === 'NOUN' || word.tag === 'PROPN')

/** "a fine with an amount", "a subject, a description": what stands there is a noun whatever the tagger says. */
function endsPhrase(list: readonly Token[], at: number, determined: boolean): boolean {
  const [word, next] = [list[at], list[at + 1]]
  return determined && word?.tag === 'ADJ' && word.lower !== 'such' && (next === undefined || /^(?:PUNCT|CCONJ|ADP)$/.test(next.tag))
}
export const isDeterminer = (word: Token | undefined): boolean => word !== undefined && determiners.has(word.lower)

const determiners = new Set(
  'the a an each every all any no some this that these those their its his her our my your another other both either one two three new existing only few several many various multiple'.split(
    ' ',
  ),
)

export interface Phrase {
  start: number
  end: number
  /** Words from the first that is no determiner to the noun at its end. */
  words: Token[]
  /** Index of the word after it. */
  next: number
}

/** The noun phrase that begins at a word: determiners, adjectives, nouns; null where none does. `listed`: only nouns can stand there. */
export function phraseAt(list: readonly Token[], from: number, listed = false): Phrase | null {
  let at = from
  while (isDeterminer(list[at])) at += 1
  const first = at
  const stands = (index: number) =>
    isGlued(list, index - 1) ||
    (isNoun(list[index]) && !isDuty(list[index])) ||
    endsPhrase(list, index, first > from || index > first) ||
    (listed && isTail(list, index))
  while (
    at < list.length &&
    at - first < 5 &&
    (stands(at) || (list[at]?.tag === 'ADJ' && at + 1 < list.length) || isLink(list, at, listed))
  )
    at += 1
  while (at > first && !stands(at - 1)) at -= 1
  if (at === first) return null
  const own = list.slice(first, at)
  return { start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0, words: own, next: at }
}

/** A hyphen inside a word: "check-in", "on-call". */
const isGlued = (list: readonly Token[], at: number): boolean =>
  list[at]?.text === '-' && list[at - 1]?.end === list[at].start && list[at + 1]?.start === list[at].end

/** Part of a word with a hyphen, or a participle before its noun: "approved vacancy"; in a list also "start time". */
function isLink(list: readonly Token[], at: number, listed: boolean): boolean {
  const [word, next] = [list[at], list[at + 1]]
  if (word === undefined || next === undefined) return false
  return (
    isGlued(list, at) ||
    isGlued(list, at + 1) ||
    (word.tag === 'VERB' &&
      ((/(?:ed|ing)$/.test(word.lower) && !/^(?:contain|includ|us|hav)ing$/.test(word.lower)) || (listed && word.lower === word.lemma)) &&
      isNoun(next) &&
      next.start - word.end < 2)
  )
}

/** The "address" of "an email address, a phone number": in a list of nouns no verb ends one. */
function isTail(list: readonly Token[], at: number): boolean {
  const [word, next] = [list[at], list[at + 1]]
  return (
    word !== undefined &&
    word.tag === 'VERB' &&
    word.lower === word.lemma &&
    (next === undefined || next.tag === 'PUNCT' || next.tag === 'CCONJ')
  )
}

/** "Start dates" → "start date". */
export function singular({ words: own }: Pick<Phrase, 'words'>): string {
  return own
    .map((word, at) => (at === own.length - 1 ? singularWord(word) : word.text))
    .join(' ')
    .replace(/ - /g, '-')
}

/** By its ending, so that the spelling stays; by the dictionary where the plural has another form. */
export function singularWord({ text, lemma, tag }: Token): string {
  if (/^\p{Lu}+s?$/u.test(text) && text.length > 1) return text.replace(/(?<=\p{Lu}{2})s$/u, '')
  if (!/s$/i.test(text))
    return tag === 'NOUN' && lemma !== text.toLowerCase() && /(?:men|people|children|feet|teeth|mice|geese|criteria)$/i.test(text)
      ? lemma
      : text
  if (/(?:ss|us|is|news|series|species|status|goods)$/i.test(text) || text.length < 4) return text
  if (/ies$/i.test(text)) return text.length > 4 ? text.replace(/ies$/i, 'y') : text.slice(0, -1)
  return /(?:ch|sh|x|ss|z)es$/i.test(text) ? text.slice(0, -2) : text.slice(0, -1)
}

/** "unitPrice", "unit_price" and "bookID" as words of their own. */
export const spaced = (name: string): string => name.replaceAll('_', ' ').replaceAll(/(?<=\p{Ll}{2}|\d)(?=\p{Lu})/gu, ' ')

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
