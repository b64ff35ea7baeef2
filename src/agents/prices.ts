// Prices of models, as dated data. An unlisted model has an unknown price, and is reported as such.
import type { Usage } from '../kernel/task.ts'

export interface Price {
  /** Dollars per million tokens. */
  input: number
  cachedInput: number
  output: number
  /** Prompts with more tokens than this have these prices throughout. */
  long?: { above: number; input: number; cachedInput: number; output: number }
}

/** When the list prices below were read. */
export const pricesAsOf = '2026-11-15'

/** Base names: a dated release costs the same. Standard tier. */
const prices: Readonly<Record<string, Price>> = {
  'claude-fable-5-1': { input: 10, cachedInput: 0.25, output: 50 },
  'claude-fable-5': { input: 10, cachedInput: 1, output: 50 },
  'claude-opus-5-5': { input: 4, cachedInput: 0.4, output: 20 },
  'claude-opus-5': { input: 5, cachedInput: 0.5, output: 25 },
  'claude-opus-4-8': { input: 5, cachedInput: 0.5, output: 25 },
  'claude-opus-4-7': { input: 5, cachedInput: 0.5, output: 25 },
  'claude-opus-4-6': { input: 5, cachedInput: 0.5, output: 25 },
  'claude-opus-4-5': { input: 5, cachedInput: 0.5, output: 25 },
  'claude-sonnet-5-5': { input: 2, cachedInput: 0.2, output: 10 },
  'claude-sonnet-5': { input: 2, cachedInput: 0.2, output: 10 },
  'claude-sonnet-4-6': { input: 3, cachedInput: 0.3, output: 15 },
  'claude-sonnet-4-5': { input: 3, cachedInput: 0.3, output: 15 },
  'claude-haiku-5-5': { input: 0.1, cachedInput: 0.01, output: 0.5, long: { above: 100_000, input: 0.5, cachedInput: 0.05, output: 2.5 } },
  'claude-haiku-4-5': { input: 1, cachedInput: 0.1, output: 5 },
  'gpt-6.1-sol': { input: 2, cachedInput: 0.1, output: 10, long: { above: 272_000, input: 4, cachedInput: 0.2, output: 15 } },
  'gpt-6-sol': { input: 2, cachedInput: 0.2, output: 10, long: { above: 272_000, input: 4, cachedInput: 0.4, output: 15 } },
  'gpt-6-luna': { input: 0.1, cachedInput: 0.01, output: 0.5, long: { above: 272_000, input: 0.2, cachedInput: 0.02, output: 0.75 } },
  'gpt-5.4': { input: 2.5, cachedInput: 0.25, output: 15, long: { above: 272_000, input: 5, cachedInput: 0.5, output: 22.5 } },
  'gpt-5.4-mini': { input: 0.75, cachedInput: 0.075, output: 4.5 },
  'gpt-5.4-nano': { input: 0.2, cachedInput: 0.02, output: 1.25 },
  'gpt-5.2': { input: 1.75, cachedInput: 0.175, output: 14 },
  'gpt-5.1': { input: 1.25, cachedInput: 0.125, output: 10 },
  'gpt-5': { input: 1.25, cachedInput: 0.125, output: 10 },
  'gpt-5-mini': { input: 0.25, cachedInput: 0.025, output: 2 },
  'gpt-5-nano': { input: 0.05, cachedInput: 0.005, output: 0.4 },
  'gpt-4.1': { input: 2, cachedInput: 0.5, output: 8 },
  'gpt-4.1-mini': { input: 0.4, cachedInput: 0.1, output: 1.6 },
  'gpt-4o': { input: 2.5, cachedInput: 1.25, output: 10 },
  'gpt-4o-mini': { input: 0.15, cachedInput: 0.075, output: 0.6 },
  'gemini-3.8-flash': { input: 0.75, cachedInput: 0.075, output: 3.75 },
  'gemini-3.5-flash': { input: 1.5, cachedInput: 0.15, output: 9 },
  'gemini-3.1-pro-preview': { input: 2, cachedInput: 0.2, output: 12, long: { above: 200_000, input: 4, cachedInput: 0.4, output: 18 } },
  'gemini-2.5-pro': { input: 1.25, cachedInput: 0.125, output: 10, long: { above: 200_000, input: 2.5, cachedInput: 0.25, output: 15 } },
  'gemini-2.5-flash': { input: 0.3, cachedInput: 0.03, output: 2.5 },
  'gemini-2.5-flash-lite': { input: 0.1, cachedInput: 0.01, output: 0.4 },
}

export function priceOf(model: string): Price | 'unknown' {
  const name = baseName(model)
  return Object.hasOwn(prices, name) ? (prices[name] as Price) : 'unknown'
}

/** A price as a person states it. */
export function statedPrice(price: 'free' | { input: number; output: number; cached_input?: number | undefined }): Price {
  return price === 'free'
    ? { input: 0, cachedInput: 0, output: 0 }
    : { input: price.input, cachedInput: price.cached_input ?? price.input, output: price.output }
}

/** Millionths of a dollar, or null if the price is unknown: dollars per million tokens equal millionths of a dollar per token. */
export function costMicros(
  price: string | Price,
  { tokensIn, tokensOut, cachedIn = 0 }: Pick<Usage, 'tokensIn' | 'tokensOut'> & { cachedIn?: number },
): number | null {
  const known = typeof price === 'string' ? priceOf(price) : price
  if (known === 'unknown') return null
  const rate = known.long && tokensIn > known.long.above ? known.long : known
  const cached = Math.min(cachedIn, tokensIn)
  return Math.round((tokensIn - cached) * rate.input + cached * rate.cachedInput + tokensOut * rate.output)
}

/** `models/gemini-…`, `anthropic/claude-…@20260101` and `gpt-…-2026-01-01`, reduced to the base name. */
function baseName(model: string): string {
  const bare = model.toLowerCase().slice(model.lastIndexOf('/') + 1)
  return bare.replace(/[-@](\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')
}
