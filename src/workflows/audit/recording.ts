// The plan after a wave: each task's result goes into its row and its artifacts into its folder; a design changed without a designer is an error.
import type { Accepted } from '../../kernel/workflow.ts'
import type { NewEvent } from '../../schema/event.ts'
import { cellEdit, changed } from './apply.ts'
import type { CellEdit } from './csv-edit.ts'
import { iso } from './output.ts'
import { designHashes } from './deciding.ts'
import { event } from './events.ts'
import { countsOf, statusOf } from './progress.ts'
import { type Session, draftWrite } from './session.ts'
import type { AuditState, TaskResult } from './state.ts'
import type { TaskColumn, TaskSheet } from './tasks.ts'

export function planResults(state: AuditState, session: Session): Accepted {
  const events: NewEvent[] = [event('session_read', { tasks: session.sheet.tasks.length, notes: [] })]
  const breach = designBreach(state, session)
  if (breach) events.push(event('design_changed', breach))
  const results = withoutDoubles(breach ? state.results.map((result) => blame(result, breach)) : state.results)
  const sheet = changed(session.sheet, { cells: results.flatMap((result) => rowEdits(session.sheet, result)), append: [] })
  const draft = draftWrite(session)
  for (const { artifacts } of results) for (const { path, object } of artifacts) draft.place(path, object)
  draft.sheet(sheet)
  for (const { id, artifacts } of results)
    for (const { path } of artifacts)
      draft.note({ ts: iso(state.updatedAt), worker: id, type: 'artifact_produced', data: { path, task: id } })
  events.push(
    event('results_recorded', {
      results: results.map(({ id, error, artifacts }) => ({ id, error, artifacts: artifacts.map(({ path }) => path) })),
    }),
  )
  return {
    events: [...events, event('planned', { purpose: 'results', write: draft.write(), queue: [], design: null, counts: countsOf(sheet) })],
    objects: draft.objects,
  }
}

interface Breach {
  changed: { path: string; before: string | null; after: string | null }[]
  blamed: string[]
}

/** Only a designer's task may change a design artifact. Since nobody saw who did it, every running task is blamed. */
function designBreach({ design, designing, results }: AuditState, session: Session): Breach | null {
  if (design === null || designing) return null
  const now = new Map(Object.entries(designHashes(session)))
  const was = new Map(Object.entries(design))
  const paths = [...new Set([...was.keys(), ...now.keys()])].sort()
  const moved = paths.flatMap((path) =>
    was.get(path) === now.get(path) ? [] : [{ path, before: was.get(path) ?? null, after: now.get(path) ?? null }],
  )
  return moved.length === 0 ? null : { changed: moved, blamed: results.map(({ id }) => id) }
}

function blame(result: TaskResult, { changed: moved }: Breach): TaskResult {
  const named = moved.map(({ path, before, after }) => `${path} (${before?.slice(0, 8) ?? 'new'} → ${after?.slice(0, 8) ?? 'gone'})`)
  return {
    ...result,
    artifacts: [],
    audit: null,
    error: `design artifacts changed during this task, but only a designer's task may change them: ${named.join(', ')}`,
  }
}

/** Two tasks of one wave made the same file: the later one failed. */
function withoutDoubles(results: readonly TaskResult[]): TaskResult[] {
  const made = new Map<string, string>()
  return results.map((result) => {
    const taken = result.artifacts.find(({ path }) => made.has(path.toLowerCase()))
    if (taken)
      return { ...result, artifacts: [], audit: null, error: `${made.get(taken.path.toLowerCase())} made ${taken.path} in the same wave` }
    for (const { path } of result.artifacts) made.set(path.toLowerCase(), result.id)
    return result
  })
}

/** A row that was closed by hand meanwhile keeps its content. */
function rowEdits(sheet: TaskSheet, { id, error, summary, artifacts, audit }: TaskResult): CellEdit[] {
  const task = sheet.byId.get(id)
  if (!task || statusOf(task) === 'skipped' || statusOf(task) === 'failed') return []
  const cells: Partial<Record<TaskColumn, string>> = {
    status: error === '' ? 'completed' : 'failed',
    error: error.slice(0, 500),
    ...(error === '' && { findings: summary, artifacts_produced: artifacts.map(({ path }) => path).join(';') }),
    ...(audit && { audit_score: audit.score, audit_signal: audit.signal }),
  }
  return Object.entries(cells).flatMap(([column, value]) => cellEdit(sheet, task, column as TaskColumn, value))
}
