// Finished orders as tests need them.
import { bandOf } from '../../src/learning/failures.ts'
import type { AcceptanceResult, OrderRecord } from '../../src/learning/record.ts'

export const minute = 60_000
/** A Sunday, 00:00 UTC. */
export const sunday = Date.parse('2026-01-04T00:00:00.000Z')

export const accepted = (more: Partial<AcceptanceResult> = {}): AcceptanceResult => ({
  dimension_scores: { architecture: 9, readability: 9, completeness: 9, test_coverage: 9, build_success: 10 },
  acceptance_score: 9.1,
  build_passed: true,
  tests_passed: true,
  lint_errors: 0,
  todo_count: 0,
  test_coverage_percent: 80,
  timestamp: '2026-01-04T00:00:00.000Z',
  ...more,
})

export function order(id: string, more: Partial<OrderRecord> = {}, at = sunday): OrderRecord {
  const complexity_score = more.complexity_score ?? 0.35
  return {
    work_order_id: id,
    task: `do ${id}`,
    expected_output_type: 'code',
    status: 'completed',
    reason: 'accepted',
    because: 'it scored 9.1',
    proposer_name: 'claude',
    complexity_score,
    complexity_band: bandOf(complexity_score),
    initial_errors: 0,
    final_errors: 0,
    refinement_count: 0,
    refinement_success: true,
    error_codes: [],
    error_samples: [],
    sanitizer_changes: [],
    is_success: true,
    failure_category: null,
    acceptance_result: accepted(),
    metrics: null,
    applications: [],
    prompt_version: null,
    commit: null,
    branch: null,
    pull_request: null,
    calls: 1,
    prompt_tokens: 1000,
    completion_tokens: 200,
    cost_micros: 20_000,
    execution_ms: 60_000,
    started_at: new Date(at - minute).toISOString(),
    ended_at: new Date(at).toISOString(),
    ...more,
  }
}

/** One that did not compile. */
export const failed = (id: string, codes: string[], more: Partial<OrderRecord> = {}, at = sunday): OrderRecord =>
  order(
    id,
    {
      status: 'needs_rework',
      reason: 'compile_error',
      because: 'errors are left',
      is_success: false,
      failure_category: 'type_error',
      error_codes: codes,
      error_samples: codes.map((code, line) => ({ code, message: `${code} went wrong`, line, column: 1 })),
      initial_errors: codes.length,
      final_errors: codes.length,
      refinement_count: 3,
      refinement_success: false,
      acceptance_result: null,
      ...more,
    },
    at,
  )
