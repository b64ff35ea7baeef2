// What a run may spend: checked before it asks anyone, and shared with the runs it starts.
import { type DriverEvents, type RunState, addUsage } from './reduce.ts'
import type { Usage } from './task.ts'
import type { Next, Workflow } from './workflow.ts'

/** What is next within the run's budget: what it has no room for isn't asked, and once nothing else is open the run ends. */
export function nextOf<S>(workflow: Workflow<S>, run: RunState<S>): Next {
  const next = workflow.next(run.state)
  if (!run.budget || !('do' in next)) return next
  const left = remaining(run.budget, run)
  let room = Object.values(left).some((amount) => amount <= 0) ? 0 : (left.calls ?? Infinity)
  const due = next.do.filter((task) => !costs(task) || run.open[task.key] || room-- > 0)
  if (due.length === next.do.length || due.some((task) => task.kind !== 'observe' || !task.beside)) return { do: due }
  return { done: { status: 'stopped', reason: 'budget_exceeded', passed: false } }
}

/** Whether the budget ends it before its workflow does. */
export const isCutShort = <S>(workflow: Workflow<S>, run: RunState<S>) =>
  'done' in nextOf(workflow, run) && !('done' in workflow.next(run.state))

/** New requests, with what each child run may spend: equal shares of what is left. */
export function withShares<S>(run: RunState<S>, tasks: DriverEvents['asked']['tasks']): typeof tasks {
  if (!run.budget) return tasks
  let left = remaining(run.budget, run)
  let sharing = tasks.filter(costs).length
  return tasks.map((task) => {
    if (!costs(task)) return task
    const share = changed(left, (amount, kind) => (kind === 'costUsd' ? amount / sharing : Math.ceil(amount / sharing)))
    sharing--
    left = without(left, share)
    return task.kind === 'child' ? { ...task, budget: share } : task
  })
}

/** Neither spent nor held by a child run that is still open. */
const remaining = <S>(budget: Budget, { usage, ms, open }: RunState<S>): Budget =>
  Object.values(open).reduce((left, { budget: held = {} }) => without(left, held), less(budget, { usage, ms }))

const costs = ({ kind }: { kind: string }) => kind === 'ask' || kind === 'child'

/** All explicit, none by default. */
export interface Budget {
  calls?: number
  tokens?: number
  costUsd?: number
  seconds?: number
}
export type BudgetKind = keyof Budget

/** What is left of it. */
export function less(budget: Budget, spending: Spending): Budget {
  const { costMicros, ...used } = spent(spending)
  return without(budget, { ...used, costUsd: costMicros / 1e6 })
}

/** To a millionth, as money is counted. */
const without = (budget: Budget, taken: Budget): Budget =>
  changed(budget, (limit, kind) => Math.max(0, Math.round((limit - (taken[kind] ?? 0)) * 1e6) / 1e6))

const changed = (budget: Budget, change: (limit: number, kind: BudgetKind) => number): Budget =>
  Object.fromEntries(Object.entries(budget).map(([kind, limit]) => [kind, change(Number(limit), kind as BudgetKind)]))

/** Whole numbers in the budget's unit; money in millionths of a dollar, so that sums stay exact. */
export interface Spent {
  calls: number
  tokens: number
  costMicros: number
  seconds: number
  /** Calls of unknown price: the money spent is then a lower bound. */
  unpriced: number
}

/** What a run has spent, as it is folded from replies. */
export interface Spending {
  usage: Usage & { unpriced: number }
  ms: number
}

export const nothingSpent: Spending = { usage: { calls: 0, tokensIn: 0, tokensOut: 0, costMicros: 0, unpriced: 0 }, ms: 0 }

export type Costs = { usage?: Usage; ms: number }

export function spend({ usage, ms }: Spending, reply: Costs): Spending {
  return { usage: reply.usage ? addUsage(usage, reply.usage) : usage, ms: ms + reply.ms }
}

export function spent({ usage, ms }: Spending): Spent {
  return {
    calls: usage.calls,
    tokens: usage.tokensIn + usage.tokensOut,
    costMicros: usage.costMicros ?? 0,
    seconds: Math.floor(ms / 1000),
    unpriced: usage.unpriced,
  }
}
