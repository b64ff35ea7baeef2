// The one place that names concrete adapters: a project's folder becomes a world that operations can work in.
import { hostname, userInfo } from 'node:os'
import { relative, resolve } from 'node:path'
import { findRoot, loadConfig } from './adapters/config.ts'
import { type EvaluatorOptions, createEvaluate, evaluateChecks } from './adapters/evaluator/evaluate.ts'
import { catalogWith } from './adapters/evaluator/job.ts'
import { CheckPool } from './adapters/evaluator/pool.ts'
import { VerdictCache } from './adapters/evaluator/verdict-cache.ts'
import { FileStore } from './adapters/file-store/store.ts'
import { observeFiles } from './adapters/observe.ts'
import { judgeModel, passportedRubrics } from './adapters/passports.ts'
import { builtinProvider } from './adapters/providers/host.ts'
import { templateFolder } from './adapters/templates.ts'
import { hostName } from './agents/hosted.ts'
import { pinsChanged } from './agents/pins.ts'
import { judgeTemplate } from './agents/judge/judge.ts'
import type { Provider } from './agents/provider.ts'
import { Fault } from './schema/fault.ts'
import type { MakerOptions, Makers, Person, World } from './operations/world.ts'
import { kits } from './kits.ts'
import { isNews, noticeOf } from './operations/notices.ts'
import type { NotifySettings } from './adapters/notify.ts'
import type { RunState } from './kernel/reduce.ts'

export interface RuntimeOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  person?: Person | null
  signal?: AbortSignal
  say?(text: string): void
  onCommit?: World['onCommit']
  /** Rings the terminal, where there is one. */
  bell?(): void
}

export function createWorld({ cwd = process.cwd(), env = process.env, person = null, signal = new AbortController().signal, say = () => {}, onCommit = () => {}, bell = () => {} }: RuntimeOptions = {}): World {
  const root = findRoot(cwd)
  const config = loadConfig(root, env)
  const lazy = new LazyParts(root)
  const limited = limit(config.config.concurrency ?? 4)
  const telling: Promise<void>[] = []
  const evaluator = (commandsIn: 'copy' | 'place'): EvaluatorOptions => lazy.evaluator({ root, commandsIn, modules: modules() })
  const modules = () => {
    const named = config.config.checks ?? []
    if (named.length > 0 && !config.trusted) throw untrusted('the check modules it names')
    return named.map((path) => resolve(root, path))
  }
  const world: World = {
    root,
    cwd,
    env,
    clock: { now: () => Date.now() },
    store: new FileStore(root),
    config,
    kits,
    person,
    user: userName(env),
    signal,
    say,
    onCommit: (run, events) => {
      onCommit(run, events)
      if (config.trusted && config.config.notify && isNews(events)) telling.push(tell(world, run, config.config.notify, bell))
    },
    makers: (options) => makeMakers(world, options, evaluator('copy'), limited),
    catalog: () => catalogWith(modules()),
    evaluate: ({ anew, ...options }) => evaluateChecks({ ...evaluator('place'), ...(anew && { cache: null }) }, { ...options, signal }),
    request: async (task, run, pins) => (await import('./adapters/requests.ts')).showRequest({ task, run, pins, store: world.store }),
    submitted: async (task, run, pins, text) => (await import('./adapters/requests.ts')).readSubmitted({ task, run, pins, store: world.store }, text, { now: Date.now(), env }),
    assistants: async () => (await (await import('./adapters/providers/detect.ts')).detectAssistants(env, root)).filter(({ path }) => path !== null).map(({ name }) => name),
    attest: {
      signed: async (gate, file, pins) => (await import('./adapters/attest.ts')).attestSigned({ gate, file: resolve(cwd, file), pins, at: Date.now() }),
    },
    template: async (name) => (await templateFolder().load(name)).text,
    close: async () => {
      await Promise.allSettled(telling)
      await lazy.close()
    },
  }
  return world
}

async function tell(world: World, run: RunState<unknown>, settings: NotifySettings, bell: () => void): Promise<void> {
  const kit = world.kits[run.workflow]
  const notice = kit && noticeOf(kit, run)
  if (notice) await (await import('./adapters/notify.ts')).notify(notice, settings, { env: world.env, now: () => world.clock.now(), bell, say: world.say })
}

async function makeMakers(world: World, options: MakerOptions, evaluator: EvaluatorOptions, limited: Limited): Promise<Makers> {
  const { config, env, root } = world
  const kit = world.kits[options.workflow]
  const now = { maker: (options.maker ?? []).map((flag) => fromRoot(flag, world)), judge: options.judge === undefined ? undefined : fromRoot(options.judge, world) }
  const named = { maker: [...(options.began?.maker ?? []), ...now.maker], judge: now.judge ?? options.began?.judge }
  const flags = [...named.maker, ...(named.judge ? [`judge=${named.judge}`] : [])]
  if (options.repin?.length && config.config.judge?.require_passport) throw heldToJudges()
  if (config.config.makers && !config.trusted && flags.length === 0 && !options.replay) throw untrusted('the makers it names')
  const { resolveMakers } = await import('./adapters/providers/resolve.ts')
  const providers = await resolveMakers({
    ...(config.trusted && config.config.makers && { config: config.config.makers }),
    flags,
    cwd: root,
    env,
    builtins: kit?.builtins ?? {},
    ...(kit?.builtins && { fallback: builtinProvider(kit.builtins) }),
    ...(options.record && { record: resolve(world.cwd, options.record) }),
    ...(options.replay && { replay: resolve(world.cwd, options.replay) }),
  })
  const templates = templateFolder()
  const { makePins } = await import('./agents/pins.ts')
  const { createAsk } = await import('./agents/ask.ts')
  const { askWorld } = await import('./adapters/providers/world.ts')
  const approvers = (await import('./adapters/attest.ts')).readApprovers(env)
  const anew = options.replay && !kit?.pins ? Object.keys(providers) : (options.repin ?? [])
  const pins = options.pins
    ? { ...options.pins, makers: { ...options.pins.makers, ...(await makePins([], templates, Object.fromEntries(Object.entries(providers).filter(([role]) => anew.includes(role))))).makers } }
    : { ...(await makePins(kit?.templates ?? [], templates, providers)), ...(approvers !== null && { approvers }) }
  const ask = createAsk({ makers: providers, templates, world: askWorld, pins })
  return {
    flags: { ...(named.maker.length > 0 && { maker: named.maker }), ...(named.judge && { judge: named.judge }) },
    configured: Object.keys(providers).length > 0,
    judge: Object.hasOwn(providers, 'judge'),
    roles: Object.keys(providers).filter((role) => role !== 'default'),
    judgeModel: () => judgeModel(providers['judge'] ?? providers['default']),
    passported: async (rules) => (config.config.judge?.require_passport ? passportedRubrics({ root, providers, rules, template: (await templates.load(judgeTemplate)).text, policy: config.config.judge }) : null),
    priced: Object.entries(providers).map(([role, { name, priced }]) => ({ role, name, priced: priced ?? false })),
    changed: async () => (options.pins ? pinsChanged(pins, templates, providers) : null),
    pins,
    ports: {
      clock: world.clock,
      inProcess: (task) => task.kind === 'observe' || (task.kind === 'ask' && staysHere(providers, task.role)),
      hosted: (task) => task.kind === 'ask' && (providers[task.role] ?? providers['default'])?.name === hostName,
      ask: (task, context) => limited(() => ask(task, context)),
      evaluate: createEvaluate(evaluator),
      observe: async (task, context) => (await kit?.observe?.(task, world, context)) ?? observeFiles(root, task),
      effect: async (task, context) => {
        if (!kit?.effect) throw new Fault('internal', `${options.workflow} has no effect ${task.effect}`)
        return kit.effect(task, world, context)
      },
    },
  }
}

/** Built-in makers answer at once in this process, so nobody sees files lag behind them. */
function staysHere(providers: Record<string, Provider>, role: string): boolean {
  return (providers[role] ?? providers['default'])?.name === 'builtin'
}

/** A maker given relative to where the command was typed is kept relative to the project, so that resume finds it. */
function fromRoot(flag: string, { cwd, root }: World): string {
  const file = /^((?:[a-z][a-z0-9-]*=)?(?:scripted|replay):)(.+)$/s.exec(flag)
  return file ? `${file[1]}${relative(root, resolve(cwd, file[2] as string))}` : flag
}

function heldToJudges(): Fault {
  return new Fault('refused', 'judges need passports here, so a run is held to the makers it began with', { fix: 'Go on without --maker and --judge, or start a new run with the other ones.' })
}

function untrusted(what: string): Fault {
  return new Fault('untrusted', `whetstone.yaml of this project is not trusted, so ${what} do not run`, { fix: 'Read it, then `whet trust`. Any later change of it asks again.' })
}

/** The pool and the cache cost something to open, so they are opened when first needed. */
class LazyParts {
  readonly #root: string
  #pool: CheckPool | undefined
  #cache: VerdictCache | undefined

  constructor(root: string) {
    this.#root = root
  }

  evaluator(options: Pick<EvaluatorOptions, 'root' | 'commandsIn' | 'modules'>): EvaluatorOptions {
    const open = { pool: () => (this.#pool ??= new CheckPool()), cache: () => (this.#cache ??= new VerdictCache(this.#root)) }
    return {
      ...options,
      get pool() {
        return open.pool()
      },
      get cache() {
        return open.cache()
      },
    }
  }

  async close(): Promise<void> {
    await this.#pool?.close()
    this.#cache?.close()
  }
}

type Limited = <T>(act: () => Promise<T>) => Promise<T>

/** At most so many agent calls at once, over all runs of this process. */
function limit(most: number): Limited {
  const waiting: (() => void)[] = []
  let going = 0
  return async (act) => {
    if (going >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    going += 1
    try {
      return await act()
    } finally {
      going -= 1
      waiting.shift()?.()
    }
  }
}

function userName(env: NodeJS.ProcessEnv): string {
  try {
    return `${userInfo().username}@${hostname()}`
  } catch {
    return env['USER'] ?? 'unknown'
  }
}
