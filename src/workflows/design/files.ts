// The design folder, projected from state: intent.json, critique.json, preview.html and state.json. Only the freeze writes final/.
import type { FileSet } from '../../kernel/workflow.ts'
import { dimensions } from './critic/critique.ts'
import { iso, modelVersion } from './marker.ts'
import type { DesignState, HistoryEntry } from './state.ts'

export function files(state: DesignState): FileSet {
  const { input, shown, edited } = state
  const intent = edited?.object ?? shown.intent
  return {
    ...(intent && {
      [`${input.folder}/intent.json`]: {
        role: state.state === 'FROZEN' ? ('derived' as const) : ('artifact' as const),
        content: { object: intent },
      },
    }),
    ...(shown.critique && { [`${input.folder}/critique.json`]: { role: 'derived', content: { object: shown.critique } } }),
    ...(shown.preview && { [`${input.folder}/preview.html`]: { role: 'derived', content: { object: shown.preview.object } } }),
    [`${input.folder}/state.json`]: { role: 'state', text: `${JSON.stringify(stateJson(state), null, 2)}\n`, keepsUnknown: true },
  }
}

/** All fields are always present, null if empty: other fields aren't ours. */
function stateJson(state: DesignState): Record<string, unknown> {
  const { settings, evaluation, best, shown, edited, abort, approval, frozen, violation, failure } = state
  const intentHash = edited ? edited.hash : shown.intentHash
  return {
    featureId: state.input.featureId,
    state: state.state,
    run: state.run,
    iteration: state.iteration,
    maxIterations: settings.maxIterations,
    threshold: settings.threshold / 100,
    score: evaluation ? evaluation.score / 100 : null,
    scores: evaluation ? Object.fromEntries(dimensions.map((name) => [name, evaluation.dimensions[name] / 100])) : null,
    scoreHistory: state.scoreHistory.map(([iteration, score]) => [iteration, score / 100]),
    evaluations: Object.entries(state.scored).map(([inputHash, score]) => ({ inputHash, score: score / 100 })),
    unchangedInARow: state.streak.count,
    best: best
      ? {
          iteration: best.evaluation.iteration,
          intentHash: best.evaluation.hash,
          object: best.evaluation.intent,
          score: best.evaluation.score / 100,
        }
      : null,
    intentHash,
    critique: shown.critiqueHash ? { intentHash: shown.critiqueHash, stale: shown.critiqueHash !== intentHash } : null,
    preview: shown.preview
      ? { intentHash: shown.preview.hash, renderer: shown.preview.renderer, stale: shown.preview.hash !== intentHash }
      : null,
    modelVersion: modelVersion(state),
    makers: settings.pins.makers ?? {},
    promptTemplates: settings.pins.templates ?? {},
    critic: settings.critic,
    determinism: settings.determinism,
    approvalRequired: settings.approval,
    feedback: state.feedback,
    warnings: state.warnings,
    failure,
    abort: abort && { ...abort, at: iso(abort.at) },
    approval: approval && { by: approval.by, assurance: approval.assurance, at: iso(approval.at) },
    frozen: frozen && { checksumSHA256: frozen.checksum, at: iso(frozen.at) },
    integrityViolation: violation && { ...violation, at: iso(violation.at) },
    editedByHand: edited && { intentHash: edited.hash, problem: edited.problem },
    history: state.history.map(historyJson),
    createdAt: iso(state.createdAt),
    updatedAt: iso(state.changedAt),
  }
}

const historyJson = ({ at, ...rest }: HistoryEntry) => ({ at: iso(at), ...rest })
