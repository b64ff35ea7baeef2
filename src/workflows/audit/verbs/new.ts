// whet audit new: the same decisions as a run that waits wherever only a person may choose.
import * as z from 'zod'
import audit from '../index.ts'
import { auditInput, refuseOpen, sessionFlags } from './session.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { type RunReport, driveRun, exitOf, reportText } from '../../../operations/runs.ts'

export default defineOperation({
  summary: 'Decide what follows from the audits of a session, and wait for a person where one must choose',
  input: z.object(sessionFlags),
  examples: ['whet audit new --session .workflow/sessions/button', 'whet answer audit-button manual-fix'],
  async run(flags, world): Promise<RunReport> {
    const { input, runs } = await auditInput(world, 'gate', flags)
    refuseOpen(runs, input.session)
    const makers = await world.makers({ workflow: 'audit', maker: ['builtin'] })
    const open = await world.store.create(
      audit,
      { run: input.runId, workflow: 'audit', input, pins: { ...makers.pins, flags: makers.flags } },
      world.clock,
    )
    try {
      return await driveRun(world, open, audit, makers)
    } finally {
      await open.store.close()
    }
  },
  text: reportText,
  exit: exitOf,
})
