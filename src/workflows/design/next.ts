// What a design needs next: tasks of its current state, a person's decision, or nothing.
import type { Task } from '../../kernel/task.ts'
import type { Next } from '../../kernel/workflow.ts'
import { type DesignGates, candidateGate } from './gate.ts'
import { criticTask, generateTask, isOurs, place } from './prompts.ts'
import type { Approval, DesignState, Evaluation } from './state.ts'

export function next(state: DesignState): Next<DesignGates> {
  switch (state.state) {
    case 'IDLE':
      return state.starting
        ? { do: startTasks(state, state.starting) }
        : { done: { status: 'IDLE', reason: whyIdle(state), passed: false } }
    case 'GENERATING':
      return { do: [state.sources?.heard === state.feedback.length ? generateTask(state) : sourcesTask(state)] }
    case 'EVALUATING':
      return { do: [state.made ? criticTask(state) : previewTask(state, state.evaluation as Evaluation)] }
    case 'CANDIDATE':
      return state.approval ? { do: [freezeTask(state, state.approval)] } : { ask: candidateGate(state) }
    case 'REVISING': // passed through within a step, never a resting state
      return { do: [] }
    case 'FROZEN':
      return { done: { status: 'FROZEN', reason: 'approved', passed: true } }
    case 'FAILED':
      return { done: { status: 'FAILED', reason: state.failure?.reason ?? 'unknown', passed: false } }
  }
}

export const finalFolder = ({ input }: DesignState) => `${input.folder}/final`

function whyIdle({ history }: DesignState): string {
  const last = history.at(-1)
  return last && 'to' in last && last.to === 'IDLE' ? last.reason : 'not_started'
}

/** Before leaving IDLE: is something frozen here, and what do the requirements state? */
function startTasks(state: DesignState, { frozen, sources }: { frozen: boolean; sources: boolean }): Task[] {
  const look: Task = { kind: 'observe', key: `frozen:${state.run}`, source: 'frozen', args: { folder: finalFolder(state) } }
  return [...(frozen ? [look] : []), ...(sources ? [sourcesTask(state)] : [])]
}

function sourcesTask({ run, feedback, heard = [], base, settings }: DesignState): Task {
  return {
    kind: 'observe',
    key: `sources:${run}.${feedback.length}`,
    source: 'sources',
    args: {
      requirements: settings.requirements,
      heard,
      ...(feedback.length > 0 && base && { said: feedback.at(-1), design: base.intent }),
    },
  }
}

/** The rendering service is only used for what a person will look at. */
function previewTask(state: DesignState, { intent, critique, hash, score }: Evaluation): Task {
  const renderer = state.settings.preview === 'stitch' && score >= state.settings.threshold ? 'stitch' : 'builtin'
  return {
    kind: 'observe',
    key: `preview:${place(state)}`,
    source: 'preview',
    args: {
      intent,
      critique,
      hash,
      renderer,
      sources: state.sources?.object ?? null,
      ...(state.rejection && { rejected: state.rejection.intent, heard: state.heard?.at(-1) ?? [], isOurs: isOurs(state) }),
    },
  }
}

function freezeTask(state: DesignState, { marker }: Approval): Task {
  const key = `${state.run}.${state.answers}`
  if (marker === null) return { kind: 'observe', key: `marker:${key}`, source: 'marker', args: {} }
  const { evaluation, shown, input } = state
  const files = { 'FROZEN.md': marker, 'intent.json': evaluation?.intent, 'preview.html': shown.preview?.object }
  return {
    kind: 'effect',
    key: `freeze:${key}`,
    effect: 'freeze',
    args: { folder: finalFolder(state), files, working: `${input.folder}/intent.json`, checksum: evaluation?.hash },
  }
}
