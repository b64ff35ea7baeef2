// The driver: folds the journal, performs the workflow's tasks, commits each reply with its consequences. The same for every workflow.
import { sha256 } from '../lib/hash.ts'
import type { NewEvent } from '../schema/event.ts'
import { Fault, toFault } from '../schema/fault.ts'
import { checkCases } from './answer-gate.ts'
import { nextOf } from './budget.ts'
import { type CommitOptions, type CommitPorts, type OpenRun, commit, stamp, write } from './commit.ts'
import type { Mail, Ports, TaskContext } from './ports.ts'
import { type DriverEvents, type RunState, type Waiting, driverEvent } from './reduce.ts'
import { meaningOf } from './meaning.ts'
import { type Running, type Settled, askAgain, goesAlong, outside, putOff, sitOut, until } from './sit-out.ts'
import { type Gate, type Performed, type Reply, type Task, taskObjects } from './task.ts'
import type { Outcome, Refusal } from './workflow.ts'

export type Rest<S> = { run: RunState<S> } & (
  | { at: 'end'; outcome: Outcome }
  | { at: 'gate'; gate: Gate }
  /** Tasks that are performed outside and submitted. */
  | { at: 'host'; tasks: Task[] }
  /** Child runs that wait for a person or a host, or that another process drives. */
  | { at: 'child'; runs: string[] }
  /** Makers that are unavailable. */
  | { at: 'maker'; waiting: ({ task: string } & Waiting)[] }
  | { at: 'interrupt' }
)

export interface DriveOptions<S> extends CommitOptions<S> {
  signal?: AbortSignal
  say?(text: string): void
  /** How long to wait out an outage before the run rests. */
  patienceMs?: number
}

/** Runs until the workflow is done, a person or host must act, or the signal aborts. When it returns, nothing it started is still running. */
export async function drive<S>(open: OpenRun<S>, ports: Ports, options: DriveOptions<S> = {}): Promise<Rest<S>> {
  const running = new Map<string, Running>()
  const leave = (reason: unknown = options.signal?.reason) => running.forEach(({ stop }) => stop.abort(reason))
  const onAbort = () => leave()
  options.signal?.addEventListener('abort', onAbort, { once: true })
  const settleAll = async (rest?: Rest<S>) => {
    options.signal?.removeEventListener('abort', onAbort)
    leave(rest?.at === 'end' ? unwanted('the run', 'has ended') : undefined)
    const settled = await Promise.allSettled([...running.values()].map((each) => each.settled))
    for (const each of settled) if (each.status === 'fulfilled') await recordSpent(open, each.value, ports, options)
    await open.workspace.flush()
  }
  let rest: Rest<S>
  try {
    rest = await untilRest(open, running, ports, options)
  } catch (error) {
    await settleAll().catch(() => {}) // report the first error
    throw error
  }
  await settleAll(rest)
  return { ...rest, run: open.state }
}

async function untilRest<S>(open: OpenRun<S>, running: Map<string, Running>, ports: Ports, options: DriveOptions<S>): Promise<Rest<S>> {
  const pending = new Set<string>()
  const pulse = pulses()
  const since = new Map<string, number>()
  await adoptEdits(open, ports, options)
  await takeOver(open, ports, options)
  let lookedAt = -1
  for (;;) {
    if (open.mail && !options.signal?.aborted) await foldMail(open, ports, options)
    const next = nextOf(open.workflow, open.state)
    const rests = !('do' in next) || next.do.every(({ key }) => pending.has(key) || goesAlong(next.do, key))
    if (rests && lookedAt !== open.state.seq && !options.signal?.aborted) {
      lookedAt = open.state.seq // an append reports mail; before resting, check once more
      open.mail = true
      continue
    }
    if ('done' in next) return { at: 'end', outcome: next.done, run: open.state }
    if ('ask' in next) {
      checkCases(open.workflow, next.ask)
      return { at: 'gate', gate: next.ask, run: open.state }
    }
    if (options.signal?.aborted) return { at: 'interrupt', run: open.state }
    const due = next.do.filter(({ key }) => !running.has(key) && !pending.has(key))
    await askAgain(open, due, ports, options)
    for (const task of due) running.set(task.key, start(open, task, ports, options, pulse.beat))
    for (const [key, { stop }] of running) if (!next.do.some((task) => task.key === key)) stop.abort(unwanted(key, 'is no longer wanted'))
    if ([...running.keys()].every((key) => goesAlong(next.do, key))) return outside(open, next.do)
    const first = await Promise.race([pulse.next(), ...[...running.values()].map(({ settled }) => settled)])
    if (first === null) {
      open.mail = true // running tasks prompt us to check
      continue
    }
    const { task, performed, ms } = first
    const wasStopped = running.get(task.key)?.stop.signal.aborted
    running.delete(task.key)
    if (performed === 'pending') pending.add(task.key)
    else if (performed === 'look') {
      open.mail = true
      if (isDue(open, task.key) && until(open, task.key) > ports.clock.now()) running.set(task.key, sitOut(open, task, ports.clock))
    } else if ('outage' in performed) {
      if (wasStopped) continue
      await putOff(open, task, performed, ports, options)
      const first = since.get(task.key) ?? ports.clock.now()
      since.set(task.key, first)
      if (ports.clock.wait && until(open, task.key) - first <= (options.patienceMs ?? 0))
        running.set(task.key, sitOut(open, task, ports.clock))
      else pending.add(task.key)
    } else {
      await adoptEdits(open, ports, options)
      const failedBecauseOfUs = wasStopped && !performed.ok && isDue(open, task.key)
      if (!failedBecauseOfUs) await recordReply(open, task, performed, ms, ports, options)
    }
  }
}

/** Pulses of running tasks between two looks at what to do next. */
function pulses(): { beat(): void; next(): Promise<null> } {
  let beat = () => {}
  return { beat: () => beat(), next: () => new Promise((resolve) => (beat = () => resolve(null))) }
}

/** Reason for ending a task that is no longer wanted; leaving for now passes on the signal's own reason. */
const unwanted = (what: string, why: string) => new Fault('refused', `${what} ${why}`)

/** A child stopped by its parent's end has spent something: its cost counts, nothing else does. */
async function recordSpent<S>(open: OpenRun<S>, { task, performed, ms }: Settled, ports: Ports, options: DriveOptions<S>): Promise<void> {
  if (task.kind === 'child' && typeof performed === 'object' && 'ok' in performed && performed.ok && !isDue(open, task.key))
    await recordReply(open, task, performed, ms, ports, options)
}

/** A reply from outside (host mode), under the same contract as any other. */
export async function submitReply<S>(
  open: OpenRun<S>,
  taskKey: string,
  reply: Reply,
  ports: CommitPorts,
  options: DriveOptions<S> = {},
): Promise<Refusal | null> {
  const task = dueTask(open, taskKey)
  if (!task) return { refused: `run ${open.state.run} isn't waiting for a reply to ${taskKey}` }
  await recordReply(open, task, reply, 0, ports, options)
  return null
}

function start<S>(open: OpenRun<S>, task: Task, ports: Ports, options: DriveOptions<S>, pulse: () => void): Running {
  const stop = new AbortController()
  return { stop, settled: settle(open, task, ports, { signal: stop.signal, pulse }, options) }
}

async function settle<S>(
  open: OpenRun<S>,
  task: Task,
  ports: Ports,
  { signal, pulse }: Pick<TaskContext, 'signal' | 'pulse'>,
  options: DriveOptions<S>,
): Promise<Settled> {
  const began = ports.clock.now()
  const context: TaskContext = {
    run: open.state.run,
    workflow: open.workflow.name,
    head: open.state.head,
    attempt: open.state.open[task.key]?.attempt ?? 1,
    outages: open.state.open[task.key]?.outages ?? 0,
    budget: open.state.open[task.key]?.budget,
    signal,
    pulse,
    object: (hash) => open.journal.object(hash),
    say: options.say ?? (() => {}),
  }
  const performed = await perform(task, ports, context).catch((error: unknown): Reply => {
    const fault = toFault(error)
    if (fault.code === 'integrity' || fault.code === 'storage' || fault.code === 'internal') throw fault
    return { ok: false, error: { code: fault.code, message: fault.message } }
  })
  const ms = ports.clock.now() - began
  return { task, performed, ms: typeof performed === 'object' && 'ms' in performed ? (performed.ms ?? ms) : ms }
}

function perform(task: Task, ports: Ports, context: TaskContext): Promise<Performed> {
  switch (task.kind) {
    case 'ask':
      return ports.ask(task, context)
    case 'evaluate':
      return ports.evaluate(task, context)
    case 'observe':
      return ports.observe(task, context)
    case 'effect':
      return ports.effect(task, context)
    case 'child':
      if (!ports.child) throw new Fault('internal', `${context.workflow} starts child runs, which can't be started here`)
      return ports.child(task, context)
  }
}

/** One entry: a reply's arrival, cost and meaning. A reply that was overtaken means nothing, but its cost counts. */
async function recordReply<S>(
  open: OpenRun<S>,
  asked: Task,
  reply: Reply,
  ms: number,
  ports: CommitPorts,
  options: DriveOptions<S>,
): Promise<void> {
  const { workflow, state: before } = open
  const task = dueTask(open, asked.key) // a hand edit may have changed what it refers to
  const data: DriverEvents['replied'] = {
    task: asked.key,
    attempt: before.open[asked.key]?.attempt ?? 1,
    ok: reply.ok,
    ms,
    ...(reply.usage && { usage: reply.usage }),
    ...(reply.meta && { meta: reply.meta as object }),
  }
  const replied: NewEvent = { type: 'replied', data }
  if (!task) {
    data.overtaken = true
    return commit(open, { events: [replied] }, ports, options)
  }
  const own: string[] = []
  if (!reply.ok) data.error = reply.error
  else if ('text' in reply) {
    data.text = sha256(reply.text)
    own.push(reply.text)
  } else data.value = reply.value
  const texts = new Map<string, string>()
  for (const hash of taskObjects(task)) texts.set(hash, await open.journal.object(hash))
  const at = stamp(open, ports)
  const record = async (wishes: Mail[], unlessMail: boolean) => {
    const { accepted, meant } = meaningOf(workflow, before, {
      task,
      reply,
      known: [...wishes.map(received), replied],
      at,
      text: (hash) => texts.get(hash) ?? missingText(task.key, hash),
    })
    return write(open, { ...accepted, objects: [...own, ...(accepted.objects ?? [])] }, meant, at, ports, { ...options, unlessMail })
  }
  if (open.mail || !(await record([], true))) {
    const wishes = (await open.journal.mail()).filter((mail) => mail.kind === 'stop' && !before.mail.includes(mail.id))
    await record(wishes, false)
    await open.journal.dropMail(wishes.map(({ id }) => id))
  }
  if (isDue(open, task.key))
    throw new Fault('invalid', `the workflow ${workflow.name} asks for ${task.key} again although its reply is recorded`, {
      fix: 'Let its `accept` record an event for every reply, a failed or empty one too, and its `next` ask under a new key.',
    })
}

function missingText(key: string, hash: string): never {
  throw new Fault('internal', `${key} asks for the text ${hash}, which its task doesn't name`)
}

/** The task as the workflow wants it now, if at all: a hand edit or a stop may have overtaken it. */
function dueTask<S>(open: OpenRun<S>, key: string): Task | undefined {
  const next = nextOf(open.workflow, open.state)
  return 'do' in next ? next.do.find((task) => task.key === key) : undefined
}

const isDue = <S>(open: OpenRun<S>, key: string) => dueTask(open, key) !== undefined

/** After taking over from another process: its unanswered requests are sent again, and that is recorded. */
async function takeOver<S>(open: OpenRun<S>, ports: Ports, options: DriveOptions<S>): Promise<void> {
  const inherited = (open.inherited ?? []).filter((key) => !open.state.open[key]?.waiting)
  open.inherited = []
  const next = nextOf(open.workflow, open.state)
  const due =
    'do' in next
      ? next.do
          .filter((task) => inherited.includes(task.key) && open.state.open[task.key] && task.kind !== 'child' && !ports.hosted?.(task))
          .map(({ key }) => key)
      : []
  if (due.length > 0) await commit(open, { events: [driverEvent('resumed', { open: due })] }, ports, options)
}

/** Adopts artifact files that were edited by hand. */
export async function adoptEdits<S>(open: OpenRun<S>, ports: CommitPorts, options: DriveOptions<S> = {}): Promise<void> {
  if (!open.workflow.adopt) return
  for (const { path, text } of await open.workspace.edits()) {
    const { events, objects = [] } = open.workflow.adopt(open.state.state, path, text)
    if (events.length > 0) await commit(open, { events, objects: [text, ...objects] }, ports, options)
  }
}

async function foldMail<S>(open: OpenRun<S>, ports: Ports, options: DriveOptions<S>): Promise<void> {
  const mail = await open.journal.mail()
  open.mail = false
  for (const message of mail) if (!open.state.mail.includes(message.id)) await foldMessage(open, message, ports, options)
  if (mail.length > 0) await open.journal.dropMail(mail.map(({ id }) => id))
}

async function foldMessage<S>(open: OpenRun<S>, message: Mail, ports: Ports, options: DriveOptions<S>): Promise<void> {
  if (message.kind === 'reply') return void (await submitReply(open, message.task, message.reply, ports, options))
  const stop = open.workflow.stop?.(open.state.state, message.reason, message.by) ?? []
  await commit(open, { events: [received(message), ...stop] }, ports, options)
}

const received = ({ id, ...letter }: Mail): NewEvent =>
  driverEvent('mail_received', { id, kind: letter.kind, ...(letter.kind === 'stop' && { reason: letter.reason, by: letter.by }) })
