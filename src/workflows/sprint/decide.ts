// What follows from an evaluation: pass, the limit, escalation, stagnation, or another iteration; the first rule that holds decides and lists its figures.
import { showShare } from '../../rules/score.ts'
import { scoreText } from './dimensions.ts'
import type { Scorecard } from './scorecard.ts'

type DecisionRule = 'pass' | 'max_iterations' | 'escalation' | 'stagnation' | 'escalation_and_stagnation' | 'iterate'

export interface Decision {
  rule: DecisionRule
  because: string
  /** Nothing is to be fixed: the same page is evaluated once more. */
  confirms?: true
  /** The figures it considered. */
  saw: { overall: number; threshold: number; iteration: number; maxIterations: number; sinceAnswer: number; gains: number[] }
}

export interface Deciding {
  card: Scorecard
  iteration: number
  maxIterations: number
  /** Basis points. */
  threshold: number
  strict: boolean
  escalationAfter: number
  /** Basis points: a smaller gain counts as none. */
  leastGain: number
  /** Overall scores since the last answer, including that iteration's; all of them if there was no answer. */
  scores: readonly number[]
  /** Iterations since the last answer, or since the start. */
  sinceAnswer: number
}

export function decide(given: Deciding): Decision {
  const { card, iteration, maxIterations, threshold, escalationAfter, leastGain, scores, sinceAnswer } = given
  const gains = scores.slice(1).map((score, index) => score - (scores[index] ?? 0))
  const saw = { overall: card.overall, threshold, iteration, maxIterations, sinceAnswer, gains: gains.slice(-2) }
  const bar = barred(given)
  if (bar === null)
    return { rule: 'pass', because: `the score ${showShare(card.overall)} meets ${showShare(threshold)} and nothing blocks it`, saw }
  if (iteration >= maxIterations)
    return { rule: 'max_iterations', because: `iteration ${iteration} of ${maxIterations} didn't pass: ${bar}`, saw }
  const stagnant = gains.length >= 2 && gains.slice(-2).every((gain) => gain < leastGain)
  const escalated = sinceAnswer >= escalationAfter
  const because = [
    ...(escalated ? [`${sinceAnswer} iterations without a pass`] : []),
    ...(stagnant ? [`the last two gained ${gains.slice(-2).map(showShare).join(' and ')}, each less than ${showShare(leastGain)}`] : []),
  ].join('; ')
  if (escalated || stagnant)
    return { rule: escalated && stagnant ? 'escalation_and_stagnation' : escalated ? 'escalation' : 'stagnation', because, saw }
  return { rule: 'iterate', because: bar, saw, ...(bar === onceMore && { confirms: true as const }) }
}

/** What prevents a pass, or null. */
function barred({ card, threshold, strict, iteration }: Deciding): string | null {
  if (card.firewall.length > 0) return `must pass but fails: ${card.firewall.map(({ id }) => id).join(', ')}`
  if (card.overall < threshold) return `the score ${showShare(card.overall)} is below ${showShare(threshold)}`
  if (!strict) return null
  const low = card.dimensions.filter(({ score }) => score * 100 < threshold)
  if (low.length > 0)
    return `strict mode: ${low.map(({ dimension, score }) => `${dimension} ${scoreText(score)}`).join(', ')} below ${showShare(threshold)}`
  return iteration < 2 ? onceMore : null
}

const onceMore = 'strict mode requires at least two iterations'
