// Which thing each list of a sentence tells of: the one it has them, is stored or made with them, or they are kept for.
import { verbBase } from '../../../../lib/english/correct.ts'
import type { Item } from '../forms/list.ts'
import { labelEnd } from '../forms/slice.ts'
import type { Statement } from '../read/statements.ts'
import { isDeterminer, isVerb, phraseAt, singular, words, type Phrase } from '../words.ts'
import { having, madeBy, madeIn, openingsIn, phraseBefore, placesIn, recording, subjectOf, type Opening } from './openings.ts'
import { namesSoftware, namesSomebody } from './roles.ts'
import { isValueName } from './types.ts'

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
  const titled = isAfterColon ? fieldsNamed(phraseBefore(list, opening.word)) : null
  if (titled) return owner(titled, true)
  const made = isAfterColon && many > 2 && isMostly ? madeBy(list, opening.word) : null
  if (made) return owner(made)
  if (isAfterColon) return (word < 0 ? null : ofVerb()) ?? (isMostly && many > 2 ? ofHeading(true) : null)
  return opening.kind === 'verb' ? ofVerb() : null

  function ofWith(): Owner | null {
    const host = phraseBefore(list, word)
    const subject = /^(?:its|their)\s/i.test(text.slice(opening.at)) && host && many > 2 ? subjectOf(list, list.findIndex(isVerb)) : null
    if (subject && host && !namesSomebody(subject, true) && subject.start < host.start) return owner(subject, true)
    const made = madeBy(list, word)
    // "The dialog opens with fields for the name and the date"
    const isNamed = /\b(?:fields|columns|attributes|properties)\b/i.test(text.slice(list[word]!.end, opening.at))
    const shown =
      isNamed && many > 1 ? [host, subjectOf(list, list.findIndex(isVerb))].find((each) => each && !namesSomebody(each, true)) : null
    if (shown) return owner(shown)
    if (made && (many > 2 ? isPlain : many > 1 && valued === many)) return owner(made)
    // "Client profiles with contact information and notes": a line that is nothing else
    const isWhole =
      host !== null && host.start <= labelEnd(text) + 8 && many > 1 && valued > 0 && !items.some(({ name }) => /\sto\s/.test(name))
    return host && (isWhole || (many > 2 && isMostly)) && !namesSomebody(host, true) ? owner(host) : null
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
    const made = many > 2 ? madeIn(list.slice(0, word)) : null
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
    const thing =
      of ??
      (paper && bare.length > 0 && subject.words.at(-1)!.lower === 'form' ? { ...subject, words: bare, end: bare.at(-1)!.end } : subject)
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

/** "support task attributes: title, due date" */
function fieldsNamed(phrase: Phrase | null): Phrase | null {
  const own =
    phrase && /^(?:attributes|fields|properties|columns|details|information)$/.test(phrase.words.at(-1)!.lower)
      ? phrase.words.slice(0, -1)
      : []
  return phrase && own.length > 0 ? { ...phrase, words: own, end: own.at(-1)!.end } : null
}

const isNoField = /^(?:to|been|not|no|never|at most|up to|no more than|more than|fewer than|less than|only|\d+)\s/i

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
