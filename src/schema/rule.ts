// A rule: what must hold. Its check says how that is tested.
import * as z from 'zod'

export const Severity = z.enum(['fail', 'warn', 'info'])
export type Severity = z.infer<typeof Severity>

/** fail blocks; warn lowers the score; info is only tracked. */
export const defaultWeight: Record<Severity, number> = { fail: 2, warn: 1, info: 0 }

/** A typed check: `kind` names it in the catalog, the rest are its parameters. */
export const TypedCheck = z.looseObject({ kind: z.string().min(1) })
export type TypedCheck = z.infer<typeof TypedCheck>

export const Rule = z.object({
  id: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[a-z0-9][a-z0-9._-]*$/, 'use lower-case letters, digits, dots, hyphens and underscores'),
  description: z.string().min(1),
  severity: Severity,
  weight: z.number().min(0).max(1000),
  /** The level it counts from. */
  phase: z.enum(['A', 'B']),
  /** A sentence (turned into concrete checks, or decided by a judge) or a typed check. */
  check: z.union([z.string().min(1), TypedCheck]),
  /** Counts, but is never shown to a maker. */
  hidden: z.boolean().optional(),
})
export type Rule = z.infer<typeof Rule>
