// How steady a judge is: the same request asked several times, outside any run, and how often the answer differed.
import { type Interval, basisPoints, inBasisPoints, wilson } from '../../lib/statistics.ts'
import type { Outcome } from '../../schema/verdict.ts'

export interface Noise {
  asked: number
  /** Its most frequent answer; null if it gave none. */
  usual: Outcome | null
  counts: Record<string, number>
  /** Share of answers that differed from the most frequent one, in basis points. */
  differs: number | null
  interval: Interval | null
}

export function measureNoise(outcomes: readonly Outcome[]): Noise {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  const usual = Object.entries(counts).sort(([, a], [, b]) => b - a)[0]
  if (!usual) return { asked: 0, usual: null, counts, differs: null, interval: null }
  const others = outcomes.length - usual[1]
  return {
    asked: outcomes.length,
    usual: usual[0] as Outcome,
    counts,
    differs: basisPoints(others / outcomes.length),
    interval: inBasisPoints(wilson(others, outcomes.length)),
  }
}
