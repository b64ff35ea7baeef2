// Which statements list what is known of a thing: every list in them is read first, judged as a whole, and then given to the thing it tells of.
import type { SourceRef } from '../../intent.ts'
import type { Entry, Quote } from '../entry.ts'
import { namesListed, type Item } from '../forms/list.ts'
import { labelEnd } from '../forms/slice.ts'
import { namesTopic, sectionKind as kindOfSection } from '../read/sections.ts'
import { titleOf, type Statement } from '../read/statements.ts'
import { capital, hasVerb, isDeterminer, isVerb, words } from '../words.ts'
import { isStating, openingsIn } from './openings.ts'
import { fieldsOf as namedAfter, fullName, ownerOf, type Around, type Owner } from './owners.ts'
import { fieldLists } from './records.ts'
import { namesSomebody, termOf } from './roles.ts'
import { schemasIn } from './schemas.ts'
import { isThing } from './things.ts'
import { isValueName, typeSaid } from './types.ts'

export interface Listed {
  name: string
  items: Item[]
  ref: SourceRef | { id: string }
  /** Whether the statement is there to say what the thing has: an entry, a definition, "a loan has …"; else it says what somebody does. */
  isDefined: boolean
}

export type Fields = ReadonlyMap<Statement, readonly Listed[]>

export function fieldsIn(entries: readonly Entry[]): Fields {
  const inCode = entries.flatMap(({ aside, statement }) => {
    const schemas = aside === 'code' ? schemasIn(statement.text) : []
    const told = schemas.map(({ name, start, items }) => ({
      name,
      items,
      ref: { id: statement.id, start, end: start + name.length },
      isDefined: true,
    }))
    return told.length > 0 ? [[statement, told] as const] : []
  })
  const read = entries.flatMap(({ aside, statement }) =>
    // "Drop: day, name, signature <- is that the same as Delivery??" defines and asks
    aside === null || statement.sectionKind === 'terms' || (aside === 'question' && statement.sectionKind === 'data') ? [statement] : [],
  )
  const lists = fieldLists(read.filter(({ sectionKind }) => sectionKind !== 'terms'))
  const all = entries.map(({ statement }) => statement)
  // Of a row only the cell that says what is required.
  const saidIn = new Map(entries.flatMap(({ statement, quote }) => (statement.kind === 'row' ? [[statement, quote.at(-1)] as const] : [])))
  const inText = read.flatMap((statement) => {
    const own = lists.get(statement)
    const listed = own ? [own] : /^(?:heading|code)$/.test(statement.kind) ? [] : fieldsOf(statement, all, saidIn.get(statement))
    return listed.length > 0 ? [[statement, listed] as const] : []
  })
  return new Map([...inCode, ...inText])
}

function fieldsOf(statement: Statement, all: readonly Statement[], cell?: Quote): Listed[] {
  const { id, block, kind, lead, section, sectionKind } = statement
  if (kind === 'row' && (!cell || cell.statement !== statement || cell.end - cell.start === statement.text.length)) return []
  const start = cell?.start ?? labelEnd(statement.text)
  const text = statement.text.slice(start, cell?.end).padStart(cell?.end ?? statement.text.length)
  const inBlock = all.filter((other) => other.block === block)
  const entry = inBlock[0] === statement ? (sectionKind === 'data' ? lead : null) : inBlock[0]!
  const term = entry && labelOf(entry.text.replace(/:?$/, ': -'), labelEnd(entry.text))
  const isContinuing = sectionKind === 'data' && term !== null && inBlock[0] !== statement
  const label = isContinuing ? null : labelOf(text, start)
  const heading = section.findLast((one) => namesTopic(one.text) && one.level > 1)
  const title = heading && kindOfSection([heading.text]) !== 'data' ? titleOf(heading) : ''
  const around: Around = {
    label: label?.name ?? term?.name ?? null,
    heading: title,
    before: inBlock.slice(0, inBlock.indexOf(statement)),
    section: all.filter((other) => other.section.at(-1) === heading && Number(other.id.slice(1)) < Number(id.slice(1))).slice(-1),
  }
  const defined = sectionKind === 'roles' ? null : (definition() ?? goingOn())
  if (defined && (defined.items.length > 0 || sectionKind === 'data')) return [defined]
  return (sectionKind === 'terms' && label ? [] : told()).concat(defined ?? [])

  /** "Pet: an animal, with a name and a type", "Fields of a pet: name, type", "Form fields: name, reason". */
  function definition(): Listed | null {
    const [head] = /^[^:]{3,60}:\s+(?=\S)/.exec(text.trim()) ?? []
    const owner = head === undefined ? null : namedAfter(head.trim(), term?.name ?? title)
    if (head && owner) {
      const items = namesListed(text.slice(start + head.length), start + head.length)
      const at = text.indexOf(owner)
      if (items.length > 1 && isFields(items))
        return {
          name: fullName(owner, around),
          items: usable(items),
          ref: at < 0 ? { id } : { id, start: at, end: at + owner.length },
          isDefined: true,
        }
    }
    const bare = sectionKind === 'data' && /^\p{L}[\p{L} -]{1,30}$/u.test(text.trim()) && words(text).length < 4
    if (!label) return bare && inBlock[0] === statement ? listed(text.trim(), start, []) : null
    const isTerm = sectionKind === 'terms'
    if (isTerm && termOf(text.slice(start))?.isSoftware) return null
    const items = listIn(text, label.end, label.closes, isTerm)
    if (items.length > 0 && ((items[0]!.start < label.end + 2 && items.every(isValueNote)) || isValues(items))) return null
    if (sectionKind === 'data') return listed(label.name, label.at, items)
    if (isTerm) return items.length > 1 && isFields(items) ? listed(label.name, label.at, items) : null
    const isWhole = items.length > 1 && items[0]!.start <= label.end + 4 && !items.some(({ isCut }) => isCut)
    if (namesSomebody({ words: words(label.name) }) && values(items) * 2 < items.length) return null
    return isWhole && (isTyped(items) || (isFields(items) && isSpokenOf(label.name))) ? listed(label.name, label.at, items) : null
  }

  /** "### Vehicle" above "Number plate, mileage.", "Piece: one pot. Clay body, height", "Has a name and a size": what goes on about a thing. */
  function goingOn(): Listed | null {
    const owner = label ? '' : (term?.name ?? (kind === 'sentence' && sectionKind === 'data' ? title : ''))
    if (owner === '' || (sectionKind !== 'data' && sectionKind !== 'terms' && !term)) return null
    const items = usable(listIn(text, start, /$^/, sectionKind === 'terms'))
    const isPlain = items[0] !== undefined && items[0].start <= start + 2
    if (items.length === 0 || (isPlain && !(items.length > 2 && endsWith(text, items) && isFields(items)))) return null
    return isPlain || sectionKind === 'data' ? { name: owner, items, ref: { id }, isDefined: true } : null
  }

  /** What a sentence tells: the lists in it that overlap no longer one. */
  function told(): Listed[] {
    const lists = openingsIn(text, start).flatMap((opening) => {
      const items = usable(namesListed(text.slice(opening.at).replace(/,?\s+(?:when|then|if|so that|in order to)\s\S.*$/i, ''), opening.at))
      const owner = items.length > 0 && !isValues(items) ? (possessor(items) ?? ownerOf(text, opening, items, around)) : null
      return owner ? [{ items, ...owner }] : []
    })
    const kept: typeof lists = []
    for (const one of lists.sort((a, b) => b.items.length - a.items.length)) {
      // "a drum has a tag with its number and the size": the tag only holds what the drum has
      const isPart = kept.some(
        ({ name, items }) =>
          (one.items.length === 1 && name === one.name) ||
          (items[0]!.start < one.items.at(-1)!.end && one.items[0]!.start < items.at(-1)!.end),
      )
      if (!isPart) kept.push(one)
    }
    return kept.map(({ name, items, at, isDefined }) => ({
      name,
      items,
      ref: at === null ? { id } : { id, start: at, end: at + name.length },
      isDefined,
    }))
  }

  function listed(name: string, at: number, items: readonly Item[]): Listed {
    return { name, items: usable(items), ref: { id, start: at, end: at + name.length }, isDefined: true }
  }

  /** Whether another statement names it. */
  function isSpokenOf(name: string): boolean {
    const named = new RegExp(`\\b${name.toLowerCase().replace(/s$/, '')}`)
    return isThing(capital(name), true) && all.some((other) => other !== statement && named.test(other.text.toLowerCase()))
  }
}

/** What a description lists of the thing it is about: behind "with" or "has", behind a colon, in brackets at its end, or as nothing but a list. */
function listIn(text: string, from: number, closes: RegExp, isTerm: boolean): Item[] {
  if (/^\s*(?:related|associated|linked|belongs|references|relations?(?:hips)?)\b/i.test(text.slice(from))) return []
  const list = words(text)
  const first = list.find(({ start }) => start >= from)
  const isList = (at: number) => {
    const own = list.filter(({ start }) => start >= at)
    return (
      !(isStating(own[0]) && !/^(?:[,;:(]|$)/.test(own[1]?.text ?? '')) &&
      !(isDeterminer(own[0]) && hasVerb(text.slice(at).replace(/,[^]*/, '')))
    )
  }
  const openings = openingsIn(text, from).filter(
    ({ kind, word, at }) =>
      (kind === 'start'
        ? isList(at)
        : kind === 'with'
          ? !isJoint.test(list[word - 1]?.lower ?? '')
          : isStating(list[word]) && !/ed$/.test(list[word]!.lower)) && at < text.length,
  )
  const lists = openings
    .map(({ kind, at, word }) => ({ kind, at, word, items: namesListed(text.slice(at).replace(closes, ''), at) }))
    .filter(({ kind, at, word, items }) => {
      if (kind === 'start')
        return (
          items.length > 1 &&
          (at > from ? isGloss(text.slice(from, at)) : !isTerm && items[0]!.start === first?.start && isBare(items)) &&
          endsWith(text, items)
        )
      return items.length > (kind === 'verb' && list[word] !== first ? 1 : 0)
    })
    .sort((a, b) => b.items.length - a.items.length || Number(a.at === from) - Number(b.at === from))
  const told = lists[0]?.items ?? []
  // "Audit record of a change (who, what, when)"
  const bracket = told.length < 2 && /\((?!e\.g|i\.e|such as|like|for example)([^()]*,[^()]*)\)\s*\.?$/i.exec(text)
  const inside = bracket ? namesListed(bracket[1]!, bracket.index + 1) : []
  return inside.length > 1 ? inside : told
}

/** "a bus leaving the depot:" tells what something is, "skill:" names a field. */
const isGloss = (text: string) => /^[^,(:;]*\s[^,(:;]*[:;]\s*$|\b(?:attributes|fields|properties|columns|data|details)\s*:\s*$/i.test(text)

const isJoint = /^(?:associated|linked|related|connected|along|together|integrated?s?|compatible)$/

/** Nothing but names: "Individual making bookings, including a phone number" tells what something is. */
const isBare = (items: readonly Item[]) =>
  (items.length > 2 || values(items) > 0) &&
  !words(items[0]!.name).some(({ tag, lower }, at) => at > 0 && tag === 'VERB' && /ing$/.test(lower))

/** "each product's stock, price and shelf" tells of a product. */
function possessor(items: readonly Item[]): Owner | null {
  const [, whose = ''] = /^(?:(?:the|an?|each|every|that) )?([\p{L}_ ]{2,30}?)(?:['’]s|s['’]) /u.exec(items[0]!.name) ?? []
  const isNamed =
    whose !== '' &&
    items.length > 1 &&
    isFields(items) &&
    !/(?:details|information|data)$/i.test(items[0]!.name) &&
    !isPlainDoer.test(whose)
  return isNamed ? { name: whose, at: items[0]!.start + items[0]!.name.indexOf(whose), isDefined: false } : null
}
const isPlainDoer = /^(?:it|user|system|today|day|week|month|year)$/i

/** "SALE, RESTOCK, ADJUSTMENT" are what a field may hold. */
const isValues = (items: readonly Item[]) => items.length > 1 && items.every(({ name }) => /^[\p{Lu}\d_ -]{2,}$/u.test(name))

interface Label {
  name: string
  at: number
  /** Where what it names is told. */
  end: number
  /** The bracket behind a list in brackets. */
  closes: RegExp
}

/** "Parcel: …", "Hive – …", "Note (skill: text, mark: number)". */
export function labelOf(text: string, start: number): Label | null {
  const [whole, name, bracket] =
    /^(?:(?:for|per) )?(?:(?:an?|the|each|every) )?(\p{L}[\p{L}\p{N}_ /'-]{1,40}?)\s*(?::|[–—]|\s[-=]\s|(\())\s*(?=\S)/iu.exec(
      text.slice(start),
    ) ?? []
  if (whole === undefined || name === undefined) return null
  const isSaying = words(name).some(
    ({ tag, lower }, at) => /^(?:AUX|DET|PRON)$/.test(tag) || (at > 0 && tag === 'VERB' && /s$/.test(lower)),
  )
  return isSaying || /^(?:optional|required|mandatory|shows?|includes?|contains?|e\.g)\b/i.test(name)
    ? null
    : { name, at: start + whole.indexOf(name), end: start + whole.length, closes: bracket === undefined ? /$^/ : /\)\s*\.?$/ }
}

/** Whether nothing but a remark stands behind a list. */
const endsWith = (text: string, items: readonly Item[]) =>
  /^(?::\s*[\p{L}/ -]+(?:,\s*(?:optional|required|mandatory|unique))*)?\s*(?:\([^()]*\)|\{[^{}]*\})?\)?\s*(?:(?:yes|y)?\s*(?:\/|or)\s*(?:not?|n))?\s*\.?(?:\s(?:<-|->|←|→|\/\/).*)?$/iu.test(
    text.slice(items.at(-1)?.end),
  ) ||
  items.at(-1)?.isCut === true ||
  (items.length > 2 && /^\s*,?\s*(?:and|or)\s+(?:[\p{L}-]+\s?){1,4}\.?$/u.test(text.slice(items.at(-1)?.end)))

/** "arrival: date, required" says what a value is like, not what an arrival has. */
const isValueNote = ({ name }: Item) => typeSaid(name) !== null || /^(?:required|mandatory|optional|unique)$/i.test(name)

const capitals = (items: readonly Item[]) => items.slice(1).filter(({ name }) => /^\p{Lu}(?!\p{Lu})/u.test(name)).length

/** A kind of value behind a name says that it is a field. */
const isTyped = (items: readonly Item[]): boolean =>
  items.some(({ type }) => type !== undefined) && items.every(({ name }) => words(name).length < 5) && capitals(items) * 2 < items.length

/** Names of fields, not of people, states or other values: mostly nouns, not mostly capitals. */
export function isFields(items: readonly Item[]): boolean {
  const names = items.map(({ name }) => words(name))
  const nouns = names.filter((list) => list.some(({ tag }) => tag === 'NOUN')).length
  const states = names.filter((list, at) => !items[at]!.type && list.every(({ tag }) => /^(?:ADJ|ADV|VERB)$/.test(tag))).length
  const people = names.filter((list) => namesSomebody({ words: list })).length
  const [first] = names[0] ?? []
  // "looks after stock, prices and staff" tells what somebody does
  if (first?.tag === 'VERB' && first.lower !== first.lemma && names[0]!.length > 1 && isVerb(first) && !/ed$/.test(first.lower))
    return false
  if (items.some(({ name }) => /[£€$%]|\s\d+ per\b/.test(name))) return false
  return items.length > 1 && nouns > 0 && states * 2 < items.length && people * 2 < items.length && capitals(items) * 2 < items.length
}

export const usable = (items: readonly Item[]): Item[] =>
  items.filter(
    ({ name }) =>
      name.split(' ').length <= 9 &&
      /\p{L}/u.test(name) &&
      !/^(?:following|other|etc|more|so on|things?|information|details?|data|relation(?:ship)?s?|key attributes?)$/i.test(name) &&
      !/\b(?:button|tab|icon|badge|indicator|toggle|dropdown|text area|control|menu)s?$/i.test(name),
  )

/** How many of them are named like values. */
export const values = (items: readonly Item[]): number => items.filter(({ name, type }) => type !== undefined || isValueName(name)).length
