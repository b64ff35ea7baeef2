// The reflex workflow: PLAN, PRODUCE beside PREPARE, EVALUATE, CRITIQUE, REFINE, until the criteria are met or there is a reason to stop.
import type { Workflow } from '../../kernel/workflow.ts'
import { sha256 } from '../../lib/hash.ts'
import type { NewEvent } from '../../schema/event.ts'
import { accept } from './accept.ts'
import { event } from './events.ts'
import { evolve, initial } from './evolve.ts'
import { files, lines } from './files.ts'
import { answer } from './gate.ts'
import { next } from './next.ts'
import type { ReflexInput, ReflexState } from './state.ts'

export const reflex: Workflow<ReflexState, ReflexInput> = {
  name: 'reflex',
  version: 2,
  initial,
  evolve,
  next,
  accept,
  answer,
  stop(state, reason, by): NewEvent[] {
    return state.stop ? [] : [event('stopped', { reason: reason || 'user_stop', because: `stopped by ${by}`, by })]
  },
  adopt(state, _path, text) {
    if (state.status !== 'running') return { events: [] }
    return {
      events: [
        event('external_edit', { artifact: sha256(text), bytes: new TextEncoder().encode(text).length, changed: ['edited by hand'] }),
      ],
    }
  },
  files,
  lines,
}
