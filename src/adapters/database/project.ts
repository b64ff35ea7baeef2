// From records to rows: what an ended order and a book of lessons become in the tables. The same records always make the same rows.
import { unnamed } from '../../learning/lesson.ts'
import { type Insertable, sql } from 'kysely'
import type { Book, Contribution } from '../../learning/book.ts'
import { bandOf, isSampled, successSampling } from '../../learning/failures.ts'
import { tokensOf } from '../../learning/told.ts'
import { type OrderRecord, type RunRecord, codesOf, windowStart } from '../../learning/record.ts'
import { minimumAttempts, targetSuccessRate } from '../../learning/thresholds.ts'
import { type Rows, upsert } from './open.ts'
import { type Tables, jsonColumn } from './tables.ts'

const kept = 50

export async function projectAll(rows: Rows, project: string, found: readonly Contribution[]): Promise<void> {
  const orders = found.flatMap((each) => ('order' in each ? [each.order] : []))
  await projectOrders(rows, project, orders)
  await log(rows, project, [...orders, ...found.flatMap((each) => ('run' in each ? [each.run] : []))])
  for (const each of found) if ('book' in each) await projectBook(rows, project, each.book)
  if (found.length > 0) await recount(rows, project)
}

async function projectOrders(rows: Rows, project: string, orders: readonly OrderRecord[]): Promise<void> {
  if (orders.length === 0) return
  await upsert(
    rows,
    'work_orders',
    ['project_id', 'id'],
    orders.map((order) => orderRow(project, order)),
  )
  const ended = orders.filter(({ status }) => status !== 'stopped')
  await upsert(
    rows,
    'proposer_attempts',
    byOrder,
    ended.map(({ work_order_id, is_success, ended_at, ...order }) => ({ ...group(project, order), work_order_id, is_success, ended_at })),
  )
  await sql`delete from proposer_attempts where project_id = ${project} and work_order_id in (
    select work_order_id from (select work_order_id, row_number() over (
      partition by proposer_name, complexity_band order by ended_at desc, work_order_id desc) as place
      from proposer_attempts where project_id = ${project}) as placed where place > ${kept})`.execute(rows)
  await summarise(rows, project, ended)
}

/** What trials and recurring errors are counted from: orders, and runs of every workflow that learns. */
async function log(rows: Rows, project: string, runs: readonly (OrderRecord | RunRecord)[]): Promise<void> {
  const ended = runs.filter(({ status }) => status !== 'stopped')
  await upsert(
    rows,
    'proposer_failures',
    byOrder,
    ended.filter((run) => isAlwaysLogged(run) || isSampled(run.work_order_id)).map((run) => failureRow(project, run)),
  )
  await upsert(
    rows,
    'enhancement_applications',
    [...byOrder, 'enhancement_id'],
    ended.flatMap((run) => applicationRows(project, run)),
  )
}

const byOrder = ['project_id', 'work_order_id']

/** A rule missed on the way to a pass cost an iteration, so it is recorded too. */
const isAlwaysLogged = (run: OrderRecord | RunRecord) => !run.is_success || (!('acceptance_result' in run) && run.error_codes.length > 0)

const group = (project_id: string, { proposer_name, complexity_band }: Pick<OrderRecord, 'proposer_name' | 'complexity_band'>) => ({
  project_id,
  proposer_name,
  complexity_band,
})

const refinement = (order: OrderRecord | RunRecord) => ({
  initial_errors: order.initial_errors,
  final_errors: order.final_errors,
  refinement_count: order.refinement_count,
  error_codes: JSON.stringify(codesOf(order)),
  error_samples: JSON.stringify(order.error_samples.slice(0, 5)),
})

function orderRow(project: string, order: OrderRecord): Insertable<Tables['work_orders']> {
  return {
    ...group(project, order),
    ...refinement(order),
    id: order.work_order_id,
    task: order.task,
    expected_output_type: order.expected_output_type,
    status: order.status,
    reason: order.reason,
    because: order.because,
    complexity_score: order.complexity_score,
    acceptance_result: order.acceptance_result && JSON.stringify(order.acceptance_result),
    metrics: order.metrics && JSON.stringify(order.metrics),
    prompt_version: order.prompt_version,
    commit_hash: order.commit,
    branch: order.branch,
    pull_request: order.pull_request,
    calls: order.calls,
    prompt_tokens: order.prompt_tokens,
    completion_tokens: order.completion_tokens,
    cost_micros: order.cost_micros,
    execution_ms: order.execution_ms,
    started_at: order.started_at,
    ended_at: order.ended_at,
  }
}

function failureRow(project: string, order: OrderRecord | RunRecord): Insertable<Tables['proposer_failures']> {
  return {
    ...group(project, order),
    ...refinement(order),
    work_order_id: order.work_order_id,
    complexity_score: order.complexity_score,
    refinement_success: order.refinement_success,
    sanitizer_changes: JSON.stringify(order.sanitizer_changes),
    is_success: order.is_success,
    failure_category: order.failure_category,
    sample_weight: isAlwaysLogged(order) ? 1 : 1 / successSampling,
    logged_at: order.ended_at,
  }
}

function applicationRows(project: string, order: OrderRecord | RunRecord): Insertable<Tables['enhancement_applications']>[] {
  const codes = codesOf(order)
  return order.applications.map(({ lesson, code, arm, tokens }) => ({
    ...group(project, order),
    work_order_id: order.work_order_id,
    enhancement_id: lesson,
    arm,
    tokens,
    outcome: codes.includes(code) ? ('failed' as const) : ('passed' as const),
    ended_at: order.ended_at,
  }))
}

/** The weeks in which these orders ended, counted over all orders of those weeks. */
async function summarise(rows: Rows, project: string, orders: readonly OrderRecord[]): Promise<void> {
  const touched = new Map(orders.map((order) => [windowStart(order.ended_at), order.ended_at]))
  for (const start of touched.keys()) {
    const end = new Date(Date.parse(start) + 7 * 24 * 3600_000).toISOString().slice(0, 10)
    const found = await rows
      .selectFrom('work_orders')
      .select(['proposer_name', 'complexity_band', 'status', 'initial_errors', 'final_errors', 'refinement_count', 'error_codes'])
      .where('project_id', '=', project)
      .where('status', '!=', 'stopped')
      .where('ended_at', '>=', start)
      .where('ended_at', '<', end)
      .execute()
    const groups = Map.groupBy(found, ({ proposer_name, complexity_band }) => JSON.stringify([proposer_name, complexity_band]))
    const made = [...groups.values()].map((of) => {
      const mean = (pick: (row: (typeof of)[number]) => number) => of.reduce((sum, row) => sum + pick(row), 0) / of.length
      const successes = of.filter(({ status }) => status === 'completed').length
      return {
        ...group(project, of[0]!),
        window_start: start,
        attempts: of.length,
        successes,
        success_rate: successes / of.length,
        average_initial_errors: mean((row) => row.initial_errors),
        average_final_errors: mean((row) => row.final_errors),
        average_refinement_cycles: mean((row) => row.refinement_count),
        top_error_codes: JSON.stringify(mostFrequent(of.flatMap((row) => jsonColumn<string[]>(row.error_codes)))),
      }
    })
    await upsert(rows, 'proposer_success_metrics', ['project_id', 'proposer_name', 'complexity_band', 'window_start'], made)
  }
}

/** At most ten, most frequent first. */
function mostFrequent(codes: readonly string[]): { code: string; count: number }[] {
  const counts = [...Map.groupBy(codes, (code) => code)].map(([code, { length: count }]) => ({ code, count }))
  return counts.sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1)).slice(0, 10)
}

const time = (at: number) => new Date(at).toISOString()

async function projectBook(rows: Rows, project: string, book: Book): Promise<void> {
  await rows.updateTable('projects').set({ seed: book.seed }).where('project_id', '=', project).execute()
  for (const table of ['prompt_enhancements', 'prompt_versions', 'threshold_experiments', 'improvements'] as const)
    await rows.deleteFrom(table).where('project_id', '=', project).execute()
  const key = ['project_id', 'id']
  const lessons = book.lessons.map(({ analysis, ...lesson }) => ({
    project_id: project,
    id: lesson.id,
    error_code: lesson.code,
    error_pattern: null,
    enhancement_text: lesson.text,
    enhancement_version: lesson.version,
    is_active: lesson.status === 'trial',
    status: lesson.status,
    applications_count: 0,
    success_count: 0,
    failure_count: 0,
    reduction_rate: analysis?.effect.reduction ?? null,
    difference_low: analysis?.effect.difference.low ?? null,
    difference_high: analysis?.effect.difference.high ?? null,
    observed_rate: analysis?.observed ?? null,
    tokens: tokensOf(lesson.text),
    parent_enhancement_id: lesson.parent,
    improvement_reason: lesson.reason,
    last_effectiveness_check: analysis ? time(analysis.at) : null,
    target_proposer_names: lesson.proposers && JSON.stringify(lesson.proposers),
    target_complexity_min: lesson.minComplexity,
    target_complexity_max: lesson.maxComplexity,
    consecutive_iterations_active: analysis?.windows ?? 0,
    added_at: time(lesson.addedAt),
  }))
  await upsert(rows, 'prompt_enhancements', key, lessons)
  const versions = book.versions.map(({ number, workflow = unnamed, parent, lessons: held, template, active, at }) => ({
    project_id: project,
    prompt_type: workflow,
    version_number: number,
    template,
    lessons: JSON.stringify(held),
    is_active: active,
    parent_version: parent,
    usage_count: 0,
    success_rate: null,
    created_at: time(at),
  }))
  await upsert(rows, 'prompt_versions', ['project_id', 'prompt_type', 'version_number'], versions)
  const experiments = book.experiments.map(({ id, proposer, current, experimental, status, attempts, successes, at }) => ({
    ...group(project, { proposer_name: proposer, complexity_band: bandOf(experimental) }),
    id,
    current_threshold: current,
    experimental_threshold: experimental,
    status,
    attempts,
    successes,
    target_success_rate: targetSuccessRate,
    minimum_attempts: minimumAttempts,
    started_at: time(at),
  }))
  await upsert(rows, 'threshold_experiments', key, experiments)
  const improvements = book.proposals.map((proposal) => ({
    project_id: project,
    id: proposal.id,
    improvement_type: proposal.kind === 'lesson' ? 'prompt_tuning' : 'config_change',
    description: proposal.description,
    expected_impact: proposal.expectedImpact,
    proposal_details: JSON.stringify(proposal.evidence),
    // Approving and applying are one step here.
    status: proposal.status === 'approved' ? 'applied' : proposal.status,
    reason: proposal.reason,
    decided_by: proposal.by,
    created_at: time(proposal.at),
    decided_at: proposal.decidedAt === null ? null : time(proposal.decidedAt),
  }))
  await upsert(rows, 'improvements', key, improvements)
}

/** Counts that depend on both orders and lessons, whichever came first. */
async function recount(rows: Rows, project: string): Promise<void> {
  const counted = (where: ReturnType<typeof sql>) =>
    sql`(select cast(count(*) as integer) from enhancement_applications a where a.project_id = prompt_enhancements.project_id
      and a.enhancement_id = prompt_enhancements.id and a.arm = 'treated' ${where})`
  await sql`update prompt_enhancements set applications_count = ${counted(sql``)}, success_count = ${counted(sql`and a.outcome = 'passed'`)},
    failure_count = ${counted(sql`and a.outcome = 'failed'`)} where project_id = ${project}`.execute(rows)
  const used = sql`from work_orders w where w.project_id = prompt_versions.project_id and w.prompt_version = prompt_versions.version_number
    and w.status <> 'stopped'`
  await sql`update prompt_versions set usage_count = (select cast(count(*) as integer) ${used}),
    success_rate = (select avg(case when w.status = 'completed' then 1.0 else 0.0 end) ${used}) where project_id = ${project}`.execute(rows)
}
