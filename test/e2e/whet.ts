// The command line as people run it: a process of its own in a project of its own, with a home and an environment of its own.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
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

/** As `bundled.ts` made them. */
const bundled = (name: string) => join(process.env['WHET_TEST_BUNDLE'] ?? '', `${name}.js`)
const main = bundled('main')
/** The command line as a program of its own, for whoever starts it by path: `node <launcher> …`. */
export const launcher = join(process.env['WHET_TEST_BUNDLE'] ?? '', 'whet.mjs')
/** The same with a process that ends itself at a commit. */
export const killMain = bundled('kill-main')

/** Hundreds of processes load the same files: compiled once, by content. */
export const compiled = join(tmpdir(), 'whet-tests-compiled')

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface Project {
  root: string
  /** The command line as a script, for programs that call it themselves: `node <command> …`. */
  command: string
  /** A folder of programs that stands first on PATH. */
  bin: string
  env: Record<string, string>
  whet(args: readonly string[], options?: { input?: string; env?: Record<string, string>; cwd?: string }): Promise<Ended>
  /** The same with --json, read. */
  json<T = Answer>(args: readonly string[], options?: { input?: string; env?: Record<string, string>; cwd?: string }): Promise<T>
  start(args: readonly string[], env?: Record<string, string>): ChildProcessWithoutNullStreams
  write(path: string, text: string): string
  /** An executable that runs this JavaScript; `prompt` holds what came on stdin. */
  program(name: string, body: string): string
  read(path: string): string
  /** Every file of the project, its home included. */
  files(): string[]
  journal(run?: string): Entry[]
  remove(): void
}

/** What a verb printed; tests look at what they expect. */
export type Answer = Record<string, unknown> & { error?: { code: string; message: string; fix?: string; data?: Record<string, unknown> } }

export interface Entry {
  seq: number
  events: { type: string; data: Record<string, unknown> }[]
  objects?: Record<string, string>
}

/** `entry` names another copy of the command line, for tests that change the package itself. */
export function newProject({ entry = main }: { entry?: string } = {}): Project {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'whet-e2e-')))
  const [root, bin, home] = [join(base, 'project'), join(base, 'bin'), join(base, 'home')] as [string, string, string]
  for (const folder of [root, bin, home]) mkdirSync(folder)
  const command = put(
    join(base, 'whet.mjs'),
    `import { main } from ${JSON.stringify(entry)}\nprocess.exitCode = await main(process.argv.slice(2))\n`,
  )
  const env = {
    PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: home,
    LANG: 'C.UTF-8',
    CI: '1',
    NODE_COMPILE_CACHE: compiled,
  }
  const start: Project['start'] = (args, more = {}) => launch(args, { ...env, ...more }, root)
  const launch = (args: readonly string[], all: Record<string, string>, cwd: string) =>
    spawn(process.execPath, [command, ...args], { cwd, env: all })
  const whet: Project['whet'] = (args, { input = '', env: more = {}, cwd = root } = {}) => {
    const child = launch(args, { ...env, ...more }, cwd)
    child.stdin.on('error', () => {}) // one that reads nothing may be gone already
    child.stdin.end(input)
    return ended(child)
  }
  const project: Project = {
    root,
    command,
    bin,
    env,
    start,
    whet,
    json: async <T>(args: readonly string[], options?: object) => {
      const { stdout, stderr, code } = await whet([...args, '--json'], options)
      try {
        return JSON.parse(stdout) as T
      } catch {
        throw new Error(`whet ${args.join(' ')} printed no JSON (exit ${code}): ${stdout}${stderr}`)
      }
    },
    write: (path, text) => put(join(root, path), text),
    program: (name, body) => {
      const path = put(
        join(bin, name),
        `#!${process.execPath}\nconst fs = require('node:fs')\nconst args = process.argv.slice(2)\nconst prompt = args.includes('--version') ? '' : fs.readFileSync(0, 'utf8')\n${body}\n`,
      )
      chmodSync(path, 0o755)
      return path
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    files: () =>
      readdirSync(base, { recursive: true, encoding: 'utf8' })
        .map((name) => join(base, name))
        .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile()),
    journal: (run) => {
      const folder = join(root, '.whetstone', 'runs')
      const text = readFileSync(join(folder, run ?? (readdirSync(folder).sort().at(-1) as string), 'journal.jsonl'), 'utf8')
      return text
        .replaceAll('\0', '')
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.startsWith('{"v":1,"seq"'))
        .map((line) => JSON.parse(line) as Entry)
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
  return project
}

export function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const parts = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (parts.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (parts.stderr += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...parts }))
  })
}

/** Looks until it is so; the test's own time limit ends a wait in vain. Files come and go meanwhile: one that is missing means "not yet". */
export async function until(isSo: () => boolean): Promise<void> {
  while (!unlessMissing(isSo)) await new Promise((resolve) => setTimeout(resolve, 10))
}

function unlessMissing(isSo: () => boolean): boolean {
  try {
    return isSo()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return false
  }
}

export const lines = (path: string): string[] => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [])

/** Events of one type, in order. */
export const eventsOf = (journal: readonly Entry[], type: string): Record<string, unknown>[] =>
  journal.flatMap(({ events }) => events.filter((event) => event.type === type).map(({ data }) => data))

function put(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}
