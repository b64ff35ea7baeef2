// Where the runs of a project are. Another store is named here, and nowhere else.
import { Overheard } from '../adapters/file-store/overheard.ts'
import { FileStore } from '../adapters/file-store/store.ts'
import type { Store } from '../kernel/store.ts'
import type { World } from '../operations/world.ts'

export const storeOf = (root: string): Store => new FileStore(root)

/** What makers of any process say while they work. */
export const overheardIn = (root: string): World['overheard'] => new Overheard(root)
