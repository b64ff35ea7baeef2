// Everything the driver may touch. Adapters give these hands; tests give them memory.
import type { AskAgent, Child, Effect, Evaluate, Observe, Performed, Reply, Task } from './task.ts'
import type { LogState, RunState } from './reduce.ts'
import type { FileSet, LogLine } from './workflow.ts'

export interface Clock {
  now(): number
  /** Resolves after this time, or at once when the signal says so; a clock without it is never waited by. */
  wait?(ms: number, signal: AbortSignal): Promise<void>
}

/** The record of one run, opened for writing by us alone. */
export interface Journal {
  /** Raised at every opening. An append of an earlier epoch is refused, so a writer that was taken over from can change nothing. */
  readonly epoch: number
  /** The commit point: durable when it resolves. A conflict when another writer took over or `seq` is not the next. */
  append(step: Step): Promise<Appended>
  /** A text by hash; an integrity fault when it is gone or does not match. */
  object(hash: string): Promise<string>
  /** Makes a large text durable before the entry that names it. */
  putObject(hash: string, text: string): Promise<void>
  mail(): Promise<Mail[]>
  dropMail(ids: string[]): Promise<void>
  /** The fold so far, for lists; it can always be thrown away. */
  snapshot(run: RunState<unknown>): Promise<void>
  /** `settled`: whether the contract files are as the last step says. */
  close(settled: boolean): Promise<void>
}

export interface Step {
  seq: number
  line: Uint8Array
  /** The line's hash, which the next line names. */
  head: string
  /** The texts that ride in the line, by hash. */
  objects: Readonly<Record<string, string>>
  /** Append nothing while mail waits: the step may have to take it into account. */
  unlessMail?: boolean
}

export interface Appended {
  /** False only where mail waits and the step was to be held back for it. */
  committed: boolean
  /** Whether mail waits, so that nobody has to look after every step. */
  mail: boolean
}

/** The contract files of one run in a checkout: projected, compared, taken up when a hand changed them. */
export interface Workspace {
  /** Brings the contract folder to this state, now or, when nobody outside can look, soon. */
  project(files: () => FileSet, lines: LogLine[], when: 'now' | 'soon'): Promise<void>
  flush(): Promise<void>
  /** Artifact files that a hand outside changed since we last wrote them. */
  edits(): Promise<{ path: string; text: string }[]>
  /** Puts right what is not as the journal says. */
  repair(files: FileSet, how: RepairOptions): Promise<Repair[]>
  /** Writes what is due and tells whether all of it could be written. */
  close(): Promise<boolean>
}

export interface RepairOptions {
  logs: Record<string, LogState>
  /** Whether the last writer is known to have written all it had: then an earlier version of an artifact is an edit. */
  settled: boolean
  /** Every line of the append-only files, from the journal. */
  rebuild(): Promise<LogLine[]>
}

/** Something that was not as the journal says, and was put right. */
export interface Repair {
  path: string
  /** `torn`: a step that a crash cut short was taken off the journal. */
  what: 'missing' | 'differs' | 'behind' | 'torn'
}

/** From another process to the writer. Never an answer to a gate: a gate rests without a writer, and a file proves no person. */
export type Mail = { id: string } & ({ kind: 'stop'; reason: string; by: string } | { kind: 'reply'; task: string; reply: Reply })

export interface TaskContext {
  run: string
  workflow: string
  /** Hash of the journal's last entry when the task began. */
  head: string
  /** 1, or more when it was asked before and no reply was recorded. */
  attempt: number
  /** How many of those were outages. */
  outages?: number
  signal: AbortSignal
  object(hash: string): Promise<string>
  /** A long task has come a step further: the driver looks whether somebody wants to stop. */
  pulse(): void
  /** Live words for a progress line; never recorded. */
  say(text: string): void
}

export interface Ports {
  clock: Clock
  /** Whether a task stays inside this process, so that nobody can see its files lag by a moment. */
  inProcess?(task: Task): boolean
  /** Whether somebody outside performs a task and submits its reply: it rests through any number of processes. */
  hosted?(task: Task): boolean
  ask(task: AskAgent, context: TaskContext): Promise<Performed>
  evaluate(task: Evaluate, context: TaskContext): Promise<Performed>
  observe(task: Observe, context: TaskContext): Promise<Performed>
  effect(task: Effect, context: TaskContext): Promise<Performed>
  child?(task: Child, context: TaskContext): Promise<Performed>
}
