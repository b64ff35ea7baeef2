// whet order new: from a task and a repository to a measured branch.
import { freeRun } from '../../../operations/run-id.ts'
import { resolve } from 'node:path'
import * as z from 'zod'
import { commitOf } from '../../../adapters/measure/git.ts'
import { readProject, requireTrust } from '../../../adapters/measure/project.ts'
import { readArtifactFile } from '../../../adapters/text-file.ts'
import { sha256 } from '../../../lib/hash.ts'
import { tryingIn } from '../../../operations/lessons.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { budgetFlags, budgetOf } from '../../../operations/budget-flags.ts'
import { readyMakers } from '../../../operations/ready-makers.ts'
import { given } from '../../../lib/given.ts'
import { makerFlags } from '../../../operations/resume.ts'
import { type RunReport, driveRun, exitOf, reportText } from '../../../operations/runs.ts'
import type { World } from '../../../operations/world.ts'
import { Fault } from '../../../schema/fault.ts'
import { sweep } from '../hands/place.ts'
import order from '../index.ts'
import { readList } from '../spec.ts'
import type { OrderInput } from '../state.ts'

export default defineOperation({
  summary: 'Have a code task done in a working copy and accepted by measurement',
  input: z
    .object({
      task: z.string().optional().meta({ description: 'what should be done' }),
      repo: z.string().optional().meta({ description: 'a folder in a git repository; default: here', value: 'dir' }),
      spec: z.string().optional().meta({ description: 'a specification, split into orders', value: 'file' }),
      type: z.enum(['code', 'tests', 'docs', 'config']).optional().meta({ description: 'what the order should produce; default: code' }),
      alias: z
        .string()
        .regex(/[a-z0-9]/i, 'needs a letter or a digit')
        .optional()
        .meta({ description: 'its short name; default: from the task' }),
      base: z.string().optional().meta({ description: 'commit to start from; default: HEAD', value: 'ref' }),
      pullRequest: z.boolean().optional().meta({ description: 'open a draft pull request with gh' }),
      allowCommands: z
        .boolean()
        .optional()
        .meta({ description: "run the repository's build, test and lint commands without `whet trust`" }),
      ...budgetFlags,
      ...makerFlags,
    })
    .refine(({ task, spec }) => task !== undefined || spec !== undefined, { path: ['task'] }),
  positional: [{ name: 'task' }],
  personOnly: true,
  examples: ['whet order new "Make sum() add negative numbers" --maker claude', 'whet order new --spec spec.md --repo ../shop'],
  async run(all, world): Promise<RunReport> {
    const spec = all.spec === undefined ? null : readArtifactFile(resolve(world.cwd, all.spec), all.spec)
    const task = all.task?.trim() ?? ''
    if ((task === '') === (spec === null))
      throw new Fault('usage', task === '' ? 'an order needs a task' : 'an order takes a task or --spec, not both', {
        fix: 'Write `whet order new "<task>"`, or --spec <file>; `whet order --help` lists its commands.',
      })
    const repo = resolve(world.cwd, all.repo ?? '.')
    const project = readProject(repo, world.env)
    commitOf(project.top, all.base ?? 'HEAD')
    requireTrust(project, world.env, all.allowCommands ?? false)
    for (const note of project.notes) world.say(`note: ${note}`)
    const makers = await readyMakers(world, {
      workflow: 'order',
      ...given({ maker: all.maker, judge: all.judge, record: all.record, cassette: all.cassette }),
    })
    await tidy(world, repo)
    const { proposers = [], cycles = 3, sanitizer = true } = project.settings
    const name = nameOf(all.alias ?? (task || (all.spec as string)))
    const runId = await freeRun(world.store, `order-${name}`, world.clock.now())
    const input: OrderInput = {
      runId,
      name,
      task,
      type: all.type ?? 'code',
      spec: spec === null ? null : { path: all.spec as string, object: sha256(spec) },
      items: spec === null ? null : readList(spec),
      repo,
      base: all.base ?? 'HEAD',
      proposers: proposers.map(({ maker, up_to = null }) => ({ maker, upTo: up_to })),
      ...(proposers.length > 1 && (await tryingIn(world))),
      cycles,
      sanitizer,
      pullRequest: all.pullRequest ?? false,
      budget: budgetOf(all, world, makers),
      allowCommands: all.allowCommands ?? false,
    }
    const first = { run: runId, workflow: 'order', input, pins: { ...makers.pins, flags: makers.flags } }
    const open = await world.store.create(order, first, world.clock, spec === null ? {} : { objects: [spec] })
    try {
      return await driveRun(world, open, order, makers)
    } finally {
      await open.close()
    }
  },
  text: reportText,
  exit: exitOf,
})

/** Working copies left by a crash: those of ended runs are deleted, others are named, never discarded. */
async function tidy(world: World, repo: string): Promise<void> {
  const known = new Map<string, 'ended' | 'open'>()
  for (const run of await world.store.list())
    if ((await world.store.workflowOf(run)) === 'order') known.set(run, (await world.store.load(order, run)).run.outcome ? 'ended' : 'open')
  const { removed, left } = sweep(world.env, repo, (run) => known.get(run) ?? 'unknown')
  if (removed.length > 0) world.say(`removed ${removed.length} working ${removed.length === 1 ? 'copy' : 'copies'} of ended orders`)
  for (const path of left) world.say(`note: ${path} is the working copy of an order that isn't listed here; whet leaves it alone`)
}

const nameOf = (text: string) =>
  text
    .split('\n', 1)[0]!
    .replace(/\.[a-z]+$/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '') || 'order'
