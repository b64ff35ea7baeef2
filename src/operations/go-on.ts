// Continues an open run: drives it if there is work, reports it if it waits or has ended.
import { makerOptions, readyMakers } from './ready-makers.ts'
import { toFault } from '../schema/fault.ts'
import { type RunReport, driveRun, findRun, report, withRun } from './runs.ts'
import type { OpenRun } from '../kernel/commit.ts'
import type { Definition } from './definition.ts'
import type { MakerOptions, World } from './world.ts'

export async function goOn<S>(
  world: World,
  open: OpenRun<S>,
  definition: Definition<S>,
  flags: Omit<MakerOptions, 'workflow'>,
  repairs: RunReport['repairs'],
): Promise<RunReport> {
  const next = open.workflow.next(open.state.state)
  if ('ask' in next) return report(definition, { at: 'gate', gate: next.ask, run: open.state }, repairs)
  if ('done' in next) return report(definition, { at: 'end', outcome: next.done, run: open.state }, repairs)
  return driveRun(world, open, definition, await readyMakers(world, makerOptions(definition, open.state, flags)), repairs)
}

/** When a child run has ended, its parent continues. */
export async function goUp(world: World, report: RunReport): Promise<RunReport> {
  if (report.at !== 'end' || report.parent === null) return report
  try {
    const { run, definition } = await findRun(world, report.parent)
    const then = await withRun(world, run, definition, (open, repairs) => goOn(world, open, definition, {}, repairs))
    return { ...report, then: await goUp(world, then) }
  } catch (error) {
    if (toFault(error).code === 'busy') return report // the process that drives the parent picks up the outcome
    throw error
  }
}
