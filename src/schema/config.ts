// whetstone.yaml: everything is optional, and off until it is switched on.
import * as z from 'zod'

const relativePath = z
  .string()
  .min(1)
  .refine((path) => !path.startsWith('/') && !path.split(/[\\/]/).includes('..'), 'a path inside the project, without ..')

/** Secret messages must travel encrypted or stay on this machine. */
function isSafeHook(url: string): boolean {
  const { protocol, hostname, username, password } = new URL(url)
  return (
    username === '' &&
    password === '' &&
    (protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)))
  )
}

const command = z.union([z.string().min(1), z.literal(false)])
const seconds = z.number().positive().max(3600)
const variables = z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/)).max(50)

export const Config = z.strictObject({
  makers: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({
      description: 'The maker of each role, or `default`: claude, codex, model:<provider>/<model>, command:"…", scripted:<file>, host.',
    }),
  checks: z.array(relativePath).max(50).optional().meta({ description: 'Modules of this project that add checks.' }),
  workflows: z
    .record(z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'lower-case letters, digits and hyphens'), relativePath)
    .optional()
    .meta({ description: 'Workflows of this project, by name: modules whose default export is `defineWorkflow({ … })`.' }),
  done: z
    .strictObject({
      rules: relativePath.meta({ description: 'A file of rules.' }),
      files: z.array(relativePath).min(1).max(200).meta({ description: 'Files, or patterns such as docs/**/*.md.' }),
    })
    .optional()
    .meta({ description: 'What must hold before work counts as done: what `whet check` judges by default, here, in hooks and in CI.' }),
  paths: z
    .strictObject({
      evolution: relativePath.optional().meta({ description: 'Where reflex loops live. Default: .ai-factory/evolution' }),
      features: relativePath.optional().meta({ description: 'Where designs live. Default: features' }),
    })
    .optional(),
  reflex: z
    .strictObject({
      max_iterations: z.int().min(1).max(1000).optional().meta({ description: 'Suggested limit; a person still confirms it. Default: 4' }),
      steps: z
        .enum(['short', 'every'])
        .optional()
        .meta({ description: 'short: plan and produce once, then refine. every: all six steps in every iteration. Default: short' }),
    })
    .optional(),
  design: z
    .strictObject({
      threshold: z.number().min(70).max(95).optional().meta({ description: 'Score from which a design becomes a candidate. Default: 80' }),
      max_iterations: z.int().min(1).max(100).optional().meta({ description: 'Default: 10' }),
      determinism: z.enum(['default', 'strict']).optional(),
      stitch: z
        .strictObject({ url: z.url(), project: z.string().min(1), key_env: z.string().min(1).optional() })
        .optional()
        .meta({ description: 'Previews from Google Stitch over MCP; the key stays in the environment.' }),
    })
    .optional(),
  audit: z
    .strictObject({
      dimension_threshold: z
        .number()
        .min(0)
        .max(10)
        .optional()
        .meta({ description: 'Lowest score of each dimension that counts as converged. Default: 6' }),
      concurrency: z.int().min(1).max(16).optional(),
    })
    .optional(),
  order: z
    .strictObject({
      commands: z
        .strictObject({ build: command, test: command, lint: command, compile: command })
        .partial()
        .optional()
        .meta({
          description: 'Commands that build, test, lint and compile; false for none. Default: the scripts of package.json, and tsc.',
        }),
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
    .optional()
    .meta({ description: 'Work orders, and `whet measure`.' }),
  budget: z
    .strictObject({
      calls: z.int().min(1).optional(),
      tokens: z.int().min(1).optional(),
      cost_usd: z.number().positive().optional(),
      seconds: z.int().min(1).optional(),
    })
    .optional()
    .meta({ description: 'Limits of a run. Default: none' }),
  judge: z
    .strictObject({
      require_passport: z.boolean().optional().meta({ description: 'A judge without a valid passport can only advise.' }),
      min_kappa: z.number().min(-1).max(1).optional(),
      min_tpr: z.number().min(0).max(1).optional(),
      min_tnr: z.number().min(0).max(1).optional(),
      min_labels: z.int().min(1).optional(),
    })
    .optional(),
  approval: z
    .strictObject({
      require: z
        .enum(['attended', 'signed'])
        .optional()
        .meta({ description: 'Lowest assurance that an approval needs. Default: attended' }),
      separation: z.boolean().optional().meta({ description: 'The person who asked for the work must not approve it. Default: false' }),
      expires_days: z.int().min(1).max(3650).optional().meta({ description: 'How many days an approval counts. Default: forever' }),
    })
    .optional(),
  notify: z
    .strictObject({
      bell: z.boolean().optional().meta({ description: 'Ring the terminal.' }),
      desktop: z.boolean().optional().meta({ description: 'Show a desktop notification, if the system has them.' }),
      webhook: z
        .strictObject({
          url: z.url().refine(isSafeHook, 'an https address, or http on this machine'),
          secret_env: z
            .string()
            .regex(/^[A-Z_][A-Z0-9_]*$/, 'the name of an environment variable')
            .meta({ description: 'The environment variable with the secret that signs the body.' }),
        })
        .optional(),
    })
    .optional()
    .meta({ description: 'What happens when a run ends or waits for a person. Works only once this file is trusted.' }),
  concurrency: z
    .int()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'Agent calls at the same time, across all runs of a process. Default: 4' }),
})
export type Config = z.infer<typeof Config>
