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
  /^(?:\s+by)?\s*[,:]?\s*(?:the following(?: (?!about|for|of|on)\p{L}+)?|(?:the )?(?:attributes|fields|details|information|data)(?: like| such as| are)?)?\s*:?\s*/iu
const behind = (text: string, at: number, pattern: RegExp) => at + (pattern.exec(text.slice(at))?.[0].length ?? 0)
const skip = (text: string, from: number) => from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0)

/** The tagger may take the verb for a noun: "each scan stores", "the resident books it". */
const isVerbAt = (list: readonly Token[], at: number): boolean => {
  const { tag, lower, lemma } = list[at]!
  if (tag === 'VERB') return lower !== 'given' && lower !== 'following'
  if (tag === 'AUX') return lemma === 'have'
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
function placesIn(text: string, list: readonly Token[]): At[] {
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

/** The thing a list tells of: the likeliest of those the sentence, the text in front and the heading name; null where it tells of none. */
export function ownerOf(text: string, opening: Opening, items: readonly Item[], around: Around): Owner | null {
  const list = words(text)
  const many = items.length
  const valued = items.filter(({ name, type }) => type !== undefined || isValueName(name)).length
  const [isPlain, isMostly] = [valued * 3 >= many && many > 1, valued * 2 >= many && many > 1]
  const end = items.at(-1)!.end
  const first = list.find(({ start }) => start >= opening.at)
  // "The form for it: name, date"
  const isAfterColon = opening.kind === 'start' && list[opening.word]?.text === ':'
  const word = isAfterColon ? list.slice(0, opening.word).findLastIndex(isVerb) : opening.word
  const isDenied = list
    .slice(Math.max(0, word - 3), Math.max(0, word))
    .some(({ lower }) => /^(?:not|never|nobody|no|n't|cannot)$/.test(lower))
  const people = items.filter(({ name }) => namesSomebody({ words: words(name) })).length
  if (first?.tag === 'NUM' || isNoField.test(text.slice(opening.at)) || isDenied || people * 2 > many) return null
  if (opening.kind === 'with') return ofWith()
  if (isAfterColon) return (word < 0 ? null : ofVerb()) ?? (isMostly && many > 2 ? ofHeading(true) : null)
  return opening.kind === 'verb' ? ofVerb() : null

  function ofWith(): Owner | null {
    const host = phraseBefore(list, word)
    const subject = /^(?:its|their)\s/i.test(text.slice(opening.at)) && host && many > 2 ? subjectOf(list, list.findIndex(isVerb)) : null
    if (subject && host && !namesSomebody(subject, true) && subject.start < host.start) return owner(subject, true)
    const made = madeBy(list, word)
    if (made && (many > 2 ? isPlain : many > 1 && valued === many)) return owner(made)
    return host && many > 2 && isMostly && !namesSomebody(host, true) ? owner(host) : null
  }

  function ofVerb(): Owner | null {
    const verb = list[word]!
    const base = isVerb(verb) ? verb.lemma : (verbBase(verb.lower) ?? '')
    const [isRecording, isHaving] = [recording.has(base), having.has(base)]
    // "I want one bill per owner: the fee, the hay"
    const object = isAfterColon ? phraseAt(list, word + 1) : null
    if (
      object &&
      isRecording &&
      isPlain &&
      many > 2 &&
      /^\s+(?:per|for|of)\s/.test(text.slice(object.end)) &&
      !/^following$/.test(object.words.at(-1)!.lower)
    )
      return owner(object)
    const near = placesIn(text, list).filter(
      ({ start, phrase }) =>
        (start >= verb.end && phrase.end <= opening.at) ||
        (start >= end - 1 && text.slice(end, start).trim() === '') ||
        (phrase.end <= verb.start && isFront(start) && words(text.slice(phrase.end, verb.start)).length < 7),
    )
    const subject = subjectOf(list, word)
    const isAnnounced = opening.at >= text.length || /^(?:following|these)$/.test(subject?.words.at(-1)!.lower ?? '')
    const each = near.find(({ isEach }) => isEach || isAnnounced)
    if (each && (isRecording || isHaving || isMostly) && many > 1) return owner(each.phrase, isFront(each.start) || isAnnounced)
    if (/ing$/.test(verb.lower) && verb.lower !== base) {
      // "a label bearing the number", "report damage, giving the boat"
      const host = phraseBefore(list, list[word - 1]?.text === ',' ? word - 1 : word)
      const isFor = host && list.slice(0, list.indexOf(host.words[0]!)).at(-1)?.lower === 'for'
      return host && !isFor && isRecording && isMostly && !namesSomebody(host, true) ? owner(host) : null
    }
    const own = subject && (isHaving || isRecording) ? ofSubject(subject, base, isHaving) : null
    if (own) return own
    const isPointed = /^(?:it|each|this|then)$/.test(list[word - 1]?.lower ?? '') || (word === 0 && /s$/.test(verb.lower))
    const named = isPointed && (isHaving || isRecording) && many > 1 ? (around.label ?? meant()) : null
    if (named) return { name: named, at: null, isDefined: true }
    const place = near.find(({ isEach }) => !isEach)
    if (place && isRecording && many > 2 && isPlain) return owner(place.phrase)
    if (!isRecording || !isMostly) return isAfterColon || !isPointed || !isHaving || !isMostly ? null : ofHeading()
    const made = madeIn(list.slice(0, word))
    if (made) return owner(made)
    const isMeant = /^(?:they|he|she|i|we)$/.test(list[word - 1]?.lower ?? '') && word < 3
    const before = isMeant ? (around.before.at(-1) ?? around.section.at(-1)) : undefined
    const earlier = before && many > 2 ? madeIn(words(before.text)) : null
    return earlier ? { name: full(singular(earlier)), at: null, isDefined: false } : (ofLast() ?? ofHeading())
  }

  /** "Each loan has", "the offer form shall capture", "the record of an item must include". */
  function ofSubject(subject: Phrase, base: string, isHaving: boolean): Owner | null {
    const paper = /^(?:form|record|sheet|data|details|information)$/.test(subject.words.at(-1)!.lower)
    const of = paper && list[subject.next]?.lower === 'of' ? phraseAt(list, subject.next + 1) : null
    const bare = subject.words.slice(0, -1)
    const thing = of ?? (paper && bare.length > 0 ? { ...subject, words: bare, end: bare.at(-1)!.end } : subject)
    if (paper && !of && bare.length === 0) return many > 2 && isMostly ? ofHeading() : null
    const front = text.slice(0, subject.start)
    const isCase = /\b(?:if|when|whenever|unless|while|where|once|until|given|because)\s(?:\p{L}+\s)?$/iu.test(front)
    // "Luc has the table": somebody by name
    const isName = subject.words[0]!.tag === 'PROPN' && subject.start > 0 && !/\b(?:an?|the|each|every) $/i.test(front)
    if (namesSoftware(thing) || isName || isCase) return null
    const isAny = /\b(?:each|every|an?|all|any) $/i.test(front) || singular(thing) !== text.slice(thing.start, thing.end)
    const isSomebody = namesSomebody(thing, true)
    if (isHaving && isSomebody) return many > 1 && isAny && isPlain ? owner(thing, true) : null
    if (isHaving) return many > 1 || (base !== 'need' && isDeterminer(first) && items[0]?.many === false) ? owner(thing, true) : null
    const isHeld = isAny || paper || /^(?:must|shall|should|will)$/.test(list[word - 1]?.lower ?? '') || isMostly
    return !isSomebody && (paper || !namesSoftware(thing, true)) && isHeld && many > 2 && isPlain ? owner(thing, true) : null
  }

  /** What "it" and "each" mean: what the sentence is about, or the one before. */
  function meant(): string | null {
    const said = [text.slice(0, list[word]!.start), ...around.before.slice(-1).map((each) => each.text)]
    for (const each of said) {
      const own = words(each)
      const at = own.findIndex(
        (token, index) => isDeterminer(token) && !/^(?:this|that|each)$/.test(token.lower) && phraseAt(own, index) !== null,
      )
      const phrase = at < 0 ? null : phraseAt(own, at)
      if (phrase && !namesSomebody(phrase, true) && !/^(?:form|list|sheet)$/.test(phrase.words.at(-1)!.lower)) return full(singular(phrase))
    }
    return null
  }

  /** "enters the name, the phone and the address of the guest" */
  function ofLast(): Owner | null {
    const last = items.at(-1)!
    const [, name = '', of = ''] = /^(.+?) of (?:an?|the) (.+)$/i.exec(last.name) ?? []
    if (of === '' || many < 3) return null
    const at = last.start + last.name.length - of.length
    return { name: of, at, isDefined: false, items: [...items.slice(0, -1), { ...last, name, end: last.start + name.length }] }
  }

  /** `sure`: nothing else names it, so that it may be somebody: "3. Referees" above "Result: name, licence number, club". */
  function ofHeading(sure = false): Owner | null {
    const phrase = titleIn(around.heading)
    return phrase && many > 2 && (sure || !namesSomebody(phrase)) ? { name: singular(phrase), at: null, isDefined: sure } : null
  }

  function full(name: string): string {
    return fullName(name, around)
  }

  function isFront(start: number): boolean {
    const said = text.slice(labelEnd(text), start)
    return said.replace(/^.*[.;:,–—]/, '').trim() === ''
  }

  function owner(phrase: Phrase, isDefined = false): Owner | null {
    if (namesSoftware(phrase)) return null
    const said = text.slice(phrase.start, phrase.end)
    const name = full(singular(phrase))
    return name === singular(phrase) ? { name: said, at: phrase.start, isDefined } : { name, at: null, isDefined }
  }
}

/** "the agreement" below "Rental agreement", or behind "draws up the rental agreement". */
export function fullName(name: string, { heading, before }: Pick<Around, 'heading' | 'before'>): string {
  if (/\s/.test(name)) return name
  const said = before
    .map((each) => words(each.text))
    .flatMap((own) => own.flatMap((word, at) => (isDeterminer(word) ? (phraseAt(own, at) ?? []) : [])))
  const longer = [titleIn(heading), ...said.toReversed()].find(
    (phrase) => phrase && phrase.words.length > 1 && singular(phrase).toLowerCase().endsWith(` ${name.toLowerCase()}`),
  )
  return longer ? singular(longer) : name
}

/** A title that is nothing but a noun or two. */
function titleIn(heading: string): Phrase | null {
  const list = words(heading.replace(/^the\s+|,.*$|\s*\b(?:form|fields?|(?:master )?data|record|profile data)s?$/gi, ''))
  const phrase = phraseAt(list, 0, true)
  return phrase && phrase.next === list.length && list.length < 4 && !/ing$/.test(list.at(-1)!.lower) ? phrase : null
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
  // "Each change of a deadline is"
  const of = list[phrase.next]?.lower === 'of' ? phraseAt(own, phrase.next + 1) : null
  const gap = list.slice(of?.next ?? phrase.next, verb)
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
