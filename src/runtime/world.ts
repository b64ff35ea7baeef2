// A project's folder becomes a world that operations can work in. What a command may never need is loaded when it does.
import { hostname, userInfo } from 'node:os'
import { resolve } from 'node:path'
import { findRoot, loadConfig } from '../adapters/config.ts'
import { FileStore } from '../adapters/file-store/store.ts'
import type { NotifySettings } from '../adapters/notify.ts'
import type { RunState } from '../kernel/reduce.ts'
import { isNews, noticeOf } from '../operations/notices.ts'
import type { Kit, Person, World } from '../operations/world.ts'
import { Fault } from '../schema/fault.ts'
import type { Judging } from './judging.ts'

export interface WorldOptions {
  /** The workflows it knows. */
  kits: Readonly<Record<string, Kit>>
  cwd?: string
  env?: NodeJS.ProcessEnv
  person?: Person | null
  signal?: AbortSignal
  say?(text: string): void
  onCommit?: World['onCommit']
  /** Rings the terminal, where there is one. */
  bell?(): void
}

export function makeWorld({
  kits,
  cwd = process.cwd(),
  env = process.env,
  person = null,
  signal = new AbortController().signal,
  say = () => {},
  onCommit = () => {},
  bell = () => {},
}: WorldOptions): World {
  const root = findRoot(cwd)
  const config = loadConfig(root, env)
  let judging: Promise<Judging> | undefined
  const judge = () => (judging ??= import('./judging.ts').then(({ Judging }) => new Judging(root)))
  const limited = limit(config.config.concurrency ?? 4)
  const telling: Promise<void>[] = []
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
    makers: async (options) => {
      const named = modules()
      return (await import('./makers.ts')).makeMakers(
        world,
        options,
        await judge().then((parts) => parts.evaluator('copy', named)),
        limited,
      )
    },
    catalog: async () => {
      const named = modules()
      return (await import('../adapters/evaluator/job.ts')).catalogWith(named)
    },
    evaluate: async (options) => {
      const named = modules()
      return (await judge()).evaluate({ ...options, signal }, named)
    },
    request: async (task, run, pins) => (await import('../adapters/requests.ts')).showRequest({ task, run, pins, store: world.store }),
    submitted: async (task, run, pins, text) =>
      (await import('../adapters/requests.ts')).readSubmitted({ task, run, pins, store: world.store }, text, { now: Date.now(), env }),
    assistants: async () =>
      (await (await import('../adapters/providers/detect.ts')).detectAssistants(env, root))
        .filter(({ path }) => path !== null)
        .map(({ name }) => name),
    attest: {
      signed: async (gate, file, pins) =>
        (await import('../adapters/attest.ts')).attestSigned({ gate, file: resolve(cwd, file), pins, at: Date.now() }),
    },
    template: async (name) => (await (await import('../adapters/templates.ts')).templateFolder().load(name)).text,
    close: async () => {
      await Promise.allSettled(telling)
      await (await judging)?.close()
    },
  }
  return world
}

async function tell(world: World, run: RunState<unknown>, settings: NotifySettings, bell: () => void): Promise<void> {
  const kit = world.kits[run.workflow]
  const notice = kit && noticeOf(kit, run)
  if (notice)
    await (
      await import('../adapters/notify.ts')
    ).notify(notice, settings, { env: world.env, now: () => world.clock.now(), bell, say: world.say })
}

/** What a repository names runs only after a person has read it. */
export function untrusted(what: string): Fault {
  return new Fault('untrusted', `whetstone.yaml of this project is not trusted, so ${what} do not run`, {
    fix: 'Read it, then `whet trust`. Any later change of it asks again.',
  })
}

export type Limited = <T>(act: () => Promise<T>) => Promise<T>

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
