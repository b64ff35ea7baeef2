// The facts of a reflex run. Twelve of them appear in history.jsonl; the rest stay in the journal.
import type { Judgement } from '../../agents/judge/judge.ts'
import type { EventOf, FactOf } from '../../kernel/workflow.ts'
import type { NewEvent } from '../../schema/event.ts'
import type { Outcome, Verdict } from '../../schema/verdict.ts'
import type { Criteria, Evaluation, Issue, Level, Overrun, PreparedCheck, Step } from './state.ts'

export interface ReflexEvents {
  run_started: { confirmed: 'person' | 'criteria-file'; criteria_sha256?: string }
  plan_created: { plan: string[] }
  /** `took`: what surrounded it in the reply; `doubt`: why something was left in place; `keys`: what in it looks like a key. */
  artifact_created: { artifact: string; bytes: number; changed: string[]; took?: string[]; doubt?: string; keys?: string[] }
  checks_prepared: { level: Level; checks: PreparedCheck[]; probes?: string[] }
  evaluation_done: Evaluation
  critique_done: { issues: Issue[] }
  refinement_done: ReflexEvents['artifact_created'] & { previous_artifact_hash: string }
  phase_switched: { from: Level; to: Level; because: string }
  iteration_advanced: { iteration: number }
  phase_error: { step: Step; task: string; attempt: number; message: string }
  /** `by`: a person, whose reason always counts as a stop. */
  stopped: { reason: string; because: string; by?: string; overrun?: Overrun }
  failed: { reason: 'phase_error'; because: string }
  // Internal:
  /** The step that ended the run is retried. */
  retried: { by: string }
  criteria_changed: { criteria?: Criteria; maxIterations?: number; allowCommands?: boolean; makerChecks?: boolean }
  criteria_confirmed: { by: string }
  iterations_confirmed: { by: string }
  context_read: { object: string | null }
  demands_told: { demands: Record<string, string> }
  /** Checks written by the maker, tried on one of the texts on which they should fail. */
  checks_tried: { probe: string; outcomes: Outcome[] }
  /** A person reviewed them: which count, and which rules have none. */
  checks_confirmed: { checks: string[]; refused: string[]; by: string }
  /** A person wants different ones. */
  checks_refused: { why: string[]; by: string }
  verdicts_recorded: { verdicts: Verdict[] }
  judged: { task: string; judgement: Judgement }
  /** A person read the passages behind doubtful verdicts: whether they count. */
  verdicts_looked_at: { keys: string[]; hold: boolean; by: string }
  /** `steps: every` only: the same iteration continues to CRITIQUE. */
  critique_called: object
  external_edit: { artifact: string; bytes: number; changed: string[] }
}

export type ReflexEventName = keyof ReflexEvents

export const historyNames = [
  'run_started',
  'plan_created',
  'artifact_created',
  'checks_prepared',
  'evaluation_done',
  'critique_done',
  'refinement_done',
  'phase_switched',
  'iteration_advanced',
  'phase_error',
  'stopped',
  'failed',
] as const satisfies readonly ReflexEventName[]

export type ReflexEvent = EventOf<ReflexEvents>
export type ReflexFact = FactOf<ReflexEvents>

export function event<N extends ReflexEventName>(type: N, data: ReflexEvents[N]): NewEvent {
  return { type, data }
}
