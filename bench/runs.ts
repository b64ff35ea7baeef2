// Many runs in one project: listing them, and reading where each stands.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FileStore } from '../src/adapters/file-store/store.ts'
import { drive } from '../src/kernel/driver.ts'
import { median, show } from './lib/figures.ts'
import { stepPorts, stepWorkflow } from './lib/step-workflow.ts'

const count = 1000

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
    const names = await new FileStore(root).list()
    for (const name of names) await store.load(stepWorkflow, name)
    took.push(performance.now() - began)
  }
  rmSync(root, { recursive: true })
  return [{ what: `${count} runs listed and folded`, took: `${median(took).toFixed(0)} ms`, target: '< 1000 ms' }]
}

await show(import.meta, 'A project with 1,000 runs', benchRuns)
