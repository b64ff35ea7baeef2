// The learning tables for one world: opened and migrated once, caught up whenever they are asked for.
import { hostname } from 'node:os'
import { loadConfig } from '../adapters/config.ts'
import { type Source, catchUp, rebuild } from '../adapters/database/catch-up.ts'
import { migrate, openDatabase } from '../adapters/database/open.ts'
import type { Store } from '../kernel/store.ts'
import type { OpenLearning } from '../operations/world.ts'
import { projectWorkflows } from './workflows.ts'

export async function openLearning(root: string, env: NodeJS.ProcessEnv, storeOf: (root: string) => Store) {
  const database = await openDatabase(env)
  await migrate(database)
  // A server may serve several machines, and the same folder on another one is another project.
  const project = database.engine === 'sqlite' ? root : `${hostname()}:${root}`
  const source = (other: string): Source => {
    const workflows = projectWorkflows(other, loadConfig(other, env)).shipped()
    return { store: storeOf(other), workflow: workflows.get }
  }
  const here = { project, root }
  return {
    read: async (): Promise<OpenLearning> => ({
      database,
      project,
      caughtUp: await catchUp(database, here, source),
      rebuild: () => rebuild(database, here, source),
    }),
    close: () => database.close(),
  }
}
