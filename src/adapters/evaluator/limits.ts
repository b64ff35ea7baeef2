// What a command may take at most: processes and memory, by a control group where one can be made, else by what a shell can limit.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closes } from './isolation.ts'

export const mostProcesses = 1024
const mostMemoryMb = 4096

export interface Limit {
  /** Stands before everything: joins the control groups. */
  outer: string[]
  /** Stands right before the command, where processes of the person's no longer count. */
  inner: string[]
  processes: boolean
  /** All it starts together, or each process for itself. */
  memory: 'together' | 'each' | null
  remove(): Promise<void>
}

/** A limit for one command. Which parts of it hold depends on the system, and is said. */
export function makeLimit({ processes: most = mostProcesses, memoryMb = mostMemoryMb } = {}): Limit {
  if (process.platform !== 'linux') return { outer: [], inner: [], processes: false, memory: null, remove: async () => {} }
  const processes = makeGroup('pids', { v1: 'pids.max', v2: 'pids.max' }, most)
  const memory = makeGroup('memory', { v1: 'memory.limit_in_bytes', v2: 'memory.max' }, memoryMb * 1024 * 1024)
  const groups = [...new Set([processes, memory].filter((path) => path !== null))]
  // The kernel counts per user and namespace, and root not at all.
  const countsUser = processes === null && closes() && process.getuid?.() !== 0
  const shell = [
    ...(countsUser ? [`{ ulimit -u ${most} || ulimit -p ${most}; } 2>/dev/null`] : []),
    ...(memory === null ? [`ulimit -d ${memoryMb * 1024}`] : []), // RLIMIT_AS would break every program that reserves ahead
  ]
  return {
    outer: before(groups.map((path) => `echo $$ > '${join(path, 'cgroup.procs')}'`)),
    inner: before(shell),
    processes: processes !== null || countsUser,
    memory: memory === null ? 'each' : 'together',
    remove: async () => void (await Promise.all(groups.map(removeGroup))),
  }
}

/** In words, for `whet doctor`. */
export async function limitsText(): Promise<string> {
  const { processes, memory, remove } = makeLimit()
  await remove()
  const parts = [
    ...(processes ? [`${mostProcesses} processes`] : []),
    ...(memory ? [`${mostMemoryMb / 1024} GB of memory${memory === 'each' ? ' for each' : ''}`] : []),
  ]
  const open = [...(processes ? [] : ['processes']), ...(memory ? [] : ['memory'])]
  return [
    ...(parts.length > 0 ? [`they get at most ${parts.join(' and ')}`] : []),
    ...(open.length > 0 ? [`this system cannot limit their ${open.join(' or ')}`] : []),
  ].join('; ')
}

function before(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['sh', '-c', `${lines.join(' && ')} || exit 126\nexec "$@"`, 'whet']
}

/** A control group below our own, with its limit set; null where that is not ours to make. */
function makeGroup(controller: string, file: { v1: string; v2: string }, limit: number): string | null {
  const place = placeOf(controller)
  if (place === null) return null
  const path = join(place.folder, `whet-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    sweep(place.folder)
    mkdirSync(path)
  } catch {
    return null
  }
  try {
    writeFileSync(join(path, place.unified ? file.v2 : file.v1), String(limit), { flag: 'r+' })
    return path
  } catch {
    rmdirSync(path) // the controller is not handed down to it
    return null
  }
}

/** Groups of ours whose maker was killed. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^whet-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) void removeGroup(join(folder, name))
  }
}

/** The folder of the group this process is in, in the hierarchy that has the controller. */
function placeOf(controller: string): { folder: string; unified: boolean } | null {
  const groups = read('/proc/self/cgroup').map((line) => line.split(':'))
  const own = (names: string) => groups.find(([, list = '']) => (names === '' ? list === '' : list.split(',').includes(names)))?.[2]
  const mounts = read('/proc/self/mountinfo').map((line) => line.split(' '))
  for (const [, , , root = '', path = '', , ...rest] of mounts) {
    const [type = '', , options = ''] = rest.slice(rest.indexOf('-') + 1)
    const unified = type === 'cgroup2'
    if (!unified && !(type === 'cgroup' && options.split(',').includes(controller))) continue
    const group = own(unified ? '' : controller)
    if (group === undefined || (unified && own(controller) !== undefined)) continue
    return { folder: join(path, root !== '/' && group.startsWith(root) ? group.slice(root.length) : group), unified }
  }
  return null
}

function read(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n')
  } catch {
    return []
  }
}

/** Possible once the last process is gone, which the kernel may take a moment to notice. */
async function removeGroup(path: string): Promise<void> {
  for (let left = 50; left > 0; left--)
    try {
      return rmdirSync(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
}
