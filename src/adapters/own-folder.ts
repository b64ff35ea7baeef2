// The project's folder that is ours alone, by name: for what lies beside the runs (passports, logs, temporary files) and for whoever must leave it out.
import { basename, join } from 'node:path'
import { makeFolder, replaceFile } from './disk.ts'

const name = '.whetstone'

/** A path in our folder, below a project. */
export const inHome = (root: string, ...parts: string[]) => join(root, name, ...parts)

/** The same, as people see it. */
export const homePath = (...parts: string[]) => [name, ...parts].join('/')

/** Half-written files and working copies; leftovers of killed processes are deleted after a day. */
export const tempFolder = (root: string) => inHome(root, 'tmp')

export const isHome = (path: string) => basename(path) === name

/** Replaces a file of the project at once: nobody sees half of it. */
export function replaceIn(root: string, path: string, text: string): void {
  makeFolder(tempFolder(root))
  replaceFile(join(root, path), text, tempFolder(root))
}
