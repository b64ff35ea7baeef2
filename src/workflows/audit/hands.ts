// How an audit touches the world: reading and changing a session folder, keeping time, and the built-in reviewer.
import type { TaskContext } from '../../kernel/ports.ts'
import type { Observe, Reply } from '../../kernel/task.ts'
import type { Hands } from '../../operations/definition.ts'
import type { World } from '../../operations/world.ts'
import type { SessionChange, SessionQuery } from './session-view.ts'
import type { AuditState } from './state.ts'

/** Increased whenever the built-in reviewer may answer differently, so that runs in progress notice. */
const reviewerVersion = '1.3.0'

export const hands = (world: World): Hands<AuditState> => ({
  builtins: { reviewer: { version: reviewerVersion, make: async ({ slots }) => (await import('./reviewers/review.ts')).makeAudit(slots) } },
  observe: (task, context) => observe(world, task, context),
  effect: async ({ args }, { object }) => {
    const { changeSession } = await import('./hands/session-write.ts')
    return { ok: true, value: await changeSession(world.root, args as SessionChange, object) }
  },
})

async function observe(world: World, { source, args }: Observe, { signal }: TaskContext): Promise<Reply | null> {
  if (source === 'session') {
    const { readSession } = await import('./hands/session-read.ts')
    return { ok: true, text: JSON.stringify(readSession(world.root, args as SessionQuery, () => world.clock.now())) }
  }
  if (source !== 'clock') return null
  const { askWorld } = await import('../../adapters/providers/ask-world.ts')
  await askWorld.wait((args as { seconds: number }).seconds * 1000, signal)
  return signal.aborted ? { ok: false, error: { code: 'aborted', message: 'the wait was cut short' } } : { ok: true, value: {} }
}
