// whet resume: folds the journal and continues.
import * as z from 'zod'
import { withoutSchema } from '../agents/json-reply.ts'
import { given } from '../lib/given.ts'
import { Fault } from '../schema/fault.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import { readyMakers } from './ready-makers.ts'
import { type RunReport, exitOf, findForeign, findRun, reportText } from './runs.ts'
import { activeNames } from './rows.ts'
import { goOn, moveOn } from './go-on.ts'
import { listed } from './list.ts'
import type { World } from './world.ts'
import { firstRuns } from '../workflows/registry.ts'

export const makerFlags = {
  maker: field.texts('the maker: claude, codex, model:<provider>/<model>, command:"…", scripted:<file>, host; <role>=… for one role'),
  judge: field.text("the judge of what code can't decide"),
  record: field.text('record every call in this cassette', { value: 'file' }),
  cassette: field.text('answer every call from this cassette', { value: 'file' }),
}

export default defineOperation({
  summary: 'Continue a run where it stopped',
  forAssistants: 'Continue a run where it stopped; the answer contains the next step if it is yours',
  input: z.object({
    run: field.text('id or name; default: the active run', { assistant: 'value' }),
    workflow: field.workflow,
    retry: field.flag('retry the step that failed the run'),
    ...makerFlags,
  }),
  positional: [{ name: 'run' }],
  async run({ run: name, workflow, retry = false, ...flags }, world): Promise<RunReport> {
    const wanted = name ?? (await activeRun(world, workflow))
    const other = await findForeign(world, wanted, workflow)
    await other?.foreign.adopt(wanted, {
      judge: async (owner) => (await readyMakers(world, { workflow: owner, ...given(flags) })).roles.includes('judge'),
    })
    const { run, definition } = await findRun(world, wanted, workflow)
    return moveOn(world, run, definition, async (open, repairs) => {
      const { outcome } = open.state
      const again = definition.hands(world).retry
      if (outcome && retry && again && outcome.status === 'failed') await again(open)
      else if (outcome) {
        const last = outcome.status === 'failed' ? await lastError(world, run) : null
        throw new Fault(
          'refused',
          `${wanted} is ${outcome.status} (${outcome.reason}); no step was run${last ? `. Last phase_error: ${last}` : ''}`,
          { fix: definition.view.onward(open.state, wanted), data: { status: outcome.status, reason: outcome.reason } },
        )
      }
      if (world.person) await definition.hands(world).converse?.(open)
      return goOn(world, open, definition, given(flags), repairs)
    })
  },
  text: reportText,
  exit: exitOf,
})

/** The active run; else the only one in progress, or the only one waiting. */
async function activeRun(world: World, workflow?: string): Promise<string> {
  const going = await listed(world, { workflow, ended: false })
  const active = await activeNames(world, workflow)
  const working = going.filter(({ stage }) => stage === 'working')
  const only =
    working.find(({ name }) => active.includes(name)) ?? (working.length === 1 ? working[0] : going.length === 1 ? going[0] : undefined)
  if (only) return only.run
  if (going.length === 0)
    throw new Fault('not_found', 'no run is active', { fix: `\`whet list\` shows the runs; \`${firstRuns.made}\` starts one.` })
  throw new Fault('usage', `${going.length} runs are active: ${going.map(({ name }) => name).join(', ')}`, {
    fix: 'Say which: `whet resume <name>`.',
  })
}

async function lastError(world: World, run: string): Promise<string | null> {
  let last: string | null = null
  await world.store.read(run, 1, (entry) => {
    for (const { type, data } of entry.events)
      if (type === 'phase_error') last = `${(data as { task: string }).task}: ${withoutSchema((data as { message: string }).message)}`
  })
  return last
}
