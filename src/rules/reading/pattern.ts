// Regular expressions as rules give them: compiled once while the rule is read, so that a slip is found before a run.
import * as z from 'zod'

/** Why a pattern cannot be used, or undefined when it can. */
export function patternProblem(pattern: string, flags = ''): string | undefined {
  try {
    new RegExp(pattern, flags)
  } catch (error) {
    return error instanceof Error ? error.message : 'not a regular expression'
  }
  // Written by hand these are slips: both refuse every text.
  return pattern === '[]' || pattern === '(?!)' ? 'this expression can match nothing' : undefined
}

export const Pattern = z
  .string()
  .min(1)
  .superRefine((pattern, context) => {
    const message = patternProblem(pattern, 'm')
    if (message) context.addIssue({ code: 'custom', message })
  })
