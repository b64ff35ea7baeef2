// What a workflow may request: tasks as data, replies as data, gates as questions only a person answers.
import type { ArtifactKind } from '../schema/artifact.ts'
import type { Json, ObjectRef } from '../schema/event.ts'
import type { TypedCheck } from '../schema/rule.ts'

export type Task = AskAgent | Evaluate | Observe | Effect | Child

/** A request to a maker. The prompt is a versioned template plus slots, so the journal doesn't hold it twice. */
export interface AskAgent {
  kind: 'ask'
  key: string
  role: string
  template: string
  slots: Record<string, string | SlotText>
  /** The form of the reply; makers are told, and those with structured output are held to it. */
  expects: 'text' | 'json'
  /** JSON Schema of a json reply, by name in the workflow's contracts. */
  schema?: Json
  /** Lessons, appended to the prompt; only for makers, never for a judge. */
  guidelines?: string
  /** The fault of the previous reply, as one line after the same prompt. */
  again?: string
  /** The reply is or contains the artifact, so it stays as made. Keys are removed from all other replies before they are recorded. */
  makes?: ArtifactKind
  /** Where a program may edit files instead of printing them; its output is then optional. */
  edits?: { slot: string } | WorkFolder
  /** PNGs by hash, for makers that can see; others get the words alone. */
  pictures?: { object: string; says: string }[]
  /** A maker past its time limit has failed; without this it counts as an outage. */
  timeLimitEnds?: true
}

/** A working copy that outlives the call. With `{ slot }` instead, the slot's files lie in a temporary copy of the project, and changes there become part of the reply. */
export interface WorkFolder {
  folder: string
  /** Our folder around the copy. If the system can enforce it, nothing outside the copy changes. */
  place: string
}

/** A text in a prompt, stored or derived from the state. It is data: fenced with a nonce, or also made inert (controls, bidi and hidden text made visible). */
export type SlotText = (ObjectRef | { text: string }) & { as: 'fenced' | 'inert' }

/** Judges an artifact by checks that code decides; a rule may have several. */
export interface Evaluate {
  kind: 'evaluate'
  key: string
  artifact: ObjectRef
  /** Path shown in evidence. */
  name: string
  checks: RuleCheck[]
  /** Commands run only if a person allowed commands for this run. */
  allowCommands: boolean
}

export interface RuleCheck {
  ruleId: string
  check: TypedCheck
  /** Written by a model: limited to the list of harmless programs and the sandboxed copy. */
  prepared?: true
}

/** Reads the world; the result is journaled, so replay needs no world. */
export interface Observe {
  kind: 'observe'
  key: string
  source: string
  /** Plain data, as it is journaled. */
  args: object
  /** Runs beside other tasks, such as a clock; alone it doesn't keep a run from resting. */
  beside?: true
}

/** Changes something shared: compare-and-swap, idempotent, named by an adapter. */
export interface Effect {
  kind: 'effect'
  key: string
  effect: string
  args: object
}

/** Plain data, as it is shown. */
export type Facts = Record<string, Json | object>

/** Starts another run and waits for its outcome. Its id derives from the parent's id and the key, so a crash starts it once. */
export interface Child {
  kind: 'child'
  key: string
  workflow: string
  /** What it begins with. The driver gives it its share of the run's budget, if there is one. */
  input: object
}

/** A child's outcome: the value of the reply to its task. Its cost is the reply's usage. */
export interface ChildOutcome {
  run: string
  status: string
  reason: string
  passed: boolean
}

export interface Gate<K extends string = string, C extends string = string> {
  /** Its kind, and what tells it from others of that kind. */
  key: K | `${K}:${string}`
  /** What is being decided, in one line. */
  question: string
  choices: readonly Choice<C>[]
  /** What a person needs to see to decide. */
  facts: Facts
  /** Set if the choice must be attested: the SHA-256 of what is decided, the phrase derived from it, what is done besides approving, and who asked for it. */
  decides?: { hash: string; phrase: string; act?: string; askedBy?: string }
}

export const kindOf = <K extends string>({ key }: Gate<K>) => key.split(':', 1)[0] as K

interface Choice<C extends string = string> {
  name: C
  means: string
  /** Free text that must come with it, e.g. feedback. */
  needsText?: string
  /** Data that may come with it, as the command line takes it; a page has a form for it. */
  takes?: string
  /** Approving, forcing and promoting need an attested person (attended or signed). */
  attested?: boolean
}

export type Assurance = 'attended' | 'signed' | 'unattested'

export interface Answer {
  choice: string
  text?: string
  /** Structured additions, e.g. edited criteria. */
  data?: Json
  by: string
  assurance: Assurance
  signature?: string
  /** Code preloaded into the process, which could have typed for a person. */
  preload?: readonly string[]
}

export interface Usage {
  calls: number
  tokensIn: number
  tokensOut: number
  /** Millionths of a dollar, so that sums stay exact; null if the price is unknown. */
  costMicros: number | null
}

export type Reply =
  | { ok: true; text: string; usage?: Usage; meta?: Json }
  /** `ms`: what a child run took, however often it was resumed. */
  | { ok: true; value: Json | object; usage?: Usage; meta?: Json; ms?: number }
  | { ok: false; error: ReplyError; usage?: Usage; meta?: Json }

interface ReplyError {
  code: string
  message: string
}

/** The stored texts a task refers to. */
export function taskObjects(task: Task): string[] {
  if (task.kind === 'evaluate') return [task.artifact.object]
  if (task.kind !== 'ask') return []
  return Object.values(task.slots).flatMap((slot) => (typeof slot !== 'string' && 'object' in slot ? [slot.object] : []))
}

/** An outage unrelated to the request: the task stays open and is requested again later. */
export interface Outage {
  outage: { code: string; message: string; /** When to ask again; null when only a person can help. */ until: number | null }
  usage?: Usage
}

/** The result of performing a task: a reply; 'pending' if it will be submitted from outside (host mode) or its child run waits; or an outage. */
export type Performed = Reply | 'pending' | Outage
