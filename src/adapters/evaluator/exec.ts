// Commands of checks: no shell for what a model wrote, a bare environment, the network denied where the system can, nothing left running.
import { commandWords } from '../../agents/makers.ts'
import type { Exec, ExecResult } from '../../rules/check.ts'
import { Fault } from '../../schema/fault.ts'
import { makerEnvironment } from '../providers/environment.ts'
import { type ProgramEnd, runProgram } from '../providers/process.ts'
import { type Copy, copyCloser, networkDenier } from './isolation.ts'
import { makeLimit } from './limits.ts'

export interface ExecOptions {
  /** The working copy, which commands cannot leave where the system can see to that. */
  copy: Copy
  /** A folder of its own for HOME and temporary files. */
  home: string
  /** Written by a model: one program of the harmless list, no shell. */
  confined: boolean
}

/** Programs that judge a copy and need nothing beyond it. No shells, no downloaders, no file movers. */
const harmless: ReadonlySet<string> = new Set([
  'node',
  'npm',
  'npx',
  'pnpm',
  'yarn',
  'tsc',
  'deno',
  'bun',
  'python',
  'python3',
  'pytest',
  'ruff',
  'mypy',
  'go',
  'gofmt',
  'cargo',
  'rustc',
  'javac',
  'java',
  'mvn',
  'gradle',
  'make',
  'ruby',
  'php',
  'grep',
  'egrep',
  'rg',
  'test',
  'cat',
  'head',
  'tail',
  'wc',
  'diff',
  'cmp',
  'jq',
  'yq',
  'ls',
  'true',
  'false',
  'echo',
  'eslint',
  'oxlint',
  'biome',
  'prettier',
  'markdownlint',
  'vitest',
  'jest',
  'mocha',
  'shellcheck',
  'yamllint',
  'jsonlint',
])

export function createExec({ copy, home, confined }: ExecOptions): Exec {
  return {
    async run(command, { timeoutMs, signal }): Promise<ExecResult> {
      const words: [string, ...string[]] = confined ? confinedWords(command) : ['sh', '-c', command]
      const deny = copyCloser(copy) ?? networkDenier()
      const limit = makeLimit()
      const end = await runProgram({
        argv: [...limit.outer, ...(deny ?? []), ...limit.inner, ...words] as [string, ...string[]],
        input: '',
        cwd: copy.cwd,
        env: bareEnvironment(home),
        timeoutMs,
        maxStdoutBytes: 4 * 1024 * 1024,
        signal,
      }).finally(limit.remove)
      return {
        exitCode: exitCode(end),
        stdout: Buffer.from(end.stdout).toString('utf8'),
        stderr: end.stderrTail,
        timedOut: end.stopped === 'timeout',
        network: deny ? 'denied' : 'not denied',
      }
    },
  }
}

/** The words of a command that is one harmless program; anything a shell would do is refused. */
export function confinedWords(command: string): [string, ...string[]] {
  const plain = command.replace(/'[^']*'/g, '')
  if (/`|\$\(|\$\{/.test(plain) || /[|;&<>\n]/.test(plain.replace(/"[^"]*"/g, '')))
    throw new Fault('refused', `"${command}" needs a shell, and a prepared command may only be one program with arguments`)
  const words = commandWords(command)
  if (!harmless.has(words[0])) throw new Fault('refused', `"${words[0]}" is not on the list of programs a prepared command may run`)
  return words
}

/** What programs need to run at all; nothing that belongs to the person, and no way to the network by proxy. */
function bareEnvironment(home: string): Record<string, string> {
  const env = Object.entries(makerEnvironment(process.env, [])).filter(([name]) => !/_proxy$/i.test(name) && !name.startsWith('XDG_'))
  return { ...Object.fromEntries(env), HOME: home, TMPDIR: home, CI: '1', NO_COLOR: '1' }
}

function exitCode(end: ProgramEnd): number | null {
  return end.stopped === 'missing' ? 127 : end.exitCode
}
