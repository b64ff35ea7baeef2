// The built-in reviewer, for sessions without another: runs an audit type's checks and writes the report, its score and its signal.
import { severities } from '../categorise.ts'
import { type AuditScore, type Dimension, dimensionWeights, dimensions, scoreAudit } from '../score.ts'
import { type Check, type CheckFinding, check } from './check.ts'
import { auditComponents } from './component-audit.ts'
import { auditTokens } from './token-audit.ts'
import type { SourceFile } from '../../../rules/page/token-files.ts'
import { fromFences } from '../prompts.ts'

export type AuditType = 'token-audit' | 'component-audit' | 'final-audit'

interface ReviewInput {
  readonly auditId: string
  readonly auditType: AuditType
  readonly files: readonly SourceFile[] // the design artifacts
}

interface Review {
  readonly report: string // markdown
  readonly score: AuditScore
  readonly dimensions: Readonly<Record<Dimension, string | null>>
  readonly findings: readonly CheckFinding[]
  readonly summary: string // for the findings cell: at most 500 characters
}

export function review({ auditId, auditType, files }: ReviewInput): Review {
  const tokens = auditTokens(files)
  const wantsTokens = auditType !== 'component-audit'
  const components = auditType === 'token-audit' ? { specs: [], checks: [], notes: [] } : auditComponents(files, tokens.set)
  const checks = [
    ...(wantsTokens ? tokens.checks : []),
    ...components.checks,
    ...absent(auditType, tokens.set.files.length, components.specs.length),
  ]
  const findings = listed(checks)
  const measured = Object.fromEntries(dimensions.map((name) => [name, dimensionScore(checks, name)])) as Record<Dimension, string | null>
  const score = scoreAudit(measured, findings.filter((each) => each.severity === 'Critical').length)
  const notes = [
    ...(wantsTokens ? tokens.notes : []),
    ...components.notes,
    ...(score.error ? [`The score couldn't be computed: ${score.error}.`] : []),
  ]
  return {
    report: renderReport(auditId, score, measured, findings, notes),
    score,
    dimensions: measured,
    findings,
    summary: summarise(score, findings),
  }
}

/** An audit without anything to check fails rather than passes. */
function absent(auditType: AuditType, tokenFiles: number, specs: number): Check[] {
  const lacking = (what: string) => check('artifact', { message: `there is no ${what} among the design artifacts`, at: 'artifacts/design' })
  return [
    ...(auditType !== 'component-audit' && tokenFiles === 0 ? [lacking('token file')] : []),
    ...(auditType !== 'token-audit' && specs === 0 ? [lacking('component spec')] : []),
  ]
}

/** Share of passing checks, out of ten, in truncated hundredths; null if nothing was checked. */
function dimensionScore(checks: readonly Check[], dimension: Dimension): string | null {
  const own = checks.filter((each) => each.dimension === dimension)
  if (own.length === 0) return null
  const held = own.filter((each) => each.finding === null).length
  return String(Math.floor((held * 1000) / own.length) / 100)
}

/** At most twenty per rule, so that one repeated mistake doesn't hide the others. */
function listed(checks: readonly Check[]): CheckFinding[] {
  const failed = checks.flatMap(({ rule, finding }) => (finding ? [{ rule, finding }] : []))
  const byRule = Map.groupBy(failed, ({ rule }) => rule)
  return [...byRule.values()]
    .flatMap((same) => {
      const found = same.map(({ finding }) => finding)
      const last = found[maxOfRule]
      return last
        ? [...found.slice(0, maxOfRule), { ...last, text: `${last.text} (and ${found.length - maxOfRule - 1} more of this kind)` }]
        : found
    })
    .sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
}

const maxOfRule = 20

export function renderReport(
  auditId: string,
  score: AuditScore,
  measured: Readonly<Record<Dimension, string | null>>,
  findings: readonly CheckFinding[],
  notes: readonly string[],
): string {
  const title = (name: string) => `${name[0]!.toUpperCase()}${name.slice(1)}`
  const scores = dimensions.map(
    (name) => `- ${title(name)}: ${measured[name] === null ? 'not measured' : `${measured[name]}/10`} (${dimensionWeights[name]}%)`,
  )
  const issues = severities.flatMap((severity) => {
    const own = findings.filter((each) => each.severity === severity)
    return [
      `### ${severity} (${own.length})`,
      ...(own.length === 0 ? ['(none)'] : own.map((each) => `- ${oneLine(each.text)} (${each.at})`)),
      '',
    ]
  })
  const advice = [
    ...new Set(findings.filter((each) => each.severity !== 'Low').map((each) => `Correct ${each.at.replace(/:\d+$/, '')}.`)),
    ...notes,
  ]
  const head = [`# Design Audit Report: ${auditId}`, '', `## Overall Score: ${score.score}/10`, '', '## Dimension Scores', ...scores, '']
  const tail = [
    '## Recommendations',
    ...(advice.length === 0 ? ['- Nothing to correct.'] : advice.map((line) => `- ${line}`)),
    '',
    `## Verdict: ${score.signal}`,
    '',
  ]
  return [...head, '## Issues Found', ...issues, ...tail].join('\n')
}

export function summarise(score: AuditScore, findings: readonly CheckFinding[]): string {
  const counts = severities.map((severity) => `${findings.filter((each) => each.severity === severity).length} ${severity}`).join(', ')
  const first = findings[0] ? ` First: ${findings[0].severity}, ${oneLine(findings[0].text)} (${findings[0].at}).` : ''
  const text = `${score.signal} at ${score.score}/10: ${counts}.${first}`
  return text.length <= 500 ? text : `${text.slice(0, 499)}…`
}

/** Names come from foreign files: a line break in one must not start a heading of ours. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\u2028\u2029]+/g, ' ')
}

/** From the reviewer template's values to a reply. */
export function makeAudit(slots: Readonly<Record<string, string>>): string {
  const auditId = slots['task_id'] ?? 'AUDIT'
  const named = slots['audit_type']
  const auditType: AuditType = named === 'token-audit' || named === 'component-audit' ? named : 'final-audit'
  const files = fromFences(slots['files'] ?? '').filter(({ path }) => path.startsWith('artifacts/design/'))
  const { report, score, dimensions, summary } = review({ auditId, auditType, files })
  return JSON.stringify({
    summary,
    artifacts: [{ path: `${auditId.toLowerCase()}.md`, content: report }],
    audit: { score: score.score, signal: score.signal, dimensions },
  })
}
