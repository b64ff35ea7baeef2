// The reflex workflow: PLAN, PRODUCE beside PREPARE, EVALUATE, CRITIQUE, REFINE, until the criteria are met or there is a reason to stop.
import { sha256 } from '../../lib/hash.ts'
import { defineWorkflow } from '../../operations/definition.ts'
import { accept } from './accept.ts'
import { type ReflexEventName, type ReflexEvents, event } from './events.ts'
import { evolve, initial } from './evolve.ts'
import { files, lines } from './files.ts'
import { steps } from './machine.ts'
import { missed } from './missed.ts'
import { type ReflexGates, gates } from './gate.ts'
import { hands } from './hands.ts'
import { next } from './next.ts'
import { reflexTemplates } from './prompts.ts'
import type { ReflexInput, ReflexState } from './state.ts'
import { settings } from './settings.ts'
import { unwrap } from './unwrap.ts'
import * as view from './view.ts'

/** From a person or the folder; a stop only from a person. */
const spokenOutside: ReadonlySet<string> = new Set([
  'run_started',
  'criteria_confirmed',
  'iterations_confirmed',
  'criteria_changed',
  'retried',
  'external_edit',
] satisfies ReflexEventName[])

export const reflex = defineWorkflow<ReflexState, ReflexInput, ReflexGates, ReflexEvents>({
  name: 'reflex',
  version: 2,
  summary: 'make an artifact and fix it until its criteria are met',
  initial,
  evolve,
  next,
  accept,
  gates,
  stop: (state, reason, by) => (state.stop ? [] : [event('stopped', { reason: reason || 'user_stop', because: `stopped by ${by}`, by })]),
  adopt: (state, _path, text) => ({
    events:
      state.status === 'running'
        ? [event('external_edit', { artifact: sha256(text), bytes: new TextEncoder().encode(text).length, changed: ['edited by hand'] })]
        : [],
  }),
  files,
  lines,
  roles: ['plan', 'produce', 'prepare', 'critique', 'refine'],
  needs: ['produce', 'refine'],
  templates: reflexTemplates,
  verbs: [
    { name: 'new', everyday: true, summary: 'Start a loop', load: () => import('./verbs/new.ts') },
    { name: 'status', summary: 'Show the active loop', load: () => import('./verbs/status.ts') },
    { name: 'list', summary: 'List all loops', load: () => import('./verbs/list.ts') },
    { name: 'clean', anywhere: true, summary: 'Delete ended loops, after asking', load: () => import('./verbs/clean.ts') },
  ],
  outside: ({ type, data }) => spokenOutside.has(type) || (type === 'stopped' && 'by' in data),
  learns: {
    maker: 'produce',
    kind: ({ input }) => input.type,
    told: ({ input }) => input.told,
    tried: ['stagnation', 'iteration_limit'],
    missed,
  },
  view,
  unwrap: (reply, kind) => unwrap(reply, kind).text,
  delivers: ({ state: { input } }) => ({ kind: input.kind ?? 'markdown', target: input.target ?? null, replaces: input.replaces ?? null }),
  hands,
  settings,
  machine: { of: 'steps', table: steps, initial: 'PLAN' },
  panel: () => import('./panel.ts'),
})

export default reflex
