// Whether a long run costs more than a short one: time per step at event 100 and at event 10,000, memory, and how long taking it up again takes.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { FileStore } from '../src/adapters/file-store/store.ts'
import { drive } from '../src/kernel/driver.ts'
import { median, show } from './lib/figures.ts'
import { stepPorts, stepWorkflow } from './lib/step-workflow.ts'

const events = 10_000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

export async function benchGrowth() {
  const root = mkdtempSync(join(tmpdir(), 'whet-growth-'))
  const store = new FileStore(root)
  const open = await store.create(
    stepWorkflow,
    { run: 'long', workflow: 'bench-steps', input: { steps: events }, pins: {} },
    stepPorts.clock,
  )
  const tookUs: number[] = []
  const heap: Record<number, number> = {}
  let last = performance.now()
  let cpu = process.cpuUsage()
  const cpuUs: number[] = []
  await drive(open, stepPorts, {
    onCommit: ({ seq }) => {
      tookUs[seq] = (performance.now() - last) * 1000
      const used = process.cpuUsage(cpu)
      cpuUs[seq] = used.user + used.system
      if (seq === 1000 || seq === events) {
        collect()
        heap[seq] = process.memoryUsage().heapUsed
      }
      cpu = process.cpuUsage()
      last = performance.now()
    },
  })
  await open.close()
  const around = (values: number[], event: number) => median(values.slice(Math.max(2, event - 300), event + 300))
  const bytes = statSync(join(root, store.where('long'), 'journal.jsonl')).size
  const resume = await timed(root)
  rmSync(root, { recursive: true })
  const row = (what: string, early: number, late: number, unit: string, target: string) => ({
    what,
    early: `${early.toFixed(0)} ${unit}`,
    late: `${late.toFixed(0)} ${unit}`,
    ratio: (late / early).toFixed(2),
    target,
  })
  return [
    row('time per step at event 300 and 10,000', around(tookUs, 300), around(tookUs, events - 300), 'µs', '≤ 1.3'),
    row('processor time per step, the same', around(cpuUs, 300), around(cpuUs, events - 300), 'µs', '≤ 1.3'),
    row('heap in use after event 1,000 and 10,000', (heap[1000] ?? 0) / 1e6, (heap[events] ?? 0) / 1e6, 'MB', 'flat'),
    { what: `resume: ${(bytes / 1e6).toFixed(0)} MB folded from the first line`, late: `${resume.toFixed(0)} ms`, target: '< 500 ms' },
  ]
}

/** From opening to the moment the next task could be asked for. */
async function timed(root: string): Promise<number> {
  const store = new FileStore(root)
  const began = performance.now()
  const { open } = await store.open(stepWorkflow, 'long')
  stepWorkflow.next(open.state.state)
  const ms = performance.now() - began
  await open.close()
  return ms
}

await show(import.meta, 'A run of 10,000 steps', benchGrowth)
