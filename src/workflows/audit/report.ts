// Reads an audit report as people and agents really write it: any order, loose spacing, parts left out; what was left out is said.
import { type MarkdownLine, plain, textOf } from './markdown-lines.ts'
import { type Issues, readIssues } from './report-issues.ts'
import { readLegend } from './report-legend.ts'
import { reportLines } from './report-lines.ts'
import { outlineReport } from './report-outline.ts'
import { type Scores, readScores } from './report-scores.ts'
import { type Signal, dimensions as known, signals } from './score.ts'

export interface AuditReport extends Omit<Scores, 'lines'>, Omit<Issues, 'present'> {
  readonly path: string
  readonly auditId: string | null
  readonly recommendations: readonly string[]
  readonly verdict: { readonly signal: Signal | null; readonly text: string; readonly line: number } | null
  readonly missing: readonly string[]
}

export function parseReport(path: string, source: string): AuditReport {
  const lines = reportLines(source)
  const legend = readLegend(lines)
  const outline = outlineReport(lines, legend)
  const { lines: scored, ...scores } = readScores(outline, legend)
  const verdict = readVerdict(lines)
  const { present, ...issues } = readIssues(outline, new Set([...scored, ...(verdict ? [verdict.line] : [])]), legend)
  const recommendations = outline.flatMap(({ line, scopes }) =>
    line.kind === 'item' && scopes.some(({ title }) => /recommendation|next step|suggested fix/i.test(title)) ? [line.text] : [],
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
    ...issues.unclear,
    ...(present ? [] : ['issues']),
    ...(recommendations.length === 0 ? ['recommendations'] : []),
    ...(verdict === null ? ['verdict'] : []),
  ]
  return { path, auditId, ...scores, ...issues, recommendations, verdict, missing }
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

/** What cannot be read, and so is never good enough: why a dimension has no score, a finding no severity. An audit of tokens or components alone may say that it did not measure one. */
export function unknownIn({ dimensions, unknown, unclear, path }: AuditReport, auditType: string): string[] {
  const ofPart = auditType === 'token-audit' || auditType === 'component-audit'
  const ours = known
    .filter((key) => !dimensions.some((each) => each.key === key))
    .filter((key) => !(ofPart && unknown.some((each) => each.key === key && each.unmeasured)))
    .map((key) => unknown.find((each) => each.key === key)?.why ?? `there is no score of ${key}`)
  const others = unknown.filter(({ key, unmeasured }) => key === null && !unmeasured).map(({ why }) => why)
  return [...ours, ...others, ...unclear].map((why) => `${path}: ${why}`)
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

function readVerdict(lines: readonly MarkdownLine[]): AuditReport['verdict'] {
  const label = /^(?:final |audit )?(?:verdict|signal|audit_signal)\b/i
  const spoken = lines.filter((line) => line.kind !== 'blank' && line.kind !== 'fence')
  for (const [index, line] of spoken.entries()) {
    const text = /verdict|signal/i.test(textOf(line)) ? plain(textOf(line)) : ''
    if (!label.test(text)) continue
    const own = text.replace(label, '').replace(/^[\s:|–—-]+/, '')
    const next = own === '' && spoken[index + 1]?.kind !== 'heading' ? spoken[index + 1] : undefined
    const said = own || plain(textOf(next))
    if (said !== '') return { signal: signalIn(said), text: said.slice(0, 200), line: (next ?? line).line }
  }
  return null
}
