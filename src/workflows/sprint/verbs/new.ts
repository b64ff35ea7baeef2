// whet sprint new: from a brief and a page, alternates contract, build and evaluation until it passes or a person must decide.
import { freeRun } from '../../../operations/run-id.ts'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { exists, readText } from '../../../adapters/disk.ts'
import { readArtifactFile } from '../../../adapters/text-file.ts'
import { sha256 } from '../../../lib/hash.ts'
import { parseJson } from '../../../rules/reading/parse-json.ts'
import { parseYaml } from '../../../rules/reading/parse-yaml.ts'
import { Fault } from '../../../schema/fault.ts'
import { budgetFlags, budgetOf } from '../../../operations/budget-flags.ts'
import { lessonsFor } from '../../../operations/lessons.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { given } from '../../../lib/given.ts'
import { makerFlags } from '../../../operations/resume.ts'
import { type RunReport, driveRun, exitOf, reportText } from '../../../operations/runs.ts'
import type { World } from '../../../operations/world.ts'
import sprint from '../index.ts'
import { Harness, type Parameters, leastThreshold, readParameters } from '../parameters.ts'
import type { SprintInput } from '../state.ts'
import { pageOf, readMaterial } from './material.ts'

/** Hidden from assistants: every word of a tool costs context. */
const forPeople = <F extends z.ZodType>(field: F): F => field.meta({ ...field.meta(), assistant: undefined, formerly: undefined })
const limits = {
  calls: forPeople(budgetFlags.calls),
  tokenBudget: forPeople(budgetFlags.tokenBudget), // --tokens are design tokens here
  cost: forPeople(budgetFlags.cost),
  seconds: forPeople(budgetFlags.seconds),
}

const input = z.object({
  brief: z
    .string()
    .optional()
    .meta({ assistant: 'path', description: 'a markdown file that describes the purpose and sections of the page' }),
  page: z
    .string()
    .meta({
      assistant: 'path',
      description: 'the page: an HTML file, a folder with index.html, or an address on this machine',
      told: 'an HTML file or its folder',
      value: 'file|dir|url',
    }),
  copy: z
    .string()
    .optional()
    .meta({ assistant: 'path', description: 'the words of the page, section by section (copy.json)', told: 'copy.json', value: 'file' }),
  tokens: z.string().optional().meta({ assistant: 'path', description: 'design tokens (tokens.json)', told: 'tokens.json', value: 'file' }),
  start: z
    .string()
    .optional()
    .meta({ description: 'a command that serves the page at its address, such as "npm run dev"', value: 'command' }),
  design: z
    .string()
    .optional()
    .meta({ description: 'a frozen design: its screens and flows become criteria, and the brief is optional', value: 'feature' }),
  bundle: z.string().optional().meta({ description: 'a design bundle (zip or HTML) with tokens and copy', value: 'file' }),
  harness: Harness.optional().meta({ description: 'minimal: no contract; standard: one if you ask; thorough: always, and strict' }),
  contract: z.boolean().optional().meta({ description: 'agree on a contract before each iteration' }),
  strict: z
    .boolean()
    .optional()
    .meta({
      assistant: 'value',
      description: 'every dimension must reach the threshold, in at least two iterations; for work a client will see',
      told: 'every dimension must pass',
    }),
  threshold: z.coerce
    .number()
    .min(leastThreshold)
    .max(1)
    .optional()
    .meta({ description: `score that passes, at least ${leastThreshold}; default 0.75`, value: 'n' }),
  maxIterations: z.coerce.number().int().min(1).max(100).optional().meta({ description: 'default 5', value: 'n' }),
  config: z.string().optional().meta({ description: 'parameters; default .moai/config/sections/design.yaml', value: 'file' }),
  ...limits,
  ...makerFlags,
})

const defaultConfig = '.moai/config/sections/design.yaml'

export default defineOperation({
  summary: 'Improve a web page against a contract, judged by what a browser measures',
  forAssistants: 'Improve a web page: a browser measures it, you fix what it names.',
  input,
  positional: [{ name: 'brief' }],
  examples: [
    'whet sprint new brief.md --page site/index.html --maker claude',
    'whet sprint new brief.md --page site --copy copy.json --tokens tokens.json --strict',
  ],
  async run(all, world): Promise<RunReport> {
    const makers = await world.makers({
      workflow: 'sprint',
      ...given({ maker: all.maker, judge: all.judge, record: all.record, cassette: all.cassette }),
    })
    const { parameters, harness, contract, overrides } = settings(world, all)
    const { page, folder } = pageOf(world, all.page, all.start)
    const { brief, material, brand } = readMaterial(world, page, all, parameters)
    if (all.start !== undefined) (await import('../hands/serve.ts')).allowCommand(world.root, world.env, all.start)
    const runs = await world.store.list()
    const name = nameOf(page)
    const at = world.clock.now()
    const runId = await freeRun(world.store, `sprint-${name}`, at)
    const artifactDir = parameters.gan_loop.sprint_contract.artifact_dir
    const sprintInput: SprintInput = {
      runId,
      name,
      brief: { path: brief.path, object: sha256(brief.text) },
      material,
      parameters,
      harness,
      contract,
      folder,
      builder: makers.priced.some(({ role }) => role === 'builder' || role === 'default'), // a judge alone builds nothing
      judge: makers.judge,
      budget: budgetOf(all, world, makers),
      overrides,
      firstNumber: nextNumber(resolve(world.root, artifactDir)),
      runsBefore: runs.filter((run) => run.startsWith('sprint-')).length,
      calibratedBefore: calibrated(resolve(world.root, artifactDir)),
      ...(all.start !== undefined && { start: all.start }),
      ...(brand !== null && { brand }),
      ...(await lessonsFor(world, sprint, { run: runId, kind: harness, makers })),
    }
    const open = await world.store.create(
      sprint,
      { run: runId, workflow: 'sprint', input: sprintInput, pins: { ...makers.pins, flags: makers.flags } },
      world.clock,
      { objects: [brief.text] },
    )
    try {
      return await driveRun(world, open, sprint, makers)
    } finally {
      await open.close()
    }
  },
  text: reportText,
  exit: exitOf,
})

type Given = z.infer<typeof input>

/** The file first, then flags; values that differ from the defaults are stored with their origin. */
function settings(
  world: World,
  flags: Given,
): { parameters: Parameters; harness: Harness; contract: boolean; overrides: Record<string, string> } {
  const path = flags.config ? resolve(world.cwd, flags.config) : join(world.root, defaultConfig)
  const file = exists(path) ? readArtifactFile(path, flags.config ?? defaultConfig) : null
  if (file === null && flags.config) throw new Fault('not_found', `there is no file ${flags.config}`, { fix: 'Check the path.' })
  const parsed = file === null ? { value: {} } : parseYaml(file)
  if (!('value' in parsed)) throw new Fault('invalid', `${flags.config ?? defaultConfig} isn't YAML`, { fix: 'Fix it, or move it away.' })
  const read = readParameters(parsed.value ?? {})
  if ('problems' in read)
    throw new Fault('invalid', `${flags.config ?? defaultConfig}: ${read.problems.join('; ')}`, { fix: 'Fix it, or move it away.' })
  if (read.unknown.length > 0)
    world.say(`note: ${flags.config ?? defaultConfig} has settings that whet doesn't know: ${read.unknown.join(', ')}`)
  const { gan_loop, ...rest } = read.parameters
  const harness = flags.harness ?? 'standard'
  const { enabled, required_harness_levels, optional_harness_levels } = gan_loop.sprint_contract
  return {
    parameters: {
      ...rest,
      gan_loop: {
        ...gan_loop,
        ...given({ max_iterations: flags.maxIterations, pass_threshold: flags.threshold }),
        ...((flags.strict || harness === 'thorough') && { strict_mode: true }),
      },
    },
    harness,
    contract:
      enabled && (required_harness_levels.includes(harness) || (optional_harness_levels.includes(harness) && flags.contract === true)),
    overrides: Object.fromEntries(
      Object.entries({
        harness: flags.harness,
        strict: flags.strict,
        threshold: flags.threshold,
        max_iterations: flags.maxIterations,
      }).flatMap(([name, value]) => (value === undefined ? [] : [[name, `--${name.replaceAll('_', '-')} ${value}`]])),
    ),
  }
}

const nameOf = (page: string) =>
  page
    .replace(/(?:\/?index)?\.html?$/i, '')
    .replace(/^https?:\/\//i, '')
    .replaceAll(/[^a-z0-9]+/gi, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase()
    .slice(-40) || 'page'

/** Files of earlier runs are never overwritten. */
function nextNumber(folder: string): number {
  if (!exists(folder)) return 1
  const numbers = readdirSync(folder).flatMap((name) => Number(/^(?:sprint|evaluation-report)-(\d+)\.json$/.exec(name)?.[1] ?? 0))
  return 1 + Math.max(0, ...numbers)
}

/** One log per project: entries of earlier runs stay. */
function calibrated(folder: string): object[] {
  const text = readText(join(folder, 'calibration-log.json'))
  if (text === null) return []
  const read = parseJson(text)
  if ('value' in read && Array.isArray(read.value)) return read.value as object[]
  throw new Fault('invalid', `${join(folder, 'calibration-log.json')} isn't a JSON list`, { fix: 'Fix it, or move it away.' })
}
