// What a maker must leave alone: git settings in its working copy, and everything outside it.
import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { closesFolders, forgetElsewhere, wroteElsewhere } from '../../../adapters/evaluator/folder-closer.ts'
import { within } from '../../../adapters/evaluator/isolation.ts'
import { git, uncommitted } from '../../../adapters/measure/git.ts'
import type { Project } from '../../../adapters/measure/project.ts'
import { homeFolder, inUserData } from '../../../adapters/user-data.ts'
import { sha256 } from '../../../lib/hash.ts'

/** Path → fingerprint. If the maker is confined, nothing outside its copy can change; otherwise compares before and after. */
export function fingerprints(
  env: NodeJS.ProcessEnv,
  { top }: Pick<Project, 'top'>,
  place: string,
  isShut = closesFolders(),
): Record<string, string> {
  forgetElsewhere(place)
  return look(env, top, place, isShut, Date.now())
}

/** What has changed, in words. */
export function violationsSince(
  env: NodeJS.ProcessEnv,
  { top }: Pick<Project, 'top'>,
  place: string,
  watched: Readonly<Record<string, string>>,
  isShut = closesFolders(),
  own: readonly string[] = [],
): string[] {
  const now = look(env, top, place, isShut, 0)
  const home = homeFolder(env)
  const work = join(place, 'work')
  const held = wroteElsewhere(place).filter((path) =>
    within(home, path) ? !isCache(relative(home, path)) : lstatSync(path, { throwIfNoEntry: false }) !== undefined,
  )
  return [
    ...[...new Set([...Object.keys(watched), ...Object.keys(now)])]
      .filter((path) => watched[path] !== now[path] && watched[path] !== inUse && !own.some((each) => within(each, path)))
      .map((path) =>
        within(work, path)
          ? `${relative(work, path)} was changed in the working copy: git hooks and settings can't be part of a change`
          : `${path} was changed outside the working copy while the maker worked`,
      ),
    ...Object.values(Object.groupBy(held, (path) => (within(home, path) ? relative(home, path).split('/')[0]! : dirname(path)))).map(
      (paths) => heldBack(paths!.sort(), home),
    ),
  ]
}

/** One sentence per entry of the home folder, and how to let an honest program keep its own files. */
function heldBack([first = '', ...more]: readonly string[], home: string): string {
  let folder = dirname(first)
  while (!more.every((path) => within(folder, path))) folder = dirname(folder)
  const what = more.length === 0 ? `${first} was` : `${first} and ${more.length} more in ${folder} were`
  const said = `${what} written by the maker, outside its working copy; ${more.length === 0 ? 'it was' : 'they were'} held back`
  if (folder === home || !within(home, folder)) return said
  const own = `~/${relative(home, folder)}`
  return `${said} (if ${own} is a folder of its own, ${existsSync(folder) ? '' : 'make that folder and '}allow it in whetstone.yaml: \`state: [${own}]\` beside the maker's \`command:\`)`
}

/** Disposable folders are harmless, and programs write them routinely. */
const isCache = (path: string) => /cache|\/\.npm\/_/i.test(path)

function look(env: NodeJS.ProcessEnv, top: string, place: string, isShut: boolean, begins: number): Record<string, string> {
  const common = resolve(top, git(top, ['rev-parse', '--git-common-dir']).trim())
  const copy = ['hooks', 'config', 'info'].map((name) => join(place, 'work', '.git', name))
  const shared = ['hooks', 'config', 'info', 'config.worktree'].map((name) => join(common, name))
  return {
    ...Object.fromEntries((isShut ? copy : [...copy, ...shared]).map((path) => [path, fingerprint(path)])),
    ...(isShut
      ? {}
      : {
          [top]: sha256(uncommitted(top).join('\n') + git(top, ['diff', 'HEAD'])),
          ...Object.fromEntries([place, dirname(place)].map((path) => [path, sha256(filesIn(path).join('\n'))])),
          ...beside(env, top, place, begins),
        }),
  }
}

const [mostEntries, deepest, quietMs] = [50_000, 5, 600_000]
const inUse = 'in use'

/**
 * The home folder, one fingerprint for each of its entries and for each in its hidden folders. What changed in the ten minutes before (`begins`) is
 * in use anyway and proves nothing; caches, packages, the checkout and our own folders are left out.
 */
function beside(env: NodeJS.ProcessEnv, top: string, place: string, begins: number): Record<string, string> {
  const home = env['HOME'] || homedir()
  const left = [top, dirname(inUserData(env, '')), dirname(dirname(dirname(place)))]
  let entries = 0
  const visit = (path: string, depth: number): { lines: string[]; newest: number } => {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (!found || entries++ > mostEntries || isCache(path) || left.includes(path)) return { lines: [], newest: 0 }
    const own = found.isDirectory() ? 0 : found.mtimeMs
    const line = `${path} ${found.ino} ${found.mode} ${own} ${found.isDirectory() ? 0 : found.size}`
    const inside = found.isDirectory() && depth < deepest ? namesIn(path).map((name) => visit(join(path, name), depth + 1)) : []
    return { lines: [line, ...inside.flatMap(({ lines }) => lines)], newest: Math.max(own, ...inside.map(({ newest }) => newest)) }
  }
  const groups = namesIn(home).flatMap((name) =>
    name.startsWith('.') && isFolder(join(home, name))
      ? namesIn(join(home, name)).map((inner) => join(home, name, inner))
      : [join(home, name)],
  )
  const seen = groups.map((path) => ({ path, ...visit(path, 1) }))
  return Object.fromEntries(
    seen.flatMap(({ path, lines, newest }) =>
      lines.length === 0 ? [] : [[path, begins > 0 && newest > begins - quietMs ? inUse : sha256(lines.join('\n'))]],
    ),
  )
}

const filesIn = (folder: string) => namesIn(folder).filter((name) => !isFolder(join(folder, name)))

const isFolder = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name !== 'node_modules' && name !== '.git')
      .sort()
  } catch {
    return []
  }
}

function fingerprint(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return ''
  if (found.isDirectory())
    return sha256(
      namesIn(path)
        .map((name) => `${name} ${fingerprint(join(path, name))}`)
        .join('\n'),
    )
  if (!found.isFile()) return 'not a file'
  try {
    return sha256(`${found.mode} ${found.size > 1_000_000 ? found.mtimeMs : readFileSync(path, 'base64')}`)
  } catch {
    return 'unreadable'
  }
}
