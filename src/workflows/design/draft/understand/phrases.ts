// Noun phrases: which words of a sentence name one thing, whose it is and whether there are many.
import { looksPlural, singular } from '../words/forms.ts'
import type { Token } from '../words/token.ts'

export interface Phrase {
  /** As written, without the article. */
  text: string
  /** Lower-case nouns that make the name, last one the head and in the singular. */
  nouns: string[]
  /** Lower-case adjectives and participles before the head. */
  adjectives: string[]
  plural: boolean
  /** "each", "their", "five", "many" … or empty. */
  determiner: string
  /** "customer's" → customer; "their" → their. */
  owner: string | undefined
  /** "the status of each order": each order. */
  of: Phrase | undefined
  start: number
  /** Index after its last token. */
  end: number
  /** A value or a label in quotes. */
  quoted: boolean
}

const fillers = new Set(
  'new existing own current available given certain specific particular different relevant appropriate single individual entire full complete whole following necessary valid invalid possible previous next last first other additional related selected required desired unique short brief long correct optional mandatory detailed basic simple personal key essential main important extra duplicate blank empty'.split(
    ' ',
  ),
)

export function phraseAt(tokens: readonly Token[], start: number): Phrase | undefined {
  const nouns: string[] = []
  const adjectives: string[] = []
  let determiner = ''
  let owner: string | undefined
  let end = start
  let from = start
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (!token || (nouns.length > 0 && /["“”(\[«]/.test(token.before))) break
    const next = tokens[at + 1]
    if (token.part === 'determiner' || token.part === 'possessive' || token.part === 'number') {
      if (nouns.length > 0) break
      if (token.lower === 'one' && next?.lower === 'or' && tokens[at + 2]?.lower === 'more') {
        determiner = 'more'
        from = at + 3
        at += 2
        continue
      }
      if (determiner === '' || token.part === 'number') determiner = token.lower
      if (token.part === 'possessive') owner = token.lower
      if (token.part !== 'number') from = at + 1
    } else if (token.part === 'noun') {
      if (token.owner) {
        owner = singular([...nouns, token.lower].join(' '))
        nouns.length = 0
        adjectives.length = 0
        from = at + 1
      } else {
        nouns.push(token.lower)
        end = at + 1
      }
    } else if (
      nouns.length === 0 &&
      (token.part === 'adjective' ||
        (token.part === 'verb' && (token.form === 'past' || token.form === 'gerund') && next?.part === 'noun' && at > start))
    )
      adjectives.push(token.lower)
    else if (nouns.length === 0 && token.part === 'adverb' && (next?.part === 'adjective' || next?.part === 'verb')) continue
    else break
    if (token.after !== '' && !/^["”»]$/.test(token.after) && !(nouns.length === 0 && token.after === ',' && token.part === 'adjective'))
      break
  }
  while (nouns.length > 1 && fillers.has(nouns[0] ?? '')) nouns.shift()
  const head = nouns.at(-1)
  if (head === undefined) return undefined
  const written = tokens
    .slice(from, end)
    .map(({ before, text, after }) => before.replace(/[^"“«]/g, '') + text + after.replace(/[^"”»]/g, ''))
    .join(' ')
  // A capital that only opens the sentence is not part of the name.
  const text =
    from === 0 && tokens[0]?.before === '' && /^\p{Lu}\p{Ll}/u.test(written) && !/^\p{Lu}\p{Ll}+ \p{Lu}/u.test(written)
      ? written.charAt(0).toLowerCase() + written.slice(1)
      : written
  nouns[nouns.length - 1] = singular(head)
  const of = tokens[end]?.lower === 'of' && tokens[end - 1]?.after === '' ? phraseAt(tokens, end + 1) : undefined
  return {
    text,
    nouns,
    adjectives: adjectives.filter((word) => !fillers.has(word)),
    plural: looksPlural(head) && !/^(?:a|an|one|each|every)$/.test(determiner),
    determiner,
    owner,
    of,
    start,
    end: of?.end ?? end,
    quoted: /["“«]/.test(tokens[from]?.before ?? ''),
  }
}

/** Every noun phrase of the tokens, left to right. */
export function phrases(tokens: readonly Token[]): Phrase[] {
  const found: Phrase[] = []
  for (let at = 0; at < tokens.length;) {
    const phrase = phraseAt(tokens, at)
    if (phrase) found.push(phrase)
    at = phrase ? phrase.end : at + 1
  }
  return found
}

/** "a date, total and status" → three phrases; stops where the list stops. */
export function phraseList(tokens: readonly Token[], start: number): Phrase[] {
  const list: Phrase[] = []
  let at = afterQuantity(tokens, start)
  for (;;) {
    const phrase = phraseAt(tokens, at)
    if (!phrase) return list
    list.push(phrase)
    const last = tokens[phrase.end - 1]
    let next = phrase.end
    const comma = /^[,;(]|[,;]$/.test(last?.after ?? '')
    if (!comma && last && last.after !== '' && tokens[next]?.part !== 'conjunction') return list
    while (tokens[next]?.part === 'conjunction' || (tokens[next]?.lower === 'as' && tokens[next + 1]?.lower === 'well'))
      next += tokens[next]?.lower === 'as' ? 3 : 1
    if (next === phrase.end && !comma) return list
    if (tokens[next]?.part === 'adverb' || /^optional(?:ly)?$/.test(tokens[next]?.lower ?? '')) next += 1
    at = next
  }
}

/** Behind "more than", "at most", "up to". */
function afterQuantity(tokens: readonly Token[], at: number): number {
  const pair = `${tokens[at]?.lower ?? ''} ${tokens[at + 1]?.lower ?? ''}`
  return /^(?:(?:more|less|fewer) than|at (?:most|least)|up to)$/.test(pair) ? at + 2 : at
}

export function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => token.before + token.text + token.after)
    .join(' ')
    .replace(/(?<=\p{L})\s*([–—])\s*(?=\p{L})/gu, ' $1 ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s,;:.\-–—]+$/, '')
    .replace(/^[\s,;:.\-–—]+/, '')
}
