// The audit workflow with its view, its built-in reviewer, and its hands: looking at a session folder, changing it, keeping time.
import type { TaskContext } from '../kernel/ports.ts'
import type { RunState } from '../kernel/reduce.ts'
import type { Effect, Observe, Reply } from '../kernel/task.ts'
import type { Workflow } from '../kernel/workflow.ts'
import type { Kit, World } from '../operations/world.ts'
import type { Json } from '../schema/event.ts'
import type { SessionChange, SessionQuery } from '../schema/session.ts'
import { audit } from '../workflows/audit/index.ts'
import { auditTemplates } from '../workflows/audit/prompts.ts'
import type { AuditState } from '../workflows/audit/state.ts'
import * as view from '../workflows/audit/view.ts'

type AuditRun = RunState<AuditState>

/** Raised whenever the built-in reviewer may answer another way: runs under way notice. */
const reviewerVersion = '1.1.0'

export const auditKit: Kit = {
  workflow: audit as unknown as Workflow<unknown>,
  templates: auditTemplates,
  builtins: {
    reviewer: {
      version: reviewerVersion,
      make: async ({ slots }) => (await import('../workflows/audit/reviewers/builtin.ts')).makeAudit(slots),
    },
  },
  observe,
  effect: change,
  summary: (run) => view.summary(run as AuditRun),
  matches: (run, name) => run.replace(/-\d{8}-\d{6}(?:-\d+)?$/, '') === name,
  artifacts: (event) => view.artifacts(event),
  describe: view.describe,
  current: (run) => view.current(run as AuditRun),
  card: ({ state, usage }) => view.card(state as AuditState, usage.mayBePaid),
  live: (run, events) => view.live(run as AuditRun, events),
  onward: ({ state }) =>
    `\`whet audit run --session ${(state as AuditState).input.session}\` goes on with the session as it is now, \`whet audit assess\` decides its audits.`,
}

async function observe({ source, args }: Observe, world: World, { signal }: TaskContext): Promise<Reply | null> {
  if (source === 'session') {
    const { readSession } = await import('../workflows/audit/hands/session-read.ts')
    return { ok: true, text: JSON.stringify(readSession(world.root, args as unknown as SessionQuery, () => world.clock.now())) }
  }
  if (source !== 'clock') return null
  const { askWorld } = await import('../adapters/providers/world.ts')
  await askWorld.wait((args as { seconds: number }).seconds * 1000, signal)
  return signal.aborted ? { ok: false, error: { code: 'aborted', message: 'the time was not kept to the end' } } : { ok: true, value: {} }
}

async function change({ args }: Effect, world: World, { object }: TaskContext): Promise<Reply> {
  const { changeSession } = await import('../workflows/audit/hands/session-write.ts')
  return { ok: true, value: (await changeSession(world.root, args as unknown as SessionChange, object)) as unknown as Json }
}
