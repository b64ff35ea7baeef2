// The rows of a table as findings: what its columns hold by the words of its head, and what each row says.
import type { Severity } from './categorise.ts'
import { type MarkdownLine, plain } from './markdown-lines.ts'
import { type Legend, bare } from './report-legend.ts'
import { marksIn, severityOf } from './report-marks.ts'
import { type Scope, inIssues } from './report-outline.ts'

export interface Table {
  readonly head: readonly string[]
  /** Severities as the head itself, above their counts. */
  readonly levels: readonly (Severity | null)[]
}

interface Row {
  readonly table: Table | null
  readonly counts: readonly Count[]
  readonly block: Block | null
}

export function readRow(
  { cells: raw, line, head }: Extract<MarkdownLine, { kind: 'cells' }>,
  scopes: readonly Scope[],
  table: Table | null,
  legend: Legend,
): Row {
  const nothing: Row = { table, counts: [], block: null }
  const cells = raw.map((cell, index) =>
    /^(?:start ?)?line\b/i.test(table?.head[index] ?? '') && /^\d/.test(cell) ? `line ${cell}` : plain(cell) || cell,
  )
  const levels = raw.map((cell) => severityOf(cell, legend))
  if (table === null) {
    const isHead = head || cells.some((cell) => roles.rated.test(cell) || roles.what.test(cell))
    const isLevels = levels.length > 1 && levels.every((each, at) => each !== null || (at === 0 && cells[0] === ''))
    if (isHead ? levels.every((each) => each === null) : isLevels)
      return { ...nothing, table: { head: cells, levels: isHead ? [] : levels } }
  }
  const countOf = (severity: Severity | null, cell = ''): Count[] =>
    severity && /^\d+$/.test(cell) ? [{ severity, count: Number(cell), line }] : []
  if (table && table.levels.length > 0) return { ...nothing, counts: table.levels.flatMap((severity, at) => countOf(severity, cells[at])) }
  const column = (...names: RegExp[]) =>
    names.map((name) => table?.head.findIndex((cell) => name.test(cell)) ?? -1).find((at) => at !== -1) ?? -1
  const [rated, status, was] = [column(roles.severity, /^(?:risk|now)$/i, roles.rated), column(roles.status), column(roles.was)]
  const found = rated === -1 ? raw.findIndex((cell, at) => at !== was && !/^\d$/.test(cell) && levels[at] !== null) : rated
  if (raw.every((cell) => /^(?:~~.*~~)?$/.test(cell))) return nothing
  if (found === -1 && !inIssues(scopes) && marksIn(cells.join(' — '), legend).severity === null) return nothing
  const [rating = '', ...became] = (raw[found] ?? '').split(', ') // `serious, corrected since`
  const now = found === -1 ? null : (levels[found] ?? severityOf(rating, legend))
  const severity = now ?? severityOf(raw[was] ?? '', legend)
  const rest = cells.filter((cell, at) => ![status, found, was].includes(at) && !/^[–—-]?$/.test(cell))
  const told = rest.filter((cell) => !isId.test(cell))
  if (told.length === 0) return { ...nothing, counts: countOf(severity, rest[0]) }
  const said = rated === -1 ? '' : (cells[rated] ?? '')
  const state = statusSign(raw[status] ?? '', table?.head[status] ?? '', legend)
  const block: Block = {
    ...emptyBlock,
    text: `${severity ? `${severity}: ` : ''}${told.join(' — ')}`,
    details: [],
    line,
    scopes,
    number: isId.test(cells[0] ?? '') ? cells[0]!.replace('#', '') : null,
    status: [...became, now === null && severity !== null ? rating : '', state].join('; '),
    unread: severity === null && !/^(?:|[–—-]|n\/a)$/i.test(said) ? said : null,
  }
  return { ...nothing, block }
}

export interface Block {
  readonly text: string
  readonly details: string[]
  readonly line: number
  readonly scopes: readonly Scope[]
  readonly number: string | null // in a numbered list, or the number or code of a row
  readonly above: readonly string[]
  readonly status: string // of a table's own column
  readonly prose: boolean // counts only as far as its sentences rate something
  readonly quoted: boolean // somebody else's words, with the answer below them as details
  readonly unread: string | null // what stands for its severity, when nobody can tell what that means
}

export interface Count {
  readonly severity: Severity
  readonly count: number
  readonly line: number
}

export const emptyBlock: Omit<Block, 'text' | 'line' | 'scopes' | 'details'> = {
  ...{ number: null, above: [], status: '', prose: false, quoted: false, unread: null },
}

/** A status column may hold a sign or the result of a test alone; below "Fixed?" a yes or a date says so. */
function statusSign(cell: string, head: string, { signs }: Legend): string {
  const sign = signs.get(bare(cell.trim()))
  if (sign === 'open' || sign === 'closed') return sign
  if (/^(?:pass(?:ed|es)?|ok|n\/?a)\b/i.test(cell)) return 'closed'
  return /^(?:fixed|resolved|closed|done)/i.test(head) ? (/^(?:yes|true|x)$|\d/i.test(cell) ? 'closed' : 'open') : plain(cell)
}

const roles = {
  severity: /^(?:sev(?:erity)?\b.{0,14}|schwere|schweregrad)\.?$/i,
  rated: /^(?:sev(?:erity)?\b.{0,14}|schwere|schweregrad|risk|rating|prio(?:rity)?|level|rank|criticality|impact|current)\.?$/i,
  status: /^(?:re-?test )?(?:status|state|stand|result|outcome|verdict|fixed|resolved|closed|done)\b.{0,14}$/i,
  was: /^(?:was|before|previous(?:ly)?)$/i,
  what: /^(?:issues?|findings?|description|problem|what|check|befund)\.?$/i,
}
const isId = /^#?(?:[a-z]{1,4}-?)?\d{1,4}$/i
