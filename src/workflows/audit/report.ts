// Reads an audit report as people and agents really write it: any order, loose spacing, parts left out; what was left out is said.
import { compareDecimal, formatDecimal, parseDecimal } from './decimal.ts'
import { markdownLines, plain } from './markdown-lines.ts'
import type { MarkdownLine } from './markdown-lines.ts'
import { readIssues } from './report-issues.ts'
import type { Announced, ReportFinding } from './report-issues.ts'
import { dimensions as known, signals } from './score.ts'
import type { Dimension, Signal } from './score.ts'

export interface DimensionScore {
  readonly name: string
  readonly key: Dimension | null // null for a dimension that is not one of our five
  readonly score: string // out of 10
  readonly line: number
}

export interface AuditReport {
  readonly path: string
  readonly auditId: string | null
  readonly overall: { readonly score: string; readonly line: number } | null
  readonly dimensions: readonly DimensionScore[]
  /** Dimensions whose score the report does not tell: nobody may take them for good enough. */
  readonly unknown: readonly { readonly key: Dimension; readonly why: string; readonly unmeasured: boolean }[]
  readonly findings: readonly ReportFinding[]
  readonly announced: readonly Announced[]
  readonly recommendations: readonly string[]
  readonly verdict: { readonly signal: Signal | null; readonly text: string; readonly line: number } | null
  readonly missing: readonly string[]
}

export function parseReport(path: string, source: string): AuditReport {
  const lines = markdownLines(source)
  const issues = readIssues(lines)
  const rest = lines.filter((line) => !issues.lines.has(line.line))
  const scores = readScores(rest)
  const verdict = readVerdict(rest)
  const recommendations = section(rest, /recommendation|next step|suggested fix/i).flatMap((line) =>
    line.kind === 'item' ? [line.text] : [],
  )
  const auditId = readAuditId(lines)
  const missing = [
    ...(auditId === null ? ['audit id in the title'] : []),
    ...(scores.overall === null ? ['overall score'] : []),
    ...(scores.dimensions.length + scores.unknown.length === 0
      ? ['dimension scores']
      : known
          .filter((key) => !scores.dimensions.some((each) => each.key === key) && !scores.unknown.some((each) => each.key === key))
          .map((key) => `score of ${key}`)),
    ...scores.unknown.map(({ why }) => why),
    ...(issues.present ? [] : ['issues']),
    ...(recommendations.length === 0 ? ['recommendations'] : []),
    ...(verdict === null ? ['verdict'] : []),
  ]
  return { path, auditId, ...scores, findings: issues.findings, announced: issues.announced, recommendations, verdict, missing }
}

/** Neither a score nor issues nor a verdict: whatever this text is, it is no audit that could be decided on. */
export function isUnreadable(report: AuditReport): boolean {
  return (
    report.overall === null &&
    report.dimensions.length === 0 &&
    report.verdict === null &&
    report.findings.length === 0 &&
    report.missing.includes('issues')
  )
}

/** Why each of the five dimensions that has no score has none. An audit of tokens or components alone may say that it did not measure one. */
export function unknownDimensions({ dimensions, unknown, path }: AuditReport, auditType: string): string[] {
  const ofPart = auditType === 'token-audit' || auditType === 'component-audit'
  return known
    .filter((key) => !dimensions.some((each) => each.key === key))
    .filter((key) => !(ofPart && unknown.some((each) => each.key === key && each.unmeasured)))
    .map((key) => `${path}: ${unknown.find((each) => each.key === key)?.why ?? `there is no score of ${key}`}`)
}

/** `audit_passed`, also written with spaces, hyphens or capitals. */
function signalIn(text: string): Signal | null {
  const words = text.toLowerCase().replaceAll(/[\s-]+/g, '_')
  const found = signals.filter((signal) => words.includes(signal))
  return found.length === 1 ? found[0]! : null
}

function readAuditId(lines: readonly MarkdownLine[]): string | null {
  for (const line of lines) {
    if (line.kind !== 'heading' && line.kind !== 'text') continue
    const id = /\bAUDIT-(?:re-)?\d+\b/i.exec(line.text)?.[0]
    if (id) return id.replace(/^audit/i, 'AUDIT').replace(/-re-/i, '-re-')
    if (line.kind === 'heading' && line.level > 1) return null
  }
  return null
}

function readScores(lines: readonly MarkdownLine[]) {
  let overall: AuditReport['overall'] = null
  const found = new Map<string, DimensionScore>()
  const unknown = new Map<Dimension, { why: string; unmeasured: boolean }>()
  let inDimensions = false
  let columns: readonly string[] = []
  for (const line of lines) {
    if (line.kind !== 'cells') columns = []
    if (line.kind === 'blank') continue
    if (line.kind === 'heading') inDimensions = /dimension|score breakdown|scores\b/i.test(line.text)
    if (line.kind === 'cells' && columns.length === 0 && !line.cells.some((cell) => /\d/.test(cell))) {
      columns = line.cells // the head of a table
      continue
    }
    const text = line.kind === 'cells' ? line.cells.join(' | ') : plain(line.text)
    const name = nameOf(text)
    const isOverall = overallName.test(name)
    const key = dimensionNamed(name)
    if (!isOverall && key === null && !inDimensions) continue
    const isRow = line.kind === 'cells' || (line.kind !== 'heading' && /^\s*[:–—-]\s*\S{1,12}\s*$/.test(text.slice(name.length)))
    const score =
      line.kind === 'cells'
        ? scoreInCells(line.cells, columns)
        : scoreIn(text.slice(name.length), inDimensions || isOverall || key !== null)
    if (score === null || score === 'out of range') {
      const why = score === null ? 'has no readable score' : 'has a score above its scale'
      if (key !== null && (isRow || inDimensions || score !== null))
        unknown.set(key, { why: `${name} in line ${line.line} ${why}`, unmeasured: /\bnot (?:measured|applicable)\b|\bn\/a\b/i.test(text) })
    } else if (isOverall) overall ??= { score, line: line.line }
    else if (name !== '' && !found.has(key ?? name.toLowerCase()))
      found.set(key ?? name.toLowerCase(), { name, key, score, line: line.line })
  }
  for (const key of found.keys()) unknown.delete(key as Dimension)
  return { overall, dimensions: [...found.values()], unknown: [...unknown].map(([key, each]) => ({ key, ...each })) }
}

/** In a table the score stands under its head; without one, in the first cell that is nothing but a number. A weight is no score. */
function scoreInCells(cells: readonly string[], columns: readonly string[]): string | 'out of range' | null {
  const named = columns.findIndex((name, index) => index > 0 && /\b(?:score|rating|points|grade|value)\b/i.test(name))
  const candidates = named === -1 ? cells.filter((_, index) => index > 0 && !/weight|%/i.test(columns[index] ?? '')) : [cells[named] ?? '']
  for (const cell of candidates) {
    const score = scoreIn(`: ${cell}`, true)
    if (score !== null) return score
  }
  return null
}

const overallName =
  /^(?:the )?(?:overall|total|final|weighted|audit)\b(?: (?:weighted|audit|design))?(?: (?:score|total|average))?$|^score$/i

/** The words in front of the number: `1. Accessibility (WCAG)` is named "1. Accessibility (WCAG)". */
function nameOf(text: string): string {
  const stop = text.search(/[:|–—]|\s-\s|\(?\b\d{1,6}(?:\.\d{1,30})?\s{0,3}\/\s{0,3}\d/)
  return (stop === -1 ? text : text.slice(0, stop)).slice(0, 80).trim()
}

function dimensionNamed(name: string): Dimension | null {
  return name.split(' ').length > 6 ? null : (stems.find(([, stem]) => stem.test(name))?.[0] ?? null)
}

/** In this order: "accessibility compliance" is accessibility. */
const stems: readonly (readonly [Dimension, RegExp])[] = [
  ['accessibility', /\baccessib|\ba11y\b|\bwcag\b/i],
  ['consistency', /\bconsisten/i],
  ['completeness', /\bcomplete/i],
  ['quality', /\bquality\b/i],
  ['industry', /\bindustry\b|\bcompliance\b/i],
]

/** `8.5/10`, `85/100`, `4/5`; where a score is expected also a bare `8.5` right behind the name, never a percentage or a count of things. Told out of ten, exactly. */
function scoreIn(text: string, bare: boolean): string | 'out of range' | null {
  const match =
    /(?<![\d.])(\d{1,6}(?:\.\d{1,30})?)\s{0,3}\/\s{0,3}(100|10|5)\b/.exec(text) ??
    (bare ? /^[\s:|–—(-]{0,12}(\d{1,6}(?:\.\d{1,30})?)(?=\s*(?:$|[|)(,;–—]|-\s|\.(?:\s|$)))/.exec(text) : null)
  const value = match && parseDecimal(match[1]!)
  if (!value) return null
  const scale = match[2] ?? '10'
  if (compareDecimal(value, { units: BigInt(scale), places: 0 }) > 0) return 'out of range'
  if (scale === '100') return formatDecimal({ units: value.units, places: value.places + 1 })
  return formatDecimal(scale === '5' ? { units: value.units * 2n, places: value.places } : value)
}

function readVerdict(lines: readonly MarkdownLine[]): AuditReport['verdict'] {
  const label = /^(?:final |audit )?(?:verdict|signal|audit_signal)\b/i
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'blank') continue
    if (line.kind !== 'cells' && !/verdict|signal/i.test(line.text)) continue
    const text = line.kind === 'cells' ? line.cells.join(' ') : plain(line.text)
    if (!label.test(text)) continue
    const own = text.replace(label, '').replace(/^[\s:–—-]+/, '')
    const next =
      own === ''
        ? lines.slice(index + 1, index + 6).find((each): each is Exclude<MarkdownLine, { kind: 'blank' }> => each.kind !== 'blank')
        : undefined
    const said = own !== '' || !next || next.kind === 'heading' ? own : next.kind === 'cells' ? next.cells.join(' ') : plain(next.text)
    if (said !== '') return { signal: signalIn(said), text: said.slice(0, 200), line: own === '' && next ? next.line : line.line }
  }
  return null
}

function section(lines: readonly MarkdownLine[], title: RegExp): MarkdownLine[] {
  const start = lines.findIndex((line) => line.kind === 'heading' && title.test(line.text))
  const head = lines[start]
  if (head?.kind !== 'heading') return []
  const length = lines.slice(start + 1).findIndex((line) => line.kind === 'heading' && line.level <= head.level)
  return lines.slice(start + 1, length === -1 ? undefined : start + 1 + length)
}
