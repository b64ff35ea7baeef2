// Why an iteration ends the run: five conditions in order; the first that holds decides.
import { exceeded, meterText } from '../../agents/budget.ts'
import { spent } from '../../kernel/budget.ts'
import type { StopRule } from '../../kernel/stop.ts'
import { onScale } from '../../lib/on-scale.ts'
import type { Problem } from './critic/validate.ts'
import type { DesignState } from './state.ts'

/** An iteration's result. */
export interface Exit {
  state: DesignState
  problems?: Problem[]
  timeout?: string
}

/** Hundredths: a score this close to the one before the streak counts as unchanged. */
export const tolerance = 1
const stagnantLimit = 3

export const iterationLimit: StopRule<Exit> = {
  reason: 'max_iterations',
  holds: ({ state: { iteration, settings, evaluation } }) =>
    iteration >= settings.maxIterations
      ? `${iteration} of ${settings.maxIterations} iterations are done; the last score is ${evaluation ? points(evaluation.score) : 'none'}, the threshold ${points(settings.threshold)}`
      : null,
}

export const exitOrder: readonly StopRule<Exit>[] = [
  {
    reason: 'schema_violation',
    holds: ({ problems = [] }) => (problems.length > 0 ? `the intent violates its schema: ${problemText(problems)}` : null),
  },
  { reason: 'agent_timeout', holds: ({ timeout }) => timeout ?? null },
  iterationLimit,
  {
    reason: 'no_progress',
    holds: ({ state: { streak, iteration } }) =>
      streak.count >= stagnantLimit
        ? `the score has stayed at ${points(streak.score ?? 0)} through iterations ${streak.from + 1} to ${iteration + 1}`
        : null,
  },
  {
    reason: 'threshold_met',
    holds: ({ state: { evaluation, settings, iteration } }) =>
      evaluation && evaluation.score >= settings.threshold
        ? `the score ${points(evaluation.score)} meets the threshold ${points(settings.threshold)} in iteration ${iteration + 1}`
        : null,
  },
]

/** In addition to the five: if the run would continue, an exhausted budget ends it. By then, what was made has been scored. */
export const budgetLimit: StopRule<Exit> = {
  reason: 'budget_exceeded',
  holds: ({ state: { settings, spent: all } }) => {
    const over = exceeded(settings.budget ?? {}, spent(all))
    return over && `the budget is used up: ${meterText(over, all.usage.unpriced)}`
  },
}

export function problemText(problems: readonly Problem[]): string {
  const shown = problems.slice(0, 5).map(({ path, rule, message }) => `${path || '/'} (${rule}): ${message}`)
  return `${shown.join('; ')}${problems.length > 5 ? `; and ${problems.length - 5} more` : ''}`
}

/** Hundredths for people: 8640 → "86.40", 8000 → "80". */
export function points(hundredths: number): string {
  return onScale(hundredths / 100, 100)
}
