// Moves a run on: drives it if there is work, reports it if it waits or has ended, and then continues the run that waited for it.
import { nextOf } from '../kernel/budget.ts'
import { makerOptions, readyMakers } from './ready-makers.ts'
import { toFault } from '../schema/fault.ts'
import { type RunReport, driveRun, findRun, report, withRun } from './runs.ts'
import type { OpenRun } from '../kernel/commit.ts'
import type { Definition } from './definition.ts'
import type { MakerOptions, World } from './world.ts'

/** The one way an existing run moves on, whoever asks: once a child has ended, so does its parent. */
export async function moveOn<S>(
  world: World,
  run: string,
  definition: Definition<S>,
  act: (open: OpenRun<S>, repairs: RunReport['repairs']) => Promise<RunReport> = (open, repairs) =>
    goOn(world, open, definition, {}, repairs),
): Promise<RunReport> {
  const report = await withRun(world, run, definition, act)
  if (report.at !== 'end' || report.parent === null) return report
  const parent = await findRun(world, report.parent)
  for (let look = 0; ; look++) {
    try {
      return { ...report, then: await moveOn(world, parent.run, parent.definition) }
    } catch (error) {
      if (toFault(error).code !== 'busy') throw error
      if (look === mostLooks) return report // whoever drives the parent looks again before it rests
      await new Promise((later) => setTimeout(later, 100)) // unless it is just coming to rest
    }
  }
}

const mostLooks = 10

export async function goOn<S>(
  world: World,
  open: OpenRun<S>,
  definition: Definition<S>,
  flags: Omit<MakerOptions, 'workflow'>,
  repairs: RunReport['repairs'],
): Promise<RunReport> {
  const next = nextOf(open.workflow, open.state)
  if ('ask' in next) return report(definition, { at: 'gate', gate: next.ask, run: open.state }, repairs)
  if ('done' in next) return report(definition, { at: 'end', outcome: next.done, run: open.state }, repairs)
  return driveRun(world, open, definition, await readyMakers(world, makerOptions(definition, open.state, flags)), repairs)
}
