// Stop rules: an ordered list of pure predicates over a run's state; the first that holds ends the run and explains itself.

export interface StopRule<S> {
  reason: string
  /** Null if the rule doesn't hold, else the explanation for a person. */
  holds(state: S): string | null
}

export interface Stop {
  reason: string
  because: string
}

export function firstStop<S>(rules: readonly StopRule<S>[], state: S): Stop | null {
  for (const rule of rules) {
    const because = rule.holds(state)
    if (because !== null) return { reason: rule.reason, because }
  }
  return null
}
