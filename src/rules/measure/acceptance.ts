// Acceptance by measurement: what tools saw of a change, turned into five scores and one.
import { onScale } from '../../lib/on-scale.ts'
import { type Measured, type Metrics, type Spot, valueOf } from './metrics.ts'

export const dimensions = ['architecture', 'readability', 'completeness', 'test_coverage', 'build_success'] as const
export type Dimension = (typeof dimensions)[number]

/** Percent. */
export const weights: Readonly<Record<Dimension, number>> = {
  architecture: 25,
  readability: 15,
  completeness: 25,
  test_coverage: 20,
  build_success: 15,
}

type Score = number | 'unmeasured' | 'not-applicable'

/** Of ten, as every face shows it. */
export const showAcceptance = (score: number): string => onScale(score * 10, 10)

export interface Acceptance {
  dimension_scores: Record<Dimension, Score>
  /** To one hundredth. */
  acceptance_score: number
  build_passed: boolean | null
  tests_passed: boolean | null
  lint_errors: number | null
  todo_count: number | null
  test_coverage_percent: number | null
  /** What was not measured, and why. */
  unmeasured: { metric: keyof Metrics; why: string }[]
  timestamp: string
}

/** More than the key costs the points beside it; the highest key that holds counts. */
type Penalties = Readonly<Record<number, number>>

const penalties = {
  longest: { 500: 1, 700: 2, 1000: 4 },
  mean: { 300: 1, 400: 2 },
  longFiles: { 1: 1, 3: 2 },
  complexityInArchitecture: { 20: 1, 30: 2, 50: 3 },
  complexityInReadability: { 10: 1, 20: 2, 30: 3, 50: 4 },
  warnings: { 5: 1, 10: 2, 15: 3, 20: 4 },
  todos: { 0: 1, 3: 2, 5: 3, 8: 4, 10: 5 },
} as const satisfies Record<string, Penalties>

const long = 500
const top = 10

export function acceptance(metrics: Metrics, at: number): Acceptance {
  const scores: Acceptance['dimension_scores'] = {
    architecture: architecture(metrics),
    readability: readability(metrics),
    completeness: completeness(metrics),
    test_coverage: testCoverage(metrics),
    build_success: scored(metrics.buildPassed, (passed) => (passed ? top : 0)),
  }
  return {
    dimension_scores: scores,
    acceptance_score: weighted(scores),
    build_passed: valueOf(metrics.buildPassed),
    tests_passed: valueOf(metrics.testsPassed),
    lint_errors: valueOf(metrics.lintErrors),
    todo_count: valueOf(metrics.todos),
    test_coverage_percent: valueOf(metrics.coverage),
    unmeasured: (Object.keys(metrics) as (keyof Metrics)[]).flatMap((metric) => {
      const seen = metrics[metric]
      return seen.is === 'unmeasured' ? [{ metric, why: seen.why }] : []
    }),
    timestamp: new Date(at).toISOString(),
  }
}

/** Unmeasured adds nothing and keeps its weight; not applicable leaves both sums. */
export function weighted(scores: Acceptance['dimension_scores']): number {
  let [sum, weight] = [0, 0]
  for (const dimension of dimensions) {
    const score = scores[dimension]
    if (score === 'not-applicable') continue
    weight += weights[dimension]
    if (score !== 'unmeasured') sum += score * weights[dimension]
  }
  return weight === 0 ? 0 : Math.round((sum * 100) / weight) / 100
}

function architecture({ fileLines, worstComplexity }: Metrics): Score {
  return fromBoth(fileLines, worstComplexity, (lines = [], complexity = 0) => {
    const mean = lines.length === 0 ? 0 : lines.reduce((sum, each) => sum + each, 0) / lines.length
    return (
      top -
      cost(penalties.longest, Math.max(0, ...lines)) -
      cost(penalties.mean, mean) -
      cost(penalties.longFiles, lines.filter((each) => each > long).length) -
      cost(penalties.complexityInArchitecture, complexity)
    )
  })
}

const readability = ({ worstComplexity, lintWarnings }: Metrics): Score =>
  fromBoth(
    worstComplexity,
    lintWarnings,
    (complexity = 0, warnings = 0) => top - cost(penalties.complexityInReadability, complexity) - cost(penalties.warnings, warnings),
  )

/** A project without a build is judged by its marks alone. */
function completeness({ buildPassed, todos }: Metrics): Score {
  if (buildPassed.is === 'unmeasured') return 'unmeasured'
  if (buildPassed.is === 'measured' && !buildPassed.value) return 2
  return scored(todos, (count) => clamp(top - cost(penalties.todos, count)))
}

/** A project without tests has 0% coverage, measured, and no test run that could pass or fail. */
function testCoverage({ testsPassed, coverage }: Metrics): Score {
  if (testsPassed.is === 'unmeasured') return 'unmeasured'
  return scored(coverage, (percent) => {
    if (percent === 0) return 0
    if (testsPassed.is === 'measured' && !testsPassed.value) return Math.min(4, Math.max(1, Math.floor(percent / 20)))
    return percent >= 80 ? top : percent < 10 ? 2 : 2 + Math.floor(percent / 10)
  })
}

const cost = (table: Penalties, value: number) => Object.entries(table).findLast(([over]) => value > Number(over))?.[1] ?? 0
const clamp = (score: number) => Math.min(top, Math.max(1, score))
const scored = <T>(seen: Measured<T>, score: (value: T) => number): Score => (seen.is === 'measured' ? score(seen.value) : seen.is)

/** What does not apply, such as a linter that is not there, costs nothing; what nobody measured leaves no score. */
function fromBoth<A, B>(a: Measured<A>, b: Measured<B>, score: (a?: A, b?: B) => number): Score {
  if (a.is === 'unmeasured' || b.is === 'unmeasured') return 'unmeasured'
  if (a.is === 'not-applicable' && b.is === 'not-applicable') return 'not-applicable'
  return clamp(score(valueOf(a) ?? undefined, valueOf(b) ?? undefined))
}

/** From this score on an order is completed, unless something bars it. */
export const acceptedFrom = 7

/** D61: red, unmeasured or tampered is never completed, whatever the score. */
export function barsOf({ testsPassed, buildPassed }: Metrics, tampering: readonly string[], spots: readonly Spot[] = []): string[] {
  const offline = spots.some(({ metric, message }) => metric === 'testsPassed' && asksNetwork.test(message))
  return [
    ...tampering,
    ...(testsPassed.is === 'measured' && !testsPassed.value ? [`tests fail${offline ? withoutNetwork : ''}`] : []),
    ...(testsPassed.is === 'unmeasured' ? [`the tests could not be measured: ${testsPassed.why}`] : []),
    ...(buildPassed.is === 'unmeasured' ? [`the build could not be measured: ${buildPassed.why}`] : []),
  ]
}

const asksNetwork = /\b(?:getaddrinfo|ENOTFOUND|EAI_AGAIN|ENETUNREACH)\b/
const withoutNetwork =
  ': some ask for the network, which commands do not get here. Name a test command that leaves them out, under order: commands: test in whetstone.yaml'

export function statusOf(
  { acceptance_score }: Acceptance,
  bars: readonly string[],
): { status: 'completed' | 'needs_review'; because: string } {
  if (bars.length > 0) return { status: 'needs_review', because: bars.join('; ') }
  const shown = showAcceptance(acceptance_score)
  return acceptance_score >= acceptedFrom
    ? { status: 'completed', because: `the acceptance score is ${shown}, at least ${acceptedFrom}` }
    : { status: 'needs_review', because: `the acceptance score is ${shown}, under ${acceptedFrom}` }
}
