// Commits events and the requests that follow from them as one journal entry: one append, one sync.
import { sha256 } from '../lib/hash.ts'
import type { NewEvent } from '../schema/event.ts'
import { nextOf, withShares } from './budget.ts'
import { encodeEntry, genesis, inlineLimit } from './journal.ts'
import type { Journal, Ports, Workspace } from './ports.ts'
import { type DriverEvents, type Folded, type RunState, driverEvent, foldEvents } from './reduce.ts'
import type { Accepted, Outcome, Workflow } from './workflow.ts'

export interface OpenRun<S> {
  workflow: Workflow<S>
  journal: Journal
  workspace: Workspace
  state: RunState<S>
  /** Whether mail was last reported as waiting. */
  mail: boolean
  /** Tasks that an earlier process started and left without a reply. */
  inherited?: string[]
  close(): Promise<void>
}

/** An opened run: closing it writes what is pending, saves the fold for lists, and releases the run last. */
export function openRun<S>(parts: Omit<OpenRun<S>, 'close'>): OpenRun<S> {
  const open: OpenRun<S> = {
    ...parts,
    close: async () => {
      let settled = false
      try {
        settled = await open.workspace.close()
        if (open.state.seq > 0) await open.journal.snapshot(open.state)
      } finally {
        await open.journal.close(settled)
      }
    },
  }
  return open
}

/** The entry after the last sound one of a damaged run: what is given up, and who said so. */
export function giveUp<S>({ seq, head: prev, at }: RunState<S>, data: DriverEvents['repaired'], now: number) {
  return encodeEntry({ seq: seq + 1, prev, at: Math.max(now, at), events: [driverEvent('repaired', data)], objects: {} })
}

export interface CommitOptions<S> {
  /** Called after each commit with what it added. For views only: nothing recorded may depend on it. */
  onCommit?(run: RunState<S>, events: NewEvent[]): void
}

/** What a commit needs from the world: the time, and whether files may lag. */
export type CommitPorts = Pick<Ports, 'clock' | 'inProcess' | 'hosted'>

const snapshotEvery = 256

/** A run's first entry: its creation, its input, and its first requests. */
export async function begin<S>(
  workflow: Workflow<S>,
  { journal, workspace }: Pick<OpenRun<S>, 'journal' | 'workspace'>,
  first: DriverEvents['created'],
  ports: Pick<Ports, 'clock'>,
  { objects = [], events: known = [] }: { objects?: string[]; events?: NewEvent[] } = {},
): Promise<OpenRun<S>> {
  const at = ports.clock.now()
  const events = [driverEvent('created', first), ...known]
  const meant = foldEvents(workflow, null, events, at)
  const open = openRun<S>({ workflow, journal, workspace, state: { ...meant.run, seq: 0, head: genesis }, mail: false })
  await write(open, { events, objects }, meant, at, {}, {})
  return open
}

/** Commits events with the requests that follow from them: one entry, one append, one sync. */
export async function commit<S>(open: OpenRun<S>, accepted: Accepted, ports: CommitPorts, options: CommitOptions<S> = {}): Promise<void> {
  if (accepted.events.length === 0) return
  const at = stamp(open, ports)
  await write(open, accepted, foldEvents(open.workflow, open.state, accepted.events, at), at, ports, options)
}

/** A clock that was set back must not make a run older. */
export const stamp = <S>({ state }: OpenRun<S>, { clock }: CommitPorts) => Math.max(clock.now(), state.at)

/** False if the entry was held back because mail waits; then nothing was written. */
export async function write<S>(
  open: OpenRun<S>,
  accepted: Accepted,
  meant: Folded<S>,
  at: number,
  ports: Pick<Ports, 'inProcess' | 'hosted'>,
  options: CommitOptions<S> & { unlessMail?: boolean },
): Promise<boolean> {
  const { state: before, journal, workflow } = open
  const following = follow(workflow, meant.run, () => hostedIn(workflow, before, ports))
  const { run, lines } = following.length > 0 ? foldEvents(workflow, meant.run, following, at) : { run: meant.run, lines: [] }
  const events = [...accepted.events, ...following]
  const objects: Record<string, string> = {}
  for (const text of accepted.objects ?? []) {
    const hash = sha256(text)
    if (text.length <= inlineLimit) objects[hash] = text
    else await journal.putObject(hash, text)
  }
  const seq = before.seq + 1
  const { line, head } = encodeEntry({ seq, prev: before.head, at, events, objects })
  const { committed, mail } = await journal.append({ seq, line, head, objects, ...(options.unlessMail && { unlessMail: true }) })
  open.mail = mail
  if (!committed) return false
  open.state = { ...run, seq, head, at }
  await open.workspace.project(
    () => workflow.files(run.state, run.run),
    [...meant.lines, ...lines],
    staysInside(workflow, run, ports) ? 'soon' : 'now',
  )
  if (seq % snapshotEvery === 0) await journal.snapshot(open.state)
  options.onCommit?.(open.state, events)
  return true
}

/** Files may lag only while all running tasks stay in this process. */
function staysInside<S>(workflow: Workflow<S>, run: RunState<S>, ports: Pick<Ports, 'inProcess'>): boolean {
  const next = nextOf(workflow, run)
  return 'do' in next && next.do.every((task) => ports.inProcess?.(task) ?? false)
}

/** Requests for a host that we never sent, so they can't have been billed. */
function hostedIn<S>(workflow: Workflow<S>, run: RunState<S>, { hosted }: Pick<Ports, 'hosted'>): string[] {
  const next = Object.keys(run.open).length > 0 ? nextOf(workflow, run) : null
  return next && 'do' in next ? next.do.filter((task) => run.open[task.key] && hosted?.(task)).map(({ key }) => key) : []
}

/** The driver's own events beside the workflow's: requests are journaled before they are sent, gates before they are shown. */
export function follow<S>(workflow: Workflow<S>, run: RunState<S>, hosted: () => string[] = () => []): NewEvent[] {
  const next = nextOf(workflow, run)
  if ('done' in next) {
    if (isSameEnd(run.outcome, next.done)) return []
    const kept = hosted()
    return [driverEvent('ended', { outcome: next.done, ...(kept.length > 0 && { hosted: kept }) })]
  }
  if ('ask' in next) return run.gate === next.ask.key ? [] : [driverEvent('gate_opened', { gate: next.ask.key })]
  const tasks = next.do.filter(({ key }) => !run.open[key]).map(({ key, kind }) => ({ key, kind }))
  return tasks.length > 0 ? [driverEvent('asked', { tasks: withShares(run, tasks) })] : []
}

/** A run may resume after its end (a frozen design is unfrozen) and then end again. */
const isSameEnd = (before: Outcome | null, now: Outcome) => before?.status === now.status && before.reason === now.reason
