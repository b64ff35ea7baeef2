// The facts of an order, stage by stage.
import type { Told } from '../../learning/told.ts'
import type { Acceptance } from '../../rules/measure/acceptance.ts'
import type { EventOf, FactOf } from '../../kernel/workflow.ts'
import type { NewEvent } from '../../schema/event.ts'
import type { Estimate, Proposer } from './estimate.ts'
import type { Accepted, ChildResult, OrderItem, Refined, Status, Survey } from './state.ts'

export interface OrderEvents {
  /** The spec or task, and its repository. `context` is what makers see of it. */
  specified: { survey: Survey; context: string }
  /** An order that is one task is its own and only part. */
  decomposed: { items: OrderItem[] }
  child_ended: ChildResult
  rated: Estimate
  proposer_chosen: { proposer: Proposer; band: string }
  told: Told
  opened: { reused: boolean; watched: Record<string, string> }
  /** `maker` by its own name. */
  coded: { cycle: number; reply: string; maker: string }
  refined: Refined
  change_requested: { commit: string; branch: string }
  pull_requested: { url: string | null; problem: string | null }
  accepted: { seen: Accepted; acceptance: Acceptance; bars: string[] }
  step_failed: { task: string; attempt: number; problem: string }
  /** Details for logs and benchmarks; `orderRecord` folds the rest. */
  logged: { status: Exclude<Status, 'running'>; reason: string; because: string; by?: string }
  closed: { kept: string | null }
}

export type OrderEvent = EventOf<OrderEvents>
export type OrderFact = FactOf<OrderEvents>

export const event = <N extends keyof OrderEvents>(type: N, data: OrderEvents[N]): NewEvent => ({ type, data })
