// What is asked of an approval: of several who may ask, the strictest counts.

export interface Policy {
  require: 'attended' | 'signed'
  /** Who asked for the work may not approve it. */
  separation: boolean
  /** For how many days an approval counts; null: for ever. */
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
