// The contract every maker fulfils: a prompt in, a reply out, with what it cost and what it said about itself.
import type { ArtifactKind } from '../schema/artifact.ts'
import type { Usage, WorkFolder } from '../kernel/task.ts'
import type { Json } from '../schema/event.ts'

/** The maker that is whoever calls us: it performs the step itself and submits the reply. */
export const hostName = 'host'

export interface Provider {
  /** As shown and recorded: `model:anthropic/…`, `command:claude`, `host`, `builtin`, `scripted:<file>`. */
  name: string
  /** Where this maker has a time limit of its own. */
  timeoutMs?: number
  /** Whether pictures can be shown to it. */
  sees?: boolean
  /** Whether the cost of its calls is known; a money budget needs that. */
  priced?: boolean
  /** What is pinned at the start of a run; `unknown` where a maker does not say, and then its name and program version pin it. */
  identify(): Promise<Identity>
  /** An expected failure is a value; only damage and our own defects are thrown. */
  call(request: ProviderRequest): Promise<ProviderResult>
}

export interface Identity {
  model: string
  version: string
}

export interface ProviderRequest {
  run: string
  task: string
  role: string
  prompt: string
  /** The nonce that fences stored texts in this prompt; it differs in every call and stands outside the request's identity. */
  fence: string
  /** What filled the template, unfenced: for makers that are functions and need no prose. */
  slots: Readonly<Record<string, string>>
  expects: 'text' | 'json'
  /** Set where the reply is the artifact. */
  makes?: ArtifactKind
  /** Where a program edits files: a throw-away copy of the project with these files (in marked fences), or a working copy. */
  edits?: { files: string } | WorkFolder
  schema?: Json
  pictures?: readonly Picture[]
  /** Asked of every maker that can take it. */
  temperature: 0 | undefined
  timeoutMs: number
  /** Replies beyond this are refused; a maker that streams stops there. */
  maxReplyBytes: number
  /** A judge: an assistant that looks around by itself is given nothing to find but the prompt. */
  apart?: true
  signal: AbortSignal
  /** The last lines of what it says while it works, where it says anything: for eyes only, never recorded. */
  hear?(text: string): void
}

export interface Picture {
  says: string
  png: Uint8Array
}

export type ProviderResult = ProviderReply | ProviderFailure | 'pending'

export interface ProviderReply {
  text: string
  usage: Usage
  /** As reported by the maker, or null when it says nothing. */
  model: string | null
  warnings: string[]
  /** Set where another maker than the one asked wrote it. */
  by?: string
}

export interface ProviderFailure {
  failed: FailureKind
  /** Names the maker, what was expected and what was found. */
  message: string
  /** Present when the failed call was or may have been paid for. */
  usage?: Usage
  /** What came back, where something did. */
  text?: string
  model?: string | null
  warnings?: string[]
  /** When the maker said how long to wait. */
  retryAfterMs?: number
}

export const failureKinds = [
  'unreachable', // nothing was sent: refused connection, unknown host
  'busy', // 429, 503 or 529: asked to come back later
  'denied', // key missing, wrong or not allowed
  'rejected', // the maker calls the request itself wrong
  'refusal', // the model declined
  'contract', // an answer that is not of the form asked for
  'empty',
  'too_large',
  'exit', // a program that ended with an error
  'broken', // died, or the connection did, after the request was taken
  'timeout',
  'aborted',
  'pin_changed', // template, maker or model differ from what the run began with
  'leak', // a judge's prompt that tells of earlier scores or feedback; it was not sent
] as const

export type FailureKind = (typeof failureKinds)[number]

/** One call of which nobody knows the price. */
export const unknownUsage: Usage = { calls: 1, tokensIn: 0, tokensOut: 0, costMicros: null }

export const freeUsage: Usage = { calls: 1, tokensIn: 0, tokensOut: 0, costMicros: 0 }
