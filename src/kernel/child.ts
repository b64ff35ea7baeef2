// A child run: started once and driven until it ends or waits. Stop reaches down; its cost comes back with the outcome.
import { given } from '../lib/given.ts'
import type { NewEvent } from '../schema/event.ts'
import { toFault } from '../schema/fault.ts'
import { childId } from './child-id.ts'
import { type OpenRun, commit } from './commit.ts'
import { drive } from './driver.ts'
import type { Ports, TaskContext } from './ports.ts'
import type { RunState } from './reduce.ts'
import type { Store } from './store.ts'
import type { Child, ChildOutcome, Performed } from './task.ts'
import type { Workflow } from './workflow.ts'

/** What a child needs from the world: its workflow and its own hands. */
export interface ChildWorld<W extends Workflow<unknown> = Workflow<unknown>> {
  store: Store
  workflow(name: string): Promise<W>
  /** Makers and pins for a child; an existing run keeps those it began with. */
  prepare(workflow: W, run: RunState<unknown> | null): Promise<{ ports: Ports; pins: object }>
  onCommit?(workflow: W, run: RunState<unknown>, events: NewEvent[]): void
}

export async function performChild<W extends Workflow<unknown>>(
  task: Child,
  context: TaskContext,
  world: ChildWorld<W>,
): Promise<Performed> {
  const run = childId(context.run, task.key)
  const workflow = await world.workflow(task.workflow)
  const opened = await openChild(run, workflow, task, context, world)
  if (opened === 'busy') return 'pending'
  const { open, ports } = opened
  try {
    return await driveChild(open, ports, context, (run, events) => world.onCommit?.(workflow, run, events))
  } finally {
    await open.close()
  }
}

type Opened = { open: OpenRun<unknown>; ports: Ports }

async function openChild<W extends Workflow<unknown>>(
  run: string,
  workflow: W,
  { key, input }: Child,
  context: TaskContext,
  { store, prepare }: ChildWorld<W>,
): Promise<Opened | 'busy'> {
  if (!(await store.has(run))) {
    const { ports, pins } = await prepare(workflow, null)
    const first = {
      run,
      workflow: workflow.name,
      input,
      pins,
      parent: { run: context.run, task: key },
      ...given({ budget: context.budget }),
    }
    return { open: await store.create(workflow, first, ports.clock), ports }
  }
  try {
    const { open } = await store.open(workflow, run)
    return { open, ports: (await prepare(workflow, open.state)).ports }
  } catch (error) {
    if (toFault(error).code === 'busy') return 'busy' // another process drives it, and the next caller sees the result
    throw error
  }
}

async function driveChild(
  open: OpenRun<unknown>,
  ports: Ports,
  { signal, say, pulse }: TaskContext,
  told: (run: RunState<unknown>, events: NewEvent[]) => void,
): Promise<Performed> {
  const options = {
    signal,
    say,
    onCommit: (run: RunState<unknown>, events: NewEvent[]) => {
      told(run, events)
      pulse()
    },
  }
  let rest = await drive(open, ports, options)
  if (rest.at !== 'end' && isUnwanted(signal)) {
    const why = 'the run that started it was stopped'
    await commit(open, { events: open.workflow.stop?.(open.state.state, why, open.state.parent?.run ?? '') ?? [] }, ports)
    rest = await drive(open, ports, { say })
  }
  if (rest.at === 'interrupt') return { ok: false, error: { code: 'aborted', message: `${open.state.run} was left before its end` } }
  if (rest.at !== 'end') return 'pending'
  const { mayBePaid: _lost, unpriced, ...usage } = open.state.usage
  const value: ChildOutcome = { run: open.state.run, ...rest.outcome }
  return { ok: true, value, usage: unpriced > 0 ? { ...usage, costMicros: null } : usage, ms: open.state.ms }
}

/** The driver gives a reason when it ends a task that is no longer wanted; leaving for now (Ctrl-C) has none. */
const isUnwanted = ({ aborted, reason }: AbortSignal) => aborted && toFault(reason).code === 'refused'
