// The facts of a sprint run.
import type { Judgement } from '../../agents/judge/judge.ts'
import type { EventOf, FactOf } from '../../kernel/workflow.ts'
import type { NewEvent } from '../../schema/event.ts'
import type { Contract } from './contract.ts'
import type { Dimension } from './dimensions.ts'
import type { CountedVerdict } from './scorecard.ts'
import type { Evaluation, PageSeen, SprintState, Status } from './state.ts'

export interface SprintEvents {
  baseline_read: { baseline: SprintState['baseline'] }
  /** Null if there is no page yet. */
  page_read: { artifact: string | null; files: number }
  contract_drafted: { contract: Contract }
  contract_reviewed: { contract: Contract; round: number; disputed: string[] }
  contract_sealed: { contract: Contract; sha256: string }
  built: { artifact: string; bytes: number; files: string[]; notes: string }
  measured: { verdicts: CountedVerdict[]; seen: PageSeen | null }
  measured_again: { verdicts: CountedVerdict[] }
  judged: { task: string; judgement: Judgement }
  calibrated: SprintState['calibration'][number]
  evaluated: Evaluation
  iteration_began: { iteration: number }
  adjusted: { guidance: string[]; dropped: string[]; threshold?: number; maxIterations?: number; by: string }
  refocused: { priority: Dimension; by: string }
  recorded: object
  step_failed: { task: string; attempt: number; problem: string }
  finished: { status: Exclude<Status, 'running'>; reason: string; because: string; by?: string }
}

export type SprintEventName = keyof SprintEvents

export type SprintEvent = EventOf<SprintEvents>
export type SprintFact = FactOf<SprintEvents>

export const event = <N extends SprintEventName>(type: N, data: SprintEvents[N]): NewEvent => ({ type, data })
