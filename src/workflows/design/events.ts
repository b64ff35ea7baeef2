// The facts of a feature's design.
import type { VerdictKey } from './recorded-verdicts.ts'
import { move } from '../../kernel/machine.ts'
import type { Assurance } from '../../kernel/task.ts'
import type { EventOf, FactOf } from '../../kernel/workflow.ts'
import type { Json, NewEvent } from '../../schema/event.ts'
import type { Dismissal } from './critic/critique.ts'
import type { Problem } from './critic/validate.ts'
import type { Heard } from './feedback/edit.ts'
import { type StateName, transitions } from './machine.ts'
import type { LedgerCount } from './outline/ledger.ts'
import type { DesignState, Edit, Evaluation, Preview, Scores, Settings } from './state.ts'

export interface DesignEvents {
  start_requested: { settings: Settings }
  start_checked: object
  /** `said`: the last rejection, sentence by sentence. */
  sources_read: { object: string; count: number; heard: number; said?: Heard[] }
  moved: { from: StateName; to: StateName; reason: string; because: string; by?: string }
  transition_refused: { from: StateName; to: StateName; reason: string; by?: string }
  threshold_refused: { wanted: number; fixed: number; by: string }
  intent_generated: { iteration: number; intent: string; hash: string; dimensions: Scores; maker: string; ledger?: LedgerCount }
  reply_refused: { task: string; problem: string }
  schema_violated: { reply: string; problems: Problem[] }
  critic_answered: VerdictKey & { verdict: Json }
  evaluation_done: Evaluation
  preview_made: Preview
  determinism_warning: { agent: string; why: string }
  determinism_violated: { what: string; why: string }
  approved: { by: string; assurance: Assurance; hash: string; signature?: string }
  rejected: { by: string; feedback: string }
  aborted: { by: string; reason: string }
  freeze_prepared: { marker: string; head: string }
  freeze_refused: { because: string }
  write_refused: { path: string; by: string; because: string }
  frozen: { checksum: string; marker: string; preview: string }
  integrity_violated: { file: string; expected: string; actual: string }
  unfrozen: { reason: string; checksum: string }
  reset: { by: string; investigated?: string; preload?: readonly string[] }
  dismissed: Dismissal & { assurance?: Assurance; preload?: readonly string[] }
  external_edit: Edit
}

export type DesignEventName = keyof DesignEvents

export type DesignEvent = EventOf<DesignEvents>
export type DesignFact = FactOf<DesignEvents>

export function event<N extends DesignEventName>(type: N, data: DesignEvents[N]): NewEvent {
  return { type, data }
}

/** A move along the table, or the record of a refused one. */
export function moved(
  { state: from }: Pick<DesignState, 'state'>,
  to: StateName,
  { reason, because, by }: { reason: string; because: string; by?: string },
): NewEvent {
  const made = move(transitions, from, to)
  if (!made.ok) return event('transition_refused', { from, to, reason: made.reason, ...(by && { by }) })
  return event('moved', { from, to, reason, because, ...(by && { by }) })
}
