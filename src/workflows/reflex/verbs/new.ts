// whet reflex new: a draft, two confirmations, then the loop.
import { stamp } from '../../../operations/run-id.ts'
import { sectionOf } from '../../../schema/config.ts'
import { settings } from '../settings.ts'
import * as z from 'zod'
import { below, exists } from '../../../adapters/disk.ts'
import { judgedBy } from '../../../agents/judge/anchors.ts'
import { taskTypes, templates } from '../templates/templates.ts'
import type { NewEvent } from '../../../schema/event.ts'
import { Fault } from '../../../schema/fault.ts'
import { isJudged } from '../../../schema/judged.ts'
import type { Rule } from '../../../schema/rule.ts'
import { aliasPattern, freeAlias, slugOf } from '../draft.ts'
import { event } from '../events.ts'
import { kindFor } from '../kind.ts'
import { isCommand, isSentence, undecidable } from '../rules.ts'
import reflex from '../index.ts'
import type { ReflexInput } from '../state.ts'
import { budgetFlags, budgetOf } from '../../../operations/budget-flags.ts'
import { lessonsFor } from '../../../operations/lessons.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { confirmDraft, draftFor } from './setup.ts'
import { nobodyFor, readyMakers } from '../../../operations/ready-makers.ts'
import { aloneInProject, refuseSecondLoop } from './alone.ts'
import { before } from './from.ts'
import { saving } from './save-to.ts'
import { evolutionFolder } from '../hands/folder.ts'
import { sha256 } from '../../../lib/hash.ts'
import { given } from '../../../lib/given.ts'
import { makerFlags } from '../../../operations/resume.ts'
import { type RunReport, driveRun, exitOf, report, reportText } from '../../../operations/runs.ts'
import type { Makers, World } from '../../../operations/world.ts'

/** What each template asks for, in the form of --set. */
const questions = Object.entries(templates).flatMap(([type, { settings }]) =>
  settings.length > 0 ? [`${type}: ${settings.map(({ name }) => name).join(', ')}`] : [],
)

const threshold = z.coerce.number().gt(0, 'at 0, anything would pass').max(1).optional()

const newInput = z.object({
  task: z.string().optional().meta({ assistant: 'value', description: 'what to make' }),
  criteria: z
    .string()
    .optional()
    .meta({
      assistant: 'path',
      description: 'rules and max_iterations; counts as both confirmations',
      told: 'file with rules and max_iterations; a person still confirms both',
      value: 'file',
    }),
  alias: z
    .string()
    .regex(aliasPattern, 'lower-case words joined by hyphens, 3 to 64 characters')
    .optional()
    .meta({ assistant: 'value', description: 'name of the loop: lower-case words joined by hyphens, 3 to 64 characters' }),
  type: z.enum(taskTypes).optional().meta({ assistant: 'value', description: 'kind of artifact' }),
  ideal: z.string().optional().meta({ assistant: 'value', description: 'what the ideal result looks like', value: 'text' }),
  set: z
    .array(z.string())
    .optional()
    .meta({
      assistant: 'value',
      description: 'answer a question of the template (repeatable)',
      told: `name=value (${questions.join('; ')})`,
      value: 'name=value',
    }),
  mandatory: z
    .array(z.string())
    .optional()
    .meta({
      assistant: 'value',
      description: 'a rule that must hold; "$ <command>" for a command (repeatable)',
      told: 'rules that must hold, in words',
      value: 'text',
    }),
  prefer: z
    .array(z.string())
    .optional()
    .meta({
      assistant: 'value',
      description: 'a preference, as a warning rule (repeatable)',
      told: 'preferences, as warning rules',
      value: 'text',
    }),
  thresholdA: threshold.meta({ assistant: 'value', description: 'threshold of level A', value: 'n' }),
  thresholdB: threshold.meta({ assistant: 'value', description: 'threshold of level B', value: 'n' }),
  maxIterations: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .meta({ assistant: 'value', description: 'suggested limit; you still confirm it', value: 'n' }),
  steps: z
    .enum(['short', 'every'])
    .optional()
    .meta({ assistant: 'value', description: 'short order, or all six steps in every iteration' }),
  allowCommands: z.boolean().optional().meta({ description: 'let checks of this run execute commands, in a sandboxed copy' }),
  allowMakerChecks: z
    .boolean()
    .optional()
    .meta({ description: 'let the maker write checks for rules in words if no judge is named; you see each before it counts' }),
  ...budgetFlags,
  from: z
    .string()
    .optional()
    .meta({
      assistant: 'value',
      description: 'start from the best artifact of this ended run; its task and criteria are drafted again',
      told: 'continue from the best of this ended run',
      value: 'run',
    }),
  draft: z.boolean().optional().meta({ description: 'leave a draft that waits for confirmation' }),
  saveTo: z
    .string()
    .optional()
    .meta({ description: 'copy the final artifact to this file in the project; its extension also sets the kind', value: 'file' }),
  force: z.boolean().optional().meta({ description: 'replace the --save-to file if it exists' }),
  ...makerFlags,
})
export type NewInput = z.infer<typeof newInput>

export default defineOperation({
  summary: 'Start a loop: make, judge, fix, until the criteria are met',
  forAssistants:
    'Start a loop that makes one artifact: make, judge, fix, until its criteria are met. It is a draft until a person confirms criteria and iteration limit: call request_decision twice, then perform the steps.',
  input: newInput,
  positional: [{ name: 'task', rest: true }],
  examples: [
    'whet reflex new "OpenAPI 3.1 spec for a course catalogue" --maker claude',
    'whet reflex new "Write the README" --criteria criteria.yaml --maker command:"./maker.sh"',
  ],
  async run(input, world): Promise<RunReport> {
    await refuseSecondLoop(world)
    const from = input.from ? await before(world, input.from) : null
    const task = input.task?.trim() || from?.draft?.task || (await askTask(world))
    const makers = await readyMakers(world, {
      workflow: 'reflex',
      ...given({ maker: input.maker, judge: input.judge, record: input.record, cassette: input.cassette }),
    })
    if (input.allowMakerChecks && !makers.judge && !makers.serves('prepare')) throw nobodyFor(['prepare'])
    const budget = budgetOf(input, world, makers)
    const drafted = await draftFor(world, { ...input, task }, makers.judge, from?.draft ?? null)
    const at = world.clock.now()
    const runs = await world.store.list()
    const alias = freeAlias(
      input.alias ?? slugOf(task),
      (name) => exists(below(world.root, `${evolutionFolder(world)}/${name}`)) || runs.some((run) => reflex.matches(run, name)),
    )
    const runId = `${alias}-${stamp(at)}`
    const saved = await saving(world, input.saveTo, input.force ?? false)
    const reflexInput: ReflexInput = {
      runId,
      alias,
      folder: `${evolutionFolder(world)}/${alias}`,
      prompt: task,
      ...drafted,
      kind: kindFor({ stated: drafted.kind, target: saved.target, rules: drafted.criteria.rules, type: drafted.type }),
      ...saved,
      steps: input.steps ?? sectionOf(world.config.config, 'reflex', settings).steps ?? 'short',
      budget,
      allowCommands: input.allowCommands ?? false,
      judge: judgesFor(drafted.criteria.rules, makers),
      ...(makers.judge ? { sentencesBy: 'judge' } : input.allowMakerChecks && { sentencesBy: 'maker' }),
      passported: await makers.passported(drafted.criteria.rules),
      ...(from && { from: from.artifact.hash }),
      ...(await lessonsFor(world, reflex, { run: runId, kind: drafted.type, makers })),
    }
    const judges = await guardTests(world, reflexInput)
    // A draft waits for a person's confirmation, even if its criteria came in a file.
    const { confirmedBy } = input.draft ? {} : drafted
    const create = async () => {
      if (judges !== null) await world.store.keep(Buffer.from(judges))
      return world.store.create(
        reflex,
        { run: runId, workflow: 'reflex', input: reflexInput, pins: { ...makers.pins, flags: makers.flags } },
        world.clock,
        { objects: from ? [from.artifact.text] : [], events: confirmedBy ? confirmed(confirmedBy) : [] },
      )
    }
    if (confirmedBy) refuseHopeless(reflexInput)
    const open = await (confirmedBy ? aloneInProject(world, alias, create) : create())
    try {
      if (!input.draft && !confirmedBy) await confirmDraft(world, open)
      const next = open.workflow.next(open.state.state)
      if (!('do' in next))
        return report(
          reflex,
          'ask' in next ? { at: 'gate', gate: next.ask, run: open.state } : { at: 'end', outcome: next.done, run: open.state },
          [],
        )
      return await driveRun(world, open, reflex, makers)
    } finally {
      await open.close()
    }
  },
  text: reportText,
  exit: exitOf,
})

/** The file is both confirmations, recorded as such with its hash in the run's first entry. */
function confirmed({ file, sha256 }: { file: string; sha256: string }): NewEvent[] {
  const by = `criteria file ${file}`
  return [
    event('criteria_confirmed', { by }),
    event('iterations_confirmed', { by }),
    event('run_started', { confirmed: 'criteria-file', criteria_sha256: sha256 }),
  ]
}

/** If commands judge the work, what they rely on is copied at the start, and weakening it fails the run. */
async function guardTests(world: World, input: ReflexInput): Promise<string | null> {
  const { criteria, allowCommands, prompt } = input
  if (!allowCommands || criteria.rules.some(({ check }) => typeof check !== 'string' && check.kind === 'tamper-guard')) return null
  const { copyOfChecks } = await import('../hands/copy-of-checks.ts')
  const judges = copyOfChecks(world.root)
  const check = { kind: 'tamper-guard', baseline: { sha256: sha256(judges) }, task: prompt }
  criteria.rules = [
    ...criteria.rules,
    {
      id: 'a.security.tamper-guard',
      description: 'Nothing that judges the work was weakened',
      severity: 'fail',
      weight: 0,
      phase: 'A',
      check,
    },
  ]
  return judges
}

async function askTask(world: World): Promise<string> {
  const task = world.person ? (await world.person.text('What should be made?')).trim() : ''
  if (task === '')
    throw new Fault('usage', 'there is no task: say what to make', {
      fix: 'Write `whet reflex new "<task>"`. `whet reflex --help` lists the other verbs.',
    })
  return task
}

/** A file that is both confirmations must leave nothing open that could never pass. */
function refuseHopeless(input: ReflexInput): void {
  const open = undecidable(input.criteria.rules, input).filter(({ severity }) => severity === 'fail')
  if (open.length === 0) return
  const rules = input.criteria.rules.filter(({ id }) => open.some((each) => each.id === id))
  const [commands, words] = [rules.some(isCommand), rules.some((rule) => isSentence(rule) && !rule.hidden)]
  throw new Fault('refused', `this loop could never pass: ${open.map(({ id, why }) => `${id}: ${why}`).join('; ')}`, {
    fix: `Drop or downgrade these rules, name a judge (--judge …), calibrate it (\`whet judge calibrate\`)${commands ? ', allow commands (--allow-commands)' : ''}${words ? ', or let the maker write checks for rules in words, which you see before they count (--allow-maker-checks)' : ''}.`,
    data: { undecidable: open },
  })
}

/** Whether the judges of these rules are available: all or none. */
function judgesFor(rules: readonly Rule[], { roles, judge }: Makers): boolean {
  const wanted = new Set(rules.filter(isJudged).flatMap((rule) => judgedBy(rule).judges))
  const missing = [...wanted].filter((role) => !roles.includes(role))
  if (wanted.size === 0 || missing.length === 0) return wanted.size > 0 || judge
  if (missing.length === wanted.size) return false
  throw new Fault('maker', `no judge is named as ${missing.join(', ')}`, {
    fix: `Name one with --maker ${missing[0]}=…, or under makers: in whetstone.yaml.`,
    data: { missing },
  })
}
