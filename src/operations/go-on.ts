// Going on with an open run: driven where something is to be done, only reported where it waits or has ended.
import { makerOptions, readyMakers } from './ready-makers.ts'
import { type RunReport, driveRun, report } from './runs.ts'
import type { OpenRun } from '../kernel/commit.ts'
import type { Definition } from './definition.ts'
import type { MakerOptions, World } from './world.ts'

export async function goOn<S>(
  world: World,
  open: OpenRun<S>,
  kit: Definition<S>,
  flags: Omit<MakerOptions, 'workflow'>,
  repairs: RunReport['repairs'],
): Promise<RunReport> {
  const next = open.workflow.next(open.state.state)
  if ('ask' in next) return report(kit, { at: 'gate', gate: next.ask, run: open.state }, repairs)
  if ('done' in next) return report(kit, { at: 'end', outcome: next.done, run: open.state }, repairs)
  return driveRun(world, open, kit, await readyMakers(world, makerOptions(kit, open.state, flags)), repairs)
}
