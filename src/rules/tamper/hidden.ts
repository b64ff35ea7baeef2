// Hidden rules: they count, but no maker sees them; the gap between visible and hidden scores tells work from teaching to the test.
import type { Rule } from '../../schema/rule.ts'
import type { Outcome } from '../../schema/verdict.ts'
import { scoreRules } from '../score.ts'

/** What may stand in a maker's prompt. */
export function visibleRules(rules: readonly Rule[]): Rule[] {
  return rules.filter(({ hidden }) => hidden !== true)
}

function hiddenRules(rules: readonly Rule[]): Rule[] {
  return rules.filter(({ hidden }) => hidden === true)
}

export interface HiddenGap {
  /** Basis points; null where no rule of the kind applied. */
  visible: number | null
  hidden: number | null
  /** Visible less hidden: above zero, the work looks better than it is. */
  gap: number | null
}

export function hiddenGap(rules: readonly Rule[], outcomes: ReadonlyMap<string, Outcome>): HiddenGap {
  const [visible, hidden] = [scoreOf(visibleRules(rules), outcomes), scoreOf(hiddenRules(rules), outcomes)]
  return { visible, hidden, gap: visible === null || hidden === null ? null : visible - hidden }
}

function scoreOf(rules: readonly Rule[], outcomes: ReadonlyMap<string, Outcome>): number | null {
  const counted = rules.some(({ id, weight }) => weight > 0 && outcomes.get(id) !== 'not-applicable')
  return counted ? scoreRules(rules, outcomes, 0).score : null
}
