// The rubric of a judged rule as one text: what a passport is bound to, and what tells two rubrics apart.
import { sha256 } from '../../lib/hash.ts'
import type { Rule } from '../../schema/rule.ts'
import { judgedBy } from './anchors.ts'
import { describeAnchors } from './judge.ts'

/** Criterion and anchors as a judge is shown them, and what each anchor is worth: a verdict depends on all of it. */
export function rubricOf(rule: Rule): string {
  const { criterion, anchors } = judgedBy(rule)
  return `${criterion}\n${describeAnchors(anchors)}\n${anchors.map(({ score, outcome }) => `${score} ${outcome}`).join(', ')}`
}

export const rubricHash = (rule: Rule): string => sha256(rubricOf(rule))
