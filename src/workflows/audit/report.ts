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
    ...(scores.dimensions.length === 0
      ? ['dimension scores']
      : known.filter((key) => !scores.dimensions.some((each) => each.key === key)).map((key) => `score of ${key}`)),
    ...scores.unreadable,
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
  const unreadable: string[] = []
  let inDimensions = false
  for (const line of lines) {
    if (line.kind === 'blank') continue
    if (line.kind === 'heading') inDimensions = /dimension|score breakdown|scores\b/i.test(line.text)
    else if (line.kind !== 'cells' && !/\d/.test(line.text)) continue
    const text = line.kind === 'cells' ? line.cells.join(' | ') : plain(line.text)
    const name = nameOf(text)
    const isOverall = overallName.test(name)
    const key = dimensionNamed(name)
    if (!isOverall && key === null && !inDimensions) continue
    const score = scoreIn(text.slice(name.length), inDimensions || isOverall)
    if (score === null) continue
    if (score === 'out of range') unreadable.push(`${name} in line ${line.line}: its score is above its scale`)
    else if (isOverall) overall ??= { score, line: line.line }
    else if (name !== '' && !found.has(key ?? name.toLowerCase()))
      found.set(key ?? name.toLowerCase(), { name, key, score, line: line.line })
  }
  return { overall, dimensions: [...found.values()], unreadable }
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

/** `8.5/10`, `85/100`, `4/5`; where a score is expected also a bare `8.5`, never a percentage. Told out of ten, exactly. */
function scoreIn(text: string, bare: boolean): string | 'out of range' | null {
  const match =
    /(?<![\d.])(\d{1,6}(?:\.\d{1,30})?)\s{0,3}\/\s{0,3}(100|10|5)\b/.exec(text) ??
    (bare ? /(?:^|[\s:|(])(\d{1,6}(?:\.\d{1,30})?)(?=$|[\s|)])/.exec(text) : null)
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
