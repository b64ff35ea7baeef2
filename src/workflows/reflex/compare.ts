// Compares an evaluation with earlier ones: what to refine from, what broke, and whether forecasts held.
import type { Forecasts } from '../../learning/forecasts.ts'
import type { Evaluation, Issue, ReflexState, RuleResult } from './state.ts'

/** The best artifact so far if the last one was worse, with its own findings. */
export function refineFrom({ evaluation, best }: Pick<ReflexState, 'evaluation' | 'best'>): { artifact: string; evaluation: Evaluation } {
  const worse =
    best &&
    evaluation &&
    best.level === evaluation.level &&
    (evaluation.score < best.score || evaluation.blockers.length > best.blockers.length)
  const from = worse ? best : evaluation
  if (!from) throw new Error('nothing was evaluated yet')
  return { artifact: from.artifact, evaluation: from }
}

export const isMissed = ({ verdict }: Pick<RuleResult, 'verdict'>) => verdict !== 'pass' && verdict !== 'not-applicable'

/** Rules that passed before and fail now, and whether this artifact was judged before. */
export function lookBack(
  { held, judgedBefore }: Pick<ReflexState, 'held' | 'judgedBefore'>,
  { level, artifact, results }: Pick<Evaluation, 'level' | 'artifact' | 'results'>,
): Pick<Evaluation, 'regressions' | 'sameAs'> {
  const broken = results.filter(({ id, verdict }) => verdict === 'fail' && Object.hasOwn(held, id)).map(({ id }) => id)
  const before = judgedBefore[placeKey(level, artifact)]
  return { ...(broken.length > 0 && { regressions: broken }), ...(before !== undefined && { sameAs: before }) }
}

export function remembered(
  { held, judgedBefore }: Pick<ReflexState, 'held' | 'judgedBefore'>,
  { level, artifact, results, iteration }: Evaluation,
): Pick<ReflexState, 'held' | 'judgedBefore'> {
  const holding = results.filter(({ verdict }) => verdict === 'pass').map(({ id }) => [id, iteration] as const)
  const key = placeKey(level, artifact)
  return { held: { ...held, ...Object.fromEntries(holding) }, judgedBefore: { [key]: iteration, ...judgedBefore } }
}

const placeKey = (level: string, artifact: string) => `${level}:${artifact}`

/** A critique's forecast against the next verdicts: which named rules now pass, which feared ones broke, and which broke without a forecast. */
export function compareForecast(issues: readonly Issue[], before: Evaluation, after: Evaluation): Forecasts {
  const now = new Map(after.results.map(({ id, verdict }) => [id, verdict]))
  const then = new Map(before.results.map(({ id, verdict }) => [id, verdict]))
  const named = [...new Set(issues.map(({ rule_id }) => rule_id))].filter((id) => now.has(id))
  const feared = [...new Set(issues.flatMap(fearedIn))].filter((id) => then.get(id) === 'pass' && now.has(id))
  const broken = [...now].filter(([id, verdict]) => verdict === 'fail' && then.get(id) === 'pass').map(([id]) => id)
  return {
    fixes: named.length,
    fixesCame: named.filter((id) => now.get(id) === 'pass').length,
    breaks: feared.length,
    breaksCame: feared.filter((id) => broken.includes(id)).length,
    unforeseen: broken.filter((id) => !feared.includes(id)).length,
  }
}

/** The rule ids in `… May break: a.style.tone, b.quality.length`. */
const fearedIn = ({ expected_effect }: Issue): string[] =>
  /\bmay break\b(.*)$/is.exec(expected_effect)?.[1]?.match(/[a-z0-9][a-z0-9._-]*[a-z0-9]/g) ?? []
