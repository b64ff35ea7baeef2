// Turns named makers into callable ones: flags before configuration, one provider per role, keys kept inside.
import { resolve } from 'node:path'
import { type MakerSpec, parseMakerFlag, readMakers, refuseKeys } from '../../agents/makers.ts'
import { statedPrice } from '../../agents/prices.ts'
import type { Provider } from '../../agents/provider.ts'
import { redact } from '../../agents/redact.ts'
import { given } from '../../lib/given.ts'
import { Fault } from '../../schema/fault.ts'
import { type Cassette, openCassette, recording, playing } from './cassette.ts'
import { commandProvider } from './command.ts'
import { secretsIn } from './environment.ts'
import { guarded } from './guard.ts'
import { type BuiltinMaker, builtinProvider, hostProvider, withStandIns } from './builtin.ts'
import { type Recipe, recipes } from './recipes.ts'
import { scriptedFile } from './scripted.ts'

export interface ResolveOptions {
  /** The parsed `makers:` part of the configuration; the caller has checked that it is trusted. */
  config?: unknown
  /** Words after --maker, in order; they override the configuration. */
  flags?: readonly string[]
  /** For roles without a named maker, if there is no default either. */
  fallback?: Provider
  builtins?: Readonly<Record<string, BuiltinMaker>>
  /** Where programs run and files are looked up. */
  cwd: string
  env?: NodeJS.ProcessEnv
  home?: string
  /** --record <file>: every call is stored there. */
  record?: string
  /** --cassette <file>: every call is answered from there; no maker is called. */
  cassette?: string
}

export async function resolveMakers(options: ResolveOptions): Promise<Record<string, Provider>> {
  const env = options.env ?? process.env
  if (options.cassette !== undefined) return fromCassette(await openCassette(resolve(options.cwd, options.cassette), { mustExist: true }))
  for (const flag of options.flags ?? []) refuseSecrets(flag, secretsIn(env))
  const specs = {
    ...readMakers(options.config),
    ...Object.fromEntries((options.flags ?? []).map(parseMakerFlag).map(({ role, spec }) => [role, spec])),
  }
  const tape = options.record === undefined ? undefined : await openCassette(resolve(options.cwd, options.record))
  const makers: Record<string, Provider> = {}
  for (const [role, spec] of Object.entries(specs)) makers[role] = await build(spec, options, env, tape)
  if (!makers['default'] && options.fallback)
    makers['default'] = tape ? recording(options.fallback, tape, secretsIn(env)) : options.fallback
  return makers
}

/** Names every recorded role again, so that such a run has the same judges. */
function fromCassette(tape: Cassette): Record<string, Provider> {
  const player = playing(tape)
  return { default: player, ...Object.fromEntries(tape.entries.map(({ role }) => [role, player])) }
}

/** The words after --maker are stored with the run, so a key among them would be too. */
function refuseSecrets(flag: string, secrets: readonly string[]): void {
  refuseKeys(flag, '--maker')
  if (redact(flag, secrets) === flag) return
  throw new Fault('refused', '--maker contains the value of a variable that looks like a key', {
    fix: 'Leave it in the environment and name the variable: env: or key_env in whetstone.yaml.',
  })
}

async function build(spec: MakerSpec, options: ResolveOptions, env: NodeJS.ProcessEnv, tape: Cassette | undefined): Promise<Provider> {
  const { provider, secrets } = await bare(spec, options, env)
  const known = [...new Set([...secretsIn(env), ...secrets])]
  const safe = guarded(provider, () => known)
  return tape ? recording(safe, tape, known) : safe
}

async function bare(spec: MakerSpec, options: ResolveOptions, env: NodeJS.ProcessEnv): Promise<{ provider: Provider; secrets: string[] }> {
  const where = {
    cwd: options.cwd,
    source: env,
    ...('timeoutMs' in spec && given({ timeoutMs: spec.timeoutMs })),
    ...('price' in spec && spec.price !== undefined && { price: statedPrice(spec.price) }),
  }
  switch (spec.kind) {
    case 'command': {
      const program = commandProvider({
        name: `command:${spec.argv[0]}`,
        argv: spec.argv,
        env: spec.env,
        ...given({ state: spec.state }),
        ...where,
      })
      return { provider: withStandIns(program, options.builtins ?? {}), secrets: secretsIn(env, spec.env) }
    }
    case 'assistant': {
      const recipe = recipes[spec.assistant] as Recipe
      const name = `command:${spec.assistant}${spec.model ? `:${spec.model}` : ''}`
      const named = { name, argv: [recipe.program] as const, recipe, env: spec.env, ...given({ model: spec.model }) }
      return { provider: commandProvider({ ...named, ...where }), secrets: secretsIn(env, [...recipe.env, ...spec.env]) }
    }
    case 'model': {
      // Model libraries are loaded only if a model is used.
      const { modelMaker } = await import('./model.ts')
      return modelMaker(spec, env, options.home)
    }
    case 'scripted':
      return { provider: scriptedFile(resolve(options.cwd, spec.file)), secrets: [] }
    case 'cassette':
      return { provider: playing(await openCassette(resolve(options.cwd, spec.file), { mustExist: true })), secrets: [] }
    case 'host':
      return { provider: hostProvider, secrets: [] }
    case 'builtin':
      return { provider: builtinProvider(options.builtins ?? {}), secrets: [] }
  }
}
