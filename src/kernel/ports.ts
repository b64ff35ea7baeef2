// Everything the driver may touch. Adapters give these hands; tests give them memory.
import type { Answer, AskAgent, Effect, Evaluate, Observe, Performed, Reply } from './task.ts'
import type { FileSet, LogLine } from './workflow.ts'

export interface Clock {
  now(): number
}

/** One run, opened for writing by us alone. */
export interface RunStore {
  /** The commit point: durable when it resolves. */
  append(line: string): Promise<void>
  /** A text by hash; throws an integrity fault when it is gone or does not match. */
  object(hash: string): Promise<string>
  /** Makes a large text durable before the entry that names it. */
  putObject(hash: string, text: string): Promise<void>
  /** Copies of small texts that are already durable in the journal. */
  copyObjects(objects: Record<string, string>): void
  /** Brings the contract folder to this state; writes only what differs. */
  project(files: FileSet, lines: LogLine[]): Promise<void>
  /** Artifact files that a hand outside changed since we last wrote them. */
  edits(): Promise<{ path: string; text: string }[]>
  mail(): Promise<Mail[]>
  dropMail(ids: string[]): Promise<void>
  snapshot(text: string): void
  close(): Promise<void>
}

export type Mail = { id: string } & ({ kind: 'stop'; reason: string; by: string } | { kind: 'answer'; gate: string; answer: Answer } | { kind: 'reply'; task: string; reply: Reply })

export interface TaskContext {
  run: string
  workflow: string
  /** 1, or more when an earlier process asked and never recorded a reply. */
  attempt: number
  signal: AbortSignal
  object(hash: string): Promise<string>
  /** Live words for a progress line; never recorded. */
  say(text: string): void
}

export interface Ports {
  clock: Clock
  ask(task: AskAgent, context: TaskContext): Promise<Performed>
  evaluate(task: Evaluate, context: TaskContext): Promise<Performed>
  observe(task: Observe, context: TaskContext): Promise<Performed>
  effect(task: Effect, context: TaskContext): Promise<Performed>
}
