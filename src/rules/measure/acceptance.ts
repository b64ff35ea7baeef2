// Acceptance by measurement: turns what tools saw of a change into five scores and one.
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

/** Out of ten, as every surface shows it. */
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
  /** What wasn't measured, and why. */
  unmeasured: { metric: keyof Metrics; why: string }[]
  timestamp: string
}

/** Exceeding the key costs the points beside it; the highest exceeded key counts. */
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
  const graded = grades(metrics)
  const scores = Object.fromEntries(dimensions.map((name) => [name, graded[name].score])) as Acceptance['dimension_scores']
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

/** A dimension's score, and what reduced it. */
interface Grade {
  score: Score
  took: Took[]
}

interface Took {
  points: number
  what: string
}

/** The score explained: what each dimension lost, and what that cost overall, out of ten. */
export interface Loss {
  dimension: Dimension
  score: Score
  cost: number
  why: string
  /** Its share of the whole, in percent. */
  share: number
}

export function lossesOf(metrics: Metrics): Loss[] {
  const graded = grades(metrics)
  const counted = dimensions.filter((name) => graded[name].score !== 'not-applicable')
  const all = counted.reduce((sum, name) => sum + weights[name], 0)
  return counted.flatMap((dimension) => {
    const { score, took } = graded[dimension]
    const lost = score === 'unmeasured' ? top : top - Number(score)
    const share = Math.round((weights[dimension] * 100) / all)
    const why =
      score === 'unmeasured' ? 'not measured, so it adds nothing' : took.map(({ points, what }) => `−${points}: ${what}`).join(', ')
    return lost === 0 ? [] : [{ dimension, score, cost: (lost * weights[dimension]) / all, why, share }]
  })
}

const grades = (metrics: Metrics): Record<Dimension, Grade> => ({
  architecture: architecture(metrics),
  readability: readability(metrics),
  completeness: completeness(metrics),
  test_coverage: testCoverage(metrics),
  build_success: graded(metrics.buildPassed, (passed) => (passed ? [] : [{ points: top, what: 'the build fails' }]), 0),
})

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

function architecture({ fileLines, worstComplexity }: Metrics): Grade {
  return fromBoth(fileLines, worstComplexity, (lines = [], complexity = 0) => {
    const mean = lines.length === 0 ? 0 : lines.reduce((sum, each) => sum + each, 0) / lines.length
    return [
      ...taken(penalties.longest, Math.max(0, ...lines), (count) => `the longest file has ${count} lines`),
      ...taken(penalties.mean, mean, (count) => `files have ${Math.round(count)} lines on average`),
      ...taken(penalties.longFiles, lines.filter((each) => each > long).length, (count) => `${count} files have over ${long} lines`),
      ...taken(penalties.complexityInArchitecture, complexity, complexityText),
    ]
  })
}

const complexityText = (value: number) => `the worst function has a complexity of ${value}`

const readability = ({ worstComplexity, lintWarnings }: Metrics): Grade =>
  fromBoth(worstComplexity, lintWarnings, (complexity = 0, warnings = 0) => [
    ...taken(penalties.complexityInReadability, complexity, complexityText),
    ...taken(penalties.warnings, warnings, (count) => `${count} lint warnings`),
  ])

/** A project without a build is judged by its marks alone. */
function completeness({ buildPassed, todos }: Metrics): Grade {
  if (buildPassed.is === 'unmeasured') return { score: 'unmeasured', took: [] }
  if (buildPassed.is === 'measured' && !buildPassed.value) return { score: 2, took: [{ points: top - 2, what: 'the build fails' }] }
  return graded(todos, (count) => taken(penalties.todos, count, () => `${count} TODO ${count === 1 ? 'mark' : 'marks'}`))
}

/** A project without tests has a measured coverage of 0%, and no test run that could pass or fail. */
function testCoverage({ testsPassed, coverage }: Metrics): Grade {
  if (testsPassed.is === 'unmeasured') return { score: 'unmeasured', took: [] }
  return graded(
    coverage,
    (percent) => {
      const fails = testsPassed.is === 'measured' && !testsPassed.value
      const score = covered(percent, fails)
      const words = percent === 0 ? 'no line is covered by tests' : `${percent}% of lines are covered${fails ? ', and tests fail' : ''}`
      return score === top ? [] : [{ points: top - score, what: words }]
    },
    0,
  )
}

function covered(percent: number, fails: boolean): number {
  if (percent === 0) return 0
  if (fails) return Math.min(4, Math.max(1, Math.floor(percent / 20)))
  return percent >= 80 ? top : percent < 10 ? 2 : 2 + Math.floor(percent / 10)
}

function taken(table: Penalties, value: number, what: (value: number) => string): Took[] {
  const points = Object.entries(table).findLast(([over]) => value > Number(over))?.[1]
  return points === undefined ? [] : [{ points, what: what(value) }]
}

const graded = <T>(seen: Measured<T>, took: (value: T) => Took[], least = 1): Grade =>
  seen.is === 'measured' ? gradeOf(took(seen.value), least) : { score: seen.is, took: [] }

const gradeOf = (took: Took[], least = 1): Grade => ({
  score: Math.max(
    least,
    took.reduce((left, { points }) => left - points, top),
  ),
  took,
})

/** What doesn't apply, such as a missing linter, costs nothing; what wasn't measured leaves no score. */
function fromBoth<A, B>(a: Measured<A>, b: Measured<B>, took: (a?: A, b?: B) => Took[]): Grade {
  if (a.is === 'unmeasured' || b.is === 'unmeasured') return { score: 'unmeasured', took: [] }
  if (a.is === 'not-applicable' && b.is === 'not-applicable') return { score: 'not-applicable', took: [] }
  return gradeOf(took(valueOf(a) ?? undefined, valueOf(b) ?? undefined))
}

/** From this score on an order is completed, unless something bars it. */
export const acceptedFrom = 7

/** Red, unmeasured or tampered is never completed, whatever the score. */
export function barsOf({ testsPassed, buildPassed }: Metrics, tampering: readonly string[], spots: readonly Spot[] = []): string[] {
  const offline = spots.some(({ metric, message }) => metric === 'testsPassed' && asksNetwork.test(message))
  return [
    ...tampering,
    ...(testsPassed.is === 'measured' && !testsPassed.value ? [`tests fail${offline ? withoutNetwork : ''}`] : []),
    ...(testsPassed.is === 'unmeasured' ? [`the tests couldn't be measured: ${testsPassed.why}`] : []),
    ...(buildPassed.is === 'unmeasured' ? [`the build couldn't be measured: ${buildPassed.why}`] : []),
  ]
}

const asksNetwork = /\b(?:getaddrinfo|ENOTFOUND|EAI_AGAIN|ENETUNREACH)\b/
const withoutNetwork =
  ": some need the network, which commands don't get here. Under order: commands: test in whetstone.yaml, name a test command that leaves them out"

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
