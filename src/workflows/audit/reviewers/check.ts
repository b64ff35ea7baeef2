// The facts a review checks: each one's dimension, severity on failure, and message.
import type { Severity } from '../categorise.ts'
import type { Dimension } from '../score.ts'

const rules = {
  artifact: ['completeness', 'Critical'],
  'token-format': ['industry', 'Critical'],
  'token-alias': ['industry', 'Critical'],
  contrast: ['accessibility', 'Critical'],
  'light-and-dark': ['completeness', 'High'],
  grid: ['consistency', 'High'],
  naming: ['quality', 'Medium'],
  description: ['quality', 'Medium'],
  'focus-state': ['accessibility', 'High'],
  states: ['completeness', 'High'],
  'token-reference': ['consistency', 'High'],
  'raw-value': ['industry', 'High'],
  placeholder: ['quality', 'Medium'],
  'access-notes': ['accessibility', 'Medium'],
} as const satisfies Record<string, readonly [Dimension, Severity]>

export interface Fault {
  readonly at: string // artifact:line
  readonly message: string
}

export interface CheckFinding {
  readonly severity: Severity
  readonly text: string
  readonly at: string
}

export interface Check {
  readonly rule: string
  readonly dimension: Dimension
  readonly finding: CheckFinding | null // null: it holds
}

export function check(rule: keyof typeof rules, fault: Fault | null): Check {
  const [dimension, severity] = rules[rule]
  return { rule, dimension, finding: fault && { severity, text: fault.message, at: fault.at } }
}
