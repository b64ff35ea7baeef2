// Where lists begin in a sentence, and which thing each tells of: the one it has them, is stored or made with them, or they are kept for.
import { verbBase } from '../../../../lib/english/correct.ts'
import type { Token } from '../../../../lib/english/read.ts'
import type { Item } from '../forms/list.ts'
import { labelEnd } from '../forms/slice.ts'
import type { Statement } from '../read/statements.ts'
import { isDeterminer, isVerb, phraseAt, singular, words, type Phrase } from '../words.ts'
import { namesSoftware, namesSomebody } from './roles.ts'
import { isValueName } from './types.ts'

export interface Opening {
  kind: 'start' | 'verb' | 'with'
  /** Where the list begins. */
  at: number
  /** Index of the verb or preposition in front. */
  word: number
}

export interface Around {
  /** What the statement or its block names in front. */
  label: string | null
  heading: string
  before: readonly Statement[]
  section: readonly Statement[]
}

export interface Owner {
  name: string
  /** Where it stands in the statement; null where it stands elsewhere. */
  at: number | null
  isDefined: boolean
  /** The items, where the last of them named the owner. */
  items?: Item[]
}

const stems = (list: string) => new Set(list.split(' '))
const recording = stems(
  'enter record store keep need save provide state specify capture track note log collect register list fill write remember hold require document know maintain give put gather want ask show display print name carry bear contain include',
)
const making = stems(
  'create add register define record log publish schedule plan propose save submit post upload open write issue list enter store set build draft place raise report keep maintain manage edit update print generate send announce request offer order declare fill book apply hand',
)
const having = stems('have contain include consist comprise identify describe need')

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
  /^(?:\s+by)?\s*[,:]?\s*(?:the following(?: \p{L}+)?|(?:the )?(?:attributes|fields|details|information|data)(?: like| such as| are)?)?\s*:?\s*/iu
const behind = (text: string, at: number, pattern: RegExp) => at + (pattern.exec(text.slice(at))?.[0].length ?? 0)
const skip = (text: string, from: number) => from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0)

/** The tagger may take the verb for a noun: "each scan stores", "the resident books it". */
const isVerbAt = (list: readonly Token[], at: number): boolean => {
  const { tag, lower, lemma } = list[at]!
  if (tag === 'VERB') return true
  if (tag === 'AUX') return lemma === 'have'
  return tag === 'NOUN' && at > 0 && /(?:[^s]s|ing)$/.test(lower) && isDeterminer(list[at + 1]) && verbBase(lower) !== null
}

/** Behind the verb with its particle, those it is for, and words that only announce: "keep for every truck", "contains the following fields:". */
function behindVerb(text: string, list: readonly Token[], verb: number): number {
  let at = list[verb]!.end
  const take = (pattern: RegExp) => (at = behind(text, at, pattern))
  take(/^\s+(?:down|up|in|out|of|to (?:know|have|see|keep|store))(?=\s)/i)
  const place = placesIn(text, list).find(({ start }) => start >= at && text.slice(at, start).trim() === '')
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

/** "for each order", "on the agreement": what something may be kept for. */
function placesIn(text: string, list: readonly Token[]): At[] {
  return [...text.matchAll(/(?<=^|[\s,])(?:for|of|about|from|per|on|in|to) (?=(each|every|all|any|the|an?)\s)/gi)].flatMap(
    ({ index, 0: lead, 1: which = '' }) => {
      const at = list.findIndex(({ start }) => start >= index + lead.length)
      const phrase = phraseAt(list, at)
      const isFor = /^(?:for|of|about|on|per)\s/i.test(lead)
      return phrase && (isFor || /^(?:each|every)/i.test(which))
        ? [{ start: index, phrase, isEach: /^(?:each|every|all|any)$/i.test(which) }]
        : []
    },
  )
}

export function ownerOf(text: string, opening: Opening, items: readonly Item[], around: Around): Owner | null {
  const list = words(text)
  const { word, kind } = opening
  const many = items.length
  const valued = items.filter(({ name, type }) => type !== undefined || isValueName(name)).length
  const [isPlain, isMostly] = [valued * 3 >= many && many > 1, valued * 2 >= many && many > 1]
  const end = items.at(-1)!.end
  const first = list.find(({ start }) => start >= opening.at)
  if (kind === 'start') return null
  if (first?.tag === 'NUM' || isNoField.test(text.slice(opening.at))) return null
  if (list.slice(Math.max(0, word - 3), word).some(({ lower }) => /^(?:not|never|nobody|no|n't|cannot)$/.test(lower))) return null
  const people = items.filter(({ name }) => namesSomebody({ words: words(name) })).length
  if (people * 2 > many) return null
  return kind === 'with' ? ofWith() : ofVerb()

  function ofWith(): Owner | null {
    const isOwn = /^(?:its|their)\s/i.test(text.slice(opening.at))
    const host = phraseBefore(list, word)
    const made = madeBy(list, word)
    if (isOwn && host && many > 2) {
      const subject = subjectOf(list, list.findIndex(isVerb))
      if (subject && !namesSomebody(subject, true) && subject.start < host.start) return owner(subject, true)
    }
    if (made && (many > 2 ? isPlain : many > 1 && valued === many)) return owner(made)
    return host && many > 2 && isMostly && !namesSomebody(host, true) ? owner(host) : null
  }

  function ofVerb(): Owner | null {
    const verb = list[word]!
    const base = isVerb(verb) ? verb.lemma : (verbBase(verb.lower) ?? '')
    const isRecording = recording.has(base)
    const isHaving = having.has(base)
    const places = placesIn(text, list)
    const near = places.filter(
      ({ start, phrase }) =>
        (start >= verb.end && phrase.end <= opening.at) ||
        (start >= end - 1 && text.slice(end, start).trim() === '') ||
        (phrase.end <= verb.start && isFront(start) && words(text.slice(phrase.end, verb.start)).length < 7),
    )
    const each = near.find(({ isEach }) => isEach || opening.at >= text.length)
    if (each && (isRecording || isHaving || isMostly) && many > 1) return { ...owner(each.phrase)!, isDefined: isFront(each.start) }
    if (/ing$/.test(verb.lower) && verb.lower !== base) return ofParticiple(base)
    const subject = subjectOf(list, word)
    const byCase =
      subject && /\b(?:if|when|whenever|unless|while|where|once|until|given|because)\s(?:\p{L}+\s)?$/iu.test(text.slice(0, subject.start))
    if (subject && !namesSoftware(subject)) {
      const isName =
        subject.words[0]!.tag === 'PROPN' && subject.start > 0 && !/\b(?:an?|the|each|every) $/i.test(text.slice(0, subject.start))
      const opens = list[list.indexOf(subject.words[0]!) - 1]
      const isAny = /^(?:each|every|an?|all|any)$/.test(opens?.lower ?? '') || singular(subject) !== text.slice(subject.start, subject.end)
      const isSomebody = namesSomebody(subject, true)
      if (isName) return null
      if (isHaving && !isSomebody && (many > 1 || (base !== 'need' && isDeterminer(first) && !byCase && items[0]?.many === false)))
        return owner(subject, true)
      if (isHaving && isSomebody && many > 1 && !byCase && isAny && isPlain) return owner(subject, true)
      const isHeld = isAny || /^(?:must|shall|should|will)$/.test(list[word - 1]?.lower ?? '') || isMostly
      if (!isSomebody && !namesSoftware(subject, true) && isRecording && isHeld && many > 2 && isPlain) return owner(subject, true)
    }
    const pointed = /^(?:it|each|this)$/.test(list[word - 1]?.lower ?? '') || (word === 0 && /s$/.test(verb.lower))
    const named = /^.*\b(?:an?|each|every) (\p{L}+(?: \p{L}+)?) is:/iu.exec(text.slice(0, verb.start))?.[1] ?? around.label
    if (pointed && named && (isHaving || isRecording) && many > 1) return { name: named, at: null, isDefined: true }
    const place = near.find(({ isEach }) => !isEach)
    if (place && isRecording && many > 2 && isPlain) return { ...owner(place.phrase)!, isDefined: false }
    if (!isRecording || !isMostly) return null
    const made = madeIn(list.slice(0, word)) ?? null
    if (made) return owner(made)
    const before = around.before.at(-1) ?? (/^(?:and |then )?(?:they|he|she)\b/i.test(text) ? around.section.at(-1) : undefined)
    const earlier = before && many > 2 ? madeIn(words(before.text)) : null
    if (earlier) return { name: singular(earlier), at: null, isDefined: false }
    return ofLast() ?? ofHeading()
  }

  /** "a label bearing the number", "report damage, giving the boat": what stands in front. */
  function ofParticiple(base: string): Owner | null {
    const host = phraseBefore(list, list[word - 1]?.text === ',' ? word - 1 : word)
    return host && recording.has(base) && isMostly && !namesSomebody(host, true) ? owner(host) : null
  }

  /** "enters the name, the phone and the address of the guest" */
  function ofLast(): Owner | null {
    const last = items.at(-1)!
    const [, name = '', of = ''] = /^(.+?) of (?:an?|the) (.+)$/i.exec(last.name) ?? []
    if (of === '' || many < 3) return null
    const at = last.start + last.name.length - of.length
    return { name: of, at, isDefined: false, items: [...items.slice(0, -1), { ...last, name, end: last.start + name.length }] }
  }

  function ofHeading(): Owner | null {
    const title = around.heading.replace(/\s*\b(?:form|fields?|data|record)s?$/i, '')
    const list = words(title)
    const phrase = phraseAt(list, 0, true)
    const isClean = phrase?.next === list.length && list.length < 4 && list.every(({ tag }) => /^(?:NOUN|PROPN|ADJ)$/.test(tag))
    return isClean && many > 2 && !namesSomebody(phrase) && !/(?:ing|s)$/.test(title)
      ? { name: singular(phrase), at: null, isDefined: false }
      : null
  }

  function isFront(start: number): boolean {
    return (
      text
        .slice(labelEnd(text), start)
        .replace(/^.*[.;:,–—]/, '')
        .trim() === ''
    )
  }

  function owner(phrase: Phrase, isDefined = false): Owner | null {
    return namesSoftware(phrase) ? null : { name: text.slice(phrase.start, phrase.end), at: phrase.start, isDefined }
  }
}

const isNoField = /^(?:to|been|not|no|never|at most|up to|no more than|more than|fewer than|less than|only|\d+)\s/i

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
  const gap = list.slice(phrase.next, verb)
  const isNear = gap.every(({ tag, lower }) => tag === 'AUX' || tag === 'ADV' || /^(?:must|shall|should|may|can|will)$/.test(lower))
  return isNear && !/^(?:not|never)$/.test(gap.at(-1)?.lower ?? '') ? phrase : null
}

/** "Each scan": behind an article, whatever the tagger says. */
const lone = (word: Token, next: number): Phrase => ({ start: word.start, end: word.end, words: [word], next })

/** The phrase that ends right before a word. */
function phraseBefore(list: readonly Token[], end: number): Phrase | null {
  for (let from = Math.max(0, end - 5); from < end; from += 1) {
    const phrase = phraseAt(list.slice(0, end), from)
    if (phrase?.next === end) return phrase
  }
  return null
}

/** The thing somebody makes, in front of "with": directly behind the verb, or before it where it "is recorded". */
function madeBy(list: readonly Token[], end: number): Phrase | null {
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
function madeIn(list: readonly Token[]): Phrase | null {
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

/** The thing a line announces the fields of: "Fields of a parcel:", "For each ski I want to know:", "An event has:", "Form fields:". */
export function announced(text: string, items: readonly Item[], heading: string): string | null {
  const said = fieldsOf(text.slice(labelEnd(text)), heading)
  if (said !== null) return said
  const opening = /:$/.test(text) ? openingsIn(text, labelEnd(text)).find(({ at, kind }) => kind !== 'start' && at >= text.length) : null
  const end = text.length + 1
  const around = { label: null, heading: '', before: [], section: [] }
  return opening ? (ownerOf(text, opening, [...items.slice(0, -1), { ...items.at(-1)!, end }], around)?.name ?? null) : null
}

/** The thing that a name for a list of fields names: "Fields on the request form", "Seed bag fields", "Booking form"; the heading's for "Form fields". */
export function fieldsOf(text: string, heading: string): string | null {
  const bare = text.replace(/\s*:$/, '')
  const [, of] =
    /^(?:the )?(?:(?:form )?(?:fields|attributes|properties|columns|entries)|data|details|information) (?:of|for|about|per|on|in) (?:(?:an?|the|each|every|any) )?(.{2,40})$/i.exec(
      bare,
    ) ?? []
  const [, before] =
    /^(?:(?:an?|the|each|every) )?(.{2,40}?)\s(?:(?:form )?(?:fields|attributes|properties|data|details)|form)$/i.exec(bare) ?? []
  const isBare = /^(?:the )?(?:(?:form|data|key|main|required) )?(?:fields|attributes|properties)(?: are)?$/i.test(bare)
  const name = isBare ? heading : (of ?? before)
  const one = name?.replace(/\s+(?:form|page|screen)$/i, '')
  return one !== undefined &&
    one !== '' &&
    words(one).length < 5 &&
    phraseAt(words(`the ${one}`), 0, true)?.next === words(`the ${one}`).length
    ? one
    : null
}
