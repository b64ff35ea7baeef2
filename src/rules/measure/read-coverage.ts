// Line coverage, from a report of the project's own tool or from V8's record. An unreadable report gives no number.
import { jsonOrNothing } from '../reading/parsed.ts'
import { type Measured, measured, unmeasured } from './metrics.ts'

/** Report names of coverage tools, best first. */
export const coverageReports = ['coverage-summary.json', 'lcov.info', 'coverage-final.json'] as const

/** Reports of one kind, possibly of several packages. */
export function readReports(reports: readonly { path: string; text: string }[]): Measured<number> {
  const read = reports.map(({ path, text }) => ({ path, lines: linesIn(path, text) }))
  const bad = read.find(({ lines }) => lines === null)
  if (bad) return unmeasured(`${bad.path} isn't a readable coverage report`)
  const sum = (pick: (lines: Lines) => number) => read.reduce((all, { lines }) => all + pick(lines as Lines), 0)
  const [found, hit] = [sum(({ total }) => total), sum(({ covered }) => covered)]
  return found === 0 ? unmeasured(`${read[0]?.path} counts no lines`) : measured(cutOff(hit, found))
}

interface Lines {
  total: number
  covered: number
}

const linesIn = (path: string, text: string): Lines | null =>
  path.endsWith('.info') ? lcov(text) : path.endsWith('summary.json') ? summary(text) : istanbul(text)

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

/** Even if only the sums are printed. */
export function readSummary(stdout: string): number | null {
  const found = [...stdout.matchAll(/^Lines\s*:\s*(\d+(?:\.\d+)?)% \(/gm)]
  return found.length === 1 ? Number(found[0]?.[1]) : null
}

function summary(text: string): Lines | null {
  const { total, covered } = (jsonOrNothing(text) as { total?: { lines?: Partial<Lines> } } | null | undefined)?.total?.lines ?? {}
  return typeof total === 'number' && typeof covered === 'number' && covered >= 0 && covered <= total ? { total, covered } : null
}

function lcov(text: string): Lines | null {
  const sum = (key: string) => [...text.matchAll(new RegExp(`^${key}:(\\d+)\\s*$`, 'gm'))].reduce((all, [, n]) => all + Number(n), 0)
  const [total, covered] = [sum('LF'), sum('LH')]
  return total === 0 || covered > total ? null : { total, covered }
}

/** Istanbul's count: a line counts by its most often run statement. */
function istanbul(text: string): Lines | null {
  const files = jsonOrNothing(text) as Record<string, Statements> | null
  return files && typeof files === 'object' ? countLines(Object.values(files).map(linesOf)) : null
}

export interface Statements {
  statementMap?: Record<string, { start?: { line?: number | undefined } }>
  s?: Record<string, number>
}

/** How often each line of a file ran. */
export function linesOf({ statementMap = {}, s = {} }: Statements): Map<number, number> {
  const lines = new Map<number, number>()
  for (const [id, { start }] of Object.entries(statementMap))
    if (start?.line !== undefined) lines.set(start.line, Math.max(lines.get(start.line) ?? 0, s[id] ?? 0))
  return lines
}

export function countLines(files: readonly ReadonlyMap<number, number>[]): Lines {
  const hits = files.flatMap((lines) => [...lines.values()])
  return { total: hits.length, covered: hits.filter((count) => count > 0).length }
}

/** Truncated to two decimals, as istanbul does: 99.999% isn't 100%. */
export const cutOff = (hit: number, found: number) => Math.floor((hit * 10_000) / found) / 100
