// A project's workflows: the built-in ones and those of its trusted configuration, each loaded on first use.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { type LoadedConfig, configName, parseConfig, untrusted } from '../adapters/config.ts'
import { exists, readText } from '../adapters/disk.ts'
import type { Store } from '../kernel/store.ts'
import { didYouMean } from '../lib/nearest.ts'
import type { AnyWorkflow } from '../operations/definition.ts'
import type { Workflows } from '../operations/world.ts'
import { Fault } from '../schema/fault.ts'
import { shipped, shippedSettings } from '../workflows/registry.ts'

/** Above this many runs, loading all is quicker than asking each. */
const mostAsked = 50

export function projectWorkflows(
  root: string,
  found: LoadedConfig,
  store?: Pick<Store, 'list' | 'workflowOf'>,
  brought: readonly AnyWorkflow[] = [],
): Workflows {
  const { config, trusted } = found
  const own = config.workflows ?? {}
  const loaded = new Map(brought.map((one) => [one.name, Promise.resolve(one)]))
  const names = [...new Set([...Object.keys(shipped), ...(trusted ? Object.keys(own) : []), ...loaded.keys()])]
  const load = async (name: string): Promise<AnyWorkflow> => {
    if (Object.hasOwn(shipped, name)) return (await shipped[name]!.load()).default
    if (!Object.hasOwn(own, name))
      throw new Fault('invalid', `there is no workflow "${name}"${didYouMean(name, names)}`, {
        fix: `This project has ${names.join(', ')}.`,
      })
    if (!trusted) throw untrusted(`the workflow ${name} it names`)
    return ownWorkflow(name, resolve(root, own[name] as string), found)
  }
  const get = (name: string) => {
    const one = loaded.get(name) ?? load(name)
    loaded.set(name, one)
    return one
  }
  const isLeft = (name: string) => {
    const folder = shipped[name]?.folder
    return folder !== undefined && exists(join(root, folder(config)))
  }
  return {
    names,
    get,
    shipped: () => projectWorkflows(root, { ...found, trusted: false }, store),
    all: () => Promise.all(names.map(get)),
    inUse: async () => {
      const runs = (await store?.list()) ?? []
      const used = runs.length > mostAsked ? names : await Promise.all(runs.map((run) => store!.workflowOf(run).catch(() => '')))
      return Promise.all(names.filter((name) => used.includes(name) || isLeft(name) || loaded.has(name)).map(get))
    },
    known: () => Promise.all(names.filter((name) => isLeft(name) || loaded.has(name)).map(get)),
  }
}

async function ownWorkflow(name: string, path: string, found: LoadedConfig): Promise<AnyWorkflow> {
  const { default: given } = (await import(pathToFileURL(path).href)) as { default?: Partial<AnyWorkflow> }
  if (given?.name !== name || typeof given.next !== 'function' || typeof given.hands !== 'function')
    throw new Fault('invalid', `${path} exports no workflow "${name}"`, {
      fix: `Its default export must be \`defineWorkflow({ name: '${name}', … })\` of whetstone.`,
    })
  if (found.config[name] !== undefined)
    parseConfig(readText(found.path ?? '') ?? '', configName, { ...shippedSettings, [name]: given.settings ?? z.strictObject({}) })
  return given as AnyWorkflow
}
