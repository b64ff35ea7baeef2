// The learning tables for one world: opened and migrated once, brought up to date on every use.
import { hostname } from 'node:os'
import { loadConfig } from '../adapters/config.ts'
import { type Source, catchUp, rebuild } from '../adapters/database/catch-up.ts'
import { type Database, migrate, openDatabase, withoutTrace } from '../adapters/database/open.ts'
import type { OpenLearning, ReadLearning } from '../operations/world.ts'
import { shippedSettings } from '../workflows/registry.ts'
import type { StoreOf } from './store.ts'
import { projectWorkflows } from './workflows.ts'

export async function openLearning(root: string, env: NodeJS.ProcessEnv, storeOf: StoreOf) {
  const database = await openDatabase(env)
  await migrate(database)
  const { here, source } = placeOf(database, root, env, storeOf)
  return {
    read: async (): Promise<OpenLearning> => ({
      database,
      project: here.project,
      caughtUp: await catchUp(database, here, source),
      rebuild: () => rebuild(database, here, source),
    }),
    close: () => database.close(),
  }
}

/** The same, read only. */
export async function readLearning<T>(
  root: string,
  env: NodeJS.ProcessEnv,
  storeOf: StoreOf,
  act: (learning: ReadLearning) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(env, { toRead: true })
  try {
    return await withoutTrace(database, async (inside) => {
      await migrate(inside)
      const { here, source } = placeOf(database, root, env, storeOf)
      return act({ database: inside, project: here.project, caughtUp: await catchUp(inside, here, source) })
    })
  } finally {
    await database.close()
  }
}

function placeOf({ engine }: Database, root: string, env: NodeJS.ProcessEnv, storeOf: StoreOf) {
  // A server may hold data of several machines, and the same folder on another machine is another project.
  const project = engine === 'sqlite' ? root : `${hostname()}:${root}`
  const source = (other: string): Source => {
    const config = loadConfig(other, env, shippedSettings)
    const workflows = projectWorkflows(other, config).shipped()
    return { store: storeOf(other, config, env), workflow: workflows.get }
  }
  return { here: { project, root }, source }
}
