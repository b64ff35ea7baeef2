// From one iteration to the next: drafts the contract a step needs along with what leads to it.
import { canonicalize } from '../../lib/canonical.ts'
import { sha256 } from '../../lib/hash.ts'
import type { NewEvent } from '../../schema/event.ts'
import { type Contract, draftContract } from './contract.ts'
import { event } from './events.ts'
import { evolve } from './evolve.ts'
import type { SprintState } from './state.ts'

/** Drafts a contract as soon as a step needs one; without a builder nobody can object, so it is sealed at once. */
export function withContract(state: SprintState, events: NewEvent[]): NewEvent[] {
  const after = fold(state, events)
  if (after.step !== 'CONTRACT' || after.contract?.iteration === after.iteration) return events
  const contract = draftContract(after)
  const drafted = [...events, event('contract_drafted', { contract })]
  const reviewed = after.input.builder && after.parameters.gan_loop.sprint_contract.max_negotiation_rounds > 0
  return reviewed ? drafted : [...drafted, sealed(contract)]
}

export const sealed = (contract: Contract) => event('contract_sealed', { contract, sha256: sha256(canonicalize(contract)) })

export const fold = (state: SprintState, events: readonly NewEvent[]) =>
  events.reduce((current, { type, data }) => evolve(current, { type, data, at: current.updatedAt }), state)
