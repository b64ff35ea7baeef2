// The learning database: SQLite in the user's data folder, or PostgreSQL if WHETSTONE_DATABASE_URL is set. The same tables on both.
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type Insertable, Kysely, PostgresDialect, type SqliteDatabase, SqliteDialect, type Transaction, sql } from 'kysely'
import { Fault } from '../../schema/fault.ts'
import { inUserData } from '../user-data.ts'
import { type Migration, migrations, tableNames } from './migrations.ts'
import type { TableName, Tables } from './tables.ts'

export interface Database {
  engine: 'sqlite' | 'postgresql'
  /** For people: a file, or a server without its password. */
  where: string
  rows: Rows
  /** Everything happens in one transaction that the caller ends. */
  within?: true
  close(): Promise<void>
}

export type Rows = Kysely<Tables> | Transaction<Tables>

/** Our own schema on a shared server. */
const schema = 'whetstone'

/** Reading doesn't create a missing file: empty tables in memory replace it. */
export async function openDatabase(env: NodeJS.ProcessEnv, { toRead = false } = {}): Promise<Database> {
  const url = env['WHETSTONE_DATABASE_URL']
  if (url) return openPostgres(url)
  const place = sqlitePlace(env)
  return toRead && !existsSync(place) ? { ...openSqlite(':memory:'), where: place } : openSqlite(place)
}

/** Acts in a transaction that is rolled back: catching up for an answer leaves no trace. */
export async function withoutTrace<T>(database: Database, act: (inside: Database) => Promise<T>): Promise<T> {
  const transaction = await database.rows.startTransaction().execute()
  try {
    return await act({ ...database, rows: transaction, within: true })
  } finally {
    await transaction.rollback().execute()
  }
}

export const sqlitePlace = (env: NodeJS.ProcessEnv) => inUserData(env, 'learning.db')

const busyMs = 30_000

export function openSqlite(path: string): Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = new DatabaseSync(path, { timeout: busyMs })
  file.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  const rows = new Kysely<Tables>({ dialect: new SqliteDialect({ database: asKyselyWants(file) }) })
  return { engine: 'sqlite', where: path, rows, close: () => rows.destroy() }
}

/** Transactions take the write lock at the start, so that none fails half-way. */
function asKyselyWants(file: DatabaseSync): SqliteDatabase {
  const plain = (values: readonly unknown[]) => values.map((value) => (typeof value === 'boolean' ? Number(value) : value) as SQLInputValue)
  return {
    close: () => file.close(),
    prepare: (text) => {
      const statement = file.prepare(text === 'begin' ? 'begin immediate' : text)
      return {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...plain(values)),
        run: (values) => statement.run(...plain(values)),
        iterate: (values) => statement.iterate(...plain(values)),
      }
    },
  }
}

export async function openPostgres(url: string): Promise<Database> {
  const where = shown(url)
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString: url, max: 4, options: `-c search_path=${schema}`, connectionTimeoutMillis: 10_000 })
  pool.on('error', () => {}) // a broken idle connection is replaced when the next one is needed
  const rows = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await rows.transaction().execute(async (transaction) => {
      await lock(transaction)
      await sql`create schema if not exists ${sql.id(schema)}`.execute(transaction)
    })
  } catch (cause) {
    await rows.destroy()
    throw new Fault('storage', `the database at ${where} can't be used: ${(cause as Error).message || (cause as { code?: string }).code}`, {
      fix: 'Check WHETSTONE_DATABASE_URL, or unset it to keep the tables in a file.',
      cause,
    })
  }
  return { engine: 'postgresql', where, rows, close: () => rows.destroy() }
}

function shown(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return `${host}${pathname}, schema ${schema}`
  } catch {
    throw new Fault('usage', "WHETSTONE_DATABASE_URL isn't a URL", {
      fix: 'It should look like postgresql://user:password@host:5432/name.',
    })
  }
}

/** Two processes that create the schema or the same row at once would fail each other. */
const lock = (rows: Rows) => sql`select pg_advisory_xact_lock(hashtext(${schema}))`.execute(rows)

/** Waiting for a file's lock blocks this process, so a holder in the same process could never release it: they queue instead. */
let queue: Promise<unknown> = Promise.resolve()

/** One writer at a time: on SQLite by the file's lock, on PostgreSQL by our own. */
export function writing<T>({ engine, rows, within }: Database, act: (rows: Rows) => Promise<T>): Promise<T> {
  if (within) return act(rows)
  const write = () =>
    rows.transaction().execute(async (transaction) => {
      if (engine === 'postgresql') await lock(transaction)
      return act(transaction)
    })
  if (engine === 'postgresql') return write()
  const done = queue.then(write)
  queue = done.catch(() => {})
  return done
}

export interface Schema {
  applied: string[]
  missing: string[]
}

export async function schemaOf({ engine, rows }: Database): Promise<Schema> {
  const found =
    engine === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(rows)
      : await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = ${schema}`.execute(rows)
  const there = new Set(found.rows.map(({ name }) => name))
  const applied = there.has('migrations') ? (await sql<{ name: string }>`select name from migrations order by name`.execute(rows)).rows : []
  return { applied: applied.map(({ name }) => name), missing: tableNames.filter((name) => !there.has(name)) }
}

/** Brings the tables to the newest version and recreates dropped ones; reports what it did. */
export async function migrate(database: Database, known: readonly Migration[] = migrations): Promise<string[]> {
  const { applied, missing } = await schemaOf(database)
  const unknown = applied.filter((name) => !known.some((each) => each.name === name))
  if (unknown.length > 0)
    throw new Fault('refused', `${database.where} was made by a newer whet (${unknown.join(', ')})`, {
      fix: 'Install that version, or name another database with WHETSTONE_DATABASE_URL.',
    })
  const due = known.filter(({ name }) => missing.length > 0 || !applied.includes(name))
  if (due.length === 0) return []
  const json = database.engine === 'sqlite' ? 'text' : 'jsonb'
  await writing(database, async (rows) => {
    await sql`create table if not exists migrations (name text primary key)`.execute(rows)
    for (const { name, statements } of due) {
      for (const statement of statements) await sql.raw(statement.replaceAll('{json}', json)).execute(rows)
      await sql`insert into migrations (name) values (${name}) on conflict do nothing`.execute(rows)
    }
    // Dropped data comes back from the journals.
    if (applied.length > 0 && missing.length > 0) await rows.deleteFrom('projected_runs').execute()
  })
  return due.map(({ name }) => name)
}

/** Inserts rows, or updates those with the same key. */
export async function upsert<T extends TableName>(rows: Rows, table: T, key: readonly string[], all: readonly Insertable<Tables[T]>[]) {
  const [first] = all
  if (!first) return
  const names = Object.keys(first)
  const rest = names.filter((name) => !key.includes(name))
  const value = (row: object, name: string) => (row as Record<string, unknown>)[name]
  for (let from = 0; from < all.length; from += 200)
    await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values ${sql.join(all.slice(from, from + 200).map((row) => sql`(${sql.join(names.map((name) => value(row, name)))})`))}
      on conflict (${sql.join(key.map((name) => sql.ref(name)))})
      do update set ${sql.join(rest.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`.execute(rows)
}
