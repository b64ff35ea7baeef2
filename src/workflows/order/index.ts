// The order workflow: gives a code task to a maker in its own working copy and accepts the result by measurement.
import type { NoGates } from '../../kernel/workflow.ts'
import { defineWorkflow } from '../../operations/definition.ts'
import { OrderSettings } from '../../schema/order.ts'
import { accept } from './accept.ts'
import { type OrderEvents, event } from './events.ts'
import { evolve, initial, steps } from './evolve.ts'
import { hands } from './hands.ts'
import { next } from './next.ts'
import { orderTemplates } from './prompts.ts'
import { orderRecord } from './record.ts'
import type { OrderInput, OrderState } from './state.ts'
import * as view from './view.ts'

export const order = defineWorkflow<OrderState, OrderInput, NoGates, OrderEvents>({
  name: 'order',
  version: 1,
  summary: 'have a maker do a code task, accepted by measurement',
  initial,
  evolve,
  next,
  accept,
  gates: {},
  stop: (state, reason, by) =>
    state.stop ? [] : [event('logged', { status: 'stopped', reason: reason || 'user_stop', because: `stopped by ${by}`, by })],
  files: () => ({}),
  roles: ['proposer', 'splitter'],
  needs: ['proposer'],
  templates: orderTemplates,
  verbs: [
    { name: 'new', everyday: true, summary: 'Have a code task done and measured', load: () => import('./verbs/new.ts') },
    { name: 'apply', summary: 'Show what an order changed, then merge it', load: () => import('./verbs/apply.ts') },
  ],
  view: { ...view },
  matches: (run, name) => run.replace(/^order-/, '').replace(/-\d{8}-\d{6}(?:-\d+)?$/, '') === name || run === name,
  contributes: ({ state }) => {
    const record = orderRecord(state)
    return record && { order: record }
  },
  hands,
  settings: OrderSettings,
  machine: { of: 'steps', table: steps, initial: 'SURVEY' },
  panel: () => import('./panel.ts'),
})

export default order
