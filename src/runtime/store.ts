// Where the runs of a project are. Another store is named here, and nowhere else.
import type { LoadedConfig } from '../adapters/config.ts'
import { FileStore } from '../adapters/file-store/store.ts'
import type { Store } from '../kernel/store.ts'

/** A store elsewhere finds its address in whetstone.yaml, if that is trusted, or in the user's environment. */
export type StoreOf = (root: string, config: LoadedConfig, env: NodeJS.ProcessEnv) => Store

export const storeOf: StoreOf = (root) => new FileStore(root)
