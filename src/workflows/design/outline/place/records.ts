// Lists of fields, judged as a whole: "### Pet" or "A pet has:" above "name (required)", "species: dog, cat or bird", "born on (date)".
import { nameIn, namesListed, type Item } from '../forms/list.ts'
import { labelEnd } from '../forms/slice.ts'
import { sectionKind as kindOfSection } from '../read/sections.ts'
import { titleOf, type Statement } from '../read/statements.ts'
import { phraseAt, words } from '../words.ts'
import type { Listed } from './fields.ts'
import { announced } from './owners.ts'
import { typeSaid } from './types.ts'

interface Field {
  items: Item[]
  /** With a kind or a note of its value. */
  isMarked: boolean
}

/** Each entry of a list of fields with the thing it is a field of. */
export function fieldLists(statements: readonly Statement[]): Map<Statement, Listed> {
  const found = new Map<Statement, Listed>()
  const seen = new Set<number>() // the first sentence of an entry names the field, the others say more about it
  const entries = statements.filter(({ kind, block, text }) => kind === 'item' && !isStep.test(text) && !seen.has(block) && seen.add(block))
  for (const list of runs(entries)) {
    const marked = list.filter(({ text }) => fieldIn(text)?.isMarked)
    // "finish time, time to the second" among "place, whole number"
    const isTabled = marked.length * 2 > list.length && marked.some(({ text }) => /^[^,:(]+, /.test(text))
    const fields = list.map(({ text }) => fieldIn(isTabled ? text.replace(/,.*/, (said) => (fieldIn(text) ? said : '')) : text))
    const owner = ownerOf(list, fields, statements)
    if (owner === null) continue
    for (const [at, statement] of list.entries()) {
      const field = fields[at]
      if (field) found.set(statement, { name: owner, items: field.items, ref: { id: statement.id }, isDefined: true })
    }
  }
  return found
}

const isStep = /^(?:given|when|then|and|but|if|while)\b/i

/** Entries below the same line or heading with nothing else between them. */
function runs(entries: readonly Statement[]): Statement[][] {
  const lists: Statement[][] = []
  for (const entry of entries) {
    const list = lists.findLast(([first]) => (first!.lead ?? first!.section.at(-1)) === (entry.lead ?? entry.section.at(-1)))
    if (list && (entry.lead || entry.block - list.at(-1)!.block === 1)) list.push(entry)
    else lists.push([entry])
  }
  return lists
}

const star = /\s*\(\*\)|\s\*$/

/** The thing a list names the fields of; null where it lists something else. */
function ownerOf(list: readonly Statement[], fields: readonly (Field | null)[], all: readonly Statement[]): string | null {
  const [{ lead: last, section, sectionKind }] = list as [Statement, ...Statement[]]
  // Of several sentences above a list the first names the thing, unless the last announces it.
  const lead = last && (/:$/.test(last.text) ? last : (all.find(({ block }) => block === last.block) ?? last))
  const above = lead ?? section.at(-1)
  if (!above || /^(?:roles|terms|excluded|background)$/.test(sectionKind)) return null
  const title = lead ? lead.text.slice(labelEnd(lead.text)) : titleOf(above)
  const read = fields.filter((field) => field !== null)
  const under = lead ? section.at(-1) : section.at(-2)
  const items = read.flatMap((field) => field.items)
  const told = items.length > 0 ? announced(title, items, under && under.level > 1 ? titleOf(under) : '') : null
  if (told !== null) return told
  const name = bareName(title)
  const marked = read.filter(({ isMarked }) => isMarked).length
  const isSure = marked > 1 && marked * 2 >= list.length
  // One entry in five may say something else, one in three where data is listed.
  const isShort = read.length < list.length * (sectionKind === 'data' ? 0.66 : 0.8)
  if (isShort || !isThingName(title, isSure) || kindOfSection([title]) === 'data') return null
  if (isSure) return name
  const capitals = list.filter(({ text }) => /^\p{Lu}/u.test(text)).length
  return sectionKind === 'data' && (capitals * 2 < list.length || marked > 0 || isSpokenOf(name)) ? name : null

  function isSpokenOf(thing: string): boolean {
    const named = new RegExp(`(?<!\\p{L})${thing.toLowerCase().replace(/s$/, '')}`, 'u')
    return all.some((statement) => statement !== above && statement.kind !== 'heading' && named.test(statement.text.toLowerCase()))
  }
}

/** "Consent form, one per pupil and trip:" and "Shop: a place that gives food away." stand above what a consent form and a shop have. */
const bareName = (title: string) => title.replace(/,.*$|\s*(?::|\s[–—-])(?:\s.*)?$/g, '')

/** A noun or two, and none of those that head a list of something else. Above what are surely fields, it may begin like a verb: "Found Item". */
function isThingName(title: string, isSure: boolean): boolean {
  const list = words(bareName(title))
  const phrase = phraseAt(list, 0, true)
  const isNoun = isSure && list.at(-1)?.tag !== 'ADJ' && list.every(({ tag }) => /^(?:NOUN|PROPN|ADJ|VERB)$/.test(tag))
  return (
    (isNoun || phrase?.next === list.length) &&
    list.length < 5 &&
    !/\b(?:relations(?:hips?)?|rules?|constraints?|notes?|validations?|examples?|stat(?:us|e)(?:es|s)?|values|types|kinds|categories|roles|users|steps|screens|pages|requirements?|features?|questions?)\s*:?$/i.test(
      title,
    )
  )
}

const isNote =
  /\b(?:required|mandatory|optional|unique|read-?only|nullable|primary key|pk|fk|foreign key|auto-?generated|max(?:imum)?|min(?:imum)?|default)\b/i

/** "email (unique)", "species: dog, cat or bird", "weight – number, optional", "brand and model": a name or two, and what is said of the value. */
function fieldIn(text: string): Field | null {
  const bare = text.replace(star, '').replace(/,\s*each\b.*$/i, '')
  const [, name = '', mark = '', rest = ''] = /^([^:(–—=,;?]{1,60}?)\??\s*([:(–—=,]|\s-\s|$)\s*(.*?)[\s.)]*$/u.exec(bare) ?? []
  const said = rest.replace(/^one of\s*:?\s*/i, 'one of ')
  const type =
    said === '' ? null : (typeSaid(said) ?? typeSaid(said.replace(/\)\s*[,(].*$|[,;]\s*(?:required|optional|unique|mandatory)\b.*$/i, '')))
  // "start time: date and time" is one field
  const isOne = (mark === ':' && type !== null) || /^date and time\b/i.test(bare)
  const several = /[,\s](?:and|,)\s/.test(bare) && !isOne ? namesListed(bare) : []
  if (several.length > 1 && (several.at(-1)?.end ?? 0) >= bare.replace(/\s*\([^()]*\)\s*$|\sof (?:the|an?)\s.*$/, '').length)
    return { items: several, isMarked: several.some((each) => each.type !== undefined) }
  // "Shows: buyer, items, prices" among what a view has
  if (mark === ':' && /^(?:shows?|displays?|includes?|contains?|fields|columns|data|information|details)$/i.test(name)) {
    const items = namesListed(bare.slice(bare.indexOf(rest)), bare.indexOf(rest))
    return items.length > 1 ? { items, isMarked: true } : null
  }
  const item = nameIn(name)
  if (!item || (mark === ',' && !isNote.test(rest) && type === null)) return null
  return {
    items: [{ ...item, optional: item.optional || /\boptional\b|\bnot required\b/i.test(rest), ...(type !== null && { type }) }],
    isMarked: type !== null || isNote.test(rest) || star.test(text),
  }
}
