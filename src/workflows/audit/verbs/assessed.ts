// An assessment as one document, the same whether it was written or only looked at.
import type { NewEvent } from '../../../schema/event.ts'
import type { AuditEvents, DecidedAudit } from '../events.ts'
import { escalationLines } from '../escalate.ts'
import { changeText, diffSheets } from '../sheet-diff.ts'
import { tasksFile } from '../session.ts'
import type { AuditState, Missing } from '../state.ts'
import { readTasks } from '../tasks.ts'

export interface Assessed {
  session: string
  /** Null when nothing was written. */
  run: string | null
  reason: string
  because: string
  audits: AssessedAudit[]
  missing: Missing[]
  /** What is odd about the task sheet or the folder. */
  remarks: string[]
  /** tasks.csv, cell by cell: + added, ~ changed. */
  changes: string[]
  files: { path: string; change: 'new' | 'changed' | 'line added' }[]
  discoveries: unknown[]
}

export interface AssessedAudit {
  audit: string
  decision: string
  signal: string
  score: string | null
  iteration: number
  rounds: number
  partial: string | null
  advisory: boolean
  findings: { severity: string; text: string; at: string; source: string }[]
  anomalies: { code: string; message: string }[]
  rationale: readonly string[]
  created: string[]
  ready: string[]
  /** What each iteration fixed and what remains, where a person must decide. */
  escalation: string[] | null
  report: { path: string; text: string }
}

interface Source {
  state: AuditState
  events: readonly NewEvent[]
  run: string | null
  text(hash: string): Promise<string>
}

export async function assessedFrom({ state, events, run, text }: Source): Promise<Assessed> {
  const of = <N extends keyof AuditEvents>(name: N) => events.flatMap(({ type, data }) => (type === name ? [data as AuditEvents[N]] : []))
  const write = of('planned').at(-1)?.write ?? null
  const tasks = write?.files.find(({ path }) => path === tasksFile)
  const lines = await Promise.all((write?.lines ?? []).map(async ({ line }) => JSON.parse(await text(line)) as unknown))
  return {
    session: state.input.session,
    run,
    reason: state.ending?.reason ?? 'unknown',
    because: state.ending?.because ?? '',
    audits: await Promise.all(
      of('decided')
        .flatMap(({ audits }) => audits)
        .map(async (each) => ({ ...auditOf(each), report: { path: each.report.path, text: await text(each.report.object) } })),
    ),
    missing: state.missing,
    remarks: state.notes,
    changes: tasks?.before ? diffSheets(readTasks(await text(tasks.before)), readTasks(await text(tasks.after))).map(changeText) : [],
    files: [
      ...(write?.files ?? []).map(({ path, before }) => ({ path, change: before === null ? ('new' as const) : ('changed' as const) })),
      ...(write?.lines ?? []).map(({ path }) => ({ path, change: 'line added' as const })),
    ],
    discoveries: lines,
  }
}

function auditOf({ decision, created, ready, escalation }: DecidedAudit): Omit<AssessedAudit, 'report'> {
  const { auditId, effectiveSignal, score, iteration, rounds, partial, advisory, findings, anomalies, rationale } = decision
  return {
    audit: auditId,
    decision: decision.decision,
    signal: effectiveSignal,
    score,
    iteration,
    rounds,
    partial,
    advisory,
    findings: findings.map(({ severity, text, at, source }) => ({ severity, text, at, source })),
    anomalies: [...anomalies],
    rationale,
    created,
    ready,
    escalation: escalation ? escalationLines(escalation) : null,
  }
}
