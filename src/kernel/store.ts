// Where runs are kept: made, opened by one writer, read by anyone. One contract, several implementations.
import type { Entry } from '../schema/event.ts'
import type { OpenRun } from './commit.ts'
import type { Clock, Mail } from './ports.ts'
import type { DriverEvents, RunState } from './reduce.ts'
import type { Workflow } from './workflow.ts'

/** Mail without the id that posting gives it. */
export type Letter = Mail extends infer M ? (M extends { id: string } ? Omit<M, 'id'> : never) : never

/** Something that was not as the journal says, and was put right. */
export interface Repair {
  path: string
  /** `torn`: a step that a crash cut short was taken off the journal. */
  what: 'missing' | 'differs' | 'behind' | 'torn'
}

export interface CreateOptions {
  /** Texts the run begins with. */
  objects?: string[]
  /** Its contract files are there already, so they are left for the first opening to compare. */
  adopt?: boolean
}

export interface Store {
  create<S>(workflow: Workflow<S>, first: DriverEvents['created'], clock: Clock, options?: CreateOptions): Promise<OpenRun<S>>
  /** For writing, by us alone: takes the lock, puts right what is not as the journal says. */
  open<S>(workflow: Workflow<S>, run: string): Promise<{ open: OpenRun<S>; repairs: Repair[] }>
  /** The fold, read only. */
  load<S>(workflow: Workflow<S>, run: string): Promise<{ run: RunState<S> }>
  /** Every committed entry, from the first, with its place in the chain checked. */
  entries(run: string, take: (entry: Entry, head: string) => void): Promise<unknown>
  workflowOf(run: string): Promise<string>
  list(): string[]
  has(run: string): boolean
  /** A message to the run's writer, now or later; its id. */
  post(run: string, letter: Letter, now: number): string
  /** True while another process, or another part of this one, writes the run. */
  isBusy(run: string): boolean
  remove(run: string): Promise<void>
  /** A text of a run by its hash, read only. */
  text(run: string, hash: string): Promise<string | null>
}
