// Turns a project's folder into the world that operations work in. Whatever a command may not need is loaded lazily.
import { hostname, userInfo } from 'node:os'
import { resolve } from 'node:path'
import { type LoadedConfig, configDespite, findRoot, loadConfig, noConfig, untrusted } from '../adapters/config.ts'
import type { Notice, NotifySettings } from '../adapters/notify.ts'
import { preloads } from '../adapters/preload.ts'
import { accountHome, readVerifier } from '../adapters/verifier.ts'
import { askWorld } from '../adapters/providers/ask-world.ts'
import type { Provider } from '../agents/provider.ts'
import type { Clock } from '../kernel/ports.ts'
import type { RunState } from '../kernel/reduce.ts'
import type { Store } from '../kernel/store.ts'
import type { AskAgent } from '../kernel/task.ts'
import type { AnyWorkflow } from '../operations/definition.ts'
import { isNews, noticeOf } from '../operations/notices.ts'
import type { Person, World } from '../operations/world.ts'
import type { Catalog } from '../rules/catalog.ts'
import { shippedSettings } from '../workflows/registry.ts'
import type { Judging } from './judging.ts'
import { limit } from './limit.ts'
import { storeOf } from './store.ts'
import { projectWorkflows } from './workflows.ts'

export interface WorldOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** The account's home, which holds the user's trust decisions; the environment can't move it. */
  home?: string | null
  assistant?: boolean
  person?: Person | null
  signal?: AbortSignal
  patienceMs?: number
  say?(text: string): void
  onCommit?: World['onCommit']
  onAsk?: World['onAsk']
  onHeard?: World['onHeard']
  /** Continue if whetstone.yaml can't be read. */
  despiteConfig?: boolean
  /** Rings the terminal's bell, if there is one. */
  bell?(): void
  /** The program we run in, if it isn't one of ours: it names the project and what it brings, and no whetstone.yaml is read. */
  program?: Program
}

interface Program {
  root: string
  user: string
  clock: Clock
  /** Where runs are stored; the project's own folder if it is null. */
  store: Store | null
  workflows: readonly AnyWorkflow[]
  /** Makers by role; they come before any that are named. */
  makers: Readonly<Record<string, Provider>>
  checks: Catalog
  /** As in whetstone.yaml. */
  settings: Readonly<Record<string, unknown>>
}

/** Where a person started a run and may walk away. */
export const personsPatienceMs = 15 * 60_000

export function createWorld({
  cwd = process.cwd(),
  env = process.env,
  home = accountHome(),
  person = null,
  assistant = person === null,
  signal = new AbortController().signal,
  patienceMs = 0,
  say = () => {},
  onCommit = () => {},
  onAsk = () => {},
  onHeard = () => {},
  despiteConfig = false,
  bell = () => {},
  program,
}: WorldOptions = {}): World {
  const root = program?.root ?? findRoot(cwd)
  const config: LoadedConfig = program
    ? { ...noConfig, config: program.settings }
    : (despiteConfig ? configDespite : loadConfig)(root, env, shippedSettings)
  const store = program?.store ?? storeOf(root, config, env)
  const { checks: own = new Map(), makers: brought = {} }: Partial<Program> = program ?? {}
  let judging: Promise<Judging> | undefined
  const judge = () => (judging ??= import('./judging.ts').then(({ Judging }) => new Judging(root, store, own)))
  const limited = limit(config.config.concurrency ?? 4)
  const telling: Promise<void>[] = []
  const modules = () => {
    const named = config.config.checks ?? []
    if (named.length > 0 && !config.trusted) throw untrusted('the check modules it names')
    return named.map((path) => resolve(root, path))
  }
  const requested = async (task: AskAgent, run: RunState<unknown>, pins: object) => {
    const { prompts, unwrap } = await world.workflows.get(run.workflow)
    return { task, run, pins, store, prompts, ...(unwrap && { unwrap }) }
  }
  let learning: ReturnType<typeof openLearning> | undefined
  const world: World = {
    root,
    cwd,
    env,
    clock: program?.clock ?? { now: () => Date.now(), wait: askWorld.wait },
    store,
    config,
    workflows: projectWorkflows(root, config, store, program?.workflows),
    person,
    assistant,
    user: program?.user ?? userName(env),
    preloads: preloads(env),
    signal,
    patienceMs,
    say,
    onCommit: (workflow, run, events) => {
      onCommit(workflow, run, events)
      const notice = config.trusted && config.config.notify && isNews(events) ? noticeOf(workflow, run) : null
      if (notice) telling.push(tell(world, notice, config.config.notify as NotifySettings, bell))
    },
    onAsk,
    onHeard,
    makers: async (options) =>
      (await import('./makers.ts')).makeMakers(world, options, (await judge()).evaluator(modules()), limited, brought),
    catalog: async () => new Map([...(await (await import('../adapters/evaluator/job.ts')).catalogWith(modules())), ...own]),
    evaluate: async (options) => (await judge()).evaluate({ ...options, signal }, modules()),
    evaluateKept: async (options) => (await judge()).evaluateKept({ ...options, signal }, modules()),
    request: async (task, run, pins) => (await import('../adapters/requests.ts')).showRequest(await requested(task, run, pins)),
    submitted: async (task, run, pins, text) =>
      (await import('../adapters/requests.ts')).readSubmitted(await requested(task, run, pins), text, { now: Date.now(), env }),
    assistants: async () =>
      (await (await import('../adapters/providers/detect.ts')).detectAssistants(env, root))
        .filter(({ path }) => path !== null)
        .map(({ name }) => name),
    verifier: (file) => readVerifier({ home, root, ...(file !== undefined && { file: resolve(cwd, file) }) }),
    template: async (name) => (await (await import('../adapters/templates.ts')).templateFolder().load(name)).text,
    learning: async () => (await (learning ??= openLearning(root, env))).read(),
    reading: async (act) => (await import('./learning.ts')).readLearning(root, env, storeOf, act),
    close: async () => {
      await Promise.allSettled(telling)
      await learning?.then(
        ({ close }) => close(),
        () => {}, // the person who asked has been told
      )
      await (await judging)?.close()
    },
  }
  return world
}

const openLearning = async (root: string, env: NodeJS.ProcessEnv) => (await import('./learning.ts')).openLearning(root, env, storeOf)

async function tell(world: World, notice: Notice, settings: NotifySettings, bell: () => void): Promise<void> {
  const { notify } = await import('../adapters/notify.ts')
  await notify(notice, settings, { env: world.env, now: () => world.clock.now(), bell, say: world.say })
}

function userName(env: NodeJS.ProcessEnv): string {
  try {
    return `${userInfo().username}@${hostname()}`
  } catch {
    return env['USER'] ?? 'unknown'
  }
}
