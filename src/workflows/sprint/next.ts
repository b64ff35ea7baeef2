// What a sprint run needs next: the current page, the builder's review of the contract, a build, a measurement, or a person.
import type { Effect, Evaluate, Observe, Task } from '../../kernel/task.ts'
import type { Next } from '../../kernel/workflow.ts'
import { type SprintGates, questionGate } from './gate.ts'
import { judgeTasks } from './judging.ts'
import { isReevaluated } from './leniency.ts'
import { buildTask, reviewTask } from './prompts.ts'
import type { SprintState } from './state.ts'

export function next(state: SprintState): Next<SprintGates> {
  if (state.stop && state.best && !state.recorded) return { do: [recordTask(state, state.best.card.overall)] }
  if (state.stop) return { done: { status: state.status, reason: state.stop.reason, passed: state.status === 'passed' } }
  if (state.question) return { ask: questionGate(state) }
  return { do: tasks(state) }
}

export function tasks(state: SprintState): Task[] {
  switch (state.step) {
    case 'READ':
      return [...(state.baselineRead ? [] : [baselineTask]), ...(state.pageRead ? [] : [pageTask(state, null)])]
    case 'CONTRACT':
      return [reviewTask(state)]
    case 'BUILD':
      return [state.input.builder ? buildTask(state) : pageTask(state, state.artifact)]
    case 'EVALUATE':
      return [
        ...(state.verdicts ? [] : [state.input.start === undefined ? evaluateTask(state) : servedTask(state)]),
        ...(state.again || !isReevaluated(state.input.runsBefore) ? [] : [afreshTask(state)]),
        ...judgeTasks(state),
      ]
  }
}

/** What later runs are compared with. */
const recordTask = ({ input }: SprintState, score: number): Effect => ({
  kind: 'effect',
  key: 'record',
  effect: 'baseline',
  args: { run: input.runId, score },
})

const baselineTask: Observe = { kind: 'observe', key: 'baseline', source: 'baseline', args: {} }

/** With `unless` it rests until the page changes or a browser becomes available: only the person editing the files builds here. */
const pageTask = ({ iteration, evaluation, input: { folder, material } }: SprintState, unless: string | null): Observe => ({
  kind: 'observe',
  key: `page:${iteration}`,
  source: 'page',
  args: { folder, page: material.page, unless, unseen: evaluation?.seen?.by === 'text' },
})

function evaluateTask(state: SprintState): Evaluate {
  const { artifact, criteria, input, iteration } = state
  const attempt = state.attempts[`evaluate:${iteration}`]?.count ?? 0
  return {
    kind: 'evaluate',
    key: attempt === 0 ? `evaluate:${iteration}` : `evaluate:${iteration}#${attempt + 1}`,
    artifact: { object: artifact as string },
    name: input.material.page,
    checks: criteria.filter(({ check }) => check.kind !== 'judged-by-agent').map(({ id, check }) => ({ ruleId: id, check })),
    allowCommands: false,
  }
}

/** Measured while the command serves it. */
const servedTask = (state: SprintState): Observe => {
  const { key, artifact, checks } = evaluateTask(state)
  return { kind: 'observe', key, source: 'served', args: { artifact: artifact.object, checks, ...servingOf(state) } }
}

/** The same build in a fresh process and browser. */
const afreshTask = (state: SprintState): Observe => {
  const { artifact, checks } = evaluateTask(state)
  return {
    kind: 'observe',
    key: `afresh:${state.iteration}`,
    source: 'afresh',
    args: { artifact: artifact.object, checks, ...servingOf(state) },
  }
}

const servingOf = ({ input: { start, material, folder, runId }, iteration }: SprintState) =>
  start === undefined ? {} : { serve: { command: start, url: material.page, folder, log: `${runId}-${iteration}` } }
