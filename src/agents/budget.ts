// A run's budgets in words, with warnings at 70% and 90%.
import { type Budget, type BudgetKind, type Costs, type Spending, type Spent, spent } from '../kernel/budget.ts'
import { Fault } from '../schema/fault.ts'
import { pricesAsOf } from './prices.ts'

export interface Meter {
  kind: BudgetKind
  used: number
  limit: number
  /** 1000 means fully used; never rounded up to a threshold that wasn't reached. */
  permille: number
}

export interface Exceeded extends Meter {
  overshoot: number
}

const warnAt = [70, 90] as const

/** One meter per budget that is set, in a fixed order. */
export function meters(budget: Budget, used: Spent): Meter[] {
  const kinds = ['calls', 'tokens', 'costUsd', 'seconds'] as const
  return kinds.flatMap((kind) => {
    const allowed = budget[kind]
    if (allowed === undefined) return []
    const amount = kind === 'costUsd' ? used.costMicros : used[kind]
    const limit = kind === 'costUsd' ? Math.round(allowed * 1e6) : allowed
    return [{ kind, used: amount, limit, permille: limit > 0 ? Math.floor((amount * 1000) / limit) : 1000 }]
  })
}

/** Thresholds crossed between two states: each is reported once per run, however often this is called. */
export function newWarnings(budget: Budget, before: Spent, after: Spent): (Meter & { percent: number })[] {
  const earlier = meters(budget, before)
  return meters(budget, after).flatMap((meter, index) => {
    const reached = (permille: number) => warnAt.filter((percent) => permille >= percent * 10)
    const news = reached(meter.permille).filter((percent) => !reached(earlier[index]?.permille ?? 0).includes(percent))
    return news.map((percent) => ({ ...meter, percent }))
  })
}

/** In words, the 70% and 90% marks that these latest replies crossed. */
export function budgetWarnings(budget: Budget, now: Spending, replies: readonly Costs[]): string[] {
  const after = spent(now)
  const before = spent(replies.reduce(without, now))
  return newWarnings(budget, before, after).map((meter) => `budget: ${meter.percent}% used, ${meterText(meter, after.unpriced)}`)
}

function without({ usage: total, ms }: Spending, { usage, ms: took }: Costs): Spending {
  if (!usage) return { usage: total, ms: ms - took }
  return {
    usage: {
      ...total,
      calls: total.calls - usage.calls,
      tokensIn: total.tokensIn - usage.tokensIn,
      tokensOut: total.tokensOut - usage.tokensOut,
      costMicros: (total.costMicros ?? 0) - (usage.costMicros ?? 0),
    },
    ms: ms - took,
  }
}

/** Each budget that is set, with its usage in words. */
export function budgetShown(budget: Budget, now: Spending): (Meter & { text: string })[] {
  return meters(budget, spent(now)).map((meter) => ({ ...meter, text: meterText(meter, now.usage.unpriced) }))
}

/** The first exhausted budget, or null. */
export function exceeded(budget: Budget, used: Spent): Exceeded | null {
  const over = meters(budget, used).find((meter) => meter.used >= meter.limit)
  return over ? { ...over, overshoot: over.used - over.limit } : null
}

/** `$0.42 of $1.00`, `3 of 10 calls`; says if the money is only a lower bound. */
export function meterText({ kind, used, limit }: Meter, unpriced = 0): string {
  if (kind === 'costUsd')
    return `${unpriced > 0 ? 'at least ' : ''}${dollars(used)} of ${dollars(limit)}${unpriced > 0 ? ` (${unpriced} calls of unknown price)` : ''}`
  return `${used} of ${limit} ${kind}`
}

/** A money budget can't be enforced for a maker of unknown price, so such a run isn't started. */
export function checkPriced(budget: Budget, makers: readonly { role: string; name: string; priced: boolean }[]): void {
  if (budget.costUsd === undefined) return
  const unknown = makers.filter(({ priced }) => !priced)
  if (unknown.length === 0) return
  throw new Fault(
    'refused',
    `the budget of ${dollars(Math.round(budget.costUsd * 1e6))} can't be kept: the price of ${unknown.map(({ role, name }) => `${name} (${role})`).join(', ')} is unknown`,
    {
      fix: `Give the price of that maker in whetstone.yaml (price: {input: …, output: …} in dollars per million tokens, or price: free), or limit calls, tokens or seconds instead. whet's own prices are from ${pricesAsOf}.`,
    },
  )
}

function dollars(micros: number): string {
  return `$${(micros / 1e6).toFixed(micros % 10_000 === 0 ? 2 : 4)}`
}
