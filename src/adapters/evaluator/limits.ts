// Limits on a command's processes and memory: by a control group if possible, else by shell limits and polling.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closes } from './isolation.ts'

export const mostProcesses = 1024
export const mostMemoryMb = 4096

export interface Limit {
  /** Command prefix that joins the control groups. */
  outer: string[]
  /** Command prefix right before the command, where the user's other processes no longer count. */
  inner: string[]
  processes: boolean
  /** For the command and everything it starts. */
  memory: 'together' | null
  /** Polls the memory of a running command and its children if nothing else counts it; ends it by `stop`. */
  watch(pid: number, stop: () => void): void
  /** Whether it exceeded the limit. */
  isExceeded(): boolean
  remove(): Promise<void>
}

/** A limit for one command. Which parts work depends on the system, and is reported. */
export function makeLimit({ processes: most = mostProcesses, memoryMb = mostMemoryMb } = {}): Limit {
  const seen = watcher(memoryMb)
  if (process.platform === 'win32') return { ...seen, outer: [], inner: [], processes: false, memory: null, remove: async () => {} }
  if (process.platform !== 'linux')
    return { ...seen, outer: [], inner: [], processes: false, memory: 'together', remove: async () => seen.end() }
  const processes = makeGroup('pids', { v1: 'pids.max', v2: 'pids.max' }, most)
  const memory = makeGroup('memory', { v1: 'memory.limit_in_bytes', v2: 'memory.max' }, memoryMb * 1024 * 1024)
  const groups = [...new Set([processes, memory].filter((path) => path !== null))]
  // The kernel counts per user and namespace, and root not at all.
  const countsUser = processes === null && closes() && process.getuid?.() !== 0
  const shell = [
    ...(countsUser ? [`{ ulimit -u ${most} || ulimit -p ${most}; } 2>/dev/null`] : []),
    ...(memory === null ? [`ulimit -d ${memoryMb * 1024}`] : []), // RLIMIT_AS would break every program that reserves memory in advance
  ]
  return {
    outer: before(groups.map((path) => `echo $$ > '${join(path, 'cgroup.procs')}'`)),
    inner: before(shell),
    processes: processes !== null || countsUser,
    memory: 'together',
    ...(memory === null ? seen : { watch: () => {}, isExceeded: () => killed(memory) }),
    remove: async () => {
      seen.end()
      await Promise.all(groups.map(removeGroup))
    },
  }
}

/** Whether the kernel killed a process of the group for its memory. */
const killed = (group: string) =>
  ['memory.events', 'memory.oom_control'].some((name) => read(join(group, name)).some((line) => /^oom_kill [1-9]/.test(line)))

const betweenLooksMs = 250

export function watcher(memoryMb: number) {
  let timer: NodeJS.Timeout | undefined
  let exceeded = false
  const end = () => clearInterval(timer)
  return {
    watch: (pid: number, stop: () => void) => {
      timer = setInterval(() => {
        if (takenBy(pid) < memoryMb) return
        exceeded = true
        end()
        stop()
      }, betweenLooksMs)
    },
    isExceeded: () => exceeded,
    end,
  }
}

/** Megabytes of a process and its descendants. */
function takenBy(root: number): number {
  const all = process.platform === 'linux' ? fromProc() : fromPs()
  const below = Map.groupBy(all, ({ parent }) => parent)
  const sum = (pid: number): number => (below.get(pid) ?? []).reduce((total, one) => total + one.kb + sum(one.pid), 0)
  return (sum(root) + (all.find(({ pid }) => pid === root)?.kb ?? 0)) / 1024
}

interface Taken {
  pid: number
  parent: number
  kb: number
}

function fromProc(): Taken[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      const said = new Map(read(`/proc/${name}/status`).map((line) => line.split(/:\s*/) as [string, string]))
      const number = (key: string) => Number.parseInt(said.get(key) ?? '0', 10)
      return { pid: Number(name), parent: number('PPid'), kb: number('RssAnon') + number('RssShmem') }
    })
}

function fromPs(): Taken[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
  return (stdout ?? '').split('\n').map((line) => {
    const [pid = 0, parent = 0, kb = 0] = line.trim().split(/\s+/).map(Number)
    return { pid, parent, kb }
  })
}

/** In words, for `whet doctor`. */
export async function limitsText(): Promise<string> {
  const { processes, memory, remove } = makeLimit()
  await remove()
  const parts = [...(processes ? [`${mostProcesses} processes`] : []), ...(memory ? [`${mostMemoryMb / 1024} GB of memory`] : [])]
  const open = [...(processes ? [] : ['processes']), ...(memory ? [] : ['memory'])]
  return [
    ...(parts.length > 0 ? [`they get at most ${parts.join(' and ')}`] : []),
    ...(open.length > 0 ? [`this system can't limit their ${open.join(' or ')}`] : []),
  ].join('; ')
}

function before(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['sh', '-c', `${lines.join(' && ')} || exit 126\nexec "$@"`, 'whet']
}

/** A control group below our own, with its limit set; null if we can't create one. */
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
    rmdirSync(path) // the controller isn't delegated to it
    return null
  }
}

/** Our groups whose creator was killed. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^whet-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) void removeGroup(join(folder, name))
  }
}

/** The folder of this process's group, in the hierarchy that has the controller. */
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
