// The plan after a reading: finished audits are decided, unreachable tasks skipped, and ready ones form the next wave.
import { exceeded, meterText } from '../../agents/budget.ts'
import { spent } from '../../kernel/budget.ts'
import { firstStop } from '../../kernel/stop.ts'
import type { Accepted } from '../../kernel/workflow.ts'
import type { NewEvent } from '../../schema/event.ts'
import { type Applied, applyDecisions, setStatus } from './apply.ts'
import { considerAudits, unfinished } from './assess.ts'
import { readChains } from './chain.ts'
import { closingFiles, decisionReport } from './output.ts'
import { event } from './events.ts'
import { fold } from './evolve.ts'
import { countsOf, failedTasks, interruptedTasks, readyTasks, skippedTasks, statusOf } from './progress.ts'
import { plannedTasks } from './prompts.ts'
import { roleOf } from './roles.ts'
import { type Session, draftWrite } from './session.ts'
import { type AuditState, secondsLeft } from './state.ts'
import { endingFor, stopRules } from './stop.ts'
import { type TaskSheet, isAudit } from './tasks.ts'
import { structuralFaults, validateTasks } from './validate.ts'

export function planDecisions(state: AuditState, session: Session): Accepted {
  const run = state.input.mode === 'run'
  const read = event('session_read', { tasks: session.sheet.tasks.length, notes: notesOf(session) })
  const obstacle = run ? obstacleTo(session.sheet) : null
  if (obstacle) return { events: [read, event('halted', endingFor('invalid', obstacle))] }

  const resumed = run
    ? setStatus(
        session.sheet,
        takenUp(state, session.sheet).map((id) => ({ id, status: 'pending', error: '' })),
      )
    : session.sheet
  const audits = considerAudits(state, session, resumed)
  const applied = applyDecisions(resumed, audits.decisions)
  const report = (result: Applied) =>
    decisionReport(session, audits, result, { at: state.updatedAt, threshold: state.input.thresholds.dimension })
  const reports = applied.results.map(report)
  const events: NewEvent[] = [
    read,
    ...audits.approved.map((each) => event('approval_found', { ...each, rounds: state.input.thresholds.rounds })),
    ...audits.missing.map((each) => event('audit_missing', each)),
    ...(reports.length > 0 ? [event('decided', { audits: reports.map(({ record }) => record) })] : []),
  ]
  const after = fold(state, events)
  const held = new Set([...after.waiting.map(({ decision }) => decision.auditId), ...after.fixing.map(({ reAudit }) => reAudit)])
  const again = setStatus(
    applied.sheet,
    audits.missing.filter(({ rerun }) => rerun).map(({ auditId }) => ({ id: auditId, status: 'pending' })),
  )
  const skipped = run ? skippedTasks(again, held) : []
  if (skipped.length > 0) events.push(event('tasks_skipped', { skipped }))
  const sheet = setStatus(
    again,
    skipped.map(({ id, reason }) => ({ id, status: 'skipped', error: reason })),
  )
  const startable =
    run && state.unmade.length === 0 ? readyTasks(sheet, readChains(sheet), passedIn(after)).filter((id) => !held.has(id)) : []
  const late = startable.length > 0 && (state.timeUp || secondsLeft(state) === 0)
  if (late && !state.timeUp) events.push(event('time_up', { seconds: state.input.timeLimit ?? 0 }))
  const partial = late ? applyDecisions(sheet, unfinished(state, sheet, stillDue(after, sheet, startable))).results : []
  if (partial.length > 0) {
    const told = partial.map((result) => report(result))
    reports.push(...told)
    events.push(event('decided', { audits: told.map(({ record }) => record) }))
  }
  const over = startable.length > 0 ? exceeded(state.input.budget ?? {}, spent(state.spent)) : null
  if (over) events.push(event('budget_used_up', { because: `the budget is used up: ${meterText(over, state.spent.usage.unpriced)}` }))
  const ready = late || over ? [] : together(sheet, startable)
  const queue = plannedTasks(sheet, session, ready)

  const draft = draftWrite(session)
  draft.sheet(sheet)
  for (const { path, text, line, record } of reports) {
    draft.put(path, text, record.report.object)
    draft.note(line)
  }
  const counts = countsOf(sheet)
  const now = { ...fold(state, events), counts }
  const end = ready.length > 0 || asks(now) ? null : firstStop(stopRules, now)
  if (end) {
    events.push(event('ending', endingFor(end.reason, end.because)))
    if (run) for (const { path, text } of closingFiles(now, session, sheet, end)) draft.put(path, text)
  }
  const design = ready.length > 0 ? designHashes(session) : null
  return {
    events: [...events, event('planned', { purpose: 'decisions', write: draft.write(), queue: queue.tasks, design, counts })],
    objects: [...draft.objects, ...queue.objects, ...reports.map(({ text }) => text)],
  }
}

/** Tasks a stopped run left in progress, and failed ones to be retried. */
function takenUp({ input, waves }: AuditState, sheet: TaskSheet): string[] {
  return [...interruptedTasks(sheet), ...(input.retry && waves === 0 ? failedTasks(sheet) : [])]
}

/** Audits that could be running now; failing that, the first undecided one. */
function stillDue({ settled }: AuditState, sheet: TaskSheet, startable: readonly string[]): string[] {
  const chains = readChains(sheet)
  const open = sheet.tasks.filter(
    (task) =>
      isAudit(task) &&
      chains.get(task.id)?.newest === task.id &&
      statusOf(task) === 'pending' &&
      !settled.some(({ auditId }) => auditId === task.id),
  )
  const due = open.filter(({ id }) => startable.includes(id))
  return (due.length > 0 || settled.length > 0 ? due : open.slice(0, 1)).map(({ id }) => id)
}

/** Designers get a wave of their own: otherwise nobody could tell who changed a design. */
function together(sheet: TaskSheet, ids: readonly string[]): readonly string[] {
  const designers = ids.filter((id) => roleOf(sheet.byId.get(id)!) === 'designer')
  return designers.length > 0 ? designers : ids
}

/** Is there a question for a person? If no tasks are driven, a manual fix is the end rather than a question. */
function asks({ input, waiting, fixing, timeUp, budgetUp, unmade }: AuditState): boolean {
  return (
    !timeUp &&
    budgetUp === null &&
    unmade.length === 0 &&
    ((input.mode !== 'assess' && waiting.length > 0) || (input.mode === 'run' && fixing.length > 0))
  )
}

export function designHashes(session: Session): Record<string, string> {
  return Object.fromEntries(session.below('artifacts/design').map(({ path, sha256 }) => [path, sha256]))
}

function passedIn({ settled }: AuditState): Set<string> {
  return new Set(
    settled
      .filter(({ decision, partial }) => partial === null && (decision === 'CONVERGE' || decision === 'APPROVED'))
      .map(({ auditId }) => auditId),
  )
}

function notesOf({ sheet, view }: Session): string[] {
  const lacking =
    sheet.missing.length > 0 && sheet.tasks.length > 0
      ? [`${sheet.missing.length === 1 ? 'a column is' : 'columns are'} missing: ${sheet.missing.join(', ')}`]
      : []
  const faults = validateTasks(sheet).filter(({ code }) => lacking.length === 0 || code !== 'missing_column')
  const notes = [...lacking, ...faults.map(({ message }) => message), ...view.problems.map(({ path, what }) => `${path} ${what}`)]
  return notes.length > mostNotes ? [...notes.slice(0, mostNotes), `… and ${notes.length - mostNotes} more`] : notes
}

const mostNotes = 20

/** What prevents a pipeline from running, though its audits can still be assessed. */
function obstacleTo(sheet: TaskSheet): string | null {
  const lacking = (['id', 'deps', 'status', 'description'] as const).filter((column) => !sheet.columns.has(column))
  if (lacking.length > 0) return `tasks.csv has no column ${lacking.join(', ')}, so its tasks can't be run`
  const faults = structuralFaults(sheet).map(({ message }) => message)
  for (const task of sheet.tasks) {
    if (!/^[A-Za-z][\w.-]{0,99}$/.test(task.id))
      faults.push(
        `row ${task.row + 1} (line ${task.line}): "${task.id.slice(0, 60)}" can't be the id of a task (a letter, then letters, digits, dots and hyphens)`,
      )
    else if (statusOf(task) === 'pending' && roleOf(task) === null)
      faults.push(`row ${task.row + 1} (line ${task.line}): ${task.id} has no role, and its id names none`)
  }
  return faults.length === 0
    ? null
    : `tasks.csv can't be run: ${faults.slice(0, 5).join('; ')}${faults.length > 5 ? `; and ${faults.length - 5} more` : ''}`
}
