// A design in words: an iteration when it ends, and the card for deciding or reading on. Pure, from state alone.
import { scoreBars } from '../../report/look.ts'
import { spentLines } from '../../report/spending.ts'
import { dimensions } from './critic/critique.ts'
import type { Heard } from './feedback/edit.ts'
import { countText, toldOf } from './feedback/words.ts'
import { isOurs } from './prompts.ts'
import { finalFolder } from './next.ts'
import { ledgerText } from './outline/ledger.ts'
import { assuranceWords } from './marker.ts'
import type { Advice, DesignState, Evaluation } from './state.ts'
import { points } from './stop.ts'

export function iterationLine({ scoreHistory, settings, evaluation }: DesignState): string {
  if (!evaluation) return ''
  const before = scoreHistory.at(-2)?.[1]
  const arrow = before === undefined ? '' : evaluation.score > before ? ' ↑' : evaluation.score < before ? ' ↓' : ' ='
  const parts = dimensions.map((name) => `${shortName[name]} ${points(evaluation.dimensions[name])}`).join(', ')
  return `iteration ${evaluation.iteration + 1}/${settings.maxIterations}  score ${points(evaluation.score)}${arrow}, threshold ${points(settings.threshold)}  (${parts})`
}

/** Each sentence of a rejection and how it was understood. */
export function heardLines(heard: readonly Heard[], isOurs: boolean): string[] {
  if (heard.length === 0) return []
  const lines = toldOf(heard, isOurs).flatMap(({ sentence, became, then }) => [
    ...wrap(`${became}: “${sentence}”`, '  '),
    ...wrap(then, '      '),
  ])
  return [`Feedback: ${countText(heard)}`, ...lines]
}

/** `mayBePaid`: requests that were sent and have no recorded reply. */
export function card(state: DesignState, mayBePaid = 0): string {
  switch (state.state) {
    case 'CANDIDATE':
      return candidateCard(state, mayBePaid)
    case 'FROZEN':
      return frozenCard(state)
    case 'FAILED':
      return failedCard(state, mayBePaid)
    case 'IDLE':
      return `IDLE: nothing is running.\nNext: \`whet design new ${state.input.featureId} --requirements <file>\``
    default:
      return ''
  }
}

function candidateCard(state: DesignState, mayBePaid: number): string {
  const { evaluation, input, shown, edited, warnings } = state
  const { renderer, hash } = shown.preview ?? {}
  const stale = edited
    ? 'stale: intent.json was changed by hand since'
    : hash === evaluation?.hash
      ? `drawn by ${renderer === 'stitch' ? 'Stitch' : 'the built-in renderer'}, open it in a browser`
      : 'stale'
  return [
    `CANDIDATE: ${input.featureId}, iteration ${state.iteration + 1} of ${state.settings.maxIterations}`,
    '',
    ...scoreLines(state),
    '',
    ...hardLines(state),
    ...sinceLines(state),
    ...findingLines(evaluation as Evaluation),
    ...openLines(evaluation as Evaluation),
    ...warnings.map((line) => `Note: ${line}`),
    `Asked by: ${state.settings.by}`,
    `Design:   ${input.folder}/intent.json`,
    `Preview:  ${input.folder}/preview.html  (${stale})`,
    ...spentLines(state.spent.usage, mayBePaid),
    ...(edited
      ? [
          '',
          `intent.json was changed by hand${edited.problem ? ` and is no longer a valid design: ${edited.problem}` : ''}. It can't be approved before it is scored: reject it to have the edit scored, or undo the edit.`,
        ]
      : []),
  ].join('\n')
}

function frozenCard(state: DesignState): string {
  const { approval, frozen, evaluation, input, settings } = state
  return [
    `FROZEN: ${input.featureId}`,
    `  approved by ${approval?.by ?? 'unknown'} (${approval ? assuranceWords(approval) : 'unattested'})`,
    `  score ${points(evaluation?.score ?? 0)}, threshold ${points(settings.threshold)}, iteration ${state.iteration + 1}`,
    `  checksum ${frozen?.checksum ?? ''}`,
    `  ${finalFolder(state)}/ (read-only; delete FROZEN.md there to unfreeze)`,
    '',
    ...scoreLines(state),
    '',
    `Next: \`whet certificate ${input.featureId}\`, \`whet verify ${input.featureId}\``,
  ].join('\n')
}

function failedCard(state: DesignState, mayBePaid: number): string {
  const { failure, best, input, violation, abort, settings } = state
  const [why = '', ...parts] = (failure?.because ?? '').split('\n')
  return [
    `FAILED: ${failure?.reason ?? 'unknown'}, because ${why}`,
    ...parts.map((line) => `  ${line}`),
    ...(abort ? [`  aborted by ${abort.by} (unattested); every file is kept`] : []),
    ...(best
      ? [
          '',
          ...scoreLines({ settings, evaluation: best.evaluation }),
          '',
          ...hardLines({ ...state, evaluation: best.evaluation }),
          ...findingLines(best.evaluation),
          ...openLines(best.evaluation, failure?.reason !== 'requirements_incomplete'),
          ...(best.evaluation.iteration < state.scoreHistory.length - 1 && failure?.reason !== 'aborted'
            ? [`Shown: the best design, of iteration ${best.evaluation.iteration + 1} of ${state.scoreHistory.length}`]
            : []),
          `Asked by: ${settings.by}`,
          `Design:   ${input.folder}/intent.json`,
          ...(state.shown.preview ? [`Preview:  ${input.folder}/preview.html`] : []),
        ]
      : []),
    ...spentLines(state.spent.usage, mayBePaid),
    violation
      ? `Next: investigate, then \`whet design reset ${input.featureId} --investigated "<what was found>"\``
      : `Next: \`whet design reset ${input.featureId}\`, then \`whet design new ${input.featureId} --requirements <file>\``,
  ].join('\n')
}

function scoreLines({ evaluation, settings }: Pick<DesignState, 'evaluation' | 'settings'>): string[] {
  if (!evaluation) return []
  const scored = (name: string, score: number, remark = '') => [name, points(score), score / 10_000, remark] as const
  return scoreBars([
    scored('Score', evaluation.score, `threshold ${points(settings.threshold)}`),
    ...dimensions.map((name) => scored(dimensionNames[name], evaluation.dimensions[name])),
  ])
}

/** What lowers the score, with the id for dismissing it; and what was dismissed. */
function hardLines({ evaluation, input }: DesignState): string[] {
  const { hard = [], dismissed = [] } = evaluation ?? {}
  return [
    ...(hard.length > 0 ? [`Must be fixed, or dismissed with \`whet design dismiss ${input.featureId} <finding> "<reason>"\`:`] : []),
    ...hard.flatMap(({ id, pointer, place = pointer, change }) => [`  ${id}  ${place}`, ...wrap(change, '         ')]),
    ...(dismissed.length > 0 ? ['Dismissed:', ...dismissed.flatMap(({ id, reason, by }) => wrap(`${id} by ${by}: ${reason}`, '  '))] : []),
    ...(hard.length + dismissed.length > 0 ? [''] : []),
  ]
}

/** What was asked at the last rejection, and what has changed since. */
function sinceLines(state: DesignState): string[] {
  const { rejection, heard = [], shown } = state
  if (!rejection) return []
  const { changes = [] } = shown.preview ?? {}
  return [
    `Rejected before by ${rejection.by}.`,
    ...heardLines(heard.at(-1) ?? [], isOurs(state)),
    `Changed since: ${changes.length === 0 ? 'nothing' : changes.length}`,
    ...changes.slice(0, shownChanges).flatMap((change) => wrap(change, '  ')),
    ...(changes.length > shownChanges ? [`  … and ${changes.length - shownChanges} more; the preview marks them all`] : []),
    '',
  ]
}

function findingLines({ advice, findings }: Evaluation): string[] {
  if (advice.length === 0) return ['Findings: none', '']
  const shown = advice.slice(0, shownFindings)
  return [
    `Findings: ${findings}, ${findings > 1 ? `by kind and ` : ''}by points to gain${advice.length > shown.length ? ` (the ${shown.length} kinds that cost most)` : ''}`,
    ...shown.flatMap(finding),
    '',
  ]
}

/** The ledger of the requirements' lines, and what they leave open. `asks` is false if the final reason already lists the questions. */
function openLines({ ledger, questions = [] }: Evaluation, asks = true): string[] {
  const shown = asks ? questions.slice(0, shownQuestions) : []
  return [
    ...(ledger
      ? [
          `Ledger: ${ledgerText(ledger)}`,
          ...ledger.open.slice(0, shownUnread).flatMap(({ line, text }) => wrap(`line ${line}: ${text}`, '  ')),
        ]
      : []),
    ...(shown.length > 0
      ? [
          `Questions: ${questions.length} open${questions.length > shown.length ? `, the first ${shown.length}` : ''}; answer them in the requirements`,
        ]
      : []),
    ...shown.flatMap(({ text }) => wrap(`? ${text}`, '  ')),
    ...(ledger || shown.length > 0 ? [''] : []),
  ]
}

function finding({ ruleId, gain, pointer, place = pointer, places = 1, change }: Advice): string[] {
  return [`  +${points(gain)}  ${ruleId}  ${place}${places > 1 ? ` and ${places - 1} more` : ''}`, ...wrap(change, '         ')]
}

function wrap(text: string, indent: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== '' && indent.length + line.length + word.length + 1 > width) {
      lines.push(indent + line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, indent + line]
}

const width = 80
const shownFindings = 6
const shownQuestions = 3
const shownUnread = 5
const shownChanges = 12
export const dimensionNames = {
  completeness: 'Completeness',
  coherence: 'Coherence',
  clarity: 'Clarity',
  frameworkAgnosticism: 'Framework agnosticism',
  dataModelIntegrity: 'Data model integrity',
} as const
const shortName = {
  completeness: 'complete',
  coherence: 'coherent',
  clarity: 'clear',
  frameworkAgnosticism: 'agnostic',
  dataModelIntegrity: 'data',
} as const
