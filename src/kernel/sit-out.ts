// Outages: the task stays open, we wait a while, then the run rests.
import { childId } from './child-id.ts'
import { type CommitOptions, type CommitPorts, type OpenRun, commit } from './commit.ts'
import type { Rest } from './driver.ts'
import type { Clock } from './ports.ts'
import { driverEvent } from './reduce.ts'
import type { Outage, Performed, Task } from './task.ts'

export interface Running {
  settled: Promise<Settled>
  stop: AbortController
}

export interface Settled {
  task: Task
  /** `look`: when to check whether an outage is over. */
  performed: Performed | 'look'
  ms: number
}

/** How often to check for stop requests meanwhile. */
const lookMs = 1000

/** The outage and its reason. */
export async function putOff<S>(
  open: OpenRun<S>,
  { key }: Task,
  { outage, usage }: Outage,
  ports: CommitPorts,
  options: CommitOptions<S>,
): Promise<void> {
  await commit(open, { events: [driverEvent('waiting', { task: key, ...outage, ...(usage && { usage }) })] }, ports, options)
}

/** Journals the repeated requests before sending them, since they may be billed. */
export async function askAgain<S>(open: OpenRun<S>, due: readonly Task[], ports: CommitPorts, options: CommitOptions<S>): Promise<void> {
  const tasks = due.flatMap(({ key }) => (open.state.open[key]?.waiting ? [key] : []))
  if (tasks.length > 0) await commit(open, { events: [driverEvent('asked_again', { tasks })] }, ports, options)
}

/** When a task may be requested again; never automatically if only a person can help. */
export function until<S>({ state }: OpenRun<S>, key: string): number {
  const waiting = state.open[key]?.waiting
  return waiting ? (waiting.until ?? Infinity) : -Infinity
}

export function sitOut<S>(open: OpenRun<S>, task: Task, clock: Clock): Running {
  const stop = new AbortController()
  const left = Math.max(0, Math.min(lookMs, until(open, task.key) - clock.now()))
  const settled = Promise.resolve(clock.wait?.(left, stop.signal)).then(() => ({ task, performed: 'look' as const, ms: 0 }))
  return { stop, settled }
}

/** Nothing that will resolve itself. */
export const goesAlong = (tasks: readonly Task[], key: string) =>
  tasks.some((task) => task.key === key && task.kind === 'observe' && task.beside)

/** Nothing left to do here: a task is outside, makers are unavailable, or child runs wait. */
export function outside<S>(open: OpenRun<S>, tasks: readonly Task[]): Rest<S> {
  const run = open.state
  const children = tasks.filter(({ kind }) => kind === 'child')
  const hosted = tasks.filter((task) => !children.includes(task) && !run.open[task.key]?.waiting && !goesAlong(tasks, task.key))
  const waiting = tasks.flatMap(({ key }) => (run.open[key]?.waiting ? [{ task: key, ...run.open[key].waiting }] : []))
  if (hosted.length > 0) return { at: 'host', tasks: hosted, run }
  if (waiting.length > 0) return { at: 'maker', waiting, run }
  return { at: 'child', runs: children.map(({ key }) => childId(run.run, key)), run }
}
