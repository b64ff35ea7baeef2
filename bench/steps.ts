// Durable steps per second, as a ratio to a floor that appends the same bytes to one file with fdatasync.
import { closeSync, fdatasync, fdatasyncSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FileStore } from '../src/adapters/file-store/store.ts'
import { drive } from '../src/kernel/driver.ts'
import type { Ports } from '../src/kernel/ports.ts'
import type { Workflow } from '../src/kernel/workflow.ts'
import { artifactText, stepWorkflow } from './lib/step-workflow.ts'

const ports: Ports = {
  clock: { now: () => Date.now() },
  inProcess: () => true,
  ask: async (task, { run }) => ({ ok: true, text: artifactText(run, task.key) }),
  evaluate: never,
  observe: never,
  effect: never,
}

async function never(): Promise<never> {
  throw new Error('not part of this work')
}

async function loops(count: number, steps: number): Promise<{ rate: number; bytesPerStep: number }> {
  const root = mkdtempSync(join(tmpdir(), 'whet-bench-'))
  const store = new FileStore(root)
  const runs = await Promise.all(Array.from({ length: count }, (_, i) => store.create(stepWorkflow as unknown as Workflow<unknown>, { run: `run-${i}`, workflow: 'bench-steps', input: { steps }, pins: {} }, ports.clock)))
  const began = performance.now()
  await Promise.all(runs.map((run) => drive(run, ports)))
  const seconds = (performance.now() - began) / 1000
  await Promise.all(runs.map((run) => run.store.close()))
  const bytes = statSync(join(store.folder('run-0'), 'journal.jsonl')).size
  rmSync(root, { recursive: true })
  return { rate: (count * steps) / seconds, bytesPerStep: Math.round(bytes / steps) }
}

/** The least any durable loop must do: the same bytes, appended and synced, nothing else. */
async function floor(count: number, steps: number, bytes: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'whet-floor-'))
  const block = Buffer.alloc(bytes, 'x')
  const files = Array.from({ length: count }, (_, i) => openSync(join(folder, String(i)), 'a'))
  const began = performance.now()
  await Promise.all(
    files.map(async (fd) => {
      for (let i = 0; i < steps; i++) {
        writeSync(fd, block)
        if (count === 1) fdatasyncSync(fd)
        else await new Promise<void>((resolve, reject) => fdatasync(fd, (error) => (error ? reject(error) : resolve())))
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  for (const fd of files) closeSync(fd)
  rmSync(folder, { recursive: true })
  return (count * steps) / seconds
}

export async function benchSteps() {
  await loops(1, 200)
  const rows = []
  for (const [count, steps] of [[1, 2000], [100, 100]] as const) {
    const ours = await loops(count, steps)
    const least = await floor(count, steps, ours.bytesPerStep)
    rows.push({ loops: count, 'steps/s': Math.round(ours.rate), 'floor/s': Math.round(least), ratio: Number((ours.rate / least).toFixed(2)), 'bytes/step': ours.bytesPerStep })
  }
  return rows
}

if (import.meta.main) console.table(await benchSteps())
