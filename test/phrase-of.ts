// The phrase a run waits for, as its state gives it: no answer of a command or tool tells it.
import { createWorld } from '../src/runtime/create-world.ts'

export async function phraseOf(root: string, run: string): Promise<string> {
  const world = createWorld({ cwd: root })
  const workflow = await world.workflows.get(await world.store.workflowOf(run))
  const next = workflow.next((await world.store.load(workflow, run)).run.state)
  return ('ask' in next && next.ask.decides?.phrase) || ''
}
