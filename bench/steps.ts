// Durable steps per second, as a ratio to a floor that appends the same bytes to one file with fdatasync.
import { closeSync, fdatasync, fdatasyncSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FileStore } from '../src/adapters/file-store/store.ts'
import { drive } from '../src/kernel/driver.ts'
import { median, show } from './lib/figures.ts'
import { stepPorts, stepWorkflow } from './lib/step-workflow.ts'

/** Loops side by side in this process, each with its own run. */
async function loops(count: number, steps: number): Promise<{ rate: number; bytesPerStep: number }> {
  const root = mkdtempSync(join(tmpdir(), 'whet-bench-'))
  const store = new FileStore(root)
  const runs = []
  for (let i = 0; i < count; i++)
    runs.push(await store.create(stepWorkflow, { run: `run-${i}`, workflow: 'bench-steps', input: { steps }, pins: {} }, stepPorts.clock))
  const began = performance.now()
  await Promise.all(runs.map((run) => drive(run, stepPorts)))
  const seconds = (performance.now() - began) / 1000
  await Promise.all(runs.map((run) => run.close()))
  const bytes = statSync(join(root, store.where('run-0'), 'journal.jsonl')).size
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

/** Ours and the floor in turn, three times: what else the machine does falls on both. */
export async function benchSteps() {
  await loops(1, 200)
  const rows = []
  for (const [count, steps, target] of [
    [1, 2000, 0.5],
    [100, 300, 0.3],
  ] as const) {
    const tries = []
    for (let i = 0; i < 3; i++) {
      const ours = await loops(count, steps)
      tries.push({ ...ours, floor: await floor(count, steps, ours.bytesPerStep) })
    }
    const rate = median(tries.map((one) => one.rate))
    const least = median(tries.map((one) => one.floor))
    rows.push({
      loops: count,
      'steps/s': Math.round(rate),
      'floor/s': Math.round(least),
      ratio: (rate / least).toFixed(2),
      target: `≥ ${target}`,
      'bytes/step': tries[0]?.bytesPerStep,
    })
  }
  return rows
}

await show(import.meta, 'Durable steps per second against the floor', benchSteps)
