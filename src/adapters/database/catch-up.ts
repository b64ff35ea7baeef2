// Adds to the tables whatever the journals of the listed projects have that is missing. Journals are the truth; nothing else writes these tables.
import { existsSync } from 'node:fs'
import type { RunState } from '../../kernel/reduce.ts'
import type { Store } from '../../kernel/store.ts'
import type { Workflow } from '../../kernel/workflow.ts'
import type { Contribution } from '../../learning/book.ts'
import { type Learns, runRecord } from '../../learning/record.ts'
import type { Event } from '../../schema/event.ts'
import { makerOf } from '../../agents/pins.ts'
import { Fault } from '../../schema/fault.ts'
import { tableNames, tableShapes } from './migrations.ts'
import { type Database, upsert, writing } from './open.ts'
import { projectAll } from './project.ts'
import type { TableName } from './tables.ts'

/** A workflow, as far as learning is concerned. */
type Contributor = Workflow<unknown> & {
  contributes?(run: RunState<unknown>): Contribution | null
  learns?: Learns<unknown>
  pins?(run: RunState<unknown>): object
}

export interface Source {
  store: Pick<Store, 'rows' | 'load' | 'read'>
  workflow(name: string): Promise<Contributor>
}

export interface CaughtUp {
  /** Runs that were new or had changed. */
  read: number
  orders: number
  /** What couldn't be read and so isn't counted. */
  missed: { project: string; run: string; why: string }[]
}

const batch = 2000

/** `here` is listed from now on; projects whose folder is gone keep their rows. */
export async function catchUp(
  database: Database,
  here: { project: string; root: string } | null,
  source: (root: string) => Source,
): Promise<CaughtUp> {
  if (here) await list(database, here)
  const caught: CaughtUp = { read: 0, orders: 0, missed: [] }
  for (const { project_id: project, root } of await database.rows.selectFrom('projects').select(['project_id', 'root']).execute())
    if (existsSync(root)) {
      const from = readable(() => source(root))
      if ('why' in from) caught.missed.push({ project, run: root, ...from })
      else await catchUpProject(database, project, from, caught)
    }
  return caught
}

/** A project with a broken configuration doesn't block the others. */
function readable(open: () => Source): Source | { why: string } {
  try {
    return open()
  } catch (error) {
    if (error instanceof Fault) return { why: error.message }
    throw error
  }
}

async function list(database: Database, { project, root }: { project: string; root: string }): Promise<void> {
  const known = await database.rows.selectFrom('projects').select('root').where('project_id', '=', project).executeTakeFirst()
  if (!known) await writing(database, (rows) => upsert(rows, 'projects', ['project_id'], [{ project_id: project, root, seed: null }]))
}

async function catchUpProject(database: Database, project: string, { store, workflow }: Source, caught: CaughtUp): Promise<void> {
  const stamps = await database.rows.selectFrom('projected_runs').select(['run_id', 'stamp']).where('project_id', '=', project).execute()
  const known = new Map(stamps.map(({ run_id, stamp }) => [run_id, stamp]))
  const definitions = new Map<string, Contributor>()
  const view = {
    workflow: async (name: string) => {
      const definition = await workflow(name)
      definitions.set(name, definition)
      return definition
    },
    row: (run: RunState<unknown>) => {
      const definition = definitions.get(run.workflow)
      return {
        workflow: run.workflow,
        gives: definition?.learns ? run.outcome !== null : (definition?.contributes?.(run) ?? null) !== null,
      }
    },
  }
  let [found, seen]: [Contribution[], { run_id: string; stamp: string }[]] = [[], []]
  const flush = async () => {
    if (seen.length === 0) return
    await writing(database, async (rows) => {
      await projectAll(rows, project, found)
      await upsert(
        rows,
        'projected_runs',
        ['project_id', 'run_id'],
        seen.map((each) => ({ project_id: project, ...each })),
      )
    })
    caught.orders += found.filter((each) => 'order' in each).length
    caught.read += seen.length
    ;[found, seen] = [[], []]
  }
  for await (const each of store.rows(view, { known })) {
    if ('fault' in each) caught.missed.push({ project, run: each.run, why: each.fault.message })
    else {
      // Lists may come from a saved fold; learning reads the journal itself.
      const definition = definitions.get(each.row.workflow)
      const gives = each.row.gives && definition ? await contributionOf(store, definition, each.run) : null
      if (gives) found.push(gives)
      seen.push({ run_id: each.run, stamp: each.stamp })
    }
    if (seen.length >= batch) await flush()
  }
  await flush()
}

async function contributionOf(store: Source['store'], definition: Contributor, name: string): Promise<Contribution | null> {
  const { run } = await store.load(definition, name)
  if (!definition.learns) return definition.contributes?.(run) ?? null
  const events: Event[] = []
  await store.read(name, 1, (entry) => events.push(...entry.events.map((event) => ({ ...event, at: entry.at }))))
  const record = runRecord(definition.learns, run, events, makerOf(definition.pins?.(run) ?? run.pins, definition.learns.maker))
  return record && { run: record }
}

/** The list of projects has no journal, and iterations are written by their own runs. */
const own = ['projects', 'test_iterations', 'iteration_work_order_logs']
const derived = tableNames.filter((name) => !own.includes(name)) as TableName[]

/** Rebuilds everything from the first line; keeps rows of projects whose folder is gone, since nothing could restore them. */
export async function rebuild(
  database: Database,
  here: { project: string; root: string },
  source: (root: string) => Source,
): Promise<CaughtUp & { kept: string[] }> {
  const listed = await database.rows.selectFrom('projects').select(['project_id', 'root']).execute()
  const [there, gone] = [listed.filter(({ root }) => existsSync(root)), listed.filter(({ root }) => !existsSync(root))]
  await writing(database, async (rows) => {
    for (const table of derived)
      for (const { project_id } of there) await rows.deleteFrom(table).where('project_id', '=', project_id).execute()
  })
  return { ...(await catchUp(database, here, source)), kept: gone.map(({ root }) => root) }
}

/** Copies rows from one database into another, table by table; existing rows are updated. */
export async function copyTables(from: Database, to: Database): Promise<Record<string, number>> {
  const copied: Record<string, number> = {}
  for (const { name, key, flags } of tableShapes) {
    const table = name as TableName
    const portable = (column: string, value: unknown) =>
      value === null ? null : flags.includes(column) ? Boolean(value) : typeof value === 'object' ? JSON.stringify(value) : value
    const rows = await from.rows.selectFrom(table).selectAll().execute()
    const plain = rows.map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, portable(column, value)])))
    await writing(to, (target) => upsert(target, table, key, plain as never))
    copied[name] = rows.length
  }
  return copied
}
