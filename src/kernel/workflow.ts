// A workflow: pure functions that say what to do next and what a reply means. The driver does the rest.
import { sha256 } from '../lib/hash.ts'
import { keepUnknown } from '../lib/unknown-fields.ts'
import type { Event, NewEvent, ObjectRef } from '../schema/event.ts'
import type { DriverEvents } from './reduce.ts'
import type { Answer, Gate, Reply, Task } from './task.ts'

/** Every kind of gate a workflow may open, with the choices it may offer: `{ setup: 'confirm' | 'discard'; doubts: 'confirm' | 'again' }`. */
export type Asks = Record<string, string>
export type NoGates = Record<never, never>

/** Events by name (`{ proposed: { names: string[] }; chosen: { name: string } }`) and the driver's own, told apart by `type`. */
export type FactOf<E extends object> = { [N in keyof (E & DriverEvents)]: { type: N; data: (E & DriverEvents)[N] } }[keyof (E &
  DriverEvents)]
export type EventOf<E extends object> = FactOf<E> & { at: number }

/** Code that runs a workflow without knowing it sees `Workflow<S>`: any input and any event (`never`), any gate. */
export interface Workflow<S, I = never, G extends Asks = Asks, E extends object = never> {
  name: string
  /** Increase it when `evolve` gives another state for the same events; snapshots of other versions are discarded. */
  version: number
  initial(input: I, at: number): S
  /** The only place state changes. Also sees the driver's own events (asked, replied, …) for time and cost. */
  evolve(state: S, event: Heard<E>): S
  next(state: S): Next<G>
  /** What a reply means. `text` gives the stored texts the task refers to. */
  accept(state: S, task: Task, reply: Reply, text: (hash: string) => string): Accepted
  /** What each choice means at each kind of gate. Total: a gate or a choice without its case doesn't compile. */
  gates: Gates<S, G>
  /** A stop request, folded in between tasks. */
  stop?(state: S, reason: string, by: string): NewEvent[]
  /** What adopting a hand-edited artifact file means. */
  adopt?(state: S, path: string, text: string): Accepted
  /** The files of the contract folder, projected after every entry. */
  files(state: S, run: string): FileSet
  /** The lines an event adds to append-only files of the contract folder. */
  lines?(state: S, event: Heard<E>, run: string): LogLine[]
}

type Heard<E extends object> = [E] extends [never] ? Event : EventOf<E>

/** For an implementation that names its events: whoever folds events of any name may call it. */
export type Evolve<S> = Workflow<S>['evolve']

/** What each event changes, by its name; null for an event that isn't in the table. */
export function applied<S, E extends object>(
  table: { readonly [N in keyof E]: (state: S, data: E[N], at: number) => S },
  state: S,
  { type, data, at }: Event,
): S | null {
  return Object.hasOwn(table, type) ? table[type as keyof E](state, data as E[keyof E], at) : null
}

export type Gates<S, G extends Asks> = { readonly [kind in keyof G]: { readonly [choice in G[kind]]: Choosing<S>['choose'] } }

/** A method, so that an implementation for one state is accepted where the state is unknown. */
interface Choosing<S> {
  choose(state: S, gate: Gate, answer: Answer): Accepted | Refusal
}

export type Next<G extends Asks = Asks> = { do: Task[] } | { ask: GateOf<G> } | { done: Outcome }

/** A gate of one of these kinds, with the choices of that kind. */
export type GateOf<G extends Asks> = { [kind in keyof G & string]: Gate<kind, G[kind]> }[keyof G & string]

export interface Outcome {
  status: string
  reason: string
  passed: boolean
}

export interface Accepted {
  events: NewEvent[]
  /** Texts the events name by hash. */
  objects?: string[]
}

export interface Refusal {
  refused: string
}

/** Path below the project → what should be there. */
export type FileSet = Record<string, ProjectedFile>

export type ProjectedFile =
  /** With `keepsUnknown`, JSON fields added by others survive every rewrite. */
  | { role: 'state'; text: string; keepsUnknown?: true }
  /** Like a state file, rebuilt if it differs, but too large for the state. */
  | { role: 'derived'; content: ObjectRef }
  /** Hand edits of an artifact are adopted; those of a state file are undone. */
  | { role: 'artifact'; content: ObjectRef }
  /** Shared by all runs of a workflow (the "active run" pointer), hence never treated as edited. */
  | { role: 'pointer'; text: string }
  /** Removed; with an owner, only while the file still names that owner. */
  | { role: 'absent'; owner?: string }

export interface LogLine {
  path: string
  line: string
}

/** Whether a file on disk matches the journal. */
export function isAsRecorded(file: ProjectedFile, actual: string): boolean {
  if (file.role === 'absent' || file.role === 'pointer') return true
  if (file.role !== 'state') return sha256(actual) === file.content.object
  return (file.keepsUnknown ? keepUnknown(file.text, actual) : file.text) === actual
}
