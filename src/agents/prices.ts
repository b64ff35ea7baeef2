// What models cost, as data with a date. A model that is not listed has an unknown price, and that is said.
import type { Usage } from '../kernel/task.ts'

export interface Price {
  /** Dollars for a million tokens. */
  input: number
  output: number
  cachedInput: number
}

/** When the list prices below were read. */
export const pricesAsOf = '2026-11'

/** Base names; a dated release (`…-20260701`) has the price of its base. Standard tier, short prompts. */
const prices: Readonly<Record<string, Price>> = {
  'claude-fable-5.1': { input: 10, output: 50, cachedInput: 0.25 },
}

export function priceOf(model: string): Price | 'unknown' {
  const name = baseName(model)
  return Object.hasOwn(prices, name) ? (prices[name] as Price) : 'unknown'
}

/** Millionths of a dollar, or null when the price is unknown. Dollars a million tokens are millionths of a dollar a token. */
export function costMicros(model: string, { tokensIn, tokensOut, cachedIn = 0 }: Pick<Usage, 'tokensIn' | 'tokensOut'> & { cachedIn?: number }): number | null {
  const price = priceOf(model)
  if (price === 'unknown') return null
  const cached = Math.min(cachedIn, tokensIn)
  return Math.round((tokensIn - cached) * price.input + cached * price.cachedInput + tokensOut * price.output)
}

/** `models/gemini-…`, `anthropic/claude-…@20260101` and `gpt-…-2026-01-01` without their wrapping. */
function baseName(model: string): string {
  const bare = model.toLowerCase().slice(model.lastIndexOf('/') + 1)
  return bare.replace(/[-@](\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')
}
