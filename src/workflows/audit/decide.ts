// The decision: CONVERGE, REVISION or ESCALATE, from signal, findings and iteration alone, with the reasons and anything odd.
import { type Finding, bySeverity, quoteFinding, reportFindings, rowFindings, unread, unreadCriticals, weakDimensions } from './findings.ts'
import { type Signal, compareDecimal, formatDecimal, parseDecimal, signals } from './score.ts'
import { type AuditReport, unknownIn } from './report.ts'

type DecisionName = 'CONVERGE' | 'REVISION' | 'ESCALATE'

export interface Thresholds {
  readonly dimension: string // every dimension must reach it before a design converges
  readonly rounds: number // the iteration at which a required fix is escalated to a person
}

export const defaultThresholds: Thresholds = { dimension: '6', rounds: 3 }

interface AuditRow {
  readonly id: string
  readonly signal: string
  readonly score: string
  readonly findings: string
  readonly source: string // tasks.csv:line
  readonly auditType?: string
}

interface Iteration {
  readonly iteration: number
  readonly source: 'chain' | 'id' | 'default'
}

interface DecideInput {
  readonly row: AuditRow
  readonly report: AuditReport | null // null only for a partial decision, when there was no time to read it
  readonly iteration: Iteration
  readonly thresholds?: Thresholds
  readonly partial?: string // why the decision is only partial
}

interface Anomaly {
  readonly code:
    | `${'empty' | 'unknown'}_signal`
    | `dimension_${'below_threshold' | 'unknown'}`
    | `${'verdict' | 'score' | 'count'}_differs`
    | `critical_${'despite_signal' | 'unread'}`
    | ('unknown_verdict' | 'iteration_unclear' | 'severity_raised' | 'report_incomplete' | 'other_audit')
  readonly message: string
}

export interface Decision {
  readonly auditId: string
  readonly decision: DecisionName
  readonly signal: string // as found in the row
  readonly effectiveSignal: Signal
  readonly score: string | null
  readonly iteration: number
  readonly rounds: number
  readonly advisory: boolean // converged with findings attached
  readonly partial: string | null
  readonly anomalies: readonly Anomaly[]
  readonly rationale: readonly string[]
  readonly findings: readonly Finding[]
}

export function decide(input: DecideInput): Decision {
  const { row, report, iteration, thresholds = defaultThresholds, partial } = input
  const listed = report ? reportFindings(report) : []
  const findings = bySeverity([...listed, ...rowFindings(row.findings, row.source, listed)])
  const weak = report ? [...weakDimensions(report, thresholds.dimension), ...unreadCriticals(report, findings)] : []
  const { signal, anomalies } = effectiveSignal(input, findings, weak)
  const all = signal === 'fix_required' ? bySeverity([...findings, ...weak]) : findings
  const decision = signal !== 'fix_required' ? 'CONVERGE' : iteration.iteration < thresholds.rounds ? 'REVISION' : 'ESCALATE'
  const score = parseDecimal(row.score) ?? parseDecimal(report?.overall?.score ?? '')
  const decided = {
    auditId: row.id,
    decision,
    signal: row.signal,
    effectiveSignal: signal,
    score: score && formatDecimal(score),
    iteration: iteration.iteration,
    rounds: thresholds.rounds,
    advisory: decision === 'CONVERGE' && all.length > 0,
    partial: partial ?? null,
    anomalies: [...anomalies, ...oddities(row, report, iteration, listed)],
    findings: all,
  } satisfies Omit<Decision, 'rationale'>
  return { ...decided, rationale: rationale(decided, report === null) }
}

/** The row's signal, unless something contradicts it: then a fix is required, and the contradiction is reported. */
function effectiveSignal(
  { row, report, partial }: DecideInput,
  findings: readonly Finding[],
  weak: readonly Finding[],
): { signal: Signal; anomalies: Anomaly[] } {
  const said = row.signal.trim().toLowerCase()
  const own = signals.find((each) => each === said)
  if (!own) {
    const what = said === '' ? 'empty' : `"${said.slice(0, 60)}", expected ${signals.join(', ')}`
    const message = `${row.source}: audit_signal of ${row.id} is ${what}; treated as fix_required`
    return { signal: 'fix_required', anomalies: [{ code: said === '' ? 'empty_signal' : 'unknown_signal', message }] }
  }
  const anomalies: Anomaly[] = []
  const verdict = report?.verdict?.signal ?? own
  const weaker = signals.indexOf(verdict) > signals.indexOf(own) ? verdict : own
  if (verdict !== own)
    anomalies.push({
      code: 'verdict_differs',
      message: `${row.source} says ${own}, the verdict in ${report!.path}:${report!.verdict!.line} says ${verdict}; treated as ${weaker}`,
    })
  if (own === 'fix_required') return { signal: 'fix_required', anomalies }
  const criticals = findings.filter((each) => each.severity === 'Critical')
  if (criticals.length > 0)
    anomalies.push({
      code: 'critical_despite_signal',
      message: `${own} contradicts ${criticals.length} Critical finding${criticals.length === 1 ? '' : 's'}, first ${quoteFinding(criticals[0]!)}; treated as fix_required`,
    })
  for (const each of weak)
    anomalies.push({
      code: each.category === unread ? 'critical_unread' : 'dimension_below_threshold',
      message: `${own} contradicts: ${quoteFinding(each)}; treated as fix_required`,
    })
  // Normally such an audit would run again; there is no time for that now.
  const unknown = partial !== undefined && (!report || unknownIn(report, row.auditType ?? '').length > 0)
  if (unknown)
    anomalies.push({
      code: 'dimension_unknown',
      message: `not every dimension of ${row.id} was read, so ${own} proves nothing; treated as fix_required`,
    })
  return { signal: criticals.length > 0 || weak.length > 0 || unknown ? 'fix_required' : weaker, anomalies }
}

/** Remarks that don't affect the decision. */
function oddities(row: AuditRow, report: AuditReport | null, iteration: Iteration, listed: readonly Finding[]): Anomaly[] {
  const odd: Anomaly[] = []
  if (iteration.source === 'id')
    odd.push({
      code: 'iteration_unclear',
      message: `${row.id} is not linked to an earlier audit; iteration ${iteration.iteration} is taken from its id`,
    })
  if (iteration.source === 'default')
    odd.push({ code: 'iteration_unclear', message: `neither the chain nor the id of ${row.id} tells its iteration; 1 is assumed` })
  for (const each of listed) if (each.raised) odd.push({ code: 'severity_raised', message: `${quoteFinding(each)}: ${each.raised}` })
  if (!report) return odd
  if (report.auditId && report.auditId !== row.id)
    odd.push({ code: 'other_audit', message: `${report.path} is titled ${report.auditId}, not ${row.id}` })
  const own = parseDecimal(row.score)
  const overall = parseDecimal(report.overall?.score ?? '')
  if (own && overall && compareDecimal(own, overall) !== 0)
    odd.push({
      code: 'score_differs',
      message: `${row.source} says ${row.score}/10, ${report.path}:${report.overall!.line} says ${report.overall!.score}/10`,
    })
  if (report.verdict && !report.verdict.signal)
    odd.push({
      code: 'unknown_verdict',
      message: `the verdict in ${report.path}:${report.verdict.line} is "${report.verdict.text.slice(0, 60)}", expected ${signals.join(', ')}`,
    })
  for (const { severity, count, listed: seen, line } of report.announced)
    if (count !== seen)
      odd.push({ code: 'count_differs', message: `${report.path}:${line} announces ${count} ${severity}, ${seen} listed` })
  if (report.missing.length > 0) odd.push({ code: 'report_incomplete', message: `${report.path} lacks: ${report.missing.join(', ')}` })
  return odd
}

function rationale(decided: Omit<Decision, 'rationale'>, unseen: boolean): string[] {
  const { auditId, decision, effectiveSignal: signal, iteration, rounds, findings, partial } = decided
  const blocking = findings.filter((each) => each.severity === 'Critical' || each.severity === 'High')
  const why: string[] = []
  if (partial) why.push(`Partial: ${partial}; nothing was applied in iteration ${iteration} of ${rounds}.`)
  const said = decided.signal.trim()
  why.push(`${auditId} signals ${said === '' ? 'nothing' : said.slice(0, 60)}${said === signal ? '' : `, which counts as ${signal}`}.`)
  if (decision === 'CONVERGE')
    why.push(
      findings.length === 0
        ? unseen
          ? 'The report was not read.'
          : 'The audit lists no findings.'
        : `No Critical finding${blocking.length === 0 ? ' and no High one' : ''}; ${findings.length} ${findings.length === 1 ? 'is' : 'are'} passed on as advice.`,
    )
  if (decision === 'REVISION')
    why.push(
      `Iteration ${iteration} of ${rounds}: a fix is required${findings.length > 0 ? ` for ${findings.length} finding${findings.length === 1 ? '' : 's'}` : unseen ? '; the report was not read' : ', but no finding says what to fix'}.`,
    )
  if (decision === 'ESCALATE') why.push(`Iteration ${iteration} of ${rounds}: a person must decide before the next one.`)
  const quoted = blocking.length > 0 ? blocking : findings
  for (const each of quoted.slice(0, 10)) why.push(`${each.severity}: ${quoteFinding(each)}`)
  if (quoted.length > 10) why.push(`… and ${quoted.length - 10} more.`)
  return why
}
