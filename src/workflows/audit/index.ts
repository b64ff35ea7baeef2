// The audit workflow: what follows from a design audit (converge, revise or escalate), and the waves of tasks until everything is built.
import type { Workflow } from '../../kernel/workflow.ts'
import { accept } from './accept.ts'
import { event } from './events.ts'
import { evolve, initial } from './evolve.ts'
import { answer } from './gate.ts'
import { next } from './next.ts'
import type { AuditInput, AuditState } from './state.ts'

export const audit: Workflow<AuditState, AuditInput> = {
  name: 'audit',
  version: 2,
  initial,
  evolve,
  next,
  accept,
  answer,
  stop: (state, reason, by) => (state.ending ? [] : [event('stopped', { reason, because: `stopped by ${by}`, by })]),
  // A session is shared with others: it changes by effects alone, and nothing of it is projected.
  files: () => ({}),
}
