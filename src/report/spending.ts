// The cost of calls in words: known money, unknown prices named as such, and unanswered requests that may have been billed.
import type { Usage } from '../kernel/task.ts'

export type Spending = Usage & { unpriced: number; mayBePaid?: number }

/** `4 calls, 1240 tokens, $0.0031 and 2 calls of unknown price`. */
export function spendingText({ calls, tokensIn, tokensOut, costMicros, unpriced }: Spending): string {
  const tokens = tokensIn + tokensOut
  const known = costMicros ? money(costMicros) : null
  const unknown =
    unpriced === 0 ? null : unpriced === calls ? 'price unknown' : `${unpriced} ${unpriced === 1 ? 'call' : 'calls'} of unknown price`
  return [
    `${calls} ${calls === 1 ? 'call' : 'calls'}`,
    tokens > 0 ? `${tokens} tokens` : null,
    [known, unknown].filter(Boolean).join(' and ') || null,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Null if every request has its reply. */
export function mayBePaidText(count: number): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? 'request has' : 'requests have'} no recorded reply and may have been paid for`
}

/** For a card; silent if nothing was paid or could have been. */
export function spentLines(usage: Usage & { unpriced: number }, mayBePaid: number): string[] {
  const paid = usage.tokensIn + usage.tokensOut + (usage.costMicros ?? 0) + usage.unpriced > 0
  const parts = [paid ? spendingText(usage) : null, mayBePaidText(mayBePaid)].filter(Boolean)
  return parts.length === 0 ? [] : [`Spent: ${parts.join('; ')}`]
}

/** A reply as one line of a timeline: maker, model and cost. */
export function callText(reply: {
  task: string
  attempt: number
  ok: boolean
  ms: number
  overtaken?: boolean
  error?: unknown
  usage?: Usage
  meta?: object
}): string {
  const {
    maker,
    model,
    warnings = [],
  } = (reply.meta ?? {}) as { maker?: string; model?: { asked: string; reported: string | null }; warnings?: string[] }
  const { code, message } = (reply.error ?? {}) as { code?: string; message?: string }
  return [
    `${reply.task}${reply.attempt > 1 ? `, attempt ${reply.attempt}` : ''}${reply.overtaken ? ', overtaken' : ''}${reply.ok || code === undefined ? '' : ` failed (${code}): ${(message ?? '').slice(0, 200)}`}`,
    maker === undefined ? null : `${maker}${model ? ` (model ${model.reported ?? model.asked})` : ''}`,
    reply.usage ? usageText(reply.usage) : null,
    `${(reply.ms / 1000).toFixed(1)} s`,
    ...warnings.map((warning) => `warning: ${warning}`),
  ]
    .filter(Boolean)
    .join('; ')
}

/** A maker that reports no tokens hasn't used zero. */
function usageText({ tokensIn, tokensOut, costMicros }: Usage): string {
  if (tokensIn + tokensOut === 0 && costMicros === null) return 'tokens and price unknown'
  return `${tokensIn}+${tokensOut} tokens, ${costMicros === null ? 'price unknown' : money(costMicros)}`
}

export const money = (micros: number) => (micros === 0 ? '$0' : `$${(micros / 1e6).toFixed(micros % 10_000 === 0 ? 2 : 4)}`)
