// What a statement says a thing has: "each loan has a start date and a status", "for every tool we keep a name and a photo", "Parcel: slot, weight".
import { verbBase } from '../../../../lib/english/correct.ts'
import type { Token } from '../../../../lib/english/read.ts'
import type { SourceRef } from '../../intent.ts'
import { namesListed, type Item } from '../forms/list.ts'
import { labelEnd } from '../forms/slice.ts'
import type { Statement } from '../read/statements.ts'
import { isDeterminer, isVerb, phraseAt, singular, words, type Phrase } from '../words.ts'
import { namesSoftware, namesSomebody, termOf } from './roles.ts'
import { typeSaid } from './types.ts'

export interface Listed {
  name: string
  items: Item[]
  ref: SourceRef | { id: string }
}

/** What a sentence tells; a list with a name in front is read by `fieldsDefined`. */
export function fieldsTold(statement: Statement): Listed[] {
  const start = labelEnd(statement.text)
  const text = statement.text.slice(start).padStart(statement.text.length)
  return [...having(text), ...forEach(text), ...making(text)]
    .filter(({ thing }) => !namesSoftware(thing))
    .map(({ thing, items }) => ({
      name: singular(thing),
      items: usable(items),
      ref: { id: statement.id, start: thing.start, end: thing.end },
    }))
    .filter(({ items }) => items.length > 1 || items[0]?.many === false)
}

interface Told {
  thing: Phrase
  items: Item[]
}

const has =
  /(?:(?:\b(?:must|shall|should|will) (?:also )?(?:name|state|specify|list|show|record|give|hold|keep|store|carry|bear)|\b(?:states|shows|lists|names|records|keeps|holds|stores|gets|gives|carries|bears)|\bcarry|\bbear)|(?<sure>\b(?:ha(?:s|ve)|contains?|includes?|consists? of|comprises?|needs|(?:is|are) (?:made up of|stored with|(?:identified|described|made up) by))))(?: the following(?: \p{L}+)?:?)?\s+(?=\S)/giu
const isNoField = /^(?:to|been|not|no|never|at most|up to|no more than|more than|fewer than|less than|only|\d+)\s/i

/** "Each loan has a start date and a status", "the report must list the hours, the cost and the date". */
function having(text: string): Told[] {
  const list = words(text)
  let last: Phrase | null = null
  return [...text.matchAll(has)].flatMap(({ index, 0: said, groups }): Told[] => {
    const at = list.findIndex(({ start }) => start >= index)
    const thing: Phrase | null = subjectOf(list, at) ?? (list[at - 1]?.lower === 'and' ? (last ?? phraseAt(list, 0)) : null)
    last = thing
    const from = index + said.length
    const first = list.find(({ start }) => start >= from)
    // "Luc has the table": somebody by name
    const isName = thing?.words[0]!.tag === 'PROPN' && thing.start > 0 && !/\b(?:an?|the|each|every) $/i.test(text.slice(0, thing.start))
    if (!thing || isName || first?.tag === 'NUM' || isNoField.test(text.slice(from))) return []
    const items = namesListed(text.slice(from).replace(/:\s.*$/, ''), from)
    // Somebody who "has a look" or "has an overdue loan" is no record of that.
    const isSomebody = namesSomebody(thing, true)
    const isCase = /\b(?:if|when|whenever|unless|while|where|once|until|given|because)\s(?:\p{L}+\s)?$/iu.test(text.slice(0, thing.start))
    if (groups?.['sure'] !== undefined) return items.length > 1 || (isDeterminer(first) && !isSomebody && !isCase) ? [{ thing, items }] : []
    const isAny = /\s/.test(said.trim()) || isDeterminer(list[0])
    return isAny && items.length > 2 && !isSomebody && !namesSoftware(thing, true) ? [{ thing, items }] : []
  })
}

/** The subject of a verb: "Each loan", "A report shall". */
function subjectOf(list: readonly Token[], verb: number): Phrase | null {
  const opens = list
    .slice(0, verb)
    .findLastIndex(
      ({ text, tag, lower }) => (tag === 'PUNCT' && text !== '-') || tag === 'SCONJ' || /^(?:and|but|that|which|who|:)$/.test(lower),
    )
  const from = /^(?:given|when|then|if|while|once)$/.test(list[opens + 1]?.lower ?? '') ? opens + 2 : opens + 1
  const phrase = phraseAt(list.slice(0, verb), from)
  const gap = phrase ? list.slice(phrase.next, verb) : []
  const isNear = gap.every(({ tag, lower }) => tag === 'AUX' || tag === 'ADV' || /^(?:must|shall|should|may|can|will)$/.test(lower))
  return isNear && !/^(?:not|never)$/.test(gap.at(-1)?.lower ?? '') ? phrase : null
}

const keeps =
  /\b(?:(?:enter|record|store|keep|need|save|provide|state|specif(?:y|ie)|capture|track|note|log|collect|register|list|fill in|write down|remember|hold|require|document)(?:s|es|ed)?|kept|held)(?: down| to (?:know|have|see|keep|store))?(?: the following)?(?=\s)/giu

/** "For every order we need the name and the day", "the amount and the date for each expense". */
function forEach(text: string): Told[] {
  const list = words(text)
  return [...text.matchAll(/(?<=^|\s)(?:for|of|about|from|per|with) (?=(?:each|every|all|any|the|an?) )/gi)].flatMap(
    ({ index, 0: lead }): Told[] => {
      const at = list.findIndex(({ start }) => start >= index + lead.length)
      const thing = phraseAt(list, at)
      if (!thing) return []
      const least = /^(?:the|an?)$/.test(list[at]!.lower) ? 3 : 2
      const verbs = [...text.matchAll(keeps)]
        .map((match) => ({ start: match.index, end: match.index + match[0].length }))
        .filter(({ start }) => !isDeterminer(list[list.findIndex((word) => word.start === start) - 1]))
      const behind = text.slice(0, index).trim() === '' ? verbs.find(({ start }) => start > thing.end) : undefined
      if (behind && words(text.slice(thing.end, behind.start)).length < 6) return told(text.slice(behind.end), behind.end)
      const before = verbs.findLast(({ end }) => end < index)
      const said = text.slice(before?.end, index)
      return before && !/\b(?:with|whether)\b/i.test(said) ? told(said, before.end) : []

      function told(said: string, from: number): Told[] {
        const items = namesListed(said, from)
        const isWhole = from > index || (items.at(-1)?.end ?? 0) >= from + said.trimEnd().length
        return isWhole && items.length >= least ? [{ thing: thing!, items }] : []
      }
    },
  )
}

const makes = new Set(
  'create add register define record log publish schedule plan propose save submit post upload open write issue list enter store set build draft place raise report keep maintain manage edit update print generate send announce request offer order declare fill'.split(
    ' ',
  ),
)

/** "Add a tool with a name and a photo", "a visit is recorded with the date and a note". */
function making(text: string): Told[] {
  const list = words(text)
  return list.flatMap(({ lower, end }, at): Told[] => {
    if (!/^(?:with|including|containing)$/.test(lower)) return []
    const thing = made(list, at)
    const items = namesListed(text.slice(end), end)
    return thing && items.length > 1 ? [{ thing, items }] : []
  })
}

/** The thing somebody makes: directly behind the verb, or before it where it "is recorded". */
function made(list: readonly Token[], end: number): Phrase | null {
  for (let at = end - 1; at >= Math.max(0, end - 8); at -= 1) {
    const base = isVerb(list[at]) ? list[at]!.lemma : verbBase(list[at]!.lower)
    if (!makes.has(base ?? '')) continue
    if (at === end - 1 && /^(?:is|are|be|been)$/.test(list[at - 1]?.lower ?? '')) return subjectOf(list, at - 1)
    const phrase = phraseAt(list, list[at + 1]?.lower === 'in' ? at + 2 : at + 1)
    if (phrase?.next !== end) continue
    // "report a broken bike with a photo": the photo is the report's
    const isVague =
      /^(?:list|report|overview|summary)s?$/.test(phrase.words.at(-1)!.lower) || (base === 'report' && phrase.words.length > 1)
    return isVague ? null : phrase
  }
  return null
}

/** The thing a line announces the fields of, and where they begin: "Fields of a parcel:", "For each ski I want to know:", "An event has:". */
export function announced(text: string): { name: string; at: number; end: number } | null {
  const start = labelEnd(text)
  for (const form of announcements) {
    const found = form.exec(text.slice(start))
    const name = found?.groups?.['name']?.replace(/^(?:each|every|an?|the|any) /i, '')
    if (!found || name === undefined || words(name).length > 4) continue
    const at = text.indexOf(name, start)
    const phrase = phraseAt(
      words(text),
      words(text).findIndex((word) => word.start >= at),
    )
    const whole =
      phrase && form.source.startsWith('^(?:for') && phrase.start === at && phrase.end > at + name.length
        ? text.slice(at, phrase.end)
        : name
    return { name: whole, at, end: start + found[0].length }
  }
  return null
}

const announcements = [
  // the thing before the verb
  /^(?<name>[\p{L}\p{N}' -]{2,45}?) (?:(?:must |shall |should )?(?:ha(?:s|ve)|contains?|includes?|stores?|needs?|consists? of)(?: the following(?: \p{L}+)?)?|(?:(?:must|shall|should|will) be|is|are) (?:stored|saved|recorded|kept|described)(?: (?:with|by))?(?: the following(?: \p{L}+)?)?)\s*:\s*/iu,
  /^(?<name>[\p{L}\p{N}' -]{2,45}?) (?:form|(?:form )?(?:fields|attributes|properties|data|details))(?: are| include)?\s*(?::\s*|$)/iu,
  // the thing behind "for each"
  /^(?:what [\p{L} ]{1,30}|fields|attributes|properties|data|details|[\p{L} ]{0,40}?\b(?:stor|ke+p|record|hold|sav|track|need|know|captur|not)(?:e|t|s|es|ed)?(?: the following(?: \p{L}+)?)?) (?:of|for|about|per|on) (?:an?|the|each|every|any) (?<name>[\p{L}' -]{2,30}?)(?: (?:who|that|which)\b[^:]*)?\s*(?::\s*|$)/iu,
  /^(?:for|about|per|on|in) (?:(?:an?|the|each|every|any) )?(?<name>[\p{L}'-]{2,30}(?: [\p{L}'-]{2,30})??),? [\p{L} ]{1,40}?\b(?:stored?|keep|kept|record(?:ed|s)?|holds?|saved?|track(?:ed)?|need|know|note|want|see|find|stands?)(?: the following(?: \p{L}+)?)?\s*:\s*/iu,
]

/** "Pet: an animal, with a name and a type", "Fields of a pet: name, type", "bills: amount, due date". */
export function fieldsDefined(statement: Statement, speaksOf: (name: string) => boolean): Listed[] {
  const { id, text, kind, sectionKind } = statement
  if (/^(?:heading|code|row)$/.test(kind) || sectionKind === 'roles') return []
  const lead = announced(text)
  if (lead && lead.end < text.length) {
    const items = namesListed(text.slice(lead.end), lead.end)
    if (items.length > 1 && isFields(items)) return [listed(lead.name, lead.at, items)]
  }
  const answer = /^(.*\bwhat is kept about each )(.{2,40}?)\?\s+(?:a|answer)\s*:\s*(?=\S)/i.exec(text)
  if (answer) return [listed(answer[2]!, answer[1]!.length, namesListed(text.slice(answer[0].length), answer[0].length))]
  const start = labelEnd(text)
  const label = /^(?:(?:for|per) )?(?:(?:an?|the|each|every) )?(\p{L}[\p{L}\p{N} /'-]{1,40}?)\s*(?::|[–—]|\s[-=]\s|(\())\s*(?=\S)/iu.exec(
    text.slice(start),
  )
  if (!label) return sectionKind === 'data' && /^\p{L}[\p{L} -]{1,30}$/u.test(text) && words(text).length < 4 ? [listed(text, 0, [])] : []
  const name = label[1]!
  if (words(name).some(({ tag, lower }, at) => /^(?:AUX|DET|PRON)$/.test(tag) || (at > 0 && tag === 'VERB' && /s$/.test(lower)))) return []
  const isTerm = sectionKind === 'terms'
  if (isTerm && termOf(text.slice(start))?.isSoftware) return []
  const rest = label[2] ? text.slice(start + label[0].length).replace(/\)\s*\.?$/, '') : text.slice(start + label[0].length)
  const said = rest.replace(opener, '')
  const items = namesListed(said)
  const isList = items.length > 1 && endsWith(said, items)
  if (items.length > 0 && items.every(isValueNote)) return []
  if (sectionKind === 'data' || isTerm) {
    const own = said !== rest ? items : isList && !isTerm && !/^(?:an?|the|one|someone|somebody) /i.test(rest) ? items : []
    return isTerm && own.length < 2 ? [] : [listed(name, start + label[0].indexOf(name), own)]
  }
  const isWhole = isList && !items.some(({ isCut }) => isCut)
  return isWhole && (isTyped(items) || (isFields(items) && speaksOf(name))) ? [listed(name, start + label[0].indexOf(name), items)] : []

  function listed(own: string, at: number, items: readonly Item[]): Listed {
    return { name: own, items: usable(items), ref: { id, start: at, end: at + own.length } }
  }
}

/** "An animal in our care, with", "a vessel of one owner; has": what a thing is, before what it has. */
const opener =
  /^(?:[^()]*?\s)??(?:with|includ(?:es|ing|e)|(?<!, )has|contain(?:s|ing)|(?:key )?(?:attributes|fields)(?: are| include|:)?|stor(?:es|ing)|captur(?:es|ing)|track(?:s|ing)|holds?|keeps|records|carries|such as|like)(?: (?:attributes|fields|details|information|data)(?: like| such as|:)?)?:?\s+(?=\S)|^(?:(?:an?|the|one)\s|[^;(),]*\s(?:of|for|in|on|to|from|by|at)\s(?:an?|the|one|each)\s)[^;()]*;\s*(?=[^;]*$)/iu

/** Whether nothing but a remark stands behind a list. */
export const endsWith = (text: string, items: readonly Item[]) =>
  /^(?::\s*[\p{L}/ -]+(?:,\s*(?:optional|required|mandatory|unique))*)?\s*(?:\([^()]*\))?\s*(?:(?:yes|y)?\s*(?:\/|or)\s*(?:not?|n))?\s*\.?(?:\s(?:<-|->|←|→|\/\/).*)?$/iu.test(
    text.slice(items.at(-1)?.end),
  )

/** "arrival: date, required" says what a value is like, not what an arrival has. */
const isValueNote = ({ name }: Item) => typeSaid(name) !== null || /^(?:required|mandatory|optional|unique)$/i.test(name)

const capitals = (items: readonly Item[]) => items.slice(1).filter(({ name }) => /^\p{Lu}/u.test(name)).length

/** A kind of value behind a name says that it is a field. */
const isTyped = (items: readonly Item[]): boolean =>
  items.some(({ type }) => type !== undefined) && items.every(({ name }) => words(name).length < 5) && capitals(items) * 2 < items.length

/** Names of fields, not of people, states or other values: mostly nouns, not mostly capitals. */
function isFields(items: readonly Item[]): boolean {
  const names = items.map(({ name }) => words(name))
  const nouns = names.filter((list) => list.some(({ tag }) => tag === 'NOUN')).length
  const states = names.filter((list) => list.every(({ tag }) => /^(?:ADJ|ADV|VERB)$/.test(tag))).length
  const people = names.filter((list) => namesSomebody({ words: list })).length
  const [first] = names[0] ?? []
  // "looks after stock, prices and staff" tells what somebody does
  if (first?.tag === 'VERB' && first.lower !== first.lemma && names[0]!.length > 1) return false
  return items.length > 1 && nouns > 0 && states * 2 < items.length && people * 2 < items.length && capitals(items) * 2 < items.length
}

export const usable = (items: readonly Item[]): Item[] =>
  items.filter(
    ({ name }) => name.split(' ').length <= 8 && !/^(?:following|other|etc|more|so on|thing|information|detail|data)$/i.test(name),
  )
