// Why a run ends: tried in this order after every evaluation; the first that holds gives the reason.
import { exceeded, meterText } from '../../agents/budget.ts'
import { type Spending, spent } from '../../kernel/budget.ts'
import type { StopRule } from '../../kernel/stop.ts'
import { showShare } from '../../rules/score.ts'
import type { Overrun, ReflexState, Status, Step } from './state.ts'

const stagnationLimit = 2
/** Basis points: a smaller gain counts as none. */
export const leastGain = 200

export const stopRules: readonly StopRule<ReflexState>[] = [
  {
    reason: 'threshold_reached',
    holds: ({ evaluation, level }) =>
      evaluation?.passed && level === 'B'
        ? `the score ${showShare(evaluation.score)} meets the level B threshold and nothing blocks`
        : null,
  },
  {
    reason: 'no_major_issues',
    holds: ({ evaluation, level }) =>
      evaluation && !evaluation.passed && level === 'B' && evaluation.blockers.length === 0
        ? `no fail rule failed at level B; the score ${showShare(evaluation.score)} is below its threshold only through warnings`
        : null,
  },
  { reason: 'user_stop', holds: ({ wish }) => (wish ? `stopped by ${wish.by}` : null) },
  {
    reason: 'stagnation',
    holds: ({ stagnation, evaluation }) =>
      stagnation >= stagnationLimit
        ? `${stagnation} evaluations in a row gained less than ${showShare(leastGain)}`
        : evaluation?.sameAs !== undefined && !evaluation.passed
          ? `${evaluation.sameAs === evaluation.iteration - 1 ? 'the maker returned the same text again' : 'it is going back and forth'}: the artifact of iteration ${evaluation.iteration} is the one judged in iteration ${evaluation.sameAs}`
          : null,
  },
  { reason: 'budget_exceeded', holds: (state) => overrun(state, state.step)?.because ?? null },
  {
    reason: 'iteration_limit',
    holds: ({ evaluation, iteration, maxIterations }) =>
      evaluation && !evaluation.passed && iteration >= maxIterations ? `iteration ${iteration} of ${maxIterations} didn't pass` : null,
  },
]

/** Checked only between steps; a running step is never cut short. */
export function overrun(state: ReflexState, last: Step): { because: string; overrun: Overrun } | null {
  const { input, usage } = state
  const over = exceeded(input.budget, spent(spending(state)))
  if (!over) return null
  const scale = over.kind === 'costUsd' ? 1e6 : 1
  return {
    because: `the budget is used up: ${meterText(over, usage.unpriced)} (over by ${over.overshoot / scale}), last completed step ${last}`,
    overrun: {
      budget: over.kind,
      completed: over.used / scale,
      limit: over.limit / scale,
      overshoot: over.overshoot / scale,
      last_completed_step: last,
    },
  }
}

export const spending = ({ usage, time }: Pick<ReflexState, 'usage' | 'time'>): Spending => ({ usage, ms: time.completedMs })

export const completedSeconds = ({ time }: Pick<ReflexState, 'time'>) => Math.floor(time.completedMs / 1000)

/** Our own reasons; a person's text always counts as a stop. */
export function statusFor(reason: string): Status {
  if (reason === 'threshold_reached' || reason === 'no_major_issues') return 'completed'
  return reason === 'phase_error' ? 'failed' : 'stopped'
}
