// What the columns of a table of findings hold, by the words of its head, and what a cell that tells a status says.
import type { Severity } from './categorise.ts'
import { type Legend, bare } from './report-legend.ts'

/** A status column may hold a sign or the result of a test alone. */
export function statusSign(cell: string, legend: Legend): string {
  const sign = legend.signs.get(bare(cell.trim()))
  if (sign === 'open' || sign === 'closed') return sign
  return /^(?:pass(?:ed|es)?|ok|okay|good|met|n\/?a|not applicable)\b/i.test(cell) ? 'closed' : cell
}

/** Below "Fixed?" or "Resolved on" anything but a no says so. */
export function goneSign(cell: string | null, legend: Legend): string {
  if (cell === null) return ''
  const said = statusSign(cell, legend)
  return /^(?:|no\b.*|nein|not? .*|false|open|[–—✗✘❌-]|tbd|pending)$/i.test(said)
    ? 'open'
    : /^(?:yes|ja|true|x)$|\d/i.test(said)
      ? 'closed'
      : said
}

export interface Columns {
  /** Where a table gives what, by the words of its head. */
  readonly at: Readonly<Partial<Record<keyof typeof columnNames, number>>>
  /** Columns with the status in each round, of which the last counts. */
  readonly rounds: readonly number[]
  /** Severities as the head itself, above their counts. */
  readonly levels: readonly (Severity | null)[]
}

export function columnsOf(cells: readonly string[], levels: readonly (Severity | null)[]): Columns {
  const named = (patterns: readonly RegExp[]) =>
    patterns.map((name) => cells.findIndex((cell) => name.test(cell))).find((at) => at !== -1) ?? -1
  const at = Object.fromEntries(Object.entries(columnNames).map(([role, patterns]) => [role, named(patterns)]))
  const rounds = cells.flatMap((cell, index) => (/^(?:r|round|runde|iteration) ?\d$/i.test(cell) ? [index] : []))
  if (at.status === -1 && rounds.length > 0) at.status = rounds.at(-1)!
  return { at, rounds, levels: levels.every((each) => each === null) ? [] : levels }
}

/** The first pattern that a column's name fits decides. */
const columnNames = {
  rated: [
    /^(?:sev(?:erity)?\b.{0,14}|schwere|schweregrad|gravité|severidad)\.?$/i,
    /^(?:overall |total )?risk(?: (?:level|rating|class))?$/i,
    /^(?:rating|prio(?:rity)?|level|rank|class|criticality|impact)\.?$/i,
  ],
  status: [
    /^(?:status|state|stand|estado|état|triage)\b.{0,14}$/i,
    /^(?:(?:re-?)?test |check )?(?:result|outcome|verdict)\??$|^(?:re-?test|verification)$/i,
  ],
  gone: [/^(?:resolved|fixed|closed|solved|done|ok|passe[ds])\b.{0,10}\??$/i],
  now: [/^(?:now|current|today|after|this (?:round|audit|time))\b.{0,12}$/i],
  was: [/^(?:was|before|previous(?:ly)?|old|earlier|last (?:round|audit|time))\b.{0,12}$/i],
  count: [/^(?:count|number|total|open)$/i],
  line: [/^(?:(?:start ?)?lines?|ln|zeile|ligne)\.?$/i],
} as const

export const isHead = (cells: readonly string[]) =>
  cells.some((cell) => headWord.test(cell) || columnNames.rated.some((name) => name.test(cell)))

const headWord =
  /^(?:sev(?:erity)?|prio(?:rity)?|level|impact|status|issues?|findings?|description|problem|rank|what|where|heuristic|criterion|check|schwere|befund|wo|wie schlimm)\.?$/i
