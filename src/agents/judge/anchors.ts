// The levels a judge may choose from: anchored descriptions with scores, and what each means for the rule.
import * as z from 'zod'
import { Fault } from '../../schema/fault.ts'
import type { Rule } from '../../schema/rule.ts'

export const judgedKind = 'judged-by-agent'

export interface Anchor {
  /** What the judge must cite, as it stands. */
  name: string
  means: string
  /** Basis points. */
  score: number
  outcome: 'pass' | 'fail'
}

/** For a criterion that either holds or does not. */
export const yesNo: readonly Anchor[] = [
  { name: 'met', means: 'the text does what the criterion asks, completely', score: 10_000, outcome: 'pass' },
  { name: 'not met', means: 'the text does not, or only in part', score: 0, outcome: 'fail' },
]

const share = z.number().min(0).max(1)

/** The parameters of the check `judged-by-agent`, as a rule carries them. */
export const JudgedParams = z.object({
  /** What to judge; the rule's description when left out. */
  criterion: z.string().min(1).optional(),
  anchors: z
    .array(z.object({ name: z.string().trim().min(1).max(60), means: z.string().trim().min(1), score: share }))
    .min(2)
    .max(10)
    .refine((anchors) => new Set(anchors.map(({ name }) => fold(name))).size === anchors.length, 'every anchor needs a name of its own')
    .optional(),
  /** The lowest score that passes. */
  passAt: share.optional(),
  /** Roles that judge, each on its own; a majority decides. */
  judges: z.array(z.string().min(1)).min(1).max(9).optional(),
})
export type JudgedParams = z.infer<typeof JudgedParams>

/** What a rule asks a judge: a sentence alone is a yes/no criterion. */
export function judgedBy(rule: Rule): { criterion: string; anchors: readonly Anchor[]; judges: readonly string[] } {
  if (typeof rule.check === 'string') return { criterion: `${rule.description}\n${rule.check}`, anchors: yesNo, judges: ['judge'] }
  const params = JudgedParams.safeParse(rule.check)
  if (!params.success) throw new Fault('invalid', `rule ${rule.id}: ${z.prettifyError(params.error)}`, { fix: `Give its check anchors as a list of {name, means, score from 0 to 1}, or leave them out for met / not met.` })
  const { criterion, anchors, passAt = 0.75, judges = ['judge'] } = params.data
  const levels = anchors?.map(({ name, means, score }) => ({ name, means, score: Math.round(score * 10_000), outcome: score >= passAt ? ('pass' as const) : ('fail' as const) }))
  if (levels && new Set(levels.map(({ outcome }) => outcome)).size < 2) throw new Fault('invalid', `rule ${rule.id}: every anchor ${levels[0]?.outcome === 'pass' ? 'passes' : 'fails'} at passAt ${passAt}, so a judge could decide nothing`, { fix: 'Give anchors on both sides of passAt.' })
  return { criterion: criterion ?? rule.description, anchors: levels ?? yesNo, judges }
}

/** The anchor a judge cited; case and surrounding white space aside it must be the very name. */
export function findAnchor(anchors: readonly Anchor[], cited: string): Anchor | undefined {
  return anchors.find(({ name }) => fold(name) === fold(cited))
}

function fold(name: string): string {
  return name.trim().toLowerCase()
}
