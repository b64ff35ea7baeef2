// The sprint workflow: builder against evaluator, over a page measured by a browser, until it passes or a person decides.
import { defineWorkflow } from '../../operations/definition.ts'
import { accept } from './accept.ts'
import { type SprintEvents, event } from './events.ts'
import { evolve, initial, steps } from './evolve.ts'
import { files } from './files.ts'
import { type SprintGates, gates } from './gate.ts'
import { hands } from './hands.ts'
import { next } from './next.ts'
import { sprintTemplates } from './prompts.ts'
import type { SprintInput, SprintState } from './state.ts'
import * as view from './view.ts'

export const sprint = defineWorkflow<SprintState, SprintInput, SprintGates, SprintEvents>({
  name: 'sprint',
  version: 1,
  summary: 'improve a web page, judged by what a browser measures',
  initial,
  evolve,
  next,
  accept,
  gates,
  stop: (state, reason, by) =>
    state.stop ? [] : [event('finished', { status: 'stopped', reason: reason || 'user_stop', because: `stopped by ${by}`, by })],
  files,
  roles: ['builder'],
  makerless: true,
  templates: sprintTemplates,
  verbs: [
    { name: 'new', everyday: true, summary: 'Improve a web page against its brief', load: () => import('./verbs/new.ts') },
    { name: 'report', summary: 'Write a page about each evaluation, with pictures', load: () => import('./verbs/report.ts') },
  ],
  view,
  matches: (run, name) => run.replace(/^sprint-/, '').replace(/-\d{8}-\d{6}(?:-\d+)?$/, '') === name || run === name,
  learns: { maker: 'builder', kind: ({ input }) => input.harness, told: ({ input }) => input.told, missed: view.missed },
  hands,
  machine: { of: 'steps', table: steps, initial: 'READ' },
  panel: () => import('./panel.ts'),
})

export default sprint
