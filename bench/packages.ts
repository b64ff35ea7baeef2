// Public packages measured by `whet measure`, each figure beside what the tool itself reports in a form made for programs. Needs the npm registry.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { cases } from './lib/packages.ts'

const place = process.env['WHET_PACKAGES'] ?? join(tmpdir(), 'whet-packages')
const whet = new URL('../bin/whet.js', import.meta.url).pathname
const tools = join(place, 'tools')
const wanted = process.argv.slice(2)

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** What the tool itself says, by a command that prints it for programs. */
export interface Said {
  tests?: { run: string; read(text: string): Counts }
  coverage?: { run: string; read(text: string): number }
  lint?: { run: string; read(text: string): { errors: number; warnings: number } }
}

export interface Case {
  /** The package as it was published, with its own tests; or what tests are written around. */
  from: string
  /** Packages that are installed beside those it asks for, and those it can do without here. */
  add?: string[]
  files?: Record<string, string>
  scripts?: Record<string, string>
  /** Replaces what package.json says elsewhere. */
  manifest?: object
  manager?: 'npm' | 'pnpm' | 'yarn' | 'berry'
  /** The folder that is measured, below the top. */
  at?: string
  said: Said
}

const env = { ...process.env, PATH: [join(tools, 'node_modules/.bin'), process.env['PATH']].join(delimiter), CI: '1', FORCE_COLOR: '0' }

function run(command: string, cwd: string): { code: number | null; text: string; said: string } {
  const end = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8', maxBuffer: 1e9, timeout: 600_000 })
  return { code: end.status, text: end.stdout, said: `${end.stdout}${end.stderr}` }
}

/** Fetched, installed and committed once. */
function prepare(name: string, { from, add = [], files = {}, scripts, manifest, manager = 'npm' }: Case): string {
  const folder = join(place, name)
  if (existsSync(join(folder, '.ready'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  run(`npm pack --silent ${from} && tar xzf *.tgz --strip-components=1 && rm *.tgz`, folder)
  for (const [path, text] of Object.entries({
    '.gitignore': 'node_modules\n.yarn/cache\n.yarn/install-state.gz\n.nyc_output\n.ready\n',
    ...files,
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const path = join(folder, 'package.json')
  const read = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  const depends = Object.fromEntries(add.map((each) => [each.slice(0, each.lastIndexOf('@')), each.slice(each.lastIndexOf('@') + 1)]))
  const own = scripts ? { scripts, devDependencies: depends } : { devDependencies: { ...(read['devDependencies'] as object), ...depends } }
  writeFileSync(path, JSON.stringify({ ...read, ...own, ...manifest }, null, 2))
  const install = {
    npm: 'npm install --ignore-scripts --no-audit --no-fund',
    pnpm: 'pnpm install --ignore-scripts',
    yarn: 'yarn install --ignore-scripts',
    berry: `mkdir -p .yarn/releases && cp ${tools}/node_modules/@yarnpkg/cli-dist/bin/yarn.js .yarn/releases/yarn.cjs && YARN_ENABLE_SCRIPTS=0 yarn install --no-immutable`,
  }[manager]
  const { code, said } = run(install, folder)
  if (code !== 0) throw new Error(`${name}: ${said.slice(-800)}`)
  run('git init -q -b main && git add -A && git -c user.name=E -c user.email=e@example.com commit -qm base && touch .ready', folder)
  return folder
}

interface Row {
  name: string
  metric: string
  whet: string
  tool: string
  same: boolean
}

function compare(name: string, one: Case): Row[] {
  const folder = prepare(name, one)
  const at = one.at ?? '.'
  const { metrics, tests } = JSON.parse(run(`node ${whet} measure ${at} --allow-commands --json`, folder).text) as Measured
  const shown = ({ is, value, why }: Seen) => (is === 'measured' ? JSON.stringify(value) : `${is}: ${why}`)
  const own = join(place, `${name}.own`)
  rmSync(own, { recursive: true, force: true })
  cpSync(folder, own, { recursive: true, verbatimSymlinks: true })
  const cwd = join(own, at)
  const row = (metric: string, ours: string, tool: string): Row => ({ name, metric, whet: ours, tool, same: ours === tool })
  const rows: Row[] = []
  const { scripts = {} } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as { scripts?: Record<string, string> }
  const manager = one.manager === 'berry' ? 'yarn' : (one.manager ?? 'npm')
  if (scripts['build']) rows.push(row('build', shown(metrics.buildPassed), String(run(`${manager} run build`, cwd).code === 0)))
  const { posttest, ...rest } = scripts // npm's audit needs the registry, and says nothing about the tests
  if (posttest)
    writeFileSync(
      join(cwd, 'package.json'),
      JSON.stringify({ ...JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')), scripts: rest }),
    )
  if (scripts['test']) rows.push(row('tests pass', shown(metrics.testsPassed), String(run(`${manager} run test`, cwd).code === 0)))
  const { tests: counted, coverage, lint } = one.said
  if (counted) rows.push(row('tests', JSON.stringify(tests), JSON.stringify(counted.read(run(counted.run, cwd).text))))
  if (coverage) rows.push(row('coverage', shown(metrics.coverage), String(coverage.read(run(coverage.run, cwd).text))))
  if (lint) {
    const { errors, warnings } = lint.read(run(lint.run, cwd).text)
    rows.push(row('lint', `${shown(metrics.lintErrors)} and ${shown(metrics.lintWarnings)}`, `${errors} and ${warnings}`))
  }
  rmSync(own, { recursive: true, force: true })
  return rows
}

interface Seen {
  is: string
  value?: unknown
  why?: string
}

interface Measured {
  metrics: Record<'buildPassed' | 'testsPassed' | 'coverage' | 'lintErrors' | 'lintWarnings', Seen>
  tests: Counts | null
}

if (!existsSync(join(tools, 'node_modules'))) {
  mkdirSync(tools, { recursive: true })
  writeFileSync(join(tools, 'package.json'), '{}')
  run(
    'npm install --no-audit --no-fund pnpm@10 yarn@1.22.22 @yarnpkg/cli-dist@4 && ln -sf ../yarn/bin/yarn.js node_modules/.bin/yarn',
    tools,
  )
}
const rows: Row[] = []
for (const [name, one] of Object.entries(cases).filter(([each]) => wanted.length === 0 || wanted.includes(each)))
  try {
    const found = compare(name, one)
    rows.push(...found)
    for (const { metric, whet: ours, tool, same } of found)
      console.log(same ? 'same ' : 'OTHER', name, metric, ours, same ? '' : `≠ ${tool}`)
  } catch (error) {
    console.log('FAILED', name, String(error).slice(0, 800))
    rows.push({ name, metric: 'all', whet: '', tool: '', same: false })
  }
for (const metric of [...new Set(rows.map((row) => row.metric))]) {
  const of = rows.filter((row) => row.metric === metric)
  console.log(`${metric}: ${of.filter(({ same }) => same).length} of ${of.length} packages the same`)
}
process.exitCode = rows.every(({ same }) => same) ? 0 : 1
