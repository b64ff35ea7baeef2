// Only the workflows a command can need: those of its words, of the runs that are there, and of folders other tools may have written.
import { exists } from '../adapters/file-store/disk.ts'
import { join } from 'node:path'
import type { Kit, World } from '../operations/world.ts'

const loaders: Readonly<Record<string, () => Promise<Kit>>> = {
  reflex: async () => (await import('./reflex.ts')).reflexKit,
  design: async () => (await import('./design.ts')).designKit,
  audit: async () => (await import('./audit.ts')).auditKit,
}

/** Beyond so many runs it is quicker to load all than to ask each. */
const mostAsked = 50

export async function kitsInUse(
  { root, store, config }: Pick<World, 'root' | 'store' | 'config'>,
  workflow?: string,
): Promise<Record<string, Kit>> {
  const { evolution = '.ai-factory/evolution', features = 'features' } = config.config.paths ?? {}
  const runs = await store.list()
  const used = runs.length > mostAsked ? Object.keys(loaders) : await Promise.all(runs.map((run) => store.workflowOf(run).catch(() => '')))
  const wanted = new Set([
    workflow,
    ...used,
    ...(exists(join(root, evolution)) ? ['reflex'] : []),
    ...(exists(join(root, features)) ? ['design'] : []),
  ])
  const names = Object.keys(loaders).filter((name) => wanted.has(name))
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await (loaders[name] as () => Promise<Kit>)()] as const)))
}
