// Where lists begin in a sentence, and the phrases around them: whom a verb is said of, what stands in front, what somebody made.
import { verbBase } from '../../../../lib/english/correct.ts'
import type { Token } from '../../../../lib/english/read.ts'
import { isDeterminer, isVerb, phraseAt, words, type Phrase } from '../words.ts'
import { namesSoftware, namesSomebody } from './roles.ts'

export interface Opening {
  kind: 'start' | 'verb' | 'with'
  /** Where the list begins. */
  at: number
  /** Index of the verb or preposition in front. */
  word: number
}

const stems = (list: string) => new Set(list.split(' '))
export const recording = stems(
  'enter record store keep need save provide state specify capture track note log collect register list fill write remember hold require document know maintain give put gather want ask show display print name carry bear contain include',
)
const making = stems(
  'create add register define record log publish schedule plan propose save submit post upload open write issue list enter store set build draft place raise report keep maintain manage edit update print generate send announce request offer order declare fill book apply hand',
)
export const having = stems('have contain include consist comprise identify describe need')

/** "has", "records", "carries": a verb that says what is known of something. */
export const isStating = (word: Token | undefined): boolean =>
  word !== undefined && [word.lemma, verbBase(word.lower) ?? ''].some((base) => having.has(base) || recording.has(base))

/** Where a list may begin: at the start, behind a mark, behind a verb or "with". */
export function openingsIn(text: string, start: number): Opening[] {
  const list = words(text)
  const found: Opening[] = [{ kind: 'start', at: start, word: -1 }]
  for (const [word, token] of list.entries()) {
    if (token.end <= start) continue
    if (token.text === ';' || token.text === ':') found.push({ kind: 'start', at: skip(text, token.end), word })
    else if (/^(?:with|including|containing|like)$/.test(token.lower) || (token.lower === 'as' && list[word - 1]?.lower === 'such'))
      found.push({ kind: 'with', at: skip(text, behind(text, token.end, fillers)), word })
    else if (isVerbAt(list, word)) found.push({ kind: 'verb', at: behindVerb(text, list, word), word })
  }
  return found
}

/** Words that only announce a list. */
const fillers =
  /^(?:\s+by)?\s*[,:]?\s*(?:the following(?: (?!about|for|of|on)\p{L}+)?|(?:the )?(?:\p{L}+ )?(?:attributes|fields|details|information|data|columns|properties)(?: like| such as| are| for| of|\s*\((?=[^()]*,))?)?\s*:?\s*/iu
const behind = (text: string, at: number, pattern: RegExp) => at + (pattern.exec(text.slice(at))?.[0].length ?? 0)
const skip = (text: string, from: number) => from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0)

/** The tagger may take the verb for a noun: "each scan stores", "the resident books it". */
const isVerbAt = (list: readonly Token[], at: number): boolean => {
  const { tag, lower, lemma } = list[at]!
  if (tag === 'VERB') return lower !== 'given' && lower !== 'following'
  if (tag === 'AUX') return lemma === 'have' && !/(?:ed|en)$/.test(list[at + 1]?.lower ?? '')
  return tag === 'NOUN' && at > 0 && /(?:[^s]s|ing)$/.test(lower) && isDeterminer(list[at + 1]) && verbBase(lower) !== null
}

/** Behind the verb with its particle, those it is for, and words that only announce: "keep for every truck", "contains the following fields:". */
function behindVerb(text: string, list: readonly Token[], verb: number): number {
  let at = list[verb]!.end
  const take = (pattern: RegExp) => (at = behind(text, at, pattern))
  take(/^\s+(?:down|up|in|out|of|to (?:know|have|see|keep|store))(?=\s)/i)
  const place = placesIn(text, list).find(({ start }) => start >= at && text.slice(behind(text, at, fillers), start).trim() === '')
  if (place && place.phrase.end > at) at = place.phrase.end
  take(/^\s*\?\s+(?:a|answer)\s*:\s*/i)
  take(fillers)
  return at
}

interface At {
  start: number
  phrase: Phrase
  isEach: boolean
}

/** "for each order", "on the agreement", "per lift": what something may be kept for. */
export function placesIn(text: string, list: readonly Token[]): At[] {
  return [
    ...text.matchAll(
      /(?<=^|[\s,])(?:(?:for|of|about|on|per) (?=(each|every|all|any|the|an?)\s)|(?:from|in|to) (?=(?:each|every)\s)|per (?=\p{L}))/giu,
    ),
  ].flatMap(({ index, 0: lead, 1: which = 'each' }) => {
    const phrase = phraseAt(
      list,
      list.findIndex(({ start }) => start >= index + lead.length),
    )
    return phrase ? [{ start: index, phrase, isEach: /^(?:each|every|all|any)$/i.test(which) }] : []
  })
}

/** The subject of a verb: "Each loan", "A report shall"; "a hero has a name and is …" for both. */
export function subjectOf(list: readonly Token[], verb: number): Phrase | null {
  const opens = list
    .slice(0, verb)
    .findLastIndex(
      ({ text, tag, lower }) => (tag === 'PUNCT' && text !== '-') || tag === 'SCONJ' || /^(?:and|but|that|which|who|:)$/.test(lower),
    )
  const from = /^(?:given|when|then|if|while|once)$/.test(list[opens + 1]?.lower ?? '') ? opens + 2 : opens + 1
  const own = list.slice(0, verb)
  const phrase = phraseAt(own, from) ?? (isDeterminer(own[from]) && from === verb - 2 ? lone(own[from + 1]!, verb) : null)
  const first = list.findIndex(isVerb)
  if (!phrase) return list[opens]?.lower === 'and' && opens === verb - 1 && first < opens ? subjectOf(list, first) : null
  // "Each change of a deadline is"
  const of = list[phrase.next]?.lower === 'of' ? phraseAt(own, phrase.next + 1) : null
  const gap = list.slice(of?.next ?? phrase.next, verb)
  const isNear = gap.every(({ tag, lower }) => tag === 'AUX' || tag === 'ADV' || /^(?:must|shall|should|may|can|will)$/.test(lower))
  return isNear && !/^(?:not|never)$/.test(gap.at(-1)?.lower ?? '') ? phrase : null
}

/** "Each scan": behind an article, whatever the tagger says. */
const lone = (word: Token, next: number): Phrase => ({ start: word.start, end: word.end, words: [word], next })

/** The phrase that ends right before a word. */
export function phraseBefore(list: readonly Token[], end: number): Phrase | null {
  for (let from = Math.max(0, end - 5); from < end; from += 1) {
    const phrase = phraseAt(list.slice(0, end), from)
    if (phrase?.next === end) return phrase
  }
  return null
}

/** The thing somebody makes, in front of "with": directly behind the verb, or before it where it "is recorded". */
export function madeBy(list: readonly Token[], end: number): Phrase | null {
  for (let at = end - 1; at >= Math.max(0, end - 9); at -= 1) {
    const base = isVerb(list[at]) ? list[at]!.lemma : verbBase(list[at]!.lower)
    if (!making.has(base ?? '')) continue
    if (/^(?:is|are|be|been)$/.test(list[at - 1]?.lower ?? '')) {
      // "is written to the history with": what it is written to
      const host = /^(?:to|into|in)$/.test(list[at + 1]?.lower ?? '') ? phraseAt(list, at + 2) : null
      if (at === end - 1) return subjectOf(list, at - 1)
      if (host?.next === end) return host
      continue
    }
    const phrase = phraseAt(list, list[at + 1]?.lower === 'in' ? at + 2 : at + 1)
    // "record payments himself, with"
    const rest = phrase ? list.slice(phrase.next, end) : []
    if (!phrase || rest.some(({ tag, lower }) => tag !== 'PUNCT' && !/(?:self|selves)$/.test(lower))) continue
    // "report a broken bike with a photo": the photo is the report's
    const isVague =
      /^(?:list|report|overview|summary)s?$/.test(phrase.words.at(-1)!.lower) || (base === 'report' && phrase.words.length > 1)
    return isVague ? null : phrase
  }
  return null
}

/** What somebody made before: "open an outing and enter …", "when a loan is recorded, …". */
export function madeIn(list: readonly Token[]): Phrase | null {
  for (let at = list.length - 1; at >= 0; at -= 1) {
    const word = list[at]!
    const base = isVerb(word) ? word.lemma : /s$/.test(word.lower) && isDeterminer(list[at + 1]) ? verbBase(word.lower) : null
    if (!making.has(base ?? '')) continue
    const isDone = /^(?:is|are|be|been)$/.test(list[at - 1]?.lower ?? '')
    const phrase = isDone ? subjectOf(list, at - 1) : isDeterminer(list[at + 1]) ? phraseAt(list, at + 1) : null
    if (phrase && !namesSomebody(phrase, true) && !namesSoftware(phrase, true)) return phrase
  }
  return null
}
