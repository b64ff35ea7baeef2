// whet audit new: the same decisions, as a run that waits wherever only a person may choose.
import * as z from 'zod'
import { auditInput, begin, refuseOpen, sessionFlags } from './session.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { type RunReport, exitOf, reportText } from '../../../operations/runs.ts'

export default defineOperation({
  summary: 'Decide what follows from the audits of a session, and wait if a person must choose',
  input: z.object(sessionFlags),
  examples: ['whet audit new --session .workflow/sessions/button', 'whet answer audit-button manual-fix'],
  async run(flags, world): Promise<RunReport> {
    const { input, runs } = await auditInput(world, 'gate', flags)
    refuseOpen(runs, input.session)
    return begin(world, input, await world.makers({ workflow: 'audit', maker: ['builtin'] }))
  },
  text: reportText,
  exit: exitOf,
})
