// What a project may set for its loops, under reflex: in whetstone.yaml.
import * as z from 'zod'
import type { Config } from '../../schema/config.ts'

/** Where other tools of the same format keep their runs too. */
export const folder = ({ paths }: Config) => paths?.evolution ?? '.ai-factory/evolution'

export const settings = z.strictObject({
  max_iterations: z.int().min(1).max(1000).optional().meta({ description: 'Suggested limit; a person still confirms it. Default: 4' }),
  steps: z
    .enum(['short', 'every'])
    .optional()
    .meta({ description: 'short: plan and produce once, then refine. every: all six steps in every iteration. Default: short' }),
})
