// Turns what a dimension found into a score and findings whose points add up to exactly what was lost.
import type { Dimension, Finding } from './critique.ts'

export interface Loss extends Omit<Finding, 'dimension' | 'points' | 'hard' | 'id'> {
  /** In units of the aspect it is found in. */
  cost: number
  /** Caps the overall score until it is mended or a person dismisses it. */
  hard?: true
}

/** A part of a dimension: `share` of its 10000 hundredths, spread over `total` units. */
export interface Aspect {
  share: number
  total: number
  losses: Loss[]
}

export interface Judgement {
  aspects: Aspect[]
  /** What the rest stands on: with half of it gone, half of what is left after the aspects is gone too. Its `cost` is the share that is gone. */
  ground?: Loss | undefined
}

export type Counted = Omit<Finding, 'id'>

export function tally(dimension: Dimension, { aspects, ground }: Judgement): { score: number; findings: Counted[] } {
  const findings: Counted[] = []
  let score = 10_000
  for (const { share, total, losses } of aspects) {
    const cost = losses.reduce((sum, loss) => sum + loss.cost, 0)
    const unit = share / Math.max(total, cost)
    let spent = 0
    let taken = 0
    for (const { cost: own, ...loss } of losses) {
      spent += own * unit
      // Rounded up as a running sum: nothing is free, and the points add up.
      const points = Math.min(share, Math.ceil(spent - 1e-6)) - taken
      taken += points
      findings.push({ ...loss, dimension, points })
    }
    score -= taken
  }
  if (ground && ground.cost > 0) {
    const { cost, ...loss } = ground
    const points = Math.ceil(score * Math.min(1, cost) - 1e-6)
    score -= points
    findings.push({ ...loss, dimension, points })
  }
  return { score, findings }
}

/** Quoted from the document, short enough to read. */
export function quote(text: string): string {
  return text.length <= 200 ? text : text.slice(0, 199).toWellFormed() + '…'
}
