// The only question of a design: approve, reject or abort this candidate? No default, no time-out.
import type { Answer, Gate } from '../../kernel/task.ts'
import type { Accepted, GateOf, Gates, Refusal } from '../../kernel/workflow.ts'
import { decisionOf } from './decision.ts'
import { event, moved } from './events.ts'
import { unfold } from './evolve.ts'
import { revise } from './moves.ts'
import type { DesignState, Evaluation } from './state.ts'
import { points } from './stop.ts'

export type DesignGates = { candidate: 'approve' | 'reject' | 'abort' }

export function candidateGate(state: DesignState): GateOf<DesignGates> {
  const { settings, input } = state
  const evaluation = state.evaluation as Evaluation
  return {
    key: `candidate:${state.run}.${state.answers}`,
    question: `Decide on the design of ${input.featureId}: score ${points(evaluation.score)}, threshold ${points(settings.threshold)}.`,
    choices: [
      {
        name: 'approve',
        means: `freeze it (${settings.approval === 'signed' ? 'needs a signature' : 'asks for a phrase from the design, or a signature'})`,
        attested: true,
      },
      { name: 'reject', means: 'revise it', needsText: 'what should be different' },
      { name: 'abort', means: 'end this run and keep its files', needsText: 'a reason' },
    ],
    facts: decisionOf(state),
    decides: { hash: evaluation.hash, phrase: evaluation.phrase, askedBy: settings.by },
  }
}

export const gates: Gates<DesignState, DesignGates> = { candidate: { approve, reject, abort } }

function approve(state: DesignState, _gate: Gate, { by, assurance, signature }: Answer): Accepted | Refusal {
  const { edited, settings, shown } = state
  const evaluation = state.evaluation as Evaluation
  if (edited && edited.hash !== evaluation.hash)
    return {
      refused: `intent.json was changed by hand after it was scored (${edited.problem ?? `now ${edited.hash?.slice(0, 12)}, scored ${evaluation.hash.slice(0, 12)}`}); reject it, so that the edit is scored, or undo the edit`,
    }
  if (shown.preview?.hash !== evaluation.hash)
    return { refused: 'the preview was not drawn from this intent, so no one can have seen what would be frozen' }
  if (settings.approval === 'signed' && assurance !== 'signed')
    return { refused: 'this run requires a signed approval (approval.require: signed); sign the checksum and pass --signature <file>' }
  return { events: [event('approved', { by, assurance, hash: evaluation.hash, ...(signature && { signature }) })] }
}

function reject(state: DesignState, _gate: Gate, { by, text = '' }: Answer): Accepted {
  const unfolding = unfold(state).add(event('rejected', { by, feedback: text.trim() }))
  revise(unfolding, { reason: 'rejected', because: 'a person rejected it', by })
  return { events: unfolding.events }
}

function abort(state: DesignState, _gate: Gate, { by, text = '' }: Answer): Accepted {
  const reason = text.trim()
  return { events: [event('aborted', { by, reason }), moved(state, 'FAILED', { reason: 'aborted', because: reason, by })] }
}
