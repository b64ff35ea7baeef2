// whet db: the learning tables. They are rebuilt from journals, so nothing here can lose a run.
import { resolve } from 'node:path'
import * as z from 'zod'
import { type CaughtUp, copyTables } from '../adapters/database/catch-up.ts'
import { type Database, migrate as migrateDatabase, openDatabase, openPostgres, openSqlite, schemaOf } from '../adapters/database/open.ts'
import { fit, plainLook } from '../report/look.ts'
import { plural } from '../rules/reading/lines.ts'
import { Fault } from '../schema/fault.ts'
import { defineOperation } from './operation.ts'
import type { World } from './world.ts'

async function opened<T>(world: World, act: (database: Database) => Promise<T>, options: { toRead?: boolean } = {}): Promise<T> {
  const database = await openDatabase(world.env, options)
  try {
    return await act(database)
  } finally {
    await database.close()
  }
}

export const migrate = defineOperation({
  summary: 'Create the learning tables, or upgrade them',
  personOnly: true,
  input: z.object({}),
  run: (_input, world): Promise<{ where: string; engine: string; applied: string[] }> =>
    opened(world, async (database) => ({ where: database.where, engine: database.engine, applied: await migrateDatabase(database) })),
  text: ({ where, applied }, _input, { width } = plainLook) =>
    fit(applied.length === 0 ? `${where} is up to date.` : `${where}: applied ${applied.join(', ')}.`, width),
})

export const status = defineOperation({
  summary: 'Show where the learning tables are, which ones are missing, and how many rows each has',
  input: z.object({}),
  reads: true,
  personOnly: true,
  run: (
    _input,
    world,
  ): Promise<{ where: string; engine: string; applied: string[]; missing: string[]; projects: string[]; orders: number }> =>
    opened(
      world,
      async (database) => {
        const { applied, missing } = await schemaOf(database)
        const there = (table: string) => !missing.includes(table)
        const projects = there('projects') ? await database.rows.selectFrom('projects').select('root').orderBy('root').execute() : []
        const orders = there('work_orders') ? await database.rows.selectFrom('work_orders').select('id').execute() : []
        const { where, engine } = database
        return { where, engine, applied, missing, projects: projects.map(({ root }) => root), orders: orders.length }
      },
      { toRead: true },
    ),
  text: ({ where, engine, applied, missing, projects, orders }, _input, { width } = plainLook) =>
    fit(
      [
        `${where} (${engine})`,
        `migrations: ${applied.join(', ') || 'none'}`,
        missing.length === 0 ? 'no table is missing' : `missing: ${missing.join(', ')}. Next: whet db migrate`,
        `${plural(orders, 'order')} of ${plural(projects.length, 'project')}${projects.map((root) => `\n  ${root}`).join('')}`,
      ].join('\n'),
      width,
    ),
  exit: ({ missing }) => (missing.length > 0 ? 1 : 0),
})

type Rebuilt = CaughtUp & { where: string; kept: string[] }

export const rebuild = defineOperation({
  summary: 'Rebuild the learning tables from the journals of every listed project',
  input: z.object({}),
  personOnly: true,
  async run(_input, world): Promise<Rebuilt> {
    const learning = await world.learning()
    return { where: learning.database.where, ...(await learning.rebuild()) }
  },
  text: ({ where, read, orders, missed, kept }) =>
    [
      `${where}: ${plural(orders, 'order')} from ${plural(read, 'run')}.`,
      ...missed.map(({ run, why }) => `not counted: ${run} (${why})`),
      ...kept.map((root) => `${root} is gone; its rows are kept unchanged.`),
    ].join('\n'),
  exit: ({ missed }) => (missed.length > 0 ? 1 : 0),
})

export const copy = defineOperation({
  summary: 'Copy the learning tables to another database',
  input: z.object({ to: z.string().meta({ description: 'a postgresql:// URL, or a file' }) }),
  positional: [{ name: 'to' }],
  personOnly: true,
  examples: ['whet db copy postgresql://whet@localhost/whet', 'whet db copy learning-backup.db'],
  async run({ to }, world): Promise<{ from: string; to: string; copied: Record<string, number> }> {
    const { database } = await world.learning()
    const target = /^postgres(ql)?:/.test(to) ? await openPostgres(to) : openSqlite(resolve(world.cwd, to))
    try {
      if (target.where === database.where) throw new Fault('usage', 'both are the same database', { fix: 'Name another one.' })
      await migrateDatabase(target)
      return { from: database.where, to: target.where, copied: await copyTables(database, target) }
    } finally {
      await target.close()
    }
  },
  text: ({ from, to, copied }, _input, { width } = plainLook) =>
    fit(
      `Copied ${Object.values(copied).reduce((sum, count) => sum + count, 0)} rows of ${Object.keys(copied).length} tables from ${from} to ${to}.`,
      width,
    ),
})
