// Runs a workflow from a seed to its end, however often it is interrupted, and remembers what the makers were asked.
import { MemoryStore } from '../../src/adapters/memory-store.ts'
import type { OpenRun } from '../../src/kernel/commit.ts'
import { answerGate } from '../../src/kernel/answer-gate.ts'
import { type DriveOptions, type Rest, drive, submitReply } from '../../src/kernel/driver.ts'
import type { Ports } from '../../src/kernel/ports.ts'
import type { DriverEvents, RunState } from '../../src/kernel/reduce.ts'
import type { Store } from '../../src/kernel/store.ts'
import type { Reply, Task } from '../../src/kernel/task.ts'
import type { Refusal } from '../../src/kernel/workflow.ts'
import type { Entry } from '../../src/schema/event.ts'
import { type Subject, beginning } from './subjects.ts'

export const clock = { now: () => 1_750_000_000_000 }

export interface Ran {
  store: MemoryStore
  state: RunState<unknown>
  /** Keys of the tasks that were performed, in order. */
  asked: string[]
}

export const run = 'work-20250615-120000'

export async function wholeRun(subject: Subject, seed: number): Promise<Ran> {
  const store = new MemoryStore()
  const open = await store.create(
    subject.workflow,
    { run, workflow: subject.workflow.name, input: subject.input(seed, run), pins: {} },
    clock,
    beginning(subject, seed),
  )
  return { store, ...(await toTheEnd(subject, seed, open)) }
}

/** Goes on with a run of which only these lines were written. */
export async function resumedRun(
  subject: Subject,
  seed: number,
  lines: readonly Uint8Array[],
  options: DriveOptions<unknown> = {},
): Promise<Ran> {
  const store = new MemoryStore()
  store.restore(run, lines)
  const { open } = await store.open(subject.workflow, run)
  return { store, ...(await toTheEnd(subject, seed, open, options)) }
}

/** As a person, a host and the makers would do it between them. */
export async function toTheEnd(
  subject: Subject,
  seed: number,
  open: OpenRun<unknown>,
  options: DriveOptions<unknown> = {},
  given?: Ports,
): Promise<{ state: RunState<unknown>; asked: string[] }> {
  const asked: string[] = []
  const ports = given ?? seededPorts(subject, seed, asked)
  for (;;) {
    const rest = await drive(open, ports, options)
    if (rest.at === 'interrupt' || rest.at === 'end' || rest.at === 'maker') {
      await open.close()
      return { state: open.state, asked }
    }
    await goOn(subject, seed, open, rest, ports, asked)
  }
}

async function goOn(
  subject: Subject,
  seed: number,
  open: OpenRun<unknown>,
  rest: Rest<unknown>,
  ports: Ports,
  asked: string[],
): Promise<void> {
  if (rest.at === 'gate') return taken(await answerGate(open, rest.gate.key, subject.answer(seed, rest.gate), ports))
  const task = (rest as { tasks: Task[] }).tasks[0] as Task
  asked.push(task.key)
  taken(await submitReply(open, task.key, subject.perform(seed, task) as Reply, ports))
}

function taken(refusal: Refusal | null): void {
  if (refusal) throw new Error(refusal.refused)
}

export function seededPorts(subject: Subject, seed: number, asked: string[]): Ports {
  const perform = async (task: Task) => {
    if (subject.hosted(task)) return 'pending' as const
    asked.push(task.key)
    return subject.perform(seed, task)
  }
  return { clock, hosted: subject.hosted, ask: perform, evaluate: perform, observe: perform, effect: perform }
}

export async function entriesOf(store: Store): Promise<Entry[]> {
  const entries: Entry[] = []
  await store.read(run, 1, (entry) => entries.push(entry))
  return entries
}

/** Whether a reply ended the run while others were still out: which of those were read is chance then. */
export async function cutOthersShort(store: Store): Promise<boolean> {
  const asked = new Set<string>()
  for (const { events } of await entriesOf(store)) {
    for (const { type, data } of events) {
      if (type === 'asked') for (const { key } of (data as unknown as DriverEvents['asked']).tasks) asked.add(key)
      if (type === 'replied') asked.delete((data as unknown as DriverEvents['replied']).task)
    }
  }
  return asked.size > 0
}
