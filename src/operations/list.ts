// whet list: every run of this project, newest last.
import * as z from 'zod'
import { hostName } from '../agents/provider.ts'
import type { Pins } from '../agents/pins.ts'
import type { RunState } from '../kernel/reduce.ts'
import { toFault } from '../schema/fault.ts'
import { elsewhereText } from './foreign-score.ts'
import { defineOperation } from './operation.ts'
import { loadRun, pinsOf } from './runs.ts'
import type { AnyWorkflow } from './definition.ts'
import type { Summary } from './summary.ts'
import type { World } from './world.ts'

export default defineOperation({
  summary: 'List the runs of this project',
  input: z.object({
    workflow: z.string().optional().meta({ hidden: true }),
    status: z.string().optional().meta({ assistant: 'value', description: 'only runs of this status' }),
  }),
  reads: true,
  async run({ workflow, status }, world): Promise<{ runs: Summary[] }> {
    const runs = await summaries(world, workflow)
    return { runs: status ? runs.filter((run) => run.status === status) : runs }
  },
  text: ({ runs }) =>
    runs.length === 0 ? 'No runs yet.\nNext: `whet reflex new "<task>"` or `whet design new <feature>`.' : table(runs, false),
})

/** Every run, also those that other tools wrote. One that cannot be read is listed as damaged, never left out and never in the way of the others. */
export async function summaries(world: World, workflow?: string): Promise<Summary[]> {
  const found: Summary[] = []
  const written = new Map<string, number>() // to the millisecond, where what is shown says only the second
  for (const run of world.store.list()) {
    try {
      const name = await world.store.workflowOf(run)
      if (workflow && name !== workflow) continue
      const kit = await world.workflows.get(name)
      const loaded = await loadRun(world, run, kit)
      written.set(run, loaded.at)
      found.push(summarise(world, kit, loaded))
    } catch (error) {
      found.push(damagedRun(run, toFault(error).message, workflow))
    }
  }
  for (const kit of await world.workflows.inUse()) {
    const { foreign } = kit.hands(world)
    if (!foreign || (workflow && kit.name !== workflow)) continue
    const ours = new Set(found.map(({ name, workflow: owner }) => `${owner}:${name}`))
    found.push(...foreign.list().filter(({ name, workflow: owner }) => !ours.has(`${owner}:${name}`)))
  }
  const place = ({ updatedAt, run, name }: Summary) => `${updatedAt} ${String(written.get(run) ?? 0).padStart(16, '0')} ${name}`
  return found.sort((a, b) => (place(a) < place(b) ? -1 : 1))
}

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
export function summarise(world: World, kit: AnyWorkflow, run: RunState<unknown>): Summary {
  const next = run.outcome ? null : kit.next(run.state)
  const { makers = {} } = pinsOf(kit, run) as Partial<Pins>
  const asked =
    next && 'do' in next
      ? next.do.filter((task) => task.kind === 'ask' && run.open[task.key] && (makers[task.role] ?? makers['default'])?.name !== hostName)
      : []
  const lost = asked.length > 0 && !world.store.isBusy(run.run) ? asked.length : 0
  return {
    ...kit.view.summary(run),
    ...(run.parent && { parent: run.parent.run }),
    usage: { ...run.usage, mayBePaid: run.usage.mayBePaid + lost },
  }
}

export function table(runs: readonly Summary[], withStep: boolean): string {
  const head = withStep
    ? ['alias', 'status', 'iteration', 'phase', 'current_step', 'last_score', 'updated_at']
    : ['alias', 'workflow', 'status', 'iteration', 'score', 'updated_at']
  const rows = asTree(runs).map((run) => {
    const iteration = run.maxIterations > 0 ? `${run.iteration}/${run.maxIterations}` : ''
    const status = run.waitsFor ? `${run.status} (waits: ${run.waitsFor})` : run.status
    const score = run.elsewhere ? elsewhereText(run.score, run.elsewhere) : run.score
    return withStep
      ? [run.name, status, iteration, run.phase, run.step, score, run.updatedAt]
      : [run.name, run.workflow, status, iteration, score, run.updatedAt]
  })
  return columns([head, ...rows])
}

/** Runs that another started stand below it, indented. */
function asTree(runs: readonly Summary[]): Summary[] {
  const names = new Set(runs.map(({ run }) => run))
  const below = Map.groupBy(runs, ({ parent }) => (parent !== undefined && names.has(parent) ? parent : ''))
  const branch = (parent: string, depth: number): Summary[] =>
    (below.get(parent) ?? []).flatMap((run) => [{ ...run, name: `${'  '.repeat(depth)}${run.name}` }, ...branch(run.run, depth + 1)])
  return branch('', 0)
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
