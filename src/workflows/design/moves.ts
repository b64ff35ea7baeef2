// The moves that end an iteration: through REVISING to the next attempt, or to FAILED, each for one reason.
import { firstStop } from '../../kernel/stop.ts'
import { moved } from './events.ts'
import type { unfold } from './evolve.ts'
import { type Exit, budgetLimit, exitOrder, iterationLimit, points } from './stop.ts'

type Unfolding = ReturnType<typeof unfold>
type Why = { reason: string; because: string; by?: string }

export function fail(unfolding: Unfolding, why: Why): void {
  unfolding.add(moved(unfolding.state, 'FAILED', why))
}

/** Tries the exit conditions in order; if none holds, the run continues. */
export function conclude(unfolding: Unfolding, exit: Omit<Exit, 'state'> = {}): void {
  const stop = firstStop([...exitOrder, budgetLimit], { ...exit, state: unfolding.state })
  if (stop?.reason === 'threshold_met') unfolding.add(moved(unfolding.state, 'CANDIDATE', stop))
  else if (stop) fail(unfolding, stop)
  else
    revise(unfolding, {
      reason: 'below_threshold',
      because: `the score ${points(unfolding.state.evaluation?.score ?? 0)} is below the threshold ${points(unfolding.state.settings.threshold)}`,
    })
}

export function revise(unfolding: Unfolding, why: Why): void {
  unfolding.add(moved(unfolding.state, 'REVISING', why))
  generate(unfolding, {
    reason: 'feedback_prepared',
    because: `iteration ${unfolding.state.iteration + 1} of ${unfolding.state.settings.maxIterations}`,
  })
}

/** To GENERATING; without iterations left it ends before anyone is asked. */
export function generate(unfolding: Unfolding, why: Why): void {
  unfolding.add(moved(unfolding.state, 'GENERATING', why))
  const stop = firstStop([iterationLimit], { state: unfolding.state })
  if (stop) fail(unfolding, stop)
}
