// Which statements list what is known of a thing: every list in them is read first, judged as a whole, and then given to the thing it tells of.
import type { SourceRef } from '../../intent.ts'
import type { Entry } from '../entry.ts'
import { namesListed, type Item } from '../forms/list.ts'
import { labelEnd } from '../forms/slice.ts'
import { namesTopic, sectionKind as kindOfSection } from '../read/sections.ts'
import { titleOf, type Statement } from '../read/statements.ts'
import { capital, isVerb, words } from '../words.ts'
import { isStating, openingsIn } from './openings.ts'
import { fieldsOf as namedAfter, fullName, ownerOf, type Around } from './owners.ts'
import { fieldLists } from './records.ts'
import { namesSomebody, termOf } from './roles.ts'
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
  const read = entries.flatMap(({ aside, statement }) =>
    // "Drop: day, name, signature <- is that the same as Delivery??" defines and asks
    aside === null || statement.sectionKind === 'terms' || (aside === 'question' && statement.sectionKind === 'data') ? [statement] : [],
  )
  const lists = fieldLists(read.filter(({ sectionKind }) => sectionKind !== 'terms'))
  const all = entries.map(({ statement }) => statement)
  return new Map(
    read.flatMap((statement) => {
      const own = lists.get(statement)
      const listed = own ? [own] : /^(?:heading|code|row)$/.test(statement.kind) ? [] : fieldsOf(statement, all)
      return listed.length > 0 ? [[statement, listed] as const] : []
    }),
  )
}

function fieldsOf(statement: Statement, all: readonly Statement[]): Listed[] {
  const { id, block, kind, section, sectionKind } = statement
  const start = labelEnd(statement.text)
  const text = statement.text.slice(start).padStart(statement.text.length)
  const inBlock = all.filter((other) => other.block === block)
  const label = labelOf(text, start)
  const term = inBlock[0] === statement ? null : labelOf(inBlock[0]!.text, labelEnd(inBlock[0]!.text))
  const heading = section.findLast((one) => namesTopic(one.text))
  const title = heading && kindOfSection([heading.text]) !== 'data' ? titleOf(heading) : ''
  const around: Around = {
    label: label?.name ?? term?.name ?? null,
    heading: title,
    before: inBlock.slice(0, inBlock.indexOf(statement)),
    section: all.filter((other) => other.section.at(-1) === heading && Number(other.id.slice(1)) < Number(id.slice(1))).slice(-1),
  }
  const defined = sectionKind === 'roles' ? null : (definition() ?? goingOn())
  if (defined && (defined.items.length > 0 || sectionKind === 'data')) return [defined]
  return told().concat(defined ?? [])

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
    // "Run – a bus leaving the depot: date, driver" says what a run is, and then what it has
    const isTold = (at: number) => at === label.end && /^(?:an?|the|one|someone|somebody) /i.test(text.slice(label.end))
    const lists = openingsIn(text, label.end)
      .filter(({ kind, word }) => kind !== 'verb' || isStating(words(text)[word]))
      .map((opening) => ({ opening, items: namesListed(text.slice(opening.at).replace(label.closes, ''), opening.at) }))
      .filter(({ opening, items }) =>
        sectionKind === 'data' && opening.kind !== 'start' ? items.length > 1 : items.length > 0 && endsWith(text, items),
      )
      .sort((a, b) => Number(isTold(a.opening.at)) - Number(isTold(b.opening.at)) || b.items.length - a.items.length)
    const { opening, items } = lists[0] ?? { items: [] }
    if (items.length > 0 && items.every(isValueNote)) return null
    const isSingle = items.length < 2 && (isTerm || values(items) === 0)
    const isDoubtful = opening === undefined || isSingle || (isTold(opening.at) && (items.length < 3 || values(items) * 2 < items.length))
    if (sectionKind === 'data') return listed(label.name, label.at, isDoubtful ? [] : items)
    if (isTerm) return !isDoubtful && isFields(items) ? listed(label.name, label.at, items) : null
    const isWhole = opening?.at === label.end && items.length > 1 && !items.some(({ isCut }) => isCut)
    if (namesSomebody({ words: words(label.name) }) && values(items) * 2 < items.length) return null
    return isWhole && (isTyped(items) || (isFields(items) && isSpokenOf(label.name))) ? listed(label.name, label.at, items) : null
  }

  /** "### Vehicle" above "Number plate, mileage.", "Piece: one pot. Clay body, height": nothing but a list. */
  function goingOn(): Listed | null {
    const owner = label ? '' : (term?.name ?? (kind === 'sentence' && sectionKind === 'data' ? title : ''))
    const items = owner === '' ? [] : usable(namesListed(text.slice(start), start))
    return items.length > 2 && endsWith(text, items) && isFields(items) ? { name: owner, items, ref: { id }, isDefined: true } : null
  }

  /** What a sentence tells: the lists in it that overlap no longer one. */
  function told(): Listed[] {
    const lists = openingsIn(text, start).flatMap((opening) => {
      const items = usable(namesListed(text.slice(opening.at), opening.at))
      const owner = items.length > 0 ? ownerOf(text, opening, items, around) : null
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

interface Label {
  name: string
  at: number
  /** Where what it names is told. */
  end: number
  /** The bracket behind a list in brackets. */
  closes: RegExp
}

/** "Parcel: …", "Hive – …", "Note (skill: text, mark: number)". */
function labelOf(text: string, start: number): Label | null {
  const [whole, name, bracket] =
    /^(?:(?:for|per) )?(?:(?:an?|the|each|every) )?(\p{L}[\p{L}\p{N}_ /'-]{1,40}?)\s*(?::|[–—]|\s[-=]\s|(\())\s*(?=\S)/iu.exec(
      text.slice(start),
    ) ?? []
  if (whole === undefined || name === undefined) return null
  const isSaying = words(name).some(
    ({ tag, lower }, at) => /^(?:AUX|DET|PRON)$/.test(tag) || (at > 0 && tag === 'VERB' && /s$/.test(lower)),
  )
  return isSaying
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
    ({ name }) => name.split(' ').length <= 9 && !/^(?:following|other|etc|more|so on|things?|information|details?|data)$/i.test(name),
  )

/** How many of them are named like values. */
export const values = (items: readonly Item[]): number => items.filter(({ name, type }) => type !== undefined || isValueName(name)).length
