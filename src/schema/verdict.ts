// What was seen and what it means: evidence, the five outcomes, a rule's verdict.
import * as z from 'zod'

/** Unknown and error never count as a pass; not-applicable leaves both sums of a score. */
export const Outcome = z.enum(['pass', 'fail', 'unknown', 'not-applicable', 'error'])
export type Outcome = z.infer<typeof Outcome>

/** Where on a rendered page: the element, the window, its box, and the picture that the box refers to. */
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

export const Finding = z.object({
  message: z.string(),
  quote: z.string().optional(), // the exact text that was seen
  expected: z.string().optional(),
  actual: z.string().optional(),
  location: Location.optional(),
})
export type Finding = z.infer<typeof Finding>

/** How many items were examined, and how many of them failed. */
export const Counts = z.object({ checked: z.int().min(0), failed: z.int().min(0) })
export type Counts = z.infer<typeof Counts>

export const Verdict = z.object({
  ruleId: z.string(),
  outcome: Outcome,
  message: z.string(),
  evidence: z.array(Finding),
  counts: Counts.optional(),
})
export type Verdict = z.infer<typeof Verdict>
