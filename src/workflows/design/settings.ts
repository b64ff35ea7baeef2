// What a project may set for its designs, under design: in whetstone.yaml.
import * as z from 'zod'
import type { Config } from '../../schema/config.ts'

/** Where features live, and other tools of the same format keep their designs too. */
export const folder = ({ paths }: Config) => paths?.features ?? 'features'

export const settings = z.strictObject({
  threshold: z.number().min(70).max(95).optional().meta({ description: 'Score from which a design becomes a candidate. Default: 80' }),
  max_iterations: z.int().min(1).max(100).optional().meta({ description: 'Default: 10' }),
  determinism: z.enum(['default', 'strict']).optional(),
  stitch: z
    .strictObject({ url: z.url(), project: z.string().min(1), key_env: z.string().min(1).optional() })
    .optional()
    .meta({ description: 'Previews from Google Stitch over MCP; the key stays in the environment.' }),
})
