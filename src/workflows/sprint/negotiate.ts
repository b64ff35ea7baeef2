// From one iteration to the next: the contract a step needs is drafted along with whatever leads to it.
import { canonicalize } from '../../lib/canonical.ts'
import { sha256 } from '../../lib/hash.ts'
import { toBasisPoints } from '../../rules/score.ts'
import type { NewEvent } from '../../schema/event.ts'
import { type Contract, draftContract } from './contract.ts'
import { event } from './events.ts'
import { evolve } from './evolve.ts'
import type { SprintState } from './state.ts'

/** A contract is drafted as soon as a step needs one; without a builder nobody can object, and it is sealed at once. */
export function withContract(state: SprintState, events: NewEvent[]): NewEvent[] {
  const after = fold(state, events)
  if (after.step !== 'CONTRACT' || after.contract?.iteration === after.iteration) return events
  const { gan_loop } = after.parameters
  const contract = draftContract({
    number: after.input.firstNumber + after.iteration - 1,
    iteration: after.iteration,
    at: after.updatedAt,
    criteria: after.criteria,
    material: after.input.material,
    threshold: toBasisPoints(gan_loop.pass_threshold),
    standing: after.standing,
    before: after.contract?.acceptance_checklist.map(({ measures }) => measures) ?? null,
    dropped: after.dropped,
    priority: after.priority,
    guidance: after.guidance,
    scores: after.scores.map(({ iteration, score }) => ({ iteration, score: score / 10_000 })),
  })
  const drafted = [...events, event('contract_drafted', { contract })]
  return after.input.builder && gan_loop.sprint_contract.max_negotiation_rounds > 0 ? drafted : [...drafted, sealed(contract)]
}

export const sealed = (contract: Contract) => event('contract_sealed', { contract, sha256: sha256(canonicalize(contract)) })

export const fold = (state: SprintState, events: readonly NewEvent[]) =>
  events.reduce((current, { type, data }) => evolve(current, { type, data, at: current.updatedAt }), state)
