// What one decision leaves behind: its report beside the audits, its line among the discoveries, its record in the journal.
import { sha256 } from '../../lib/hash.ts'
import type { Applied } from './apply.ts'
import { chainOf } from './chain.ts'
import type { Considered } from './audits.ts'
import type { Decision } from './decide.ts'
import type { Discovery } from './discoveries.ts'
import { type Escalation, summarise } from './escalate.ts'
import type { DecidedAudit } from './events.ts'
import { bySeverity, reportFindings, weakDimensions } from './findings.ts'
import { decisionDiscovery, renderDecision } from './output.ts'
import type { AuditReport } from './report.ts'
import type { Session } from './session.ts'

export interface DecisionReport {
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
  // Decided before and written down: the record of what was done then stays.
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
  const task = session.sheet.byId.get(auditId)
  const report = task ? session.report(task) : null
  return report === null || report === 'unread' ? [] : report.dimensions.map(({ name, score }) => ({ name, score }))
}

/** Every round of the chain up to this one, from the reports that are still there. */
function escalationOf(session: Session, chains: Considered['chains'], decision: Decision, threshold: string): Escalation {
  const rounds = chainOf(chains, decision.auditId).map((auditId) => {
    if (auditId === decision.auditId) return { auditId, iteration: decision.iteration, findings: decision.findings }
    const task = session.sheet.byId.get(auditId)
    const report = task ? session.report(task) : null
    return {
      auditId,
      iteration: chains.get(auditId)?.iteration ?? 1,
      findings: report === null || report === 'unread' ? null : foundIn(report, threshold),
    }
  })
  return summarise(rounds)
}

/** As a decision that needs a fix counts them. */
const foundIn = (report: AuditReport, threshold: string) => bySeverity([...reportFindings(report), ...weakDimensions(report, threshold)])

/** Ids of other tools may hold anything; a file name may not. */
export const fileName = (id: string) => id.replaceAll(/[^\w.-]/g, '_').slice(0, 100)

export const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`
