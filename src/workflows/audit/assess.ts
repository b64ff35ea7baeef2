// Which audits of a session to decide now, and the result of each: a decision, or what is missing so that it must run again.
import { sha256 } from '../../lib/hash.ts'
import { someOf } from './some-of.ts'
import { type ChainLink, readChains } from './chain.ts'
import { type Decision, type Thresholds, decide, defaultThresholds } from './decide.ts'
import { type AuditReport, isUnreadable, parseReport, unknownIn } from './report.ts'
import type { Session } from './session.ts'
import type { Approved, AuditState, Missing } from './state.ts'
import { type AuditTask, type TaskSheet, isAudit } from './tasks.ts'

interface AssessInput {
  readonly sheet: TaskSheet
  readonly auditId: string
  readonly report: { readonly path: string; readonly text: string } | AuditReport | null
  readonly chains?: ReadonlyMap<string, ChainLink>
  readonly iteration?: number // from session state, where it is known better than from the ids
  readonly thresholds?: Thresholds
  readonly partial?: string
}

type Assessment = { readonly outcome: 'decided'; readonly decision: Decision } | ({ readonly outcome: 'missing' } & Missing)

export function assess({
  sheet,
  auditId,
  report,
  chains = readChains(sheet),
  iteration,
  thresholds = defaultThresholds,
  partial,
}: AssessInput): Assessment {
  const task = sheet.byId.get(auditId)
  if (!task) return missing(auditId, [`tasks.csv has no row ${auditId}`])
  const source = `tasks.csv:${task.line}`
  const link = chains.get(auditId)
  if (!link) return missing(auditId, [`${source}: ${auditId} isn't an audit`])
  if (link.newest !== auditId)
    return missing(auditId, [`${auditId} was repeated by ${link.newest}, whose result counts`], `Assess ${link.newest} instead.`)
  const parsed = report && 'text' in report ? parseReport(report.path, report.text) : report
  const lacking = [
    ...(parsed === null ? [`no report of ${auditId} under artifacts/audit/`] : []),
    ...(parsed && isUnreadable(parsed) ? [`${parsed.path} has no score, no issues and no verdict`] : []),
    ...(notRun(task) ? [`${source}: ${auditId} has no signal, score or findings yet`] : []),
  ]
  if (lacking.length > 0 && partial === undefined) return missing(auditId, lacking)
  const { audit_signal: signal, audit_score: score, findings, audit_type: auditType } = task.cells
  const readable = parsed && !isUnreadable(parsed) ? parsed : null
  const decision = decide({
    row: { id: auditId, signal, score, findings, source, auditType },
    report: readable,
    iteration: iteration === undefined ? link : { iteration, source: 'chain' },
    thresholds,
    ...(partial !== undefined && { partial }),
  })
  // An unreadable dimension is unknown, which is never good enough.
  const unknown = readable && decision.decision === 'CONVERGE' ? unknownIn(readable, auditType) : []
  return unknown.length > 0 ? missing(auditId, unknown) : { outcome: 'decided', decision }
}

export interface Considered {
  chains: ReadonlyMap<string, ChainLink>
  decisions: Decision[]
  /** The basis of each decision, by audit. */
  basis: ReadonlyMap<string, string>
  missing: (Missing & { rerun: boolean })[]
  /** Approved by a person in an earlier run, on the same basis. */
  approved: (Approved & { iteration: number })[]
}

export function considerAudits(state: AuditState, session: Session, sheet: TaskSheet): Considered {
  const { input, timeUp } = state
  const chains = readChains(sheet)
  const basis = new Map<string, string>()
  const found: Considered = { chains, decisions: [], basis, missing: [], approved: [] }
  const approvals = new Map(input.approved.map((each) => [`${each.auditId}\n${each.basis}`, each]))
  const settled = new Map(state.settled.filter(({ partial }) => partial === null).map((each) => [each.auditId, each.basis]))
  const ids = input.audit === null ? decidableAudits(sheet, chains) : [input.audit]
  for (const auditId of ids) {
    const task = sheet.byId.get(auditId)
    const report = session.report(auditId)
    const { iteration = 1, newest = auditId } = chains.get(auditId) ?? {}
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
    const read = report === 'unread' ? null : report
    const assessed = assess({
      sheet,
      auditId,
      chains,
      report: read,
      thresholds: input.thresholds,
      ...(partial !== undefined && { partial }),
    })
    if (assessed.outcome === 'decided') found.decisions.push(assessed.decision)
    else {
      const again = input.mode === 'run' && task !== undefined && newest === auditId
      const { outcome: _missing, ...lacking } = assessed
      found.missing.push({ ...lacking, rerun: again && !state.rerun.some((each) => each.auditId === auditId) })
    }
  }
  if (ids.length === 0 && input.mode !== 'run' && state.settled.length === 0)
    found.missing.push({ ...noAudit(sheet, chains), rerun: false })
  return found
}

/** The audits that can be decided now: the newest finished one of each chain. */
export function decidableAudits(sheet: TaskSheet, chains: ReadonlyMap<string, ChainLink>): string[] {
  return newestAudits(sheet, chains)
    .filter((task) => !notRun(task))
    .map(({ id }) => id)
}

const newestAudits = (sheet: TaskSheet, chains: ReadonlyMap<string, ChainLink>) =>
  [...sheet.byId.values()].filter((task) => isAudit(task) && chains.get(task.id)?.newest === task.id)

/** When time runs out, an unfinished audit is reported as it stands, never applied. */
export function unfinished({ input }: AuditState, sheet: TaskSheet, ids: readonly string[]): Decision[] {
  const chains = readChains(sheet)
  return ids.flatMap((auditId) => {
    const partial = `the time limit of ${input.timeLimit} s is near, and ${auditId} isn't done`
    const assessed = assess({ sheet, auditId, chains, report: null, thresholds: input.thresholds, partial })
    return assessed.outcome === 'decided' ? [assessed.decision] : []
  })
}

function noAudit(sheet: TaskSheet, chains: ReadonlyMap<string, ChainLink>): Missing {
  const audits = newestAudits(sheet, chains).map(({ id }) => id)
  const tasks = `${sheet.tasks.length} ${sheet.tasks.length === 1 ? 'task' : 'tasks'}`
  const none = `tasks.csv has ${tasks} and no audit among them (an id AUDIT-NNN, a filled audit_signal, or a reviewer with an audit_type)`
  if (audits.length === 0) return { auditId: 'any audit', missing: [none], request: 'Add an audit task and run it, then assess it.' }
  const named = someOf(audits)
  const what = `${named} ${audits.length === 1 ? 'has' : 'have'} not run yet: there is no signal, score or findings`
  return { auditId: named, missing: [what], request: `Run ${named}, then assess.` }
}

function notRun({ cells: { audit_signal, audit_score, findings, status } }: AuditTask): boolean {
  return audit_signal === '' && audit_score === '' && findings === '' && status !== 'completed'
}

function missing(auditId: string, what: string[], request?: string): Assessment {
  const again = `Run ${auditId} again so that its row and its report are there, then assess it.`
  return { outcome: 'missing', auditId, missing: what, request: request ?? again }
}
