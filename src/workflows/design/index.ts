// The design workflow: an intent is generated, scored, previewed and revised until a person approves it, and then frozen.
import type { Workflow } from '../../kernel/workflow.ts'
import { accept } from './accept.ts'
import { adopt } from './adopt.ts'
import { moved } from './events.ts'
import { evolve, initial } from './evolve.ts'
import { files } from './files.ts'
import { answer } from './gate.ts'
import { next } from './next.ts'
import type { DesignInput, DesignState } from './state.ts'

export const design: Workflow<DesignState, DesignInput> = {
  name: 'design',
  version: 3,
  initial,
  evolve,
  next,
  accept,
  answer,
  adopt,
  // A candidate rests already: it is decided on, not stopped.
  stop: (state, reason, by) =>
    state.state === 'CANDIDATE' ? [] : [moved(state, 'FAILED', { reason: 'stopped', because: reason || `stopped by ${by}`, by })],
  files,
}
