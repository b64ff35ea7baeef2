// The rows of the learning tables, as Kysely sees them on both engines.
import type { ColumnType } from 'kysely'

/** Written as text; PostgreSQL returns it parsed, SQLite as text: see `jsonColumn`. */
type Json = ColumnType<unknown, string, string>
type JsonOrNull = ColumnType<unknown, string | null, string | null>
/** SQLite returns 0 and 1. */
type Flag = ColumnType<boolean | number, boolean, boolean>

export const jsonColumn = <T>(value: unknown): T => (typeof value === 'string' ? JSON.parse(value) : value) as T

interface InProject {
  project_id: string
}

interface Grouped extends InProject {
  proposer_name: string
  complexity_band: string
}

interface Refinement {
  initial_errors: number
  final_errors: number
  refinement_count: number
  error_codes: Json
  error_samples: Json
}

export interface Tables {
  projects: InProject & { root: string; seed: string | null }
  projected_runs: InProject & { run_id: string; stamp: string }
  work_orders: Grouped &
    Refinement & {
      id: string
      task: string
      expected_output_type: string
      status: string
      reason: string
      because: string
      complexity_score: number
      acceptance_result: JsonOrNull
      metrics: JsonOrNull
      prompt_version: number | null
      commit_hash: string | null
      branch: string | null
      pull_request: string | null
      calls: number
      prompt_tokens: number
      completion_tokens: number
      cost_micros: number | null
      execution_ms: number
      started_at: string
      ended_at: string
    }
  proposer_failures: Grouped &
    Refinement & {
      work_order_id: string
      complexity_score: number
      refinement_success: Flag
      sanitizer_changes: Json
      is_success: Flag
      failure_category: string | null
      sample_weight: number
      logged_at: string
    }
  prompt_enhancements: InProject & {
    id: string
    error_code: string
    error_pattern: string | null
    enhancement_text: string
    enhancement_version: number
    is_active: Flag
    status: string
    applications_count: number
    success_count: number
    failure_count: number
    reduction_rate: number | null
    difference_low: number | null
    difference_high: number | null
    observed_rate: number | null
    tokens: number
    parent_enhancement_id: string | null
    improvement_reason: string
    last_effectiveness_check: string | null
    target_proposer_names: JsonOrNull
    target_complexity_min: number | null
    target_complexity_max: number | null
    consecutive_iterations_active: number
    added_at: string
  }
  enhancement_applications: Grouped & {
    work_order_id: string
    enhancement_id: string
    arm: 'treated' | 'held_out'
    tokens: number
    outcome: 'failed' | 'passed'
    ended_at: string
  }
  proposer_success_metrics: Grouped & {
    window_start: string
    attempts: number
    successes: number
    success_rate: number
    average_initial_errors: number
    average_final_errors: number
    average_refinement_cycles: number
    top_error_codes: Json
  }
  proposer_attempts: Grouped & { work_order_id: string; is_success: Flag; ended_at: string }
  prompt_versions: InProject & {
    prompt_type: string
    version_number: number
    template: string
    lessons: Json
    is_active: Flag
    parent_version: number | null
    usage_count: number
    success_rate: number | null
    created_at: string
  }
  threshold_experiments: Grouped & {
    id: string
    current_threshold: number
    experimental_threshold: number
    status: string
    attempts: number
    successes: number
    target_success_rate: number
    minimum_attempts: number
    started_at: string
  }
  improvements: InProject & {
    id: string
    improvement_type: string
    description: string
    expected_impact: string | null
    proposal_details: JsonOrNull
    status: string
    reason: string | null
    decided_by: string | null
    created_at: string
    decided_at: string | null
  }
}

export type TableName = keyof Tables
