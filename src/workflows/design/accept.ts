// What each reply means for a design.
import type { Reply, Task } from '../../kernel/task.ts'
import type { Accepted } from '../../kernel/workflow.ts'
import { sha256 } from '../../lib/hash.ts'
import { acceptCritic, acceptIntent } from './evaluate.ts'
import { event, moved } from './events.ts'
import { unfold } from './evolve.ts'
import { type FrozenFolder, foundAtStart } from './frozen.ts'
import { type MarkerFacts, frozenMarker } from './marker.ts'
import { conclude, fail, generate } from './moves.ts'
import { finalFolder } from './next.ts'
import type { Heard } from './feedback/edit.ts'
import type { Approval, DesignState, Evaluation, Preview } from './state.ts'

export function accept(state: DesignState, task: Task, reply: Reply, text: (hash: string) => string): Accepted {
  switch (task.kind) {
    case 'observe':
      return observed(state, task.source, reply)
    case 'ask':
      return task.role === 'design-critic' ? acceptCritic(state, reply, text) : acceptIntent(state, reply, text)
    case 'effect':
      return acceptFreeze(state, reply)
    case 'evaluate':
    case 'child':
      return { events: [] }
  }
}

function observed(state: DesignState, source: string, reply: Reply): Accepted {
  switch (source) {
    case 'frozen':
      return { events: begun(state, foundAtStart(valueOf<FrozenFolder>(reply), finalFolder(state), state)) }
    case 'sources':
      return acceptSources(state, reply)
    case 'preview':
      return acceptPreview(state, reply)
    default:
      return acceptMarker(state, reply)
  }
}

/** The last of the two readings before a start begins the run. */
function begun(state: DesignState, events: Accepted['events']): Accepted['events'] {
  const unfolding = unfold(state).add(...events)
  const { starting } = unfolding.state
  if (starting && !starting.frozen && !starting.sources)
    generate(unfolding, { reason: 'started', because: `started by ${state.settings.by}`, by: state.settings.by })
  return unfolding.events
}

function acceptSources(state: DesignState, reply: Reply): Accepted {
  const object = textOf(reply)
  const { length } = JSON.parse(object) as unknown[]
  const { said } = (reply.meta ?? {}) as { said?: Heard[] }
  return {
    events: begun(state, [
      event('sources_read', { object: sha256(object), count: length, heard: state.feedback.length, ...(said && { said }) }),
    ]),
    objects: [object],
  }
}

function acceptPreview(state: DesignState, reply: Reply): Accepted {
  const unfolding = unfold(state)
  if (!reply.ok) fail(unfolding, { reason: 'preview_failed', because: reply.error.message })
  else {
    const page = textOf(reply)
    const { renderer = 'builtin', note = null, changes } = (reply.meta ?? {}) as Partial<Preview>
    const { hash } = state.evaluation as Evaluation
    unfolding.add(event('preview_made', { object: sha256(page), hash, renderer, note, ...(changes && { changes }) }))
    conclude(unfolding)
  }
  return { events: unfolding.events }
}

function acceptMarker(state: DesignState, reply: Reply): Accepted {
  const facts = valueOf<MarkerFacts>(reply)
  const marker = frozenMarker(state, state.approval as Approval, facts)
  return { events: [event('freeze_prepared', { marker: sha256(marker), head: facts.head })], objects: [marker] }
}

function acceptFreeze(state: DesignState, reply: Reply): Accepted {
  const { marker, by } = state.approval as Approval
  const { hash } = state.evaluation as Evaluation
  if (reply.ok)
    return {
      events: [
        event('frozen', { checksum: hash, marker: marker as string, preview: state.shown.preview?.object ?? '' }),
        moved(state, 'FROZEN', { reason: 'approved', because: `approved by ${by}`, by }),
      ],
    }
  const { code, message: because } = reply.error
  const refused = code === 'frozen' ? [event('write_refused', { path: `${finalFolder(state)}/intent.json`, by, because })] : []
  return { events: [...refused, event('freeze_refused', { because })] }
}

/** Our own observations fail only by a defect or a disk error, which are thrown before they get here. */
function valueOf<T>(reply: Reply): T {
  if (!reply.ok || !('value' in reply)) throw new Error(`expected a value, found ${reply.ok ? 'text' : reply.error.message}`)
  return reply.value as T
}

function textOf(reply: Reply): string {
  if (!reply.ok || !('text' in reply)) throw new Error(`expected text, found ${reply.ok ? 'a value' : reply.error.message}`)
  return reply.text
}
