// Lists and tables of fields → one block each: whose fields they are, their names, and what the text says about them.
import { isPropertyWord } from '../words/kinds.ts'
import { isActionVerb, isOftenNoun } from '../words/verbs.ts'
import type { Block } from './blocks.ts'
import { sectionKind, sectionTitle } from './sections.ts'

export interface Field {
  name: string
  /** What the text says of it in the same line or row; may be empty. */
  note: string
  optional: boolean
}

export interface FieldList {
  /** The words that say whose fields they are: a heading, a lead-in line or an entity column. */
  owner: string
  fields: Field[]
}

export type FieldBlock = Block & { fields?: FieldList }

const holds =
  /\b(?:has|have|contains?|includes?|with|fields?|attributes?|properties|consists? of|stores?|records?|columns?|details|information|data)\s*(?:the following\s*(?:\w+\s*)?|are\s*)?:$/i
const fieldColumn = /^(?:field|field name|attribute|property|column|data|data element|element|name|parameter|item|input)s?$/i
const noteColumn =
  /^(?:type|data type|kind|format|description|required|mandatory|optional|notes?|example|validation|constraints?|rules?|meaning|comments?)\??$/i
const entityColumn = /^(?:entity|entities|object|table|model|record|concept|thing)s?$/i
const listColumn = /^(?:fields?|attributes?|properties|columns?|data|key attributes|main fields|details|contains)$/i

export function joinFields(blocks: readonly Block[]): FieldBlock[] {
  const joined: FieldBlock[] = []
  for (let at = 0; at < blocks.length;) {
    const block = blocks[at]
    if (!block) break
    const run = block.kind === 'row' ? tableRun(blocks, at) : listRun(blocks, at)
    if (run && run.end > at) {
      joined.push(run.block)
      at = run.end
    } else {
      joined.push(block)
      at += 1
    }
  }
  return joined
}

function listRun(blocks: readonly Block[], at: number): { block: FieldBlock; end: number } | undefined {
  const first = blocks[at]
  if (!first) return undefined
  const led = first.text.endsWith(':') && (holds.test(first.text) || first.text.split(' ').length <= 5)
  const headed = first.kind === 'item' && first.lead === undefined && sectionKind(first.section) === 'data'
  if (!led && !headed) return undefined
  const from = led ? at + 1 : at
  let end = from
  while (
    blocks[end]?.kind === 'item' &&
    (led ? blocks[end]?.lead === first.text : blocks[end]?.lead === undefined && blocks[end]?.section.join() === first.section.join())
  )
    end += 1
  const items = blocks.slice(from, end)
  const wordy = items.filter((item) => !isField(item.text)).length
  if (items.length === 0 || wordy * 4 > items.length) return undefined
  if (!holds.test(first.text) && items.filter((item) => isPropertyWord(nameOf(item.text).toLowerCase())).length * 2 < items.length)
    return undefined
  const owner = led
    ? first.text.slice(0, -1)
    : ([...first.section]
        .reverse()
        .map(sectionTitle)
        .find((title) => title !== '') ?? '')
  // "- Order: id, date" names its own owner; leave it to the sentence reader.
  if (headed && items.some((item) => /^[^:(]{2,40}[:(–—][^,]+,/.test(item.text))) return undefined
  const text = led ? `${first.text} ${items.map((item) => item.text).join('; ')}` : items.map((item) => item.text).join('; ')
  return { block: { ...first, text, fields: { owner, fields: items.map((item) => toField(item.text)) } }, end }
}

function isField(text: string): boolean {
  const name = nameOf(text)
  const [first = ''] = name.toLowerCase().split(' ')
  if (name.includes(' ') && ((isActionVerb(first) && !isOftenNoun(first)) || /^\p{L}+ (?:an?|the|my|their|all|what|which)\s/iu.test(name)))
    return false // "Book a room"
  return (
    name.split(' ').length <= 5 &&
    text.split(' ').length <= 14 &&
    !/[.?!]\s|\b(?:can|shall|must|should|will|the user|as an?)\b/i.test(text) &&
    name.length > 1
  )
}

function nameOf(text: string): string {
  return text.split(/\s*[:(–—,|]|\s-\s/)[0]?.trim() ?? ''
}

function toField(text: string): Field {
  const name = nameOf(text)
  const note = text.slice(name.length).replace(/^[\s:(–—\-|,]+|[)\s.]+$/g, '')
  return {
    name: name.replace(/^(?:an?|the|their|its|one|optional|required)\s+/i, ''),
    note,
    optional: /\boptional\b|not required/i.test(text),
  }
}

function tableRun(blocks: readonly Block[], at: number): { block: FieldBlock; end: number } | undefined {
  const first = blocks[at]
  const titles = first?.cells?.map(([title]) => title) ?? []
  if (!first || titles.length < 2) return undefined
  let end = at
  while (
    blocks[end]?.kind === 'row' &&
    blocks[end]?.section.join() === first.section.join() &&
    blocks[end]?.cells?.map(([title]) => title).join('|') === titles.join('|')
  )
    end += 1
  const rows = blocks.slice(at, end)
  const [head = '', ...others] = titles
  const entityAt = titles.findIndex((title) => entityColumn.test(title))
  const listAt = titles.findIndex((title) => listColumn.test(title))
  if (entityAt >= 0 && listAt >= 0 && entityAt !== listAt) {
    const row = rows[0]
    const cell = row?.cells?.[listAt]?.[1] ?? ''
    const fields = cell
      .split(/[,;]|\band\b/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(toField)
    return row && { block: { ...row, fields: { owner: row.cells?.[entityAt]?.[1] ?? '', fields } }, end: at + 1 }
  }
  if (!fieldColumn.test(head) || !others.some((title) => noteColumn.test(title))) return undefined
  const owner =
    first.lead?.replace(/[:.]$/, '') ??
    [...first.section]
      .reverse()
      .map(sectionTitle)
      .find((title) => title !== '') ??
    ''
  const fields = rows.flatMap((row) => {
    const cells = row.cells ?? []
    const name = cells[0]?.[1] ?? ''
    const required = cells.find(([title]) => /^(?:required|mandatory)/i.test(title))?.[1] ?? ''
    return name === ''
      ? []
      : [
          {
            name,
            note: cells
              .slice(1)
              .map(([, cell]) => cell)
              .filter((cell) => cell !== '')
              .join(', '),
            optional: /^(?:no|n|false|optional|-)$/i.test(required) || cells.some(([, cell]) => /^optional$/i.test(cell)),
          },
        ]
  })
  return {
    block: { ...first, text: `${owner === '' ? '' : `${owner}: `}${fields.map(({ name }) => name).join(', ')}`, fields: { owner, fields } },
    end,
  }
}
