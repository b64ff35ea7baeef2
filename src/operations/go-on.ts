// Going on with an open run: driven where something is to be done, only reported where it waits or has ended.
import { makerOptions, readyMakers } from './ready-makers.ts'
import { type RunReport, driveRun, report } from './runs.ts'
import type { AnyRun, Kit, MakerOptions, World } from './world.ts'

export async function goOn(
  world: World,
  open: AnyRun,
  kit: Kit,
  flags: Omit<MakerOptions, 'workflow'>,
  repairs: RunReport['repairs'],
): Promise<RunReport> {
  const next = open.workflow.next(open.state.state)
  if ('ask' in next) return report(kit, { at: 'gate', gate: next.ask, run: open.state }, repairs)
  if ('done' in next) return report(kit, { at: 'end', outcome: next.done, run: open.state }, repairs)
  return driveRun(world, open, kit, await readyMakers(world, makerOptions(kit, open.state, flags)), repairs)
}
