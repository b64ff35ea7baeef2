// What a reflex run needs next: the draft's confirmations, then the tasks of its current step.
import type { Task } from '../../kernel/task.ts'
import type { Next } from '../../kernel/workflow.ts'
import { type ReflexGates, setupGate } from './gate.ts'
import { doubtsGate } from './doubts.ts'
import { evaluateTasks, openDoubts } from './evaluating.ts'
import { checksGate, unshown } from './maker-checks.ts'
import { probeTasks } from './probe.ts'
import { critiqueTask, planTask, prepareTask, produceTask, refineTask } from './prompts.ts'
import { visible } from './rules.ts'
import type { ReflexState } from './state.ts'

const contextFiles = ['.ai-factory/DESCRIPTION.md', '.ai-factory/ARCHITECTURE.md', '.ai-factory/RULES.md']

export function next(state: ReflexState): Next<ReflexGates> {
  if (state.stop) return { done: { status: state.status, reason: state.stop.reason, passed: state.stop.passed } }
  if (!state.confirmed.criteria || !state.confirmed.iterations) return { ask: setupGate(state) }
  const before = observations(state)
  if (before.length > 0) return { do: before }
  if (state.step === 'EVALUATE' && probeTasks(state).length === 0) {
    if (unshown(state).length > 0) return { ask: checksGate(state) }
    if (openDoubts(state).length > 0) return { ask: doubtsGate(state) }
  }
  return { do: stepTasks(state) }
}

/** Read before the first step: project notes, and each check's own description of its demand. */
function observations({ context, demands, criteria }: ReflexState): Task[] {
  const checks = visible(criteria.rules).flatMap(({ id, check }) => (typeof check === 'string' ? [] : [{ id, check }]))
  return [
    ...(context.read ? [] : [{ kind: 'observe' as const, key: 'context', source: 'files', args: { paths: contextFiles } }]),
    ...(demands ? [] : [{ kind: 'observe' as const, key: 'demands', source: 'demands', args: { rules: checks } }]),
  ]
}

function stepTasks(state: ReflexState): Task[] {
  switch (state.step) {
    case 'PLAN':
      return [planTask(state)]
    case 'PRODUCE_PREPARE':
      return [
        ...(state.produced === state.iteration ? [] : [produceTask(state)]),
        ...(state.prepared?.level === state.level ? [] : [prepareTask(state)]),
      ]
    case 'PREPARE':
      return [prepareTask(state)]
    case 'EVALUATE':
      return probeTasks(state).length > 0 ? probeTasks(state) : evaluateTasks(state)
    case 'CRITIQUE':
      return [critiqueTask(state)]
    case 'REFINE':
      return [refineTask(state)]
  }
}
