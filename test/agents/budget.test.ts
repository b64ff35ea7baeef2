// Budgets and prices.
import { describe, expect, it } from 'vitest'
import { budgetWarnings, checkPriced, exceeded, meterText, meters, newWarnings } from '../../src/agents/budget.ts'
import { type Spent, nothingSpent, spend, spent } from '../../src/kernel/budget.ts'
import { costMicros, priceOf } from '../../src/agents/prices.ts'

const used = (more: Partial<Spent> = {}): Spent => ({ calls: 0, tokens: 0, costMicros: 0, seconds: 0, unpriced: 0, ...more })

describe('budgets', () => {
  it('nothing set, nothing metered', () => {
    expect(meters({}, used({ calls: 99 }))).toEqual([])
    expect(exceeded({}, used({ calls: 99 }))).toBeNull()
  })

  it.each([
    ['calls', { calls: 4 }, used({ calls: 4 }), { kind: 'calls', used: 4, limit: 4, overshoot: 0 }],
    ['tokens', { tokens: 1000 }, used({ tokens: 1300 }), { kind: 'tokens', overshoot: 300 }],
    ['money', { costUsd: 0.1 }, used({ costMicros: 100_001 }), { kind: 'costUsd', used: 100_001, limit: 100_000, overshoot: 1 }],
    ['time', { seconds: 60 }, used({ seconds: 61 }), { kind: 'seconds', overshoot: 1 }],
  ])('%s used up is exceeded with used, limit and overshoot', (_kind, budget, spending, expected) => {
    expect(exceeded(budget, spending)).toMatchObject(expected)
  })

  it.each([
    [{ calls: 4 }, used({ calls: 3 })],
    [{ costUsd: 0.1 }, used({ costMicros: 99_999 })],
  ])('%o is not exceeded by the last unit below it', (budget, spending) => {
    expect(exceeded(budget, spending)).toBeNull()
  })

  it('each threshold is said once, both when one step crosses both', () => {
    const budget = { calls: 10, tokens: 1000 }
    const percents = (before: Spent, after: Spent) => newWarnings(budget, before, after).map(({ kind, percent }) => `${kind} ${percent}`)
    expect(percents(used({ calls: 6 }), used({ calls: 7 }))).toEqual(['calls 70'])
    expect(percents(used({ calls: 7 }), used({ calls: 8, tokens: 699 }))).toEqual([])
    expect(percents(used({ calls: 8 }), used({ calls: 9, tokens: 950 }))).toEqual(['calls 90', 'tokens 70', 'tokens 90'])
    expect(percents(used({ calls: 9, tokens: 950 }), used({ calls: 12, tokens: 2000 }))).toEqual([])
  })

  it('spending is read from a run, unknown prices counted', () => {
    expect(spent({ usage: { calls: 3, tokensIn: 10, tokensOut: 5, costMicros: null, unpriced: 2 }, ms: 7_900 })).toEqual({
      calls: 3,
      tokens: 15,
      costMicros: 0,
      seconds: 7,
      unpriced: 2,
    })
  })

  it('money is shown as a lower bound when some of it is unknown', () => {
    const [meter] = meters({ costUsd: 1 }, used({ costMicros: 420_000 }))
    expect(meterText(meter!)).toBe('$0.42 of $1.00')
    expect(meterText(meter!, 2)).toBe('at least $0.42 of $1.00 (2 calls of unknown price)')
  })

  it('a money budget with an unpriced maker is refused with the ways out', () => {
    const makers = [
      { role: 'produce', name: 'model:openai/gpt-9', priced: false },
      { role: 'critique', name: 'builtin', priced: true },
    ]
    expect(() => checkPriced({ costUsd: 2 }, makers)).toThrow(
      expect.objectContaining({
        code: 'refused',
        message: expect.stringMatching(/\$2\.00.*gpt-9 \(produce\) is unknown/),
        fix: expect.stringContaining('price: free'),
      }),
    )
    expect(() => checkPriced({ calls: 2 }, makers)).not.toThrow()
    expect(() => checkPriced({ costUsd: 2 }, makers.slice(1))).not.toThrow()
  })
})

describe('prices', () => {
  it.each([
    ['claude-haiku-4-5-20251001', 1],
    ['anthropic/claude-haiku-4-5', 1],
    ['models/gemini-2.5-flash', 0.3],
    ['gpt-4o-2024-08-06', 2.5],
  ])('%s has the price of its base', (model, input) => {
    expect(priceOf(model)).toMatchObject({ input })
  })

  it.each(['gpt-4', 'constructor', '', 'claude-haiku-4-5-turbo'])('%s is unknown, and so is its cost', (model) => {
    expect(priceOf(model)).toBe('unknown')
    expect(costMicros(model, { tokensIn: 1, tokensOut: 1 })).toBeNull()
  })

  it('cost is exact in millionths, cached tokens cheaper, long prompts dearer', () => {
    expect(costMicros('claude-haiku-4-5', { tokensIn: 1000, tokensOut: 100 })).toBe(1500)
    expect(costMicros('claude-haiku-4-5', { tokensIn: 1000, tokensOut: 100, cachedIn: 400 })).toBe(1140)
    expect(costMicros('gemini-2.5-pro', { tokensIn: 200_000, tokensOut: 0 })).toBe(250_000)
    expect(costMicros('gemini-2.5-pro', { tokensIn: 200_001, tokensOut: 0 })).toBe(500_003)
  })
})

describe('what replies add up to', () => {
  const reply = (calls: number, ms: number) => ({ usage: { calls, tokensIn: 90, tokensOut: 10, costMicros: 100_000 }, ms })
  const after = (...replies: ReturnType<typeof reply>[]) => replies.reduce(spend, nothingSpent)

  it('is kept with what has no price', () => {
    expect(spend(after(reply(1, 1500)), { usage: { calls: 1, tokensIn: 0, tokensOut: 0, costMicros: null }, ms: 600 })).toEqual({
      usage: { calls: 2, tokensIn: 90, tokensOut: 10, costMicros: 100_000, unpriced: 1 },
      ms: 2_100,
    })
    expect(spend(nothingSpent, { ms: 5 })).toEqual({ ...nothingSpent, ms: 5 })
  })

  it('is warned of by the reply that crosses a threshold, and by no later one', () => {
    const all = Array.from({ length: 10 }, () => reply(1, 1000))
    const said = all.map((last, index) => budgetWarnings({ calls: 10, costUsd: 1, seconds: 20 }, after(...all.slice(0, index + 1)), [last]))
    expect(said.map((lines) => lines.length)).toEqual([0, 0, 0, 0, 0, 0, 2, 0, 2, 0])
    expect(said[6]).toEqual(['budget: 70% used, 7 of 10 calls', 'budget: 70% used, $0.70 of $1.00'])
    expect(budgetWarnings({ seconds: 10 }, after(...all), all)).toEqual([
      'budget: 70% used, 10 of 10 seconds',
      'budget: 90% used, 10 of 10 seconds',
    ])
    expect(budgetWarnings({ seconds: 10 }, after(...all.slice(0, 7)), [{ ms: 0 }])).toEqual([])
  })
})
