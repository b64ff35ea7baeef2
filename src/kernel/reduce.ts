// The fold: a run's state from its events. Resume, replay, status and remote workers use this and nothing else.
import { sha256 } from '../lib/hash.ts'
import type { Entry, Event, NewEvent } from '../schema/event.ts'
import { Fault } from '../schema/fault.ts'
import type { Budget } from './budget.ts'
import type { Usage } from './task.ts'
import type { LogLine, Outcome, Workflow } from './workflow.ts'

/** The driver's own events. Workflows may read them in `evolve`; only the driver writes them. */
export interface DriverEvents {
  /** `parent`: the run and task that started this one, if any. `budget`: what the driver holds it to, whatever its workflow does. */
  created: { run: string; workflow: string; input: object; pins: object; parent?: Parent; budget?: Budget }
  /** `budget`: a child's share. */
  asked: { tasks: { key: string; kind: string; budget?: Budget }[] }
  /** A process took over; these requests had no reply and may have been billed. */
  resumed: { open: string[] }
  /** `overtaken`: a stop or a hand edit came first, so only its cost counts. */
  replied: {
    task: string
    attempt: number
    ok: boolean
    ms: number
    overtaken?: true
    text?: string
    value?: unknown
    error?: object
    usage?: Usage
    meta?: object
  }
  /** An outage: the task stays open and nothing of it counts as an answer. */
  waiting: { task: string; code: string; message: string; until: number | null; usage?: Usage }
  /** Requests that met an outage and are sent again. */
  asked_again: { tasks: string[] }
  gate_opened: { gate: string }
  gate_answered: {
    gate: string
    choice: string
    by: string
    assurance: string
    text?: string
    signature?: string
    preload?: readonly string[]
  }
  /** A stop request, with its reason and who made it. */
  mail_received: { id: string; kind: string; reason?: string; by?: string }
  /** `hosted`: requests that were still with an assistant. */
  ended: { outcome: Outcome; hosted?: string[] }
  /** A person accepted the loss of everything after this entry in a damaged journal. */
  repaired: { vouched: number; why: string; missing?: { from: number; to: number }; kept: string; by: string }
}

/** One of them, as committed. */
export const driverEvent = <T extends keyof DriverEvents>(type: T, data: DriverEvents[T]): NewEvent => ({ type, data })

interface Parent {
  run: string
  task: string
}

interface OpenTask {
  kind: string
  attempt: number
  at: number
  /** A child's share of the run's budget. */
  budget?: Budget
  outages?: number
  /** Set while an outage keeps us from sending requests. */
  waiting?: Waiting
}

export interface Waiting {
  code: string
  message: string
  until: number | null
}

export interface LogState {
  count: number
  chain: string
}

export interface RunState<S> {
  run: string
  workflow: string
  version: number
  seq: number
  head: string
  createdAt: number
  at: number
  state: S
  open: Record<string, OpenTask>
  gate: string | null
  /** Ids of the last messages folded in, so that none counts twice. */
  mail: string[]
  usage: Usage & { mayBePaid: number; unpriced: number }
  /** Time spent in steps. */
  ms: number
  budget: Budget | null
  /** Append-only files: the number of lines and the hash chain over them. */
  logs: Record<string, LogState>
  pins: object
  parent: Parent | null
  outcome: Outcome | null
}

export interface Folded<S> {
  run: RunState<S>
  lines: LogLine[]
}

const mailMemory = 64

/** Folds a committed entry. */
export function reduceEntry<S>(workflow: Workflow<S>, run: RunState<S> | null, entry: Entry, head: string): Folded<S> {
  const folded = foldEvents(workflow, run, entry.events, entry.at)
  return { run: { ...folded.run, seq: entry.seq, head, at: entry.at }, lines: folded.lines }
}

/** Folds events that aren't written yet; the caller adds their place in the chain. */
export function foldEvents<S>(workflow: Workflow<S>, run: RunState<S> | null, events: NewEvent[], at: number): Folded<S> {
  let current = run
  const lines: LogLine[] = []
  for (const event of events) {
    const stamped: Event = { ...event, at }
    current = current === null ? begin(workflow, stamped) : applyEvent(workflow, current, stamped)
    for (const line of workflow.lines?.(current.state, stamped, current.run) ?? []) {
      lines.push(line)
      current.logs = { ...current.logs, [line.path]: extendLog(current.logs[line.path], line.line) }
    }
  }
  if (current === null) throw new Fault('internal', 'a run cannot begin without an event')
  return { run: current, lines }
}

/** The hash chain over an append-only file, line by line; tells whether the file on disk is ours. */
export function extendLog(log: LogState | undefined, line: string): LogState {
  return { count: (log?.count ?? 0) + 1, chain: sha256((log?.chain ?? '') + line) }
}

function begin<S>(workflow: Workflow<S>, event: Event): RunState<S> {
  const { run, input, pins, parent = null, budget = null } = event.data as DriverEvents['created']
  return {
    run,
    workflow: workflow.name,
    version: workflow.version,
    seq: 0,
    head: '',
    createdAt: event.at,
    at: event.at,
    state: workflow.initial(input as never, event.at), // as it was when the run began
    open: {},
    gate: null,
    mail: [],
    usage: { calls: 0, tokensIn: 0, tokensOut: 0, costMicros: 0, mayBePaid: 0, unpriced: 0 },
    ms: 0,
    budget,
    logs: {},
    pins,
    parent,
    outcome: null,
  }
}

function applyEvent<S>(workflow: Workflow<S>, run: RunState<S>, event: Event): RunState<S> {
  const next = { ...run, state: workflow.evolve(run.state, event) }
  switch (event.type) {
    case 'asked':
      next.outcome = null // an ended run is active again
      next.gate = null // a run with work isn't waiting for an answer, however the question was settled
      next.open = { ...run.open }
      for (const { key, ...task } of (event.data as DriverEvents['asked']).tasks) next.open[key] = { ...task, attempt: 1, at: event.at }
      return next
    case 'resumed': {
      next.open = { ...run.open }
      for (const key of (event.data as DriverEvents['resumed']).open) {
        const open = run.open[key]
        if (!open) continue
        next.open[key] = { ...open, attempt: open.attempt + 1, at: event.at }
        if (open.kind === 'ask') next.usage = { ...next.usage, mayBePaid: next.usage.mayBePaid + 1 }
      }
      return next
    }
    case 'waiting': {
      const { task, usage, code, message, until } = event.data as DriverEvents['waiting']
      const open = run.open[task]
      if (open) next.open = { ...run.open, [task]: { ...open, outages: (open.outages ?? 0) + 1, waiting: { code, message, until } } }
      if (usage) next.usage = addUsage(run.usage, usage)
      return next
    }
    case 'asked_again': {
      next.open = { ...run.open }
      for (const key of (event.data as DriverEvents['asked_again']).tasks) {
        const { waiting: _over, ...open } = run.open[key] ?? {}
        if ('kind' in open) next.open[key] = { ...open, attempt: open.attempt + 1, at: event.at }
      }
      return next
    }
    case 'replied': {
      const { task, usage, ms } = event.data as DriverEvents['replied']
      const { [task]: _answered, ...rest } = run.open
      next.open = rest
      next.ms = run.ms + ms
      if (usage) next.usage = addUsage(run.usage, usage)
      return next
    }
    case 'gate_opened':
      next.outcome = null // an ended run waits again
      next.gate = (event.data as DriverEvents['gate_opened']).gate
      return next
    case 'gate_answered':
      next.gate = null
      return next
    case 'mail_received':
      next.mail = [...run.mail, (event.data as DriverEvents['mail_received']).id].slice(-mailMemory)
      return next
    case 'ended': {
      const { outcome, hosted = [] } = event.data as DriverEvents['ended']
      const asked = Object.entries(run.open).filter(
        ([key, { kind, waiting }]) => kind === 'ask' && !waiting && !hosted.includes(key),
      ).length
      next.outcome = outcome
      next.usage = { ...run.usage, mayBePaid: run.usage.mayBePaid + asked }
      next.open = {}
      next.gate = null
      return next
    }
    default:
      return next
  }
}

export function addUsage<T extends Usage & { unpriced: number }>(total: T, usage: Usage): T {
  return {
    ...total,
    calls: total.calls + usage.calls,
    tokensIn: total.tokensIn + usage.tokensIn,
    tokensOut: total.tokensOut + usage.tokensOut,
    costMicros: (total.costMicros ?? 0) + (usage.costMicros ?? 0),
    unpriced: total.unpriced + (usage.costMicros === null ? usage.calls : 0),
  }
}
