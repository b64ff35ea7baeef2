// What a project may set for code tasks, under order: in whetstone.yaml. Orders use all of it, `whet measure` its commands and limits.
import * as z from 'zod'

const command = z.union([z.string().min(1), z.literal(false)])
const seconds = z.number().positive().max(3600)
const variables = z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/)).max(50)

export const OrderSettings = z
  .strictObject({
    commands: z
      .strictObject({ build: command, test: command, lint: command, compile: command })
      .partial()
      .optional()
      .meta({ description: 'Commands that build, test, lint and compile; false for none. Default: the scripts of package.json, and tsc.' }),
    seconds: z
      .strictObject({ build: seconds, test: seconds, lint: seconds })
      .partial()
      .optional()
      .meta({ description: 'Time limits. Default: 120, 180 and 60' }),
    proposers: z
      .array(z.strictObject({ maker: z.string().min(1), up_to: z.number().min(0).max(1).optional() }))
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'Roles of makers, cheapest first, each with the highest complexity it is asked for.' }),
    cycles: z.int().min(0).max(10).optional().meta({ description: 'How often compiler errors are sent back to the maker. Default: 3' }),
    sanitizer: z.boolean().optional().meta({ description: 'Fix simple compiler errors without asking the maker. Default: true' }),
    env: variables.optional().meta({ description: 'Keys of .env that working copies may see. Default: none' }),
    ports: variables.optional().meta({ description: 'Variables that hold a port; each working copy gets its own. Default: PORT' }),
  })
  .meta({ description: 'Work orders, and `whet measure`.' })
export type OrderSettings = z.infer<typeof OrderSettings>
