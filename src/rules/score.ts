// Scores from verdicts: integers 0–10000 inside, so that a gain of exactly 0.02 is never mistaken for less.
import { onScale } from '../lib/on-scale.ts'
import type { Rule } from '../schema/rule.ts'
import type { Outcome, Verdict } from '../schema/verdict.ts'

export interface Scored {
  /** Basis points of the weight that passed. */
  score: number
  passed: boolean
  /** Failed fail-severity rules: they block whatever the score is. */
  blockers: string[]
}

/** Unknown and error stay in the divisor and never count as a pass; not-applicable leaves both sums. */
export function scoreRules(rules: readonly Rule[], outcomes: ReadonlyMap<string, Outcome>, thresholdBp: number): Scored {
  let met = 0
  let all = 0
  const blockers: string[] = []
  for (const rule of rules) {
    const outcome = outcomes.get(rule.id) ?? 'unknown'
    if (outcome === 'not-applicable') continue
    const weight = Math.round(rule.weight * 10_000) // sums of 0.1 and 0.2 must be exact too
    all += weight
    if (outcome === 'pass') met += weight
    else if (rule.severity === 'fail') blockers.push(rule.id)
  }
  const score = all === 0 ? 10_000 : Math.floor((met * 10_000) / all)
  return { score, passed: score >= thresholdBp && blockers.length === 0, blockers }
}

/** A rule with several checks passes if all of them do; the worst outcome counts. */
export function combineVerdicts(ruleId: string, verdicts: readonly Verdict[]): Verdict {
  if (verdicts.length === 0) return { ruleId, outcome: 'unknown', message: 'no check decided this rule', evidence: [] }
  const worst = severityOrder.find((outcome) => verdicts.some((verdict) => verdict.outcome === outcome)) ?? 'unknown'
  const telling = verdicts.filter(({ outcome }) => outcome === worst)
  return {
    ruleId,
    outcome: worst,
    message: telling.map(({ message }) => message).join('; '),
    evidence: telling.flatMap(({ evidence }) => evidence),
  }
}

const severityOrder: readonly Outcome[] = ['fail', 'error', 'unknown', 'pass', 'not-applicable']

export const toBasisPoints = (share: number) => Math.round(share * 10_000)

/** 8450 → "0.84". */
export const showShare = (basisPoints: number): string => onScale(basisPoints / 100, 1)
