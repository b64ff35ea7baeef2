// One order, done in this process: a repository of its own, a maker that edits the working copy, and acceptance with real commands.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { everything } from '../../everything.ts'
import { folderCloser } from '../../../src/adapters/evaluator/folder-closer.ts'
import { acceptance, barsOf, statusOf } from '../../../src/rules/measure/acceptance.ts'
import { commit } from '../../../src/workflows/order/hands/commit.ts'
import { judge } from '../../../src/workflows/order/hands/judge.ts'
import { refine } from '../../../src/workflows/order/hands/refine.ts'
import { survey } from '../../../src/workflows/order/hands/survey.ts'
import { close, open } from '../../../src/workflows/order/hands/working-copy.ts'

export interface Ordered {
  task: string
  repo: Readonly<Record<string, string>>
  executable?: readonly string[]
  /** A module, run in the working copy. */
  maker: string
}

export interface Done {
  status: string
  because: string
  /** Whether the checkout and its repository are as they were, but for the order's branch. */
  untouched: boolean
}

export async function doOrder({ task, repo: files, executable = [], maker }: Ordered): Promise<Done> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'whet-order-')))
  const [repo, home] = [join(base, 'repo'), join(base, 'home')]
  mkdirSync(home)
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8' }
  cpSync(template({ files, executable, env }), repo, { recursive: true })
  const seen = () =>
    [
      execFileSync('git', ['status', '--porcelain=v2', '--branch'], { cwd: repo, env, encoding: 'utf8' }),
      readFileSync(join(repo, '.git/config'), 'utf8'),
      readdirSync(join(repo, '.git/hooks')).join(),
    ].join('\n')
  const before = seen()
  const world = { env, clock: { now: () => 0 } }
  const context = { signal: new AbortController().signal, say: () => {}, object: async () => 'done' }
  try {
    const {
      survey: { commit: start, tree, folder, place },
    } = survey(world, { run: 'order-x', repo, base: 'HEAD', task })
    const given = { run: 'order-x', repo, base: start, allowed: true, task, at: 0 }
    const { watched } = await open(world, { ...given, tree }, context.signal)
    put(join(base, 'maker.mjs'), maker)
    const [program, ...args] = [...(folderCloser({ folder, place, home }) ?? []), process.execPath, join(base, 'maker.mjs')] as [
      string,
      ...string[],
    ]
    const made = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' })
    const answer = (status: string, because: string): Done => ({ status, because, untouched: seen() === before })
    if (made.status !== 0) return answer('needs_rework', `the maker ended with ${made.status}: ${made.stderr.slice(-300)}`)
    const refined = await refine(world, { ...given, cycle: 1, reply: '', sanitizer: true, watched }, context)
    if (refined.changed.length === 0 || refined.errors.length > 0) return answer('needs_rework', JSON.stringify(refined.errors))
    const { commit: made1 } = commit({ ...given, tree: refined.tree })
    const found = await judge(world, { ...given, commit: made1 }, context)
    const bars = barsOf(found.metrics, [...refined.violations, ...found.tampering.map(({ path, message }) => `${path}: ${message}`)])
    const { status, because } = statusOf(acceptance(found.metrics, 0), bars)
    close(world, { ...given, tree: null })
    return answer(status, because)
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

const templates = new Map<string, string>()
const kept = realpathSync(mkdtempSync(join(tmpdir(), 'whet-templates-')))
process.once('exit', () => rmSync(kept, { recursive: true, force: true }))

/** Starts scripts as npm does, in a tenth of its time; what is npm's own, such as settings and installing, the real one does. */
const quickNpm = `#!${process.execPath}
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const [verb, ...rest] = process.argv.slice(2)
const name = verb === 'run' ? rest.shift() : verb
const { scripts = {} } = fs.existsSync('package.json') ? JSON.parse(fs.readFileSync('package.json', 'utf8')) : {}
const env = { ...process.env, PATH: process.cwd() + '/node_modules/.bin:' + process.env.PATH, npm_command: verb }
const start = (program, args, more) => spawnSync(program, args, { stdio: 'inherit', env: { ...env, ...more } }).status ?? 1
if (fs.existsSync('.npmrc') || !scripts[name]) process.exit(start('npm', process.argv.slice(2), { PATH: ${JSON.stringify(process.env['PATH'])} }))
for (const each of ['pre' + name, name, 'post' + name].filter((one) => scripts[one])) {
  console.log('\\n> repo ' + each + '\\n> ' + scripts[each] + '\\n')
  const code = start('sh', ['-c', [scripts[each], ...(each === name ? rest.filter((word) => word !== '--') : [])].join(' ')], { npm_lifecycle_event: each })
  if (code !== 0) process.exit(code)
}
`
if (!everything) {
  put(join(kept, 'bin/npm'), quickNpm)
  chmodSync(join(kept, 'bin/npm'), 0o755)
  process.env['PATH'] = `${kept}/bin:${process.env['PATH']}`
}

/** Orders that start from the same files start from copies of one repository. */
function template({
  files,
  executable,
  env,
}: {
  files: Ordered['repo']
  executable: readonly string[]
  env: Record<string, string>
}): string {
  const key = JSON.stringify([files, executable])
  const made = templates.get(key)
  if (made !== undefined) return made
  const folder = join(kept, String(templates.size))
  templates.set(key, folder)
  for (const [path, text] of Object.entries(files)) put(join(folder, path), text)
  for (const path of executable) chmodSync(join(folder, path), 0o755)
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all'],
    ['commit', '--quiet', '--message', 'base'],
  ])
    execFileSync('git', ['-c', 'user.name=E', '-c', 'user.email=e@example.com', ...args], { cwd: folder, env })
  return folder
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  statSync(path)
}
