// Which audits of a session are to be decided now, and what each comes to: a decision, or what is missing for one.
import { sha256 } from '../../lib/hash.ts'
import { someOf } from '../../lib/some-of.ts'
import { assess, decidableAudits } from './assess.ts'
import { type ChainLink, readChains } from './chain.ts'
import type { Decision } from './decide.ts'
import type { Session } from './session.ts'
import type { Approved, AuditState, Missing } from './state.ts'
import { type TaskSheet, isAudit } from './tasks.ts'

export interface Considered {
  chains: ReadonlyMap<string, ChainLink>
  decisions: Decision[]
  /** What each decision rests on, by audit. */
  basis: ReadonlyMap<string, string>
  missing: (Missing & { rerun: boolean })[]
  /** Approved by a person in an earlier run, on the very same basis. */
  approved: (Approved & { iteration: number })[]
}

export function considerAudits(state: AuditState, session: Session, sheet: TaskSheet): Considered {
  const { input, timeUp } = state
  const chains = readChains(sheet)
  const basis = new Map<string, string>()
  const found: Considered = { chains, decisions: [], basis, missing: [], approved: [] }
  const approvals = new Map(input.approved.map((each) => [`${each.auditId}\n${each.basis}`, each]))
  const rerun = new Set(state.rerun.map(({ auditId }) => auditId))
  const settled = new Map(state.settled.filter(({ partial }) => partial === null).map((each) => [each.auditId, each.basis]))
  const ids = input.audit === null ? decidableAudits(sheet, chains) : [input.audit]
  for (const auditId of ids) {
    const task = sheet.byId.get(auditId)
    const report = task ? session.report(task) : null
    const iteration = chains.get(auditId)?.iteration ?? 1
    const { audit_signal = '', audit_score = '', findings = '' } = task?.cells ?? {}
    const seen = report === null || report === 'unread' ? report : [report.path, session.hash(report.path)]
    const rests = sha256(JSON.stringify([auditId, audit_signal, audit_score, findings, iteration, seen]))
    basis.set(auditId, rests)
    if (settled.get(auditId) === rests) continue
    const approval = approvals.get(`${auditId}\n${rests}`)
    if (approval) {
      found.approved.push({ ...approval, iteration })
      continue
    }
    const partial = timeUp
      ? `the time limit of ${input.timeLimit} s is near`
      : report === 'unread'
        ? `the time limit of ${input.timeLimit} s left no time to read its report`
        : undefined
    const assessment = assess({
      sheet,
      auditId,
      chains,
      report: report === 'unread' ? null : report,
      thresholds: input.thresholds,
      ...(partial !== undefined && { partial }),
    })
    if (assessment.outcome === 'decided') found.decisions.push(assessment.decision)
    else if (assessment.outcome === 'missing')
      found.missing.push({
        auditId,
        missing: [...assessment.missing],
        request: assessment.request,
        rerun: input.mode === 'run' && task !== undefined && !rerun.has(auditId),
      })
    else
      found.missing.push({
        auditId,
        missing: [`${auditId} was repeated by ${assessment.by}, whose result counts`],
        request: `Assess ${assessment.by} instead.`,
        rerun: false,
      })
  }
  if (ids.length === 0 && input.mode !== 'run' && state.settled.length === 0)
    found.missing.push({ ...noAudit(sheet, chains), rerun: false })
  return found
}

/** At the end of the time, an audit that is not done is told of as it stands: put out, never applied. */
export function unfinished(state: AuditState, sheet: TaskSheet, ids: readonly string[]): Decision[] {
  const chains = readChains(sheet)
  return ids.flatMap((auditId) => {
    const partial = `the time limit of ${state.input.timeLimit} s is near, and ${auditId} is not done`
    const assessment = assess({ sheet, auditId, chains, report: null, thresholds: state.input.thresholds, partial })
    return assessment.outcome === 'decided' ? [assessment.decision] : []
  })
}

function noAudit(sheet: TaskSheet, chains: ReadonlyMap<string, ChainLink>): Missing {
  const audits = sheet.tasks.filter((task) => isAudit(task) && chains.get(task.id)?.newest === task.id).map(({ id }) => id)
  const tasks = `${sheet.tasks.length} ${sheet.tasks.length === 1 ? 'task' : 'tasks'}`
  if (audits.length === 0)
    return {
      auditId: 'any audit',
      missing: [
        `tasks.csv has ${tasks} and no audit among them (an id AUDIT-NNN, a filled audit_signal, or a reviewer with an audit_type)`,
      ],
      request: 'Add an audit task and run it, then assess it.',
    }
  const named = someOf(audits)
  return {
    auditId: named,
    missing: [`${named} ${audits.length === 1 ? 'has' : 'have'} not run yet: there is no signal, score or findings`],
    request: `Run ${named}, then assess.`,
  }
}
