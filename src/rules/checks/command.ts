// Runs a command and compares its exit code and output with what is expected.
import * as z from 'zod'
import type { Finding } from '../../schema/verdict.ts'
import { checkError, defineCheck, fail, pass } from '../check.ts'
import type { ExecResult } from '../check.ts'
import { Pattern } from '../reading/pattern.ts'

const Output = z.strictObject({ contains: z.string().min(1).optional(), matches: Pattern.optional(), absent: z.string().min(1).optional() })
type Output = z.infer<typeof Output>

export const command = defineCheck({
  kind: 'command',
  summary: 'A command ends with the expected exit code and prints what is expected.',
  version: '1',
  params: z.strictObject({
    command: z.string().trim().min(1),
    exit: z.union([z.int().min(0).max(255), z.array(z.int().min(0).max(255)).min(1), z.literal('any')]).default(0),
    stdout: Output.optional(),
    stderr: Output.optional(),
    timeout_seconds: z.number().min(0.1).max(3600).default(60),
  }),
  demands: ({ command, exit, stdout, stderr, timeout_seconds }) =>
    [
      `lets ${JSON.stringify(command)} end ${exit === 'any' ? 'with any exit code' : `with exit code ${[exit].flat().join(' or ')}`} within ${timeout_seconds} s`,
      ...outputText('stdout', stdout),
      ...outputText('stderr', stderr),
    ].join(', '),
  needs: ['exec'],
  async run({ params, exec, signal }) {
    const timeoutMs = params.timeout_seconds * 1000
    const result = await exec.run(params.command, { timeoutMs, signal })
    const name = JSON.stringify(params.command)
    if (result.timedOut)
      return fail(`${name} took longer than ${params.timeout_seconds} s (${network(result)})`, [
        { message: 'time', expected: `at most ${params.timeout_seconds} s`, actual: 'stopped by then' },
        ...tails(result),
      ])
    if (result.overMemoryMb !== undefined)
      return fail(`${name} used more than ${result.overMemoryMb / 1024} GB of memory (${network(result)})`, [
        { message: 'memory', expected: `at most ${result.overMemoryMb / 1024} GB`, actual: 'stopped for using more' },
        ...tails(result),
      ])
    if (result.exitCode === null) return checkError(`${name} was stopped from outside (${network(result)})`, tails(result))
    const codes = params.exit === 'any' ? undefined : [params.exit].flat()
    if (codes && !codes.includes(result.exitCode)) {
      if (result.exitCode === 127 || result.exitCode === 126)
        return checkError(`${name} couldn't be run: exit code ${result.exitCode} (not found or not executable)`, tails(result))
      const expected = codes.join(' or ')
      return fail(`${name} ended with exit code ${result.exitCode}, ${expected} expected (${network(result)})`, [
        { message: 'exit code', expected, actual: String(result.exitCode) },
        ...tails(result),
      ])
    }
    const problems = [...outputProblems('stdout', result.stdout, params.stdout), ...outputProblems('stderr', result.stderr, params.stderr)]
    if (problems.length > 0) return fail(`${name} printed something else than expected (${network(result)})`, problems)
    return pass(`${name} ended with exit code ${result.exitCode} (${network(result)})`, tails(result))
  },
})

function outputText(stream: 'stdout' | 'stderr', expected: Output | undefined): string[] {
  return [
    ...(expected?.contains === undefined ? [] : [`with ${JSON.stringify(expected.contains)} on ${stream}`]),
    ...(expected?.matches === undefined ? [] : [`with a match of /${expected.matches}/ on ${stream}`]),
    ...(expected?.absent === undefined ? [] : [`without ${JSON.stringify(expected.absent)} on ${stream}`]),
  ]
}

function outputProblems(stream: 'stdout' | 'stderr', text: string, expected: Output | undefined): Finding[] {
  if (!expected) return []
  const problem = (message: string, wanted: string): Finding => ({ message: `${stream} ${message}`, expected: wanted, actual: tail(text) })
  return [
    ...(expected.contains !== undefined && !text.includes(expected.contains)
      ? [problem("doesn't contain the expected text", expected.contains)]
      : []),
    ...(expected.matches !== undefined && !new RegExp(expected.matches, 'm').test(text)
      ? [problem("doesn't match", `/${expected.matches}/`)]
      : []),
    ...(expected.absent !== undefined && text.includes(expected.absent)
      ? [problem('contains text it should not', `no ${JSON.stringify(expected.absent)}`)]
      : []),
  ]
}

function tails(result: ExecResult): Finding[] {
  return (['stdout', 'stderr'] as const)
    .filter((stream) => result[stream].trim() !== '')
    .map((stream) => ({ message: `end of ${stream}`, quote: tail(result[stream]) }))
}

const maxLines = 30
const maxTail = 3000

/** The last lines, without terminal colours and cursor moves. */
function tail(text: string): string {
  const plain = text
    .slice(-4 * maxTail)
    .replace(terminalCodes, '')
    .trimEnd()
  return plain.split('\n').slice(-maxLines).join('\n').slice(-maxTail)
}

const terminalCodes = /\u001b\[[0-9;?]*[ -/]*[@-~]/g

function network(result: ExecResult): string {
  return `network ${result.network}`
}
