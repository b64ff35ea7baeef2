// Where runs are stored: created, opened by one writer, read by anyone. One contract, several implementations.
import type { Entry, NewEvent } from '../schema/event.ts'
import type { Fault } from '../schema/fault.ts'
import type { OpenRun } from './commit.ts'
import type { Clock, Mail, Repair } from './ports.ts'
import type { DriverEvents, RunState } from './reduce.ts'
import type { Workflow } from './workflow.ts'

export interface Store {
  create<S>(workflow: Workflow<S>, first: DriverEvents['created'], clock: Clock, options?: CreateOptions): Promise<OpenRun<S>>
  /** Opens for writing, exclusively: folds from the first line and repairs whatever differs from the journal. */
  open<S>(workflow: Workflow<S>, run: string): Promise<{ open: OpenRun<S>; repairs: Repair[] }>
  /** The fold from the first line, read only; `repairs` lists what the next opening will repair in the record itself. */
  load<S>(workflow: Workflow<S>, run: string): Promise<{ run: RunState<S>; repairs: Repair[] }>
  /** Every committed entry from this one on, with its place in the chain verified. */
  read(run: string, fromSeq: number, take: (entry: Entry, head: string) => void): Promise<void>
  /** Rows for lists, most recently changed first. They may come from saved folds: whoever acts on a run loads or opens it. */
  rows<R>(view: View<R>, filter?: RowFilter): AsyncIterable<Row<R>>
  /** Ids of runs that were added, removed or changed, until the signal aborts; first, all of them. */
  watch(signal: AbortSignal): AsyncIterable<string[]>
  list(): Promise<string[]>
  has(run: string): Promise<boolean>
  workflowOf(run: string): Promise<string>
  /** Sends a message to the run's writer, current or next; returns its id. */
  post(run: string, letter: Letter, now: number): Promise<string>
  /** True while another process, or another part of this one, writes the run. */
  isBusy(run: string): Promise<boolean>
  remove(run: string): Promise<void>
  /** Cuts a damaged run back to its last sound entry and records the loss; null if nothing is damaged. */
  repair<S>(workflow: Workflow<S>, run: string, who: { by: string; now: number }): Promise<GivenUp | null>
  /** A text of a run by hash, read only. */
  text(run: string, hash: string): Promise<string | null>
  /** What is kept beside the journals, such as a large text or a picture; null if it is missing or doesn't match its hash. */
  object(hash: string): Promise<Uint8Array | null>
  /** Keeps such bytes; returns their hash. */
  keep(bytes: Uint8Array): Promise<string>
  /** Runs the action while no other process of this project can do the same. */
  exclusive<T>(what: string, act: () => Promise<T>): Promise<T>
  /** A contract file as it lies in the project now, read only; null if there is none. */
  contractFile(path: string): Promise<string | null>
  /** What a maker says while it works on a task, for watchers in any process; null when it starts or has answered. Never recorded. */
  overhear(run: string, task: string, text: string | null): Promise<void>
  /** The last words of the makers at work, by task. */
  overheard(run: string): Promise<Record<string, string>>
  /** Where a run, or everything, is stored: for people. */
  where(run?: string): string
}

/** Mail before posting gives it an id. */
export type Letter = Mail extends infer M ? (M extends { id: string } ? Omit<M, 'id'> : never) : never

export interface CreateOptions {
  /** Texts the run begins with. */
  objects?: string[]
  /** Events for the entry that creates the run. */
  events?: NewEvent[]
  /** Its contract files already exist, so the first opening compares them. */
  adopt?: boolean
}

export type GivenUp = DriverEvents['repaired']

/** Makes a row of a run; throws for an unknown workflow, which becomes the row's fault. */
export interface View<R> {
  workflow(name: string): Promise<Workflow<unknown>>
  row(run: RunState<unknown>, busy: boolean): R
}

export interface RowFilter {
  workflow?: string
  runs?: readonly string[]
  /** Only runs that have ended, or only those that haven't. */
  ended?: boolean
  /** Stamps of known rows: only rows that differ are returned. */
  known?: ReadonlyMap<string, string>
}

export type Row<R> = {
  run: string
  /** Changes with every commit, and when a writer comes or goes. */
  stamp: string
} & ({ row: R } | { fault: Fault })
