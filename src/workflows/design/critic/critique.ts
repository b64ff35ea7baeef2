// What a critique is: five scores, the findings that lowered them, and what to change first. It holds no time.
import * as z from 'zod'

export const dimensions = ['completeness', 'coherence', 'clarity', 'frameworkAgnosticism', 'dataModelIntegrity'] as const
export type Dimension = (typeof dimensions)[number]

/** Shares of the overall score, in percent. */
export const weights: Record<Dimension, number> = {
  completeness: 25,
  coherence: 25,
  clarity: 20,
  frameworkAgnosticism: 15,
  dataModelIntegrity: 15,
}

const Hundredths = z.int().min(0).max(10_000)

export const Finding = z.strictObject({
  ruleId: z.string().min(1),
  dimension: z.enum(dimensions),
  /** JSON pointer into the intent. */
  pointer: z.string(),
  /** Quoted from the document at the pointer; empty when the fault is that nothing is there. */
  evidence: z.string(),
  change: z.string().min(1),
  /** Hundredths of its dimension's score that this finding costs. */
  points: Hundredths,
})
export type Finding = z.infer<typeof Finding>

export const Recommendation = z.strictObject({
  ruleId: z.string().min(1),
  dimension: z.enum(dimensions),
  /** What to change, in the words of the costliest finding of this rule. */
  change: z.string().min(1),
  pointers: z.array(z.string()),
  /** Hundredths of the overall score to gain. */
  gain: Hundredths,
})
export type Recommendation = z.infer<typeof Recommendation>

export const Critique = z.strictObject({
  featureId: z.string(),
  intentHash: z.string(),
  criticVersion: z.string(),
  promptVersion: z.string(),
  overall: Hundredths,
  dimensions: z.strictObject({
    completeness: Hundredths,
    coherence: Hundredths,
    clarity: Hundredths,
    frameworkAgnosticism: Hundredths,
    dataModelIntegrity: Hundredths,
  }),
  findings: z.array(Finding),
  /** Findings beyond the listed ones; their points are in the scores. */
  findingsOmitted: z.int().min(0),
  recommendations: z.array(Recommendation),
})
export type Critique = z.infer<typeof Critique>
