// Namespaces for commands: no network, nothing left running and, in a working copy, none of the user's other files.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path'
import { list } from '../../lib/list.ts'

export type Words = readonly [string, ...string[]]

/** Best first: no network and nothing left running; then at least no network. */
const deniers: readonly Words[] = [
  unshare('--user --map-current-user --net --pid --fork --kill-child'),
  unshare('--user --map-current-user --net'),
  unshare('--net'),
]

let denier: Words | null | undefined

/** A separate network namespace has no way out. Determined once. */
export function networkDenier(): Words | null {
  denier ??= process.platform === 'linux' ? (deniers.find(works) ?? null) : null
  return denier
}

export interface Copy {
  /** The original project: hidden, except its packages. */
  root: string
  /** The folder with the copy and its home: the only place commands may change. */
  place: string
  cwd: string
}

/** The wrapper that confines a command to its copy, or null if the system can't. */
export function copyCloser(copy: Copy): Words | null {
  return closes() ? closer(copy) : null
}

let closing: boolean | undefined

/** Whether commands can be confined to their copy here. Determined once, by trying. */
export function closes(): boolean {
  if (closing === undefined && (closing = networkDenier() !== null)) {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'whet-closes-')))
    mkdirSync(join(place, 'work'))
    closing = works(closer({ root: join(place, 'work'), place, cwd: join(place, 'work') }))
    rmSync(place, { recursive: true, force: true })
  }
  return closing ?? false
}

/** Too large to copy but needed to run: visible in the copy, read-only. */
export const packages = ['node_modules', '.venv']

/** Where sockets of agents and daemons, other programs' files and keys lie. */
export const othersFolders = ['/tmp', '/var/tmp', '/run', '/dev/shm']
/** Keys beside programs. */
const keys = ['.cargo/credentials', '.cargo/credentials.toml', '.local/share/keyrings']

/**
 * The mounts are made in one user namespace and the command runs in a nested one, which can't remove them.
 * What stays visible is first set aside on a file system that is reached by a descriptor once everything is covered.
 */
function closer({ root, place, cwd }: Copy): Words {
  const homes = ownHomes()
  const own = [...homes, root, ...othersFolders]
    .filter((path) => isAbsolute(path) && existsSync(path))
    .map((path) => realpathSync(path))
    .filter((path) => path !== '/')
  const hidden = outermost(own)
  const inCopy = packages
    .filter((name) => existsSync(join(root, name)))
    .map((name) => ({ from: realpathSync(join(root, name)), to: join(cwd, name) }))
  const read = [...programFolders(own), ...packagesAbove(root), ...inCopy].filter(({ to }) => hidden.some((folder) => within(folder, to)))
  const kept = [{ from: place, to: place }, ...read]
  // Mount a folder before what lies in it.
  const order = kept.map(({ to }, i) => ({ to, i })).sort((a, b) => a.to.length - b.to.length)
  const aside = join(place, 'aside')
  const script = [
    'set -e',
    `trap 'echo "the copy could not be closed" >&2; exit 126' EXIT`,
    `mkdir -p ${quoted(aside)}`,
    `mount -t tmpfs none ${quoted(aside)}`,
    ...kept.flatMap(({ from }, i) => [
      `mkdir ${quoted(join(aside, String(i)))}`,
      `mount --rbind ${quoted(from)} ${quoted(join(aside, String(i)))}`,
      ...(i === 0 ? mounts({ writable: true }).map((path) => `mount -o remount,bind,ro ${quoted(path)} 2>/dev/null || true`) : []),
    ]),
    ...(isRoot() ? bareDevices(join(aside, 'dev')) : []),
    `exec 3<${quoted(aside)}`,
    ...hidden.map((path) => `mount -t tmpfs -o size=512m,mode=755 none ${quoted(path)}`),
    ...order.flatMap(({ to, i }) => [
      `mkdir -p ${quoted(to)}`,
      `mount -c --rbind /proc/self/fd/3/${i} ${quoted(to)}`,
      ...(i === 0 ? [] : [`mount -o remount,bind,ro ${quoted(to)}`]),
    ]),
    ...homes
      .flatMap((home) => keys.map((name) => quoted(join(home, name))))
      .map((path) => `if [ -d ${path} ]; then mount -t tmpfs none ${path}; elif [ -e ${path} ]; then mount --bind /dev/null ${path}; fi`),
    'exec 3<&-',
    `umount ${quoted(aside)}`,
    'mount -t proc proc /proc 2>/dev/null || true',
    ...(isRoot() ? [readOnlyKernel] : []),
    'ip link set lo up 2>/dev/null || true',
    `cd ${quoted(cwd)}`,
    `exec ${asOneself()}`,
  ]
  return [...unshare('--user --map-root-user --mount --net --ipc --pid --fork --kill-child'), 'sh', '-c', script.join('\n'), 'whet']
}

/** The command runs in a nested namespace, which can't remove the mounts. */
export const asOneself = () => `unshare --user --map-user=${process.getuid?.() ?? 0} --map-group=${process.getgid?.() ?? 0} -- "$@"`

/** Root stays root for devices and /proc files in any namespace; other users could never write there. */
export const isRoot = () => process.getuid?.() === 0

/** One line in core_pattern would run as root outside. */
export const readOnlyKernel = `for f in sys sysrq-trigger irq bus fs acpi scsi; do if [ -e /proc/$f ]; then mount -o bind,ro /proc/$f /proc/$f; fi; done`

/** A /dev with what every program may use and none of the machine's disks, logs or terminals. */
export function bareDevices(folder: string): string[] {
  const at = (name: string) => quoted(join(folder, name))
  return [
    `mkdir ${quoted(folder)} && mount -t tmpfs -o size=64k,mode=755 none ${quoted(folder)}`,
    ...['null', 'zero', 'full', 'random', 'urandom', 'tty'].map(
      (name) => `if [ -e /dev/${name} ]; then : > ${at(name)}; mount --bind /dev/${name} ${at(name)}; fi`,
    ),
    ...['fd', 'stdin', 'stdout', 'stderr'].map((name, i) => `ln -s /proc/self/fd${i === 0 ? '' : `/${i - 1}`} ${at(name)}`),
    `mkdir ${at('shm')} ${at('pts')} && ln -s pts/ptmx ${at('ptmx')}`,
    `mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts ${at('pts')} 2>/dev/null || true`,
    `mount --rbind ${quoted(folder)} /dev && mount -o remount,bind,ro /dev`,
  ]
}

/** Both the environment's home and the system's: changing HOME must not expose the real one. */
export function ownHomes(): string[] {
  try {
    return [...new Set([homedir(), userInfo().homedir])]
  } catch {
    return [homedir()] // a user unknown to the system
  }
}

interface Kept {
  from: string
  to: string
}

/** The folders of PATH, each with what lies beside its `bin`, unless that contains something to hide. */
function programFolders(own: readonly string[]): Kept[] {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), dirname(process.execPath)].filter(
    (path) => isAbsolute(path) && existsSync(path),
  )
  const open = (path: string) => !own.some((folder) => within(path, folder))
  const places = folders
    .flatMap((path) => [path, realpathSync(path)])
    .map((path) => (/^\.?bin$/.test(basename(path)) && open(dirname(path)) ? dirname(path) : path))
  return outermost(places.filter(open)).map((to) => ({ from: realpathSync(to), to }))
}

/** Packages of the project and of its parent folders, where programs also look. */
function packagesAbove(root: string): Kept[] {
  const found: Kept[] = []
  for (let folder = root; ; folder = dirname(folder)) {
    for (const name of packages)
      if (existsSync(join(folder, name))) found.push({ from: realpathSync(join(folder, name)), to: join(folder, name) })
    if (dirname(folder) === folder) return found
  }
}

/** Mounted file systems, including control groups; /proc and /dev are replaced. */
export function mounts({ writable = false } = {}): string[] {
  const lines = readFileSync('/proc/self/mountinfo', 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '))
  const paths = lines.flatMap(([, , , , path, options]) =>
    path && (!writable || options?.split(',').includes('rw')) && !/^\/(proc|dev)(\/|$)/.test(path) ? [unescaped(path)] : [],
  )
  return [...new Set(paths)]
}

const unescaped = (path: string) => path.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))

export const within = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`)

export function outermost(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter((path, _, all) => !all.some((other) => other !== path && within(other, path)))
}

export function unshare(namespaces: string): Words {
  return ['unshare', ...list(namespaces), '--']
}

export function works([program, ...args]: Words): boolean {
  return spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0
}

export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
