// The driver: folds the journal, performs what the workflow asks for, commits each answer with what follows from it. The same for every workflow.
import { sha256 } from '../lib/hash.ts'
import type { NewEvent } from '../schema/event.ts'
import { Fault, toFault } from '../schema/fault.ts'
import { type CommitOptions, type CommitPorts, type OpenRun, commit, stamp, write } from './commit.ts'
import type { Mail, Ports, TaskContext } from './ports.ts'
import type { DriverEvents, RunState, Waiting } from './reduce.ts'
import { meaningOf } from './meaning.ts'
import { type Running, type Settled, askAgain, goesAlong, outside, putOff, sitOut, until } from './outage.ts'
import { type Answer, type Gate, type Performed, type Reply, type Task, taskObjects } from './task.ts'
import type { Outcome, Refusal } from './workflow.ts'

export type Rest<S> = { run: RunState<S> } & (
  | { at: 'end'; outcome: Outcome }
  | { at: 'gate'; gate: Gate }
  /** Steps that somebody outside performs and submits. */
  | { at: 'host'; tasks: Task[] }
  /** Makers that cannot be asked now. */
  | { at: 'maker'; waiting: ({ task: string } & Waiting)[] }
  | { at: 'interrupt' }
)

export interface DriveOptions<S> extends CommitOptions<S> {
  signal?: AbortSignal
  say?(text: string): void
  /** How long an outage is sat out before the run rests. */
  patienceMs?: number
}

/** Runs until the workflow is done, a person or host must act, or the signal says to leave. Nothing it started goes on after it returns. */
export async function drive<S>(open: OpenRun<S>, ports: Ports, options: DriveOptions<S> = {}): Promise<Rest<S>> {
  const running = new Map<string, Running>()
  const leave = () => running.forEach(({ stop }) => stop.abort(options.signal?.reason))
  options.signal?.addEventListener('abort', leave, { once: true })
  const settleAll = async () => {
    options.signal?.removeEventListener('abort', leave)
    leave()
    await Promise.allSettled([...running.values()].map(({ settled }) => settled))
    await open.store.flush()
    open.store.snapshot(open.state)
  }
  let rest: Rest<S>
  try {
    rest = await untilRest(open, running, ports, options)
  } catch (error) {
    await settleAll().catch(() => {}) // what went wrong first is what a person must hear of
    throw error
  }
  await settleAll()
  return { ...rest, run: open.state }
}

async function untilRest<S>(open: OpenRun<S>, running: Map<string, Running>, ports: Ports, options: DriveOptions<S>): Promise<Rest<S>> {
  const pending = new Set<string>()
  const since = new Map<string, number>()
  await adoptEdits(open, ports, options)
  await takeOver(open, ports, options)
  for (;;) {
    if (!options.signal?.aborted) await foldMail(open, ports, options)
    const next = open.workflow.next(open.state.state)
    if ('done' in next) return { at: 'end', outcome: next.done, run: open.state }
    if ('ask' in next) return { at: 'gate', gate: next.ask, run: open.state }
    if (options.signal?.aborted) return { at: 'interrupt', run: open.state }
    const due = next.do.filter(({ key }) => !running.has(key) && !pending.has(key))
    await askAgain(open, due, ports, options)
    for (const task of due) running.set(task.key, start(open, task, ports, options))
    for (const [key, { stop }] of running)
      if (!next.do.some((task) => task.key === key)) stop.abort(new Fault('refused', `${key} is not wanted any more`))
    if ([...running.keys()].every((key) => goesAlong(next.do, key))) return outside(open, next.do)
    const { task, performed, ms } = await Promise.race([...running.values()].map(({ settled }) => settled))
    const wasStopped = running.get(task.key)?.stop.signal.aborted
    running.delete(task.key)
    if (performed === 'pending') pending.add(task.key)
    else if (performed === 'look') {
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

/** A person's answer to the open gate; a refusal is a value. */
export async function answerGate<S>(
  open: OpenRun<S>,
  gateKey: string | null,
  answer: Answer,
  ports: CommitPorts,
  options: DriveOptions<S> = {},
): Promise<Refusal | null> {
  const next = open.workflow.next(open.state.state)
  if (!('ask' in next)) return { refused: `run ${open.state.run} waits for no decision` }
  const gate = next.ask
  if (gateKey !== null && gateKey !== gate.key) return { refused: `gate ${gateKey} is not open any more; ${gate.key} is` }
  const choice = gate.choices.find(({ name }) => name === answer.choice)
  if (!choice) return { refused: `"${answer.choice}" is no choice here: ${gate.choices.map(({ name }) => name).join(', ')}` }
  if (choice.needsText && !answer.text?.trim()) return { refused: `"${choice.name}" needs ${choice.needsText}` }
  if (choice.attested && answer.assurance === 'unattested')
    return { refused: `"${choice.name}" needs a person: answer at a terminal, in the dashboard or with a signature` }
  const accepted = open.workflow.answer?.(open.state.state, gate, answer) ?? { refused: `${open.workflow.name} takes no answers` }
  if ('refused' in accepted) return accepted
  const { choice: name, text, by, assurance, signature } = answer
  const data: DriverEvents['gate_answered'] = {
    gate: gate.key,
    choice: name,
    by,
    assurance,
    ...(text && { text }),
    ...(signature && { signature }),
  }
  await commit(
    open,
    { events: [{ type: 'gate_answered', data }, ...accepted.events], ...(accepted.objects && { objects: accepted.objects }) },
    ports,
    options,
  )
  return null
}

/** A reply that arrives from outside (host mode): the same contract as any other. */
export async function submitReply<S>(
  open: OpenRun<S>,
  taskKey: string,
  reply: Reply,
  ports: CommitPorts,
  options: DriveOptions<S> = {},
): Promise<Refusal | null> {
  const task = dueTask(open, taskKey)
  if (!task) return { refused: `run ${open.state.run} does not wait for a reply to ${taskKey}` }
  await recordReply(open, task, reply, 0, ports, options)
  return null
}

function start<S>(open: OpenRun<S>, task: Task, ports: Ports, options: DriveOptions<S>): Running {
  const stop = new AbortController()
  return { stop, settled: settle(open, task, ports, stop.signal, options) }
}

async function settle<S>(open: OpenRun<S>, task: Task, ports: Ports, signal: AbortSignal, options: DriveOptions<S>): Promise<Settled> {
  const began = ports.clock.now()
  const context: TaskContext = {
    run: open.state.run,
    workflow: open.workflow.name,
    attempt: open.state.open[task.key]?.attempt ?? 1,
    outages: open.state.open[task.key]?.outages ?? 0,
    signal,
    object: (hash) => open.store.object(hash),
    say: options.say ?? (() => {}),
  }
  const performed = await perform(task, ports, context).catch((error: unknown): Reply => {
    const fault = toFault(error)
    if (fault.code === 'integrity' || fault.code === 'storage' || fault.code === 'internal') throw fault
    return { ok: false, error: { code: fault.code, message: fault.message } }
  })
  return { task, performed, ms: ports.clock.now() - began }
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
  }
}

/** One step: that a reply came, what it cost, and what it means. A reply that was overtaken meanwhile means nothing, but was paid for. */
async function recordReply<S>(
  open: OpenRun<S>,
  asked: Task,
  reply: Reply,
  ms: number,
  ports: CommitPorts,
  options: DriveOptions<S>,
): Promise<void> {
  const { workflow, state: before } = open
  const task = dueTask(open, asked.key) // a hand edit may have changed what it refers to since it was asked
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
  for (const hash of taskObjects(task)) texts.set(hash, await open.store.object(hash))
  const at = stamp(open, ports)
  const wishes = (await open.store.mail()).flatMap((mail) => (mail.kind === 'stop' && !before.mail.includes(mail.id) ? [mail] : []))
  const { accepted, meant } = meaningOf(workflow, before, {
    task,
    reply,
    known: [...wishes.map(received), replied],
    at,
    text: (hash) => texts.get(hash) ?? missingText(task.key, hash),
  })
  await write(open, { ...accepted, objects: [...own, ...(accepted.objects ?? [])] }, meant, at, ports, options)
  await open.store.dropMail(wishes.map(({ id }) => id))
  if (isDue(open, task.key)) throw new Fault('internal', `${workflow.name} asks for ${task.key} again although its reply is recorded`)
}

function missingText(key: string, hash: string): never {
  throw new Fault('internal', `${key} asks for the text ${hash}, which its task does not name`)
}

/** The task as the workflow wants it now, if it still does: a hand edit or a stop may have overtaken it. */
function dueTask<S>(open: OpenRun<S>, key: string): Task | undefined {
  const next = open.workflow.next(open.state.state)
  return 'do' in next ? next.do.find((task) => task.key === key) : undefined
}

const isDue = <S>(open: OpenRun<S>, key: string) => dueTask(open, key) !== undefined

/** On taking over from another process: what it asked and nobody answered is asked again, and said so. */
async function takeOver<S>(open: OpenRun<S>, ports: Ports, options: DriveOptions<S>): Promise<void> {
  const inherited = (open.inherited ?? []).filter((key) => !open.state.open[key]?.waiting)
  open.inherited = []
  const next = open.workflow.next(open.state.state)
  const due =
    'do' in next
      ? next.do.filter((task) => inherited.includes(task.key) && open.state.open[task.key] && !ports.hosted?.(task)).map(({ key }) => key)
      : []
  if (due.length > 0)
    await commit(open, { events: [{ type: 'resumed', data: { open: due } satisfies DriverEvents['resumed'] }] }, ports, options)
}

/** Takes up artifact files that a hand outside changed. */
export async function adoptEdits<S>(open: OpenRun<S>, ports: CommitPorts, options: DriveOptions<S> = {}): Promise<void> {
  if (!open.workflow.adopt) return
  for (const { path, text } of await open.store.edits()) {
    const { events, objects = [] } = open.workflow.adopt(open.state.state, path, text)
    if (events.length > 0) await commit(open, { events, objects: [text, ...objects] }, ports, options)
  }
}

async function foldMail<S>(open: OpenRun<S>, ports: Ports, options: DriveOptions<S>): Promise<void> {
  const mail = await open.store.mail()
  if (mail.length === 0) return
  for (const message of mail) if (!open.state.mail.includes(message.id)) await foldMessage(open, message, ports, options)
  await open.store.dropMail(mail.map(({ id }) => id))
}

async function foldMessage<S>(open: OpenRun<S>, message: Mail, ports: Ports, options: DriveOptions<S>): Promise<void> {
  if (message.kind === 'stop')
    await commit(
      open,
      { events: [received(message), ...(open.workflow.stop?.(open.state.state, message.reason, message.by) ?? [])] },
      ports,
      options,
    )
  else await submitReply(open, message.task, message.reply, ports, options)
}

const received = ({ id, ...letter }: Mail): NewEvent => ({
  type: 'mail_received',
  data: {
    id,
    kind: letter.kind,
    ...(letter.kind === 'stop' && { reason: letter.reason, by: letter.by }),
  } satisfies DriverEvents['mail_received'],
})
