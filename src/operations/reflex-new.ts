// whet reflex new: a draft, two confirmations, then the loop.
import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { type Baseline, readBaseline } from '../adapters/baseline.ts'
import { below, guard } from '../adapters/file-store/disk.ts'
import { checkPriced } from '../agents/budget.ts'
import { commit } from '../kernel/driver.ts'
import { Fault } from '../schema/fault.ts'
import { aliasFor, aliasPattern } from '../workflows/reflex/draft.ts'
import { event } from '../workflows/reflex/events.ts'
import { undecidable } from '../workflows/reflex/rules.ts'
import type { ReflexInput } from '../workflows/reflex/state.ts'
import { defineOperation } from './operation.ts'
import { confirmDraft, draftFor } from './reflex-setup.ts'
import { activePointer, evolutionFolder, loopFolders } from './reflex-import.ts'
import { given, makerFlags } from './resume.ts'
import { type RunReport, driveRun, exitOf, findRun, kitOf, loadRun, report, reportText } from './runs.ts'
import { objectOf } from './show.ts'
import type { AnyRun, Makers, World } from './world.ts'

export const newInput = z.object({
  task: z.string().optional().meta({ description: 'what should be made' }),
  criteria: z.string().optional().meta({ description: 'rules and max_iterations; stands for both confirmations', value: 'file' }),
  alias: z.string().regex(aliasPattern, 'lower-case words joined by hyphens, 3 to 64 characters').optional().meta({ description: 'name of the loop' }),
  type: z.enum(['api-spec', 'code', 'docs', 'config', 'other']).optional().meta({ description: 'kind of artifact' }),
  ideal: z.string().optional().meta({ description: 'what the ideal result looks like', value: 'text' }),
  set: z.array(z.string()).optional().meta({ description: 'answer a question of the template (repeatable)', value: 'name=value' }),
  mandatory: z.array(z.string()).optional().meta({ description: 'a check that must hold; "$ <command>" for a command (repeatable)', value: 'text' }),
  prefer: z.array(z.string()).optional().meta({ description: 'a preference, as a warning rule (repeatable)', value: 'text' }),
  thresholdA: z.coerce.number().min(0).max(1).optional().meta({ description: 'threshold of level A', value: 'n' }),
  thresholdB: z.coerce.number().min(0).max(1).optional().meta({ description: 'threshold of level B', value: 'n' }),
  maxIterations: z.coerce.number().int().min(1).max(1000).optional().meta({ description: 'drafted limit; still to be confirmed', value: 'n' }),
  steps: z.enum(['short', 'every']).optional().meta({ description: 'short order, or all six steps in every iteration' }),
  allowCommands: z.boolean().optional().meta({ description: 'let checks of this run execute commands, in a sandboxed copy' }),
  calls: z.coerce.number().int().min(1).optional().meta({ description: 'budget: calls to makers', value: 'n' }),
  tokens: z.coerce.number().int().min(1).optional().meta({ description: 'budget: tokens in and out', value: 'n' }),
  cost: z.coerce.number().positive().optional().meta({ description: 'budget: dollars', value: 'usd' }),
  seconds: z.coerce.number().int().min(1).optional().meta({ description: 'budget: seconds spent in steps', value: 'n' }),
  from: z.string().optional().meta({ description: 'go on from the best artifact of this ended run', value: 'run' }),
  draft: z.boolean().optional().meta({ description: 'leave a draft that waits for its confirmations' }),
  saveTo: z.string().optional().meta({ description: 'copy the final artifact there', value: 'file' }),
  ...makerFlags,
})
export type NewInput = z.infer<typeof newInput>

export default defineOperation({
  summary: 'Start a loop: make, judge, fix, until the criteria are met',
  input: newInput,
  positional: [{ name: 'task', rest: true }],
  examples: ['whet reflex new "OpenAPI 3.1 spec for a course catalogue" --maker claude', 'whet reflex new "Write the README" --criteria criteria.yaml --maker command:"./maker.sh"'],
  async run(input, world): Promise<RunReport> {
    refuseSecondLoop(world)
    const task = input.task?.trim() || (await askTask(world))
    const makers = await world.makers({ workflow: 'reflex', ...given({ maker: input.maker, judge: input.judge, record: input.record, replay: input.replay }) })
    if (!makers.configured) throw noMaker(world, await world.assistants())
    checkPriced(budgetOf(input, world), makers.priced)
    const drafted = await draftFor(world, { ...input, task }, makers.judge)
    const at = world.clock.now()
    const alias = aliasFor(input.alias ?? task, (name) => loopFolders(world).includes(name) || world.store.list().some((run) => kitOf(world, 'reflex').matches(run, name)))
    const from = input.from ? await bestOf(world, input.from) : null
    const runId = `${alias}-${stamp(at)}`
    const reflexInput: ReflexInput = {
      runId,
      alias,
      folder: `${evolutionFolder(world)}/${alias}`,
      prompt: task,
      ...drafted,
      steps: input.steps ?? world.config.config.reflex?.steps ?? 'short',
      budget: budgetOf(input, world),
      allowCommands: input.allowCommands ?? false,
      judge: makers.judge,
      passported: await makers.passported(drafted.criteria.rules),
      ...(from && { from: from.hash }),
    }
    const baseline = guardTests(world, reflexInput)
    if (drafted.confirmedBy) refuseHopeless(reflexInput)
    const kit = kitOf(world, 'reflex')
    const open = await world.store.create(kit.workflow, { run: runId, workflow: 'reflex', input: reflexInput, pins: { ...makers.pins, flags: makers.flags } }, world.clock, { objects: from ? [from.text] : [] })
    try {
      baseline?.keep()
      return await confirmAndRun(world, open, makers, { draft: input.draft ?? false, ...(input.saveTo && { saveTo: input.saveTo }), ...(drafted.confirmedBy && { confirmedBy: drafted.confirmedBy }) })
    } finally {
      await open.store.close()
    }
  },
  text: reportText,
  exit: exitOf,
})

async function confirmAndRun(world: World, open: AnyRun, makers: Makers, { draft, saveTo, confirmedBy }: { draft: boolean; saveTo?: string; confirmedBy?: { file: string; sha256: string } }): Promise<RunReport> {
  const kit = kitOf(world, 'reflex')
  if (confirmedBy) {
    const by = `criteria file ${confirmedBy.file}`
    await commit(open, { events: [event('criteria_confirmed', { by }), event('iterations_confirmed', { by }), event('run_started', { confirmed: 'criteria-file', criteria_sha256: confirmedBy.sha256 })] }, { clock: world.clock })
  } else if (!draft) await confirmDraft(world, open, kit)
  const next = open.workflow.next(open.state.state)
  if ('ask' in next) return report(kit, { at: 'gate', gate: next.ask, run: open.state }, [])
  const done = await driveRun(world, open, kit, makers)
  if (done.at === 'end' && done.artifact) await offerCopy(world, done.artifact.path, saveTo)
  return done
}

/** Where the artifact should go is asked at the end; without an answer it stays. */
async function offerCopy(world: World, path: string, saveTo?: string): Promise<void> {
  const wanted = saveTo ?? (world.person ? await world.person.text(`Copy the artifact to (empty: keep it in ${path}):`, { optional: true }) : '')
  if (!wanted.trim()) return
  const target = resolve(world.cwd, wanted.trim())
  guard(target, () => {
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(join(world.root, path), target)
  })
  world.say(`Copied to ${wanted.trim()}.`)
}

/** Where commands judge the work, what they rely on is kept from the start, and weakening it fails the run. */
function guardTests(world: World, input: ReflexInput): Baseline | null {
  const { criteria, allowCommands, prompt, runId } = input
  if (!allowCommands || criteria.rules.some(({ check }) => typeof check !== 'string' && check.kind === 'tamper-guard')) return null
  const baseline = readBaseline(world.root, runId)
  const check = { kind: 'tamper-guard', baseline: { folder: baseline.folder, sha256: baseline.sha256 }, task: prompt }
  criteria.rules = [...criteria.rules, { id: 'a.security.tamper-guard', description: 'Nothing that judges the work was weakened', severity: 'fail', weight: 0, phase: 'A', check }]
  return baseline
}

function refuseSecondLoop(world: World): void {
  const active = activePointer(world)
  if (!active) return
  throw new Fault('conflict', `a loop is active already: ${active.alias}`, { fix: `Go on with \`whet reflex resume ${active.alias}\`, or end it with \`whet reflex stop\`.`, data: { active: active.alias } })
}

async function askTask(world: World): Promise<string> {
  const task = world.person ? (await world.person.text('What should be made?')).trim() : ''
  if (task === '') throw new Fault('usage', 'there is no task: say what should be made', { fix: 'whet reflex new "<task>"' })
  return task
}

/** A file that is both confirmations must leave nothing open that could never pass. */
function refuseHopeless({ criteria, judge, allowCommands }: ReflexInput): void {
  const open = undecidable(criteria.rules, { judge, allowCommands }).filter(({ severity }) => severity === 'fail')
  if (open.length === 0) return
  throw new Fault('refused', `this loop could never pass: ${open.map(({ id, why }) => `${id}: ${why}`).join('; ')}`, { fix: 'Drop or downgrade these rules, name a judge (--judge …) or allow commands (--allow-commands).', data: { undecidable: open } })
}

function noMaker(world: World, found: readonly string[]): Fault {
  const here = found.length > 0 ? `Found on this machine: ${found.join(', ')}. Use one with --maker ${found[0]}.` : 'Install an assistant such as Claude Code, Codex or Ollama and name it with --maker.'
  return new Fault('maker', 'no maker is configured, so nobody could make anything', { fix: `${here} Or use any program: --maker command:"./my-maker.sh" (prompt on stdin, reply on stdout). \`whet init\` writes a ${world.config.path ? 'new ' : ''}whetstone.yaml to keep the choice, \`whet doctor\` says what works here.`, data: { assistants: found } })
}

async function bestOf(world: World, name: string): Promise<{ hash: string; text: string }> {
  const { run, kit } = await findRun(world, name, 'reflex')
  const current = kit.current(await loadRun(world, run, kit))
  if (!current) throw new Fault('not_found', `${name} has no artifact to go on from`)
  below(world.root, current.path)
  return { hash: current.sha256, text: await objectOf(world, run, current.sha256) }
}

function budgetOf({ calls, tokens, cost, seconds }: NewInput, world: World): ReflexInput['budget'] {
  const set = world.config.config.budget ?? {}
  return given({ calls: calls ?? set.calls, tokens: tokens ?? set.tokens, costUsd: cost ?? set.cost_usd, seconds: seconds ?? set.seconds })
}

/** YYYYMMDD-HHMMSS in UTC. */
const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)
