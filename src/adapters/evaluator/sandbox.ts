// A working copy for commands: the project's files without its history and our state, plus the files in the artifact's marked fences.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fileText } from '../../lib/fenced-files.ts'
import { fences } from '../../lib/fences.ts'
import { Fault } from '../../schema/fault.ts'
import { below, guard, makeFolder } from '../disk.ts'
import { homePath, tempFolder } from '../own-folder.ts'
import { type Copy, closes, packages } from './isolation.ts'

export interface Sandbox extends Copy {
  home: string
  remove(): void
}

/** Never copied: history, our own state, and what a tool can rebuild. */
const left = new Set(['.git', homePath(), 'node_modules', '.venv', 'target', 'dist', 'coverage'])
const mostBytes = 512 * 1024 * 1024

export function makeSandbox(root: string, artifact: { text: string; name: string }): Sandbox {
  const temp = tempFolder(root) // below the project, so that packages of parent folders are found
  const place = realpathSync(madeIn(temp))
  const cwd = join(place, 'work')
  const home = join(place, 'home')
  const remove = () => {
    rmSync(place, { recursive: true, force: true })
    removeEmpty(temp)
  }
  try {
    mkdirSync(home)
    copyProject(root, cwd, foldersOf(artifact))
    const links = packages.filter((name) => existsSync(join(root, name)) && !existsSync(join(cwd, name)))
    for (const name of links) symlinkSync(join(root, name), join(cwd, name)) // create the link first: no file of the artifact may go behind it
    writeInside(cwd, nameInside(cwd, artifact.name), artifact.text)
    for (const { file, text } of fences(artifact.text)) if (file !== undefined) writeInside(cwd, file, fileText(text))
    if (closes()) for (const name of links) (rmSync(join(cwd, name)), mkdirSync(join(cwd, name))) // where the packages will be mounted
    return { root: realpathSync(root), place, cwd, home, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Another command may be removing an empty folder at this moment. */
function madeIn(temp: string, tries = 5): string {
  makeFolder(temp)
  try {
    return mkdtempSync(join(temp, 'sandbox-'))
  } catch (error) {
    if (tries === 0) throw error
    return madeIn(temp, tries - 1)
  }
}

/** Leaves a project without runs as it was. */
function removeEmpty(temp: string): void {
  const home = dirname(temp)
  try {
    if (readdirSync(home).join() !== basename(temp)) return
    rmdirSync(temp)
    rmdirSync(home)
  } catch {} // another command is working there, or has left
}

/** Its target path, where tests expect it; if that is in its own folder or outside, the top of the copy. */
function nameInside(cwd: string, name: string): string {
  const base = name.split('/').at(-1) ?? 'artifact.md'
  return base === 'artifact.md' || relative(cwd, join(cwd, name)).startsWith('..') ? base : name
}

/** Folders that contain the artifact's own files: a page below dist/ needs what lies beside it. */
function foldersOf({ text, name }: { text: string; name: string }): Set<string> {
  const paths = [name, ...fences(text).flatMap(({ file }) => file ?? [])].map((path) => path.split('/').slice(0, -1))
  return new Set(paths.flatMap((parts) => parts.map((_, index) => parts.slice(0, index + 1).join('/'))))
}

const builds = new Set(['dist', 'target', 'coverage'])

function copyProject(root: string, cwd: string, own: ReadonlySet<string>): void {
  const isLeft = (name: string, path: string) => left.has(name) && !(builds.has(name) && own.has(path.split(sep).join('/')))
  let bytes = 0
  const place = realpathSync(root)
  guard(cwd, () => {
    mkdirSync(cwd)
    for (const entry of readdirSync(place)) {
      if (isLeft(entry, entry)) continue
      cpSync(join(place, entry), join(cwd, entry), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => {
          const name = source.split(sep).at(-1) ?? ''
          if (relative(place, source) !== '' && isLeft(name, relative(place, source))) return false
          const found = lstatSync(source)
          if (found.isSymbolicLink() || !(found.isFile() || found.isDirectory())) return false // a link could lead out of the copy
          bytes += found.size
          if (bytes > mostBytes)
            throw new Fault('storage', `the project is larger than ${mostBytes / 1024 / 1024} MB, too large to copy for commands`, {
              fix: 'Run whet in a smaller folder, or without commands.',
            })
          return true
        },
      })
    }
  })
}

/** A path in a fence comes from a maker: it must not leave the copy. */
function writeInside(cwd: string, path: string, text: string): void {
  const full = below(cwd, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text)
}
