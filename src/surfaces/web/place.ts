// The journal of a run the dashboard may read: a real file in a real folder of this project, never a link that leads elsewhere.
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FileStore } from '../../adapters/file-store/store.ts'
import { Fault } from '../../schema/fault.ts'

export interface Place {
  folder: string
  journal: string
  /** Changes whenever something is committed. */
  stamp: string
}

export function placeOf(store: FileStore, run: string): Place {
  const folder = store.folder(run)
  const journal = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? journalOf(folder) : null
  if (journal === null) throw new Fault('not_found', `there is no run ${run}`, { fix: 'The list shows the runs of this project.' })
  return { folder, journal: join(folder, 'journal.jsonl'), stamp: journal.stamp }
}

/** Of a folder that is no link; null where there is no journal, or where that is one. */
export function journalOf(folder: string): { stamp: string; size: number; changedAt: number } | null {
  const file = lstatSync(join(folder, 'journal.jsonl'), { throwIfNoEntry: false })
  return file?.isFile() ? { stamp: `${file.ino}:${file.size}:${file.mtimeMs}`, size: file.size, changedAt: file.mtimeMs } : null
}

/** Folders of runs, in no order; links are none. */
export function runFolders(store: FileStore): string[] {
  try {
    return readdirSync(join(store.root, '.whetstone', 'runs'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isRunId(entry.name))
      .map(({ name }) => name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const isRunId = (name: string) => /^[a-z0-9][a-z0-9-]{0,127}$/.test(name)
