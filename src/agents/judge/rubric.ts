// The rubric of a judged rule as one text: identifies the rubric and binds passports to it.
import { sha256 } from '../../lib/hash.ts'
import type { Rule } from '../../schema/rule.ts'
import { judgedBy } from './anchors.ts'
import { describeAnchors } from './judge.ts'

/** Criterion and anchors as the judge sees them, plus each anchor's score: a verdict depends on all of it. */
export function rubricOf(rule: Rule): string {
  const { criterion, anchors } = judgedBy(rule)
  return `${criterion}\n${describeAnchors(anchors)}\n${anchors.map(({ score, outcome }) => `${score} ${outcome}`).join(', ')}`
}

export const rubricHash = (rule: Rule): string => sha256(rubricOf(rule))
