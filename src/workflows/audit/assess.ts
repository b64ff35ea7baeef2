// One audit, from its row and its report to a decision; or what is missing, and that the audit must run again.
import { readChains } from './chain.ts'
import type { ChainLink } from './chain.ts'
import { decide, defaultThresholds } from './decide.ts'
import type { Decision, Thresholds } from './decide.ts'
import { type AuditReport, isUnreadable, parseReport, unknownIn } from './report.ts'
import { isAudit } from './tasks.ts'
import type { AuditTask, TaskSheet } from './tasks.ts'

interface ReportFile {
  readonly path: string
  readonly text: string
}

export interface AssessInput {
  readonly sheet: TaskSheet
  readonly auditId: string
  readonly report: ReportFile | AuditReport | null
  readonly chains?: ReadonlyMap<string, ChainLink>
  readonly iteration?: number // from session state, where it is known better than by the ids
  readonly thresholds?: Thresholds
  readonly partial?: string
  readonly path?: string // how tasks.csv is called in references
}

export type Assessment =
  | { readonly outcome: 'decided'; readonly decision: Decision }
  | { readonly outcome: 'superseded'; readonly auditId: string; readonly by: string }
  | { readonly outcome: 'missing'; readonly auditId: string; readonly missing: readonly string[]; readonly request: string }

export function assess(input: AssessInput): Assessment {
  const { sheet, auditId, report, thresholds = defaultThresholds, partial, path = 'tasks.csv' } = input
  const task = sheet.byId.get(auditId)
  if (!task) return missing(auditId, [`${path} has no row ${auditId}`])
  const chains = input.chains ?? readChains(sheet)
  const link = chains.get(auditId)
  if (!link) return missing(auditId, [`${path}:${task.line}: ${auditId} is no audit`])
  if (link.newest !== auditId) return { outcome: 'superseded', auditId, by: link.newest }
  const parsed = report && 'text' in report ? parseReport(report.path, report.text) : report
  const lacking = [
    ...(parsed === null && partial === undefined ? [`no report of ${auditId} under artifacts/audit/`] : []),
    ...(parsed && isUnreadable(parsed) ? [`${parsed.path} holds no score, no issues and no verdict`] : []),
    ...(notRun(task) ? [`${path}:${task.line}: ${auditId} has no signal, score or findings yet`] : []),
  ]
  if (lacking.length > 0 && partial === undefined) return missing(auditId, lacking)
  const row = {
    id: auditId,
    signal: task.cells.audit_signal,
    score: task.cells.audit_score,
    findings: task.cells.findings,
    source: `${path}:${task.line}`,
    auditType: task.cells.audit_type,
  }
  const iteration =
    input.iteration === undefined
      ? { iteration: link.iteration, source: link.source }
      : { iteration: input.iteration, source: 'session' as const }
  const readable = parsed && !isUnreadable(parsed) ? parsed : null
  const decision = decide({ row, report: readable, iteration, thresholds, ...(partial !== undefined && { partial }) })
  // A dimension nobody can read is unknown, which is never good enough.
  const unknown = readable && decision.decision === 'CONVERGE' ? unknownIn(readable, task.cells.audit_type) : []
  return unknown.length > 0 ? missing(auditId, unknown) : { outcome: 'decided', decision }
}

/** The audits that can be decided now: the newest of each chain that has run. */
export function decidableAudits(sheet: TaskSheet, chains: ReadonlyMap<string, ChainLink>): string[] {
  return [...sheet.byId.values()]
    .filter((task) => isAudit(task) && chains.get(task.id)?.newest === task.id && !notRun(task))
    .map((task) => task.id)
}

/** The report of an audit among the files of artifacts/audit/: what its row names, else what is named after it, else the only one there is. */
export function reportPicker(paths: readonly string[]): (task: AuditTask) => string | null {
  const reports = paths.filter((path) => /\.(?:md|markdown|txt)$/i.test(path)).sort()
  const byName = new Map<string, string[]>()
  const byId = new Map<string, string>()
  for (const path of reports) {
    const name = nameOf(path)
    const same = byName.get(name)
    if (same) same.push(path)
    else byName.set(name, [path])
    for (const [id] of name.matchAll(/audit-(?:re-|recheck-)?\d+/g)) if (!byId.has(id)) byId.set(id, path)
  }
  return (task) => {
    for (const artifact of task.artifacts) {
      const named = byName
        .get(nameOf(artifact))
        ?.find((path) => path === artifact || path.endsWith(`/${artifact}`) || artifact.endsWith(`/${path}`))
      if (named !== undefined) return named
    }
    const id = task.id.toLowerCase()
    const after = /^audit-(?:re-|recheck-)?\d+$/.test(id) ? byId.get(id) : reports.find((path) => namedAfter(nameOf(path), id))
    // A lone report that carries no audit's number can only be this one's.
    return after ?? (reports.length === 1 && !/audit-(?:re-|recheck-)?\d/.test(nameOf(reports[0]!)) ? reports[0]! : null)
  }
}

function namedAfter(name: string, id: string): boolean {
  const at = name.indexOf(id)
  return at !== -1 && !/\d/.test(name[at + id.length] ?? '')
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase()
}

function notRun(task: AuditTask): boolean {
  const { audit_signal, audit_score, findings, status } = task.cells
  return audit_signal === '' && audit_score === '' && findings === '' && status !== 'completed'
}

function missing(auditId: string, what: readonly string[]): Assessment {
  return {
    outcome: 'missing',
    auditId,
    missing: what,
    request: `Run ${auditId} again so that its row and its report are there, then assess it.`,
  }
}
