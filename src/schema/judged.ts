// A judged rule: one criterion, anchored levels to choose from, and who answers.
import * as z from 'zod'
import type { Rule } from './rule.ts'

export const judgedKind = 'judged-by-agent'

export const isJudged = (rule: Rule) => typeof rule.check !== 'string' && rule.check.kind === judgedKind

const Share = z.number().min(0).max(1)

const Anchor = z.strictObject({
  /** The name a judge cites. */
  name: z.string().trim().min(1).max(60),
  /** What an artifact at this level looks like. */
  means: z.string().trim().min(1),
  score: Share,
})

export const JudgedParams = z
  .strictObject({
    /** The question; defaults to the rule's description. */
    criterion: z.string().trim().min(1).optional(),
    anchors: z.array(Anchor).min(2).max(10).optional(),
    /** The lowest score that passes. */
    passAt: Share.default(0.75),
    /** Roles that judge independently; a majority decides. */
    judges: z.array(z.string().min(1)).min(1).max(9).optional(),
  })
  .superRefine(({ anchors, passAt }, context) => {
    if (!anchors) return
    const issue = (message: string) => context.addIssue({ code: 'custom', path: ['anchors'], message })
    if (new Set(anchors.map((anchor) => anchor.name.toLowerCase())).size < anchors.length) issue('two anchors have the same name')
    if (!anchors.some((anchor) => anchor.score >= passAt)) issue(`no anchor reaches ${passAt}, so no artifact could satisfy this`)
    if (anchors.every((anchor) => anchor.score >= passAt)) issue(`every anchor reaches ${passAt}, so no artifact could fail this`)
  })
