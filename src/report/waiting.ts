// An unavailable maker in words: why, and until when.
import type { RunState, Waiting } from '../kernel/reduce.ts'

/** The parts of a run that wait for a maker. */
export const waitingIn = ({ open }: Pick<RunState<unknown>, 'open'>): Waiting[] =>
  Object.values(open).flatMap(({ waiting }) => (waiting ? [waiting] : []))

export function waitingText({ message, until }: Waiting): string {
  const when = until === null ? '' : ` until ${new Date(until).toISOString().slice(0, 19)}Z`
  return `waiting for the maker${when}: ${message}`
}
