// Where runs are kept: made, opened by one writer, read by anyone. One contract, several implementations.
import type { Entry, NewEvent } from '../schema/event.ts'
import type { Fault } from '../schema/fault.ts'
import type { OpenRun } from './commit.ts'
import type { Clock, Mail, Repair } from './ports.ts'
import type { DriverEvents, RunState } from './reduce.ts'
import type { Workflow } from './workflow.ts'

export interface Store {
  create<S>(workflow: Workflow<S>, first: DriverEvents['created'], clock: Clock, options?: CreateOptions): Promise<OpenRun<S>>
  /** For writing, by us alone: folds from the first line, puts right what is not as the journal says. */
  open<S>(workflow: Workflow<S>, run: string): Promise<{ open: OpenRun<S>; repairs: Repair[] }>
  /** The fold from the first line, read only; `repairs` is what the next opening will put right in the record itself. */
  load<S>(workflow: Workflow<S>, run: string): Promise<{ run: RunState<S>; repairs: Repair[] }>
  /** Every committed entry from this one on, with its place in the chain checked. */
  read(run: string, fromSeq: number, take: (entry: Entry, head: string) => void): Promise<void>
  /** What a list says about runs, the last changed first. May come from a saved fold: nothing is decided by it. */
  rows<R>(view: View<R>, filter?: RowFilter): AsyncIterable<Row<R>>
  /** Ids of runs that came, went or changed, until the signal says to leave; the first time all there are. */
  watch(signal: AbortSignal): AsyncIterable<string[]>
  list(): Promise<string[]>
  has(run: string): Promise<boolean>
  workflowOf(run: string): Promise<string>
  /** A message to the run's writer, now or later; its id. */
  post(run: string, letter: Letter, now: number): Promise<string>
  /** True while another process, or another part of this one, writes the run. */
  isBusy(run: string): Promise<boolean>
  remove(run: string): Promise<void>
  /** Takes a damaged run back to its last sound entry and records what was given up; null where nothing is damaged. */
  repair<S>(workflow: Workflow<S>, run: string, who: { by: string; now: number }): Promise<GivenUp | null>
  /** A text of a run by its hash, read only. */
  text(run: string, hash: string): Promise<string | null>
  /** Whether a text too large for the journal is there and is what its hash says. */
  hasObject(hash: string): Promise<boolean>
  /** Acts while nobody else in this project does the same. */
  exclusive<T>(what: string, act: () => Promise<T>): Promise<T>
  /** Where a run, or everything, is kept: for people. */
  where(run?: string): string
}

/** Mail without the id that posting gives it. */
export type Letter = Mail extends infer M ? (M extends { id: string } ? Omit<M, 'id'> : never) : never

export interface CreateOptions {
  /** Texts the run begins with. */
  objects?: string[]
  /** What is known from the very beginning, in the entry that creates the run. */
  events?: NewEvent[]
  /** Its contract files are there already, so they are left for the first opening to compare. */
  adopt?: boolean
}

export type GivenUp = DriverEvents['repaired']

/** How a run becomes a row; a workflow that is not known throws, and the row has a fault. */
export interface View<R> {
  workflow(name: string): Promise<Workflow<unknown>>
  row(run: RunState<unknown>, busy: boolean): R
}

export interface RowFilter {
  workflow?: string
  runs?: readonly string[]
  /** Stamps of rows that are known already: only what differs is told. */
  known?: ReadonlyMap<string, string>
}

export type Row<R> = {
  run: string
  /** Changes with every commit, and when a writer comes or goes. */
  stamp: string
} & ({ row: R } | { fault: Fault })
