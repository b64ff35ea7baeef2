// Everything the driver may touch. Adapters implement these; tests use memory.
import type { Budget } from './budget.ts'
import type { AskAgent, Child, Effect, Evaluate, Observe, Performed, Reply, Task } from './task.ts'
import type { LogState, RunState } from './reduce.ts'
import type { FileSet, LogLine } from './workflow.ts'

export interface Clock {
  now(): number
  /** Resolves after this time, or at once when the signal aborts. Without it, the driver never waits. */
  wait?(ms: number, signal: AbortSignal): Promise<void>
}

/** The journal of one run, opened for writing by this process alone. */
export interface Journal {
  /** Increases with every opening. Appends with an older epoch are refused, so a replaced writer can't change anything. */
  readonly epoch: number
  /** The commit point: durable when it resolves. A conflict if another writer took over or `seq` isn't the next. */
  append(entry: EncodedEntry): Promise<Appended>
  /** A text by hash; an integrity fault if it is missing or doesn't match. */
  object(hash: string): Promise<string>
  /** Makes a large text durable before the entry that names it. */
  putObject(hash: string, text: string): Promise<void>
  mail(): Promise<Mail[]>
  dropMail(ids: string[]): Promise<void>
  /** The current fold, for lists; safe to discard. */
  snapshot(run: RunState<unknown>): Promise<void>
  /** `settled`: whether the contract files match the last entry. */
  close(settled: boolean): Promise<void>
}

/** One entry is one append. */
export interface EncodedEntry {
  seq: number
  line: Uint8Array
  /** The line's hash, which the next line names. */
  head: string
  /** Texts stored in the line, by hash. */
  objects: Readonly<Record<string, string>>
  /** Append nothing if mail waits: the entry may have to take it into account. */
  unlessMail?: boolean
}

export interface Appended {
  /** False only if mail waits and the entry was to be held back for it. */
  committed: boolean
  /** Whether mail waits, which saves checking after every entry. */
  mail: boolean
}

/** The contract files of one run in a checkout: projected, compared, and adopted if edited by hand. */
export interface Workspace {
  /** Writes the contract folder for this state: now, or soon if nobody outside can look. */
  project(files: () => FileSet, lines: LogLine[], when: 'now' | 'soon'): Promise<void>
  flush(): Promise<void>
  /** Artifact files that were edited by hand since we last wrote them. */
  edits(): Promise<{ path: string; text: string }[]>
  /** Repairs whatever differs from the journal. */
  repair(files: FileSet, how: RepairOptions): Promise<Repair[]>
  /** Writes what is pending; tells whether everything could be written. */
  close(): Promise<boolean>
}

export interface RepairOptions {
  logs: Record<string, LogState>
  /** Whether the last writer is known to have written everything: then an earlier version of an artifact is an edit. */
  settled: boolean
  /** Every line of the append-only files, from the journal. */
  rebuild(): Promise<LogLine[]>
}

/** Something differed from the journal and was repaired. */
export interface Repair {
  path: string
  /** `torn`: an entry cut short by a crash was removed from the journal. */
  what: 'missing' | 'differs' | 'behind' | 'torn'
}

/** From another process to the writer. Never an answer to a gate: a gate waits without a writer, and a file proves nothing about who wrote it. */
export type Mail = { id: string } & ({ kind: 'stop'; reason: string; by: string } | { kind: 'reply'; task: string; reply: Reply })

export interface TaskContext {
  run: string
  workflow: string
  /** Hash of the journal's last entry when the task began. */
  head: string
  /** 1, or more if it was requested before and no reply was recorded. */
  attempt: number
  /** How many of those were outages. */
  outages?: number
  /** What a child run may spend, if the run has a budget. */
  budget?: Budget | undefined
  signal: AbortSignal
  object(hash: string): Promise<string>
  /** A long task has progressed: the driver checks for stop requests. */
  pulse(): void
  /** Live words for a progress line; never recorded. */
  say(text: string): void
}

export interface Ports {
  clock: Clock
  /** Whether a task stays inside this process, so that nobody can see its files lag briefly. */
  inProcess?(task: Task): boolean
  /** Whether a task is performed outside and its reply submitted; it may wait across processes. */
  hosted?(task: Task): boolean
  ask(task: AskAgent, context: TaskContext): Promise<Performed>
  evaluate(task: Evaluate, context: TaskContext): Promise<Performed>
  observe(task: Observe, context: TaskContext): Promise<Performed>
  effect(task: Effect, context: TaskContext): Promise<Performed>
  child?(task: Child, context: TaskContext): Promise<Performed>
}
