// The fold: each event's effect on the state. Nothing else changes it.
import { nothingSpent, spend } from '../../kernel/budget.ts'
import { move } from '../../kernel/machine.ts'
import { type Evolve, applied } from '../../kernel/workflow.ts'
import type { NewEvent } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'
import type { AuditEvent, AuditEvents, DecidedAudit } from './events.ts'
import { type Step, steps } from './machine.ts'
import type { AuditInput, AuditState, Settled, Tries } from './state.ts'

export function initial(input: AuditInput, at: number): AuditState {
  return {
    input,
    step: 'READ',
    reads: 0,
    writes: 0,
    waves: 0,
    queue: [],
    results: [],
    designing: false,
    design: null,
    tries: [],
    unmade: [],
    settled: [],
    missing: [],
    rerun: [],
    waiting: [],
    said: null,
    fixing: [],
    purpose: 'decisions',
    write: null,
    conflict: null,
    timeUp: false,
    budgetUp: null,
    spent: nothingSpent,
    counts: { pending: 0, completed: 0, failed: 0, skipped: 0 },
    notes: [],
    ending: null,
    worked: 0,
    workingSince: null,
    createdAt: at,
    updatedAt: at,
  }
}

type Apply = { [N in keyof AuditEvents]: (state: AuditState, data: AuditEvents[N], at: number) => AuditState }

const apply: Apply = {
  session_read: (state, { notes }) => ({ ...state, reads: state.reads + 1, notes: notes.length > 0 ? notes : state.notes, missing: [] }),
  decided: (state, { audits }) => {
    const write = state.writes + 1
    const anew = new Set(audits.map(({ decision }) => decision.auditId))
    const settled = [...state.settled.filter(({ auditId }) => !anew.has(auditId)), ...audits.map((each) => settledOf(each, write))]
    const open = audits.flatMap(({ decision, basis, escalation, report }) =>
      decision.partial === null && escalation ? [{ decision, basis, escalation, report, write }] : [],
    )
    return { ...state, settled, waiting: [...state.waiting.filter(({ decision }) => !anew.has(decision.auditId)), ...open] }
  },
  approval_found: (state, { auditId, basis, iteration, rounds, by }) => {
    const nothing = { signal: 'fix_required', score: null, findings: 0, partial: null, created: [], ready: [], report: null, write: 0 }
    const approved: Settled = { auditId, basis, decision: 'APPROVED', iteration, rounds, approvedBy: by, ...nothing }
    return { ...state, settled: [...state.settled.filter((each) => each.auditId !== auditId), approved] }
  },
  audit_missing: (state, { rerun, ...missing }) =>
    rerun
      ? { ...state, rerun: [...state.rerun, { auditId: missing.auditId, write: state.writes + 1 }] }
      : { ...state, missing: [...state.missing, missing] },
  tasks_skipped: (state) => state,
  design_changed: (state) => state,
  results_recorded: (state) => state,
  answered: (state, said) => to({ ...state, said }, 'READ'),
  answer_applied: (state, { auditId, choice, by, reAudit, refusal }) => {
    if (refusal !== null) return { ...state, said: null }
    const waiting = state.waiting.filter(({ decision }) => decision.auditId !== auditId)
    if (choice === 'force-approve')
      return {
        ...state,
        waiting,
        settled: state.settled.map((each) => (each.auditId === auditId ? { ...each, decision: 'APPROVED', approvedBy: by } : each)),
      }
    return { ...state, waiting, fixing: reAudit === null ? state.fixing : [...state.fixing, { auditId, reAudit }] }
  },
  fixed_by_hand: (state, { reAudit }) => to({ ...state, fixing: state.fixing.filter((each) => each.reAudit !== reAudit) }, 'READ'),
  planned: (state, { purpose, write, queue, design, counts }, at) => {
    const designing = queue.some(({ role }) => role === 'designer')
    const planned: AuditState = {
      ...state,
      purpose,
      write,
      queue,
      design,
      designing,
      counts,
      waves: state.waves + Number(queue.length > 0),
      writes: state.writes + Number(write !== null),
    }
    return write ? to(planned, 'WRITE') : arrive(planned, at)
  },
  written: (state, _data, at) => arrive(state, at),
  conflict_found: (state, { hint }) => {
    const kept = (each: { write: number }) => each.write !== state.writes // what was to be written with it is decided again
    const undone: AuditState = {
      ...state,
      write: null,
      queue: [],
      settled: state.settled.filter(kept),
      waiting: state.waiting.filter(kept),
      rerun: state.rerun.filter(kept),
    }
    const told: AuditState = { ...undone, conflict: { hint, count: (state.conflict?.count ?? 0) + 1 } }
    return state.ending?.by !== undefined ? to(told, 'OVER') : to({ ...told, ending: null }, 'CONFLICT')
  },
  conflict_answered: (state) => to(state, 'READ'),
  task_done: (state, result, at) => {
    const results = [...state.results, result].sort(byId)
    return left({ ...state, results, tries: tried(state, result.id, null), queue: state.queue.filter(({ id }) => id !== result.id) }, at)
  },
  task_again: (state, { id, problem }) => ({ ...state, tries: tried(state, id, problem) }),
  task_unmade: (state, task, at) =>
    left({ ...state, unmade: [...state.unmade, task].sort(byId), queue: state.queue.filter(({ id }) => id !== task.id) }, at),
  time_up: (state, _data, at) => left({ ...state, timeUp: true, queue: [] }, at),
  budget_used_up: (state, { because }) => ({ ...state, budgetUp: because }),
  ending: (state, ending) => ({ ...state, ending }),
  halted: (state, ending) => to({ ...state, ending }, 'OVER'),
  stopped: (state, { reason, because, by }) => {
    const ending = { reason: reason || 'user_stop', because, status: 'stopped' as const, passed: false, by }
    return state.step === 'WRITE' ? { ...state, ending } : to({ ...state, ending }, 'OVER') // a change in progress is finished first
  },
}

export const evolve: Evolve<AuditState> = (state: AuditState, event: AuditEvent) => {
  if (event.type === 'replied' || event.type === 'waiting')
    return { ...state, spent: spend(state.spent, { ms: 0, ...event.data }), updatedAt: Math.max(state.updatedAt, event.at) }
  const known = applied(apply, state, event) ?? state
  const next = event.type === 'resumed' && known.workingSince !== null ? { ...known, workingSince: event.at } : known // nobody worked while no process did
  return { ...next, updatedAt: Math.max(state.updatedAt, event.at) }
}

/** The state after events that aren't committed yet. */
export function fold(state: AuditState, events: readonly NewEvent[]): AuditState {
  return events.reduce((current, { type, data }) => evolve(current, { type, data, at: current.updatedAt }), state)
}

/** Where a plan leads once it is on disk. */
function arrive(state: AuditState, at: number): AuditState {
  const { purpose, ending, queue, waiting, fixing } = state
  const done: AuditState = {
    ...state,
    write: null,
    ...(purpose === 'answer' && { said: null }),
    ...(purpose === 'results' && { results: [] }),
  }
  if (ending) return to(done, 'OVER')
  if (queue.length > 0) return { ...to(done, 'WORK'), workingSince: at }
  return to(done, purpose === 'decisions' && waiting.length + fixing.length > 0 ? 'ASK' : 'READ')
}

/** The last task of a wave, or the time limit: records the results. */
function left(state: AuditState, at: number): AuditState {
  if (state.queue.length > 0) return state
  return {
    ...to(state, 'READ'),
    worked: state.worked + (state.workingSince === null ? 0 : Math.max(0, at - state.workingSince)),
    workingSince: null,
  }
}

function tried({ tries }: AuditState, id: string, problem: string | null): Tries[] {
  const { count, wrong } = triesOf(tries, id)
  return [...tries.filter((each) => each.id !== id), { id, count: count + 1, wrong: problem === null ? 0 : wrong + 1, problem }].sort(byId)
}

export function triesOf(tries: readonly Tries[], id: string): Tries {
  return tries.find((each) => each.id === id) ?? { id, count: 0, wrong: 0, problem: null }
}

function settledOf({ decision, basis, report, created, ready }: DecidedAudit, write: number): Settled {
  const { auditId, decision: name, iteration, rounds, effectiveSignal: signal, score, partial } = decision
  const told = { auditId, basis, decision: name, iteration, rounds, signal, score, findings: decision.findings.length, partial }
  return { ...told, created, ready, report, approvedBy: null, write }
}

/** Makes the order of parallel replies invisible. */
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

function to(state: AuditState, step: Step): AuditState {
  if (state.step === step) return state
  const moved = move(steps, state.step, step)
  if (!moved.ok) throw new Fault('internal', moved.reason)
  return { ...state, step }
}
