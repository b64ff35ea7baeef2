// What a run of a design is held to, and where its folder is, from the project's configuration.
import { budgetOf } from '../../../operations/budget-flags.ts'
import type { Makers, World } from '../../../operations/world.ts'
import type { Settings } from '../state.ts'

/** What a run is held to whatever it is about. */
export function settingsNow(
  world: World,
  makers: Makers,
  limits: Parameters<typeof budgetOf>[0] = {},
): Omit<Settings, 'requirements' | 'threshold' | 'maxIterations'> {
  const { design, approval } = world.config.config
  return {
    determinism: design?.determinism ?? 'default',
    approval: approval?.require ?? 'attended',
    critic: Object.hasOwn(makers.pins.makers, 'design-critic') ? 'model' : 'code',
    preview: design?.stitch && world.config.trusted ? 'stitch' : 'builtin',
    budget: budgetOf(limits, world, makers),
    pins: { ...makers.pins, flags: makers.flags },
    by: world.user,
  }
}

export const designFolder = (world: World, feature: string) => `${world.config.config.paths?.features ?? 'features'}/${feature}/design`
