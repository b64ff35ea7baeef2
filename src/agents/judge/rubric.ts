// The rubric of a judged rule as one text: what a passport is bound to.
import type { Rule } from '../../schema/rule.ts'
import { judgedBy } from './anchors.ts'
import { describeAnchors } from './judge.ts'

export function rubricOf(rule: Rule): string {
  const { criterion, anchors } = judgedBy(rule)
  return `${criterion}\n${describeAnchors(anchors)}`
}
