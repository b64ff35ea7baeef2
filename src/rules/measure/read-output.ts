// What build, test, lint and compiler runs say, read from their exit codes and words. What cannot be read is said so, never guessed.
import { type Measured, measured, notApplicable, unmeasured } from './metrics.ts'

/** A command as it ended. */
export interface Ended {
  exitCode: number | null
  stdout: string
  stderr: string
  timedOut: boolean
  /** How long it was allowed to take. */
  limitMs: number
}

export interface TestCounts {
  passed: number
  failed: number
  /** Skipped, pending or marked as to be done. */
  skipped: number
}

export interface TestsRead {
  passed: Measured<boolean>
  counts: TestCounts | null
  /** The runner itself says that it found none. */
  none: boolean
}

const plainText = ({ stdout, stderr }: Ended) => `${stdout}\n${stderr}`.replaceAll(/\u001b\[[0-9;]*m/g, '')

/** Null where the command did run to its end. */
function notRun(what: string, ended: Ended): string | null {
  if (ended.timedOut) return `the ${what} did not end within ${ended.limitMs / 1000} s`
  if (ended.exitCode === null) return `the ${what} was ended by the system`
  if (ended.exitCode !== 126 && ended.exitCode !== 127) return null
  return `the ${what} could not be started: ${lastLine(plainText(ended))}`
}

export function readBuild(ended: Ended): Measured<boolean> {
  const why = notRun('build', ended)
  return why === null ? measured(ended.exitCode === 0) : unmeasured(why)
}

export function readTests(ended: Ended): TestsRead {
  const why = notRun('test run', ended)
  if (why !== null) return { passed: unmeasured(why), counts: null, none: false }
  const text = plainText(ended)
  const counts = countTests(text)
  const none = noTests.test(text) || (counts !== null && counts.passed + counts.failed + counts.skipped === 0)
  if (none && (counts === null || counts.passed + counts.failed === 0) && (counts?.failed ?? 0) === 0 && !crashed.test(text))
    return { passed: notApplicable('there are no tests'), counts, none: true }
  // A runner whose exit code was thrown away still says what failed.
  return { passed: measured(ended.exitCode === 0 && (counts?.failed ?? 0) === 0), counts, none: false }
}

const noTests =
  /No test files found|No tests found|no tests? (?:were )?found|^\s*0 passing\b(?![\s\S]*\d+ failing)|Couldn.t find any files to test/im
const crashed = /\b(?:SyntaxError|ERR_MODULE_NOT_FOUND|Cannot find module|Error: )/

/** In the words of node:test, vitest, jest, mocha, tap and ava; several runs of one script add up. */
export function countTests(text: string): TestCounts | null {
  const total: TestCounts = { passed: 0, failed: 0, skipped: 0 }
  let seen = false
  const add = (part: Partial<TestCounts>) => {
    seen = true
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += part[key] ?? 0
  }
  const number = (line: string, word: RegExp) => Number(word.exec(line)?.[1] ?? 0)
  const nodeWords = { pass: 'passed', fail: 'failed', skipped: 'skipped', todo: 'skipped', cancelled: 'failed' } as const
  for (const line of text.split('\n')) {
    const node = /^(?:#|ℹ) (pass|fail|skipped|todo|cancelled)\s+(\d+)\s*$/.exec(line)
    if (node) add({ [nodeWords[node[1] as keyof typeof nodeWords]]: Number(node[2]) })
    else if (/^\s*Tests:?\s+.*\b(?:passed|failed|skipped|todo|total|pending)\b/.test(line))
      add({
        passed: number(line, /(\d+) passed/),
        failed: number(line, /(\d+) failed/),
        skipped: number(line, /(\d+) (?:skipped|pending)/) + number(line, /(\d+) todo/),
      })
    else if (/^\s*\d+ passing\b/.test(line)) add({ passed: number(line, /(\d+) passing/) })
    else if (/^\s*\d+ failing\b/.test(line)) add({ failed: number(line, /(\d+) failing/) })
    else if (/^\s*\d+ pending\b/.test(line)) add({ skipped: number(line, /(\d+) pending/) })
    else if (/^\s*\d+ tests? (?:passed|failed|skipped|todo)\s*$/.test(line))
      add({
        passed: number(line, /(\d+) tests? passed/),
        failed: number(line, /(\d+) tests? failed/),
        skipped: number(line, /(\d+) tests? (?:skipped|todo)/),
      })
  }
  return seen ? total : null
}

export interface LintRead {
  errors: Measured<number>
  warnings: Measured<number>
}

/** The summary that linters end with; warnings count whatever the exit code says. */
export function readLint(ended: Ended): LintRead {
  const why = notRun('linter', ended)
  if (why !== null) return { errors: unmeasured(why), warnings: unmeasured(why) }
  const text = plainText(ended)
  const found = { errors: 0, warnings: 0 }
  let seen = false
  const add = (errors: number, warnings: number) => {
    seen = true
    found.errors += errors
    found.warnings += warnings
  }
  const plain = (digits: string | undefined) => Number((digits ?? '0').replaceAll(',', ''))
  for (const line of text.split('\n')) {
    const eslint = /(\d+) problems? \((\d+) errors?, (\d+) warnings?\)/.exec(line)
    const oxlint = /Found (\d+) warnings? and (\d+) errors?/.exec(line)
    const one = /^\s*(?:✖|×)?\s*(\d+) (errors?|warnings?)\s*$/.exec(line)
    const biome = /^Found ([\d,]+) (errors?|warnings?)\.?\s*$/.exec(line.trim())
    if (eslint) add(Number(eslint[2]), Number(eslint[3]))
    else if (oxlint) add(Number(oxlint[2]), Number(oxlint[1]))
    else if (biome ?? one) {
      const [, digits, word = ''] = (biome ?? one) as RegExpExecArray
      add(word.startsWith('error') ? plain(digits) : 0, word.startsWith('warning') ? plain(digits) : 0)
    }
  }
  if (!seen) {
    const placed = [...text.matchAll(/^\s*[^\s:]+:\d+:\d+:?\s+(.*)$/gm)].map(([, words = '']) => words)
    const warnings = placed.filter((words) => /^\W*warn/i.test(words)).length
    if (placed.length > 0) add(placed.length - warnings, warnings)
  }
  if (seen && (ended.exitCode === 0 || found.errors + found.warnings > 0))
    return { errors: measured(found.errors), warnings: measured(found.warnings) }
  if (ended.exitCode === 0 && !/\bwarn(?:ing)?s?\b/i.test(withoutEcho(text))) return { errors: measured(0), warnings: measured(0) }
  const unread = unmeasured(`the linter ended with exit code ${ended.exitCode} and its words could not be read: ${lastLine(text)}`)
  return { errors: unread, warnings: unread }
}

export interface CompileError {
  code: string
  message: string
  file: string
  line: number
  column: number
}

/** tsc's plain output, and node's own words for a file it cannot parse. */
export function readCompile(ended: Ended): CompileError[] {
  const text = plainText(ended)
  return [
    ...[...text.matchAll(/^(.+?)\((\d+),(\d+)\): error (TS\d+): (.*)$/gm)].map(
      ([, file = '', line, column, code = '', message = '']): CompileError => ({
        code,
        message: message.trim(),
        file,
        line: Number(line),
        column: Number(column),
      }),
    ),
    ...[...text.matchAll(/^(\/?[^\s:]+\.[cm]?[jt]s):(\d+)\n[\s\S]*?^(SyntaxError): (.*)$/gm)].map(
      ([, file = '', line, code = '', message = '']): CompileError => ({
        code,
        message: message.trim(),
        file,
        line: Number(line),
        column: 1,
      }),
    ),
  ]
}

/** Package managers repeat the script they run, which may name a flag such as --max-warnings. */
const withoutEcho = (text: string) => text.replaceAll(/^(?:>|\$) .*$/gm, '')

const lastLine = (text: string) => (text.trimEnd().split('\n').at(-1) ?? '').trim().slice(0, 200)
