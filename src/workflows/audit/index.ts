// The audit workflow: what follows from a design audit (converge, revise or escalate), and the waves of tasks until everything is built.
import { defineWorkflow } from '../../operations/definition.ts'
import { accept } from './accept.ts'
import { type AuditEvents, event } from './events.ts'
import { evolve, initial } from './evolve.ts'
import { type AuditGates, gates } from './gate.ts'
import { hands } from './hands.ts'
import { steps } from './machine.ts'
import { next } from './next.ts'
import { auditTemplates } from './prompts.ts'
import { type AuditInput, type AuditState, roles } from './state.ts'
import { settings } from './settings.ts'
import * as view from './view.ts'

export const audit = defineWorkflow<AuditState, AuditInput, AuditGates, AuditEvents>({
  name: 'audit',
  version: 2,
  summary: 'drive design tasks until their audit passes',
  initial,
  evolve,
  next,
  accept,
  gates,
  stop: (state, reason, by) => (state.ending ? [] : [event('stopped', { reason, because: `stopped by ${by}`, by })]),
  // A session is shared with others: it changes by effects alone, and nothing of it is projected.
  files: () => ({}),
  roles,
  judgeless: true,
  templates: auditTemplates,
  verbs: [
    {
      name: 'assess',
      everyday: true,
      summary: 'Decide what follows from the audits of a session',
      load: () => import('./verbs/assess.ts'),
    },
    { name: 'new', summary: 'Decide, and wait if a person must choose', load: () => import('./verbs/new.ts') },
    { name: 'run', summary: 'Drive the tasks of a session, wave by wave', load: () => import('./verbs/run.ts') },
  ],
  view,
  hands,
  settings,
  machine: { of: 'steps', table: steps, initial: 'READ' },
  panel: () => import('./panel.ts'),
})

export default audit
