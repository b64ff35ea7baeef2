// Makers without outside help: the host, which submits its reply later, and built-in functions.
import { type Provider, type ProviderResult, freeUsage } from '../../agents/provider.ts'
import { unknownModel } from '../../agents/pins.ts'
import type { Json } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'

/** The run rests with its request; the reply comes through `submit` and passes the same contract as any other. */
export const hostProvider: Provider = {
  name: 'host',
  identify: async () => ({ model: unknownModel, version: 'unknown' }),
  call: async () => 'pending',
}

/** A deterministic maker for a role: the template's values in, the reply out. */
export interface BuiltinMaker {
  version: string
  /** Also steps in if a plain program was asked and ignored the form. */
  standsIn?: true
  make(input: { role: string; task: string; slots: Readonly<Record<string, string>> }): string | object | Promise<string | object>
}

/** A program that only prints the artifact need not plan or criticise: if its reply doesn't contain any requested field, the role's built-in maker answers, and that is reported. */
export function withStandIns(program: Provider, registry: Readonly<Record<string, BuiltinMaker>>): Provider {
  const standIn = builtinProvider(registry)
  return {
    ...program,
    call: async (request) => {
      const { role, expects, schema } = request
      const said = await program.call(request)
      if (said === 'pending' || expects !== 'json' || !registry[role]?.standsIn || speaksOf(said, schema)) return said
      const made = await standIn.call(request)
      if (made === 'pending' || 'failed' in made) return said
      const note = `it can't answer ${role} in the required form, so the built-in ${role} is used`
      return { ...made, by: standIn.name, usage: said.usage ?? made.usage, warnings: [...(said.warnings ?? []), note] }
    },
  }
}

/** Whether a reply has one of the fields that its form demands; a reply that failed otherwise doesn't tell. */
function speaksOf(said: Exclude<ProviderResult, 'pending'>, schema: Json | undefined): boolean {
  if ('failed' in said) return said.failed !== 'empty'
  const { required } = (schema ?? {}) as { required?: string[] }
  return (required ?? []).some((field) => said.text.includes(`"${field}"`))
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
