// The levels a judge chooses from: anchored descriptions with scores, and what each means for the rule.
import * as z from 'zod'
import { Fault } from '../../schema/fault.ts'
import { JudgedParams } from '../../schema/judged.ts'
import type { Rule } from '../../schema/rule.ts'

export interface Anchor {
  /** The exact name a judge must cite. */
  name: string
  means: string
  /** Basis points. */
  score: number
  outcome: 'pass' | 'fail'
}

/** For a criterion that either holds or doesn't. */
export const yesNo: readonly Anchor[] = [
  { name: 'met', means: 'the text does what the criterion asks, completely', score: 10_000, outcome: 'pass' },
  { name: 'not met', means: 'the text does not, or only in part', score: 0, outcome: 'fail' },
]

/** What a rule asks a judge: a sentence alone is a yes/no criterion. */
export function judgedBy(rule: Rule): { criterion: string; anchors: readonly Anchor[]; judges: readonly string[] } {
  if (typeof rule.check === 'string') return { criterion: `${rule.description}\n${rule.check}`, anchors: yesNo, judges: ['judge'] }
  const { kind: _kind, ...asked } = rule.check
  const params = JudgedParams.safeParse(asked)
  if (!params.success)
    throw new Fault('invalid', `rule ${rule.id}: ${z.prettifyError(params.error)}`, {
      fix: `Give its check anchors as a list of {name, means, score from 0 to 1}, or omit them for met / not met.`,
    })
  const { criterion, anchors, passAt, judges = ['judge'] } = params.data
  const levels = anchors?.map(({ name, means, score }) => ({
    name,
    means,
    score: Math.round(score * 10_000),
    outcome: score >= passAt ? ('pass' as const) : ('fail' as const),
  }))
  return { criterion: criterion ?? rule.description, anchors: levels ?? yesNo, judges }
}

/** The anchor a judge cited; apart from case and surrounding white space it must be the exact name. */
export function findAnchor(anchors: readonly Anchor[], cited: string): Anchor | undefined {
  return anchors.find(({ name }) => fold(name) === fold(cited))
}

function fold(name: string): string {
  return name.trim().toLowerCase()
}
