// The design workflow as a subject: generators and critics of all sorts, people who approve, reject and abort, freezes that are refused.
import type { Answer, Gate, Performed, Task } from '../../src/kernel/task.ts'
import type { StopRule } from '../../src/kernel/stop.ts'
import type { Workflow } from '../../src/kernel/workflow.ts'
import { sha256 } from '../../src/lib/hash.ts'
import type { Json } from '../../src/schema/event.ts'
import { design } from '../../src/workflows/design/index.ts'
import type { DesignInput, DesignState } from '../../src/workflows/design/state.ts'
import { exitOrder } from '../../src/workflows/design/stop.ts'
import { booking, weaker } from '../workflows/design/project.ts'
import { oneOf, share, whole } from './chance.ts'

export const designWorkflow = design as unknown as Workflow<unknown>

const sources = `${JSON.stringify(booking.intent.sources)}\n`

export function designInput(seed: number): DesignInput {
  return {
    featureId: booking.id,
    folder: `features/${booking.id}/design`,
    settings: {
      requirements: sha256(sources), // the one text that is in the store before anybody asks
      threshold: oneOf(seed, 'threshold', [7000, 8000, 9500]),
      maxIterations: 1 + whole(seed, 'limit', 6),
      determinism: oneOf(seed, 'determinism', ['default', 'default', 'strict'] as const),
      approval: oneOf(seed, 'approval', ['attended', 'signed'] as const),
      critic: oneOf(seed, 'critic', ['code', 'model'] as const),
      preview: 'builtin',
      pins: {},
      by: 'tester',
    },
  }
}

export function performDesign(seed: number, task: Task): Performed {
  switch (task.kind) {
    case 'ask':
      return task.role === 'design-critic' ? criticised(seed, task.key) : generated(seed, task.key)
    case 'observe':
      return observed(task.source, task.args)
    case 'effect':
      return share(seed, task.key) < 0.85
        ? { ok: true, value: {} }
        : { ok: false, error: { code: oneOf(seed, `why ${task.key}`, ['frozen', 'edited', 'conflict']), message: 'not now' } }
    default:
      return { ok: true, value: [] }
  }
}

function observed(source: string, args: object): Performed {
  if (source === 'frozen') return { ok: true, value: { marker: null, intent: { problem: 'nothing' }, preview: null } }
  if (source === 'sources') return { ok: true, text: sources }
  if (source === 'marker') return { ok: true, value: { head: '0'.repeat(64), template: 'checksumSHA256: {{checksumSHA256}}\n', at: 1 } }
  return { ok: true, text: `<p>${(args as { hash: string }).hash}</p>`, meta: { renderer: 'builtin', note: null } }
}

function generated(seed: number, key: string): Performed {
  const dice = share(seed, key)
  if (dice < 0.03)
    return { ok: false, error: { code: oneOf(seed, `how ${key}`, ['timeout', 'exit', 'pin_changed']), message: 'no answer' } }
  if (dice < 0.06)
    return {
      ok: true,
      value: oneOf(seed, `what ${key}`, [{ ...booking.intent, goals: [] }, { missing: { actors: 'nobody acts' } }, 'words']) as Json,
    }
  const intent =
    dice < 0.55
      ? weaker(whole(seed, `flows ${key}`, 3))
      : {
          ...booking.intent,
          goals: booking.intent.goals.map((goal) => (share(seed, `words ${key}`) < 0.5 ? goal : `${goal} (${whole(seed, key, 9)})`)),
        }
  return {
    ok: true,
    value: intent as unknown as Json,
    ...(share(seed, `warm ${key}`) < 0.1 && { meta: { maker: 'model:test', warnings: ['temperature was dropped'] } }),
  }
}

function criticised(seed: number, key: string): Performed {
  const score = () => 40 + whole(seed, key, 60)
  if (share(seed, `bad ${key}`) < 0.05) return { ok: true, value: { scores: {} } }
  return {
    ok: true,
    value: {
      scores: { completeness: score(), coherence: 100, clarity: score(), frameworkAgnosticism: 100, dataModelIntegrity: 100 },
      concerns: [{ dimension: 'clarity', quote: 'Guest', change: 'Name them.' }],
    },
  }
}

export function answerDesign(seed: number, { key, facts }: Gate): Answer {
  const choice = facts['edited_by_hand'] ? 'reject' : oneOf(seed, key, ['approve', 'approve', 'reject', 'reject', 'abort'])
  return { choice, text: `because of ${key}`, by: 'tester', assurance: choice === 'approve' ? 'signed' : 'unattested' }
}

export const designStops: readonly StopRule<unknown>[] = exitOrder.map(({ reason, holds }) => ({
  reason,
  holds: (state) => holds({ state: state as DesignState }),
}))
