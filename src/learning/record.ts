// What a finished order or other run contributes to learning, and the error codes its outcome stands for.
import type { RunState } from '../kernel/reduce.ts'
import type { Event } from '../schema/event.ts'
import { notAccepted, notPassedCode, ruleCode, windowOf } from './lesson.ts'
import type { Dimension, Guidelines, LastOrder, Told } from './told.ts'
import { type FailureCategory, failureCategory } from './failures.ts'

type Score = number | 'unmeasured' | 'not-applicable'

/** As stored in `work_orders.acceptance_result`. */
export interface AcceptanceResult {
  dimension_scores: Readonly<Record<Dimension, Score>>
  acceptance_score: number
  build_passed: boolean | null
  tests_passed: boolean | null
  lint_errors: number | null
  todo_count: number | null
  test_coverage_percent: number | null
  timestamp: string
}

type Measured<T> = { is: 'measured'; value: T } | { is: 'unmeasured' | 'not-applicable' }

/** What the scores are based on. */
export interface MeasuredMetrics {
  fileLines: Measured<readonly number[]>
  worstComplexity: Measured<number>
  lintWarnings: Measured<number>
}

/** Common to every run that learning counts. */
export interface RunRecord {
  work_order_id: string
  status: 'completed' | 'needs_review' | 'needs_rework' | 'stopped'
  proposer_name: string
  complexity_score: number
  complexity_band: string
  /** Compiler errors after the maker's first work, and after the last refinement. */
  initial_errors: number
  final_errors: number
  refinement_count: number
  refinement_success: boolean
  error_codes: readonly string[]
  error_samples: readonly { code: string; message: string; line: number; column: number }[]
  sanitizer_changes: readonly object[]
  is_success: boolean
  failure_category: FailureCategory | null
  /** Lessons the run was eligible for: injected, or held out by the coin. */
  applications: Guidelines['applications']
  ended_at: string
}

export interface OrderRecord extends RunRecord {
  task: string
  expected_output_type: string
  reason: string
  because: string
  acceptance_result: AcceptanceResult | null
  metrics: MeasuredMetrics | null
  /** The version of the base prompt; null if there was none yet. */
  prompt_version: number | null
  commit: string | null
  branch: string | null
  pull_request: string | null
  calls: number
  prompt_tokens: number
  completion_tokens: number
  /** Millionths of a dollar; null if a call's price is unknown. */
  cost_micros: number | null
  execution_ms: number
  started_at: string
}

/** How a workflow learns: its maker, what that maker was told, and which rules each evaluation found broken. */
export interface Learns<S> {
  /** The role whose work is compared. */
  maker: string
  /** Only runs of the same kind are compared. */
  kind(state: S): string
  told(state: S): Told | undefined
  /** Reasons why a run gives up on its own: failures to learn from, unlike a stop by a person or a budget. */
  tried?: readonly string[]
  /** One list per evaluation of the maker's work, with only the rules a maker may know. */
  missed(events: readonly Event[], state: S): readonly (readonly Missed[])[]
}

export interface Missed {
  rule: string
  /** What the rule asks for, as a sentence. */
  says: string
}

/** Null for a run that continues, or in which nothing was evaluated. */
export function runRecord<S>(
  learns: Learns<S>,
  { run, workflow, state, outcome, at }: RunState<S>,
  events: readonly Event[],
  maker: string,
): RunRecord | null {
  const evaluated = outcome ? learns.missed(events, state) : []
  const [first, last] = [evaluated[0], evaluated.at(-1)]
  if (!outcome || !first || !last) return null
  const rules = new Map(evaluated.flat().map(({ rule, says }) => [ruleCode(workflow, rule), says]))
  const codes = [...rules.keys(), ...(outcome.passed ? [] : [notPassedCode(workflow)])].sort()
  return {
    work_order_id: run,
    status:
      outcome.status === 'stopped' && !learns.tried?.includes(outcome.reason) ? 'stopped' : outcome.passed ? 'completed' : 'needs_rework',
    proposer_name: maker,
    complexity_score: 0,
    complexity_band: `${workflow} ${learns.kind(state)}`,
    initial_errors: first.length,
    final_errors: last.length,
    refinement_count: evaluated.length - 1,
    refinement_success: last.length === 0,
    error_codes: codes,
    error_samples: [...rules].map(([code, message]) => ({ code, message, line: 0, column: 0 })),
    sanitizer_changes: [],
    is_success: outcome.passed,
    failure_category: outcome.passed ? null : failureCategory({ codes, contractViolated: false, compiles: true }),
    applications: learns.told(state)?.applications ?? [],
    ended_at: new Date(at).toISOString(),
  }
}

/** Compiler codes and our own, for everything that was measured and found lacking; for other workflows, the failed rules. */
export function codesOf(record: OrderRecord | RunRecord): string[] {
  if (!('acceptance_result' in record)) return [...record.error_codes]
  const { error_codes, acceptance_result: result, metrics, is_success } = record
  const low = (dimension: Dimension) => {
    const score = result?.dimension_scores[dimension]
    return typeof score === 'number' && score < 7
  }
  const over = (seen: Measured<number> | undefined, most: number) => (valueOf(seen) ?? 0) > most
  const own = {
    COMPLETENESS_TODO: (result?.todo_count ?? 0) > 0,
    ARCHITECTURE_LONG_FILE: longest(metrics) > 500,
    READABILITY_COMPLEXITY: over(metrics?.worstComplexity, 10),
    READABILITY_LINT: over(metrics?.lintWarnings, 5),
    COVERAGE_LOW: low('test_coverage'),
    TESTS_FAIL: result?.tests_passed === false,
    BUILD_FAILS: result?.build_passed === false,
    [notAccepted]: !is_success,
  }
  return [...new Set([...error_codes, ...Object.keys(own).filter((code) => own[code as keyof typeof own])])].sort()
}

/** What the next order of this type is told about it; null if nothing was measured. */
export function lastOrderOf(
  result: AcceptanceResult | null,
  metrics: MeasuredMetrics | null,
  samples: OrderRecord['error_samples'] = [],
): LastOrder | null {
  if (!result) return null
  const first = samples[0]
  const scores = Object.entries(result.dimension_scores).map(([name, score]) => [name, typeof score === 'number' ? score : null])
  return {
    scores: Object.fromEntries(scores) as LastOrder['scores'],
    todos: result.todo_count,
    coverage: result.test_coverage_percent,
    longestFile: longest(metrics) || null,
    worstComplexity: valueOf(metrics?.worstComplexity),
    lintWarnings: valueOf(metrics?.lintWarnings),
    firstBuildError: first ? `${first.code}: ${first.message}` : null,
  }
}

const longest = (metrics: MeasuredMetrics | null) => Math.max(0, ...(valueOf(metrics?.fileLines) ?? []))

const valueOf = <T>(seen: Measured<T> | undefined): T | null => (seen?.is === 'measured' ? seen.value : null)

/** The Sunday on which the order's week began, as YYYY-MM-DD. */
export const windowStart = (endedAt: string) => windowDay(windowOf(Date.parse(endedAt)))

const day = 24 * 3600 * 1000
const windowDay = (window: number) => new Date((window * 7 + 3) * day).toISOString().slice(0, 10)
