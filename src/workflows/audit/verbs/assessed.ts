// An assessment as a document and in words, the same whether it was written or only previewed.
import type { NewEvent } from '../../../schema/event.ts'
import type { Decision } from '../decide.ts'
import type { AuditEvents, DecidedAudit } from '../events.ts'
import { escalationLines } from '../escalate.ts'
import { changeText, diffSheets } from '../sheet-diff.ts'
import { decisionLine } from '../output.ts'
import { tasksFile } from '../session.ts'
import type { AuditState, Missing } from '../state.ts'
import { readTasks } from '../tasks.ts'
import { someOf } from '../some-of.ts'

export interface Assessed {
  session: string
  /** Null if nothing was written. */
  run: string | null
  reason: string
  because: string
  audits: AssessedAudit[]
  missing: Missing[]
  /** Oddities of the task sheet or the folder. */
  remarks: string[]
  /** tasks.csv, cell by cell: + added, ~ changed. */
  changes: string[]
  files: { path: string; change: 'new' | 'changed' | 'line added' }[]
  discoveries: unknown[]
}

interface AssessedAudit extends Pick<
  Decision,
  'decision' | 'score' | 'iteration' | 'rounds' | 'partial' | 'advisory' | 'anomalies' | 'rationale'
> {
  audit: string
  signal: string
  findings: { severity: string; text: string; at: string; source: string }[]
  created: string[]
  ready: string[]
  /** What each iteration fixed and what remains, if a person must decide. */
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

function auditOf({ decision: decided, created, ready, escalation }: DecidedAudit): Omit<AssessedAudit, 'report'> {
  const { auditId: audit, decision, effectiveSignal: signal, score, iteration, rounds, partial, advisory, anomalies, rationale } = decided
  return {
    ...{ audit, decision, signal, score, iteration, rounds, partial, advisory, anomalies, rationale, created, ready },
    findings: decided.findings.map(({ severity, text, at, source }) => ({ severity, text, at, source })),
    escalation: escalation ? escalationLines(escalation) : null,
  }
}

/** Above this many, one line each is better than a page each. */
const mostReports = 3
const mostLines = 30

export function assessedText(assessed: Assessed): string {
  const { audits, missing, remarks, changes, files, run } = assessed
  return [
    ...(audits.length <= mostReports ? audits.map(({ report }) => report.text.trimEnd()) : [some(audits.map(summaryLine), '').join('\n')]),
    ...missing
      .slice(0, mostLines)
      .map(({ auditId, missing: what, request }) => [`No decision on ${auditId}:`, ...what.map((line) => `  ${line}`), request].join('\n')),
    ...(missing.length > mostLines ? [`No decision on ${missing.length - mostLines} more (--json has them all).`] : []),
    ...(audits.length === 0 && missing.length === 0 ? [`No decision: ${assessed.because}.`] : []),
    ...(remarks.length > 0 ? [['Remarks on the session:', ...some(remarks)].join('\n')] : []),
    ...(changes.length > 0 ? [[run === null ? 'tasks.csv would change:' : 'tasks.csv:', ...some(changes)].join('\n')] : []),
    [
      files.length > 0
        ? `${run === null ? 'Would write' : 'Wrote'}: ${listed(files)}`
        : audits.length > 0
          ? 'Nothing to write: everything is already recorded.'
          : 'Nothing was written.',
      ...next(assessed),
    ].join('\n'),
  ].join('\n\n')
}

function summaryLine({ audit: auditId, created, ready, ...told }: AssessedAudit): string {
  const then = created.length > 0 ? `, creates ${created.join(', ')}` : ready.length > 0 ? `, ready: ${someOf(ready)}` : ''
  return `${decisionLine({ auditId, ...told })}${then}`
}

function some(lines: readonly string[], indent = '  '): string[] {
  return [
    ...lines.slice(0, mostLines).map((line) => `${indent}${line}`),
    ...(lines.length > mostLines ? [`${indent}… and ${lines.length - mostLines} more (--json has them all)`] : []),
  ]
}

/** Files by name; lines appended to the same file by count. */
function listed(files: Assessed['files']): string {
  const named = [...Map.groupBy(files, ({ path }) => path)].map(
    ([path, same]) => `${path} (${same.length > 1 ? `${same.length} lines added` : same[0]!.change})`,
  )
  return named.length > mostNamed
    ? `${named.slice(0, mostNamed - 1).join(', ')}, … and ${named.length - mostNamed} more, ${named.at(-1)}`
    : named.join(', ')
}

const mostNamed = 8

function next({ session, reason, run, files }: Assessed): string[] {
  const at = `--session ${session}`
  if (reason === 'missing') return []
  if (run === null && files.length > 0) return [`Next: \`whet audit assess ${at}\` writes it.`]
  if (reason === 'escalated') return [`Next: \`whet audit new ${at}\` asks for the decision that only a person can make.`]
  return [
    reason === 'partial'
      ? `Next: \`whet audit assess ${at}\` decides it completely.`
      : `Next: \`whet audit run ${at} --maker <maker>\` has the tasks done.`,
  ]
}
