// The project folder that is ours alone: journals, texts, locks and temporary files. Only this adapter knows its name.
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { exists, guard, isRealFolder, realFile } from './disk.ts'

const name = '.whetstone'

/** A path in our folder, below a project. */
export const inHome = (root: string, ...parts: string[]) => join(root, name, ...parts)

/** The same, as people see it. */
export const homePath = (...parts: string[]) => [name, ...parts].join('/')

/** Half-written files and working copies; leftovers of killed processes are deleted after a day. */
export const tempFolder = (root: string) => inHome(root, 'tmp')

export const isHome = (path: string) => basename(path) === name

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
