// What an order needs next: a survey of the repository, its parts, a maker's work, a compiler, a commit, a measurement, and cleanup.
import { childId } from '../../kernel/child-id.ts'
import type { Child, Effect, Observe, Task } from '../../kernel/task.ts'
import type { Next, NoGates } from '../../kernel/workflow.ts'
import { less } from '../../kernel/budget.ts'
import { bandOf } from '../../learning/failures.ts'
import { makeTask, splitTask } from './prompts.ts'
import type { OrderInput, OrderItem, OrderState } from './state.ts'

export function next(state: OrderState): Next<NoGates> {
  if (state.stop && (state.closed || !state.survey))
    return { done: { status: state.status, reason: state.stop.reason, passed: state.status === 'completed' } }
  return { do: [task(state)] }
}

function task(state: OrderState): Task {
  const { input, step, cycle, survey, refined, commit } = state
  const shared = { run: input.runId, repo: input.repo, base: survey?.commit ?? input.base, cycle, allowed: input.allowCommands }
  switch (step) {
    case 'SURVEY':
      return observe(state, 'survey', { run: input.runId, repo: input.repo, base: input.base, task: input.task })
    case 'SPLIT':
      return splitTask(state)
    case 'CHILDREN':
      return childTask(state)
    case 'CODE':
      if (state.told === null) return observe(state, 'guidelines', wanted(state))
      return state.opened
        ? makeTask(state)
        : effect(state, `open:${cycle}`, 'open', { ...shared, tree: refined.at(-1)?.tree ?? survey?.tree })
    case 'REFINE':
      return observe(state, `refine:${cycle}`, {
        ...shared,
        reply: state.reply,
        sanitizer: input.sanitizer,
        watched: state.watched,
        ...(state.maker && { maker: state.maker }),
      })
    case 'COMMIT':
      if (commit) return effect(state, 'pull', 'pull', { ...shared, branch: commit.branch, task: input.task })
      return effect(state, 'commit', 'commit', { ...shared, tree: refined.at(-1)?.tree, task: input.task, at: state.createdAt })
    case 'ACCEPT':
      return observe(state, 'accept', { ...shared, commit: commit?.commit, task: input.task })
    case 'CLOSE':
      return effect(state, 'close', 'close', {
        ...shared,
        tree: commit || !refined.at(-1)?.changed.length ? null : refined.at(-1)?.tree,
        task: input.task,
        at: state.createdAt,
      })
  }
}

const wanted = ({ input, proposer, estimate }: OrderState) => ({
  order: input.runId,
  proposer: proposer?.maker ?? 'proposer',
  complexity: estimate?.score ?? 0,
  band: estimate?.band ?? bandOf(0),
  outputType: input.type,
})

/** Retried under its own key, so that each try is recorded. */
const keyOf = ({ attempts }: OrderState, key: string) =>
  (attempts[key]?.count ?? 0) === 0 ? key : `${key}#${(attempts[key]?.count ?? 0) + 1}`

const observe = (state: OrderState, key: string, args: object): Observe => ({
  kind: 'observe',
  key: keyOf(state, key),
  source: key.split(':')[0] as string,
  args,
})

const effect = (state: OrderState, key: string, name: string, args: object): Effect => ({
  kind: 'effect',
  key: keyOf(state, key),
  effect: name,
  args,
})

/** One after the other, each on top of what was accepted before. */
function childTask({ input, items, children, spending }: OrderState): Child {
  const number = children.length
  const item = (items ?? [])[number] as OrderItem
  const last = children.findLast(({ status }) => status === 'completed')
  const key = `order:${number + 1}`
  const child: OrderInput = {
    ...input,
    runId: childId(input.runId, key),
    name: `${input.name}-${number + 1}`,
    task: item.task,
    type: item.type,
    spec: null,
    items: null,
    base: last ? branchOf(last.run) : input.base,
    budget: less(input.budget ?? {}, spending), // the orders of a spec share it
  }
  return { kind: 'child', key, workflow: 'order', input: child }
}

export const branchOf = (run: string) => `whet/${run}`
