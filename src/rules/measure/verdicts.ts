// Metrics as rules and verdicts, for reports in those terms. Unmeasured is unknown, never a pass.
import type { Rule } from '../../schema/rule.ts'
import type { Finding, Verdict } from '../../schema/verdict.ts'
import type { Measured, Metrics, Spot } from './metrics.ts'

interface Row {
  id: string
  says: string
  severity: Rule['severity']
  metric: keyof Metrics
  /** What is wrong with the value, in words; null if nothing. */
  wrong(value: never): string | null
}

const over = (most: number, what: string) => (value: number) => (value > most ? `${value} ${what}, more than ${most}` : null)

const unless = (problem: string) => (passed: boolean) => (passed ? null : problem)

const rows: readonly Row[] = [
  { id: 'build', says: 'The build passes.', severity: 'fail', metric: 'buildPassed', wrong: unless('the build fails') },
  { id: 'tests', says: 'The tests pass.', severity: 'fail', metric: 'testsPassed', wrong: unless('tests fail') },
  {
    id: 'coverage',
    says: 'At least 80% of the lines are tested.',
    severity: 'warn',
    metric: 'coverage',
    wrong: (percent: number) => (percent >= 80 ? null : `${percent}% of the lines are tested`),
  },
  { id: 'lint-errors', says: 'The linter finds no error.', severity: 'warn', metric: 'lintErrors', wrong: over(0, 'lint errors') },
  {
    id: 'lint-warnings',
    says: 'The linter gives at most 5 warnings.',
    severity: 'warn',
    metric: 'lintWarnings',
    wrong: over(5, 'lint warnings'),
  },
  {
    id: 'complexity',
    says: 'No function has a complexity over 10.',
    severity: 'warn',
    metric: 'worstComplexity',
    wrong: over(10, 'is the worst complexity'),
  },
  {
    id: 'size',
    says: 'No file has more than 500 lines.',
    severity: 'warn',
    metric: 'fileLines',
    wrong: (lines: number[]) => over(500, 'lines')(Math.max(0, ...lines)),
  },
  { id: 'todos', says: 'No TODO, FIXME or XXX in changed lines.', severity: 'warn', metric: 'todos', wrong: over(0, 'marks') },
]

export function verdictsOf(metrics: Metrics, spots: readonly Spot[]): { rules: Rule[]; verdicts: Verdict[] } {
  const rules = rows.map(({ id, says, severity }): Rule => ({
    id: `measure.${id}`,
    description: says,
    severity,
    weight: 1,
    phase: 'A',
    check: says,
  }))
  const verdicts = rows.map(({ id, metric, wrong }): Verdict => {
    const seen = metrics[metric] as Measured<never>
    const ruleId = `measure.${id}`
    if (seen.is !== 'measured')
      return { ruleId, outcome: seen.is === 'unmeasured' ? 'unknown' : 'not-applicable', message: seen.why, evidence: [] }
    const problem = wrong(seen.value)
    const evidence = spots.filter((spot) => spot.metric === metric).map(evidenceOf)
    return problem === null
      ? { ruleId, outcome: 'pass', message: 'holds', evidence: [] }
      : { ruleId, outcome: 'fail', message: problem, evidence }
  })
  return { rules, verdicts }
}

const evidenceOf = ({ message, file, line }: Spot): Finding => ({
  message,
  ...(file !== undefined && { location: { file, ...(line !== undefined && { line }) } }),
})
