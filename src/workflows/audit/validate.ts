// Errors in a task sheet, each with row, column and reason; doesn't stop at the first.
import { cellValue } from '../../lib/csv.ts'
import { computeWaves } from './graph.ts'
import { parseDecimal, compareDecimal } from './score.ts'
import { roles } from './state.ts'
import { type AuditTask, type TaskColumn, type TaskSheet, isAuditSheet } from './tasks.ts'

interface TaskFault {
  readonly code:
    | `${'missing' | 'duplicate'}_column`
    | `${'empty' | 'duplicate'}_id`
    | `${'unknown' | 'self'}_dependency`
    | `${'late' | 'unknown'}_context`
    | ('no_rows' | 'broken_csv' | 'ragged_row' | 'cycle' | 'invalid_value' | 'empty_description')
  readonly row: number // from 1, the header is row 1
  readonly line: number
  readonly column: string
  readonly id: string
  readonly message: string
}

const taskValues = {
  role: roles,
  pipeline_mode: ['component', 'system', 'full-system'],
  scope: ['full', 'tokens', 'components'],
  audit_type: ['token-audit', 'component-audit', 'final-audit'],
  exec_mode: ['csv-wave', 'interactive'],
  status: ['pending', 'in_progress', 'completed', 'failed', 'skipped'],
  audit_signal: ['audit_passed', 'audit_result', 'fix_required'],
} as const satisfies Partial<Record<TaskColumn, readonly string[]>>

export function validateTasks(sheet: TaskSheet): TaskFault[] {
  return [
    ...sheetFaults(sheet),
    ...sheet.tasks.flatMap((task) => [...idFaults(sheet, task), ...valueFaults(sheet, task), ...dependencyFaults(sheet, task)]),
    ...graphFaults(sheet),
  ].sort((a, b) => a.row - b.row)
}

/** Errors that make the graph or the file unreliable, so that adding tasks would be guessing. */
export function structuralFaults(sheet: TaskSheet): TaskFault[] {
  const structural = /^(?:no_rows|duplicate_column|broken_csv|ragged_row|duplicate_id|self_dependency|cycle)$/
  const faults = [...sheetFaults(sheet), ...sheet.tasks.flatMap((task) => idFaults(sheet, task)), ...graphFaults(sheet)]
  return faults.filter(({ code }) => structural.test(code))
}

function sheetFaults(sheet: TaskSheet): TaskFault[] {
  const header = (code: TaskFault['code'], column: string, message: string) => ({ code, row: 1, line: 1, column, id: '', message })
  const faults: TaskFault[] = []
  const names = sheet.document.rows[0]?.cells.map(cellValue) ?? []
  const hint =
    names.length === 1 && /[;\t]/.test(names[0] ?? '')
      ? '; the header is one cell, so the file may be delimited by semicolons or tabs instead of commas'
      : ''
  const none =
    sheet.document.rows.length === 0 ? 'the file is empty: a header and at least one task are expected' : 'there is a header and no task'
  if (sheet.tasks.length === 0) faults.push(header('no_rows', '', none))
  for (const column of sheet.missing) faults.push(header('missing_column', column, `column ${column} is missing${hint}`))
  for (const column of sheet.duplicated)
    faults.push(header('duplicate_column', column, `column ${column} occurs twice; the first one is read`))
  for (const problem of sheet.document.problems) {
    const column = names[problem.column - 1]?.trim() ?? String(problem.column)
    const code = problem.code === 'ragged_row' ? 'ragged_row' : problem.code === 'stray_quote' ? 'invalid_value' : 'broken_csv'
    faults.push({ code, row: problem.row, line: problem.line, column, id: '', message: problem.message })
  }
  return faults
}

function idFaults(sheet: TaskSheet, task: AuditTask): TaskFault[] {
  if (task.id === '') return sheet.columns.has('id') ? [fault('empty_id', task, 'id', 'has no id')] : []
  const first = sheet.byId.get(task.id)
  if (first && first !== task) return [fault('duplicate_id', task, 'id', `repeats the id of row ${first.row + 1} (line ${first.line})`)]
  return []
}

function valueFaults(sheet: TaskSheet, task: AuditTask): TaskFault[] {
  const faults: TaskFault[] = []
  const invalid = (column: TaskColumn, expected: string) =>
    faults.push(fault('invalid_value', task, column, `has the ${column} ${quote(task.cells[column])}, expected ${expected}`))
  const ours = isAuditSheet(sheet)
  for (const [column, values] of Object.entries(taskValues) as [keyof typeof taskValues, readonly string[]][]) {
    const value = task.cells[column]
    // Other workflows use the same column names differently, so we don't validate their roles and scopes.
    const judged = ours || column === 'status' || column === 'exec_mode'
    if (judged && value !== '' && !values.includes(value)) invalid(column, values.join(', '))
  }
  if (ours && task.id !== '' && !idPattern.test(task.id))
    invalid('id', 'RESEARCH-, DESIGN-, AUDIT- or BUILD- and a number, such as AUDIT-001 or DESIGN-fix-002')
  if (task.cells.wave !== '' && !/^[1-9]\d{0,8}$/.test(task.cells.wave)) invalid('wave', 'a whole number from 1')
  const score = task.cells.audit_score
  if (score !== '' && !isScore(score)) invalid('audit_score', 'a number from 0 to 10')
  if (ours && task.cells.findings.length > 500)
    faults.push(fault('invalid_value', task, 'findings', `has findings of ${task.cells.findings.length} characters, expected at most 500`))
  if (sheet.columns.has('description') && task.cells.description === '')
    faults.push(fault('empty_description', task, 'description', 'has an empty description'))
  return faults
}

function dependencyFaults(sheet: TaskSheet, task: AuditTask): TaskFault[] {
  const faults = task.deps
    .filter((dep) => dep !== task.id && !sheet.byId.has(dep))
    .map((dep) => fault('unknown_dependency', task, 'deps', `depends on ${quote(dep)}, which isn't a task`))
  for (const context of task.contextFrom)
    if (!sheet.byId.has(context))
      faults.push(fault('unknown_context', task, 'context_from', `takes context from ${quote(context)}, which isn't a task`))
  return faults
}

function graphFaults(sheet: TaskSheet): TaskFault[] {
  const { wave, cycles } = computeWaves(sheet.tasks)
  const faults = cycles.map((members) => {
    const task = sheet.byId.get(members[0]!)!
    if (members.length === 1) return fault('self_dependency', task, 'deps', 'depends on itself')
    const shown = members.length > 20 ? [...members.slice(0, 20), `… ${members.length - 20} more`] : members
    return fault('cycle', task, 'deps', `is in a cycle of ${members.length} tasks: ${shown.join(', ')}`)
  })
  for (const task of sheet.tasks) {
    const own = wave.get(task.id)
    if (own === undefined) continue
    for (const context of task.contextFrom) {
      const other = wave.get(context)
      const late = `takes context from ${context} (wave ${other}), which isn't in an earlier wave than its own (${own})`
      if (other !== undefined && other >= own) faults.push(fault('late_context', task, 'context_from', late))
    }
  }
  return faults
}

const idPattern = /^(?:RESEARCH|DESIGN|AUDIT|BUILD)-(?:fix-|re-|recheck-)?\d+$/

function isScore(text: string): boolean {
  const score = parseDecimal(text)
  return score !== null && compareDecimal(score, { units: 10n, places: 0 }) <= 0
}

function fault(code: TaskFault['code'], task: AuditTask, column: TaskColumn, what: string): TaskFault {
  const { id, line, row } = task
  return { code, row: row + 1, line, column, id, message: `row ${row + 1} (line ${line}), ${id === '' ? 'a task' : quote(id)} ${what}` }
}

function quote(text: string): string {
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`
}
