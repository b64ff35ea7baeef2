// A row of a table: its cells, and CSV or tab-separated records with the lines they span.
import { cellValue, countLines, isBlankRow, parseCsv } from '../../../../lib/csv.ts'
import { plain } from './plain.ts'
import type { Cell } from './blocks.ts'

/** The row as one text, cells parted by bars, and where each cell lies in it. */
export function joinCells(cells: readonly string[], titles: readonly string[] = []): { text: string; cells: Cell[] } {
  let text = ''
  const placed = cells.map((cell, at) => {
    if (at > 0) text += ' | '
    const start = text.length
    text += cell
    return { title: titles[at] ?? '', start, end: text.length }
  })
  return { text, cells: placed }
}

/** "| a | b \| c |" → its cells. */
export function splitRow(line: string): { text: string; cells: Cell[] } {
  const inner = line.trim().replace(/^\|\|?|\|?\|$/g, '')
  return joinCells(inner.split(/(?<!\\)\|\|?/).map(plain))
}

export interface Record {
  /** Each cell with the number of the line it begins on. */
  cells: { text: string; line: number }[]
  first: number
  last: number
}

/** The records of a delimited file, quoted cells over several lines included; null where the text is none. */
export function readRecords(whole: string, from = 1): { titles: string[]; head: Record; records: Record[] } | null {
  const source = whole
    .split('\n')
    .slice(from - 1)
    .join('\n')
  const delimiter = [',', ';', '\t'].find((mark) => (source.split('\n', 1)[0] ?? '').split(mark).length > 2)
  if (delimiter === undefined) return null
  const all = parse(source, delimiter, from)
  const [head, ...records] = all
  const titles = head?.cells.map(({ text }) => text.trim().toLowerCase()) ?? []
  const even = records.filter(({ cells }) => cells.length === titles.length || cells.length === titles.length - 1).length
  if (
    !head ||
    records.length === 0 ||
    even < records.length * 0.9 ||
    !titles.some((title) => column.says.test(title) || column.names.test(title))
  )
    return null
  return { titles, head, records }
}

/** What the columns of an export hold; others only describe the record. */
export const column = {
  names: /^(?:summary|title|name|feature|issue summary)$/,
  says: /^(?:description|details|user stor(?:y|ies)|story|requirements?(?: text| description)?|acceptance criteria|custom field \(acceptance criteria\)|criteria|statement|body|notes|comment|what|need)$/,
} as const

function parse(source: string, delimiter: string, from: number): Record[] {
  return parseCsv(source, delimiter)
    .rows.filter((row) => !isBlankRow(row))
    .map((row) => {
      const first = row.line + from - 1
      let line = first
      const cells = row.cells.map((raw) => {
        const cell = { text: cellValue(raw), line }
        line += countLines(raw)
        return cell
      })
      return { cells, first, last: line }
    })
}
