// whet audit run: makers do a session's tasks wave by wave, audits are decided in between, until a person must decide.
import * as z from 'zod'
import { readSession } from '../hands/session-read.ts'
import { Fault } from '../../../schema/fault.ts'
import audit from '../index.ts'
import { statusOf } from '../progress.ts'
import { roleOf } from '../roles.ts'
import { openSession, tasksFile } from '../session.ts'
import { defaults } from '../state.ts'
import { budgetFlags, budgetOf } from '../../../operations/budget-flags.ts'
import { auditInput, begin, refuseOpen, sessionFlags } from './session.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { given } from '../../../lib/given.ts'
import { makerFlags } from '../../../operations/resume.ts'
import { goOn, moveOn } from '../../../operations/go-on.ts'
import { type RunReport, exitOf, reportText } from '../../../operations/runs.ts'
import type { Makers, World } from '../../../operations/world.ts'

const { audit: _audit, ...flags } = sessionFlags
const { judge: _judge, ...makers } = makerFlags
const { seconds: _seconds, ...limits } = budgetFlags

export default defineOperation({
  summary: 'Drive the tasks of a session to convergence, stopping when a person must decide',
  forAssistants:
    'Drive the tasks of a session folder (tasks.csv) to convergence. The answer contains your first step; a person decides when one must.',
  input: z.object({
    ...flags,
    concurrency: z.coerce
      .number()
      .int()
      .min(1)
      .max(16)
      .optional()
      .meta({ assistant: 'value', description: `tasks at the same time; default ${defaults.concurrency}`, value: 'n' }),
    retry: z.boolean().optional().meta({ assistant: 'value', description: 'retry what failed or was skipped before' }),
    ...limits,
    ...makers,
  }),
  examples: [
    'whet audit run --session .workflow/sessions/button --maker claude',
    'whet audit run --session .workflow/sessions/button --maker designer=claude --maker implementer=codex --maker reviewer=builtin',
  ],
  async run({ session, timeLimit, concurrency, retry = false, calls, tokenBudget, cost, ...named }, world): Promise<RunReport> {
    const { input, runs } = await auditInput(world, 'run', { session, timeLimit })
    if (runs.open?.mode === 'run') {
      world.say(`Continuing ${runs.open.run}.`)
      return moveOn(world, runs.open.run, audit, (open, repairs) => goOn(world, open, audit, given(named), repairs))
    }
    refuseOpen(runs, input.session)
    const chosen = await world.makers({ workflow: 'audit', ...given(named) })
    const { seconds, ...budget } = budgetOf({ calls, tokenBudget, cost }, world, chosen)
    if (named.cassette === undefined) refuseUnmade(world, input.session, chosen, retry)
    const limits = { timeLimit: input.timeLimit ?? seconds ?? null, budget, retry }
    return begin(world, { ...input, ...limits, ...(concurrency !== undefined && { concurrency }) }, chosen)
  },
  text: reportText,
  exit: exitOf,
})

/** Refuses before starting a run that would lack a maker for a role. */
function refuseUnmade(world: World, session: string, { pins }: Makers, retry: boolean): void {
  const opened = openSession(
    JSON.stringify(readSession(world.root, { session, folders: [], files: [{ path: tasksFile }], seconds: null }, () => world.clock.now())),
  )
  if ('problem' in opened)
    throw new Fault('not_found', `${session}: ${opened.problem}`, { fix: 'Give the folder with tasks.csv: --session <dir>.' })
  const builtins = Object.keys(audit.hands(world).builtins ?? {})
  const everyone = pins.makers['default'] !== undefined && pins.makers['default'].name !== 'builtin'
  const due = ['pending', 'in_progress', ...(retry ? ['failed', 'skipped'] : [])]
  const needed = [...new Set(opened.sheet.tasks.filter((task) => due.includes(statusOf(task))).flatMap((task) => roleOf(task) ?? []))]
  const unmade = needed.filter((role) => !everyone && pins.makers[role] === undefined && !builtins.includes(role))
  if (unmade.length === 0) return
  throw new Fault('maker', `no maker is named for ${unmade.join(', ')}`, {
    fix: `Name a maker for all (--maker claude) or for each: ${unmade.map((role) => `--maker ${role}=…`).join(' ')}. Reviews don't need one.`,
    data: { roles: unmade },
  })
}
