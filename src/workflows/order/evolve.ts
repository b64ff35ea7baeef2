// The only place an order's state changes.
import { nothingSpent, spend } from '../../kernel/budget.ts'
import { type Transitions, move } from '../../kernel/machine.ts'
import { type Evolve, applied } from '../../kernel/workflow.ts'
import { Fault } from '../../schema/fault.ts'
import type { OrderEvent, OrderEvents } from './events.ts'
import type { OrderInput, OrderState, Step } from './state.ts'

export function initial(input: OrderInput, at: number): OrderState {
  return {
    input,
    status: 'running',
    step: 'SURVEY',
    survey: null,
    context: null,
    items: null,
    children: [],
    estimate: null,
    proposer: null,
    told: null,
    opened: false,
    watched: {},
    cycle: 1,
    reply: null,
    maker: null,
    refined: [],
    commit: null,
    pullRequest: null,
    pullAsked: false,
    accepted: null,
    acceptance: null,
    bars: [],
    attempts: {},
    spending: nothingSpent,
    stop: null,
    closed: false,
    createdAt: at,
    updatedAt: at,
  }
}

type Apply = { [N in keyof OrderEvents]: (state: OrderState, data: OrderEvents[N]) => OrderState }

const apply: Apply = {
  specified: (state, { survey, context }) => {
    const known = { ...state, survey, context }
    return state.input.spec === null ? known : to(known, 'SPLIT')
  },
  decomposed: (state, { items }) => {
    const known = { ...state, items }
    return state.input.spec === null ? known : to(known, 'CHILDREN')
  },
  child_ended: (state, child) => ({ ...state, children: [...state.children, child], attempts: {} }),
  rated: (state, estimate) => ({ ...state, estimate }),
  proposer_chosen: (state, { proposer }) => to({ ...state, proposer }, 'CODE'),
  told: (state, told) => ({ ...state, told, attempts: {} }),
  opened: (state, { watched }) => ({ ...state, opened: true, watched }),
  coded: (state, { reply, maker }) => to({ ...state, reply, maker }, 'REFINE'),
  refined: (state, refined) => {
    const next = { ...state, refined: [...state.refined, refined] }
    if (refined.changed.length > 0 && refined.errors.length === 0) return to(next, 'COMMIT')
    return refined.cycle > state.input.cycles ? next : to({ ...next, cycle: refined.cycle + 1, opened: false }, 'CODE')
  },
  change_requested: (state, commit) => {
    const next = { ...state, commit }
    return state.input.pullRequest ? next : to(next, 'ACCEPT')
  },
  pull_requested: (state, { url }) => to({ ...state, pullRequest: url, pullAsked: true }, 'ACCEPT'),
  accepted: (state, { seen, acceptance, bars }) => ({ ...state, accepted: seen, acceptance, bars }),
  step_failed: (state, { task, attempt, problem }) => ({ ...state, attempts: { ...state.attempts, [task]: { count: attempt, problem } } }),
  logged: (state, { status, reason, because }) => to({ ...state, status, stop: { reason, because } }, 'CLOSE'),
  closed: (state) => ({ ...state, closed: true }),
}

export const evolve: Evolve<OrderState> = (state: OrderState, event: OrderEvent) => {
  const heard = event.type === 'replied' ? { ...state, spending: spend(state.spending, event.data) } : state
  const next = applied(apply, heard, event) ?? heard
  return { ...next, updatedAt: Math.max(state.updatedAt, event.at) }
}

function to(state: OrderState, step: Step): OrderState {
  if (state.step === step) return { ...state, attempts: {} }
  const moved = move(steps, state.step, step)
  if (!moved.ok) throw new Fault('internal', moved.reason)
  return { ...state, step, attempts: {} }
}

export const steps: Transitions<Step> = {
  SURVEY: ['SPLIT', 'CODE', 'CLOSE'],
  SPLIT: ['CHILDREN', 'CLOSE'],
  CHILDREN: ['CLOSE'],
  CODE: ['REFINE', 'CLOSE'],
  REFINE: ['CODE', 'COMMIT', 'CLOSE'],
  COMMIT: ['ACCEPT', 'CLOSE'],
  ACCEPT: ['CLOSE'],
  CLOSE: [],
}
