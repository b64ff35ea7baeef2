// Makers for an operation: named, found, pinned, and behind the ports that the driver calls.
import { relative, resolve } from 'node:path'
import { untrusted } from '../adapters/config.ts'
import { type EvaluatorOptions, createEvaluate } from '../adapters/evaluator/evaluate.ts'
import { observeFiles } from '../adapters/observe.ts'
import { passportedRubrics } from '../adapters/passports.ts'
import { builtinProvider } from '../adapters/providers/builtin.ts'
import { resolveMakers } from '../adapters/providers/resolve.ts'
import { askWorld } from '../adapters/providers/ask-world.ts'
import { templatesWith } from '../adapters/templates.ts'
import { askLimits, createAsk } from '../agents/ask.ts'
import { judgeTemplate } from '../agents/judge/judge.ts'
import { makePins, pinsChanged } from '../agents/pins.ts'
import { type Provider, hostName } from '../agents/provider.ts'
import { type ChildWorld, performChild } from '../kernel/child.ts'
import { didYouMean } from '../lib/nearest.ts'
import type { AnyWorkflow } from '../operations/definition.ts'
import { makerOptions } from '../operations/ready-makers.ts'
import type { MakerOptions, Makers, World } from '../operations/world.ts'
import { Fault } from '../schema/fault.ts'
import type { Limited } from './limit.ts'

export async function makeMakers(
  world: World,
  options: MakerOptions,
  evaluator: EvaluatorOptions,
  limited: Limited,
  own: Record<string, Provider>,
): Promise<Makers> {
  const { config, env, root } = world
  const definition = options.workflow === undefined ? null : await world.workflows.get(options.workflow)
  const { builtins, observe, effect } = definition?.hands(world) ?? {}
  const fallback = builtins && builtinProvider(builtins)
  const now = {
    maker: (options.maker ?? []).map((flag) => fromRoot(flag, world)),
    judge: options.judge === undefined ? undefined : fromRoot(options.judge, world),
  }
  const judge = now.judge ?? options.began?.judge
  const named = { maker: [...(options.began?.maker ?? []), ...now.maker], ...(judge && { judge }) }
  const flags = [...named.maker, ...(named.judge ? [`judge=${named.judge}`] : [])]
  if (options.repin?.length && config.config.judge?.require_passport) throw heldToJudges()
  if (config.config.makers && !config.trusted && flags.length === 0 && !options.cassette) throw untrusted('the makers it names')
  const resolved = await resolveMakers({
    ...(config.trusted && config.config.makers && { config: config.config.makers }),
    flags,
    cwd: root,
    env,
    builtins: builtins ?? {},
    ...(fallback && { fallback }),
    ...(options.record && { record: resolve(world.cwd, options.record) }),
    ...(options.cassette && { cassette: resolve(world.cwd, options.cassette) }),
  })
  const providers = { ...resolved, ...own }
  await noteSlips(Object.keys(providers), definition?.roles ?? [], world)
  const templates = templatesWith(definition?.prompts ?? {})
  const anew = options.cassette && !definition?.pins ? Object.keys(providers) : (options.repin ?? [])
  const pins = options.pins
    ? {
        ...options.pins,
        makers: {
          ...options.pins.makers,
          ...(await makePins([], templates, Object.fromEntries(Object.entries(providers).filter(([role]) => anew.includes(role))))).makers,
        },
      }
    : await makePins(definition?.templates ?? [], templates, providers)
  /** Watching is no part of a run: it goes on whether or not its words can be kept. */
  const overhear = (run: string, task: string, text: string | null) => world.store.overhear(run, task, text).catch(() => {})
  const ask = createAsk({
    makers: providers,
    templates,
    world: askWorld,
    picture: (hash) => world.store.object(hash),
    pins,
    heard: (run, task, text) => {
      void overhear(run, task, text)
      world.onHeard(task, text)
    },
    ...(definition?.unwrap && { unwrap: definition.unwrap }),
  })
  return {
    flags: { ...(named.maker.length > 0 && { maker: named.maker }), ...(named.judge && { judge: named.judge }) },
    configured: Object.keys(providers).length > 0,
    named: Object.values(providers).some((maker) => maker !== fallback),
    serves: (role) => {
      const maker = providers[role] ?? providers['default']
      return maker !== undefined && (maker.name !== 'builtin' || Object.hasOwn(builtins ?? {}, role))
    },
    judge: Object.hasOwn(providers, 'judge'),
    roles: Object.keys(providers).filter((role) => role !== 'default'),
    passported: async (rules) =>
      config.config.judge?.require_passport
        ? passportedRubrics({ root, providers, rules, template: (await templates.load(judgeTemplate)).text, policy: config.config.judge })
        : null,
    priced: Object.entries(providers).map(([role, { name, priced }]) => ({ role, name, priced: priced ?? false })),
    changed: async () => (options.pins ? pinsChanged(pins, templates, providers) : null),
    pins,
    ports: {
      clock: world.clock,
      inProcess: (task) => task.kind === 'observe' || (task.kind === 'ask' && staysHere(providers, task.role)),
      hosted: (task) => task.kind === 'ask' && (providers[task.role] ?? providers['default'])?.name === hostName,
      ask: (task, context) =>
        limited(() => {
          const maker = providers[task.role] ?? providers['default']
          if (!maker || maker.name === hostName || maker.name === 'builtin') return ask(task, context)
          world.onAsk(task.key, maker.timeoutMs ?? askLimits.timeoutMs)
          const quiet = () => overhear(context.run, task.key, null)
          return quiet().then(() => ask(task, context).finally(quiet))
        }),
      evaluate: createEvaluate(evaluator),
      observe: async (task, context) => (await observe?.(task, context)) ?? observeFiles(root, task),
      child: (task, context) => performChild(task, context, childWorld(world, named)),
      effect: async (task, context) => {
        if (!effect) throw new Fault('internal', `${options.workflow} has no effect ${task.effect}`)
        return effect(task, context)
      },
    },
  }
}

/** A child uses its parent's makers, unless it is already under way. */
function childWorld(world: World, { maker, judge }: Makers['flags']): ChildWorld<AnyWorkflow> {
  return {
    store: world.store,
    workflow: (name) => world.workflows.get(name),
    prepare: async (workflow, run) => {
      const flags = { workflow: workflow.name, ...(maker?.length && { maker }), ...(judge && { judge }) }
      const { ports, pins, flags: kept } = await world.makers(run ? makerOptions(workflow, run, {}) : flags)
      return { ports, pins: { ...pins, flags: kept } }
    },
    onCommit: (workflow, run, events) => world.onCommit(workflow, run, events),
  }
}

/** Not refused, since juries name their judges freely. */
async function noteSlips(named: readonly string[], known: readonly string[], { say, workflows }: World): Promise<void> {
  const odd = named.filter((role) => role !== 'default' && !role.startsWith('judge') && !known.includes(role))
  if (odd.length === 0) return
  const roles = ['default', 'judge', ...(await workflows.all()).flatMap((each) => each.roles)]
  for (const role of odd) {
    const meant = roles.includes(role) ? '' : didYouMean(role, roles)
    if (meant) say(`note: "${role}" is asked only if a rule names it as a judge${meant}`)
  }
}

/** Built-in makers answer at once in this process, so nobody sees files lag. */
function staysHere(providers: Record<string, Provider>, role: string): boolean {
  return (providers[role] ?? providers['default'])?.name === 'builtin'
}

/** A maker's path is stored relative to the project instead of the working directory, so that resume finds it. */
function fromRoot(flag: string, { cwd, root }: World): string {
  const file = /^((?:[a-z][a-z0-9-]*=)?(?:scripted|cassette):)(.+)$/s.exec(flag)
  return file ? `${file[1]}${relative(root, resolve(cwd, file[2] as string))}` : flag
}

function heldToJudges(): Fault {
  return new Fault('refused', 'judges need passports here, so a run must keep the makers it began with', {
    fix: 'Continue without --maker and --judge, or start a new run with the new ones.',
  })
}
