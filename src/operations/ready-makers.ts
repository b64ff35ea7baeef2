// Makers that can drive a run: available, and the same as when it began.
import { parseMakerFlag } from '../agents/makers.ts'
import type { Pins } from '../agents/pins.ts'
import type { RunState } from '../kernel/reduce.ts'
import { Fault } from '../schema/fault.ts'
import { pinsOf } from './runs.ts'
import type { Definition } from './definition.ts'
import type { MakerOptions, Makers, World } from './world.ts'

/** Refuses before the next step, so no step is spent finding out that a maker is missing. */
export async function readyMakers(world: World, options: MakerOptions & { workflow: string }): Promise<Makers> {
  const makers = await world.makers(options)
  const { pins, makerless, needs = [] } = await world.workflows.get(options.workflow)
  const open = needs.filter((role) => !makers.serves(role))
  if ((!makers.configured && !makerless) || (!makers.named && open.length > 0)) throw noMaker(world, await world.assistants())
  if (open.length > 0) throw nobodyFor(open)
  // A workflow with its own pins reports changes itself.
  const changed = pins ? null : await makers.changed()
  if (changed)
    throw new Fault('refused', changed, { fix: 'Restore the earlier one, or name the maker again to continue with the new one: --maker …' })
  return makers
}

/** The makers a run began with, unless others are named now. */
export function makerOptions<S>(
  definition: Definition<S>,
  run: RunState<S>,
  given: Omit<MakerOptions, 'workflow'>,
): MakerOptions & { workflow: string } {
  const { flags, ...pins } = pinsOf(definition, run) as { flags?: Makers['flags'] } & Partial<Pins>
  const pinned = pins.templates && pins.makers ? { pins: { templates: pins.templates, makers: pins.makers } } : {}
  const named = [...(given.maker ?? []).map((flag) => parseMakerFlag(flag).role), ...(given.judge ? ['judge'] : [])]
  return { workflow: definition.name, ...pinned, ...(!definition.pins && { repin: named }), ...(flags && { began: flags }), ...given }
}

/** Refuses to start a run that would fail for lack of a maker. */
export function nobodyFor(roles: readonly string[]): Fault {
  return new Fault(
    'maker',
    `no maker for ${roles.join(' and ')}: none is named for ${roles.length > 1 ? 'them' : 'it'}, and there is no default`,
    {
      fix: `Add ${roles.map((role) => `--maker ${role}=…`).join(' ')}, or name one maker for all roles: --maker ….`,
      data: { roles: [...roles] },
    },
  )
}

function noMaker(world: World, found: readonly string[]): Fault {
  const here =
    found.length > 0
      ? `Found on this machine: ${found.join(', ')}. Use one with --maker ${found[0]}.`
      : 'Install an assistant such as Claude Code, Codex or Ollama and name it with --maker.'
  return new Fault('maker', 'no maker is configured, so nothing can be made', {
    fix: `${here} Or use any program: --maker command:"./my-maker.sh" (prompt on stdin, reply on stdout). \`whet init\` writes a ${world.config.path ? 'new ' : ''}whetstone.yaml to keep the choice, \`whet doctor\` shows what works here.`,
    data: { assistants: found },
  })
}
