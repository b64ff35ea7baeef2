// Public packages measured by `whet measure`, each figure beside what the tool itself reports in a form made for programs. Needs the npm registry.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syntax } from '../src/adapters/evaluator/syntax.ts'
import { complexities } from '../src/rules/measure/complexity.ts'
import { grammarOf } from '../src/rules/reading/syntax.ts'
import { place, prepare, put, run, tools, wanted, whet } from './lib/package-folders.ts'
import type { Case } from './lib/packages.ts'
import { type Counts, covers, linters, runners } from './lib/tools.ts'

interface Row {
  name: string
  metric: string
  whet: string
  tool: string
  same: boolean
}

interface Seen {
  is: string
  value?: unknown
  why?: string
}

interface Measured {
  metrics: Record<
    'buildPassed' | 'testsPassed' | 'coverage' | 'lintErrors' | 'lintWarnings' | 'worstComplexity' | 'fileLines' | 'todos',
    Seen
  >
  tests: Counts | null
}

async function compare(name: string, one: Case): Promise<Row[]> {
  const folder = prepare(name, one)
  const at = one.at ?? '.'
  if (existsSync(join(folder, 'whetstone.yaml'))) run(`${whet} trust`, folder)
  const { metrics, tests } = JSON.parse(run(`${whet} measure ${at} --allow-commands --json`, folder).text) as Measured
  const shown = ({ is, value, why }: Seen) => (is === 'measured' ? JSON.stringify(value) : `${is}: ${why}`)
  const own = join(place, `${name}.own`)
  rmSync(own, { recursive: true, force: true })
  cpSync(folder, own, { recursive: true, verbatimSymlinks: true })
  const cwd = join(own, at)
  const rows: Row[] = []
  const row = (metric: string, ours: string, tool: string) => rows.push({ name, metric, whet: ours, tool, same: ours === tool })
  const functions = await functionsIn(own)
  const longest = Math.max(0, ...(metrics.fileLines.value as number[]))
  row(
    'longest file',
    String(longest),
    run(`git ls-files | grep -E '${code}' | while read f; do awk 'END { print NR }' "$f"; done | sort -n | tail -1`, own).text.trim(),
  )
  row('complexity of each function', functions.ours, functions.eslint)
  if (functions.eslint)
    row('worst complexity', shown(metrics.worstComplexity), String(Math.max(...(functions.eslint.match(/\d+(?=,|$)/gm) ?? []).map(Number))))
  row('TODO marks', shown(metrics.todos), String(run("git grep -owIE 'TODO|FIXME|XXX' | wc -l", own).text.trim()))
  if (!existsSync(join(cwd, 'package.json'))) return rows
  const manifest = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as { scripts?: Record<string, string> }
  const { posttest: _audit, ...scripts } = manifest.scripts ?? {} // npm's audit needs the registry, and says nothing about the tests
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ ...manifest, scripts }))
  const manager = one.manager === 'berry' ? 'yarn' : (one.manager ?? 'npm')
  const passes = (script: string) => String(run(`${manager} run ${script}`, cwd).code === 0)
  if (scripts['build']) row('build', shown(metrics.buildPassed), passes('build'))
  if (scripts['test']) row('tests pass', shown(metrics.testsPassed), passes('test'))
  if (one.tests) {
    const { run: line, read } = runners[one.tests[0]](one.tests[1] ?? '')
    row('tests', JSON.stringify(tests), JSON.stringify(read(run(line, cwd).text)))
  }
  if (one.cover) {
    const { run: line, read } = covers[one.cover[0]](one.cover[1] ?? '')
    row('coverage', shown(metrics.coverage), String(read(run(line, cwd).text)))
  }
  if (one.lint) {
    const { run: line, read } = linters[one.lint[0]](one.lint[1] ?? '')
    const { errors, warnings } = read(run(line, cwd).text)
    row('lint', `${shown(metrics.lintErrors)} and ${shown(metrics.lintWarnings)}`, `${errors} and ${warnings}`)
  }
  rmSync(own, { recursive: true, force: true })
  return rows
}

const code = String.raw`\.([cm]?[jt]sx?|py)$`

/** ESLint's own rule on every function of a package's JavaScript, and ours: file by file the complexities, sorted. */
async function functionsIn(folder: string): Promise<{ ours: string; eslint: string }> {
  const files = run(`git ls-files '*.js' '*.mjs' '*.cjs'`, folder).text.trim().split('\n').filter(Boolean)
  if (files.length === 0) return { ours: '', eslint: '' }
  const config = join(tools, 'complexity.config.mjs')
  put(
    config,
    "export default [{ files: ['**/*.js', '**/*.mjs', '**/*.cjs'], linterOptions: { noInlineConfig: true }, rules: { complexity: ['error', 0] } }, { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } }]\n",
  )
  const line = `${tools}/node_modules/.bin/eslint --no-config-lookup -c ${config} --no-ignore -f json ${files.map((file) => `'${file}'`).join(' ')}`
  const linted = JSON.parse(run(line, folder).text || '[]') as {
    filePath: string
    messages: { message: string; ruleId: string | null; fatal?: boolean }[]
  }[]
  const read = linted.filter(({ messages }) => !messages.some(({ fatal }) => fatal)) // what ESLint cannot parse says nothing
  const listed = (found: Record<string, number[]>) =>
    Object.entries(found)
      .filter(([, all]) => all.length > 0)
      .map(([file, all]) => `${file} ${all.sort((a, b) => a - b).join(',')}`)
      .sort()
      .join('\n')
  const parse = await syntax.load(['javascript'])
  const paths = read.map(({ filePath }) => filePath.slice(folder.length + 1)).filter((path) => grammarOf(path) === 'javascript')
  return {
    ours: listed(
      Object.fromEntries(
        paths.map((path) => {
          const source = parse(readFileSync(join(folder, path), 'utf8'), 'javascript')
          return [path, complexities(source, 'javascript').map(({ complexity }) => complexity)]
        }),
      ),
    ),
    eslint: listed(
      Object.fromEntries(
        read.map(({ filePath, messages }) => [
          filePath.slice(folder.length + 1),
          messages.filter(({ ruleId }) => ruleId === 'complexity').map(({ message }) => Number(/complexity of (\d+)/.exec(message)?.[1])),
        ]),
      ),
    ),
  }
}

/** Of several lines only those that the other lacks. */
const apart = (text: string, other: string) =>
  text
    .split('\n')
    .filter((line) => !other.split('\n').includes(line))
    .join('\n')

const rows: Row[] = []
for (const [name, one] of wanted())
  try {
    const found = await compare(name, one)
    rows.push(...found)
    for (const { metric, whet: ours, tool, same } of found)
      console.log(same ? 'same ' : 'OTHER', name, metric, same ? ours.split('\n')[0] : `${apart(ours, tool)} ≠ ${apart(tool, ours)}`)
  } catch (error) {
    console.log('FAILED', name, String(error).slice(0, 800))
    rows.push({ name, metric: 'all', whet: '', tool: '', same: false })
  }
for (const metric of [...new Set(rows.map((row) => row.metric))]) {
  const of = rows.filter((row) => row.metric === metric)
  console.log(`${metric}: ${of.filter(({ same }) => same).length} of ${of.length} the same`)
}
process.exitCode = rows.every(({ same }) => same) ? 0 : 1
