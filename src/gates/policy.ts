// Requirements for an approval: if several parties set them, the strictest counts.

export interface Policy {
  require: 'attended' | 'signed'
  /** Whoever asked for the work must not approve it. */
  separation: boolean
  /** How many days an approval is valid; null: indefinitely. */
  expiresDays: number | null
}

/** As a configuration says it. */
export interface PolicyWords {
  require?: 'attended' | 'signed' | undefined
  separation?: boolean | undefined
  expires_days?: number | undefined
}

export function strictest(...asked: readonly (PolicyWords | undefined)[]): Policy {
  const days = asked.flatMap((words) => words?.expires_days ?? [])
  return {
    require: asked.some((words) => words?.require === 'signed') ? 'signed' : 'attended',
    separation: asked.some((words) => words?.separation === true),
    expiresDays: days.length === 0 ? null : Math.min(...days),
  }
}
