// Measures a tree against the one it came from: build, tests with coverage and lint run in a fresh copy; size, complexity and marks are read from the change.
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { complexities } from '../../rules/measure/complexity.ts'
import { addedLines, countMarks, marksIn } from '../../rules/measure/marks.ts'
import { type Measured, type Metrics, type Spot, measured, notApplicable, unmeasured } from '../../rules/measure/metrics.ts'
import { type V8Script, coverageReports, readReport, readTable, readV8 } from '../../rules/measure/read-coverage.ts'
import { type Ended, type TestCounts, readBuild, readLint, readTests } from '../../rules/measure/read-output.ts'
import { grammarOf } from '../../rules/reading/syntax.ts'
import { isUnread } from '../../rules/tamper/files.ts'
import { syntax } from '../evaluator/syntax.ts'
import { type TreeCopy, copyTree } from './copy.ts'
import { type ChangedFile, changedFiles, patchOf, treeTexts } from './git.ts'
import type { Project } from './project.ts'

export interface Measurement {
  metrics: Metrics
  spots: Spot[]
  counts: TestCounts | null
  changed: ChangedFile[]
}

export interface Measuring {
  /** Trees. */
  from: string
  to: string
  /** Where the copy is made; removed afterwards. */
  place: string
  signal: AbortSignal
  say?(text: string): void
}

export async function measure(project: Project, { from, to, place, signal, say = () => {} }: Measuring): Promise<Measurement> {
  const changed = changedFiles(project.top, from, to)
  const still = await readChange(project, from, to, changed)
  const copy = await copyTree(project, to, place, signal)
  try {
    const ran = await runProbes(project, copy, signal, say)
    return { metrics: { ...still.metrics, ...ran.metrics }, spots: [...still.spots, ...ran.spots], counts: ran.counts, changed }
  } finally {
    copy.remove()
  }
}

/** The tests alone, for how many there were before. */
export async function countTestsOf(project: Project, tree: string, place: string, signal: AbortSignal): Promise<TestCounts | null> {
  if (project.commands.test === null) return null
  const copy = await copyTree(project, tree, place, signal)
  try {
    if (project.commands.build !== null) await copy.run(project.commands.build, { limitMs: project.limits.build * 1000, signal })
    return readTests(await copy.run(project.commands.test, { limitMs: project.limits.test * 1000, signal })).counts
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
      fileLines: lines.length > 0 ? measured(lines.map((one) => one.lines)) : notApplicable('no code was changed'),
      worstComplexity: worst ? measured(worst.complexity) : notApplicable('no changed file holds a function'),
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
  { commands, limits }: Project,
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
  const v8 = join(copy.place, 'home', 'v8')
  mkdirSync(v8, { recursive: true })
  const test = await probe('test', { NODE_V8_COVERAGE: v8 })
  const tests = test ? readTests(test) : { passed: notApplicable('there are no tests'), counts: null, none: true }
  if (test && tests.passed.is === 'measured' && !tests.passed.value) spots.push(failing('testsPassed', test))
  const coverage = tests.none || !test ? measured(0) : tests.passed.is === 'unmeasured' ? tests.passed : coverageOf(copy, test, v8)
  const lint = await probe('lint')
  const absent = notApplicable('there is no linter')
  const { errors, warnings } = lint ? readLint(lint) : { errors: absent, warnings: absent }
  if (lint && errors.is === 'measured' && errors.value > 0) spots.push(failing('lintErrors', lint))
  return {
    metrics: { buildPassed, testsPassed: tests.passed, coverage, lintErrors: errors, lintWarnings: warnings },
    spots,
    counts: tests.counts,
  }
}

/** The tool's own report first; V8's record where there is none. */
function coverageOf(copy: TreeCopy, test: Ended, v8: string): Measured<number> {
  const found = coverageReports.find((path) => existsSync(join(copy.cwd, path)))
  if (found) return readReport(found, readFileSync(join(copy.cwd, found), 'utf8'))
  const said = readTable(`${test.stdout}\n${test.stderr}`)
  if (said !== null) return measured(said)
  const percent = readV8(scriptsIn(v8, copy.cwd))
  return percent === null ? unmeasured('the test run left no coverage that could be read') : measured(percent)
}

/** Files of the project as they were run, tests and packages left out. */
function scriptsIn(folder: string, cwd: string): Record<string, V8Script[]> {
  const files: Record<string, V8Script[]> = Object.create(null)
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
    const { result = [] } =
      parsed<{ result?: { url: string; functions: V8Script['functions'] }[] }>(readFileSync(join(folder, name), 'utf8')) ?? {}
    for (const { url, functions } of result) {
      if (!url.startsWith('file://')) continue
      const path = fileURLToPath(url)
      if (!path.startsWith(`${cwd}/`) || /\/node_modules\//.test(path) || isTest(path.slice(cwd.length + 1)) || !existsSync(path)) continue
      ;(files[path] ??= []).push({ text: readFileSync(path, 'utf8'), functions })
    }
  }
  return files
}

const isTest = (path: string) =>
  /(?:^|\/)(?:tests?|__tests__|specs?)\/|[.-](?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)test\.[cm]?[jt]s$/.test(path)

function parsed<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T
  } catch {
    return null // a process that was ended while it wrote
  }
}

const tail = ({ stdout, stderr }: Ended) => `${stdout}\n${stderr}`.trim().split('\n').slice(-30).join('\n').slice(-3000)
