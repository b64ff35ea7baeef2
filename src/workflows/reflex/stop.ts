// Why a run ends: tried in this order after every evaluation, the first that holds gives the reason.
import { exceeded, meterText, spent } from '../../agents/budget.ts'
import type { StopRule } from '../../kernel/stop.ts'
import { showShare } from '../../rules/score.ts'
import type { ReflexState, Status } from './state.ts'

export const stagnationLimit = 2
/** Basis points: a gain below this is none. */
export const leastGain = 200

export const stopRules: readonly StopRule<ReflexState>[] = [
  {
    reason: 'threshold_reached',
    holds: ({ evaluation, level }) => (evaluation?.passed && level === 'B' ? `the score ${showShare(evaluation.score)} meets the level B threshold and nothing blocks` : null),
  },
  {
    reason: 'no_major_issues',
    holds: ({ evaluation, level }) => (evaluation && !evaluation.passed && level === 'B' && evaluation.blockers.length === 0 ? `no fail rule failed at level B; the score ${showShare(evaluation.score)} is below its threshold only through warnings` : null),
  },
  // user_stop is third: a person's wish is folded in between tasks, after an evaluation that decided already.
  {
    reason: 'stagnation',
    holds: ({ stagnation }) => (stagnation >= stagnationLimit ? `${stagnation} evaluations in a row gained less than ${showShare(leastGain)}` : null),
  },
  { reason: 'budget_exceeded', holds: budgetUsedUp },
  {
    reason: 'iteration_limit',
    holds: ({ evaluation, iteration, maxIterations }) => (evaluation && !evaluation.passed && iteration >= maxIterations ? `iteration ${iteration} of ${maxIterations} did not pass` : null),
  },
]

/** Looked at only between steps; the running step is never cut. */
export function budgetUsedUp(state: ReflexState): string | null {
  const over = exceeded(state.input.budget, spent(state.usage, completedSeconds(state)))
  return over ? `the budget is used up: ${meterText(over, state.usage.unpriced)} (over by ${over.overshoot}), last completed step ${state.step}` : null
}

export const completedSeconds = (state: ReflexState) => Math.floor(state.time.completedMs / 1000)

export function statusFor(reason: string): Status {
  if (reason === 'threshold_reached' || reason === 'no_major_issues') return 'completed'
  return reason === 'phase_error' ? 'failed' : 'stopped'
}
