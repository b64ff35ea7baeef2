// whet stop: end the active loop, at once or, when another process drives it, after its current step.
import * as z from 'zod'
import { commit } from '../kernel/commit.ts'
import { Fault } from '../schema/fault.ts'
import { defineOperation } from './operation.ts'
import { findForeign, findRun, loadRun, withRun } from './runs.ts'
import { summaries } from './list.ts'
import type { World } from './world.ts'

export default defineOperation({
  summary: 'Stop the active loop, with a reason',
  input: z.object({
    reason: z.string().optional().meta({ description: 'recorded word for word; user_stop when left out' }),
    run: z.string().optional().meta({ description: 'run id or name, where several are going on', value: 'run' }),
    workflow: z.string().optional().meta({ hidden: true }),
  }),
  positional: [{ name: 'reason', rest: true }],
  async run({ reason = '', run: name, workflow }, world): Promise<Stopped> {
    const wanted = name ?? (await running(world, workflow))
    await (await findForeign(world, wanted, workflow))?.foreign.adopt(world, wanted, { judge: async () => false })
    const { run, kit } = await findRun(world, wanted, workflow)
    const summary = kit.summary(await loadRun(world, run, kit))
    if (summary.stage !== 'working')
      throw new Fault('refused', `${summary.name} is ${summary.status}; nothing is running there`, { fix: '`whet list` shows what is.' })
    try {
      return await withRun(world, run, kit, async (open) => {
        await commit(open, { events: kit.workflow.stop?.(open.state.state, reason, world.user) ?? [] }, { clock: world.clock })
        return { run, name: summary.name, stopped: 'now', reason: reason || 'user_stop', card: kit.card(open.state) }
      })
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'busy') throw error
      await world.store.post(run, { kind: 'stop', reason, by: world.user }, world.clock.now())
      return { run, name: summary.name, stopped: 'asked', reason: reason || 'user_stop', card: '' }
    }
  },
  text: ({ name, stopped, reason, card }) =>
    stopped === 'now' ? card : `Asked the process that drives ${name} to stop (${reason}); it does so after its current step.`,
})

interface Stopped {
  run: string
  name: string
  /** At once, or asked of the process that drives it. */
  stopped: 'now' | 'asked'
  reason: string
  card: string
}

async function running(world: World, workflow?: string): Promise<string> {
  const going = (await summaries(world, workflow)).filter(({ stage }) => stage === 'working')
  const active = Object.values(world.kits).map((kit) => (workflow && kit.workflow.name !== workflow ? null : (kit.active?.(world) ?? null)))
  const only = going.find(({ name }) => active.includes(name)) ?? (going.length === 1 ? going[0] : undefined)
  if (only) return only.run
  if (going.length === 0) throw new Fault('not_found', 'nothing is running', { fix: '`whet list` shows the runs of this project.' })
  throw new Fault('usage', `${going.length} loops are running: ${going.map(({ name }) => name).join(', ')}`, {
    fix: 'Say which with --run <name>.',
  })
}
