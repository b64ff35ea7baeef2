// The design workflow: an intent is generated, scored, previewed and revised until a person approves it, and then frozen.
import { defineWorkflow } from '../../operations/definition.ts'
import { accept } from './accept.ts'
import { adopt } from './adopt.ts'
import { validateIntent } from './critic/validate.ts'
import { type DesignEventName, type DesignEvents, moved } from './events.ts'
import { evolve, initial } from './evolve.ts'
import { files } from './files.ts'
import { type DesignGates, gates } from './gate.ts'
import { hands } from './hands.ts'
import { transitions } from './machine.ts'
import { missed } from './missed.ts'
import { next } from './next.ts'
import { designTemplates } from './prompts.ts'
import { settings } from './settings.ts'
import type { DesignInput, DesignState } from './state.ts'
import * as view from './view.ts'

/** From a person or the folder. */
const spokenOutside: ReadonlySet<string> = new Set([
  'start_requested',
  'external_edit',
  'integrity_violated',
  'unfrozen',
  'reset',
  'moved',
  'dismissed',
  'transition_refused',
  'threshold_refused',
  'write_refused',
] satisfies DesignEventName[])

export const design = defineWorkflow<DesignState, DesignInput, DesignGates, DesignEvents>({
  name: 'design',
  version: 3,
  summary: 'turn requirements into a design that a person approves',
  initial,
  evolve,
  next,
  accept,
  gates,
  adopt,
  // A candidate already rests: it is decided on, not stopped.
  stop: (state, reason, by) =>
    state.state === 'CANDIDATE' ? [] : [moved(state, 'FAILED', { reason: 'stopped', because: reason || `stopped by ${by}`, by })],
  files,
  roles: ['design-generator', 'design-critic'],
  judgeless: true,
  templates: designTemplates,
  verbs: [
    { name: 'new', everyday: true, summary: 'Design a feature from its requirements', load: () => import('./verbs/new.ts') },
    { name: 'reset', summary: 'Move a failed design back to IDLE', load: () => import('./verbs/reset.ts') },
    { name: 'dismiss', summary: 'Dismiss a finding, for a stated reason', load: () => import('./verbs/dismiss.ts') },
    {
      name: 'certificate',
      anywhere: true,
      summary: 'Write the certificate of a frozen design',
      load: () => import('./verbs/certificate.ts'),
    },
  ],
  view,
  matches: (run, name) => run === `design-${name}`,
  pins: ({ state }) => state.settings.pins,
  form: ({ role }, value, { state }) =>
    role === 'design-generator'
      ? validateIntent({ ...(value as object), sources: [] }, state.input.featureId).map(({ path, message }) => `${path} ${message}`)
      : [],
  outside: ({ type }) => spokenOutside.has(type),
  learns: { maker: 'design-generator', kind: () => 'intent', told: ({ settings }) => settings.told, missed },
  hands,
  settings,
  machine: { of: 'states', table: transitions, initial: 'IDLE' },
  panel: () => import('./panel.ts'),
})

export default design
