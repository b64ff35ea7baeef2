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
  /** Rule and place in short: what a person names to dismiss it. Stays the same while rule, place and text do. */
  id: z.string().min(1),
  ruleId: z.string().min(1),
  dimension: z.enum(dimensions),
  /** JSON pointer into the intent. */
  pointer: z.string(),
  /** Quoted from the document at the pointer; empty when the fault is that nothing is there. */
  evidence: z.string(),
  /** The statement it is held against, and the place in its text. */
  source: z.strictObject({ id: z.string(), start: z.int().optional(), end: z.int().optional() }).optional(),
  expected: z.string().optional(),
  found: z.string().optional(),
  change: z.string().min(1),
  /** Keeps the overall score under every threshold until it is mended or dismissed. */
  hard: z.literal(true).optional(),
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

/** A person's word that a finding does not hold. */
export const Dismissal = z.strictObject({ finding: z.string().min(1), reason: z.string().min(1), by: z.string() })
export type Dismissal = z.infer<typeof Dismissal>

const Dismissed = z.strictObject({ ...Finding.omit({ points: true }).shape, reason: z.string(), by: z.string() })

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
  /** Set where hard findings hold the overall score down: what the dimensions alone would give. */
  uncapped: Hundredths.optional(),
  findings: z.array(Finding),
  /** Findings a person set aside, with the reason; they cost nothing. */
  dismissed: z.array(Dismissed),
  /** Findings beyond the listed ones; their points are in the scores. */
  findingsOmitted: z.int().min(0),
  recommendations: z.array(Recommendation),
})
export type Critique = z.infer<typeof Critique>
