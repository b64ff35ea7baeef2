// What a finished pipeline leaves for people and tools: results.csv as the tasks stand, context.md as a readable account.
import type { Stop } from '../../kernel/stop.ts'
import { renderCsv } from '../../lib/csv.ts'
import { statusOf } from './progress.ts'
import type { Session } from './session.ts'
import type { AuditState } from './state.ts'
import type { TaskSheet } from './tasks.ts'

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
  const audits = settled.map(
    ({ auditId, decision, iteration, rounds, signal, score }) =>
      `- ${auditId}: ${decision}, ${signal}, ${score ?? '?'}/10, iteration ${iteration} / ${rounds}`,
  )
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
