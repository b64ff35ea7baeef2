// What build, test, lint and compiler runs say, from their exit codes and output. Unparseable output is reported, never guessed.
import { type Measured, measured, notApplicable, unmeasured } from './metrics.ts'

/** A finished command. */
export interface Ended {
  exitCode: number | null
  stdout: string
  stderr: string
  timedOut: boolean
  /** Its time limit. */
  limitMs: number
  /** The limit, if it was ended for using more memory. */
  overMemoryMb?: number
}

export interface TestCounts {
  passed: number
  failed: number
  /** Skipped, pending or todo. */
  skipped: number
}

export interface TestsRead {
  passed: Measured<boolean>
  counts: TestCounts | null
  /** The runner itself says that it found none. */
  none: boolean
}

/** Without colours, and without the package name that pnpm and yarn put before each line of a workspace. */
const plainText = ({ stdout, stderr }: Ended) =>
  `${stdout}\n${stderr}`
    .replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    .replaceAll('\r', '')
    .replaceAll(/^(?:\S+ (?:build|test|lint)|\[[\w@/.-]+\]): ?/gm, '')

/** Null if the command ran to its end. */
export function notRun(what: string, ended: Ended): string | null {
  if (ended.timedOut) return `the ${what} took longer than ${ended.limitMs / 1000} s`
  if (ended.overMemoryMb !== undefined) return `the ${what} used more than ${ended.overMemoryMb / 1024} GB of memory`
  if (ended.exitCode === null) return `the ${what} was killed by the system`
  if (ended.exitCode !== 126 && ended.exitCode !== 127) return null
  return `the ${what} couldn't be started: ${lastLine(plainText(ended))}`
}

export function readBuild(ended: Ended): Measured<boolean> {
  const why = notRun('build', ended)
  return why === null ? measured(ended.exitCode === 0) : unmeasured(why)
}

/** `posttest`: whether the project has such a script. npm starts it once the tests themselves have passed. */
export function readTests(ended: Ended, { posttest = false } = {}): TestsRead {
  const why = notRun('test run', ended)
  if (why !== null) return { passed: unmeasured(why), counts: null, none: false }
  const text = plainText(ended)
  const counts = countTests(text)
  const ran = counts === null ? 0 : counts.passed + counts.failed + counts.skipped
  if (ran === 0 && (noTests.test(text) || (counts !== null && !crashed.test(text)))) {
    // Something else in the script failed, so its further tests are unknown.
    if (ended.exitCode !== 0 && !noTests.test(text))
      return {
        passed: unmeasured(`the test run ended with exit code ${ended.exitCode} and ran no test: ${lastLine(text)}`),
        counts,
        none: false,
      }
    return { passed: notApplicable('there are no tests'), counts, none: true }
  }
  const ok = ended.exitCode === 0 || (posttest && /^> \S+ posttest$/m.test(text))
  // A runner whose exit code was discarded still says what failed.
  return { passed: measured(ok && (counts?.failed ?? 0) === 0), counts, none: false }
}

const noTests = /No test files found|No (?:tests|specs) found|no tests? (?:were )?found|Couldn.t find any files to test/i
const crashed = /Error\b|failed to run|Cannot find module|\berror TS\d|Test (?:Files|Suites):?\s+\d+ failed/

/**
 * The summaries of node:test, tape, QUnit, vitest, jest, mocha, ava, jasmine, uvu, lab, Playwright, bun.
 * Without a summary, counts TAP lines. Several runs in one script add up.
 */
export function countTests(text: string): TestCounts | null {
  const lines = text.split('\n')
  const total: TestCounts = { passed: 0, failed: 0, skipped: 0 }
  let seen = false
  for (const line of lines)
    for (const [word, count] of summed(line)) {
      seen = true
      total[/^pass/.test(word) ? 'passed' : /^(?:fail|cancel)/.test(word) ? 'failed' : 'skipped'] += count
    }
  const tap = tapLines(lines)
  if (!seen) return tap
  // ava includes todos in its failures, and prints no passes if something fails.
  if (tap && /^not ok.*# TODO/m.test(text)) total.failed = Math.min(total.failed, tap.failed)
  if (total.passed === 0 && /^\s+\d+ tests? failed$/m.test(text)) total.passed = lines.filter((line) => /^\s+✔ /.test(line)).length
  return total
}

/** A summary line's words and numbers. */
function summed(line: string): (readonly [string, number])[] {
  const tap = /^(?:#|ℹ) (pass|fail|skip(?:ped)?|todo|cancelled)\s+(\d+)\s*$/.exec(line)
  if (tap) return [[tap[1] as string, Number(tap[2])]]
  const uvu = /^\s+(Total|Passed|Skipped):\s+(\d+)$/.exec(line)
  if (uvu) {
    const count = Number(uvu[2])
    // All of them, less those that passed.
    return Object.entries(
      uvu[1] === 'Total' ? { failed: count } : uvu[1] === 'Passed' ? { passed: count, failed: -count } : { skipped: count },
    )
  }
  const jasmine = /^(\d+) specs?, (\d+) failures?(?:, (\d+) pending specs?)?/.exec(line)
  if (jasmine) {
    const [all, failed, pending] = jasmine.slice(1).map((digits) => Number(digits ?? 0)) as [number, number, number]
    return Object.entries({ passed: all - failed - pending, failed, skipped: pending })
  }
  const lab = /^(\d+) of (\d+) tests failed/.exec(line)
  if (lab) return Object.entries({ failed: Number(lab[1]), passed: Number(lab[2]) - Number(lab[1]) })
  if (listed.test(line))
    return [...line.matchAll(/(\d+) (passed|failed|skipped|pending|todo)/g)].map(([, count, word]) => [word as string, Number(count)])
  const alone = single.exec(line)
  return alone ? [[alone[2] ?? alone[4] ?? '', Number(alone[1] ?? alone[3])]] : []
}

/** vitest and jest. */
const listed = /^\s*Tests:?\s+.*\b(?:passed|failed|skipped|todo|total|pending)\b/
/** mocha, ava and lab; Playwright and bun. */
const single =
  /^\s*(\d+) (?:tests? )?(passing|failing|pending|(?<=tests? )(?:passed|failed|skipped|todo))\b|^ {1,2}(\d+) (pass(?:ed)?|fail(?:ed)?|skip(?:ped)?|todo)(?: \([\d.]+m?s?\))?$/

/** Results without children: a parent comes after its children, less indented. */
function tapLines(lines: readonly string[]): TestCounts | null {
  if (!lines.some((line) => /^\s*(?:TAP version 1[34]|1\.\.\d+)/.test(line))) return null
  const total: TestCounts = { passed: 0, failed: 0, skipped: 0 }
  let above = 0
  for (const line of lines) {
    const found = /^(\s*)(not )?ok\b.*?(# (?:SKIP|TODO)\b.*)?$/i.exec(line)
    if (!found) continue
    const depth = (found[1] as string).length
    if (depth >= above) total[found[3] ? 'skipped' : found[2] ? 'failed' : 'passed']++
    above = depth
  }
  return total
}

export interface LintRead {
  errors: Measured<number>
  warnings: Measured<number>
}

/** The summary of linters; warnings count whatever the exit code. */
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
    // Places without a summary: standard and others, tsc, and the files that prettier names.
    const placed = [...text.matchAll(/^\s*(?:[^\s:]+:\d+:\d+:?|\S+\(\d+,\d+\):)\s+(.*)$|^\[(warn)\] (?!Code style|All matched)/gm)].map(
      ([, words, prettier]) => words ?? prettier ?? '',
    )
    const warnings = placed.filter((words) => /^\W*warn/i.test(words)).length
    if (placed.length > 0) add(placed.length - warnings, warnings)
  }
  if (seen && (ended.exitCode === 0 || found.errors + found.warnings > 0))
    return { errors: measured(found.errors), warnings: measured(found.warnings) }
  if (ended.exitCode === 0 && !/\bwarn(?:ing)?s?\b/i.test(withoutEcho(text))) return { errors: measured(0), warnings: measured(0) }
  const unread = unmeasured(`the linter ended with exit code ${ended.exitCode} and its output couldn't be read: ${lastLine(text)}`)
  return { errors: unread, warnings: unread }
}

export interface CompileError {
  code: string
  message: string
  file: string
  line: number
  column: number
}

/** tsc's plain output, and node's message for a file it can't parse. */
export function readCompile(ended: Ended): CompileError[] {
  const text = plainText(ended)
  const found = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(({ groups: { file = '', line = 1, column = 1, code = '', message = '' } = {} }): CompileError => ({
      code,
      message: message.trim(),
      file,
      line: Number(line),
      column: Number(column),
    }))
  return [
    ...found(/^(?<file>.+?)\((?<line>\d+),(?<column>\d+)\): error (?<code>TS\d+): (?<message>.*)$/gm),
    ...found(/^(?<file>\/?[^\s:]+\.[cm]?[jt]s):(?<line>\d+)\n[\s\S]*?^(?<code>SyntaxError): (?<message>.*)$/gm),
  ]
}

/** Package managers echo the script they run, which may contain a flag such as --max-warnings, and warn about their own settings. */
const withoutEcho = (text: string) =>
  text.replaceAll(/^(?:(?:>|\$) |(?:npm|yarn|pnpm) (?:warn|notice)|warning (?:package\.json|\S+ > )).*$/gim, '')

const lastLine = (text: string) => (text.trimEnd().split('\n').at(-1) ?? '').trim().slice(0, 200)
