// Task statuses: which may run, which never will, which were interrupted. Touches no other cell.
import { type ChainLink, isDesignFix, isReAudit } from './chain.ts'
import { computeWaves } from './graph.ts'
import { type AuditTask, type TaskSheet, isAudit } from './tasks.ts'
import type { Counts } from './state.ts'

interface Skip {
  readonly id: string
  readonly reason: string
}

/** Pending tasks whose dependencies are completed and whose audits passed in their newest round (or were approved by a person). */
export function readyTasks(sheet: TaskSheet, chains: ReadonlyMap<string, ChainLink>, passed: ReadonlySet<string>): string[] {
  return [...sheet.byId.values()].filter((task) => isReady(sheet, chains, passed, task)).map((task) => task.id)
}

/** A task behind a failed or skipped one is skipped, transitively. Audits that wait for a person hold their dependents instead. */
export function skippedTasks(sheet: TaskSheet, waiting: ReadonlySet<string>): Skip[] {
  const status = new Map([...sheet.byId].map(([id, task]) => [id, statusOf(task)]))
  const skips: Skip[] = []
  for (const id of computeWaves(sheet.tasks).order) {
    if (status.get(id) !== 'pending') continue
    const cause = sheet.byId
      .get(id)!
      .deps.find((dep) => !waiting.has(dep) && (status.get(dep) === 'failed' || status.get(dep) === 'skipped'))
    if (cause === undefined) continue
    skips.push({ id, reason: `dependency ${cause} ${status.get(cause) === 'failed' ? 'failed' : 'was skipped'}` })
    status.set(id, 'skipped')
  }
  return skips
}

/** Tasks a stopped run left in progress return to pending. */
export function interruptedTasks(sheet: TaskSheet): string[] {
  return [...sheet.byId.values()].filter((task) => statusOf(task) === 'in_progress').map((task) => task.id)
}

/** Failed or skipped tasks to retry; an audit with findings didn't fail, whatever its status says. */
export function failedTasks(sheet: TaskSheet): string[] {
  return [...sheet.byId.values()]
    .filter((task) => (statusOf(task) === 'failed' || statusOf(task) === 'skipped') && task.cells.audit_signal === '')
    .map((task) => task.id)
}

export function statusOf(task: AuditTask): string {
  return task.cells.status === '' ? 'pending' : task.cells.status
}

function isReady(sheet: TaskSheet, chains: ReadonlyMap<string, ChainLink>, passed: ReadonlySet<string>, task: AuditTask): boolean {
  if (statusOf(task) !== 'pending') return false
  // The fix and the re-audit exist because the audit didn't pass.
  const follows = isDesignFix(task.id) || isReAudit(task.id)
  return task.deps.every((dep) => {
    const before = sheet.byId.get(dep)
    if (!before || statusOf(before) !== 'completed') return false
    return follows || !isAudit(before) || passed.has(chains.get(dep)?.newest ?? dep)
  })
}

export function countsOf(sheet: TaskSheet): Counts {
  const counts: Counts = { pending: 0, completed: 0, failed: 0, skipped: 0 }
  for (const task of sheet.byId.values()) {
    const status = statusOf(task)
    counts[status === 'completed' || status === 'failed' || status === 'skipped' ? status : 'pending'] += 1
  }
  return counts
}
