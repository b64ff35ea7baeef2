// A sprint run in words: the line of an iteration, and the card when it rests or ends.
import { scoreBars } from '../../report/look.ts'
import { mayBePaidText, spendingText } from '../../report/spending.ts'
import { verdictText } from '../../report/words.ts'
import { showShare } from '../../rules/score.ts'
import { scoreText, share } from './dimensions.ts'
import { failing } from './scorecard.ts'
import type { Evaluation, SprintState } from './state.ts'

export function iterationText({ card, iteration, decision }: Evaluation, maxIterations: number): string {
  return [
    `── Iteration ${iteration}/${maxIterations} | Score: ${showShare(card.overall)} | ${decision.rule === 'pass' ? 'PASS' : 'FAIL'} ──`,
    card.dimensions.map(({ dimension, score }) => `${dimension} ${scoreText(score)}`).join(', '),
    ...(card.firewall.length > 0 ? [`Must pass, but fails: ${card.firewall.map(({ id }) => id).join(', ')}`] : []),
    ...(card.regressions.length > 0 ? [`Broke: ${card.regressions.join(', ')}, which held before`] : []),
    ...notMeasured(card),
  ].join('\n')
}

const notMeasured = ({ criteria, unmeasured }: Evaluation['card']) =>
  [
    ...Map.groupBy(
      criteria.filter(({ id }) => unmeasured.includes(id)),
      ({ message }) => message,
    ),
  ].map(([why, own]) => `Not measured: ${own.map(({ id }) => id).join(', ')} (${why})`)

export function cardText(state: SprintState, { mayBePaid }: { mayBePaid: number }): string {
  const { best, evaluation, stop, input, parameters, spending } = state
  const shown = stop ? best : evaluation
  const { pass_threshold, max_iterations, sprint_contract } = parameters.gan_loop
  const spentText = [spendingText(spending.usage), mayBePaidText(mayBePaid)].filter(Boolean).join('; ')
  return [
    stop ? `${titles[state.status]}: ${stop.because}` : `${input.name}: iteration ${state.iteration} of ${max_iterations}, ${state.step}`,
    ...(shown
      ? [
          '',
          ...scoreBars([
            ['Score', showShare(shown.card.overall), shown.card.overall / 10_000, `threshold ${share(pass_threshold * 100)}`],
            ...shown.card.dimensions.map(({ dimension, score }) => [dimension, scoreText(score), (score ?? 0) / 100] as const),
          ]),
          '',
          ...dimensionLines(shown),
          ...openLines(shown, input.material.page),
        ]
      : []),
    ...(best && evaluation && stop && best.artifact !== evaluation.artifact
      ? [
          `Delivered: the best page, from iteration ${best.iteration} (${showShare(best.card.overall)}), not the last one (${showShare(evaluation.card.overall)})`,
        ]
      : []),
    ...(shown
      ? [
          `Report: ${sprint_contract.artifact_dir}/evaluation-report-${shown.number}.json; with pictures: \`whet sprint report ${input.name}\``,
        ]
      : []),
    ...(!stop && state.step === 'BUILD' && !input.builder ? [`Waits for ${input.material.page} to change: fix it, then continue.`] : []),
    ...(spentText ? [`Spent: ${spentText}`] : []),
  ].join('\n')
}

const titles: Readonly<Record<SprintState['status'], string>> = {
  running: 'Running',
  passed: 'Passed',
  accepted_as_is: "Accepted as it is, which doesn't count as a pass",
  force_passed: "Force-passed, which doesn't count as a pass",
  stopped: 'Stopped',
  failed: 'Failed',
}

const dimensionLines = ({ card }: Evaluation) =>
  card.dimensions.filter(({ score }) => score < 100).map(({ dimension, because }) => `${dimension}: ${because}`)

const mostOpen = 6

function openLines({ card }: Evaluation, page: string): string[] {
  const open = failing(card)
  const lines = open
    .slice(0, mostOpen)
    .map(
      ({ id, message, evidence, mustPass }) =>
        `  ${mustPass ? '!' : '-'} ${id}: ${verdictText({ message, evidence }, { artifact: page, most: 2, longest: 300 })}`,
    )
  return lines.length === 0 ? [] : ['Fix first:', ...lines, ...(open.length > mostOpen ? [`  … and ${open.length - mostOpen} more`] : [])]
}
