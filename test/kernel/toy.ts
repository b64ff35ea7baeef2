// A workflow with a bit of everything the kernel offers: side-by-side tasks, a retry, an observation, an effect, a host's task, a gate, files and a log.
import { type Transitions, move } from '../../src/kernel/machine.ts'
import { type StopRule, firstStop } from '../../src/kernel/stop.ts'
import type { AskAgent, Task } from '../../src/kernel/task.ts'
import type { Workflow } from '../../src/kernel/workflow.ts'
import { sha256 } from '../../src/lib/hash.ts'
import type { NewEvent } from '../../src/schema/event.ts'

export interface ToyInput {
  rounds: number
  /** Ends the run when this many calls were paid for. */
  mostCalls: number
}

export type Stage = 'making' | 'hosting' | 'publishing' | 'deciding' | 'over'

export interface ToyState extends ToyInput {
  round: number
  stage: Stage
  /** What came in this round, by maker. */
  got: Record<string, string>
  tries: Record<string, number>
  artifact: string | null
  published: number
  calls: number
  stop: { reason: string; because: string } | null
}

export const stages: Transitions<Stage> = {
  making: ['hosting', 'over'],
  hosting: ['publishing', 'over'],
  publishing: ['deciding', 'over'],
  deciding: ['making', 'over'],
  over: [],
}

export const toyStops: readonly StopRule<ToyState>[] = [
  { reason: 'failed', holds: ({ tries }) => (Object.values(tries).some((count) => count >= 2) ? 'a maker failed twice' : null) },
  { reason: 'budget', holds: ({ calls, mostCalls }) => (calls >= mostCalls ? `${calls} of ${mostCalls} calls are used` : null) },
  {
    reason: 'rounds',
    holds: ({ round, rounds, stage }) => (stage === 'deciding' && round >= rounds ? `all ${rounds} rounds are done` : null),
  },
]

const makers = ['ann', 'bob'] as const

export const toy: Workflow<ToyState, ToyInput, { 'go-on': 'yes' | 'no' | 'force' }> = {
  name: 'toy',
  version: 1,
  initial: (input) => ({ ...input, round: 1, stage: 'making', got: {}, tries: {}, artifact: null, published: 0, calls: 0, stop: null }),

  evolve(state, { type, data }) {
    const body = data as { who: string; hash: string; reason: string; because: string; usage?: { calls: number } }
    switch (type) {
      case 'replied':
        return { ...state, calls: state.calls + (body.usage?.calls ?? 0) }
      case 'made':
        return { ...state, got: { ...state.got, [body.who]: body.hash } }
      case 'missed':
        return { ...state, tries: { ...state.tries, [body.who]: (state.tries[body.who] ?? 0) + 1 } }
      case 'joined':
        return { ...at(state, 'hosting'), artifact: body.hash }
      case 'edited':
        return { ...state, artifact: body.hash }
      case 'reviewed':
        return { ...at(state, 'publishing'), artifact: body.hash }
      case 'published':
        return { ...at(state, 'deciding'), published: state.published + 1 }
      case 'again':
        return { ...at(state, 'making'), round: state.round + 1, got: {}, tries: {} }
      case 'stopped':
        return { ...at(state, 'over'), stop: { reason: body.reason, because: body.because } }
      default:
        return state
    }
  },

  next(state) {
    if (state.stop) return { done: { status: 'done', reason: state.stop.reason, passed: state.stop.reason === 'rounds' } }
    switch (state.stage) {
      case 'making':
        return { do: making(state) }
      case 'hosting':
        return { do: [ask(`review:${state.round}`, 'host', state.artifact)] }
      case 'publishing':
        return { do: [{ kind: 'effect', key: `publish:${state.round}`, effect: 'copy', args: { hash: state.artifact } }] }
      default:
        return {
          ask: {
            key: `go-on:${state.round}`,
            question: 'Another round?',
            facts: { round: state.round },
            choices: [
              { name: 'yes', means: 'one more' },
              { name: 'no', means: 'enough', needsText: 'why' },
              { name: 'force', means: 'go on against advice', attested: true },
            ],
          },
        }
    }
  },

  accept(state, task, reply) {
    switch (task.key.split(':')[0]) {
      case 'review': {
        const text = reply.ok && 'text' in reply ? reply.text : 'no review'
        return { events: ended(state, [{ type: 'reviewed', data: { hash: sha256(text) } }]), objects: [text] }
      }
      case 'publish':
        return { events: ended(state, [{ type: 'published', data: { ok: reply.ok } }]) }
      default: {
        const who = task.key.split(':')[0] as string
        if (!reply.ok || !('text' in reply)) return { events: ended(state, [{ type: 'missed', data: { who } }]) }
        const events: NewEvent[] = [{ type: 'made', data: { who, hash: sha256(reply.text) } }]
        const { got } = fold(state, events)
        if (making({ ...state, got }).length > 0) return { events: ended(state, events), objects: [reply.text] }
        const all = Object.entries(got)
          .sort()
          .map(([name, hash]) => `${name} ${hash}`)
          .join('\n')
        return { events: ended(state, [...events, { type: 'joined', data: { hash: sha256(all) } }]), objects: [reply.text, all] }
      }
    }
  },

  gates: {
    'go-on': {
      yes: (state) => ({ events: ended(state, [{ type: 'again', data: {} }]) }),
      force: (state) => ({ events: ended(state, [{ type: 'again', data: {} }]) }),
      no: (_state, _gate, { text }) => ({ events: [{ type: 'stopped', data: { reason: 'person', because: text ?? '' } }] }),
    },
  },

  stop: (state, reason, by) => (state.stop ? [] : [{ type: 'stopped', data: { reason, because: by } }]),

  adopt: (state, _path, text) => ({ events: state.stop ? [] : [{ type: 'edited', data: { hash: sha256(text) } }] }),

  files: (state, run) => ({
    [`toy/${run}/state.json`]: { role: 'state', text: `${JSON.stringify(state)}\n` },
    ...(state.artifact && { [`toy/${run}/artifact.md`]: { role: 'artifact' as const, content: { object: state.artifact } } }),
    'toy/current.json': state.stop ? { role: 'absent', owner: run } : { role: 'pointer', text: `${JSON.stringify({ run })}\n` },
  }),

  lines: (state, { type }, run) =>
    ['joined', 'reviewed', 'published', 'edited', 'stopped'].includes(type)
      ? [{ path: `toy/${run}/log.jsonl`, line: JSON.stringify({ type, round: state.round, artifact: state.artifact }) }]
      : [],
}

function making({ round, got, tries }: ToyState): Task[] {
  const asked = makers.filter((who) => got[who] === undefined).map((who) => ask(`${who}:${round}${tries[who] ? '#2' : ''}`, who, null))
  return got['world'] === undefined ? [...asked, { kind: 'observe', key: `world:${round}`, source: 'weather', args: {} }] : asked
}

function ask(key: string, role: string, artifact: string | null): AskAgent {
  return {
    kind: 'ask',
    key,
    role,
    template: role,
    slots: artifact ? { artifact: { object: artifact, as: 'fenced' } } : {},
    expects: 'text',
  }
}

/** While others are still out only a failure ends the run: a limit looked at there would depend on who comes first. */
function ended(state: ToyState, events: NewEvent[]): NewEvent[] {
  const after = fold(state, events)
  const stop = firstStop(after.stage === 'making' && events.every(({ type }) => type !== 'again') ? toyStops.slice(0, 1) : toyStops, after)
  return stop ? [...events, { type: 'stopped', data: stop }] : events
}

function fold(state: ToyState, events: NewEvent[]): ToyState {
  return events.reduce((current, event) => toy.evolve(current, { ...event, at: 0 }), state)
}

function at(state: ToyState, stage: Stage): ToyState {
  const moved = move(stages, state.stage, stage)
  if (!moved.ok) throw new Error(moved.reason)
  return { ...state, stage }
}
