// Several judges for one criterion: the majority decides, and their disagreement is shown.
import type { Outcome } from '../../schema/verdict.ts'

export interface JuryVerdict {
  outcome: Outcome
  /** Share of valid votes against the outcome, in basis points; null with fewer than two votes. */
  disagreement: number | null
  votes: Record<string, number>
}

/**
 * More than half of the valid votes decide. A tie is `unknown`; no valid vote at all is `error`. A failed judge doesn't vote,
 * but if at least half of the judges failed, the rest don't speak for the jury: `unknown`.
 */
export function combineJury(outcomes: readonly Outcome[]): JuryVerdict {
  const votes: Record<string, number> = {}
  for (const outcome of outcomes) votes[outcome] = (votes[outcome] ?? 0) + 1
  const failed = votes['error'] ?? 0
  const valid = outcomes.length - failed
  if (valid === 0) return { outcome: 'error', disagreement: null, votes }
  const [leader, most] = Object.entries(votes)
    .filter(([outcome]) => outcome !== 'error')
    .sort(([, a], [, b]) => b - a)[0] as [Outcome, number]
  const disagreement = valid < 2 ? null : Math.round(((valid - most) * 10_000) / valid)
  const decided = most * 2 > valid && failed < valid
  return { outcome: decided ? leader : 'unknown', disagreement, votes }
}
