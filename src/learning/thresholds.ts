// Trials of a cheaper proposer on harder work than it is trusted with: who is chosen, when the trial ends, and what it shows.
import { wilson } from '../lib/statistics.ts'
import { sha256 } from '../lib/hash.ts'
import type { Experiment } from './book.ts'

export const targetSuccessRate = 0.7
export const minimumAttempts = 30
/** Out of the orders between the two thresholds. */
const triedShare = 0.5

/** Whether this order is in the experiment: harder than the proposer is trusted with, and chosen by the coin. */
export function isTried({ id, status, current, experimental }: Experiment, order: string, complexity: number, seed: string): boolean {
  if (status !== 'running' || complexity <= current || complexity > experimental) return false
  return Number.parseInt(sha256(JSON.stringify([seed, id, order])).slice(0, 8), 16) / 2 ** 32 < triedShare
}

/** What the book says about thresholds when an order begins. */
export interface Trying {
  seed: string
  experiments: readonly Experiment[]
}

/** How far each proposer is trusted with this order: as configured, promoted since, or under trial. */
export function thresholdsFor<P extends { maker: string; upTo: number | null }>(
  proposers: readonly P[],
  { seed, experiments }: Trying,
  order: string,
  complexity: number,
): P[] {
  return proposers.map((proposer) => {
    const { maker, upTo } = proposer
    const raised = experiments
      .filter((each) => each.proposer === maker && (each.status === 'promoted' || isTried(each, order, complexity, seed)))
      .map(({ experimental }) => experimental)
    return upTo === null || raised.length === 0 ? proposer : { ...proposer, upTo: Math.max(upTo, ...raised) }
  })
}

/** Null during the trial. Success only leads to asking a person, never to changing the threshold. */
export function verdictOf({ attempts, successes }: Pick<Experiment, 'attempts' | 'successes'>): 'propose' | 'reject' | null {
  if (attempts < minimumAttempts) return null
  if (successes / attempts >= targetSuccessRate) return 'propose'
  const bounds = wilson(successes, attempts)
  return bounds && bounds.high < targetSuccessRate ? 'reject' : null
}
