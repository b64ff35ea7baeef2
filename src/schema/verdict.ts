// What was seen and what it means: evidence, the five outcomes, a rule's verdict.
import * as z from 'zod'

/** D3: unknown and error never count as a pass; not-applicable leaves both sums of a score. */
export const Outcome = z.enum(['pass', 'fail', 'unknown', 'not-applicable', 'error'])
export type Outcome = z.infer<typeof Outcome>

/** Where on a page as a browser showed it: the element, the window it was seen in, its box there, and the picture of the page that the box cuts out. */
export const Sight = z.object({
  view: z.string(),
  selector: z.string(),
  box: z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() }).optional(),
  picture: z.string().optional(), // SHA-256 of a PNG
})
export type Sight = z.infer<typeof Sight>

export const Location = z.object({
  file: z.string().optional(),
  line: z.int().min(1).optional(),
  column: z.int().min(1).optional(),
  pointer: z.string().optional(), // JSON pointer into a structured document
  sight: Sight.optional(),
})
export type Location = z.infer<typeof Location>

export const Evidence = z.object({
  message: z.string(),
  quote: z.string().optional(), // the very text that was seen
  expected: z.string().optional(),
  actual: z.string().optional(),
  location: Location.optional(),
})
export type Evidence = z.infer<typeof Evidence>

/** How many things were looked at, and how many of them do not hold. */
export const Counts = z.object({ checked: z.int().min(0), failed: z.int().min(0) })
export type Counts = z.infer<typeof Counts>

export const Verdict = z.object({
  ruleId: z.string(),
  outcome: Outcome,
  message: z.string(),
  evidence: z.array(Evidence),
  counts: Counts.optional(),
})
export type Verdict = z.infer<typeof Verdict>
