// What a revision does to the task sheet: adds a fix and a re-audit, and makes whatever waited for the failed audit wait for the re-audit.
import { type ChainLink, chainOf, isDesignFix, isReAudit, nextRevisionNumber, numberOf } from './chain.ts'
import { cellValue } from '../../lib/csv.ts'
import type { CellEdit } from './csv-edit.ts'
import { type Finding, quoteFinding } from './findings.ts'
import { ancestorsOf, dependentsOf } from './graph.ts'
import { type AuditTask, type TaskColumn, type TaskSheet, replaceInList } from './tasks.ts'
import { structuralFaults } from './validate.ts'

interface RevisionRequest {
  readonly auditId: string
  readonly iteration: number // of the failed audit
  readonly issues: readonly Finding[] // what the designer is to fix
  readonly findings: readonly Finding[] // what the audit found; must include every issue
}

export interface Revision {
  readonly auditId: string
  readonly fix: string | null // null if a person makes the fix
  readonly reAudit: string
  readonly rewired: readonly string[]
  readonly already: boolean // made before: nothing was added
}

export interface RevisionPlan {
  readonly cells: readonly CellEdit[]
  readonly append: readonly (readonly string[])[]
  readonly made: readonly Revision[]
  readonly refused: readonly { readonly auditId: string; readonly reason: string }[]
}

/** Plans many revisions at once, so that a large sheet is walked once; `manual` plans only a re-audit, for a person's fix. */
export function planRevisions(
  sheet: TaskSheet,
  chains: ReadonlyMap<string, ChainLink>,
  requests: readonly RevisionRequest[],
  manual = false,
): RevisionPlan {
  const obstacle = requests.length > 0 ? sheetObstacle(sheet) : null
  if (obstacle !== null) return { cells: [], append: [], made: [], refused: requests.map(({ auditId }) => ({ auditId, reason: obstacle })) }
  const dependents = dependentsOf(sheet.tasks)
  const lists = new Map<string, CellEdit>() // row/column → the new list cell; several audits may rewire one cell
  const append: string[][] = []
  const made: Revision[] = []
  const refused: { auditId: string; reason: string }[] = []
  const taken = new Set(sheet.byId.keys())
  let number = nextRevisionNumber(taken)
  for (const request of requests) {
    const audit = sheet.byId.get(request.auditId)
    const reason = requestObstacle(request, audit, manual)
    if (!audit || reason !== null) {
      refused.push({ auditId: request.auditId, reason: reason ?? `there is no task ${request.auditId}` })
      continue
    }
    const oldFix = newestOf(dependents.get(audit.id) ?? [], isDesignFix)
    const oldReAudit = newestOf((oldFix ? dependents.get(oldFix) : dependents.get(audit.id)) ?? [], isReAudit)
    const nnn = String(number).padStart(3, '0')
    const fix = oldFix ?? (manual ? null : `DESIGN-fix-${nnn}`)
    const reAudit = oldReAudit ?? `AUDIT-re-${nnn}`
    if (!oldFix && fix !== null) append.push(fixRow(sheet, audit, fix, request))
    if (!oldReAudit) append.push(reAuditRow(sheet, audit, reAudit, fix, request.iteration))
    if (!oldReAudit || (!oldFix && fix !== null)) number += 1
    const rewired = oldReAudit ? [] : rewire({ sheet, chains, dependents, lists }, audit, fix, reAudit)
    made.push({ auditId: audit.id, fix, reAudit, rewired, already: oldReAudit !== null })
  }
  return { cells: [...lists.values()], append, made, refused }
}

interface Wiring {
  sheet: TaskSheet
  chains: ReadonlyMap<string, ChainLink>
  dependents: ReadonlyMap<string, readonly string[]>
  lists: Map<string, CellEdit>
}

/** Dependents of the failed audit, and of earlier iterations not yet rewired, wait for the new re-audit; the chain's own tasks stay. */
function rewire({ sheet, chains, dependents, lists }: Wiring, audit: AuditTask, fix: string | null, reAudit: string): string[] {
  const chain = chainOf(chains, audit.id)
  const behind = new Set(chain.flatMap((id) => dependents.get(id) ?? []))
  const older = chain.length > 1 ? ancestorsOf(sheet.byId, audit.id) : new Set<string>()
  const replacements = new Map(chain.map((id) => [id, reAudit])) // the keys are the chain's own audits
  const rewired: string[] = []
  for (const id of behind) {
    // What the audit itself depends on can't wait for what comes after it.
    if (id === fix || replacements.has(id) || older.has(id)) continue
    const task = sheet.byId.get(id)!
    for (const column of ['deps', 'context_from'] as const) {
      const index = sheet.columns.get(column)
      if (index === undefined) continue
      const key = `${task.row}/${index}`
      const before = lists.get(key)?.value ?? cellValue(sheet.document.rows[task.row]!.cells[index]!)
      const value = replaceInList(before, replacements)
      if (value !== before) lists.set(key, { row: task.row, column: index, value })
    }
    rewired.push(id)
  }
  return rewired
}

function sheetObstacle(sheet: TaskSheet): string | null {
  const lacking = (['id', 'description', 'deps'] as const).filter((column) => !sheet.columns.has(column))
  if (lacking.length > 0) return `tasks.csv has no column ${lacking.join(', ')}, so revision tasks can't be added to it`
  const faults = structuralFaults(sheet)
  return faults.length === 0
    ? null
    : `tasks.csv can't be extended safely: ${faults
        .slice(0, 3)
        .map((fault) => fault.message)
        .join('; ')}${faults.length > 3 ? `; and ${faults.length - 3} more` : ''}`
}

function requestObstacle({ auditId, issues, findings }: RevisionRequest, audit: AuditTask | undefined, manual: boolean): string | null {
  if (!audit) return `there is no task ${auditId}`
  if (manual) return null
  if (issues.length === 0) return `${auditId} requires a fix but names no finding, so there is nothing for the designer to fix`
  const known = new Set(findings.map((each) => `${each.at}\n${each.text}`))
  const foreign = issues.find((each) => !known.has(`${each.at}\n${each.text}`))
  return foreign ? `"${foreign.text.slice(0, 120)}" isn't a finding of ${auditId}` : null
}

function newestOf(ids: readonly string[], is: (id: string) => boolean): string | null {
  return ids.filter(is).reduce<string | null>((best, id) => (best === null || numberOf(id) > numberOf(best) ? id : best), null)
}

function fixRow(sheet: TaskSheet, audit: AuditTask, id: string, { iteration, issues }: RevisionRequest): string[] {
  const description = [
    `Fix what ${audit.id} (iteration ${iteration}) found, and nothing else:`,
    ...issues.map((each) => `- [${each.severity}] ${quoteFinding(each)}`),
  ].join('\n')
  return newRow(sheet, audit, {
    id,
    title: `Fix the findings of ${audit.id}`,
    description,
    role: 'designer',
    audit_type: '',
    deps: audit.id,
    context_from: audit.id,
    exec_mode: 'csv-wave',
    status: 'pending',
  })
}

function reAuditRow(sheet: TaskSheet, audit: AuditTask, id: string, fix: string | null, iteration: number): string[] {
  const description = `Audit again after ${fix ?? 'the manual fix'} (iteration ${iteration + 1}): check each finding of ${audit.id}, and look for new ones.`
  const context = fix === null ? audit.id : `${fix};${audit.id}`
  const { role, audit_type, exec_mode } = audit.cells
  const title = `Re-audit after ${fix ?? 'a manual fix'}`
  return newRow(sheet, audit, {
    id,
    title,
    description,
    role: role || 'reviewer',
    audit_type,
    deps: fix ?? audit.id,
    context_from: context,
    exec_mode: exec_mode || 'csv-wave',
    status: 'pending',
  })
}

function newRow(sheet: TaskSheet, audit: AuditTask, cells: Partial<Record<TaskColumn, string>>): string[] {
  const row = new Array<string>(sheet.width).fill('')
  const all: Partial<Record<TaskColumn, string>> = { pipeline_mode: audit.cells.pipeline_mode, scope: audit.cells.scope, ...cells }
  for (const [column, value] of Object.entries(all) as [TaskColumn, string][]) {
    const index = sheet.columns.get(column)
    if (index !== undefined) row[index] = value
  }
  return row
}
