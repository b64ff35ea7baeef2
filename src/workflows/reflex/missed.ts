// The rules that each evaluation found broken, for learning. Hidden rules are left out: no lesson may reveal one.
import type { Missed } from '../../learning/record.ts'
import type { Event } from '../../schema/event.ts'
import type { Evaluation, ReflexState } from './state.ts'

export function missed(events: readonly Event[], { criteria }: ReflexState): Missed[][] {
  const known = new Map(criteria.rules.flatMap(({ id, description, hidden }) => (hidden ? [] : [[id, description]])))
  return events
    .filter(({ type }) => type === 'evaluation_done')
    .map(({ data }) =>
      (data as Evaluation).results.flatMap(({ id, verdict }) => {
        const says = known.get(id)
        return verdict === 'fail' && says !== undefined ? [{ rule: id, says }] : []
      }),
    )
}
