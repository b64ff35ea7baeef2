// Edits a CSV document: a changed cell changes only its own bytes, an appended row follows the file's style.
import { Fault } from '../../schema/fault.ts'
import { type CsvDocument, type CsvRow, cellValue, isBlankRow } from '../../lib/csv.ts'

export interface CellEdit {
  readonly row: number // index into document.rows
  readonly column: number // index into its cells
  readonly value: string
}

interface CsvChange {
  readonly cells?: readonly CellEdit[]
  readonly append?: readonly (readonly string[])[]
}

export function editCsv(document: CsvDocument, change: CsvChange): CsvDocument {
  const unclosed = document.problems.find((problem) => problem.code === 'unclosed_quote')
  if (unclosed) throw new Fault('invalid', `the CSV can't be changed: ${unclosed.message}`, { fix: 'Close the quote, then try again.' })
  const rows = withCells(document, change.cells ?? [])
  return { ...document, rows: change.append?.length ? withRows(rows, change.append) : rows }
}

function withCells(document: CsvDocument, edits: readonly CellEdit[]): readonly CsvRow[] {
  if (edits.length === 0) return document.rows
  const rows = [...document.rows]
  const copied = new Map<number, string[]>()
  for (const edit of edits) {
    const row = rows[edit.row]
    const before = row?.cells[edit.column]
    if (!row || before === undefined)
      throw new Fault('invalid', `the CSV has no cell ${edit.column + 1} in row ${edit.row + 1}${row ? ` (line ${row.line})` : ''}`, {
        fix: 'Give every row as many cells as the header.',
      })
    const cells = copied.get(edit.row) ?? [...row.cells]
    if (cellValue(cells[edit.column]!) !== edit.value) cells[edit.column] = write(edit.value, before.startsWith('"') || cells.length === 1)
    if (!copied.has(edit.row)) rows[edit.row] = { ...row, cells }
    copied.set(edit.row, cells)
  }
  return rows
}

/** New rows go after the last non-empty row; a file without a final newline stays without one. */
function withRows(before: readonly CsvRow[], values: readonly (readonly string[])[]): CsvRow[] {
  let last = before.length - 1
  while (last > 0 && isBlankRow(before[last]!)) last -= 1
  const rows = before.slice(0, last + 1)
  const end = commonEnd(before)
  const quotes = quotingOf(before)
  const final = rows.at(-1)
  const closing = final?.end ?? end
  if (final && final.end === '') rows[last] = { ...final, end }
  let line = before[last + 1]?.line ?? (final ? final.line + linesIn(final) : 1)
  values.forEach((cells, index) => {
    const row: CsvRow = {
      line,
      end: index === values.length - 1 ? closing : end,
      cells: cells.map((value, column) => write(value, quotes(column, value) || cells.length === 1)),
    }
    rows.push(row)
    line += linesIn(row)
  })
  const shift = line - (before[last + 1]?.line ?? line)
  for (const row of before.slice(last + 1)) rows.push({ ...row, line: row.line + shift })
  return rows
}

function commonEnd(rows: readonly CsvRow[]): string {
  const counts = new Map<string, number>()
  for (const row of rows) if (row.end !== '') counts.set(row.end, (counts.get(row.end) ?? 0) + 1)
  return [...counts].reduce<readonly [string, number]>((best, each) => (each[1] > best[1] ? each : best), ['\n', 0])[0]
}

/** Would this file quote a value that needs no quotes? Its own column decides first (empty cells apart from filled ones), then the whole file. */
function quotingOf(rows: readonly CsvRow[]): (column: number, value: string) => boolean {
  const columns: { empty: number; filled: number }[] = [] // votes: above zero means quoted
  const file = { empty: 0, filled: 0 }
  rows.forEach((row, index) => {
    if (index === 0 && rows.length > 1) return
    row.cells.forEach((raw, column) => {
      const quoted = raw.startsWith('"')
      if (quoted && needsQuotes(raw.slice(1, -1))) return
      const kind = raw === '' || raw === '""' ? 'empty' : 'filled'
      const own = (columns[column] ??= { empty: 0, filled: 0 })
      own[kind] += quoted ? 1 : -1
      file[kind] += quoted ? 1 : -1
    })
  })
  return (column, value) => {
    const kind = value === '' ? 'empty' : 'filled'
    return (columns[column]?.[kind] || file[kind] || file.empty + file.filled) > 0
  }
}

/** A row of one cell is always quoted: an empty one would be a blank line. */
function write(value: string, quoted: boolean): string {
  return quoted || needsQuotes(value) ? `"${value.replaceAll('"', '""')}"` : value
}

function needsQuotes(value: string): boolean {
  return /[",\r\n\uFEFF]/.test(value)
}

function linesIn(row: CsvRow): number {
  return 1 + row.cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
}
