// A maker's result as the kernel records it: JSON parsed strictly, sizes limited, failures named.
import type { Reply, Usage } from '../kernel/task.ts'
import type { Json } from '../schema/event.ts'
import { readJson } from './json-reply.ts'
import type { ProviderFailure, ProviderReply } from './provider.ts'

/** How much of an unusable reply is kept beside the error. */
const keptText = 16_384

export function readReply(reply: ProviderReply, expects: 'text' | 'json', meta: Record<string, Json>): Reply {
  if (reply.text.trim() === '') return failedReply({ failed: 'empty', message: "the maker's answer was empty", usage: reply.usage }, meta)
  if (expects === 'text') return { ok: true, text: reply.text, usage: reply.usage, meta }
  const read = readJson(reply.text)
  if ('value' in read) return { ok: true, value: read.value, usage: reply.usage, meta }
  return failedReply({ failed: 'contract', message: read.problem, usage: reply.usage, text: reply.text }, meta)
}

export function failedReply(failure: ProviderFailure, meta: Record<string, Json>): Reply {
  const kept = failure.text === undefined ? meta : { ...meta, text: failure.text.slice(0, keptText) }
  return {
    ok: false,
    error: { code: failure.failed, message: failure.message },
    meta: kept,
    ...(failure.usage && { usage: failure.usage satisfies Usage }),
  }
}
