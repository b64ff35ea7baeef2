// Queries of learning: guidelines for one order, the trial of each lesson, and recurring errors.
import { type Experiment, renderBase, standingTokens, templateOf } from '../../learning/book.ts'
import { type Asked, type Guidelines, defaultTokens, guidelinesFor } from '../../learning/told.ts'
import { type Application, type Lesson, isWithdrawn, standingId, unnamed } from '../../learning/lesson.ts'
import { type AcceptanceResult, type MeasuredMetrics, type OrderRecord, lastOrderOf } from '../../learning/record.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Trying } from '../../learning/thresholds.ts'
import type { Database, Rows } from './open.ts'
import { jsonColumn } from './tables.ts'

/** The database, up to date, and the asking project. */
export interface Learning {
  database: Database
  project: string
}

/** `at`: now. `outputType`: the last order of this type tells what was weak; only orders have one. */
export type Wanted = Pick<Asked, 'workflow' | 'order' | 'proposer' | 'complexity' | 'band'> & { outputType?: string; at: number }

/** Guidelines, with the standing ones in `text`, and the version of the base prompt they came from. */
export interface Selected extends Guidelines {
  promptVersion: number | null
}

export async function select({ database: { rows }, project }: Learning, { outputType, at, ...asked }: Wanted): Promise<Selected> {
  const seed = await seedOf(rows, project)
  const found = await rows
    .selectFrom('prompt_enhancements')
    .selectAll()
    .where('project_id', '=', project)
    .where('status', 'in', ['trial', 'promoted'])
    .execute()
  const last = await (outputType === undefined
    ? undefined
    : rows
        .selectFrom('work_orders')
        .select(['acceptance_result', 'metrics', 'error_samples'])
        .where('project_id', '=', project)
        .where('expected_output_type', '=', outputType)
        .where('acceptance_result', 'is not', null)
        .orderBy('ended_at', 'desc')
        .limit(1)
        .executeTakeFirst())
  const [base] = await rows
    .selectFrom('prompt_versions')
    .select(['version_number', 'template', 'lessons'])
    .where('project_id', '=', project)
    .where('prompt_type', '=', asked.workflow ?? unnamed)
    .where('is_active', '=', true)
    .execute()
  const standing = jsonColumn<string[]>(base?.lessons ?? '[]').flatMap((id) => found.find((row) => row.id === id) ?? [])
  const given = standing.filter(({ id }) => !isWithdrawn(id, at))
  const template = templateOf(given.map((row) => row.enhancement_text))
  // Lessons that have proved to help come first; the others take turns, so that each gets its trial.
  const turn = (id: string) => sha256(JSON.stringify([seed, asked.order, id]))
  const proven = (row: (typeof found)[number]) => ((row.difference_low ?? 0) > 0 ? (row.reduction_rate ?? 0) : 0)
  const inTrial = found.filter(({ status }) => status === 'trial')
  const sorted = inTrial.sort((a, b) => proven(b) - proven(a) || (turn(a.id) < turn(b.id) ? -1 : 1))
  const guidelines = guidelinesFor({
    ...asked,
    seed,
    tokens: Math.max(0, defaultTokens - standingTokens(template)),
    last: last
      ? lastOrderOf(
          jsonColumn<AcceptanceResult>(last.acceptance_result),
          jsonColumn<MeasuredMetrics | null>(last.metrics),
          jsonColumn<OrderRecord['error_samples']>(last.error_samples),
        )
      : null,
    lessons: sorted.map((row): Lesson => ({
      id: row.id,
      code: row.error_code,
      text: row.enhancement_text,
      version: row.enhancement_version,
      parent: row.parent_enhancement_id,
      reason: row.improvement_reason,
      status: 'trial',
      proposers: jsonColumn<string[] | null>(row.target_proposer_names),
      minComplexity: row.target_complexity_min,
      maxComplexity: row.target_complexity_max,
      addedAt: Date.parse(row.added_at),
    })),
  })
  const applications = [
    ...guidelines.applications,
    ...standing.map(({ id, error_code, tokens }) => {
      const arm = isWithdrawn(id, at) ? ('held_out' as const) : ('treated' as const)
      return { lesson: standingId(id), code: error_code, arm, tokens }
    }),
  ]
  return { ...guidelines, applications, text: renderBase(template, guidelines.text), promptVersion: base?.version_number ?? null }
}

export interface Trial {
  applications: Application[]
  tokensPaid: number
  /** S2's figure: with the lesson against all other logged orders of the same groups. */
  observed: number | null
}

/** The trials of these lessons, in one pass over the log. */
export async function trialsOf(learning: Learning, lessons: readonly { id: string; code: string }[]): Promise<Map<string, Trial>> {
  const { database, project } = learning
  const log = await readLog(learning)
  const trials = new Map<string, Trial>()
  for (const { id, code } of lessons) {
    const found = await database.rows
      .selectFrom('enhancement_applications')
      .select(['work_order_id', 'arm', 'outcome', 'proposer_name', 'complexity_band', 'tokens', 'ended_at'])
      .where('project_id', '=', project)
      .where('enhancement_id', '=', id)
      .orderBy('ended_at')
      .orderBy('work_order_id')
      .execute()
    const applications = found.map((row) => ({
      stratum: stratumOf(row),
      arm: row.arm,
      failed: row.outcome === 'failed',
      at: Date.parse(row.ended_at),
    }))
    const treated = found.filter(({ arm }) => arm === 'treated')
    trials.set(id, {
      applications,
      tokensPaid: treated.reduce((sum, { tokens }) => sum + tokens, 0),
      observed: observed(code, treated, log),
    })
  }
  return trials
}

interface Logged {
  stratum: string
  codes: readonly string[]
  weight: number
}

interface Log {
  byOrder: ReadonlyMap<string, Logged>
  /** Stratum → orders, and orders with each code. */
  totals: ReadonlyMap<string, { orders: number; codes: Map<string, number> }>
}

const stratumOf = ({ proposer_name, complexity_band }: { proposer_name: string; complexity_band: string }) =>
  `${proposer_name} ${complexity_band}`

async function readLog({ database, project }: Learning): Promise<Log> {
  const found = await database.rows
    .selectFrom('proposer_failures')
    .select(['work_order_id', 'proposer_name', 'complexity_band', 'error_codes', 'sample_weight'])
    .where('project_id', '=', project)
    .execute()
  const byOrder = new Map<string, Logged>()
  const totals = new Map<string, { orders: number; codes: Map<string, number> }>()
  for (const row of found) {
    const logged = { stratum: stratumOf(row), codes: jsonColumn<string[]>(row.error_codes), weight: row.sample_weight }
    byOrder.set(row.work_order_id, logged)
    const total = totals.get(logged.stratum) ?? { orders: 0, codes: new Map<string, number>() }
    totals.set(logged.stratum, total)
    total.orders += logged.weight
    for (const code of logged.codes) total.codes.set(code, (total.codes.get(code) ?? 0) + logged.weight)
  }
  return { byOrder, totals }
}

type Treated = { work_order_id: string; outcome: string; proposer_name: string; complexity_band: string }

function observed(code: string, treated: readonly Treated[], { byOrder, totals }: Log): number | null {
  let [withFailed, compared, expected] = [0, 0, 0]
  for (const [stratum, of] of Map.groupBy(treated, stratumOf)) {
    const total = totals.get(stratum)
    const own = of.flatMap(({ work_order_id }) => byOrder.get(work_order_id) ?? [])
    const orders = (total?.orders ?? 0) - own.reduce((sum, { weight }) => sum + weight, 0)
    if (orders <= 0) continue
    const failed =
      (total?.codes.get(code) ?? 0) - own.filter(({ codes }) => codes.includes(code)).reduce((sum, { weight }) => sum + weight, 0)
    compared += of.length
    expected += (failed / orders) * of.length
    withFailed += of.filter(({ outcome }) => outcome === 'failed').length
  }
  return compared === 0 || expected === 0 ? null : (expected - withFailed) / expected
}

export interface Recurring {
  code: string
  occurrences: number
  /** The latest message of the error. */
  sample: string | null
}

/** Codes of failed orders and rules that runs missed, most frequent first. */
export async function recurring({ database, project }: Learning): Promise<Recurring[]> {
  const found = await database.rows
    .selectFrom('proposer_failures')
    .select(['error_codes', 'error_samples'])
    .where('project_id', '=', project)
    .where('sample_weight', '=', 1) // all of them, not a sample
    .orderBy('logged_at')
    .orderBy('work_order_id')
    .execute()
  const all = new Map<string, Recurring>()
  for (const row of found) {
    const samples = jsonColumn<OrderRecord['error_samples']>(row.error_samples)
    for (const code of jsonColumn<string[]>(row.error_codes)) {
      const sample = samples.find((each) => each.code === code)?.message ?? all.get(code)?.sample ?? null
      all.set(code, { code, occurrences: (all.get(code)?.occurrences ?? 0) + 1, sample })
    }
  }
  return [...all.values()].sort((a, b) => b.occurrences - a.occurrences || (a.code < b.code ? -1 : 1))
}

/** Experiments that decide which proposer is asked: running ones, and those a person has promoted. */
export async function experimentsOf({ database: { rows }, project }: Learning): Promise<Trying> {
  const found = await rows
    .selectFrom('threshold_experiments')
    .selectAll()
    .where('project_id', '=', project)
    .where('status', 'in', ['running', 'promoted'])
    .orderBy('id')
    .execute()
  return {
    seed: await seedOf(rows, project),
    experiments: found.map((row) => ({
      id: row.id,
      proposer: row.proposer_name,
      current: row.current_threshold,
      experimental: row.experimental_threshold,
      status: row.status as Experiment['status'],
      attempts: row.attempts,
      successes: row.successes,
      at: Date.parse(row.started_at),
    })),
  }
}

async function seedOf(rows: Rows, project: string): Promise<string> {
  const found = await rows.selectFrom('projects').select('seed').where('project_id', '=', project).executeTakeFirst()
  return found?.seed ?? ''
}

/** How a proposer did, since the experiment began, on work harder than it is trusted with. */
export async function attemptsOf(
  { database, project }: Learning,
  experiment: Experiment,
): Promise<{ attempts: number; successes: number }> {
  const found = await database.rows
    .selectFrom('work_orders')
    .select('status')
    .where('project_id', '=', project)
    .where('proposer_name', '=', experiment.proposer)
    .where('status', '!=', 'stopped')
    .where('complexity_score', '>', experiment.current)
    .where('complexity_score', '<=', experiment.experimental)
    .where('ended_at', '>=', new Date(experiment.at).toISOString())
    .execute()
  return { attempts: found.length, successes: found.filter(({ status }) => status === 'completed').length }
}
