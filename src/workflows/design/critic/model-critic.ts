// What a model critic may do to a critique: add concerns it can prove by a quote, and lower the dimensions they belong to. Never raise.
import * as z from 'zod'
import type { Intent } from '../intent.ts'
import { capped, idOf, overallOf, recommend } from './critic.ts'
import { dimensions } from './critique.ts'
import type { Critique, Dimension, Finding } from './critique.ts'
import { walk } from './validate.ts'

const Score = z.number().min(0).max(100)

export const ModelReply = z.strictObject({
  scores: z.strictObject({ completeness: Score, coherence: Score, clarity: Score, frameworkAgnosticism: Score, dataModelIntegrity: Score }),
  concerns: z
    .array(z.strictObject({ dimension: z.enum(dimensions), quote: z.string().min(1).max(600), change: z.string().min(1).max(1000) }))
    .max(10),
})
export type ModelReply = z.infer<typeof ModelReply>

/** A critique lowered by what the model proved; concerns whose quote is nowhere in the intent count for nothing. */
export function lowered(critique: Critique, reply: ModelReply, intent: Intent): Critique {
  const proven = reply.concerns.flatMap((concern) => {
    const pointer = whereIs(concern.quote, intent)
    return pointer === undefined ? [] : [{ ...concern, pointer }]
  })
  const scores = { ...critique.dimensions }
  const findings: Finding[] = []
  for (const dimension of dimensions) {
    const own = proven.filter((concern) => concern.dimension === dimension)
    if (own.length === 0) continue
    const lost = Math.max(0, scores[dimension] - Math.round(reply.scores[dimension] * 100))
    scores[dimension] -= lost
    for (const [i, { pointer, quote, change }] of own.entries()) {
      const points = Math.floor((lost * (i + 1)) / own.length) - Math.floor((lost * i) / own.length)
      const ruleId = ruleOf(dimension)
      findings.push({ id: idOf({ ruleId, pointer, evidence: quote }, intent), ruleId, dimension, pointer, evidence: quote, change, points })
    }
  }
  return {
    ...critique,
    overall: capped(overallOf(scores), critique.findings),
    ...(critique.uncapped !== undefined && { uncapped: overallOf(scores) }),
    dimensions: scores,
    findings: [...critique.findings, ...findings],
    recommendations: [...critique.recommendations, ...recommend(findings)].sort(
      (a, b) => b.gain - a.gain || (a.ruleId < b.ruleId ? -1 : 1),
    ),
  }
}

function ruleOf(dimension: Dimension): string {
  return `${dimension === 'frameworkAgnosticism' ? 'agnosticism' : dimension === 'dataModelIntegrity' ? 'data' : dimension}.model-concern`
}

function whereIs(quote: string, intent: Intent): string | undefined {
  for (const { at, node } of walk(intent)) if (typeof node === 'string' && node.includes(quote)) return at
  return undefined
}
