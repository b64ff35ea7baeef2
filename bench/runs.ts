// Many runs in one project: listing them with where each stands.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FileStore } from '../src/adapters/file-store/store.ts'
import { drive } from '../src/kernel/driver.ts'
import type { View } from '../src/kernel/store.ts'
import type { Workflow } from '../src/kernel/workflow.ts'
import { median, show } from './lib/figures.ts'
import { stepPorts, stepWorkflow } from './lib/step-workflow.ts'

const count = 1000

const view: View<string> = { workflow: async () => stepWorkflow as Workflow<unknown>, row: ({ run }) => run }

export async function benchRuns() {
  const root = mkdtempSync(join(tmpdir(), 'whet-runs-'))
  const store = new FileStore(root)
  for (let i = 0; i < count; i++) {
    const open = await store.create(
      stepWorkflow,
      { run: `run-${i}`, workflow: 'bench-steps', input: { steps: 5 }, pins: {} },
      stepPorts.clock,
    )
    await drive(open, stepPorts)
    await open.close()
  }
  const took: number[] = []
  for (let i = 0; i < 3; i++) {
    const began = performance.now()
    let listed = 0
    for await (const _row of new FileStore(root).rows(view)) listed += 1
    if (listed !== count) throw new Error(`${listed} of ${count} runs are listed`)
    took.push(performance.now() - began)
  }
  rmSync(root, { recursive: true })
  return [{ what: `${count} runs listed`, took: `${median(took).toFixed(0)} ms`, target: '< 1000 ms' }]
}

await show(import.meta, 'A project with 1,000 runs', benchRuns)
