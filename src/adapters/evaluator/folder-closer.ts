// Confines a program to its folder: writes anywhere else are discarded and listed.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import {
  type Words,
  asOneself,
  bareDevices,
  closes,
  isRoot,
  mounts,
  othersFolders,
  outermost,
  ownHomes,
  quoted,
  readOnlyKernel,
  unshare,
  within,
  works,
} from './isolation.ts'

export interface Closed {
  /** Our folder: holds the working copy, in `work`, and the list of writes elsewhere. */
  place: string
  /** Its working directory, within the copy. */
  folder: string
  /** Its own: folders it may also change, and files whose changes are discarded silently. */
  state?: readonly string[]
  home: string
}

/**
 * It keeps network and home, and no process outlives it. The rest of the system is read-only; over homes and temporary folders
 * lies a discarded overlay, for programs that must write there. Null if the system can't do this.
 */
export function folderCloser(closed: Closed): Words | null {
  return closesFolders() ? closer(closed) : null
}

let closing: boolean | undefined

/** Determined once, by trying. */
export function closesFolders(): boolean {
  if (closing === undefined && (closing = closes())) {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'whet-closes-')))
    const folder = join(place, 'work')
    mkdirSync(folder)
    closing = works(closer({ place, folder, home: tmpdir() }))
    rmSync(place, { recursive: true, force: true })
  }
  return closing
}

/** Absolute paths that a confined program wrote elsewhere. */
export function wroteElsewhere(place: string): string[] {
  const path = listOf(place)
  return existsSync(path) ? [...new Set(readFileSync(path, 'utf8').split('\0').filter(Boolean))].map((line) => line.slice(1)) : []
}

export const forgetElsewhere = (place: string): void => rmSync(listOf(place), { force: true })

const listOf = (place: string) => join(place, 'elsewhere')

function closer({ place, folder, state = [], home }: Closed): Words {
  const isFolder = (path: string) => isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const layered = outermost(
    [...ownHomes(), home, ...othersFolders]
      .filter(isFolder)
      .map((path) => realpathSync(path))
      .filter((path) => path !== '/' && path !== '/run'),
  )
  const below = mounts().filter((path) => layered.some((root) => path !== root && within(root, path)) && isFolder(path))
  const own = [join(place, 'work'), ...state.filter(isFolder)].map((path) => realpathSync(path))
  const kept = [...outermost(below).map((path) => ({ path, mode: 'ro' })), ...own.map((path) => ({ path, mode: 'rw' }))]
  const aside = join(place, 'aside')
  const at = (...names: string[]) => quoted(join(aside, ...names))
  const script = [
    'set -e',
    `trap 'echo "the working copy could not be closed" >&2; exit 126' EXIT`,
    `mkdir -p ${quoted(aside)}`,
    `mount -t tmpfs -o size=2g,mode=755 none ${quoted(aside)}`,
    `mkdir ${at('place')} && mount --bind ${quoted(place)} ${at('place')}`,
    ...kept.map(({ path }, i) => `mkdir ${at(String(i))} && mount --rbind ${quoted(path)} ${at(String(i))}`),
    ...(isRoot() ? bareDevices(join(aside, 'dev')) : []),
    ...mounts({ writable: true }).map((path) => `mount -o remount,bind,ro ${quoted(path)} 2>/dev/null || true`),
    `exec 3<${quoted(aside)} 4<${at('place')}`,
    ...layered.flatMap((path, i) => {
      const [upper, work] = [`/proc/self/fd/3/written${path}`, `/proc/self/fd/3/w${i}`]
      const options = `userxattr,lowerdir=${plain(path)},upperdir=${plain(upper)},workdir=${work}`
      return [`mkdir -p ${quoted(upper)} ${work}`, `mount -t overlay -o ${quoted(options)} none ${quoted(path)}`]
    }),
    ...kept
      .map(({ path, mode }, i) => ({ path, mode, i }))
      .sort((a, b) => a.path.length - b.path.length) // mount a folder before what lies in it
      .flatMap(({ path, mode, i }) => [
        `mkdir -p ${quoted(path)}`,
        `mount -c --rbind /proc/self/fd/3/${i} ${quoted(path)}`,
        ...(mode === 'ro' ? [`mount -o remount,bind,ro ${quoted(path)}`] : []),
      ]),
    `umount -l ${quoted(aside)} 2>/dev/null || true`, // already hidden below an overlay
    'mount -t proc proc /proc 2>/dev/null || true',
    ...(isRoot() ? [readOnlyKernel] : []),
    `cd ${quoted(folder)}`,
    'trap - EXIT',
    'set +e',
    `${asOneself()} 3<&- 4<&-`,
    'code=$?',
    // Files that can't be mounted individually, and what lies beside them as they are replaced.
    ...state.map((path) => quoted(`/proc/self/fd/3/written${path}`)).map((path) => `rm -rf -- ${path} ${path}.*`),
    `cd /proc/self/fd/3/written && find . ! -type d -print0 >> /proc/self/fd/4/elsewhere`,
    'exit $code',
  ]
  return [...unshare('--user --map-root-user --mount --pid --fork --kill-child'), 'sh', '-c', script.join('\n'), 'whet']
}

/** In mount options, commas and colons are separators. */
const plain = (path: string) => path.replaceAll(/[\\,:]/g, '\\$&')
