// Evidence of entities: sentences, field lists, definitions and answers that say which fields a thing has.
import { verbBase } from '../../../../lib/english/correct.ts'
import type { Token } from '../../../../lib/english/read.ts'
import type { SourceRef } from '../../intent.ts'
import { listAt, namesListed, type Item } from '../forms/list.ts'
import { labelEnd } from '../forms/slice.ts'
import type { Statement } from '../read/statements.ts'
import { isDeterminer, isModal, isVerb, phraseAt, words, type Phrase } from '../words.ts'
import { namesSoftware, namesSomebody, termOf } from './roles.ts'
import { typeSaid } from './types.ts'

/** "Each loan has a start date and a status", "add a tool with a name and a photo", "the amount and the date for each expense". */
export function fieldsInSentence({ text }: Statement): { thing: Phrase; items: Item[] }[] {
  const list = words(text.slice(labelEnd(text)).padStart(text.length))
  const found: { thing: Phrase; items: Item[] }[] = []
  let last: Phrase | null = null
  for (const [at, token] of list.entries()) {
    if (has(list, at)) {
      const thing: Phrase | null = before(list, at) ?? (list[at - 1]?.lower === 'and' ? (last ?? phraseAt(list, 0)) : null)
      last = thing
      const from = list[has(list, at)]
      // "a choir has 94 singers" counts, and names no field
      if (from?.tag === 'NUM' || limit.test(text.slice(token.end))) continue
      const bare = from ? namesListed(text.slice(from.start), from.start) : []
      const { items: nouns } = listAt(list, has(list, at))
      // A list to the end of the sentence is taken as it is written; another as far as its nouns go.
      const items = bare.length > 1 && bare.length >= nouns.length && endsWith(text, bare) ? bare : nouns
      const shown = /^(?:shows?|gets|names?|states?|lists?|records?|give|keeps?|holds?|carr(?:y|ies)|bears?)$/.test(token.lower)
      // Somebody who "has a look" or "has an overdue loan" is no record of that, nor is "at most five loans" a field.
      if (thing && items.length < 2 && namesSomebody(thing, true)) continue
      if (
        thing &&
        (shown
          ? items.length > 2 && !namesSomebody(thing, true) && !namesSoftware(thing, true)
          : items.length > 1 || isDeterminer(list[has(list, at)]))
      )
        found.push({ thing, items })
    } else if (/^(?:with|including|containing)$/.test(token.lower)) {
      const { items } = listAt(list, at + 1)
      const thing = made(list, at)
      if (thing && items.length > 1) found.push({ thing, items })
    } else if (token.lower === "'s" && list[at - 1]?.tag !== 'PRON') {
      const thing = phraseAt(list, Math.max(0, at - 2))
      const entered = list.slice(0, at).findLastIndex(({ lemma }) => asked.has(lemma))
      const { items } = listAt(list, at + 1)
      if (thing && thing.next === at && entered >= 0 && at - entered < 5 && items.length > 2) found.push({ thing, items })
    } else if (/^(?:for|of|from|about)$/.test(token.lower) && /^(?:each|every|all|any|the|an?)$/.test(list[at + 1]?.lower ?? '')) {
      const loose = /^(?:the|an?)$/.test(list[at + 1]?.lower ?? '')
      const thing = phraseAt(list, at + 1)
      const entered = list.slice(0, at).findLastIndex(({ lemma, lower }) => asked.has(lemma) || asked.has(verbBase(lower) ?? ''))
      const { items, next } = entered < 0 ? listAt(list, verbAfter(list, thing?.next ?? at)) : listAt(list, entered + 1)
      if (thing && items.length > (loose ? 2 : 1) && (entered < 0 ? at < 2 : next === at)) found.push({ thing, items })
    }
  }
  return found.filter(({ thing }) => !namesSoftware(thing))
}

const limit = /^\s+(?:at most|up to|no more than|more than|fewer than|less than|no|only)\s/i

export const endsWith = (text: string, items: readonly Item[]) =>
  /^(?::\s*[\p{L}/ -]+(?:,\s*(?:optional|required|mandatory|unique))*)?\s*(?:\([^()]*\))?\s*\.?$/u.test(text.slice(items.at(-1)?.end))

const asked = new Set('enter record store keep save provide state specify capture track note list fill log collect register'.split(' '))

/** "For every patient we keep the name …": behind the verb that follows. */
function verbAfter(list: readonly Token[], from: number): number {
  let at = list.findIndex((token, index) => index >= from && isVerb(token))
  // "we need to know"
  while (list[at + 1]?.lower === 'to' && isVerb(list[at + 2])) at += 2
  return at < 0 || at > from + 5 ? list.length : at + 1
}

/** Whether a verb of having stands here, and where its list begins; 0 where none does. */
function has(list: readonly Token[], at: number): number {
  const rest = list
    .slice(at, at + 4)
    .map(({ lower }) => lower)
    .join(' ')
  const said =
    /^(?:has|have|contains?|includes?|carr(?:y|ies)|bears?|consists? of|comprises?|(?:is|are) stored with|(?:is|are) (?:identified|described|made up) by|(?:is|are) made up of|states|needs)\b/.exec(
      rest,
    )?.[0]
  const duty = isModal(list[at - 1]) && /^(?:name|state|specify|list|show|record|give|hold|keep|store)$/.test(list[at]?.lower ?? '')
  const given =
    (list[at]?.lower === 'gets' && /^(?:each|every)$/.test(list[0]?.lower ?? '')) ||
    (/^(?:shows|lists|records|keeps|holds|names|states)$/.test(list[at]?.lower ?? '') &&
      /^(?:each|every|an?|the)$/.test(list[0]?.lower ?? ''))
  if (duty || given) return at + 1
  if (
    !said ||
    /^(?:has|have) (?:to|been|not|no|never|\p{L}+ed)\b(?! \p{L})/u.test(rest) ||
    /^(?:has|have) (?:to|been|not|no|never)\b/.test(rest)
  )
    return 0
  // "Luc has the table": somebody by name
  if (
    /^(?:has|have)$/.test(said) &&
    list[at - 1]?.tag === 'PROPN' &&
    !isDeterminer(list[at - 2]) &&
    /^\p{Lu}/u.test(list[at - 1]!.text) &&
    at > 1
  )
    return 0
  return at + said.split(' ').length
}

/** The subject of a verb of having: "Each loan", "A report shall". */
function before(list: readonly Token[], verb: number): Phrase | null {
  const opens = list
    .slice(0, verb)
    .findLastIndex(
      ({ text, tag, lower }) =>
        (tag === 'PUNCT' && text !== '-') || tag === 'SCONJ' || /^(?:and|but|that|which|who)$/.test(lower) || text === ':',
    )
  const from = /^(?:given|when|then|if|while|once)$/.test(list[opens + 1]?.lower ?? '') ? opens + 2 : opens + 1
  const phrase = phraseAt(list.slice(0, verb), from)
  const gap = phrase ? list.slice(phrase.next, verb) : []
  return phrase &&
    gap.every(({ tag, lower }) => tag === 'AUX' || tag === 'ADV' || /^(?:must|shall|should|may|can|will)$/.test(lower)) &&
    !/^(?:not|never)$/.test(gap.at(-1)?.lower ?? '')
    ? phrase
    : null
}

const makes = new Set(
  'create add register define record log publish schedule plan propose save submit post upload open write issue list enter store set issue build draft place raise report keep maintain manage edit update print generate send announce request offer order declare'.split(
    ' ',
  ),
)
const enrols = new Set('register enrol enroll apply sign'.split(' '))

/** Behind "for each hall", where it stands here. */
function behindEach(list: readonly Token[], at: number): number | undefined {
  const isEach = list[at]?.lower === 'for' && /^(?:each|every)$/.test(list[at + 1]?.lower ?? '')
  return isEach ? phraseAt(list, at + 1)?.next : undefined
}

/** The thing somebody makes: directly behind the verb and before "with". */
function made(list: readonly Token[], at: number): Phrase | null {
  for (let from = at - 1; from >= Math.max(0, at - 8); from -= 1) {
    const token = list[from] as Token
    const base = isVerb(token) ? token.lemma : verbBase(token.lower)
    if (base === null || base === undefined) continue
    const passive =
      makes.has(base) && /ed$/.test(token.lower) && /^(?:is|are|be|been)$/.test(list[from - 1]?.lower ?? '') && from === at - 1
    if (passive) return before(list, from - 1)
    const phrase = phraseAt(list, from + 1)
    const vague = base === 'report' || /^(?:list|report|overview|summary)s?$/.test(phrase?.words.at(-1)?.lower ?? '')
    if (makes.has(base) && phrase && (phrase.next === at || behindEach(list, phrase.next) === at))
      return vague && phrase.words.length > (base === 'report' ? 1 : 0) ? null : phrase
    if (enrols.has(base) && from === at - 1) {
      const who = phraseAt(list, 0)
      return who && namesSomebody(who) ? who : null
    }
  }
  return null
}

/** "Q: What is kept about each session? A: a start time and a zone", as it is asked before the first iteration. */
function fromAnswer({ id, text }: Statement): { name: string; items: Item[]; ref: SourceRef } | null {
  const [, asked, name = '', answer = ''] = /^(.*\bwhat is kept about each )(.{2,40}?)\?\s+(?:a|answer)\s*:\s*(.+)$/i.exec(text) ?? []
  if (asked === undefined) return null
  return { name, items: usable(listAt(words(answer), 0).items), ref: { id, start: asked.length, end: asked.length + name.length } }
}

/** "Pet: an animal, with a name and a type" in a section about data; a term of a glossary only with the fields it has. */
function fromDefinition({ id, text, sectionKind }: Statement): { name: string; items: Item[]; ref: SourceRef | { id: string } } | null {
  const start = labelEnd(text)
  const label = /^(\p{L}[\p{L}\p{N} /'-]{1,40}?)\s*(?::|[–—]|\s-\s|\()\s*(?=\S)/u.exec(text.slice(start))
  const isTerm = sectionKind === 'terms'
  if ((sectionKind !== 'data' && !isTerm) || !label)
    return sectionKind === 'data' && /^\p{L}[\p{L} -]{1,30}$/u.test(text) && words(text).length < 4
      ? { name: text, items: [], ref: { id, start: 0, end: text.length } }
      : null
  const name = label[1] as string
  if (isTerm && termOf(text.slice(start))?.isSoftware) return null
  // "Boat: a vessel of one owner; name, length (decimal)": what it is, then what it has
  const said = text
    .slice(start + label[0].length)
    .replace(/^(?:(?:an?|the|one)\s|[^;(),]*\s(?:of|for|in|on|to|from|by|at)\s(?:an?|the|one|each)\s)[^;()]*;\s*(?=[^;]*$)/i, '')
  const rest = said.replace(/^(?:it )?(?:has|holds|keeps|stores|contains|records|with)\s/i, '')
  const inside = label[0].includes('(') ? rest.replace(/\)\s*\.?$/, '') : rest
  const fields = namesListed(inside)
  if (fields.length > 0 && fields.every(isValueNote)) return null
  if (isTyped(fields) && endsWith(inside, fields)) return { name, items: usable(fields), ref: { id, start, end: start + name.length } }
  const list = words(rest)
  const opener = list.findIndex(
    ({ lower }, at) =>
      /^(?:with|includes?|including|has|contains?|attributes?|fields?|stores?|captures?|tracks?|holds?|such|like|:)$/.test(lower) &&
      at < list.length - 1 &&
      // "area, has shed, status"
      !(lower === 'has' && list[at - 1]?.text === ','),
  )
  const skip = list
    .slice(opener + 1)
    .findIndex(
      ({ lower }) => !/^(?:as|attributes?|fields?|key|the|its|a|an|:|like|include|includes|are|details|information|data)$/.test(lower),
    )
  const from = list[opener + 1 + Math.max(0, skip)]?.start ?? 0
  const bare = namesListed(opener >= 0 ? rest.slice(from) : rest.replace(/^([^()]*)\)\s*\.?$/, '$1'))
  const { items } = opener >= 0 ? listAt(list, opener + 1 + Math.max(0, skip)) : listAt(list, 0)
  const longer = bare.length >= items.length ? bare : items
  const all = opener >= 0 || rest !== said ? longer : longer.length > 1 && !isTerm ? longer : []
  if (isTerm && all.length < 2) return null
  return { name, items: usable(all), ref: { id, start, end: start + name.length } }
}

/** "arrival: date, required" says what a value is like, not what an arrival has. */
const isValueNote = ({ name }: Item) => typeSaid(name) !== null || /^(?:required|mandatory|optional|unique)$/i.test(name)

/** "Parcel: slot, items, packed (yes/no)" or "reading (value, date), meter (number, place)", wherever it stands; a thing the text speaks of elsewhere. */
export function fieldsDefined({ id, text, kind, sectionKind }: Statement, speaksOf: (name: string) => boolean): Listed[] {
  if (kind === 'heading' || kind === 'code' || kind === 'row' || sectionKind === 'roles') return []
  const start = labelEnd(text)
  const found = leads.map((lead) => lead.exec(text.slice(start))).find((each) => each !== null)
  const label = found?.[0]
  const name = found?.groups?.['name'] ?? ''
  const rest = start + (label?.length ?? 0)
  const groups = [...text.slice(rest).matchAll(/(?:^|[,;]\s*(?:and\s+)?)(\p{L}[\p{L} -]{1,30}?)\s*\(([^()]+,[^()]+)\)(?=\s*(?:[,;.]|$))/gu)]
  if (groups.length > 0 && groups.map(([all]) => all).join('').length >= text.slice(rest).replace(/\.$/, '').length)
    return groups.flatMap(([all, own = '', inside = '']) => {
      const at = text.indexOf(own, rest + text.slice(rest).indexOf(all))
      const items = usable(namesListed(inside))
      return isFieldNames(items) && (label !== undefined || speaksOf(own))
        ? [{ name: own, items, ref: { id, start: at, end: at + own.length } }]
        : []
    })
  const items = label === undefined ? [] : namesListed(text.slice(rest), rest)
  // Without a kind of value the thing must be spoken of elsewhere.
  if (!endsWith(text, items) || !(isTyped(items) || (items.length > 2 && isFieldNames(items) && speaksOf(name)))) return []
  const at = start + (label ?? '').lastIndexOf(name)
  return [{ name, items: usable(items), ref: { id, start: at, end: at + name.length } }]
}

/** What stands before a list of fields: "Parcel:", "Fields of a parcel:", "The system must store for each parcel:", "For each parcel we keep:". */
const leads = [
  /^[\p{L} ]{1,40}?\b(?:stores?|keeps?|records?|holds?|saves?|tracks?)(?: the following)? (?:for|about|of) (?:an?|the|each|every) (?<name>\p{L}[\p{L} '-]{1,30}?)\s*:\s+(?=\S)/iu,
  /^for (?:an?|the|each|every) (?<name>\p{L}[\p{L} '-]{1,30}?),? [\p{L} ]{1,40}?\b(?:stored?|keep|kept|recorded|records?|holds?|saved?|tracke?d?)(?: the following)?\s*:\s+(?=\S)/iu,
  /^(?:(?:(?:fields|attributes|properties|data|details) (?:of|for)|for) )?(?:(?:an?|the|each|every) )?(?<name>\p{L}[\p{L} '-]{1,30}?)(?: (?:has|have|contains?|includes?|stores?|needs?))?\s*(?::|\s[–—-]|\s=)\s+(?=\S)/iu,
]

/** A kind of value behind a name says that it is a field. */
const isTyped = (items: readonly Item[]): boolean =>
  items.length > 1 &&
  items.some(({ type }) => type !== undefined) &&
  items.every(({ name }) => words(name).length < 5) &&
  items.slice(1).filter(({ name }) => /^\p{Lu}/u.test(name)).length * 2 < items.length

/** Names of fields, not of people, states or other values: mostly nouns, not mostly capitals. */
function isFieldNames(items: readonly Item[]): boolean {
  const ends = items.map(({ name }) => words(name))
  const nouns = ends.filter((list) => list.some(({ tag }) => tag === 'NOUN')).length
  const states = ends.filter((list) => list.every(({ tag }) => /^(?:ADJ|ADV|VERB)$/.test(tag))).length
  const people = ends.filter((list) => namesSomebody({ words: list })).length
  // "looks after stock, prices and staff" tells what somebody does
  if (ends[0]?.[0]?.tag === 'VERB' && ends[0][0].lower !== ends[0][0].lemma && ends[0].length > 1) return false
  const capitals = items.slice(1).filter(({ name }) => /^\p{Lu}/u.test(name)).length
  return items.length > 1 && nouns > 0 && states * 2 < items.length && people * 2 < items.length && capitals * 2 < items.length
}

/** What a statement that only lists fields says: an answer, a definition. */
export const fieldsListed = (statement: Statement): Listed | null => fromAnswer(statement) ?? fromDefinition(statement)

export interface Listed {
  name: string
  items: Item[]
  ref: SourceRef | { id: string }
}

export const usable = (items: readonly Item[]): Item[] =>
  items.filter(
    ({ name }) => name.split(' ').length <= 8 && !/^(?:following|other|etc|more|so on|thing|information|detail|data)$/i.test(name),
  )
