// Lessons for a run. A run never waits for learning that is unreachable.
import { type Wanted, experimentsOf, select } from '../adapters/database/learned.ts'
import { makerOf } from '../agents/pins.ts'
import type { Told } from '../learning/told.ts'
import { Fault } from '../schema/fault.ts'
import type { Trying } from '../learning/thresholds.ts'
import type { AnyWorkflow } from './definition.ts'
import type { Makers, World } from './world.ts'

/** The journal of a project's lessons. */
export const lessonsRun = 'lessons'

/** Lessons for a new run's input: none if the project has none or no model would read them. */
export async function lessonsFor(
  world: World,
  { name, learns }: Pick<AnyWorkflow, 'name' | 'learns'>,
  { run, kind, makers }: { run: string; kind: string; makers: Pick<Makers, 'pins'> },
): Promise<{ told?: Told }> {
  const proposer = makerOf(makers.pins, learns?.maker ?? 'default')
  if (proposer === 'builtin' || !(await world.store.has(lessonsRun))) return {}
  const told = await tell(world, { workflow: name, order: run, proposer, complexity: 0, band: `${name} ${kind}` })
  return told.applications.length === 0 && told.text === '' ? {} : { told }
}

/** Thresholds under trial or promoted. If learning is unreachable, the configured ones apply. */
export async function tryingIn(world: World): Promise<{ trying?: Trying }> {
  if (!(await world.store.has(lessonsRun))) return {}
  try {
    const trying = await experimentsOf(await world.learning())
    return trying.experiments.length > 0 ? { trying } : {}
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'internal') throw error
    world.say(`note: this order takes part in no experiment with thresholds: ${error.message}`)
    return {}
  }
}

export async function tell(world: World, wanted: Omit<Wanted, 'at'>): Promise<Told> {
  try {
    const { text, applications, promptVersion } = await select(await world.learning(), { ...wanted, at: world.clock.now() })
    return { text, applications: [...applications], promptVersion }
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'internal') throw error
    world.say(`note: this run gets no lessons: ${error.message}`)
    return { text: '', applications: [], promptVersion: null }
  }
}
