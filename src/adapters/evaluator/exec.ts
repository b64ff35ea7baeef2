// Runs commands of checks: no shell for what a model wrote, a bare environment, no network where the system can deny it, nothing left running.
import type { Exec, ExecResult } from '../../rules/check.ts'
import { makerEnvironment } from '../providers/environment.ts'
import { runProgram } from '../providers/process.ts'
import { confinedWords } from './harmless-programs.ts'
import { type Copy, copyCloser, networkDenier } from './isolation.ts'
import { makeLimit, mostMemoryMb } from './limits.ts'

export interface ExecOptions {
  /** The working copy, which commands can't leave if the system supports that. */
  copy: Copy
  /** A folder for HOME and temporary files. */
  home: string
  /** Written by a model: one program of the harmless list, no shell. */
  confined: boolean
  memoryMb?: number
}

export function createExec({ copy, home, confined, memoryMb = mostMemoryMb }: ExecOptions): Exec {
  return {
    async run(command, { timeoutMs, signal }): Promise<ExecResult> {
      const words: [string, ...string[]] = confined ? confinedWords(command) : ['sh', '-c', command]
      const deny = copyCloser(copy) ?? networkDenier()
      const limit = makeLimit({ memoryMb })
      const over = new AbortController()
      let overMemory: boolean | undefined
      const end = await runProgram({
        argv: [...limit.outer, ...(deny ?? []), ...limit.inner, ...words] as [string, ...string[]],
        input: '',
        cwd: copy.cwd,
        env: bareEnvironment(home),
        timeoutMs,
        maxStdoutBytes: 4 * 1024 * 1024,
        signal: AbortSignal.any([signal, over.signal]),
        started: (pid) => limit.watch(pid, () => over.abort()),
      }).finally(async () => {
        overMemory = limit.isExceeded()
        await limit.remove()
      })
      return {
        exitCode: end.stopped === 'missing' ? 127 : end.exitCode,
        stdout: Buffer.from(end.stdout).toString('utf8'),
        stderr: end.stderrTail,
        timedOut: end.stopped === 'timeout',
        ...(overMemory === true && { overMemoryMb: memoryMb }),
        network: deny ? 'denied' : 'not denied',
      }
    },
  }
}

/** What programs need to run at all; nothing of the user's, and no proxy to the network. */
function bareEnvironment(home: string): Record<string, string> {
  const env = Object.entries(makerEnvironment(process.env, [])).filter(([name]) => !/_proxy$/i.test(name) && !name.startsWith('XDG_'))
  return { ...Object.fromEntries(env), HOME: home, TMPDIR: home, CI: '1', NO_COLOR: '1' }
}
