// Durable steps per second, as a ratio to a floor that appends the same bytes to one file with fdatasync, and the processor time of a step.
import { closeSync, fdatasync, fdatasyncSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FileStore } from '../src/adapters/file-store/store.ts'
import { drive } from '../src/kernel/driver.ts'
import { median, show } from './lib/figures.ts'
import { type StepState, stepPorts, stepWorkflow } from './lib/step-workflow.ts'

/** Loops side by side in this process, each with its own run. */
async function loops(count: number, steps: number): Promise<Measured & { bytesPerStep: number }> {
  const root = mkdtempSync(join(tmpdir(), 'whet-bench-'))
  const store = new FileStore(root)
  const runs: Awaited<ReturnType<typeof store.create<StepState>>>[] = []
  for (let i = 0; i < count; i++)
    runs.push(await store.create(stepWorkflow, { run: `run-${i}`, workflow: 'bench-steps', input: { steps }, pins: {} }, stepPorts.clock))
  const measured = await measure(count * steps, () => Promise.all(runs.map((run) => drive(run, stepPorts))))
  await Promise.all(runs.map((run) => run.close()))
  const bytes = statSync(join(root, store.where('run-0'), 'journal.jsonl')).size
  rmSync(root, { recursive: true })
  return { ...measured, bytesPerStep: Math.round(bytes / steps) }
}

/** The least any durable loop must do: the same bytes, appended and synced, nothing else. */
async function floor(count: number, steps: number, bytes: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'whet-floor-'))
  const block = Buffer.alloc(bytes, 'x')
  const files = Array.from({ length: count }, (_, i) => openSync(join(folder, String(i)), 'a'))
  const measured = await measure(count * steps, () =>
    Promise.all(
      files.map(async (fd) => {
        for (let i = 0; i < steps; i++) {
          writeSync(fd, block)
          if (count === 1) fdatasyncSync(fd)
          else await new Promise<void>((resolve, reject) => fdatasync(fd, (error) => (error ? reject(error) : resolve())))
        }
      }),
    ),
  )
  for (const fd of files) closeSync(fd)
  rmSync(folder, { recursive: true })
  return measured
}

interface Measured {
  rate: number
  /** Processor time a step, in microseconds: of all threads, and of the one that runs the loops. */
  cpu: number
  main: number
}

async function measure(steps: number, work: () => Promise<unknown>): Promise<Measured> {
  const [began, cpu, main] = [performance.now(), process.cpuUsage(), process.threadCpuUsage()]
  await work()
  const each = ({ user, system }: NodeJS.CpuUsage) => (user + system) / steps
  return { rate: (steps * 1000) / (performance.now() - began), cpu: each(process.cpuUsage(cpu)), main: each(process.threadCpuUsage(main)) }
}

/** Ours and the floor in turn, three times: what else the machine does falls on both. */
export async function benchSteps() {
  await loops(1, 200)
  const rows = []
  for (const [count, steps, target] of [
    [1, 2000, 0.5],
    [100, 300, 0.3],
  ] as const) {
    const tries: (Awaited<ReturnType<typeof loops>> & { floor: Measured })[] = []
    for (let i = 0; i < 3; i++) {
      const ours = await loops(count, steps)
      tries.push({ ...ours, floor: await floor(count, steps, ours.bytesPerStep) })
    }
    const middle = (figure: (one: (typeof tries)[number]) => number) => median(tries.map(figure))
    const [rate, least] = [middle((one) => one.rate), middle((one) => one.floor.rate)]
    rows.push({
      loops: count,
      'steps/s': Math.round(rate),
      'floor/s': Math.round(least),
      ratio: (rate / least).toFixed(2),
      target: `≥ ${target}`,
      'µs/step': Math.round(middle((one) => one.cpu)),
      'of it loops': Math.round(middle((one) => one.main)),
      'floor µs/step': Math.round(middle((one) => one.floor.cpu)),
      'bytes/step': tries[0]?.bytesPerStep,
    })
  }
  return rows
}

await show(import.meta, 'Durable steps per second against the floor', benchSteps)
