// A lossless RFC 4180 document: cells are kept as written, so unchanged parts render byte for byte.

export interface CsvRow {
  readonly cells: readonly string[] // as written, quotes included; cellValue gives the meaning
  readonly end: string // '\n', '\r\n', '\r', or '' at the end of a file without a final newline
  readonly line: number // the physical line the row starts on, from 1
}

interface CsvProblem {
  readonly code: 'ragged_row' | 'unclosed_quote' | 'text_after_quote' | 'stray_quote'
  readonly line: number
  readonly row: number // from 1, the header is row 1
  readonly column: number // from 1
  readonly message: string
}

export interface CsvDocument {
  readonly bom: string
  readonly rows: readonly CsvRow[]
  readonly problems: readonly CsvProblem[]
}

/** Never throws: errors are listed in `problems`, and even a broken text renders unchanged. */
export function parseCsv(text: string, delimiter = ','): CsvDocument {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const rows: CsvRow[] = []
  const found: Omit<CsvProblem, 'message'>[] = []
  let at = bom.length
  let line = 1
  while (at < text.length) {
    const cells: string[] = []
    const rowLine = line
    for (;;) {
      const start = at
      const problem = (code: CsvProblem['code']) => found.push({ code, line, row: rows.length + 1, column: cells.length + 1 })
      if (text[at] === '"') {
        const close = closingQuote(text, at + 1)
        at = endOfPlain(text, close === -1 ? text.length : close + 1, delimiter)
        if (close === -1) problem('unclosed_quote')
        else if (at > close + 1) problem('text_after_quote')
      } else at = endOfPlain(text, at, delimiter)
      const raw = text.slice(start, at)
      if (raw[0] === '"') line += countLines(raw)
      else if (raw.includes('"')) problem('stray_quote')
      cells.push(raw)
      if (text[at] !== delimiter) break
      at += 1
    }
    const end = text.startsWith('\r\n', at) ? '\r\n' : (text[at] ?? '')
    at += end.length
    if (end !== '') line += 1
    rows.push({ cells, end, line: rowLine })
  }
  return {
    bom,
    rows,
    problems: [...found.map((problem) => ({ ...problem, message: describe(problem, rows) })), ...raggedRows(rows)].sort(
      (a, b) => a.row - b.row || a.column - b.column,
    ),
  }
}

export function renderCsv(document: CsvDocument): string {
  let text = document.bom
  for (const { cells, end } of document.rows) {
    for (let column = 0; column < cells.length; column += 1) text += column === 0 ? cells[column]! : `,${cells[column]!}`
    text += end
  }
  return text
}

/** The meaning of a cell: without its quotes, doubled quotes read once. */
export function cellValue(raw: string): string {
  if (raw[0] !== '"') return raw
  const close = closingQuote(raw, 1)
  const inside = raw.slice(1, close === -1 ? undefined : close)
  const value = inside.includes('""') ? inside.replaceAll('""', '"') : inside
  return close === -1 || close === raw.length - 1 ? value : value + raw.slice(close + 1)
}

/** A blank line, or a row of empty cells as spreadsheets leave them at the end. */
export function isBlankRow(row: CsvRow): boolean {
  return row.cells.every((cell) => cell === '' || cellValue(cell).trim() === '')
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return -1
}

function endOfPlain(text: string, from: number, delimiter: string): number {
  const mark = delimiter.charCodeAt(0)
  let at = from
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === mark || code === 10 || code === 13) break
  }
  return at
}

export function countLines(text: string): number {
  let lines = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) lines += 1
  }
  return lines
}

function raggedRows(rows: readonly CsvRow[]): CsvProblem[] {
  const width = rows[0]?.cells.length ?? 0
  const problems: CsvProblem[] = []
  rows.forEach((row, index) => {
    if (row.cells.length === width || isBlankRow(row)) return
    const problem = { code: 'ragged_row', line: row.line, row: index + 1, column: Math.min(width, row.cells.length) + 1 } as const
    problems.push({ ...problem, message: describe(problem, rows) })
  })
  return problems
}

function describe(problem: Omit<CsvProblem, 'message'>, rows: readonly CsvRow[]): string {
  const name = cellValue(rows[0]?.cells[problem.column - 1] ?? '').trim()
  const place = `row ${problem.row} (line ${problem.line}), column ${problem.column}${name && problem.row > 1 ? ` (${name.slice(0, 60)})` : ''}`
  if (problem.code === 'unclosed_quote')
    return `${place}: the quote that opens this cell is never closed, so the rest of the file reads as one cell`
  if (problem.code === 'text_after_quote') return `${place}: text follows the closing quote; inside a quoted cell, write a quote twice`
  if (problem.code === 'stray_quote') return `${place}: a quote inside an unquoted cell`
  const width = rows[0]?.cells.length ?? 0
  const count = rows[problem.row - 1]?.cells.length ?? 0
  return `${place}: the header has ${width} columns, this row has ${count}${count > width ? ' (a comma in an unquoted cell?)' : ''}`
}
