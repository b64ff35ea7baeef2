// The contract every maker fulfils: a prompt in, a reply out, with what it cost and what it said about itself.
import type { Json } from '../schema/event.ts'
import type { Usage } from '../kernel/task.ts'

export interface Provider {
  /** As shown and recorded: `model:anthropic/…`, `command:claude`, `host`, `builtin:design-generator`, `scripted:<file>`. */
  name: string
  /** What is pinned at the start of a run; a maker that reports no version is pinned by its name and program version. */
  identify(): Promise<{ model: string; version: string }>
  call(request: ProviderRequest): Promise<ProviderReply | 'pending'>
}

export interface ProviderRequest {
  run: string
  task: string
  role: string
  prompt: string
  expects: 'text' | 'json'
  schema?: Json
  /** Asked of every maker that can take it. */
  temperature: 0 | undefined
  timeoutMs: number
  signal: AbortSignal
}

export interface ProviderReply {
  text: string
  usage: Usage
  /** As reported by the maker, or null when it says nothing. */
  model: string | null
  warnings: string[]
}
