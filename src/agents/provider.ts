// The contract every maker fulfils: a prompt in, a reply out, with its cost and what the maker reported about itself.
import type { ArtifactKind } from '../schema/artifact.ts'
import type { Usage, WorkFolder } from '../kernel/task.ts'
import type { Json } from '../schema/event.ts'

/** The host: performs the step itself and submits the reply. */
export const hostName = 'host'

export interface Provider {
  /** As shown and recorded: `model:anthropic/…`, `command:claude`, `host`, `builtin`, `scripted:<file>`. */
  name: string
  /** The maker's own time limit, if it has one. */
  timeoutMs?: number
  /** Whether it can see pictures. */
  sees?: boolean
  /** Whether the cost of its calls is known; a money budget needs that. */
  priced?: boolean
  /** Pinned at the start of a run; `unknown` if a maker doesn't report it, and then its name and program version are pinned. */
  identify(): Promise<Identity>
  /** Expected failures are values; only damage and our own defects are thrown. */
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
  /** The nonce that fences stored texts in this prompt; differs in every call and isn't part of the request's identity. */
  fence: string
  /** The template's values, unfenced: for makers that are functions and need no prose. */
  slots: Readonly<Record<string, string>>
  expects: 'text' | 'json'
  /** Set if the reply is the artifact. */
  makes?: ArtifactKind
  /** Where a program edits files: a temporary copy of the project with these files (in marked fences), or a working copy. */
  edits?: { files: string } | WorkFolder
  schema?: Json
  pictures?: readonly Picture[]
  /** Requested from every maker that supports it. */
  temperature: 0 | undefined
  timeoutMs: number
  /** Longer replies are refused; a maker that streams stops there. */
  maxReplyBytes: number
  /** For a judge: an assistant that explores by itself finds nothing but the prompt. */
  apart?: true
  signal: AbortSignal
  /** The latest lines a maker says while it works; shown, never recorded. */
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
  /** As reported by the maker, or null. */
  model: string | null
  warnings: string[]
  /** Set if another maker than the requested one wrote it. */
  by?: string
}

export interface ProviderFailure {
  failed: FailureKind
  /** Names the maker, what was expected and what was found. */
  message: string
  /** Present if the failed call was or may have been billed. */
  usage?: Usage
  /** The reply, if there was one. */
  text?: string
  model?: string | null
  warnings?: string[]
  /** If the maker said how long to wait. */
  retryAfterMs?: number
}

export const failureKinds = [
  'unreachable', // nothing was sent: refused connection, unknown host
  'busy', // 429, 503 or 529: asked to come back later
  'denied', // key missing, wrong or not allowed
  'rejected', // the maker rejects the request itself
  'refusal', // the model declined
  'contract', // an answer in the wrong form
  'empty',
  'too_large',
  'exit', // a program that exited with an error
  'broken', // it, or the connection, died after the request was accepted
  'timeout',
  'aborted',
  'pin_changed', // template, maker or model differ from the run's pins
  'leak', // a judge's prompt that reveals earlier scores or feedback; it wasn't sent
] as const

export type FailureKind = (typeof failureKinds)[number]

/** One call of unknown price. */
export const unknownUsage: Usage = { calls: 1, tokensIn: 0, tokensOut: 0, costMicros: null }

export const freeUsage: Usage = { calls: 1, tokensIn: 0, tokensOut: 0, costMicros: 0 }
