// What a person sees before deciding on a design: the same in the terminal, the browser and an assistant.
import { dimensions } from './critic/critique.ts'
import { toldOf } from './feedback/words.ts'
import { isOurs } from './prompts.ts'
import type { DesignState, Evaluation } from './state.ts'

/** Plain data in reading order. Empty fields aren't shown. */
export function decisionOf(state: DesignState) {
  const { settings, input, shown, edited } = state
  const evaluation = state.evaluation as Evaluation
  const last = state.rejection
  return {
    feature: input.featureId,
    score: evaluation.score / 100,
    threshold: settings.threshold / 100,
    dimensions: Object.fromEntries(dimensions.map((name) => [name, evaluation.dimensions[name] / 100])),
    hard_findings: evaluation.hard ?? [],
    dismissed: evaluation.dismissed ?? [],
    ...(last && {
      rejected_before_by: last.by,
      asked_then: toldOf(state.heard?.at(-1) ?? [], isOurs(state)),
      changed_since: shown.preview?.changes ?? [],
    }),
    questions: evaluation.questions ?? [],
    ledger: evaluation.ledger ?? null,
    preview: `${input.folder}/preview.html`,
    preview_is_current: shown.preview?.hash === evaluation.hash && !edited,
    intent: `${input.folder}/intent.json`,
    intent_sha256: evaluation.hash,
    edited_by_hand: edited !== null,
    asked_by: settings.by,
    iteration: state.iteration + 1,
    max_iterations: settings.maxIterations,
    findings: evaluation.findings,
    recommendations: evaluation.advice.map(({ gain, ...advice }) => ({ ...advice, gain: gain / 100 })),
    approval: settings.approval,
  }
}
