// Hidden rules: how the artifact does on them compared with the visible ones.
import { scoreRules } from '../../rules/score.ts'
import type { Evaluation, ReflexState } from './state.ts'

/** Basis points each; a visible score far above the hidden one means the work served the rules, not the task. */
export interface HiddenGap {
  visible: number
  hidden: number
  gap: number
}

/** For the best artifact; null if no rule is hidden or nothing was judged. */
export function hiddenGap({ criteria, best, evaluation }: ReflexState): HiddenGap | null {
  const judged = best ?? evaluation
  if (!judged) return null
  const outcomes = new Map(judged.results.map(({ id, verdict }) => [id, verdict]))
  const active = criteria.rules.filter(({ id }) => outcomes.has(id))
  const score = (hidden: boolean) =>
    scoreRules(
      active.filter((rule) => Boolean(rule.hidden) === hidden),
      outcomes,
      0,
    ).score
  return active.some(({ hidden }) => hidden) ? { visible: score(false), hidden: score(true), gap: score(false) - score(true) } : null
}

/** Ids that may be shown during a run, since the reader may be the maker. */
export function shownIds(ids: readonly string[], results: Evaluation['results'], word: (id: string) => string = (id) => id): string {
  const hidden = new Set(results.filter((result) => result.hidden).map(({ id }) => id))
  const count = ids.filter((id) => hidden.has(id)).length
  return [...ids.filter((id) => !hidden.has(id)).map(word), ...(count > 0 ? [`${count} hidden`] : [])].join(', ')
}
