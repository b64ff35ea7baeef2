// Rules a maker is never shown: how the artifact does on them beside the ones it could work towards.
import { scoreRules } from '../../rules/score.ts'
import type { Evaluation, ReflexState } from './state.ts'

/** Basis points each; a visible score far above the hidden one means that the rules were served, not the task. */
export interface HiddenGap {
  visible: number
  hidden: number
  gap: number
}

/** Of the best artifact; null where no rule is hidden or nothing was judged. */
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

/** Ids as they may be told to whoever is at the other end while a run goes on: it may be the maker. */
export function shownIds(ids: readonly string[], results: Evaluation['results'], word: (id: string) => string = (id) => id): string {
  const hidden = new Set(results.filter((result) => result.hidden).map(({ id }) => id))
  const count = ids.filter((id) => hidden.has(id)).length
  return [...ids.filter((id) => !hidden.has(id)).map(word), ...(count > 0 ? [`${count} hidden`] : [])].join(', ')
}
