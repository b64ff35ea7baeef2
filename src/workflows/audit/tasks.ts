// The typed view of tasks.csv: known columns by name in any order, beside columns we keep and don't read.
import { type CsvDocument, cellValue, isBlankRow, parseCsv } from '../../lib/csv.ts'

export const taskColumns = [
  'id',
  'title',
  'description',
  'role',
  'pipeline_mode',
  'scope',
  'audit_type',
  'deps',
  'context_from',
  'exec_mode',
  'wave',
  'status',
  'findings',
  'artifacts_produced',
  'audit_score',
  'audit_signal',
  'error',
] as const
export type TaskColumn = (typeof taskColumns)[number]

export interface AuditTask {
  readonly id: string
  readonly row: number // index into document.rows
  readonly line: number
  readonly deps: readonly string[]
  readonly contextFrom: readonly string[]
  readonly artifacts: readonly string[]
  readonly cells: Readonly<Record<TaskColumn, string>> // trimmed; '' if the column is missing
}

export interface TaskSheet {
  readonly document: CsvDocument
  readonly columns: ReadonlyMap<TaskColumn, number>
  readonly width: number
  readonly missing: readonly TaskColumn[]
  readonly unknown: readonly string[]
  readonly duplicated: readonly string[]
  readonly tasks: readonly AuditTask[]
  readonly byId: ReadonlyMap<string, AuditTask> // the first with an id
}

export function readTasks(source: string | CsvDocument): TaskSheet {
  const document = typeof source === 'string' ? parseCsv(source) : source
  const header = document.rows[0]?.cells.map(cellValue) ?? []
  const columns = new Map<TaskColumn, number>()
  const unknown: string[] = []
  const duplicated: string[] = []
  header.forEach((name, index) => {
    const column = columnNamed(name)
    if (!column) unknown.push(name)
    else if (columns.has(column)) duplicated.push(name)
    else columns.set(column, index)
  })
  const places = taskColumns.map((name) => [name, columns.get(name) ?? -1] as const)
  const tasks: AuditTask[] = []
  const byId = new Map<string, AuditTask>()
  document.rows.forEach((row, index) => {
    if (index === 0 || isBlankRow(row)) return
    const cells = { ...noCells }
    for (const [name, place] of places) cells[name] = cellValue(row.cells[place] ?? '').trim()
    const task = {
      id: cells.id,
      row: index,
      line: row.line,
      deps: listOf(cells.deps),
      contextFrom: listOf(cells.context_from),
      artifacts: pathsOf(cells.artifacts_produced),
      cells,
    }
    tasks.push(task)
    if (task.id !== '' && !byId.has(task.id)) byId.set(task.id, task)
  })
  return {
    document,
    columns,
    width: header.length,
    missing: taskColumns.filter((name) => !columns.has(name)),
    unknown,
    duplicated,
    tasks,
    byId,
  }
}

/** An audit is recognised by its id or, in sessions with other names, by fields that only an audit has. */
export function isAudit(task: AuditTask): boolean {
  return /^AUDIT-/.test(task.id) || task.cells.audit_signal !== '' || (task.cells.role === 'reviewer' && task.cells.audit_type !== '')
}

/** Does the sheet follow the audit contract, so that we may validate roles, scopes and the like? */
export function isAuditSheet(sheet: TaskSheet): boolean {
  return sheet.columns.has('audit_type') && sheet.columns.has('audit_signal')
}

/** Ids are written with `;` between them; `,`, `|`, spaces and JSON arrays are also accepted, since no id contains those. */
export function listOf(cell: string): string[] {
  if (cell === '') return []
  return cell.split(listSeparators).filter((item) => item !== '')
}

/** Replaces ids in a list cell, keeping its separators; duplicates are dropped. */
export function replaceInList(cell: string, replacements: ReadonlyMap<string, string>): string {
  const items = listOf(cell)
  const wanted = [...new Set(items.map((item) => replacements.get(item) ?? item))]
  if (wanted.length < items.length) return wanted.join(/[;,|]\s*/.exec(cell)?.[0] ?? ';')
  return cell.replace(/[^;,|\s[\]"']+/g, (item) => replacements.get(item) ?? item)
}

const noCells = Object.fromEntries(taskColumns.map((name) => [name, ''])) as Record<TaskColumn, string>

const listSeparators = /[;,|\s[\]"']+/

/** Paths may contain spaces and commas, so only `;` and newlines separate them. */
function pathsOf(cell: string): string[] {
  if (cell === '') return []
  return cell
    .split(/[;\n]/)
    .map((path) => path.trim())
    .filter((path) => path !== '')
}

function columnNamed(name: string): TaskColumn | undefined {
  const plain = name.trim().toLowerCase().replaceAll(/[\s-]/g, '_')
  return taskColumns.find((column) => column === plain)
}
