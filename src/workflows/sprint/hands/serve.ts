// Serves a page by a command: started in a copy of the project with the build, awaited, and ended with everything it started. Only commands a person gave on this machine run.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, createWriteStream, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readText } from '../../../adapters/disk.ts'
import { inHome } from '../../../adapters/own-folder.ts'
import { makeSandbox } from '../../../adapters/evaluator/sandbox.ts'
import { makerEnvironment } from '../../../adapters/providers/environment.ts'
import type { Reply } from '../../../kernel/task.ts'
import { sha256 } from '../../../lib/hash.ts'
import type { World } from '../../../operations/world.ts'
import { inUserData } from '../../../adapters/user-data.ts'

export interface Serve {
  command: string
  url: string
  /** Its working directory, relative to the project. */
  folder: string | null
  /** Name of the file for its output. */
  log: string
}

const readyMs = 60_000
const endMs = 3000
const mostLog = 1024 * 1024

export async function whileServed(
  { root, env }: Pick<World, 'root' | 'env'>,
  { command, url, folder, log, text }: Serve & { text: string },
  signal: AbortSignal,
  act: () => Promise<Reply>,
): Promise<Reply> {
  const refused = (message: string): Reply => ({ ok: false, error: { code: 'served', message } })
  if (!isAllowed(root, env, command))
    return refused(`no one on this machine has allowed the command ${JSON.stringify(command)}: start a sprint with --start to allow it`)
  if (await answers(url)) return refused(`something already answers at ${url}: stop it so that the build is what gets measured`)
  const copy = makeSandbox(root, { text, name: 'artifact.md' })
  const path = inHome(root, 'logs', `${log}.log`)
  mkdirSync(dirname(path), { recursive: true })
  const server = startServer(command, join(copy.cwd, folder ?? '.'), { ...makerEnvironment(env, []), CI: '1', BROWSER: 'none' }, path)
  try {
    const problem = await ready(url, server, signal)
    return problem === null
      ? await act()
      : refused(`${problem}; what it printed is in ${path}${server.tail() === '' ? '' : `: ${server.tail()}`}`)
  } finally {
    await server.end()
    copy.remove()
  }
}

/** A command given on the command line may run here; a journal that came with a clone may not. */
export function allowCommand(root: string, env: NodeJS.ProcessEnv, command: string): void {
  if (isAllowed(root, env, command)) return
  mkdirSync(dirname(place(env)), { recursive: true })
  appendFileSync(place(env), `${mark(root, command)}\n`, { mode: 0o600 })
}

const isAllowed = (root: string, env: NodeJS.ProcessEnv, command: string) =>
  (readText(place(env)) ?? '').split('\n').includes(mark(root, command))

const mark = (root: string, command: string) => sha256(JSON.stringify([root, command]))

const place = (env: NodeJS.ProcessEnv) => inUserData(env, 'started-commands')

interface Server {
  ended(): boolean
  tail(): string
  end(): Promise<void>
}

/** In the environment of every process it starts, so that those leaving its group are found too. */
const markName = 'WHET_SERVED'

/** Behind a watcher that ends it, and everything it started, once its input is closed: even if this process is killed. */
function startServer(command: string, cwd: string, env: Record<string, string>, log: string): Server {
  const marked = { ...env, [markName]: randomUUID() }
  const child = spawn(process.execPath, ['-e', `(${watch.toString()})(require, ${endMs}, '${markName}')`, command], { cwd, env: marked })
  const file = createWriteStream(log)
  let [written, tail, over] = [0, '', false]
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.once('exit', () => (over = true))
  child.once('error', () => (over = true))
  child.stdin.on('error', () => {}) // it has ended
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      tail = `${tail}${chunk.toString('utf8')}`.slice(-500)
      if (written < mostLog) file.write(chunk)
      written += chunk.length
    })
  return {
    ended: () => over,
    tail: () => tail.trim(),
    end: async () => {
      child.stdin.end()
      let timer: NodeJS.Timeout | undefined
      await Promise.race([gone, new Promise((resolve) => (timer = setTimeout(resolve, 2 * endMs)))])
      clearTimeout(timer)
      file.end()
    },
  }
}

/** The watcher, sent as source text: runs the command in a group, which it terminates, then kills, along with any process carrying the mark. */
function watch(require: NodeJS.Require, patienceMs: number, name: string): void {
  const { spawn, spawnSync } = require('node:child_process') as typeof import('node:child_process')
  const { readFileSync, readdirSync } = require('node:fs') as typeof import('node:fs')
  const mark = `${name}=${process.env[name]}`
  const windows = process.platform === 'win32'
  const child = spawn(process.argv[1] ?? '', { shell: true, detached: !windows, stdio: ['ignore', 'inherit', 'inherit'] })
  const kill = (how: NodeJS.Signals) => {
    if (child.pid === undefined) return
    try {
      if (windows) spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'])
      else process.kill(-child.pid, how)
    } catch {
      // it and everything it started has ended
    }
    for (const pid of windows ? [] : marked()) {
      try {
        process.kill(pid, how)
      } catch {
        // it has ended since
      }
    }
  }
  const marked = (): number[] => {
    if (process.platform !== 'linux')
      return spawnSync('ps', ['axeww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
        .stdout.split('\n')
        .filter((line) => line.includes(mark))
        .map((line) => Number.parseInt(line, 10))
        .filter((pid) => pid !== process.pid)
    return readdirSync('/proc').flatMap((entry) => {
      const pid = Number(entry)
      try {
        return pid > 0 && pid !== process.pid && readFileSync(`/proc/${entry}/environ`, 'utf8').split('\0').includes(mark) ? [pid] : []
      } catch {
        return [] // another user's, or gone
      }
    })
  }
  child.once('exit', (code) => {
    kill('SIGKILL')
    process.exit(code ?? 1)
  })
  process.stdin.resume().once('end', () => {
    kill('SIGTERM')
    setTimeout(() => kill('SIGKILL'), patienceMs)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.stdin.emit('end'))
}

/** Null once it answers; otherwise why it doesn't. */
async function ready(url: string, server: Server, signal: AbortSignal): Promise<string | null> {
  for (const until = Date.now() + readyMs; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (signal.aborted) return 'the evaluation was told to stop'
    if (await answers(url)) return null
    if (server.ended()) return 'the command ended before the page was available'
  }
  return `nothing answered at ${url} within ${readyMs / 1000} s`
}

async function answers(url: string): Promise<boolean> {
  try {
    const { status, body } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(2000) })
    await body?.cancel()
    return status < 500
  } catch {
    return false
  }
}
