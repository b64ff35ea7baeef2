// How far a run was from passing: the gap, what blocks, how many rules pass.
import { showShare } from '../../rules/score.ts'
import { activeRules } from './rules.ts'
import type { ReflexState } from './state.ts'

export interface Distance {
  phase: 'A' | 'B'
  threshold: number
  final_score: number
  gap: number
  failed_fail_rules: number
  blocking_rules: string[]
  rules_passed: number
  rules_total: number
}

export function distance(state: ReflexState): Distance | null {
  const { best, stop, criteria, level } = state
  if (!stop || stop.passed || !best) return null
  const threshold = criteria.phase[level].threshold
  const final = best.score / 10_000
  return {
    phase: level,
    threshold,
    final_score: final,
    gap: Math.max(0, Math.round(threshold * 10_000) - best.score) / 10_000,
    failed_fail_rules: best.blockers.length,
    blocking_rules: best.blockers,
    rules_passed: best.results.filter(({ verdict }) => verdict === 'pass').length,
    rules_total: activeRules(state).length,
  }
}

/** From the figures as shown, so that they add up. */
export function gapShown({ threshold, final_score }: Distance): string {
  const [wanted, got] = [threshold, final_score].map((share) => Number(showShare(Math.round(share * 10_000)))) as [number, number]
  return Math.max(0, wanted - got).toFixed(2)
}
