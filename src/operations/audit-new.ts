// whet audit new: the same decisions as a run that waits wherever only a person may choose.
import * as z from 'zod'
import { auditInput, refuseOpen, sessionFlags } from './audit-session.ts'
import { defineOperation } from './operation.ts'
import { type RunReport, driveRun, exitOf, kitOf, reportText } from './runs.ts'

export default defineOperation({
  summary: 'Decide what follows from the audits of a session, and wait for a person where one must choose',
  input: z.object(sessionFlags),
  examples: ['whet audit new --session .workflow/sessions/button', 'whet answer audit-button manual-fix'],
  async run(flags, world): Promise<RunReport> {
    const { input, runs } = await auditInput(world, 'gate', flags)
    refuseOpen(runs, input.session)
    const kit = kitOf(world, 'audit')
    const makers = await world.makers({ workflow: 'audit', maker: ['builtin'] })
    const open = await world.store.create(
      kit.workflow,
      { run: input.runId, workflow: 'audit', input, pins: { ...makers.pins, flags: makers.flags } },
      world.clock,
    )
    try {
      return await driveRun(world, open, kit, makers)
    } finally {
      await open.close()
    }
  },
  text: reportText,
  exit: exitOf,
})
