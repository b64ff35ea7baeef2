// Line coverage, as a report of the project's own tool says it or from what V8 recorded. An unreadable report gives no number.
import { type Measured, measured, unmeasured } from './metrics.ts'

/** Reports that coverage tools leave, best first, below the project. */
export const coverageReports = [
  'coverage/coverage-summary.json',
  'coverage/lcov.info',
  'coverage/coverage-final.json',
  'lcov.info',
] as const

/** Null where the report says nothing about coverage at all. */
export function readReport(path: string, text: string): Measured<number> {
  const percent = path.endsWith('.info') ? lcov(text) : path.endsWith('summary.json') ? summary(text) : istanbul(text)
  return percent === null ? unmeasured(`${path} cannot be read as a coverage report`) : measured(percent)
}

/** The table that istanbul, c8, vitest, jest and node:test print. */
export function readTable(stdout: string): number | null {
  const lines = stdout.replaceAll(/\u001b\[[0-9;]*m/g, '').split('\n')
  for (const [n, line] of lines.entries()) {
    const row = /^\W*all files\s*\|(.*)$/i.exec(line)
    if (!row) continue
    const header = lines.slice(0, n).findLast((each) => /\|/.test(each) && /\bfile\b/i.test(each)) ?? ''
    const names = header.split('|').map((name) => name.trim().toLowerCase())
    const at = names.findIndex((name) => name === '% lines' || name === 'line %')
    const cell = row[1]?.split('|')[at - 1]?.trim()
    if (at > 0 && cell !== undefined && /^\d+(?:\.\d+)?$/.test(cell)) return Number(cell)
  }
  return null
}

function summary(text: string): number | null {
  const pct = parsed<{ total?: { lines?: { pct?: unknown } } }>(text)?.total?.lines?.pct
  return typeof pct === 'number' && pct >= 0 && pct <= 100 ? pct : null
}

function lcov(text: string): number | null {
  const sum = (key: string) => [...text.matchAll(new RegExp(`^${key}:(\\d+)\\s*$`, 'gm'))].reduce((all, [, n]) => all + Number(n), 0)
  const [found, hit] = [sum('LF'), sum('LH')]
  return found === 0 || hit > found ? null : rounded(hit, found)
}

/** Lines of istanbul's statement map: a line counts by the most run statement that begins on it. */
function istanbul(text: string): number | null {
  const files = parsed<Record<string, { statementMap?: Record<string, { start?: { line?: number } }>; s?: Record<string, number> }>>(text)
  if (!files || typeof files !== 'object') return null
  let [found, hit] = [0, 0]
  for (const { statementMap = {}, s = {} } of Object.values(files)) {
    const lines = new Map<number, number>()
    for (const [id, { start }] of Object.entries(statementMap))
      if (start?.line !== undefined) lines.set(start.line, Math.max(lines.get(start.line) ?? 0, s[id] ?? 0))
    found += lines.size
    hit += [...lines.values()].filter((count) => count > 0).length
  }
  return found === 0 ? null : rounded(hit, found)
}

export interface V8Script {
  /** The file's text, as it was run. */
  text: string
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[]
}

/** A line is uncovered where a range that never ran holds all of it. Several processes may have run the same file: a line that ran in one is covered. */
export function readV8(files: Readonly<Record<string, readonly V8Script[]>>): number | null {
  let [found, hit] = [0, 0]
  for (const runs of Object.values(files)) {
    const covered = new Set<number>()
    let count = 0
    for (const { text, functions } of runs) {
      const lines = linesOf(text)
      count = lines.length
      lines.forEach(({ from, to, blank }, n) => {
        if (blank || innermost(functions, from, to) !== 0) covered.add(n)
      })
    }
    found += count
    hit += covered.size
  }
  return found === 0 ? null : rounded(hit, found)
}

/** How often the smallest range that holds the whole line ran; null where none does. */
function innermost(functions: V8Script['functions'], from: number, to: number): number | null {
  let [size, count]: [number, number | null] = [Infinity, null]
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count: ran } of ranges)
      if (startOffset <= from && endOffset >= to && endOffset - startOffset <= size) [size, count] = [endOffset - startOffset, ran]
  return count
}

function linesOf(text: string): { from: number; to: number; blank: boolean }[] {
  let offset = 0
  const all = text.endsWith('\n') ? text.slice(0, -1) : text
  return all.split('\n').map((line) => {
    const from = offset + (line.length - line.trimStart().length)
    const to = offset + line.trimEnd().length
    offset += line.length + 1
    return { from, to: Math.max(from, to), blank: line.trim() === '' }
  })
}

const rounded = (hit: number, found: number) => Math.round((hit / found) * 10_000) / 100

function parsed<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T
  } catch {
    return null
  }
}
