// Folders that go away again, and processes of our own that do what child.ts says.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'

const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

export const later = (clean: () => unknown) => void cleaning.push(clean)

export function newRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'whet-files-'))
  later(() => rmSync(root, { recursive: true, force: true }))
  return root
}

export interface Said {
  opened?: number
  committed?: number
  head?: string
  fault?: { code: string; message: string; fix?: string }
}

export interface Child {
  process: ChildProcess
  /** The next thing it says. */
  next(): Promise<Said>
  /** Everything it says until it ends. */
  rest(): Promise<Said[]>
  kill(): Promise<void>
}

const script = fileURLToPath(new URL('./child.ts', import.meta.url))

/** `limit`: shell words to put before it, for a process that may not write much. */
export function startChild(root: string, run: string, what: 'hold' | 'fill', limit?: string): Child {
  const words = [process.execPath, script, root, run, what]
  const child = limit
    ? spawn('sh', ['-c', `${limit}; exec "$@"`, 'sh', ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
    : spawn(words[0] as string, words.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => JSON.parse((await lines.next()).value ?? '{}') as Said
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  later(kill)
  return {
    process: child,
    next,
    kill,
    rest: async () => {
      const all: Said[] = []
      for (let line = await lines.next(); !line.done; line = await lines.next()) all.push(JSON.parse(line.value) as Said)
      await ended
      return all
    },
  }
}
