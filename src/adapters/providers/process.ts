// Runs a maker's program: prompt on stdin, limited output, a time limit, and no processes left behind.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { type Says, asIs, overhear } from './overhear.ts'

export interface RunProgram {
  argv: readonly [string, ...string[]]
  input: string
  cwd: string
  env: Record<string, string>
  timeoutMs: number
  maxStdoutBytes: number
  signal: AbortSignal
  /** What it says while it works: stderr verbatim, and from stdout the parts meant for people. */
  hear?: { lines(text: string): void; stdout: Says } | undefined
  started?(pid: number): void
}

export interface ProgramEnd {
  /** Set if there is no output to read: failed to start, stopped, timed out, too much output. */
  stopped?: 'missing' | 'aborted' | 'timeout' | 'too_large'
  exitCode: number | null
  killedBy: string | null
  stdout: Uint8Array
  stderrTail: string
}

const keptStderr = 16_384
/** Between asking a program to end and killing it. */
const forceKillMs = 2_000
/** Between a program's end and the end of waiting for its output. */
const lingerMs = 1_000

export async function runProgram({
  argv,
  input,
  cwd,
  env,
  timeoutMs,
  maxStdoutBytes,
  signal,
  hear,
  started,
}: RunProgram): Promise<ProgramEnd> {
  const { execa } = await import('execa') // most commands don't run a maker
  const [program, ...args] = argv
  const running = execa(program, args, {
    input,
    cwd,
    env,
    extendEnv: false,
    timeout: timeoutMs,
    cancelSignal: signal,
    killDescendants: true,
    forceKillAfterDelay: forceKillMs,
    maxBuffer: maxStdoutBytes,
    // Only the tail of stderr is kept; a verbose program must not be killed for it.
    buffer: { stdout: true, stderr: false },
    encoding: 'buffer',
    stripFinalNewline: false,
    reject: false,
  })
  if (running.pid !== undefined) started?.(running.pid)
  let tail = Buffer.alloc(0)
  running.stderr.on('data', (chunk: Uint8Array) => {
    tail = Buffer.concat([tail, chunk]).subarray(-keptStderr)
  })
  const deafen =
    hear &&
    overhear(
      [
        [running.stdout, hear.stdout],
        [running.stderr, asIs],
      ],
      hear.lines,
    )
  // A process it left behind may hold its output open; take what it said until then.
  running.nodeChildProcess?.once('exit', () =>
    setTimeout(() => [running.stdout, running.stderr].forEach((stream) => stream.destroy()), lingerMs).unref(),
  )
  const result = await running
  deafen?.()
  endLeftovers(running.pid)
  const end = {
    exitCode: result.exitCode ?? null,
    killedBy: result.signal ?? null,
    stdout: result.stdout ?? new Uint8Array(),
    stderrTail: tail.toString('utf8').trim(),
  }
  if (result.isMaxBuffer) return { ...end, stopped: 'too_large' }
  if (result.timedOut) return { ...end, stopped: 'timeout' }
  if (result.isCanceled) return { ...end, stopped: 'aborted' }
  if (running.pid === undefined) return { ...end, stopped: 'missing' }
  return end
}

/** Kills what the program left running in its group. */
function endLeftovers(pid: number | undefined): void {
  if (pid === undefined || process.platform === 'win32') return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // no process left, as it should be
  }
}

/** The file a program name stands for, or null: a path as it is, from the working folder; a name by PATH. */
export async function findProgram(name: string, env: NodeJS.ProcessEnv, cwd: string): Promise<string | null> {
  const runs = (path: string) =>
    access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
  if (/[\\/]/.test(name)) return (await runs(resolve(cwd, name))) ? resolve(cwd, name) : null
  const endings = process.platform === 'win32' ? (env['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';') : ['']
  for (const folder of (env['PATH'] ?? '').split(delimiter).filter((part) => part !== '')) {
    for (const ending of endings) {
      const path = join(folder, name + ending)
      if (await runs(path)) return path
    }
  }
  return null
}
