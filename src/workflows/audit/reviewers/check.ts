// One checked fact of a review: the dimension it counts for, whether it holds, and what to say when it does not.
import type { Severity } from '../categorise.ts'
import type { Dimension } from '../score.ts'

export interface CheckFinding {
  readonly severity: Severity
  readonly text: string
  readonly at: string // artifact:line
}

export interface Check {
  readonly rule: string
  readonly dimension: Dimension
  readonly finding: CheckFinding | null // null: it holds
}

export function check(rule: string, dimension: Dimension, severity: Severity, fault: { at: string; message: string } | null): Check {
  return { rule, dimension, finding: fault && { severity, text: fault.message, at: fault.at } }
}
