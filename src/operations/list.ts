// whet list: every run of this project, newest last.
import * as z from 'zod'
import { childId } from '../kernel/child-id.ts'
import { type RunState, addUsage } from '../kernel/reduce.ts'
import type { RowFilter } from '../kernel/store.ts'
import { type Look, ago, columns, plainLook } from '../report/look.ts'
import { waitingIn, waitingText } from '../report/waiting.ts'
import { given } from '../lib/given.ts'
import { didYouMean } from '../lib/nearest.ts'
import { shownScore } from '../lib/on-scale.ts'
import { Fault, toFault } from '../schema/fault.ts'
import { elsewhereText } from './foreign-score.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import { rowsOf } from './rows.ts'
import { isHosted, loadRun } from './runs.ts'
import type { AnyWorkflow } from './definition.ts'
import { type Summary, bareSummary } from './summary.ts'
import type { World } from './world.ts'
import { firstRuns } from '../workflows/registry.ts'

export default defineOperation({
  summary: 'List the runs of this project',
  input: z.object({
    workflow: z.string().optional().meta({ hidden: true, assistant: 'value' }),
    status: field.text('only runs with this status', { assistant: 'value' }),
  }),
  reads: true,
  despiteConfig: true,
  async run({ workflow, status }, world): Promise<{ runs: Summary[] }> {
    const runs = await listed(world, { workflow })
    if (status === undefined) return { runs }
    const known = new Set([...(await statusesOf(world, workflow)), ...runs.map((run) => run.status)])
    if (!known.has(status))
      throw new Fault('usage', `no run can have the status "${status}"${didYouMean(status, known)}`, {
        fix: `One of: ${[...known].join(', ')}.`,
      })
    return { runs: runs.filter((run) => run.status === status) }
  },
  text: ({ runs }, { status }, look) =>
    runs.length > 0
      ? table(runs, false, look)
      : status
        ? `No run is ${status}.`
        : `No runs yet.\nNext: \`${firstRuns.made}\` or \`${firstRuns.makerless}\`.`,
})

/** All statuses a run can have, of one workflow or of any. */
export async function statusesOf({ workflows }: World, workflow?: string): Promise<string[]> {
  const definitions = workflow ? [await workflows.get(workflow)] : await workflows.all()
  return [...new Set([...definitions.flatMap(({ view }) => view.statuses), damaged])]
}

const damaged = 'damaged'

/** Each run folded from its first line, for what must not go by a saved fold: starting beside another run, and deleting. */
export async function summaries(world: World, workflow?: string): Promise<Summary[]> {
  const found: Listed[] = []
  for (const run of await world.store.list()) {
    try {
      const name = await world.store.workflowOf(run)
      if (workflow && name !== workflow) continue
      const definition = await world.workflows.get(name)
      const loaded = await loadRun(world, run, definition)
      found.push({ at: loaded.at, summary: summarise(definition, loaded, await isGoing(world, run, loaded)) })
    } catch (error) {
      found.push({ at: 0, summary: damagedRun(run, toFault(error).message, workflow) })
    }
  }
  return withForeign(world, found, { workflow })
}

interface Which {
  workflow?: string | undefined
  ended?: boolean
}

/** Every run, including those of other tools, as rows of the store. An unreadable run is listed as damaged and never blocks the others. */
export async function listed(world: World, which: Which = {}): Promise<Summary[]> {
  const found = await rowsFor(world, given(which), which.workflow)
  return withChildren(world, await withForeign(world, found, which))
}

async function rowsFor(world: World, filter: RowFilter, workflow?: string): Promise<Listed[]> {
  const found: Listed[] = []
  const view = rowsOf(world, (definition, run, busy) => ({ at: run.at, summary: summarise(definition, run, busy), definition, run }))
  for await (const one of world.store.rows(view, filter)) {
    if ('row' in one) found.push((await noticed(world, one.run, one.row)) ?? one.row)
    else if (filter.ended !== false) found.push({ at: 0, summary: damagedRun(one.run, one.fault.message, workflow) })
  }
  return found
}

/** What a run's own record doesn't say yet: a child that has ended leaves it something to do, and what its children have spent counts. */
export async function withChildren(world: World, runs: Summary[]): Promise<Summary[]> {
  const awaited = runs.flatMap(({ children = [] }) => children)
  if (awaited.length === 0) return runs
  const rows = (await rowsFor(world, { runs: awaited })).map(({ summary }) => summary)
  const known = new Map((await withChildren(world, rows)).map((child) => [child.run, child]))
  return runs.map((run) => {
    if (!run.children) return run
    const children = run.children.map((child) => known.get(child))
    const usage = children.reduce((sum, child) => added(sum, child?.usage), run.usage)
    const left = !run.busy && children.some((child) => child === undefined || child.passed !== undefined)
    return { ...run, ...(usage && { usage }), ...(left && { left }) }
  })
}

const added = (sum: Summary['usage'], more: Summary['usage']): Summary['usage'] =>
  sum && more && { ...addUsage(sum, more), mayBePaid: sum.mayBePaid + more.mayBePaid, unpriced: sum.unpriced + more.unpriced }

/** News from the world is recorded first, as everywhere. */
async function noticed(
  world: World,
  name: string,
  { definition, run }: { definition: AnyWorkflow; run: RunState<unknown> },
): Promise<Listed | null> {
  if (((await definition.hands(world).noticed?.(run)) ?? []).length === 0) return null
  const loaded = await loadRun(world, name, definition)
  return { at: loaded.at, summary: summarise(definition, loaded, false) }
}

interface Listed {
  summary: Summary
  /** Milliseconds, because the shown time has only seconds. */
  at: number
}

async function withForeign(world: World, found: Listed[], { workflow, ended }: Which): Promise<Summary[]> {
  const all = ended === undefined ? [] : await world.store.list()
  for (const definition of workflow ? [await world.workflows.get(workflow)] : await world.workflows.known()) {
    const { foreign } = definition.hands(world)
    if (!foreign) continue
    const ours = new Set(found.map(({ summary: { name, workflow: owner } }) => `${owner}:${name}`))
    const isOurs = (name: string) =>
      ours.has(`${definition.name}:${name}`) || all.some((run) => run === name || definition.matches(run, name))
    for (const summary of foreign.list())
      if ((ended ?? summary.stage === 'ended') === (summary.stage === 'ended') && !isOurs(summary.name)) found.push({ at: 0, summary })
  }
  const place = ({ at, summary: { updatedAt, name } }: Listed) => `${updatedAt} ${String(at).padStart(16, '0')} ${name}`
  return found.sort((a, b) => (place(a) < place(b) ? -1 : 1)).map(({ summary }) => summary)
}

/** Whether a process is driving it. */
export const isGoing = async (world: World, run: string, { outcome }: RunState<unknown>) => outcome === null && world.store.isBusy(run)

/** An unreadable run still gets a row. */
export const damagedRun = (run: string, reason: string, workflow = '?', folder = ''): Summary => ({
  ...bareSummary(run, workflow),
  status: damaged,
  reason,
  folder,
})

/** A row for a run of another tool. */
export function summaryOr(name: string, workflow: string, read: () => Summary): Summary {
  try {
    return read()
  } catch (error) {
    return damagedRun(name, toFault(error).message, workflow)
  }
}

/** Progress and cost. A request that is no longer running and has no reply may have been paid for. */
export function summarise(definition: AnyWorkflow, run: RunState<unknown>, busy: boolean): Summary {
  const next = run.outcome ? null : definition.next(run.state)
  const hosted = isHosted(definition, run)
  const asked =
    next && 'do' in next
      ? next.do.filter((task) => task.kind === 'ask' && run.open[task.key] && !run.open[task.key]?.waiting && !hosted(task))
      : []
  const lost = busy ? 0 : asked.length
  const [waiting] = waitingIn(run)
  const due = next && 'do' in next ? next.do : []
  const children = due.flatMap(({ kind, key }) => (kind === 'child' ? [childId(run.run, key)] : []))
  const summary = definition.view.summary(run)
  const submits = due.flatMap((task) => (hosted(task) && task.kind === 'ask' ? [task.key] : []))
  return {
    ...summary,
    ...(submits.length > 0 && { submits }),
    ...(!busy &&
      !waiting &&
      summary.awaits === undefined &&
      submits.length === 0 &&
      due.some(({ kind }) => kind !== 'child') && { left: true as const }),
    ...(children.length > 0 && { children, busy }),
    ...(run.parent && { parent: run.parent.run }),
    ...(waiting && { waiting: waitingText(waiting) }),
    ...(run.outcome && { passed: run.outcome.passed }),
    usage: { ...run.usage, mayBePaid: run.usage.mayBePaid + lost },
  }
}

/** On a terminal, as many columns as fit, in words; in a pipe, all of them, as stored. */
export function table(runs: readonly Summary[], withStep: boolean, look: Look = plainLook): string {
  const { now, paint, width } = look
  const head = withStep
    ? ['name', 'status', 'iteration', 'level', 'step', 'score', 'updated']
    : ['name', 'workflow', 'status', 'iteration', 'score', 'threshold', 'updated']
  const shown = asTree(runs)
  const rows = shown.map((run) => {
    const iteration = run.maxIterations > 0 ? `${run.iteration}/${run.maxIterations}` : ''
    const rests = restsText(run)
    const status = !rests ? run.status : now !== null && run.status === 'running' ? rests : `${run.status}, ${rests}`
    const score = run.elsewhere ? elsewhereText(run, run.elsewhere) : shownScore(run.score, run.scale)
    const updated = ago(run.updatedAt, now)
    return withStep
      ? [run.name, status, iteration, run.phase, run.step, score, updated]
      : [run.name, run.workflow, status, iteration, score, score && shownScore(run.threshold, run.scale), updated]
  })
  const statusAt = withStep ? 1 : 2
  return columns([head, ...rows], {
    width,
    least: withStep ? [3, 6, 2, 4] : [3, 1, 5, 4],
    paint: (cell, line, column) => {
      const run = shown[line - 1]
      return run === undefined ? paint.dim(cell) : column === statusAt ? paint[toneOf(run)](cell) : cell
    },
  })
}

/** Why an unfinished run isn't progressing. */
function restsText({ waitsFor, awaits, waiting, submits, left }: Summary): string {
  if (waitsFor !== null || awaits !== undefined) return 'waits for you'
  if (waiting) return 'waits for the maker'
  return submits ? 'waits for a reply' : left ? 'interrupted' : ''
}

/** In the dashboard's words: a run that didn't pass hasn't necessarily failed. */
function toneOf({ status, stage, passed }: Summary): 'good' | 'bad' | 'warn' | 'calm' {
  if (stage === 'waiting') return 'warn'
  if (stage === 'working') return 'calm'
  return passed ? 'good' : /fail/i.test(status) ? 'bad' : 'warn'
}

/** Child runs stand indented below their parent. */
function asTree(runs: readonly Summary[]): Summary[] {
  const names = new Set(runs.map(({ run }) => run))
  const below = Map.groupBy(runs, ({ parent }) => (parent !== undefined && names.has(parent) ? parent : ''))
  const branch = (parent: string, depth: number): Summary[] =>
    (below.get(parent) ?? []).flatMap((run) => [{ ...run, name: `${'  '.repeat(depth)}${run.name}` }, ...branch(run.run, depth + 1)])
  return branch('', 0)
}
