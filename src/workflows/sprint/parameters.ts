// The parameters of a sprint: S0's design.yaml with its defaults; unknown keys are reported, not dropped.
import * as z from 'zod'

/** A lower threshold would make passing meaningless. */
export const leastThreshold = 0.6

const share = z.number().min(0).max(1)
const threshold = z
  .number()
  .max(1)
  .min(leastThreshold, `a threshold below ${leastThreshold.toFixed(2)} would let anything pass`)
const harnessLevels = ['minimal', 'standard', 'thorough'] as const
export type Harness = (typeof harnessLevels)[number]
export const Harness = z.enum(harnessLevels)

const relativePath = z
  .string()
  .min(1)
  .refine((path) => !path.startsWith('/') && !path.split(/[\\/]/).includes('..'), 'a path inside the project, without ..')

const SprintContract = z.strictObject({
  enabled: z.boolean().default(true),
  required_harness_levels: z.array(Harness).default(['thorough']),
  optional_harness_levels: z.array(Harness).default(['standard']),
  artifact_dir: relativePath.default('.moai/sprints'),
  max_negotiation_rounds: z.int().min(0).max(10).default(2),
})

const GanLoop = z.strictObject({
  max_iterations: z.int().min(1).max(100).default(5),
  pass_threshold: threshold.default(0.75),
  escalation_after: z.int().min(1).max(100).default(3),
  improvement_threshold: share.default(0.05),
  strict_mode: z.boolean().default(false),
  sprint_contract: SprintContract.prefault({}),
})

const Design = z.strictObject({
  version: z.string().default('1.0.0'),
  enabled: z.boolean().default(true),
  default_framework: z.string().optional(),
  gan_loop: GanLoop.prefault({}),
  /** The evaluator has no memory: no other value is allowed. */
  evaluator: z.strictObject({ memory_scope: z.literal('per_iteration').default('per_iteration') }).prefault({}),
  brand_context: z.strictObject({ dir: relativePath.default('.moai/project/brand') }).prefault({}),
})

export const Parameters = z.strictObject({ design: Design.prefault({}) })
export type Parameters = z.infer<typeof Parameters>['design']

export type ReadParameters = { parameters: Parameters; unknown: string[] } | { problems: string[] }

/** Removes and names unknown keys; a wrong value is a problem with its path. */
export function readParameters(given: unknown): ReadParameters {
  const first = Parameters.safeParse(given ?? {})
  if (first.success) return { parameters: first.data.design, unknown: [] }
  const unknown = first.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [],
  )
  const problems = first.error.issues.filter(({ code }) => code !== 'unrecognized_keys')
  if (problems.length > 0) return { problems: problems.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`) }
  const again = Parameters.safeParse(without(given as object, unknown))
  if (!again.success) return { problems: again.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
  return { parameters: again.data.design, unknown: unknown.map((path) => path.join('.')) }
}

function without(value: object, paths: readonly PropertyKey[][]): object {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (paths.some((path) => path.length === 1 && path[0] === key)) return []
      const deeper = paths.filter((path) => path.length > 1 && path[0] === key).map((path) => path.slice(1))
      return [[key, deeper.length > 0 ? without(inner as object, deeper) : inner]]
    }),
  )
}
