// A finished order for logs, statistics and lessons: one record, folded from its state by a pure function.
import type { Acceptance } from '../../rules/measure/acceptance.ts'
import type { Metrics, Spot } from '../../rules/measure/metrics.ts'
import type { TestCounts } from '../../rules/measure/read-output.ts'
import { failureCategory } from '../../learning/failures.ts'
import type { OrderRecord as Learned } from '../../learning/record.ts'
import type { Changed, OrderState } from './state.ts'

/** What learning needs, plus what people and later tools may ask. */
export interface OrderRecord extends Learned {
  acceptance_result: Acceptance | null
  metrics: Metrics | null
  spots: Spot[]
  tampering: string[]
  violations: string[]
  test_results: { before: TestCounts | null; after: TestCounts | null } | null
  files_modified: Changed[]
  lines_added: number
  lines_deleted: number
}

/** Null while the order is in progress, and for a spec, whose orders have their own records. */
export function orderRecord(state: OrderState): OrderRecord | null {
  const { input, status, stop, refined, estimate, accepted, acceptance, commit, spending } = state
  if (!stop || status === 'running' || input.spec !== null) return null
  const last = refined.at(-1)
  const all = refined.flatMap(({ initial, errors }) => [...initial, ...errors])
  const changed = last?.changed ?? []
  const sum = (pick: (one: Changed) => number) => changed.reduce((total, one) => total + pick(one), 0)
  const violations = [...new Set(refined.flatMap((each) => each.violations))]
  const tampering = (accepted?.tampering ?? []).map(({ path, message }) => `${path}: ${message}`)
  const codes = [...new Set(all.map(({ code }) => code))].sort()
  return {
    work_order_id: input.runId,
    task: input.task,
    expected_output_type: input.type,
    status,
    reason: stop.reason,
    because: stop.because,
    proposer_name: (input.proposers.length > 0 ? state.proposer?.maker : state.maker) ?? 'none',
    complexity_score: estimate?.score ?? 0,
    complexity_band: estimate?.band ?? '0.0-0.1',
    initial_errors: refined[0]?.initial.length ?? 0,
    final_errors: last?.errors.length ?? 0,
    refinement_count: Math.max(0, refined.length - 1),
    refinement_success: (last?.errors.length ?? 1) === 0 && (last?.changed.length ?? 0) > 0,
    error_codes: codes,
    error_samples: all.slice(0, 5).map(({ code, message, line, column }) => ({ code, message, line, column })),
    sanitizer_changes: refined.flatMap(({ corrections }) => corrections.filter(({ kept }) => kept)),
    is_success: status === 'completed',
    failure_category:
      status === 'completed'
        ? null
        : failureCategory({ contractViolated: violations.length + tampering.length > 0, codes, compiles: stop.reason !== 'compile_error' }),
    acceptance_result: acceptance,
    metrics: accepted?.metrics ?? null,
    spots: accepted?.spots ?? [],
    tampering,
    violations,
    test_results: accepted?.tests ?? null,
    files_modified: changed,
    lines_added: sum(({ added }) => added),
    lines_deleted: sum(({ deleted }) => deleted),
    commit: commit?.commit ?? null,
    branch: commit?.branch ?? null,
    pull_request: state.pullRequest,
    applications: state.told?.applications ?? [],
    prompt_version: state.told?.promptVersion ?? null,
    calls: spending.usage.calls,
    prompt_tokens: spending.usage.tokensIn,
    completion_tokens: spending.usage.tokensOut,
    cost_micros: spending.usage.unpriced > 0 ? null : spending.usage.costMicros,
    execution_ms: spending.ms,
    started_at: new Date(state.createdAt).toISOString(),
    ended_at: new Date(state.updatedAt).toISOString(),
  }
}
