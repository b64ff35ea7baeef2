// The work per step that the durability bench measures: a 4 KB state file, a 300 B event, an 8 KB artifact, a trivial maker.
import type { Ports } from '../../src/kernel/ports.ts'
import type { Workflow } from '../../src/kernel/workflow.ts'
import { sha256 } from '../../src/lib/hash.ts'

export interface StepState {
  step: number
  steps: number
  artifact: string | null
  filler: string
}

export const eventFiller = 'e'.repeat(230)

const steps: Workflow<StepState, { steps: number }> = {
  name: 'bench-steps',
  version: 1,
  initial: ({ steps }) => ({ step: 0, steps, artifact: null, filler: 's'.repeat(3900) }),
  evolve: (state, event) =>
    event.type === 'stepped' ? { ...state, step: state.step + 1, artifact: (event.data as { artifact: string }).artifact } : state,
  next: (state) =>
    state.step >= state.steps
      ? { done: { status: 'completed', reason: 'all', passed: true } }
      : { do: [{ kind: 'ask', key: `step-${state.step + 1}`, role: 'maker', template: 't', slots: {}, expects: 'text' }] },
  accept: (_state, _task, reply) => {
    const text = reply.ok && 'text' in reply ? reply.text : ''
    return { events: [{ type: 'stepped', data: { artifact: sha256(text), filler: eventFiller } }] }
  },
  gates: {},
  files: (state, run) => ({
    [`work/${run}/state.json`]: { role: 'state', text: `${JSON.stringify(state)}\n` },
    ...(state.artifact && { [`work/${run}/artifact.md`]: { role: 'artifact' as const, content: { object: state.artifact } } }),
  }),
}

const page = `${'lorem ipsum dolor sit amet '.repeat(300)}`.slice(0, 8000)

/** 8 KB that differ from step to step and run to run. */
export const artifactText = (run: string, step: string) => `${page}\n# ${run} ${step}\n`.padEnd(8192, '.')

export const stepWorkflow = steps as unknown as Workflow<StepState>

/** A maker that costs nothing, so that what is measured is ours. */
export const stepPorts: Ports = {
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
