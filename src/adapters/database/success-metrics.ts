// The success metrics of orders and improvement iterations, one query each: value, target, baseline, and number of cases.
import { type RawBuilder, sql } from 'kysely'
import type { Learning } from './learned.ts'
import type { Rows } from './open.ts'

export interface Metric {
  id: string
  /** What is measured, in words. */
  name: string
  unit: 'share' | 'score' | 'percent' | 'count' | 'dollars' | 'seconds'
  target: { at: 'least' | 'most'; value: number } | null
  value: number | 'unmeasured'
  /** The same over the first window with a case. */
  baseline: number | 'unmeasured'
  cases: number
  met: boolean | null
}

type Sql = ReturnType<typeof sql>

interface Defined extends Pick<Metric, 'id' | 'name' | 'unit' | 'target'> {
  /** One number per case, null if it doesn't count. */
  of: Sql
}

const number = (field: string) => sql`cast(acceptance_result ->> ${sql.lit(field)} as double precision)`
const share = (when: Sql) => sql`case when ${when} then 1.0 when not (${when}) then 0.0 end`
const least = (value: number) => ({ at: 'least' as const, value })
const most = (value: number) => ({ at: 'most' as const, value })
const all = sql`1 = 1`
const never = sql`cast(null as double precision)`
const score = number('acceptance_score')

const metrics = (lowCost: string | null): readonly Defined[] => [
  { id: 'acceptance_rate', name: 'orders that score 7 or more', unit: 'share', target: least(0.8), of: share(sql`${score} >= 7`) },
  {
    id: 'held_back',
    name: 'of these, held back for review',
    unit: 'share',
    target: null,
    of: sql`case when ${score} >= 7 then ${share(sql`status <> 'completed'`)} end`,
  },
  { id: 'acceptance_score', name: 'average acceptance score', unit: 'score', target: least(7.5), of: score },
  { id: 'test_coverage', name: 'average test coverage', unit: 'percent', target: least(60), of: number('test_coverage_percent') },
  { id: 'todo_count', name: 'TODOs an order', unit: 'count', target: most(2), of: number('todo_count') },
  {
    id: 'low_cost_share',
    name: `orders done by ${lowCost ?? 'a low-cost maker'}`,
    unit: 'share',
    target: least(0.8),
    of: lowCost ? share(sql`proposer_name = ${lowCost}`) : never,
  },
  { id: 'cost', name: 'cost of an order', unit: 'dollars', target: null, of: sql`cost_micros / 1000000.0` },
  { id: 'execution_time', name: 'time of an order', unit: 'seconds', target: most(300), of: sql`execution_ms / 1000.0` },
  { id: 'manual_fixes', name: 'orders that needed a person', unit: 'share', target: most(0.1), of: share(sql`status <> 'completed'`) },
]

/** `lowCost`: the maker that should do most of the work, if one is configured. */
export async function successMetrics(
  learning: Learning,
  { lowCost, everywhere }: { lowCost: string | null; everywhere: boolean },
): Promise<Metric[]> {
  const found: Metric[] = []
  for (const defined of metrics(lowCost)) found.push(await measure(learning, defined, everywhere))
  const at = found.findIndex(({ id }) => id === 'low_cost_share')
  const iterations = await iterationMetrics(learning, everywhere)
  return [...found.slice(0, at), await effectiveness(learning, everywhere), ...found.slice(at), ...iterations]
}

const detail = (name: string) => sql`cast(scoring_details ->> ${sql.lit(name)} as double precision)`

/** Means over completed iterations of improvement runs. */
const iterationMeans: readonly Defined[] = [
  { id: 'quality_score', name: 'overall score of an iteration', unit: 'score', target: least(8), of: sql`human_quality_score` },
  { id: 'build_rate', name: 'iterations that build', unit: 'share', target: least(1), of: share(sql`builds_successfully`) },
  { id: 'test_rate', name: 'iterations whose tests pass', unit: 'share', target: least(1), of: share(sql`tests_pass`) },
  { id: 'architecture_score', name: 'architecture of an iteration', unit: 'score', target: least(8), of: detail('architecture') },
  { id: 'completeness_score', name: 'completeness of an iteration', unit: 'score', target: least(8), of: detail('completeness') },
]

async function iterationMetrics({ database: { rows }, project }: Learning, everywhere: boolean): Promise<Metric[]> {
  const here = inProject(project, everywhere)
  const found: Metric[] = []
  for (const { of, ...defined } of iterationMeans) {
    const among = sql`from test_iterations where ${here} and status = 'completed' and ${of} is not null`
    const [now] = (
      await sql<Counted & { baseline: number | null }>`select cast(avg(${of}) as double precision) as value,
        cast(count(*) as integer) as cases, (select ${of} ${among} order by started_at limit 1) as baseline ${among}`.execute(rows)
    ).rows
    const { value, baseline, cases } = now ?? { value: null, baseline: null, cases: 0 }
    found.push(complete({ ...defined, value: value ?? 'unmeasured', baseline: baseline === null ? 'unmeasured' : Number(baseline), cases }))
  }
  return [...found, await iterationsToTarget(rows, here), await unattended(rows, here)]
}

interface Counted {
  value: number | null
  cases: number
}

/** The value of a single row, without an earlier window to compare with. */
async function single(rows: Rows, defined: Omit<Defined, 'of'>, query: RawBuilder<Counted>): Promise<Metric> {
  const [row] = (await query.execute(rows)).rows
  return complete({ ...defined, value: row?.value ?? 'unmeasured', baseline: 'unmeasured', cases: row?.cases ?? 0 })
}

/** The third iteration in a row to score 8 or more. */
const iterationsToTarget = (rows: Rows, here: Sql) =>
  single(
    rows,
    { id: 'iterations_to_target', name: 'iterations to three scores of 8', unit: 'count', target: most(16) },
    sql`select min(case when third then iteration_number end) as value, cast(count(*) as integer) as cases from (
      select iteration_number, human_quality_score >= 8 and lag(human_quality_score, 1) over before >= 8 and lag(human_quality_score, 2) over before >= 8 as third
      from test_iterations where ${here} and status = 'completed' window before as (partition by project_id order by iteration_number)) as counted`,
  )

const unattended = (rows: Rows, here: Sql) =>
  single(
    rows,
    { id: 'autonomous', name: 'improvements without a person', unit: 'share', target: null },
    sql`select cast(avg(case when decided_by is null then 1.0 else 0.0 end) as double precision) as value,
      cast(count(*) as integer) as cases from improvements where ${here} and status = 'applied'`,
  )

/** Counts lessons, not orders: the mean of what their trials show. */
const effectiveness = ({ database, project }: Learning, everywhere: boolean) =>
  single(
    database.rows,
    { id: 'lesson_effect', name: 'errors that lessons prevent', unit: 'share', target: least(0.7) },
    sql`select cast(avg(reduction_rate) as double precision) as value, cast(count(*) as integer) as cases from prompt_enhancements
      where ${inProject(project, everywhere)} and is_active and reduction_rate is not null`,
  )

const inProject = (project: string, everywhere: boolean) => (everywhere ? all : sql`project_id = ${project}`)

async function measure({ database, project }: Learning, { of, ...defined }: Defined, everywhere: boolean): Promise<Metric> {
  const among = sql`from work_orders where ${inProject(project, everywhere)} and status <> 'stopped' and ${of} is not null`
  const counted = (more: ReturnType<typeof sql>) =>
    sql<Counted & { first: string | null }>`select cast(avg(${of}) as double precision) as value,
      cast(count(*) as integer) as cases, min(ended_at) as first ${among} and ${more}`.execute(database.rows)
  const [now] = (await counted(all)).rows
  const first = now?.first ?? null
  const until = first === null ? '' : new Date(Date.parse(first) + 7 * 24 * 3600_000).toISOString()
  const [then] = first === null ? [] : (await counted(sql`ended_at < ${until}`)).rows
  return complete({ ...defined, value: now?.value ?? 'unmeasured', baseline: then?.value ?? 'unmeasured', cases: now?.cases ?? 0 })
}

/** Half of the initial cost per order is the only target that must itself be measured. */
function complete(metric: Omit<Metric, 'met'>): Metric {
  const target = metric.id === 'cost' && typeof metric.baseline === 'number' ? most(metric.baseline / 2) : metric.target
  const met =
    typeof metric.value !== 'number' || !target ? null : target.at === 'least' ? metric.value >= target.value : metric.value < target.value
  return { ...metric, target, met }
}
