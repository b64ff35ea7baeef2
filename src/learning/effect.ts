// A lesson's effect: how much rarer its error is when given than when held out, with an interval that stays valid however often it is checked.
import type { Interval } from '../lib/statistics.ts'

/** An order that was eligible for the lesson; orders are sorted by their end. */
export interface Outcome {
  /** Proposer and band: only comparable orders are compared. */
  stratum: string
  arm: 'treated' | 'held_out'
  /** The lesson's error occurred. */
  failed: boolean
}

export interface Effect {
  treated: { orders: number; failed: number }
  heldOut: { orders: number; failed: number }
  /** (rate without - rate with) / rate without, over strata that have both arms; null without a control, or if the control never failed. */
  reduction: number | null
  /** Bounds on the difference of the two rates. */
  difference: Interval
  /** The same as a share of the control's rate. */
  reductionInterval: Interval | null
}

export function effectOf(outcomes: readonly Outcome[], alpha: number): Effect {
  const arm = (name: Outcome['arm']) => {
    const of = outcomes.filter((each) => each.arm === name)
    return { orders: of.length, failed: of.filter(({ failed }) => failed).length }
  }
  const rates = standardised(outcomes)
  const difference = interval(blocks(outcomes), alpha)
  const share = (value: number) => (rates && rates.without > 0 ? value / rates.without : null)
  const [low, high] = [share(difference.low), share(difference.high)]
  return {
    treated: arm('treated'),
    heldOut: arm('held_out'),
    reduction: rates && rates.without > 0 ? (rates.without - rates.with) / rates.without : null,
    difference,
    reductionInterval: low === null || high === null ? null : { low, high: Math.min(1, high) },
  }
}

/** Rates over the strata that have both arms, each stratum weighted by its orders. */
function standardised(outcomes: readonly Outcome[]): { with: number; without: number } | null {
  const strata = Object.values(Object.groupBy(outcomes, ({ stratum }) => stratum)).flatMap((of = []) => {
    const rate = (arm: Outcome['arm']) => {
      const those = of.filter((each) => each.arm === arm)
      return those.length === 0 ? null : those.filter(({ failed }) => failed).length / those.length
    }
    const [treated, held] = [rate('treated'), rate('held_out')]
    return treated === null || held === null ? [] : [{ treated, held, orders: of.length }]
  })
  const all = strata.reduce((sum, { orders }) => sum + orders, 0)
  if (all === 0) return null
  const mean = (of: 'treated' | 'held') => strata.reduce((sum, each) => sum + each[of] * each.orders, 0) / all
  return { with: mean('treated'), without: mean('held') }
}

/** A held-out order is compared with at least this many treated ones, and with all that arrived meanwhile. */
const enough = 3

/** One held-out order against the treated ones around it: its excess failure, from -1 to 1. Which orders share a block depends on their arrival and arm, never on their result. */
export function blocks(outcomes: readonly Outcome[]): number[] {
  const open = new Map<string, { treated: boolean[]; held: boolean[] }>()
  const made: number[] = []
  for (const { stratum, arm, failed } of outcomes) {
    const block = open.get(stratum) ?? { treated: [], held: [] }
    open.set(stratum, block)
    ;(arm === 'treated' ? block.treated : block.held).push(failed)
    if (block.held.length === 0 || block.treated.length < enough) continue
    const treated = block.treated.splice(0)
    made.push(Number(block.held.shift()) - treated.filter(Boolean).length / treated.length)
  }
  return made
}

/** Stakes, as shares of the largest allowed bet, with their shares of the capital: small stakes find small effects; large ones let few orders suffice for a large effect. */
const stakes = [
  { stake: 0.1, capital: 0.15 },
  { stake: 0.4, capital: 0.2 },
  { stake: 0.75, capital: 0.3 },
  { stake: 0.95, capital: 0.35 },
]
const halvings = 16

/**
 * Bounds on the mean of the blocks that hold at every look with probability 1 - alpha.
 * Each possible mean is bet against, with the capital split among fixed stakes. A fair bet ever multiplies it by 2 / alpha with probability at most alpha / 2, so a mean whose bets do is ruled out.
 */
export function interval(made: readonly number[], alpha: number): Interval {
  if (made.length === 0) return { low: -1, high: 1 }
  return {
    low: lowest(made, alpha),
    high: -lowest(
      made.map((value) => -value),
      alpha,
    ),
  }
}

/** The smallest mean that isn't ruled out, by bisection: everything below it is ruled out. */
function lowest(made: readonly number[], alpha: number): number {
  let [out, still] = [-1, 1]
  for (let step = 0; step < halvings; step++) {
    const mean = (out + still) / 2
    if (capital(made, mean) >= Math.log(2 / alpha)) out = mean
    else still = mean
  }
  return out
}

/** Logarithm of what the bets that the mean exceeds this one have made of a capital of 1. */
function capital(made: readonly number[], mean: number): number {
  const logs = stakes.map((each) => {
    const bet = each.stake / (1 + mean) // the worst block is -1, and then some capital is left
    return made.reduce((sum, value) => sum + Math.log1p(bet * (value - mean)), Math.log(each.capital))
  })
  const most = Math.max(...logs)
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0))
}
