// whet audit assess: what follows from the audits of a session, decided once, written down, and shown; --dry-run only shows it.
import * as z from 'zod'
import { readSession } from '../adapters/session-read.ts'
import type { NewEvent } from '../schema/event.ts'
import { Fault } from '../schema/fault.ts'
import type { SessionQuery } from '../schema/session.ts'
import { accept } from '../workflows/audit/accept.ts'
import { fold, initial } from '../workflows/audit/evolve.ts'
import { readTask } from '../workflows/audit/next.ts'
import type { AuditInput, AuditState } from '../workflows/audit/state.ts'
import { type Assessed, assessedFrom } from './audit-assessed.ts'
import { assessedText } from './audit-assessed-text.ts'
import { auditInput, sessionFlags } from './audit-session.ts'
import { defineOperation } from './operation.ts'
import { driveRun, kitOf } from './runs.ts'
import { objectOf } from './show.ts'
import type { World } from './world.ts'

export default defineOperation({
  summary: 'Decide what follows from the audits of a session: converge, revise or escalate',
  input: z.object({ ...sessionFlags, dryRun: z.boolean().optional().meta({ description: 'show everything, write nothing' }) }),
  examples: ['whet audit assess --session .workflow/sessions/button --dry-run', 'whet audit assess --session .workflow/sessions/button --audit AUDIT-001 --json'],
  async run({ dryRun = false, ...flags }, world): Promise<Assessed> {
    const { input } = await auditInput(world, 'assess', flags)
    const looked = await lookOnly(world, input)
    return dryRun || looked.files.length === 0 ? looked : decideAndWrite(world, input) // what changes nothing leaves no run behind
  },
  text: assessedText,
  exit: ({ reason }) => (reason === 'converged' || reason === 'force_approved' ? 0 : reason === 'escalated' ? 3 : 1),
})

/** The same plan as ever, made and thrown away. */
async function lookOnly(world: World, input: AuditInput): Promise<Assessed> {
  const state = initial(input, world.clock.now())
  const task = readTask(state)
  const view = readSession(world.root, task.args as unknown as SessionQuery, () => world.clock.now())
  const { events, objects = [] } = accept(state, task, { ok: true, text: JSON.stringify(view) })
  const { sha256 } = await import('../lib/hash.ts')
  const texts = new Map(objects.map((text) => [sha256(text), text]))
  return assessedFrom({ state: fold(state, events), events, run: null, text: async (hash) => texts.get(hash) ?? '' })
}

async function decideAndWrite(world: World, input: AuditInput): Promise<Assessed> {
  const kit = kitOf(world, 'audit')
  const makers = await world.makers({ workflow: 'audit', maker: ['builtin'] })
  const open = await world.store.create(kit.workflow, { run: input.runId, workflow: 'audit', input, pins: { ...makers.pins, flags: makers.flags } }, world.clock)
  try {
    const { at } = await driveRun({ ...world, say: () => {}, onCommit: () => {} }, open, kit, makers) // what it has to say is the answer itself
    const state = open.state.state as AuditState
    if (at === 'interrupt') throw new Fault('refused', 'interrupted before everything was written', { fix: `\`whet resume ${input.runId}\` finishes it.` })
    refuseUndone(state)
    const events: NewEvent[] = []
    const texts = new Map<string, string>()
    await world.store.entries(input.runId, (entry) => {
      events.push(...entry.events)
      for (const [hash, text] of Object.entries(entry.objects ?? {})) texts.set(hash, text)
    })
    return await assessedFrom({ state, events, run: input.runId, text: async (hash) => texts.get(hash) ?? (await objectOf(world, input.runId, hash)) })
  } finally {
    await open.store.close()
  }
}

/** Decided, but not written: somebody was quicker, or the folder leads elsewhere. */
function refuseUndone({ ending, conflict, input }: AuditState): void {
  if (ending?.reason === 'conflict') throw new Fault('conflict', `the session was changed by somebody else meanwhile; nothing was written:\n${(conflict?.hint ?? []).map((line) => `  ${line}`).join('\n')}`, { fix: `Assess it again: \`whet audit assess --session ${input.session}\` reads it as it is now and keeps their changes.`, data: { conflict: conflict?.hint } })
  if (ending?.reason === 'refused') throw new Fault('refused', ending.because, { fix: 'Nothing was decided. Put it right and assess again.' })
}
