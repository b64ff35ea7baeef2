// whet design new: from requirements to a scored and previewed candidate that waits for a person.
import { sectionOf } from '../../../schema/config.ts'
import { settings } from '../settings.ts'
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { below, exists } from '../../../adapters/disk.ts'
import { readArtifactFile, readInput } from '../../../adapters/text-file.ts'
import { type OpenRun, commit } from '../../../kernel/commit.ts'
import { sha256 } from '../../../lib/hash.ts'
import { Fault } from '../../../schema/fault.ts'
import { event, moved } from '../events.ts'
import design from '../index.ts'
import { defaults, featurePattern, type DesignInput, type DesignState, type Settings, thresholdRange } from '../state.ts'
import { type Answered, withAnswers } from '../outline/answers.ts'
import { points } from '../stop.ts'
import { budgetFlags, budgetOf } from '../../../operations/budget-flags.ts'
import { lessonsFor } from '../../../operations/lessons.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { toAsk } from './to-ask.ts'
import { designFolder, settingsNow } from '../hands/settings.ts'
import { given as flags } from '../../../lib/given.ts'
import { makerFlags } from '../../../operations/resume.ts'
import { type RunReport, driveRun, exitOf, reportText, tell, withRun } from '../../../operations/runs.ts'
import type { Makers, World } from '../../../operations/world.ts'

const input = z.object({
  feature: z.string().meta({ assistant: 'value', description: 'id of the feature: lower-case words joined by hyphens' }),
  requirements: z
    .string()
    .optional()
    .meta({
      assistant: 'value',
      description: 'a file, the text itself, or - for standard input',
      told: 'a file, or the text itself',
      value: 'file|text|-',
    }),
  threshold: z.coerce
    .number()
    .optional()
    .meta({ assistant: 'value', description: 'score from which it becomes a candidate, 70 to 95; default 80', value: 'n' }),
  maxIterations: z.coerce.number().int().min(1).max(100).optional().meta({ assistant: 'value', description: 'default 10', value: 'n' }),
  ...budgetFlags,
  maker: makerFlags.maker,
  record: makerFlags.record,
  cassette: makerFlags.cassette,
})

export default defineOperation({
  summary: "Design a feature from its requirements, up to a person's decision",
  forAssistants: 'Design a feature from its requirements. The answer contains your first step; after the last one a person decides.',
  input,
  positional: [{ name: 'feature' }],
  examples: [
    'whet design new order-tracking --requirements requirements.md',
    'whet design new order-tracking --requirements - --threshold 85 --maker claude < requirements.md',
  ],
  async run({ feature, requirements, threshold, maxIterations, maker, record, cassette, ...limits }, world): Promise<RunReport> {
    checkFeature(feature)
    const folder = below(world.root, designFolder(world, feature))
    const wanted = threshold === undefined ? undefined : checkThreshold(threshold)
    const run = `design-${feature}`
    if (await world.store.has(run)) await withRun(world, run, design, (open) => refuseMidRun(world, open, wanted))
    else if (exists(join(folder, 'state.json')))
      throw new Fault('conflict', `a design of ${feature} already exists, but this project has no journal of it`, {
        fix: `Continue it: \`whet resume ${feature}\`; or move ${designFolder(world, feature)} away.`,
      })
    const given = await readRequirements(world, requirements)
    const makers = await world.makers({ workflow: 'design', ...flags({ maker, record, cassette }) })
    const text = await answered(world, makers, given)
    const settings = settingsOf(world, makers, limits, {
      ...(await lessonsFor(world, design, { run, kind: 'intent', makers })),
      requirements: sha256(text),
      ...(wanted !== undefined && { threshold: wanted }),
      ...(maxIterations !== undefined && { maxIterations }),
    })
    if (!(await world.store.has(run))) {
      const first: DesignInput = { featureId: feature, folder: designFolder(world, feature), settings }
      const open = await world.store.create(design, { run, workflow: 'design', input: first, pins: {} }, world.clock, { objects: [text] })
      try {
        return started(await driveRun(world, open, design, makers))
      } finally {
        await open.close()
      }
    }
    return withRun(world, run, design, async (open, repairs) => {
      await refuseMidRun(world, open, wanted)
      await commit(open, { events: [event('start_requested', { settings })], objects: [text] }, world)
      return started(await driveRun(world, open, design, makers, repairs))
    })
  },
  text: reportText,
  exit: exitOf,
})

/** A start refused because of final/ left it where it was. */
function started(report: RunReport): RunReport {
  if (report.status === 'IDLE')
    throw new Fault('refused', `${report.name} was not started: ${report.summary.folder}/final is frozen`, {
      fix: 'Delete FROZEN.md there to design it again; the journal will record that.',
    })
  return report
}

/** Only IDLE may be left this way; anything else is refused, recorded and shown. */
async function refuseMidRun(world: World, open: OpenRun<DesignState>, wanted: number | undefined): Promise<void> {
  const { state } = open.state
  if (state.state === 'IDLE' && !state.starting) return
  const at = state.state === 'IDLE' ? 'GENERATING' : state.state // a start in progress counts as begun
  const refusals = [moved({ state: at }, 'GENERATING', { reason: 'started', because: '', by: world.user })]
  const fixed = state.settings.threshold
  const ended = at === 'FROZEN' || at === 'FAILED'
  if (wanted !== undefined && wanted !== fixed && !ended) refusals.push(event('threshold_refused', { wanted, fixed, by: world.user }))
  await commit(open, { events: refusals }, world, { onCommit: (run, events) => tell(world, design, run, events) })
  const { featureId } = state.input
  throw new Fault(
    'refused',
    `${featureId} is ${at}, so no run can start${refusals.length > 1 ? `, and its threshold stays ${points(fixed)}` : ''}`,
    {
      fix: ended
        ? design.view.onward(open.state, featureId)
        : `Decide on it (\`whet inbox\`), or continue with \`whet resume ${featureId}\`.`,
      data: { state: state.state },
    },
  )
}

function settingsOf(
  world: World,
  makers: Makers,
  limits: Parameters<typeof budgetOf>[0],
  set: Pick<Settings, 'requirements'> & Partial<Settings>,
): Settings {
  const design = sectionOf(world.config.config, 'design', settings)
  return {
    threshold: design?.threshold === undefined ? defaults.threshold : checkThreshold(design.threshold),
    maxIterations: design?.max_iterations ?? defaults.maxIterations,
    ...settingsNow(world, makers, limits),
    ...set,
  }
}

function checkFeature(feature: string): void {
  if (!featurePattern.test(feature))
    throw new Fault('usage', `"${feature}" isn't a feature id`, {
      fix: 'Use lower-case words and digits joined by hyphens, at most 60 characters, such as order-tracking.',
    })
}

/** In hundredths, within the allowed range. */
function checkThreshold(threshold: number): number {
  const hundredths = Math.round(threshold * 100)
  if (Number.isFinite(threshold) && hundredths >= thresholdRange.least && hundredths <= thresholdRange.most) return hundredths
  throw new Fault(
    'usage',
    `a threshold of ${threshold} is refused: it must lie between ${points(thresholdRange.least)} and ${points(thresholdRange.most)}`,
    { fix: 'Omit it for 80, or choose one from 70 to 95.' },
  )
}

/** While IDLE, a person is asked what the text leaves open; answers become part of the requirements. */
async function answered({ person }: World, makers: Makers, text: string): Promise<string> {
  const given: Answered[] = []
  for (const { text: question } of person ? await toAsk(makers, text) : [])
    given.push({ question, answer: (await person?.text(`${question} (Enter skips)`, { optional: true })) ?? '' })
  return withAnswers(text, given)
}

/** A file if one has that name, otherwise the words themselves. */
async function readRequirements(world: World, requirements: string | undefined): Promise<string> {
  const asked =
    requirements ?? (world.person ? await world.person.text('Requirements: a file, or what people should be able to do') : undefined)
  if (asked === undefined) throw new Fault('usage', 'there are no requirements', { fix: 'Give --requirements a file, or the text itself.' })
  const text =
    asked === '-' ? await readInput() : isFile(resolve(world.cwd, asked)) ? readArtifactFile(resolve(world.cwd, asked), asked) : asked
  if (asked !== '-' && text === asked && looksLikeFile(asked))
    throw new Fault('not_found', `there is no file ${asked}`, { fix: 'Check the path, or give the text itself.' })
  if (text.trim() === '') throw new Fault('usage', 'the requirements are empty', { fix: 'Say in sentences who does what with which data.' })
  return text.replace(/^\uFEFF/, '')
}

function isFile(path: string): boolean {
  try {
    return existsSync(path) && statSync(path).isFile()
  } catch {
    return false // a text too long or too odd to be a path
  }
}

const looksLikeFile = (text: string) => !/\s/.test(text.trim()) && /[/\\]|\.[a-z]{1,8}$/i.test(text)
