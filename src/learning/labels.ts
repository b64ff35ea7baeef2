// What people said about artifacts, read from CSV or JSONL: the ground a judge is measured on.
import * as z from 'zod'

export interface Label {
  /** The artifact itself, or where it is. */
  text?: string
  path?: string
  label: 'pass' | 'fail'
  /** Rule id; empty when the file is about one rule only. */
  rule: string
  /** Who said so; several people may label the same artifact. */
  rater: string
  line: number
}

export interface ReadLabels {
  labels: Label[]
  /** Lines that could not be used, each with its number and what was expected. */
  problems: string[]
}

const Row = z
  .object({
    text: z.string().optional(),
    artifact: z.string().optional(),
    path: z.string().optional(),
    label: z.union([z.string(), z.boolean(), z.number()]),
    rule: z.string().default(''),
    rater: z.string().default(''),
  })
  .refine(({ text, artifact, path }) => Boolean(text ?? artifact ?? path), 'one of text, artifact or path must be there')

const words: Record<string, 'pass' | 'fail'> = {
  pass: 'pass',
  passed: 'pass',
  met: 'pass',
  yes: 'pass',
  true: 'pass',
  1: 'pass',
  fail: 'fail',
  failed: 'fail',
  'not met': 'fail',
  no: 'fail',
  false: 'fail',
  0: 'fail',
}

export function readLabels(text: string, format: 'csv' | 'jsonl'): ReadLabels {
  const found: ReadLabels = { labels: [], problems: [] }
  for (const { line, row, problem } of format === 'csv' ? csvRows(text) : jsonRows(text)) {
    if (problem !== undefined) {
      found.problems.push(`line ${line}: ${problem}`)
      continue
    }
    const read = Row.safeParse(row)
    if (!read.success) {
      found.problems.push(
        `line ${line}: ${read.error.issues.map(({ path, message }) => `${path.join('.')}${path.length > 0 ? ': ' : ''}${message}`).join('; ')}`,
      )
      continue
    }
    const said = String(read.data.label).trim().toLowerCase()
    const label = Object.hasOwn(words, said) ? words[said] : undefined
    if (!label) {
      found.problems.push(
        `line ${line}: the label «${said.slice(0, 40)}» is neither pass (met, yes, true, 1) nor fail (not met, no, false, 0)`,
      )
      continue
    }
    const body = read.data.text || read.data.artifact
    found.labels.push({
      ...(body ? { text: body } : { path: read.data.path ?? '' }),
      label,
      rule: read.data.rule,
      rater: read.data.rater,
      line,
    })
  }
  return found
}

interface RawRow {
  line: number
  row?: unknown
  problem?: string
}

function jsonRows(text: string): RawRow[] {
  return text.split('\n').flatMap((line, index): RawRow[] => {
    if (line.trim() === '') return []
    try {
      return [{ line: index + 1, row: JSON.parse(line) as unknown }]
    } catch {
      return [{ line: index + 1, problem: 'expected one JSON object' }]
    }
  })
}

function csvRows(text: string): RawRow[] {
  const [header, ...rows] = parseCsv(text)
  if (!header) return []
  const names = header.cells.map((name) => name.trim().toLowerCase())
  return rows.map(({ line, cells }): RawRow => {
    if (cells.length !== names.length)
      return { line, problem: `expected ${names.length} cells (${names.join(', ')}), found ${cells.length}` }
    // An empty cell is a value left out.
    return { line, row: Object.fromEntries(names.flatMap((name, at) => (cells[at] === '' ? [] : [[name, cells[at]]]))) }
  })
}

/** RFC 4180, in one pass: quoted cells may hold commas, doubled quotes and line breaks. Blank lines are skipped. */
function parseCsv(text: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = []
  let [line, rowLine, cells] = [1, 1, [] as string[]]
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) {
    let cell: string
    if (text[at] === '"') {
      const parts: string[] = []
      let end = text.indexOf('"', at + 1)
      while (end >= 0 && text[end + 1] === '"') {
        parts.push(text.slice(at + 1, end + 1))
        at = end + 1
        end = text.indexOf('"', at + 1)
      }
      if (end < 0) end = text.length
      parts.push(text.slice(at + 1, end))
      cell = parts.join('')
      line += cell.split('\n').length - 1
      at = end + 1
    } else {
      let end = at
      while (end < text.length && text[end] !== ',' && text[end] !== '\n') end++
      cell = text.slice(at, end).replace(/\r$/, '')
      at = end
    }
    cells.push(cell)
    if (text[at] === '\r') at++
    if (text[at] === ',') {
      at++
      if (at < text.length && text[at] !== '\n') continue
      cells.push('')
    }
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: rowLine, cells })
    cells = []
    at++
    rowLine = ++line
  }
  return rows
}
