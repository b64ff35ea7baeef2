// The four dimensions, their weights, and the only four scores there are.

export const dimensions = ['Design Quality', 'Originality', 'Completeness', 'Functionality'] as const
export type Dimension = (typeof dimensions)[number]

/** Percent; the overall score is the weighted average. */
export const weights: Readonly<Record<Dimension, number>> = { 'Design Quality': 30, Originality: 25, Completeness: 25, Functionality: 20 }

/** Hundredths, so that sums are exact. */
export const anchors = [25, 50, 75, 100] as const
export type Anchor = (typeof anchors)[number]

export const rubric: Readonly<Record<Anchor, string>> = {
  25: 'major defects: most of it does not hold',
  50: 'partial: notable issues remain',
  75: 'solid: minor issues only',
  100: 'full: no issue found',
}

/** The score left by a cap, or by a partly unmeasured dimension; a fully unmeasured one adds nothing. */
export const capped: Anchor = 50
export const unmeasuredCounts = 0

/** By the share of failing items. */
export function anchorFor(failed: number, checked: number): Anchor {
  if (failed === 0) return 100
  const share = failed / Math.max(1, checked)
  return share <= 0.1 ? 75 : share <= 0.3 ? 50 : 25
}

export const lower = (anchor: Anchor): Anchor => anchors[Math.max(0, anchors.indexOf(anchor) - 1)] as Anchor

export const least = (several: readonly Anchor[]): Anchor => Math.min(...several) as Anchor

/** Basis points: percent times hundredths. */
export const overallOf = (scores: Readonly<Record<Dimension, number>>): number =>
  dimensions.reduce((sum, dimension) => sum + weights[dimension] * scores[dimension], 0)

export const share = (hundredths: number) => (hundredths / 100).toFixed(2)

/** A dimension's score in words. */
export const scoreText = (score: number) => (score === unmeasuredCounts ? 'not measured' : share(score))
