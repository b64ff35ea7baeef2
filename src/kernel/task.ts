// What a workflow may ask to have done: tasks as data, replies as data, gates as questions only a person answers.
import type { ArtifactKind } from '../schema/artifact.ts'
import type { Json, ObjectRef } from '../schema/event.ts'
import type { TypedCheck } from '../schema/rule.ts'

export type Task = AskAgent | Evaluate | Observe | Effect | Child

/** Ask a maker. The prompt is a versioned template plus slots, so the journal need not hold it twice. */
export interface AskAgent {
  kind: 'ask'
  key: string
  role: string
  template: string
  slots: Record<string, string | SlotText>
  /** The form the reply must have; the maker is told, and structured makers are held to it. */
  expects: 'text' | 'json'
  /** JSON Schema of a json reply, by name in the workflow's contracts. */
  schema?: Json
  /** What lessons have to say, after the prompt; only for whoever makes something, never for a judge. */
  guidelines?: string
  /** What was wrong with the reply before, in one line that follows the same prompt. */
  again?: string
  /** The reply is the artifact, or holds it: it stays as made. Of every other reply, keys are taken out before it is recorded. */
  makes?: ArtifactKind
  /** Where a program may edit files instead of printing them; its words are then optional. */
  edits?: { slot: string } | WorkFolder
  /** PNGs by hash, for a maker that can see; the others get the words alone. */
  pictures?: { object: string; says: string }[]
  /** A maker past its time limit has failed; elsewhere that is an outage. */
  timeLimitEnds?: true
}

/** A working copy that outlives the call. With `{ slot }` instead, the slot's files lie in a throw-away copy of the project, and what changes there becomes part of the reply. */
export interface WorkFolder {
  folder: string
  /** Ours, around the copy. Where the system can see to it, nothing outside the copy changes. */
  place: string
}

/** A text in a prompt, stored or made from the state. It is data: fenced with a nonce of the call, or also made inert (controls, bidi and hidden text shown as such). */
export type SlotText = (ObjectRef | { text: string }) & { as: 'fenced' | 'inert' }

/** Judge an artifact by checks that code can decide; a rule may have several. */
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
  /** Written by a model: held to the list of harmless programs and to the sandboxed copy. */
  prepared?: true
}

/** Read the world; what was read is journaled, so replay needs no world. */
export interface Observe {
  kind: 'observe'
  key: string
  source: string
  /** Plain data, as it is journaled. */
  args: object
  /** Goes along with other tasks, such as a clock: alone it keeps no run from resting. */
  beside?: true
}

/** Change something shared with others: compare-and-swap, idempotent, named by an adapter. */
export interface Effect {
  kind: 'effect'
  key: string
  effect: string
  args: object
}

/** Plain data, as it is shown. */
export type Facts = Record<string, Json | object>

/** Start another run and wait for its outcome. Its id derives from the parent's and the key, so a crash starts it once. */
export interface Child {
  kind: 'child'
  key: string
  workflow: string
  input: object
  /** Texts of the parent that the child begins with, by hash. */
  objects?: string[]
  /** What the child may use of the parent's budget; past it, the child is stopped. */
  limit?: { calls?: number; tokens?: number; costMicros?: number }
}

/** What a child came to: the value of the reply to its task. Its spending is the reply's usage. */
export interface ChildOutcome {
  run: string
  status: string
  reason: string
  passed: boolean
}

export interface Gate<C extends string = string> {
  key: string
  /** What is being decided, in one line. */
  question: string
  choices: readonly Choice<C>[]
  /** What a person needs to see to decide. */
  facts: Facts
  /** Set when the choice needs attested assurance: the SHA-256 of what is decided, the phrase drawn from it, what is done to it beside approving, and who asked for it. */
  decides?: { hash: string; phrase: string; act?: string; askedBy?: string }
}

interface Choice<C extends string = string> {
  name: C
  means: string
  /** Free text that must come with it, e.g. feedback. */
  needsText?: string
  /** Data that may come with it, as the command line takes it; a page has a form for it. */
  takes?: string
  /** Approve, force and promote need an attested person (attended or signed). */
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
  /** Code that was loaded into the process before ours, and could have typed for a person. */
  preload?: readonly string[]
}

export interface Usage {
  calls: number
  tokensIn: number
  tokensOut: number
  /** Millionths of a dollar, so that sums stay exact; null when the price is unknown. */
  costMicros: number | null
}

export type Reply =
  | { ok: true; text: string; usage?: Usage; meta?: Json }
  | { ok: true; value: Json | object; usage?: Usage; meta?: Json }
  | { ok: false; error: ReplyError; usage?: Usage; meta?: Json }

interface ReplyError {
  code: string
  message: string
}

/** The stored texts a task refers to. */
export function taskObjects(task: Task): string[] {
  if (task.kind === 'evaluate') return [task.artifact.object]
  if (task.kind === 'child') return task.objects ?? []
  if (task.kind !== 'ask') return []
  return Object.values(task.slots).flatMap((slot) => (typeof slot !== 'string' && 'object' in slot ? [slot.object] : []))
}

/** Nobody answered, and not because of the question: it stays open and is asked again later. */
export interface Outage {
  outage: { code: string; message: string; /** When to ask again; null when only a person can help. */ until: number | null }
  usage?: Usage
}

/** What performing a task came to: a reply; 'pending': somebody else will submit it (host mode), or its child run waits; or "not now". */
export type Performed = Reply | 'pending' | Outage
