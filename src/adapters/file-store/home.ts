// How a run's folder is laid out. Only this adapter knows.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { exists, guard, isRealFolder, realFile } from '../disk.ts'

export const isRunId = (run: string) => /^[a-z0-9][a-z0-9-]{0,127}$/.test(run)

export const journalIn = (folder: string) => join(folder, 'journal.jsonl')
export const snapshotIn = (folder: string) => join(folder, 'snapshot.json')

/** Includes runs whose journal is missing or isn't a file, if something shows that there was one. Links don't count: they may lead anywhere. */
export const isRun = (folder: string) => isRealFolder(folder) && (realFile(journalIn(folder)) !== undefined || exists(snapshotIn(folder)))

/** In no particular order. */
export function runFolders(runs: string): string[] {
  if (!exists(runs)) return []
  return guard(runs, () => readdirSync(runs)).filter((name) => isRunId(name) && isRun(join(runs, name)))
}
