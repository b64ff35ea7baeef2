// Makers that need nobody else: the host that drives us and submits its reply later, and functions that ship with us.
import { type Provider, type ProviderResult, freeUsage } from '../../agents/provider.ts'
import { unknownModel } from '../../agents/pins.ts'
import { Fault } from '../../schema/fault.ts'

/** The run rests with its request; the reply comes through `submit` and passes the same contract as any other. */
export const hostProvider: Provider = {
  name: 'host',
  identify: async () => ({ model: unknownModel, version: 'unknown' }),
  call: async () => 'pending',
}

/** A deterministic maker beside its role: what filled the template goes in, the reply comes out. */
export interface BuiltinMaker {
  version: string
  make(input: { role: string; task: string; slots: Readonly<Record<string, string>> }): string | object | Promise<string | object>
}

/** Functions by role; a role without one is refused by name. */
export function builtinProvider(registry: Readonly<Record<string, BuiltinMaker>>): Provider {
  return {
    name: 'builtin',
    priced: true,
    identify: async () => ({
      model: unknownModel,
      version: Object.entries(registry)
        .map(([role, { version }]) => `${role} ${version}`)
        .sort()
        .join(', '),
    }),
    call: async ({ role, task, slots, expects, signal }): Promise<ProviderResult> => {
      if (signal.aborted) return { failed: 'aborted', message: 'builtin was told to stop' }
      const maker = Object.hasOwn(registry, role) ? registry[role] : undefined
      if (!maker)
        throw new Fault(
          'maker',
          `no built-in maker does ${role}; there are built-in makers for: ${Object.keys(registry).sort().join(', ') || 'nothing'}`,
          { fix: `Name another maker for ${role}, with --maker ${role}=… or in whetstone.yaml.` },
        )
      const made = await maker.make({ role, task, slots })
      const text = typeof made === 'string' && expects === 'text' ? made : JSON.stringify(made)
      return { text, usage: freeUsage, model: null, warnings: [] }
    },
  }
}
