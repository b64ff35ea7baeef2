// A maker's result as the kernel records it: JSON read strictly, sizes bounded, failures named.
import type { Reply, Usage } from '../kernel/task.ts'
import { canonicalizeText } from '../lib/canonical.ts'
import type { Json } from '../schema/event.ts'
import { toFault } from '../schema/fault.ts'
import type { ProviderFailure, ProviderReply } from './provider.ts'

/** How much of an unusable reply is kept beside the error. */
const keptText = 16_384

export function readReply(reply: ProviderReply, expects: 'text' | 'json', meta: Record<string, Json>): Reply {
  if (reply.text.trim() === '')
    return failedReply({ failed: 'empty', message: 'the maker answered with nothing', usage: reply.usage }, meta)
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

/** JSON alone, or in one code fence that is the whole reply. Duplicate keys, deep nesting and `__proto__` are refused. */
export function readJson(text: string): { value: Json } | { problem: string } {
  const body = unwrap(text.replace(/^\uFEFF/, '').trim())
  try {
    const canonical = canonicalizeText(body)
    if (canonical.includes('"__proto__":')) return { problem: 'the reply has a key "__proto__", which is refused' }
    return { value: JSON.parse(body) as Json }
  } catch (error) {
    return {
      problem: `expected JSON: ${toFault(error).message}; found «${body.slice(0, 80).replaceAll('\n', ' ')}${body.length > 80 ? '…' : ''}»`,
    }
  }
}

function unwrap(text: string): string {
  if (!text.startsWith('```') || !text.endsWith('```')) return text
  const end = text.indexOf('\n')
  const inner = end < 0 ? '' : text.slice(end + 1, -3)
  return /^```(json)?[ \t]*\r?$/.test(text.slice(0, end)) && !inner.includes('\n```') ? inner.trim() : text
}
