// The critic's rules that each design broke, for learning. Quotes from one design are left out: they say nothing about the next.
import type { Missed } from '../../learning/record.ts'
import type { Event } from '../../schema/event.ts'
import type { Evaluation } from './state.ts'

export function missed(events: readonly Event[]): Missed[][] {
  return events
    .filter(({ type }) => type === 'evaluation_done')
    .map(({ data }) =>
      (data as Evaluation).advice.map(({ ruleId, change }) => ({ rule: ruleId, says: change.replaceAll(/"(?:[^"\\]|\\.)*"/g, '…') })),
    )
}
