// The facts of an audit run.
import type { EventOf, FactOf } from '../../kernel/workflow.ts'
import type { NewEvent } from '../../schema/event.ts'
import type { Decision } from './decide.ts'
import type { Escalation, EscalationChoice } from './escalate.ts'
import type { Counts, Ending, Missing, PlannedTask, Purpose, Said, TaskResult, Write } from './state.ts'

export interface AuditEvents {
  session_read: { tasks: number; notes: string[] }
  decided: { audits: DecidedAudit[] }
  /** A person approved the same results in an earlier run. */
  approval_found: { auditId: string; basis: string; iteration: number; rounds: number; by: string; run: string }
  audit_missing: Missing & { rerun: boolean }
  tasks_skipped: { skipped: { id: string; reason: string }[] }
  design_changed: { changed: { path: string; before: string | null; after: string | null }[]; blamed: string[] }
  results_recorded: { results: { id: string; error: string; artifacts: string[] }[] }
  answered: Said
  answer_applied: {
    auditId: string
    choice: EscalationChoice
    by: string
    actions: string[]
    overridden: string[]
    reAudit: string | null
    refusal: string | null
  }
  fixed_by_hand: { reAudit: string; by: string }
  /** What follows from reading: a write, a wave, a question or the end. */
  planned: { purpose: Purpose; write: Write | null; queue: PlannedTask[]; design: Record<string, string> | null; counts: Counts }
  written: { paths: string[] }
  conflict_found: { hint: string[] }
  conflict_answered: { by: string }
  task_done: TaskResult
  task_again: { id: string; attempt: number; problem: string }
  task_unmade: { id: string; problem: string }
  time_up: { seconds: number }
  budget_used_up: { because: string }
  /** Why it will end once the plan is written. */
  ending: Ending
  /** Ends at once. */
  halted: Ending
  stopped: { reason: string; because: string; by: string }
}

export interface DecidedAudit {
  decision: Decision
  /** Its basis: the same basis isn't decided twice. */
  basis: string
  report: { path: string; object: string }
  /** The audit's own scores, out of 10; absent in journals of earlier versions. */
  dimensions?: { name: string; score: string }[]
  created: string[]
  ready: string[]
  actions: string[]
  escalation: Escalation | null
}

type AuditEventName = keyof AuditEvents

export type AuditEvent = EventOf<AuditEvents>
export type AuditFact = FactOf<AuditEvents>

export function event<N extends AuditEventName>(type: N, data: AuditEvents[N]): NewEvent {
  return { type, data }
}
