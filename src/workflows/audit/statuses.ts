// Statuses of tasks: set without touching any other cell, and counted.
import { cellEdit, changed } from './apply.ts'
import type { CellEdit } from './csv-edit.ts'
import { statusOf } from './progress.ts'
import type { Counts } from './state.ts'
import type { TaskSheet } from './tasks.ts'

export function setStatus(sheet: TaskSheet, changes: readonly { id: string; status: string; error?: string }[]): TaskSheet {
  const cells = changes.flatMap(({ id, status, error }): CellEdit[] => {
    const task = sheet.byId.get(id)
    return task ? [...cellEdit(sheet, task, 'status', status), ...(error === undefined ? [] : cellEdit(sheet, task, 'error', error))] : []
  })
  return changed(sheet, { cells, append: [] })
}

export function countsOf(sheet: TaskSheet): Counts {
  const counts: Counts = { pending: 0, completed: 0, failed: 0, skipped: 0 }
  for (const task of sheet.byId.values()) {
    const status = statusOf(task)
    counts[status === 'completed' || status === 'failed' || status === 'skipped' ? status : 'pending'] += 1
  }
  return counts
}
