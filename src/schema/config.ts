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

/** What any project may set. Each workflow adds its own settings under its name. */
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
      evolution: relativePath.optional().meta({ description: 'Where reflex runs live. Default: .ai-factory/evolution' }),
      features: relativePath.optional().meta({ description: 'Where designs live. Default: features' }),
    })
    .optional(),
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
export type Config = z.infer<typeof Config> & { readonly [section: string]: unknown }

/** The settings of each workflow, by its name. */
export type Sections = Readonly<Record<string, z.ZodObject>>

/** The whole file with these workflows; null if it doesn't matter here what they set. */
export function configWith(sections: Sections | null): z.ZodObject {
  if (sections === null) return z.looseObject(Config.shape)
  const { makers, checks, workflows, done, paths, ...others } = Config.shape
  const own = Object.fromEntries(Object.entries(sections).map(([name, settings]) => [name, settings.optional()]))
  return z.strictObject({ makers, checks, workflows, done, paths, ...own, ...others })
}

/** What a project set for one workflow; it was checked when the file was read. */
export const sectionOf = <S extends z.ZodObject>(config: Config, name: string, settings: S): z.infer<S> =>
  settings.parse(config[name] ?? {})
