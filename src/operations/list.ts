// whet list: every run of this project, newest last.
import * as z from 'zod'
import { hostName } from '../agents/provider.ts'
import type { Pins } from '../agents/pins.ts'
import type { RunState } from '../kernel/reduce.ts'
import type { View } from '../kernel/store.ts'
import { toFault } from '../schema/fault.ts'
import { defineOperation } from './operation.ts'
import { kitOf, loadRun, pinsOf } from './runs.ts'
import type { Kit, Summary, World } from './world.ts'

export default defineOperation({
  summary: 'List the runs of this project',
  input: z.object({
    workflow: z.string().optional().meta({ hidden: true }),
    status: z.string().optional().meta({ description: 'only runs of this status' }),
  }),
  reads: true,
  async run({ workflow, status }, world): Promise<{ runs: Summary[] }> {
    const runs = await listed(world, workflow)
    return { runs: status ? runs.filter((run) => run.status === status) : runs }
  },
  text: ({ runs }) =>
    runs.length === 0 ? 'No runs yet.\nNext: `whet reflex new "<task>"` or `whet design new <feature>`.' : table(runs, false),
})

/** Every run, also those that other tools wrote. One that cannot be read is listed as damaged, never left out and never in the way of the others. */
export async function summaries(world: World, workflow?: string): Promise<Summary[]> {
  const found: Listed[] = []
  for (const run of await world.store.list()) {
    try {
      const name = await world.store.workflowOf(run)
      if (workflow && name !== workflow) continue
      const kit = kitOf(world, name)
      const loaded = await loadRun(world, run, kit)
      found.push({ at: loaded.at, summary: summarise(kit, loaded, await isGoing(world, run, loaded)) })
    } catch (error) {
      found.push({ at: 0, summary: damagedRun(run, toFault(error).message, workflow) })
    }
  }
  return withForeign(world, found, workflow)
}

/** The same for a list alone, which may come from saved folds: nothing is decided by it. */
export async function listed(world: World, workflow?: string): Promise<Summary[]> {
  const view: View<Listed & { run: RunState<unknown> }> = {
    workflow: (name) => world.kits[name]?.workflow,
    row: (run, busy) => ({ at: run.at, summary: summarise(kitOf(world, run.workflow), run, busy), run }),
  }
  const found: Listed[] = []
  for await (const one of world.store.rows(view, workflow ? { workflow } : {})) {
    if ('fault' in one) found.push({ at: 0, summary: damagedRun(one.run, one.fault.message, workflow) })
    else found.push((await noticed(world, one.run, one.row.run)) ?? one.row)
  }
  return withForeign(world, found, workflow)
}

/** What the world has to say about a run is recorded first, as everywhere. */
async function noticed(world: World, run: string, state: RunState<unknown>): Promise<Listed | null> {
  const kit = kitOf(world, state.workflow)
  if (!kit.noticed || (await kit.noticed(world, state)).length === 0) return null
  const loaded = await loadRun(world, run, kit)
  return { at: loaded.at, summary: summarise(kit, loaded, false) }
}

interface Listed {
  summary: Summary
  /** To the millisecond, where what is shown says only the second. */
  at: number
}

function withForeign(world: World, found: Listed[], workflow?: string): Summary[] {
  for (const kit of Object.values(world.kits)) {
    if (!kit.foreign || (workflow && kit.workflow.name !== workflow)) continue
    const ours = new Set(found.map(({ summary: { name, workflow: owner } }) => `${owner}:${name}`))
    for (const summary of kit.foreign.list(world)) if (!ours.has(`${summary.workflow}:${summary.name}`)) found.push({ at: 0, summary })
  }
  const place = ({ at, summary: { updatedAt, name } }: Listed) => `${updatedAt} ${String(at).padStart(16, '0')} ${name}`
  return found.sort((a, b) => (place(a) < place(b) ? -1 : 1)).map(({ summary }) => summary)
}

/** Whether somebody is at it now. */
export const isGoing = async (world: World, run: string, { outcome }: RunState<unknown>) => outcome === null && world.store.isBusy(run)

/** One that cannot be read still has a place in every list. */
export function damagedRun(run: string, reason: string, workflow = '?', folder = ''): Summary {
  return {
    run,
    workflow,
    name: run,
    status: 'damaged',
    iteration: 0,
    maxIterations: 0,
    phase: '',
    step: '',
    score: '',
    updatedAt: '',
    waitsFor: null,
    reason,
    folder,
    stage: 'ended',
  }
}

/** Where a run stands and what it cost. A request that nobody is performing and nobody answered may have been paid for. */
export function summarise(kit: Kit, run: RunState<unknown>, busy: boolean): Summary {
  const next = run.outcome ? null : kit.workflow.next(run.state)
  const { makers = {} } = pinsOf(kit, run) as Partial<Pins>
  const asked =
    next && 'do' in next
      ? next.do.filter((task) => task.kind === 'ask' && run.open[task.key] && (makers[task.role] ?? makers['default'])?.name !== hostName)
      : []
  const lost = busy ? 0 : asked.length
  return { ...kit.summary(run), usage: { ...run.usage, mayBePaid: run.usage.mayBePaid + lost } }
}

export function table(runs: readonly Summary[], withStep: boolean): string {
  const head = withStep
    ? ['alias', 'status', 'iteration', 'phase', 'current_step', 'last_score', 'updated_at']
    : ['alias', 'workflow', 'status', 'iteration', 'last_score', 'updated_at']
  const rows = runs.map((run) => {
    const iteration = run.maxIterations > 0 ? `${run.iteration}/${run.maxIterations}` : ''
    const status = run.waitsFor ? `${run.status} (waits: ${run.waitsFor})` : run.status
    return withStep
      ? [run.name, status, iteration, run.phase, run.step, run.score, run.updatedAt]
      : [run.name, run.workflow, status, iteration, run.score, run.updatedAt]
  })
  return columns([head, ...rows])
}

export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
