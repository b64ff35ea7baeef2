// Measures a tree against its base: build, tests with coverage and lint run in a fresh copy; size, complexity and marks come from the change.
import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { complexities } from '../../rules/measure/complexity.ts'
import { addedLines, countMarks, marksIn } from '../../rules/measure/marks.ts'
import { type Measured, type Metrics, type Spot, measured, notApplicable, unmeasured } from '../../rules/measure/metrics.ts'
import { coverageReports, readReports, readSummary, readTable } from '../../rules/measure/read-coverage.ts'
import { type Ended, type TestCounts, type TestsRead, readBuild, readLint, readTests } from '../../rules/measure/read-output.ts'
import { grammarOf } from '../../rules/reading/syntax.ts'
import { isUnread, partOf } from '../../rules/tamper/files.ts'
import { syntax } from '../evaluator/syntax.ts'
import { type TreeCopy, copyTree } from './copy.ts'
import { type ChangedFile, changedFiles, git, patchOf, treeTexts } from './git.ts'
import type { Project } from './project.ts'
import { v8Coverage } from './v8-coverage.ts'

export interface Measurement {
  metrics: Metrics
  spots: Spot[]
  counts: TestCounts | null
  changed: ChangedFile[]
  /** Hooks and settings of git that building and testing left behind. */
  planted: string[]
}

export interface Measuring {
  /** Trees. */
  from: string
  to: string
  /** Where the copy is made; deleted afterwards. */
  place: string
  signal: AbortSignal
  say?(text: string): void
}

export async function measure(project: Project, { from, to, place, signal, say = () => {} }: Measuring): Promise<Measurement> {
  const changed = changedFiles(project.top, from, to)
  const still = await readChange(project, from, to, changed)
  const copy = await copyTree(project, to, place, signal)
  try {
    const before = copy.hooks()
    const ran = await runProbes(project, copy, signal, say)
    const planted = newLines(before, copy.hooks())
    return { metrics: { ...still.metrics, ...ran.metrics }, spots: [...still.spots, ...ran.spots], counts: ran.counts, changed, planted }
  } finally {
    copy.remove()
  }
}

const newLines = (before: string, after: string) => after.split('\n').filter((line) => line !== '' && !before.split('\n').includes(line))

/** Only built and tested, to count the tests before the change or under other settings. */
export async function testTree(
  project: Project,
  tree: string,
  place: string,
  signal: AbortSignal,
  settings: (copy: TreeCopy) => Record<string, string> = () => ({}),
): Promise<Pick<Measurement, 'counts' | 'planted'> & { failed: boolean }> {
  const copy = await copyTree(project, tree, place, signal)
  try {
    const before = copy.hooks()
    if (project.commands.build !== null) await copy.run(project.commands.build, { limitMs: project.limits.build * 1000, signal })
    const { test } = project.commands
    const ended = test === null ? null : await copy.run(test, { limitMs: project.limits.test * 1000, signal, env: settings(copy) })
    const read = ended && readTests(ended)
    const failed = read?.passed.is === 'measured' && !read.passed.value
    return { counts: read?.counts ?? null, failed, planted: newLines(before, copy.hooks()) }
  } finally {
    copy.remove()
  }
}

type Still = Pick<Metrics, 'fileLines' | 'worstComplexity' | 'todos'>

const mostChars = 4_000_000
const isCode = (path: string) => grammarOf(path) !== null || isUnread(path)

async function readChange(
  project: Project,
  from: string,
  to: string,
  changed: readonly ChangedFile[],
): Promise<{ metrics: Still; spots: Spot[] }> {
  const paths = new Set(changed.filter(({ status }) => status !== 'D').map(({ path }) => path))
  const texts = Object.entries(treeTexts(project.top, to, (path) => paths.has(path) && isCode(path), mostChars))
  const parse = await syntax.load(new Set(texts.flatMap(([path]) => grammarOf(path) ?? [])))
  const functions = texts.flatMap(([path, text]) => {
    const grammar = grammarOf(path)
    return grammar === null ? [] : complexities(parse(text, grammar), grammar).map((one) => ({ ...one, path }))
  })
  const worst = functions.reduce<(typeof functions)[number] | null>(
    (best, one) => (best && best.complexity >= one.complexity ? best : one),
    null,
  )
  const lines = texts.map(([path, text]) => ({ path, lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0) }))
  const added = addedLines(patchOf(project.top, from, to))
  return {
    metrics: {
      fileLines: lines.length > 0 ? measured(lines.map((one) => one.lines)) : notApplicable('there is no code'),
      worstComplexity: worst ? measured(worst.complexity) : notApplicable('there is no function'),
      todos: measured(countMarks(added)),
    },
    spots: [
      ...lines
        .filter((one) => one.lines > 500)
        .map((one): Spot => ({ metric: 'fileLines', message: `${one.lines} lines`, file: one.path })),
      ...functions
        .filter(({ complexity }) => complexity > 10)
        .map(({ name, complexity, path, line }): Spot => ({
          metric: 'worstComplexity',
          message: `${name} has a complexity of ${complexity}`,
          file: path,
          line,
        })),
      ...marksIn(added).map(({ file, line, text }): Spot => ({ metric: 'todos', message: text.trim().slice(0, 120), file, line })),
    ],
  }
}

type Run = Omit<Metrics, keyof Still>

async function runProbes(
  { commands, limits, package: pack, settings }: Project,
  copy: TreeCopy,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<{ metrics: Run; spots: Spot[]; counts: TestCounts | null }> {
  const failing = (metric: keyof Metrics, ended: Ended): Spot => ({ metric, message: tail(ended) })
  if (copy.problem !== null) {
    const why = unmeasured(copy.problem)
    return { metrics: { buildPassed: why, testsPassed: why, coverage: why, lintErrors: why, lintWarnings: why }, spots: [], counts: null }
  }
  const spots: Spot[] = []
  const probe = async (name: 'build' | 'test' | 'lint', env: Readonly<Record<string, string>> = {}) => {
    const command = commands[name]
    if (command === null) return null
    say(`${name}: ${command}`)
    return copy.run(command, { limitMs: limits[name] * 1000, signal, env })
  }
  const build = await probe('build')
  const buildPassed: Measured<boolean> = build ? readBuild(build) : notApplicable('there is no build')
  if (build && build.exitCode !== 0) spots.push(failing('buildPassed', build))
  // Before the tests, which may leave files that a linter would read.
  const lint = await probe('lint')
  const absent = notApplicable('there is no linter')
  const { errors, warnings } = lint ? readLint(lint) : { errors: absent, warnings: absent }
  if (lint && errors.is === 'measured' && errors.value > 0) spots.push(failing('lintErrors', lint))
  const v8 = join(copy.place, 'home', 'v8')
  mkdirSync(v8, { recursive: true })
  const stale = new Set(reportsIn(copy.cwd).map(writtenAt)) // one that came with the tree says nothing about this run
  const test = await probe('test', { NODE_V8_COVERAGE: v8 })
  const posttest = pack?.scripts['posttest'] !== undefined
  const tests = test ? readTests(test, { posttest }) : withoutCommand(copy, settings.commands?.test === false)
  if (test && tests.passed.is === 'measured' && !tests.passed.value) spots.push(failing('testsPassed', test))
  const coverage =
    tests.passed.is === 'unmeasured' ? tests.passed : tests.none || !test ? measured(0) : await coverageOf(copy, test, v8, stale)
  return {
    metrics: { buildPassed, testsPassed: tests.passed, coverage, lintErrors: errors, lintWarnings: warnings },
    spots,
    counts: tests.counts,
  }
}

/** Tests without a command aren't measured; no tests at all are a measured zero. */
function withoutCommand({ cwd }: TreeCopy, isRefused: boolean): TestsRead {
  const there = isRefused
    ? []
    : git(cwd, ['ls-files', '-z'])
        .split('\0')
        .filter((path) => partOf(path) === 'test')
  const named = `${there[0]} looks like a test, but no command runs it: name one under order: commands: test in whetstone.yaml`
  return there.length > 0
    ? { passed: unmeasured(named), counts: null, none: false }
    : { passed: notApplicable('there are no tests'), counts: null, none: true }
}

/** The tool's own report first; V8's record if there is none. */
async function coverageOf(copy: TreeCopy, test: Ended, v8: string, stale: ReadonlySet<string>): Promise<Measured<number>> {
  const found = reportsIn(copy.cwd).filter((path) => !stale.has(writtenAt(path)))
  const best = coverageReports.map((name) => found.filter((path) => basename(path) === name)).find((paths) => paths.length > 0)
  if (best) return readReports(best.map((path) => ({ path: path.slice(copy.cwd.length + 1), text: readFileSync(path, 'utf8') })))
  const text = `${test.stdout}\n${test.stderr}`
  const said = readTable(text) ?? readSummary(text)
  return said === null ? v8Coverage(v8, copy.cwd) : measured(said)
}

/** Wherever the project stores them. */
function reportsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return /^(?:node_modules|\.git)$/.test(entry.name) ? [] : reportsIn(path)
    return entry.isFile() && (coverageReports as readonly string[]).includes(entry.name) ? [path] : []
  })
}

const writtenAt = (path: string) => `${path} ${statSync(path).mtimeMs}`

const tail = ({ stdout, stderr }: Ended) => `${stdout}\n${stderr}`.trim().split('\n').slice(-30).join('\n').slice(-3000)
