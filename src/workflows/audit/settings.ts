// What a project may set for its audits, under audit: in whetstone.yaml.
import * as z from 'zod'

export const settings = z.strictObject({
  dimension_threshold: z
    .number()
    .min(0)
    .max(10)
    .optional()
    .meta({ description: 'Lowest score of each dimension that counts as converged. Default: 6' }),
  concurrency: z.int().min(1).max(16).optional(),
})
