// The limits of a design run and its folder, from the project's configuration.
import { budgetOf } from '../../../operations/budget-flags.ts'
import type { Makers, World } from '../../../operations/world.ts'
import { sectionOf } from '../../../schema/config.ts'
import { folder, settings } from '../settings.ts'
import type { Settings } from '../state.ts'

/** Limits that apply to any feature. */
export function settingsNow(
  world: World,
  makers: Makers,
  limits: Parameters<typeof budgetOf>[0] = {},
): Omit<Settings, 'requirements' | 'threshold' | 'maxIterations'> {
  const { approval } = world.config.config
  const design = sectionOf(world.config.config, 'design', settings)
  return {
    determinism: design.determinism ?? 'default',
    approval: approval?.require ?? 'attended',
    critic: Object.hasOwn(makers.pins.makers, 'design-critic') ? 'model' : 'code',
    preview: design.stitch && world.config.trusted ? 'stitch' : 'builtin',
    budget: budgetOf(limits, world, makers),
    pins: { ...makers.pins, flags: makers.flags },
    by: world.user,
  }
}

export const designFolder = (world: World, feature: string) => `${folder(world.config.config)}/${feature}/design`
