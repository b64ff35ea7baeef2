// The criteria that each build missed, for learning. The page as it was given is nobody's build.
import type { Missed } from '../../learning/record.ts'
import type { Event } from '../../schema/event.ts'
import type { Evaluation } from './state.ts'

export function missed(events: readonly Event[]): Missed[][] {
  const built = events.findIndex(({ type }) => type === 'built')
  return (built < 0 ? [] : events.slice(built))
    .filter(({ type }) => type === 'evaluated')
    .map(({ data }) =>
      (data as Evaluation).card.criteria.flatMap(({ id, says, outcome, outOfContract }) =>
        outcome === 'fail' && !outOfContract ? [{ rule: id, says }] : [],
      ),
    )
}
