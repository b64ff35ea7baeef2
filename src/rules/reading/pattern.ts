// Regular expressions in rules: compiled when the rule is read, so that a mistake is found before a run.
import * as z from 'zod'

/** Why a pattern can't be used, or undefined if it can. */
export function patternProblem(pattern: string, flags = ''): string | undefined {
  try {
    new RegExp(pattern, flags)
  } catch (error) {
    return error instanceof Error ? error.message : 'not a regular expression'
  }
  // Mistakes that match no text at all.
  return pattern === '[]' || pattern === '(?!)' ? 'this expression can match nothing' : undefined
}

export const Pattern = z
  .string()
  .min(1)
  .superRefine((pattern, context) => {
    const message = patternProblem(pattern, 'm')
    if (message) context.addIssue({ code: 'custom', message })
  })
