// The folder of a project that is ours alone: journals, texts, locks and temporary files. Nobody else knows its name.
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { exists, guard, isRealFolder, realFile } from './disk.ts'

const name = '.whetstone'

/** A place in our folder, below a project. */
export const inHome = (root: string, ...parts: string[]) => join(root, name, ...parts)

/** The same as the project's people see it. */
export const homePath = (...parts: string[]) => [name, ...parts].join('/')

/** Half-written files and working copies; what killed processes left there is swept away after a day. */
export const tempFolder = (root: string) => inHome(root, 'tmp')

export const isHome = (path: string) => basename(path) === name

export const isRunId = (run: string) => /^[a-z0-9][a-z0-9-]{0,127}$/.test(run)

export const journalIn = (folder: string) => join(folder, 'journal.jsonl')
export const snapshotIn = (folder: string) => join(folder, 'snapshot.json')

/** Also one whose journal is gone or no file any more, as long as something says that there was one. A link is none: it may lead anywhere. */
export const isRun = (folder: string) => isRealFolder(folder) && (realFile(journalIn(folder)) !== undefined || exists(snapshotIn(folder)))

/** In no order. */
export function runFolders(runs: string): string[] {
  if (!exists(runs)) return []
  return guard(runs, () => readdirSync(runs)).filter((name) => isRunId(name) && isRun(join(runs, name)))
}
