// Everything the driver may touch. Adapters give these hands; tests give them memory.
import type { AskAgent, Child, Effect, Evaluate, Observe, Performed, Reply, Task } from './task.ts'
import type { RunState } from './reduce.ts'
import type { FileSet, LogLine } from './workflow.ts'

export interface Clock {
  now(): number
}

/** One run, opened for writing by us alone. */
export interface RunStore {
  /** The commit point: durable when it resolves. */
  append(line: Uint8Array): Promise<void>
  /** A text by hash; throws an integrity fault when it is gone or does not match. */
  object(hash: string): Promise<string>
  /** Makes a large text durable before the entry that names it. */
  putObject(hash: string, text: string): Promise<void>
  /** Copies of small texts that are already durable in the journal. */
  copyObjects(objects: Record<string, string>): void
  /** Brings the contract folder to this state, now or, when nobody outside can look, soon. */
  project(files: () => FileSet, lines: LogLine[], when: 'now' | 'soon'): Promise<void>
  flush(): Promise<void>
  /** Artifact files that a hand outside changed since we last wrote them. */
  edits(): Promise<{ path: string; text: string }[]>
  mail(): Promise<Mail[]>
  dropMail(ids: string[]): Promise<void>
  /** The fold so far, to make the next opening fast; it can always be thrown away. */
  snapshot(run: RunState<unknown>): void
  close(): Promise<void>
}

/** From another process to the writer. Never an answer to a gate: a gate rests without a writer, and a file proves no person. */
export type Mail = { id: string } & ({ kind: 'stop'; reason: string; by: string } | { kind: 'reply'; task: string; reply: Reply })

export interface TaskContext {
  run: string
  workflow: string
  /** Hash of the journal's last entry when the task began. */
  head: string
  /** 1, or more when an earlier process asked and never recorded a reply. */
  attempt: number
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
