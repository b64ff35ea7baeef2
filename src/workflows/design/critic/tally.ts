// Turns what a dimension found into a score and findings whose points add up to exactly what was lost.
import type { Dimension, Finding } from './critique.ts'

export interface Loss {
  ruleId: string
  pointer: string
  evidence: string
  change: string
  /** In units of the aspect it is found in. */
  cost: number
}

/** A part of a dimension: `share` of its 10000 hundredths, spread over `total` units. */
export interface Aspect {
  share: number
  total: number
  losses: Loss[]
}

export interface Judgement {
  aspects: Aspect[]
  /** The one fault that leaves nothing to score: the dimension is 0. */
  nothing?: Omit<Loss, 'cost'> | undefined
}

export function tally(dimension: Dimension, { aspects, nothing }: Judgement): { score: number; findings: Finding[] } {
  const findings: Finding[] = []
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
  if (nothing) findings.push({ ...nothing, dimension, points: score })
  return { score: nothing ? 0 : score, findings }
}

/** Quoted from the document, short enough to read. */
export function quote(text: string): string {
  return text.length <= 200 ? text : text.slice(0, 199).toWellFormed() + '…'
}
