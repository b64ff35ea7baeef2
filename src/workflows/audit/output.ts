// What a decision leaves behind: a report with fixed headings beside the audits, a discovery, and a journal record.
import { onScale } from '../../lib/on-scale.ts'
import { someOf } from './some-of.ts'
import type { Applied } from './apply.ts'
import type { Decision } from './decide.ts'
import type { Discovery, GcDecision } from './discoveries.ts'
import { type Escalation, escalationChoices, escalationLines, summarise } from './escalate.ts'
import { type Finding, bySeverity, quoteFinding, reportFindings, weakDimensions } from './findings.ts'
import { sha256 } from '../../lib/hash.ts'
import { chainOf } from './chain.ts'
import type { Considered } from './assess.ts'
import type { DecidedAudit } from './events.ts'
import type { AuditReport } from './report.ts'
import type { Session } from './session.ts'
import type { Stop } from '../../kernel/stop.ts'
import { renderCsv } from '../../lib/csv.ts'
import { statusOf } from './progress.ts'
import type { AuditState, Settled } from './state.ts'
import type { TaskSheet } from './tasks.ts'

export function renderDecision(applied: Applied, escalation: Escalation | null = null): string {
  const { decision, actions } = applied
  return document([
    [
      '## Summary',
      [
        `GC Decision: ${decision.decision}${decision.partial === null ? '' : ` (partial: ${decision.partial})`}`,
        `Audit Signal: ${decision.effectiveSignal}${decision.signal.trim() === decision.effectiveSignal ? '' : ` (the task row says ${decision.signal.trim() === '' ? 'nothing' : decision.signal.trim().slice(0, 60)})`}`,
        `Audit Score: ${decision.score === null ? 'not stated' : `${decision.score}/10`}`,
        `Iteration: ${decision.iteration} / ${decision.rounds}`,
      ],
    ],
    ['## Audit Findings', []],
    ['### Critical', findingLines(decision, ['Critical'])],
    ['### High', findingLines(decision, ['High'])],
    ['### Medium/Low', findingLines(decision, ['Medium', 'Low'])],
    ['## Decision Rationale', [...decision.rationale, ...decision.anomalies.map((each) => `Anomaly (${each.code}): ${each.message}`)]],
    ['## Actions Taken', [...actions, ...(escalation ? escalationLines(escalation) : [])]],
    ['## Next Step', [nextStep(applied)]],
  ])
}

/** A decision in one line, as every list shows it. */
export function decisionLine({ auditId, decision, partial, signal, score, iteration, rounds }: DecisionLine): string {
  return `${auditId}: ${decision}${partial === null ? '' : ` (partial: ${partial})`}, ${signal}, ${scoreText(score)}/10, iteration ${iteration} / ${rounds}`
}

/** As surfaces show it; the reports keep every digit. */
export const scoreText = (score: string | null) =>
  score === null ? '?' : Number.isNaN(Number(score)) ? score : onScale(Number(score) * 10, 10)

type DecisionLine = Pick<Settled, 'auditId' | 'decision' | 'partial' | 'signal' | 'score' | 'iteration' | 'rounds'>

export function decisionDiscovery({ decision, revision, ready }: Applied, ts: string, worker: string): Discovery {
  const data: GcDecision = {
    audit_id: decision.auditId,
    iteration: decision.iteration,
    decision: decision.decision,
    signal: decision.effectiveSignal,
    score: decision.score ?? '',
    rationale: [...decision.rationale],
    ...(decision.anomalies.length > 0 && { anomalies: decision.anomalies.map((each) => each.message) }),
    ...(decision.partial !== null && { partial: decision.partial }),
    ...(decision.findings.length > 0 && {
      findings: decision.findings.map(({ severity, text, at, source }) => ({ severity, text, at, source })),
    }),
    ...(decision.advisory && { advisory: decision.findings.map((each) => `${each.severity}: ${quoteFinding(each)}`) }),
    ...(decision.decision === 'CONVERGE' && decision.partial === null && { design_phase: 'complete', ready: [...ready] }),
    ...(revision && { created: [revision.fix, revision.reAudit].filter((id) => id !== null) }),
  }
  return { ts, worker, type: 'gc_decision', data }
}

function findingLines(decision: Decision, severities: readonly Finding['severity'][]): string[] {
  const found = decision.findings.filter((each) => severities.includes(each.severity))
  return found.length === 0 ? ['(none)'] : found.map((each) => `${severities.length > 1 ? `${each.severity}: ` : ''}${quoteFinding(each)}`)
}

function nextStep({ decision, revision, ready }: Applied): string {
  if (decision.partial !== null) return `Assess ${decision.auditId} again with more time; ${decision.decision} is where it stands.`
  if (decision.decision === 'CONVERGE')
    return `CONVERGE: proceed to the BUILD wave${ready.length === 0 ? '' : ` (${someOf(ready)})`}${decision.advisory ? '; the findings above are passed on as advice' : ''}`
  if (decision.decision === 'REVISION') return `REVISION: run ${revision?.fix} and then ${revision?.reAudit} in the next waves`
  return `ESCALATE: awaiting a person's decision: ${escalationChoices.map((choice) => choice.id).join(', ')}`
}

function document(sections: readonly (readonly [string, readonly string[]])[]): string {
  return `${sections.map(([heading, lines]) => [heading, ...lines.map((line) => (line.startsWith('  ') ? `  - ${safe(line.trim())}` : `- ${safe(line)}`))].join('\n')).join('\n\n')}\n`
}

/** Findings are foreign text: one line each, so that none can open a heading or a section. */
function safe(line: string): string {
  return line.replaceAll(/[\r\n\u2028\u2029]+/g, ' ')
}

interface DecisionReport {
  path: string
  text: string
  line: Discovery
  record: DecidedAudit
}

export function decisionReport(
  session: Session,
  { chains, basis }: Considered,
  result: Applied,
  { at, threshold }: { at: number; threshold: string },
): DecisionReport {
  const { decision, revision, ready, actions } = result
  const escalation = decision.decision === 'ESCALATE' ? escalationOf(session, chains, decision, threshold) : null
  const path = `artifacts/audit/gc-decision-${fileName(decision.auditId)}-${decision.iteration}.md`
  const line = decisionDiscovery(result, iso(at), 'whet')
  // Decided and recorded earlier: that record stays.
  const text = (session.knows(line) ? session.text(path) : null) ?? renderDecision(result, escalation)
  const created = revision && !revision.already ? [revision.fix, revision.reAudit].filter((id) => id !== null) : []
  const record = {
    decision,
    basis: basis.get(decision.auditId) ?? '',
    report: { path, object: sha256(text) },
    dimensions: dimensionsOf(session, decision.auditId),
    created,
    ready: [...ready],
    actions: [...actions],
    escalation,
  }
  return { path, text, line, record }
}

function dimensionsOf(session: Session, auditId: string): { name: string; score: string }[] {
  const report = session.report(auditId)
  return report === null || report === 'unread' ? [] : report.dimensions.map(({ name, score }) => ({ name, score }))
}

/** Every round of the chain up to this one whose report still exists. */
function escalationOf(session: Session, chains: Considered['chains'], decision: Decision, threshold: string): Escalation {
  const rounds = chainOf(chains, decision.auditId).map((auditId) => {
    if (auditId === decision.auditId) return { auditId, iteration: decision.iteration, findings: decision.findings }
    const report = session.report(auditId)
    return {
      auditId,
      iteration: chains.get(auditId)?.iteration ?? 1,
      findings: report === null || report === 'unread' ? null : foundIn(report, threshold),
    }
  })
  return summarise(rounds)
}

/** As counted by a decision that requires a fix. */
const foundIn = (report: AuditReport, threshold: string) => bySeverity([...reportFindings(report), ...weakDimensions(report, threshold)])

/** Foreign ids may contain anything; a file name must not. */
export const fileName = (id: string) => id.replaceAll(/[^\w.-]/g, '_').slice(0, 100)

export const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`

export const resultsFile = 'results.csv'
export const contextFile = 'context.md'
const heading = '# Pipeline Report'

export function closingFiles(state: AuditState, session: Session, sheet: TaskSheet, end: Stop): { path: string; text: string }[] {
  const before = session.text(contextFile)
  const account = before === null || before.startsWith(heading) ? [{ path: contextFile, text: accountOf(state, sheet, end) }] : [] // somebody's own notes stay
  return [{ path: resultsFile, text: renderCsv(sheet.document) }, ...account]
}

function accountOf({ settled, counts }: AuditState, sheet: TaskSheet, { reason, because }: Stop): string {
  const line = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const audits = settled.map((each) => `- ${decisionLine({ ...each, partial: null })}`)
  const tasks = [...sheet.byId.values()].map(
    (task) => `- ${task.id} (${statusOf(task)}): ${line(task.cells.findings || task.cells.error || task.cells.title)}`,
  )
  return [
    heading,
    '',
    `Ended: ${reason}, because ${line(because)}.`,
    `Tasks: ${counts.completed} completed, ${counts.failed} failed, ${counts.skipped} skipped, ${counts.pending} pending.`,
    '',
    '## Audits',
    ...(audits.length > 0 ? audits : ['- none']),
    '',
    '## Tasks',
    ...tasks,
    '',
  ].join('\n')
}
