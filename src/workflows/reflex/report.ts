// A reflex run in words: the summary of an iteration, and the final card. Pure, from state alone.
import { cutTo } from '../../lib/cells.ts'
import { budgetShown } from '../../agents/budget.ts'
import { keysText } from '../../agents/clean-reply.ts'
import { type Scored, scoreBars } from '../../report/look.ts'
import { makerName } from '../../report/story.ts'
import { mayBePaidText, spendingText } from '../../report/spending.ts'
import { evidenceText, verdictText } from '../../report/words.ts'
import { showShare } from '../../rules/score.ts'
import type { TaskType } from './templates/templates.ts'
import { forecastText } from '../../learning/forecasts.ts'
import { isMissed } from './compare.ts'
import { distance, gapShown } from './distance.ts'
import { hiddenGap, shownIds } from './hidden.ts'
import { dimensionsOf } from './rules.ts'
import type { Evaluation, ReflexState, RuleResult } from './state.ts'
import { spending } from './stop.ts'

/** Header and six lines; then what broke, each failed rule's first findings, and after a CRITIQUE one line per issue. */
export function iterationSummary(state: ReflexState): string {
  const { evaluation, critique, input, maxIterations } = state
  if (!evaluation) return ''
  const missed = evaluation.results.filter(isMissed)
  const outcome = (id: string) => missed.find((result) => result.id === id)?.verdict
  const ids = (severity: string) =>
    shownIds(
      missed.filter((result) => result.severity === severity).map(({ id }) => id),
      missed,
      (id) => (outcome(id) === 'fail' ? id : `${id} (${outcome(id)})`),
    ) || 'none'
  return [
    `── Iteration ${evaluation.iteration}/${maxIterations} | Phase ${evaluation.level} | Score: ${showShare(evaluation.score)} | ${evaluation.passed ? 'PASS' : 'FAIL'} ──`,
    `Plan: ${state.plan[0] ?? 'none'}`,
    `Hash: ${evaluation.artifact.slice(0, 8)}`,
    `Changed: ${state.changed.join(', ') || 'nothing'}`,
    `Failed: ${ids('fail')}`,
    `Warnings: ${ids('warn')}`,
    `Artifact: ${input.folder}/artifact.md`,
    ...(evaluation.regressions ? [`Broke: ${shownIds(evaluation.regressions, missed)}, which held before`] : []),
    ...addressedLines(evaluation),
    ...missed.filter(({ hidden }) => !hidden).flatMap((result) => foundLines(result, artifactOf(state))),
    ...(critique ?? []).map(({ rule_id, fix_instruction }) => `  ${rule_id}: ${oneLine(fix_instruction)}`),
  ].join('\n')
}

const mostFindings = 3

/** The evidence, one line each, in the same words the maker gets. */
function foundLines({ id, evidence = [] }: RuleResult, artifact: string): string[] {
  const more = evidence.length - mostFindings
  return [
    ...evidence.slice(0, mostFindings).map((each) => `  - ${id}: ${evidenceText(each, { artifact, longest: 160 })}`),
    ...(more > 0 ? [`  - ${id}: … and ${more} more`] : []),
  ]
}

const artifactOf = ({ input }: ReflexState) => `${input.folder}/artifact.md`

/** For assistants whose context fills up while they drive a loop. */
export function contextHint(iteration: number, switched: boolean): string | null {
  return iteration >= 2 || switched
    ? 'For an assistant that drives this loop: your context is growing. You can clear it, then run `whet reflex resume`. All state is on disk; nothing is lost.'
    : null
}

/** `mayBePaid`: requests that were sent and have no recorded reply. */
export function finalCard(state: ReflexState, { mayBePaid } = { mayBePaid: 0 }): string {
  const { stop, best, input } = state
  if (!stop) return ''
  const final = best ?? state.evaluation
  const gap = distance(state)
  const idle = final?.results.filter(({ verdict }) => verdict === 'not-applicable').length ?? 0
  const cheapest = final ? cheapestToFix(state) : []
  const hidden = hiddenGap(state)
  const budget = budgetShown(input.budget, spending(state)).map(({ text }) => text)
  return [
    `${stop.passed ? 'Passed' : state.status === 'failed' ? 'Failed' : 'Ended'}: ${stop.reason}, because ${stop.because}`,
    `  iteration ${state.iteration} of ${state.maxIterations}, phase ${state.level}, final score ${final ? showShare(final.score) : 'none'}`,
    ...(final ? ['', ...scoreBars(scored(state, final)), ''] : []),
    ...(best && state.evaluation && best.artifact !== state.evaluation.artifact
      ? [
          `  delivered: the best artifact, from iteration ${best.iteration}${best.score === state.evaluation.score ? `; the last one scored the same (${showShare(best.score)})` : ` (${showShare(best.score)}), not the last one (${showShare(state.evaluation.score)})`}`,
        ]
      : []),
    ...(gap
      ? [
          'distance_to_success:',
          `  threshold ${showShare(Math.round(gap.threshold * 10_000))}, final score ${showShare(Math.round(gap.final_score * 10_000))}, gap ${gapShown(gap)}`,
          `  blocking: ${gap.failed_fail_rules} fail ${gap.failed_fail_rules === 1 ? 'rule' : 'rules'}${gap.blocking_rules.length > 0 ? ` (${shownIds(gap.blocking_rules, final?.results ?? [])})` : ''}`,
          `  rules passed: ${gap.rules_passed}/${gap.rules_total}${idle > 0 ? `, ${idle} not applicable` : ''}`,
        ]
      : stop.passed
        ? []
        : ['distance_to_success: unknown, as nothing was judged']),
    ...(hidden
      ? [`Hidden rules: ${showShare(hidden.hidden)}, visible ones ${showShare(hidden.visible)}, gap ${showShare(hidden.gap)}`]
      : []),
    ...(final ? [...writtenByMakerLines(final), ...addressedLines(final)] : []),
    ...(cheapest.length > 0 ? ['Cheapest to fix:', ...cheapest.map((line) => `  ${line}`)] : []),
    ...Object.entries(state.forecasts).map(([maker, made]) => `Critiques by ${makerName(maker)}: ${forecastText(made)}`),
    `Spent: ${[spendingText(state.usage), mayBePaidText(mayBePaid)].filter(Boolean).join('; ')}${budget.length > 0 ? ` (budget: ${budget.join(', ')})` : ''}`,
    ...(state.artifact ? [`Artifact: ${input.folder}/artifact.md`, ...keyLines(state.keys[state.artifact])] : []),
    `Next: ${suggestion(state)}`,
  ].join('\n')
}

const scored = ({ criteria, level }: ReflexState, { score, results }: Evaluation): Scored[] => [
  ['Score', showShare(score), score / 10_000, `threshold ${showShare(Math.round(criteria.phase[level].threshold * 10_000))}`],
  ...dimensionsOf(criteria.rules, results).map((each): Scored => [each.name, showShare(each.score * 100), each.score / 100]),
]

/** The three failed rules with the most weight, blockers first. */
function cheapestToFix(state: ReflexState): string[] {
  const final = state.best ?? state.evaluation
  const weights = new Map(state.criteria.rules.map(({ id, weight }) => [id, weight]))
  const missed = (final?.results ?? []).filter((result) => !result.hidden && isMissed(result))
  const worth = ({ id, severity }: { id: string; severity: string }) => (weights.get(id) ?? 0) + (severity === 'fail' ? 1000 : 0)
  return missed
    .sort((a, b) => worth(b) - worth(a))
    .slice(0, 3)
    .map(
      ({ id, details, evidence = [] }) =>
        `${id}: ${verdictText({ message: details, evidence }, { artifact: artifactOf(state), most: 2, longest: 400 })}`,
    )
}

/** A pass always says who decided it. */
function writtenByMakerLines({ results }: Evaluation): string[] {
  const ids = results.filter(({ writtenByMaker, hidden }) => writtenByMaker && !hidden).map(({ id, verdict }) => `${id} (${verdict})`)
  return ids.length === 0 ? [] : [`Decided by checks written by the maker: ${ids.join(', ')}`]
}

const keyLines = (keys: readonly string[] | undefined) => (keys ? [`Warning: ${keysText(keys)}`] : [])

/** A judge that was addressed may have obeyed, so every one of its verdicts says so. */
function addressedLines({ results }: Evaluation): string[] {
  return results.flatMap(({ id, verdict, addressed, hidden }) =>
    addressed && !hidden
      ? [`Flagged: ${id} (${verdict}): its judge quoted a passage that addresses judges, line ${addressed.join(', ')}`]
      : [],
  )
}

function suggestion({ input: { type, alias, target }, status, artifact }: ReflexState): string {
  if (!artifact)
    return status === 'failed'
      ? `retry the step with \`whet resume ${alias} --retry\`, or start again with \`whet reflex new "<task>"\``
      : 'start again with `whet reflex new "<task>"`'
  const acts: Record<TaskType, string> = {
    'api-spec': 'plan the implementation of this API, for example with `whet design new`',
    code: 'verify it in your project: run its tests and `whet check`',
    docs: target ? `read ${target} once the way your readers will` : 'integrate it into your documentation',
    config: 'try it where it will run, then commit it',
    other: 'put it to use',
  }
  if (status === 'failed')
    return `retry the step with \`whet resume ${alias} --retry\`, or continue from the best artifact with \`whet reflex new --from ${alias}\``
  return status === 'completed'
    ? acts[type]
    : `continue from the best artifact with \`whet reflex new --from ${alias}\`; once it is good enough, ${acts[type]}`
}

const oneLine = (text: string) => cutTo(text.replace(/\s+/g, ' ').trim(), 160)
