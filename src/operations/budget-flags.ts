// Budget limits of a run: flags first, then whetstone.yaml.
import * as z from 'zod'
import { checkPriced } from '../agents/budget.ts'
import { type Budget } from '../kernel/budget.ts'
import { given } from '../lib/given.ts'
import type { Makers, World } from './world.ts'
import * as field from './field.ts'

export const budgetFlags = {
  calls: field.whole('budget: calls to makers', { assistant: 'value', told: 'budget', value: 'n' }),
  tokenBudget: field.whole('budget: tokens in and out', { assistant: 'value', told: 'budget', value: 'n', formerly: 'tokens' }),
  cost: z.coerce.number().positive().optional().meta({ assistant: 'value', description: 'budget: dollars', told: 'budget', value: 'usd' }),
  seconds: field.whole('budget: seconds spent in steps', { assistant: 'value', told: 'budget', value: 'n' }),
}

type Flags = { [N in keyof typeof budgetFlags]?: number | undefined }

/** Refuses a money budget that couldn't be enforced. */
export function budgetOf({ calls, tokenBudget, cost, seconds }: Flags, world: World, { priced }: Makers): Budget {
  const set = world.config.config.budget ?? {}
  const budget = given({
    calls: calls ?? set.calls,
    tokens: tokenBudget ?? set.tokens,
    costUsd: cost ?? set.cost_usd,
    seconds: seconds ?? set.seconds,
  })
  checkPriced(budget, priced)
  return budget
}
