// The learning tables as numbered migrations for both engines. Every statement can be repeated; {json} is the engine's own type.

export interface Migration {
  name: string
  statements: readonly string[]
}

const inProject = 'project_id text not null'
const codes = "('completed', 'needs_review', 'needs_rework', 'stopped', 'running')"

export const migrations: readonly Migration[] = [
  {
    name: '001-orders-and-lessons',
    statements: [
      'create table if not exists projects (project_id text primary key, root text not null, seed text)',
      `create table if not exists projected_runs (${inProject}, run_id text not null, stamp text not null, primary key (project_id, run_id))`,
      `create table if not exists work_orders (${inProject}, id text not null, task text not null, expected_output_type text not null,
        status text not null check (status in ${codes}), reason text not null, because text not null, proposer_name text not null,
        complexity_score double precision not null, complexity_band text not null, error_codes {json} not null, error_samples {json} not null,
        acceptance_result {json}, metrics {json}, prompt_version integer, commit_hash text, branch text, pull_request text,
        calls integer not null, prompt_tokens double precision not null, completion_tokens double precision not null, cost_micros double precision,
        execution_ms double precision not null, initial_errors integer not null, final_errors integer not null, refinement_count integer not null,
        started_at text not null, ended_at text not null, primary key (project_id, id))`,
      `create index if not exists work_orders_by_acceptance on work_orders (cast(acceptance_result ->> 'acceptance_score' as double precision))
        where acceptance_result is not null`,
      'create index if not exists work_orders_by_type on work_orders (project_id, expected_output_type, ended_at)',
      'create index if not exists work_orders_by_group on work_orders (project_id, proposer_name, complexity_band, ended_at)',
      `create table if not exists proposer_failures (${inProject}, work_order_id text not null, proposer_name text not null,
        complexity_score double precision not null check (complexity_score between 0 and 1), complexity_band text not null,
        initial_errors integer not null, final_errors integer not null, refinement_count integer not null, refinement_success boolean not null,
        error_codes {json} not null, error_samples {json} not null, sanitizer_changes {json} not null, is_success boolean not null,
        failure_category text, sample_weight integer not null, logged_at text not null, primary key (project_id, work_order_id))`,
      `create table if not exists prompt_enhancements (${inProject}, id text not null, error_code text not null, error_pattern text,
        enhancement_text text not null, enhancement_version integer not null, is_active boolean not null, status text not null,
        applications_count integer not null, success_count integer not null, failure_count integer not null, reduction_rate double precision,
        difference_low double precision, difference_high double precision, observed_rate double precision, tokens integer not null,
        parent_enhancement_id text, improvement_reason text not null, last_effectiveness_check text, target_proposer_names {json},
        target_complexity_min double precision, target_complexity_max double precision, consecutive_iterations_active integer not null,
        added_at text not null, primary key (project_id, id))`,
      `create table if not exists enhancement_applications (${inProject}, work_order_id text not null, enhancement_id text not null,
        arm text not null check (arm in ('treated', 'held_out')), tokens integer not null, proposer_name text not null,
        complexity_band text not null, outcome text not null check (outcome in ('failed', 'passed')), ended_at text not null,
        primary key (project_id, work_order_id, enhancement_id))`,
      'create index if not exists applications_by_lesson on enhancement_applications (project_id, enhancement_id, ended_at, work_order_id)',
      `create table if not exists proposer_success_metrics (${inProject}, proposer_name text not null, complexity_band text not null,
        window_start text not null, attempts integer not null, successes integer not null, success_rate double precision not null,
        average_initial_errors double precision not null, average_final_errors double precision not null,
        average_refinement_cycles double precision not null, top_error_codes {json} not null,
        primary key (project_id, proposer_name, complexity_band, window_start))`,
      `create table if not exists proposer_attempts (${inProject}, proposer_name text not null, complexity_band text not null,
        work_order_id text not null, is_success boolean not null, ended_at text not null, primary key (project_id, work_order_id))`,
      `create table if not exists prompt_versions (${inProject}, prompt_type text not null, version_number integer not null, template text not null,
        lessons {json} not null, is_active boolean not null, parent_version integer, usage_count integer not null, success_rate double precision,
        created_at text not null, primary key (project_id, prompt_type, version_number))`,
      'create unique index if not exists one_active_prompt_version on prompt_versions (project_id, prompt_type) where is_active',
      `create table if not exists threshold_experiments (${inProject}, id text not null, proposer_name text not null,
        current_threshold double precision not null, experimental_threshold double precision not null, complexity_band text not null,
        status text not null check (status in ('running', 'promoted', 'rejected', 'paused')), attempts integer not null, successes integer not null,
        target_success_rate double precision not null, minimum_attempts integer not null, started_at text not null,
        check (experimental_threshold > current_threshold), primary key (project_id, id))`,
    ],
  },
  {
    name: '002-improvement',
    statements: [
      `create table if not exists test_iterations (${inProject}, id text not null, iteration_number integer not null, project_name text not null,
        system_version text, status text not null check (status in ('running', 'completed', 'failed')), total_work_orders integer,
        work_orders_succeeded integer, work_orders_failed integer, builds_successfully boolean, tests_pass boolean, lint_errors integer,
        human_quality_score double precision, user_experience double precision, scoring_details {json}, analysis_details {json}, what_worked text,
        what_failed text, improvements_made text, total_cost_usd double precision, total_execution_time_seconds double precision,
        system_files_modified boolean, isolation_verified boolean, failures_by_class {json}, started_at text, ended_at text,
        primary key (project_id, id))`,
      `create table if not exists iteration_work_order_logs (${inProject}, iteration_id text not null, work_order_id text not null,
        execution_order integer not null, status text, acceptance_result {json}, files_modified {json}, lines_added integer, lines_deleted integer,
        proposer_used text, aider_model text, cost_usd double precision, prompt_tokens double precision, completion_tokens double precision,
        compilation_errors integer, test_results {json}, primary key (project_id, iteration_id, work_order_id))`,
      `create table if not exists improvements (${inProject}, id text not null, from_iteration_id text, to_iteration_id text,
        improvement_type text not null check (improvement_type in ('bug_fix', 'prompt_tuning', 'code_change', 'architecture_change', 'config_change', 'contract_addition', 'dependency_fix', 'feature_add')),
        description text not null, files_changed {json}, git_commit_hash text, expected_impact text, actual_impact text, proposal_details {json},
        status text not null check (status in ('pending_approval', 'approved', 'rejected', 'applied', 'failed', 'rolled_back')),
        reason text, decided_by text, created_at text not null, decided_at text, primary key (project_id, id))`,
    ],
  },
]

const created = migrations.flatMap(({ statements }) =>
  statements.flatMap((text) => {
    const name = /^create table if not exists (\w+)/.exec(text)?.[1]
    return name === undefined ? [] : [{ name, text }]
  }),
)

/** S2's six tables of learning come first; `whet db status` says which exist. */
export const tableNames = created.map(({ name }) => name)

/** Each table's key and its boolean columns. */
export const tableShapes = created.map(({ name, text }) => ({
  name,
  key: (/primary key \(([^)]+)\)\)$/.exec(text)?.[1] ?? 'project_id').split(', '),
  flags: [...text.matchAll(/(\w+) boolean/g)].map(([, column]) => column),
}))
