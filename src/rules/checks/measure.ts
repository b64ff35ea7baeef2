// Measurement as checks: complexity and size of code; build, tests, coverage and lint by the project's own commands.
import * as z from 'zod'
import type { Finding } from '../../schema/verdict.ts'
import { type Exec, checkError, defineCheck, fail, judge, notApplicable, pass } from '../check.ts'
import { defaultLimits } from '../measure/commands.ts'
import { complexities } from '../measure/complexity.ts'
import type { Measured } from '../measure/metrics.ts'
import { readTable } from '../measure/read-coverage.ts'
import { type Ended, readBuild, readLint, readTests } from '../measure/read-output.ts'
import { codeOf } from '../reading/code.ts'
import { plural } from '../reading/lines.ts'

export const measureComplexity = defineCheck({
  kind: 'measure.complexity',
  summary: 'No function of the code is more complex than allowed (cyclomatic, as ESLint counts it).',
  version: '1',
  params: z.strictObject({ max: z.int().min(1).default(10) }),
  demands: ({ max }) => `has no function with a cyclomatic complexity over ${max}`,
  needs: ['syntax'],
  async run({ params: { max }, artifact, syntax }) {
    const code = (await codeOf(artifact, syntax)).flatMap(({ grammar, ...rest }) => (grammar ? [{ ...rest, grammar }] : []))
    if (code.length === 0) return notApplicable('there is no readable code')
    const parse = await syntax.load(new Set(code.map(({ grammar }) => grammar)))
    const all = code.flatMap(({ text, grammar, above }) =>
      complexities(parse(text, grammar), grammar).map((one) => ({ ...one, line: one.line + above })),
    )
    const over = all
      .filter(({ complexity }) => complexity > max)
      .map(({ name, complexity, line }): Finding => ({
        message: `${name} has a complexity of ${complexity}`,
        expected: `at most ${max}`,
        actual: String(complexity),
        location: { file: artifact.name, line },
      }))
    return judge(over, `${plural(all.length, 'function')} of at most ${max}`, (count) => `${plural(count, 'function')} over ${max}`)
  },
})

export const measureSize = defineCheck({
  kind: 'measure.size',
  summary: 'No piece of code is longer than allowed.',
  version: '1',
  params: z.strictObject({ max_lines: z.int().min(1).default(500) }),
  demands: ({ max_lines }) => `has no file of code over ${max_lines} lines`,
  needs: ['syntax'],
  async run({ params: { max_lines: max }, artifact, syntax }) {
    const code = await codeOf(artifact, syntax)
    if (code.length === 0) return notApplicable('there is no code')
    const long = code
      .map(({ text, name, above }) => ({ name, line: above + 1, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > max)
      .map(({ name, line, lines }): Finding => ({
        message: `${name} has ${lines} lines`,
        expected: `at most ${max}`,
        actual: String(lines),
        location: { file: artifact.name, line },
      }))
    return judge(long, `no file over ${max} lines`, (count) => `${plural(count, 'file')} over ${max} lines`)
  },
})

const runs = (command: string, seconds: number) => ({
  command: z.string().trim().min(1).default(command),
  timeout_seconds: z.number().min(1).max(3600).default(seconds),
})

export const measureBuild = defineCheck({
  kind: 'measure.build',
  summary: "The project's build passes.",
  version: '1',
  params: z.strictObject(runs('npm run build', defaultLimits.build)),
  demands: ({ command }) => `lets the project build (${command})`,
  needs: ['exec'],
  timeoutMs: ({ timeout_seconds }) => timeout_seconds * 1000 + 10_000,
  async run({ params, exec, signal }) {
    const ended = await end(exec, params, signal)
    return decided(readBuild(ended), (passed) => (passed ? null : 'the build fails'), 'the build passes', ended)
  },
})

export const measureTests = defineCheck({
  kind: 'measure.tests',
  summary: "The project's tests pass, and there are some.",
  version: '1',
  params: z.strictObject(runs('npm test', defaultLimits.test)),
  demands: ({ command }) => `lets the project's tests pass (${command})`,
  needs: ['exec'],
  timeoutMs: ({ timeout_seconds }) => timeout_seconds * 1000 + 10_000,
  async run({ params, exec, signal }) {
    const ended = await end(exec, params, signal)
    const { passed, counts } = readTests(ended)
    return decided(
      passed,
      (all) => (all ? null : `${counts ? plural(counts.failed, 'test') : 'the test run'} failed`),
      counts ? `${plural(counts.passed, 'test')} passed` : 'the tests pass',
      ended,
    )
  },
})

export const measureCoverage = defineCheck({
  kind: 'measure.coverage',
  summary: "The project's tests cover at least this share of the lines, as their tool prints it.",
  version: '1',
  params: z.strictObject({ ...runs('npm test -- --coverage', defaultLimits.test), min: z.number().min(0).max(100).default(80) }),
  demands: ({ min, command }) => `has at least ${min}% of its lines covered by tests (${command})`,
  needs: ['exec'],
  timeoutMs: ({ timeout_seconds }) => timeout_seconds * 1000 + 10_000,
  async run({ params, exec, signal }) {
    const ended = await end(exec, params, signal)
    const percent = readTable(`${ended.stdout}\n${ended.stderr}`)
    if (percent === null) return checkError('the test run printed no readable coverage', [said(ended)])
    return percent >= params.min
      ? pass(`${percent}% covered`)
      : fail(`${percent}% covered, at least ${params.min}% expected`, [
          { message: 'line coverage', expected: `at least ${params.min}%`, actual: `${percent}%` },
        ])
  },
})

export const measureLint = defineCheck({
  kind: 'measure.lint',
  summary: "The project's linter gives no more errors and warnings than allowed.",
  version: '1',
  params: z.strictObject({
    ...runs('npm run lint', defaultLimits.lint),
    max_errors: z.int().min(0).default(0),
    max_warnings: z.int().min(0).default(5),
  }),
  demands: ({ max_errors, max_warnings, command }) =>
    `gets at most ${max_errors} errors and ${max_warnings} warnings from the linter (${command})`,
  needs: ['exec'],
  timeoutMs: ({ timeout_seconds }) => timeout_seconds * 1000 + 10_000,
  async run({ params, exec, signal }) {
    const ended = await end(exec, params, signal)
    const { errors, warnings } = readLint(ended)
    const fewEnough = (most: number, what: string) => (count: number) =>
      count > most ? `${plural(count, what)}, at most ${most} allowed` : null
    const first = decided(errors, fewEnough(params.max_errors, 'lint error'), 'no lint error', ended)
    return first.outcome === 'pass'
      ? decided(warnings, fewEnough(params.max_warnings, 'lint warning'), 'the linter reports no more than allowed', ended)
      : first
  },
})

async function end(
  exec: Exec,
  { command, timeout_seconds }: { command: string; timeout_seconds: number },
  signal: AbortSignal,
): Promise<Ended> {
  const limitMs = timeout_seconds * 1000
  return { ...(await exec.run(command, { timeoutMs: limitMs, signal })), limitMs }
}

function decided<T>(seen: Measured<T>, wrong: (value: T) => string | null, right: string, ended: Ended) {
  if (seen.is === 'unmeasured') return checkError(seen.why, [said(ended)])
  if (seen.is === 'not-applicable') return fail(seen.why, [said(ended)])
  const problem = wrong(seen.value)
  return problem === null ? pass(right) : fail(problem, [said(ended)])
}

const said = ({ stdout, stderr }: Ended): Finding => ({
  message: 'its last output',
  expected: 'a run that passes',
  quote: `${stdout}\n${stderr}`.trim().split('\n').slice(-15).join('\n').slice(-1500),
})
