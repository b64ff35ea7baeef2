// Applies decisions to the task sheet at once: statuses, revision tasks, rewired dependents, and waves recomputed over the whole graph.
import { someOf } from './some-of.ts'
import { readChains } from './chain.ts'
import { type CellEdit, editCsv } from './csv-edit.ts'
import type { Decision } from './decide.ts'
import type { Finding } from './findings.ts'
import { computeWaves, dependentsOf } from './graph.ts'
import { statusOf } from './progress.ts'
import { type Revision, type RevisionPlan, planRevisions } from './revise.ts'
import { type AuditTask, type TaskColumn, type TaskSheet, listOf, readTasks } from './tasks.ts'

export interface Applied {
  readonly decision: Decision // ESCALATE instead of REVISION if the revision couldn't be made
  readonly revision: Revision | null
  readonly actions: readonly string[]
  readonly ready: readonly string[] // after CONVERGE: what can start now
}

interface Application {
  readonly sheet: TaskSheet
  readonly results: readonly Applied[]
}

/** Partial decisions are reported, never applied. Only the sheet changes here, never a design artifact. */
export function applyDecisions(sheet: TaskSheet, decisions: readonly Decision[]): Application {
  const whole = decisions.filter((decision) => decision.partial === null)
  const requests = whole
    .filter((each) => each.decision === 'REVISION')
    .map(({ auditId, iteration, findings }) => ({ auditId, iteration, issues: findings, findings }))
  const plan = planRevisions(sheet, readChains(sheet), requests)
  const refused = new Map(plan.refused.map(({ auditId, reason }) => [auditId, reason]))
  const settled = decisions.map((decision) =>
    refused.has(decision.auditId) && decision.decision === 'REVISION' ? escalated(decision, refused.get(decision.auditId)!) : decision,
  )
  const edits = settled.flatMap((decision) =>
    decision.partial !== null || refused.has(decision.auditId) ? [] : statusEdits(sheet, decision),
  )
  const next = changed(sheet, { cells: [...edits, ...plan.cells], append: plan.append })
  const made = new Map(plan.made.map((revision) => [revision.auditId, revision]))
  const dependents = dependentsOf(next.tasks)
  const results = settled.map((decision): Applied => {
    const revision = decision.decision === 'REVISION' && decision.partial === null ? (made.get(decision.auditId) ?? null) : null
    const ready =
      decision.decision === 'CONVERGE' && decision.partial === null
        ? (dependents.get(decision.auditId) ?? []).filter((id) => canStart(next, id))
        : []
    const applied = { decision, revision, ready }
    return { ...applied, actions: actionsOf(applied, sheet, next, refused.get(decision.auditId)) }
  })
  return { sheet: next, results }
}

/** Writes the change and, if tasks are added, every wave that no longer equals the task's depth. */
export function changed(sheet: TaskSheet, change: Pick<RevisionPlan, 'cells' | 'append'>): TaskSheet {
  if (change.cells.length === 0 && change.append.length === 0) return sheet
  const waves = change.append.length === 0 ? change : withWaves(sheet, change)
  return readTasks(editCsv(sheet.document, waves))
}

function withWaves(sheet: TaskSheet, { cells, append }: Pick<RevisionPlan, 'cells' | 'append'>): Pick<RevisionPlan, 'cells' | 'append'> {
  const [id, deps, column] = [sheet.columns.get('id'), sheet.columns.get('deps'), sheet.columns.get('wave')]
  if (id === undefined || deps === undefined || column === undefined) return { cells, append }
  const rewired = new Map(cells.filter((edit) => edit.column === deps).map((edit) => [edit.row, listOf(edit.value)]))
  const { wave } = computeWaves([
    ...sheet.tasks.map((task) => ({ id: task.id, deps: rewired.get(task.row) ?? task.deps })),
    ...append.map((row) => ({ id: row[id]!, deps: listOf(row[deps]!) })),
  ])
  const moved = sheet.tasks.flatMap((task): CellEdit[] => {
    const depth = String(wave.get(task.id) ?? task.cells.wave)
    const known = task.deps.every((dep) => sheet.byId.has(dep)) || Number(depth) > Number(task.cells.wave) // waiting for something missing never ends
    return task.cells.wave === depth || !known ? [] : [{ row: task.row, column, value: depth }]
  })
  return { cells: [...cells, ...moved], append: append.map((row) => row.with(column, String(wave.get(row[id]!) ?? ''))) }
}

export function setStatus(sheet: TaskSheet, changes: readonly { id: string; status: string; error?: string }[]): TaskSheet {
  const cells = changes.flatMap(({ id, status, error }): CellEdit[] => {
    const task = sheet.byId.get(id)
    return task ? [...cellEdit(sheet, task, 'status', status), ...(error === undefined ? [] : cellEdit(sheet, task, 'error', error))] : []
  })
  return changed(sheet, { cells, append: [] })
}

export function cellEdit(sheet: TaskSheet, task: AuditTask, column: TaskColumn, value: string): CellEdit[] {
  const index = sheet.columns.get(column)
  return index === undefined || task.cells[column] === value ? [] : [{ row: task.row, column: index, value }]
}

/** A finished audit is completed, whatever it found. One that waits for a person is failed, so that no tool starts its dependents. */
function statusEdits(sheet: TaskSheet, decision: Decision): CellEdit[] {
  const task = sheet.byId.get(decision.auditId)
  if (!task) return []
  if (decision.decision !== 'ESCALATE') return cellEdit(sheet, task, 'status', 'completed')
  return [...cellEdit(sheet, task, 'status', 'failed'), ...cellEdit(sheet, task, 'error', escalationError(decision))]
}

function escalationError(decision: Decision): string {
  return `escalated at iteration ${decision.iteration} of ${decision.rounds}: waits for a person`
}

function escalated(decision: Decision, reason: string): Decision {
  return { ...decision, decision: 'ESCALATE', rationale: [`Revision tasks couldn't be made: ${reason}.`, ...decision.rationale] }
}

function canStart(sheet: TaskSheet, id: string): boolean {
  const task = sheet.byId.get(id)
  return task !== undefined && statusOf(task) === 'pending' && task.deps.every((dep) => sheet.byId.get(dep)?.cells.status === 'completed')
}

/** The sheet itself names them all. */
const listed = { most: 20 }

function actionsOf(
  { decision, revision, ready }: Omit<Applied, 'actions'>,
  before: TaskSheet,
  after: TaskSheet,
  refusal?: string,
): string[] {
  if (decision.partial !== null) return ['Nothing was applied: the decision is partial.']
  if (refusal !== undefined) return [`tasks.csv was left unchanged: ${refusal}.`, 'Escalated to a person at once.']
  const actions: string[] = []
  const was = before.byId.get(decision.auditId)?.cells.status ?? ''
  const is = after.byId.get(decision.auditId)?.cells.status ?? ''
  actions.push(
    !after.columns.has('status')
      ? 'tasks.csv has no status column, so no status was written.'
      : was === is
        ? `${decision.auditId} stays ${is}.`
        : `${decision.auditId}: status ${was || 'empty'} → ${is}.`,
  )
  if (revision?.already) actions.push(`The revision was made before: ${revision.fix} and ${revision.reAudit} stand.`)
  else if (revision) {
    const wave = (id: string | null) => after.byId.get(id ?? '')?.cells.wave
    const at = (id: string | null) => `${id}${wave(id) ? ` (wave ${wave(id)})` : ''}`
    actions.push(`Created ${at(revision.fix)} and ${at(revision.reAudit)}.`)
    actions.push(
      revision.rewired.length === 0
        ? 'No task depended on the failed audit.'
        : `Now waiting for ${revision.reAudit}: ${someOf(revision.rewired, listed)}.`,
    )
    const early = revision.rewired.filter((id) => after.byId.get(id)?.cells.status === 'completed')
    if (early.length > 0) actions.push(`Already completed before the audit passed: ${someOf(early, listed)}.`)
  }
  if (decision.decision === 'CONVERGE')
    actions.push(
      `Design phase complete for ${decision.auditId}; ${ready.length === 0 ? 'nothing waits for it alone' : `ready to start: ${someOf(ready, listed)}`}.`,
    )
  if (decision.decision === 'ESCALATE')
    actions.push(`Escalated; unresolved: ${countOf(decision, 'Critical')} Critical, ${countOf(decision, 'High')} High.`)
  return actions
}

const countOf = ({ findings }: Decision, severity: Finding['severity']) => findings.filter((each) => each.severity === severity).length
