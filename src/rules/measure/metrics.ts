// What tools saw of a change. A failed tool gives no number, and not-applicable is kept apart from a measured zero.

export type Measured<T> = { is: 'measured'; value: T } | { is: 'unmeasured'; why: string } | { is: 'not-applicable'; why: string }

export const measured = <T>(value: T): Measured<T> => ({ is: 'measured', value })
export const unmeasured = (why: string): Measured<never> => ({ is: 'unmeasured', why })
export const notApplicable = (why: string): Measured<never> => ({ is: 'not-applicable', why })
export const valueOf = <T>(seen: Measured<T>): T | null => (seen.is === 'measured' ? seen.value : null)

export interface Metrics {
  /** Lines of each changed code file. */
  fileLines: Measured<number[]>
  /** Of the worst function in the changed files. */
  worstComplexity: Measured<number>
  lintWarnings: Measured<number>
  lintErrors: Measured<number>
  /** TODO, FIXME and XXX in changed lines. */
  todos: Measured<number>
  buildPassed: Measured<boolean>
  testsPassed: Measured<boolean>
  /** Percent of lines. */
  coverage: Measured<number>
}

export const metricWords: Readonly<Record<keyof Metrics, string>> = {
  buildPassed: 'build passes',
  testsPassed: 'tests pass',
  coverage: 'coverage, %',
  lintErrors: 'lint errors',
  lintWarnings: 'lint warnings',
  worstComplexity: 'worst complexity',
  fileLines: 'longest file, lines',
  todos: 'TODO marks',
}

/** A place that explains a metric: a long file, a complex function, a mark, a failing test. */
export interface Spot {
  metric: keyof Metrics
  message: string
  file?: string
  line?: number
}
