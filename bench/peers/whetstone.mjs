// Ours: the kernel's driver on the file store.
import { FileStore } from '../../src/adapters/file-store/store.ts'
import { drive } from '../../src/kernel/driver.ts'
import { stepPorts, stepWorkflow } from '../lib/step-workflow.ts'

export async function whetstone(folder, loops, steps) {
  const store = new FileStore(folder)
  const runs = []
  for (let i = 0; i < loops; i++)
    runs.push(await store.create(stepWorkflow, { run: `run-${i}`, workflow: 'bench-steps', input: { steps }, pins: {} }, stepPorts.clock))
  return { run: () => Promise.all(runs.map((run) => drive(run, stepPorts))), close: () => Promise.all(runs.map((run) => run.close())) }
}
