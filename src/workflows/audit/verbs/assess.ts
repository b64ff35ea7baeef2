// whet audit assess: decides the audits of a session once, writes and shows the result; --dry-run only shows it.
import * as z from 'zod'
import { readSession } from '../hands/session-read.ts'
import type { Ports } from '../../../kernel/ports.ts'
import type { Accepted, Workflow } from '../../../kernel/workflow.ts'
import { sha256 } from '../../../lib/hash.ts'
import type { NewEvent } from '../../../schema/event.ts'
import { Fault } from '../../../schema/fault.ts'
import type { SessionQuery } from '../session-view.ts'
import { accept } from '../accept.ts'
import { fold, initial } from '../evolve.ts'
import type { AuditGates } from '../gate.ts'
import audit from '../index.ts'
import { readTask } from '../next.ts'
import type { AuditInput, AuditState } from '../state.ts'
import { type Assessed, assessedFrom, assessedText } from './assessed.ts'
import { auditInput, sessionFlags } from './session.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { driveRun } from '../../../operations/runs.ts'
import { objectOf } from '../../../operations/show.ts'
import type { World } from '../../../operations/world.ts'

export default defineOperation({
  summary: 'Decide what follows from the audits of a session: converge, revise or escalate',
  input: z.object({
    ...sessionFlags,
    dryRun: z.boolean().optional().meta({ assistant: 'value', description: 'show everything and write nothing' }),
  }),
  examples: [
    'whet audit assess --session .workflow/sessions/button --dry-run',
    'whet audit assess --session .workflow/sessions/button --audit AUDIT-001 --json',
  ],
  async run({ dryRun = false, ...flags }, world): Promise<Assessed> {
    const { input } = await auditInput(world, 'assess', flags)
    const look = lookOnly(world, input)
    if (!dryRun && look.state.write !== null) return decideAndWrite(world, input, look)
    return assessedFrom({ state: look.state, events: look.plan.events, run: null, text: async (hash) => look.text(hash) ?? '' }) // no changes, no run
  },
  text: assessedText,
  exit: ({ reason }) => (reason === 'converged' || reason === 'force_approved' ? 0 : reason === 'escalated' ? 3 : 1),
})

interface Look {
  at: number
  reading: string
  plan: Accepted
  state: AuditState
  text(hash: string): string | undefined
}

/** The same plan, computed and discarded. */
function lookOnly(world: World, input: AuditInput): Look {
  const at = world.clock.now()
  const state = initial(input, at)
  const task = readTask(state)
  const reading = JSON.stringify(readSession(world.root, task.args as SessionQuery, () => world.clock.now()))
  const plan = accept(state, task, { ok: true, text: reading })
  const texts = new Map(plan.objects?.map((text) => [sha256(text), text]))
  return { at, reading, plan, state: fold(state, plan.events), text: (hash) => texts.get(hash) }
}

/** Turns the reading into a run: the same reading at the same time gives the same plan, so nothing is done twice; foreign changes meanwhile are a conflict. */
async function decideAndWrite(world: World, input: AuditInput, { at: moment, reading, plan, text }: Look): Promise<Assessed> {
  const makers = await world.makers({ workflow: 'audit', maker: ['builtin'] })
  const clock = { now: () => moment }
  const ports: Ports = {
    ...makers.ports,
    clock,
    observe: async (task, context) => (task.key === 'read:1' ? { ok: true, text: reading } : makers.ports.observe(task, context)),
  }
  const workflow: Workflow<AuditState, AuditInput, AuditGates> = {
    ...audit,
    accept: (...given) => (given[1].key === 'read:1' ? plan : audit.accept(...given)),
  }
  const open = await world.store.create(
    workflow,
    { run: input.runId, workflow: 'audit', input, pins: { ...makers.pins, flags: makers.flags } },
    clock,
  )
  const events: NewEvent[] = []
  const quiet = {
    ...world,
    say: () => {},
    onCommit: (_workflow: unknown, _run: unknown, committed: NewEvent[]) => void events.push(...committed),
  } // its output is the answer itself
  try {
    const { at } = await driveRun(quiet, open, audit, { ...makers, ports })
    const { state } = open.state
    if (at === 'interrupt')
      throw new Fault('refused', 'interrupted before everything was written', { fix: `\`whet resume ${input.runId}\` finishes it.` })
    refuseUndone(state)
    return await assessedFrom({
      state,
      events,
      run: input.runId,
      text: async (hash) => text(hash) ?? (await objectOf(world, input.runId, hash)),
    })
  } finally {
    await open.close()
  }
}

/** Decided, but not written: someone was quicker, or the folder leads elsewhere. */
function refuseUndone({ ending, conflict, input }: AuditState): void {
  if (ending?.reason === 'conflict')
    throw new Fault(
      'conflict',
      `someone else changed the session in the meantime; nothing was written:\n${(conflict?.hint ?? []).map((line) => `  ${line}`).join('\n')}`,
      {
        fix: `Assess it again: \`whet audit assess --session ${input.session}\` reads it as it is now and keeps their changes.`,
        data: { conflict: conflict?.hint },
      },
    )
  if (ending?.reason === 'refused') throw new Fault('refused', ending.because, { fix: 'Nothing was decided. Fix this and assess again.' })
}
