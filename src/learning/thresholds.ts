// Trying a cheaper proposer on harder work than it is trusted with: who is asked, when the trial is over, and what it shows.
import { wilson } from '../lib/statistics.ts'
import { sha256 } from '../lib/hash.ts'
import type { Experiment } from './book.ts'

export const targetSuccessRate = 0.7
export const minimumAttempts = 30
/** Of the orders between the two thresholds. */
const triedShare = 0.5

/** Whether this order is one of the experiment's: harder than the proposer is trusted with, and the coin says so. */
export function isTried({ id, status, current, experimental }: Experiment, order: string, complexity: number, seed: string): boolean {
  if (status !== 'running' || complexity <= current || complexity > experimental) return false
  return Number.parseInt(sha256(JSON.stringify([seed, id, order])).slice(0, 8), 16) / 2 ** 32 < triedShare
}

/** What the book says about thresholds, as an order begins with it. */
export interface Trying {
  seed: string
  experiments: readonly Experiment[]
}

/** How far each proposer is trusted with this order: as configured, as a person has promoted since, and as is being tried. */
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

/** Null while it goes on. Success is enough to ask a person, never to change the threshold. */
export function verdictOf({ attempts, successes }: Pick<Experiment, 'attempts' | 'successes'>): 'propose' | 'reject' | null {
  if (attempts < minimumAttempts) return null
  if (successes / attempts >= targetSuccessRate) return 'propose'
  const bounds = wilson(successes, attempts)
  return bounds && bounds.high < targetSuccessRate ? 'reject' : null
}
