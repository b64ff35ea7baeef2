// The learning tables: one suite, both engines, with a PostgreSQL server of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catchUp, copyTables, rebuild } from '../../../src/adapters/database/catch-up.ts'
import { select } from '../../../src/adapters/database/learned.ts'
import { migrations, tableNames } from '../../../src/adapters/database/migrations.ts'
import { type Database, migrate, openPostgres, openSqlite, schemaOf, upsert, writing } from '../../../src/adapters/database/open.ts'
import { projectAll } from '../../../src/adapters/database/project.ts'
import { successMetrics } from '../../../src/adapters/database/success-metrics.ts'
import { jsonColumn } from '../../../src/adapters/database/tables.ts'
import type { Book } from '../../../src/learning/book.ts'
import { effectOf } from '../../../src/learning/effect.ts'
import { isSampled } from '../../../src/learning/failures.ts'
import { lessonId } from '../../../src/learning/lesson.ts'
import type { OrderRecord } from '../../../src/learning/record.ts'
import { accepted, failed, minute, order, sunday } from '../../learning/orders.ts'
import { journal, source } from './journals.ts'
import { type Server, startPostgres } from './postgres.ts'

const base = mkdtempSync(join(tmpdir(), 'whet-db-'))
let server: Server
beforeAll(async () => {
  server = await startPostgres()
}, 60_000)
afterAll(async () => {
  await server?.stop()
  rmSync(base, { recursive: true, force: true })
})

let made = 0
const folder = () => mkdtempSync(join(base, 'p-'))
const engines: Record<string, { where(): Promise<string>; open(where: string): Promise<Database> }> = {
  sqlite: { where: async () => join(base, `${++made}`, 'learning.db'), open: async (where) => openSqlite(where) },
  postgresql: { where: () => server.database(), open: openPostgres },
}

const lesson = (code: string, text: string) => ({
  id: lessonId(code, text, null),
  code,
  text,
  version: 1,
  parent: null,
  reason: 'test',
  status: 'trial' as const,
  proposers: null,
  minComplexity: null,
  maxComplexity: null,
  addedAt: sunday,
  analysis: null,
})
const book = (more: Partial<Book> = {}): Book => ({
  seed: 's',
  lessons: [lesson('TS2304', 'Import every name before you use it.')],
  versions: [],
  proposals: [],
  experiments: [],
  unwritten: [],
  ...more,
})

/** Every row of every table, in an order of their own. */
async function dump({ rows }: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const table of tableNames.filter((name) => name !== 'projected_runs')) {
    const found = (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(rows)).rows
    const plain = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value)
    all[table] = found
      .map((row) =>
        JSON.stringify(
          Object.entries(row).map(([name, value]) => [
            name,
            typeof value === 'string' && /^[[{]/.test(value) ? JSON.parse(value) : plain(value),
          ]),
          (_key, value) =>
            value && typeof value === 'object' && !Array.isArray(value)
              ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
              : value,
        ),
      )
      .sort()
  }
  return all
}

describe.each(Object.keys(engines))('%s', (engine) => {
  const { where, open } = engines[engine]!
  const opened = async (): Promise<Database> => {
    const database = await open(await where())
    await migrate(database)
    return database
  }
  const withOrders = async (...orders: OrderRecord[]) => {
    const database = await opened()
    await upsert(database.rows, 'projects', ['project_id'], [{ project_id: 'p', root: '/nowhere', seed: null }])
    await writing(database, (rows) =>
      projectAll(
        rows,
        'p',
        orders.map((each) => ({ order: each })),
      ),
    )
    return database
  }

  test('OR-041 says which tables are missing, makes them once, and makes again what was dropped', async () => {
    const database = await open(await where())
    const six = [
      'proposer_failures',
      'prompt_enhancements',
      'proposer_success_metrics',
      'proposer_attempts',
      'prompt_versions',
      'threshold_experiments',
    ]
    expect((await schemaOf(database)).missing).toEqual(expect.arrayContaining(six))
    expect(await migrate(database)).toEqual(migrations.map(({ name }) => name))
    expect(await migrate(database)).toEqual([])
    await sql`drop table proposer_attempts`.execute(database.rows)
    expect((await schemaOf(database)).missing).toEqual(['proposer_attempts'])
    await migrate(database)
    expect((await schemaOf(database)).missing).toEqual([])
    await database.close()
  })

  test('goes forward from the first version with its rows, and refuses a newer one', async () => {
    const database = await open(await where())
    await migrate(database, migrations.slice(0, 1)).catch(() => {})
    await upsert(database.rows, 'projects', ['project_id'], [{ project_id: 'p', root: '/p', seed: 's' }])
    await migrate(database)
    expect(await database.rows.selectFrom('projects').selectAll().execute()).toEqual([{ project_id: 'p', root: '/p', seed: 's' }])
    expect((await schemaOf(database)).missing).toEqual([])
    await sql`insert into migrations (name) values ('999-later')`.execute(database.rows)
    await expect(migrate(database)).rejects.toThrow(/newer whet/)
    await database.close()
  })

  test('two at once migrate without harm', async () => {
    const place = await where()
    const both = await Promise.all([open(place), open(place)])
    await Promise.all(both.map((database) => migrate(database)))
    expect((await schemaOf(both[0]!)).missing).toEqual([])
    for (const database of both) await database.close()
  })

  test('catches up with journals, reads each once, and is the same when rebuilt', async () => {
    const [database, one, two] = [await opened(), folder(), folder()]
    const L = book().lessons[0]!
    await journal(
      one,
      { book: book() },
      { order: failed('o-1', ['TS2304'], { applications: [{ lesson: L.id, code: L.code, arm: 'held_out', tokens: 9 }] }) },
      { order: order('o-2', { applications: [{ lesson: L.id, code: L.code, arm: 'treated', tokens: 9 }] }, sunday + minute) },
    )
    await journal(two, { order: order('o-1') })
    expect(await catchUp(database, { project: 'one', root: one }, source)).toMatchObject({ read: 3, orders: 2, missed: [] })
    expect(await catchUp(database, { project: 'two', root: two }, source)).toMatchObject({ read: 1, orders: 1 })
    expect(await catchUp(database, null, source)).toMatchObject({ read: 0, orders: 0 })
    await journal(one, { order: order('o-3', {}, sunday + 2 * minute) })
    expect(await catchUp(database, { project: 'two', root: two }, source)).toMatchObject({ read: 1, orders: 1 })
    const before = await dump(database)
    expect(before['work_orders']).toHaveLength(4)
    expect(
      await database.rows.selectFrom('prompt_enhancements').select(['applications_count', 'success_count', 'failure_count']).execute(),
    ).toEqual([{ applications_count: 1, success_count: 1, failure_count: 0 }])
    await rebuild(database, { project: 'one', root: one }, source)
    expect(await dump(database)).toEqual(before)
    rmSync(two, { recursive: true })
    expect((await rebuild(database, { project: 'one', root: one }, source)).kept).toEqual([two])
    expect(await dump(database)).toEqual(before)
    await database.close()
  })

  test('OR-032 OR-033 OR-021 finds orders by score inside the stored result, through an index over measured ones only', async () => {
    const low = accepted({ acceptance_score: 6.5 })
    const database = await withOrders(
      order('high'),
      order('low', { status: 'needs_review', is_success: false, acceptance_result: low }),
      failed('none', ['TS1005']),
    )
    const score = sql<number>`cast(acceptance_result ->> 'acceptance_score' as double precision)`
    const found = await database.rows
      .selectFrom('work_orders')
      .select(['id', 'acceptance_result'])
      .where('acceptance_result', 'is not', null)
      .where(score, '<', 7)
      .execute()
    expect(found.map(({ id, acceptance_result }) => [id, jsonColumn(acceptance_result)])).toEqual([['low', low]])
    expect(
      (await database.rows.selectFrom('work_orders').select('id').where('status', '=', 'needs_review').execute()).map(({ id }) => id),
    ).toEqual(['low'])
    const plan = sql.raw(
      `${engine === 'sqlite' ? 'explain query plan' : 'explain'} select id from work_orders where acceptance_result is not null and cast(acceptance_result ->> 'acceptance_score' as double precision) < 7`,
    )
    const shown = await database.rows.connection().execute(async (connection) => {
      if (engine === 'postgresql') await sql`set enable_seqscan = off`.execute(connection)
      return JSON.stringify((await plan.execute(connection)).rows)
    })
    expect(shown).toContain('work_orders_by_acceptance')
    await expect(
      writing(database, (rows) => projectAll(rows, 'p', [{ order: order('odd', { status: 'lost' as never }) }])),
    ).rejects.toThrow(/check|CHECK/)
    await database.close()
  })

  test('OR-034 OR-042 OR-043 logs every failure and one success in ten, the same ones each time, weighted by what they stand for', async () => {
    const orders = Array.from({ length: 200 }, (_, n) => (n % 4 === 0 ? failed(`f-${n}`, ['TS2322']) : order(`s-${n}`)))
    const database = await withOrders(...orders, order('halted', { status: 'stopped', is_success: false }))
    const logged = await database.rows
      .selectFrom('proposer_failures')
      .select(['work_order_id', 'is_success', 'failure_category', 'sample_weight', 'initial_errors', 'refinement_count'])
      .execute()
    const successes = logged.filter(({ is_success }) => Boolean(is_success))
    expect(logged.length - successes.length).toBe(50)
    expect(successes.map(({ work_order_id }) => work_order_id).sort()).toEqual(
      orders
        .filter(({ is_success, work_order_id }) => is_success && isSampled(work_order_id))
        .map(({ work_order_id }) => work_order_id)
        .sort(),
    )
    expect(new Set(successes.map(({ failure_category, sample_weight }) => `${failure_category} ${sample_weight}`))).toEqual(
      new Set(['null 10']),
    )
    expect(logged.find(({ work_order_id }) => work_order_id === 'f-0')).toMatchObject({
      initial_errors: 1,
      refinement_count: 3,
      failure_category: 'type_error',
      sample_weight: 1,
    })
    await database.close()
  })

  test('OR-037 OR-038 keeps exactly the newest 50 attempts of each proposer and band, and counts each week', async () => {
    const orders = Array.from({ length: 60 }, (_, n) =>
      order(`a-${n}`, n % 3 === 0 ? { is_success: false, status: 'needs_review' } : {}, sunday + n * minute),
    )
    const database = await withOrders(...orders, order('other', { proposer_name: 'haiku' }), order('hard', { complexity_score: 1 }))
    const kept = await database.rows
      .selectFrom('proposer_attempts')
      .select('work_order_id')
      .where('proposer_name', '=', 'claude')
      .where('complexity_band', '=', '0.3-0.4')
      .execute()
    expect(kept.map(({ work_order_id }) => work_order_id).sort()).toEqual(
      orders
        .slice(10)
        .map(({ work_order_id }) => work_order_id)
        .sort(),
    )
    expect(
      await database.rows.selectFrom('proposer_attempts').select('work_order_id').where('complexity_band', '=', '0.9-1.0').execute(),
    ).toHaveLength(1)
    const [week] = await database.rows
      .selectFrom('proposer_success_metrics')
      .selectAll()
      .where('proposer_name', '=', 'claude')
      .where('complexity_band', '=', '0.3-0.4')
      .execute()
    expect(week).toMatchObject({ window_start: '2026-01-04', attempts: 60, successes: 40, average_refinement_cycles: 0 })
    expect(jsonColumn(week!.top_error_codes)).toEqual([{ code: 'ORDER_NOT_ACCEPTED', count: 20 }])
    await database.close()
  })

  test('OR-035 OR-039 keeps a lesson with its trial, and one active version of each prompt', async () => {
    const database = await withOrders()
    const version = { number: 1, parent: null, lessons: [], template: '{{guidelines}}', active: false, at: sunday }
    await writing(database, (rows) =>
      projectAll(rows, 'p', [{ book: book({ versions: [version, { ...version, number: 2, parent: 1, active: true }] }) }]),
    )
    expect(await database.rows.selectFrom('prompt_enhancements').selectAll().executeTakeFirst()).toMatchObject({
      error_code: 'TS2304',
      reduction_rate: null,
      applications_count: 0,
      target_proposer_names: null,
      last_effectiveness_check: null,
      improvement_reason: 'test',
    })
    const two = { ...version, active: true }
    await expect(
      writing(database, (rows) => projectAll(rows, 'p', [{ book: book({ versions: [two, { ...two, number: 2 }] }) }])),
    ).rejects.toThrow(/one_active_prompt_version|UNIQUE|unique/)
    expect(
      await database.rows
        .selectFrom('prompt_versions')
        .select(['version_number', 'parent_version', 'is_active'])
        .orderBy('version_number')
        .execute()
        .then((rows) => rows.map((row) => ({ ...row, is_active: Boolean(row.is_active) }))),
    ).toEqual([
      { version_number: 1, parent_version: null, is_active: false },
      { version_number: 2, parent_version: 1, is_active: true },
    ])
    await database.close()
  })

  test('OR-022 OR-023 selects lessons in trial, then what was weak in the last order of the same type', async () => {
    const weak = accepted({
      dimension_scores: { architecture: 9, readability: 9, completeness: 4, test_coverage: 9, build_success: 10 },
      todo_count: 6,
    })
    const database = await withOrders(
      order('docs', { expected_output_type: 'docs', acceptance_result: weak }, sunday + 3 * minute),
      order('old', { acceptance_result: weak }),
      order('new', {}, sunday + minute),
    )
    await writing(database, (rows) => projectAll(rows, 'p', [{ book: book() }]))
    const asked = { order: 'next', proposer: 'claude', complexity: 0.3, band: '0.3-0.4' }
    const code = await select({ database, project: 'p' }, { ...asked, outputType: 'code', at: sunday })
    expect([code.applications.length, code.text.includes('TODO')]).toEqual([1, false])
    const docs = await select({ database, project: 'p' }, { ...asked, outputType: 'docs', at: sunday })
    expect(docs.text).toContain('it left 6 TODOs')
    expect((await select({ database, project: 'elsewhere' }, { ...asked, outputType: 'docs', at: sunday })).text).toBe('')
    await database.close()
  })

  /** Two orders that were measured, weeks apart, and one that failed. */
  const measuredOrders = () => {
    const later = sunday + 20 * 24 * 60 * minute
    return withOrders(
      order('a', {
        acceptance_result: accepted({ acceptance_score: 6, todo_count: 4, test_coverage_percent: null }),
        status: 'needs_review',
        is_success: false,
        cost_micros: 40_000,
      }),
      order('b', { acceptance_result: accepted({ acceptance_score: 8, test_coverage_percent: 50 }), cost_micros: null }, later),
      failed('c', ['TS1005'], { cost_micros: 10_000 }, later),
    )
  }
  const metricsOf = async (database: Database, lowCost: string | null = null) =>
    new Map((await successMetrics({ database, project: 'p' }, { lowCost, everywhere: false })).map((metric) => [metric.id, metric]))

  test('OR-068 says unmeasured, with no case, where there is nothing', async () => {
    const none = await withOrders()
    for (const { value, baseline, cases, met } of (await metricsOf(none)).values())
      expect([value, baseline, cases, met]).toEqual(['unmeasured', 'unmeasured', 0, null])
    await none.close()
  })

  test('OR-059 OR-060 measures how many orders are accepted, and their score, against the first window', async () => {
    const database = await measuredOrders()
    const metrics = await metricsOf(database)
    expect(metrics.get('acceptance_rate')).toMatchObject({ value: 0.5, baseline: 0, cases: 2, met: false, target: { value: 0.8 } })
    expect(metrics.get('held_back')).toMatchObject({ value: 0, cases: 1, target: null, met: null })
    await sql`update work_orders set status = 'needs_review'`.execute(database.rows)
    expect((await metricsOf(database)).get('held_back')).toMatchObject({ value: 1, cases: 1 })
    expect(metrics.get('acceptance_score')).toMatchObject({ value: 7, baseline: 6, cases: 2, target: { value: 7.5 } })
    await database.close()
  })

  test('OR-061 OR-062 measures coverage and TODOs of the orders that have them', async () => {
    const database = await measuredOrders()
    const metrics = await metricsOf(database)
    expect(metrics.get('test_coverage')).toMatchObject({ value: 50, cases: 1, target: { value: 60 } })
    expect(metrics.get('todo_count')).toMatchObject({ value: 2, cases: 2, met: false, target: { value: 2 } })
    await database.close()
  })

  test('OR-064 OR-066 OR-067 measures the low-cost share, time and manual fixes', async () => {
    const database = await measuredOrders()
    const metrics = await metricsOf(database, 'claude')
    expect(metrics.get('low_cost_share')).toMatchObject({ value: 1, cases: 3, met: true, target: { value: 0.8 } })
    expect(metrics.get('execution_time')).toMatchObject({ value: 60, cases: 3, met: true })
    expect(metrics.get('manual_fixes')).toMatchObject({ cases: 3, met: false })
    await database.close()
  })

  test('OR-063 OR-065 measures what an order costs, and what lessons prevent', async () => {
    const database = await measuredOrders()
    const first = await metricsOf(database)
    expect(first.get('cost')).toMatchObject({ value: 0.025, baseline: 0.04, cases: 2, target: { at: 'most', value: 0.02 }, met: false })
    expect(first.get('lesson_effect')).toMatchObject({ value: 'unmeasured', cases: 0 })
    const measured = { ...lesson('TS2304', 'Import it.'), analysis: { effect: effectOf([], 0.003), observed: null, at: sunday } as never }
    await writing(database, (rows) => projectAll(rows, 'p', [{ book: book({ lessons: [measured] }) }]))
    await sql`update prompt_enhancements set reduction_rate = 0.8`.execute(database.rows)
    expect((await metricsOf(database)).get('lesson_effect')).toMatchObject({ value: 0.8, cases: 1, met: true, target: { value: 0.7 } })
    await database.close()
  })

  test('measures iterations of a whole application', async () => {
    const database = await withOrders()
    for (const [number, score] of [6, 8, 9, 8.5].entries())
      await sql`insert into test_iterations (project_id, id, iteration_number, project_name, status, human_quality_score, builds_successfully, tests_pass, scoring_details, started_at)
        values ('p', ${`i-${number}`}, ${number + 1}, 'app', 'completed', ${score}, ${engine === 'sqlite' ? 1 : true}, ${engine === 'sqlite' ? 0 : false}, ${'{"architecture": 7}'}, ${`2026-01-0${number + 1}`})`.execute(
        database.rows,
      )
    const metrics = await metricsOf(database)
    expect(metrics.get('quality_score')).toMatchObject({ value: 7.875, baseline: 6, cases: 4, met: false })
    expect(metrics.get('build_rate')).toMatchObject({ value: 1, met: true })
    expect(metrics.get('test_rate')).toMatchObject({ value: 0, cases: 4, met: false })
    expect(metrics.get('architecture_score')).toMatchObject({ value: 7, cases: 4 })
    expect(metrics.get('completeness_score')).toMatchObject({ value: 'unmeasured', cases: 0 })
    expect(metrics.get('iterations_to_target')).toMatchObject({ value: 4, met: true })
    await database.close()
  })

  test('several processes write at once, and one that is killed loses nothing it had acknowledged', async () => {
    const place = await where()
    const database = await open(place)
    await migrate(database)
    const writers = ['a', 'b', 'c'].map((name) => writer(place, name))
    await Promise.all(writers.map(({ said }) => said(5)))
    writers[0]!.process.kill('SIGKILL')
    await Promise.all(writers.slice(1).map(({ said }) => said(12)))
    for (const { process } of writers) process.kill('SIGKILL')
    await Promise.all(writers.map(({ gone }) => gone))
    const there = new Set((await database.rows.selectFrom('work_orders').select('id').execute()).map(({ id }) => id))
    expect(writers.flatMap(({ acknowledged }) => acknowledged).filter((id) => !there.has(id))).toEqual([])
    await database.close()
  }, 60_000)
})

function writer(place: string, name: string) {
  const process: ChildProcess = spawn(globalThis.process.execPath, [join(import.meta.dirname, 'writer.ts'), place, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const acknowledged: string[] = []
  const waiting: { count: number; resolve(): void }[] = []
  createInterface({ input: process.stdout! }).on('line', (id) => {
    acknowledged.push(id)
    for (const each of waiting) if (acknowledged.length >= each.count) each.resolve()
  })
  const gone = new Promise<void>((resolve) => process.once('close', () => resolve()))
  const said = (count: number) =>
    Promise.race([new Promise<void>((resolve) => (acknowledged.length >= count ? resolve() : waiting.push({ count, resolve }))), gone])
  return { process, acknowledged, said, gone }
}

test('copies every row from SQLite to PostgreSQL and back', async () => {
  const first = openSqlite(join(base, 'copy', 'a.db'))
  await migrate(first)
  const root = folder()
  await journal(root, { book: book() }, { order: order('o-1') }, { order: failed('o-2', ['TS2304']) })
  await catchUp(first, { project: 'p', root }, source)
  const second = await openPostgres(await server.database())
  const third = openSqlite(join(base, 'copy', 'b.db'))
  for (const database of [second, third]) await migrate(database)
  // Tables that other versions fill: what stands in them moves too.
  await sql`insert into test_iterations (project_id, id, iteration_number, project_name, system_version, status, tests_pass, scoring_details) values ('p', 'i-1', 1, 'n', 'v', 'completed', 1, '{"a":1}')`.execute(
    first.rows,
  )
  await sql`insert into iteration_work_order_logs (project_id, iteration_id, work_order_id, execution_order) values ('p', 'i-1', 'o-1', 1)`.execute(
    first.rows,
  )
  const copied = await copyTables(first, second)
  await copyTables(second, third)
  expect(copied).toMatchObject({ work_orders: 2, prompt_enhancements: 1, test_iterations: 1, iteration_work_order_logs: 1 })
  const { rows } = await sql<object>`select status, tests_pass, scoring_details from test_iterations`.execute(third.rows)
  expect(rows).toEqual([{ status: 'completed', tests_pass: 1, scoring_details: '{"a":1}' }])
  expect(await dump(second)).toEqual(await dump(first))
  expect(await dump(third)).toEqual(await dump(first))
  for (const database of [first, second, third]) await database.close()
})

test('keeps to a schema of its own in a server that others share', async () => {
  const database = await openPostgres(await server.database())
  await migrate(database)
  const found = await sql<{
    schema: string
  }>`select distinct table_schema as schema from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')`.execute(
    database.rows,
  )
  expect(found.rows).toEqual([{ schema: 'whetstone' }])
  await database.close()
})

test('a server that is not there is named without its password', async () => {
  await expect(openPostgres('postgresql://me:secret@127.0.0.1:1/x')).rejects.toMatchObject({
    code: 'storage',
    message: expect.not.stringContaining('secret'),
  })
})
