// People's labels of artifacts, from CSV or JSONL: what a judge is measured against.
import * as z from 'zod'
import { cellValue, isBlankRow, parseCsv } from '../lib/csv.ts'

export interface Label {
  /** The artifact itself, or its path. */
  text?: string
  path?: string
  label: 'pass' | 'fail'
  /** Rule id; empty if the file is about one rule only. */
  rule: string
  /** The person; several may label the same artifact. */
  rater: string
  line: number
}

export interface ReadLabels {
  labels: Label[]
  /** Unusable lines, each with its number and what was expected. */
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
  .refine(({ text, artifact, path }) => Boolean(text ?? artifact ?? path), 'needs one of text, artifact or path')

const words: Readonly<Record<'pass' | 'fail', readonly string[]>> = {
  pass: ['pass', 'passed', 'met', 'yes', 'true', '1'],
  fail: ['fail', 'failed', 'not met', 'no', 'false', '0'],
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
    const label = (['pass', 'fail'] as const).find((outcome) => words[outcome].includes(said))
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
  const [header, ...rows] = parseCsv(text).rows.filter((row) => !isBlankRow(row))
  if (!header) return []
  const names = header.cells.map((name) => cellValue(name).trim().toLowerCase())
  return rows.map(({ line, cells: written }): RawRow => {
    const cells = written.map(cellValue)
    if (cells.length !== names.length)
      return { line, problem: `expected ${names.length} cells (${names.join(', ')}), found ${cells.length}` }
    // An empty cell is a missing value.
    return { line, row: Object.fromEntries(names.flatMap((name, at) => (cells[at] === '' ? [] : [[name, cells[at]]]))) }
  })
}
