// Runs in memory: for tests, and for programs that use whet as a library without storage.
import { type OpenRun, begin, giveUp, openRun } from '../kernel/commit.ts'
import { decodeEntry, genesis } from '../kernel/journal.ts'
import type { Clock, Journal, Mail, Repair } from '../kernel/ports.ts'
import { type DriverEvents, type RunState, reduceEntry } from '../kernel/reduce.ts'
import type { CreateOptions, GivenUp, Letter, Row, RowFilter, Store, View } from '../kernel/store.ts'
import type { LogLine, Workflow } from '../kernel/workflow.ts'
import { sha256 } from '../lib/hash.ts'
import type { Entry } from '../schema/event.ts'
import { Fault, toFault } from '../schema/fault.ts'
import { MemoryWorkspace, objectIn } from './memory-workspace.ts'

interface Kept {
  /** The journal's lines as they were appended. */
  lines: Uint8Array[]
  mail: Mail[]
  /** Counts writers; null while nobody writes. */
  epoch: number
  writer: number | null
  settled: boolean
}

export class MemoryStore implements Store {
  /** The contents of the project folder, by path. */
  readonly files = new Map<string, string>()
  readonly #runs = new Map<string, Kept>()
  readonly #objects = new Map<string, string>()
  readonly #bytes = new Map<string, Uint8Array>()
  readonly #held = new Set<string>()
  readonly #said = new Map<string, Map<string, string>>()
  #watchers: ((run: string) => void)[] = []
  #letters = 0

  async create<S>(
    workflow: Workflow<S>,
    first: DriverEvents['created'],
    clock: Clock,
    { adopt = false, ...begun }: CreateOptions = {},
  ): Promise<OpenRun<S>> {
    const { run } = first
    if (this.#runs.has(run))
      throw new Fault('conflict', `a run named ${run} already exists`, { fix: 'Choose another name, or clean the old run.' })
    const kept: Kept = { lines: [], mail: [], epoch: 1, writer: 1, settled: false }
    this.#runs.set(run, kept)
    return begin(workflow, this.#writer(run, kept, adopt), first, { clock }, begun)
  }

  /** Restores a run from a journal's lines. */
  restore(run: string, lines: readonly Uint8Array[]): void {
    this.#runs.set(run, { lines: [...lines], mail: [], epoch: 0, writer: null, settled: false })
  }

  /** As if the process that writes the run had died. */
  abandon(run: string): void {
    this.#kept(run).writer = null
  }

  journal(run: string): readonly Uint8Array[] {
    return this.#kept(run).lines
  }

  async open<S>(workflow: Workflow<S>, run: string): Promise<{ open: OpenRun<S>; repairs: Repair[] }> {
    const kept = this.#kept(run)
    if (kept.writer !== null)
      throw new Fault('busy', `something is already working on run ${run}`, { fix: 'Wait for it, or ask it to stop.' })
    const lines: LogLine[] = []
    const state = this.#fold(workflow, kept, run, lines)
    kept.writer = kept.epoch += 1
    const { journal, workspace } = this.#writer(run, kept, false)
    const open = openRun({ workflow, journal, workspace, state, mail: kept.mail.length > 0, inherited: Object.keys(state.open) })
    const how = { logs: state.logs, settled: kept.settled, rebuild: async () => lines }
    return { open, repairs: await workspace.repair(workflow.files(state.state, run), how) }
  }

  async load<S>(workflow: Workflow<S>, run: string): Promise<{ run: RunState<S>; repairs: Repair[] }> {
    return { run: this.#fold(workflow, this.#kept(run), run, []), repairs: [] }
  }

  async read(run: string, fromSeq: number, take: (entry: Entry, head: string) => void): Promise<void> {
    eachEntry(this.#kept(run).lines, (entry, head) => {
      if (entry.seq >= fromSeq) take(entry, head)
    })
  }

  async *rows<R>(view: View<R>, { workflow, runs, ended, known }: RowFilter = {}): AsyncGenerator<Row<R>> {
    for (const [run, kept] of [...this.#runs].reverse()) {
      const stamp = `${kept.lines.length}:${kept.writer ?? ''}`
      if ((runs && !runs.includes(run)) || known?.get(run) === stamp) continue
      try {
        const name = await this.workflowOf(run)
        if (workflow !== undefined && name !== workflow) continue
        const state = this.#fold(await view.workflow(name), kept, run, [])
        if (ended === undefined || ended === (state.outcome !== null)) yield { run, stamp, row: view.row(state, kept.writer !== null) }
      } catch (error) {
        yield { run, stamp, fault: toFault(error) }
      }
    }
  }

  async *watch(signal: AbortSignal): AsyncGenerator<string[]> {
    const changed = new Set(this.#runs.keys())
    let wake = () => {}
    const hear = (run: string) => {
      changed.add(run)
      wake()
    }
    this.#watchers.push(hear)
    signal.addEventListener('abort', () => wake(), { once: true })
    try {
      for (let first = true; !signal.aborted; first = false) {
        if (changed.size === 0 && !first) await new Promise<void>((resolve) => (wake = resolve))
        const runs = [...changed]
        changed.clear()
        if (runs.length > 0 || first) yield runs
      }
    } finally {
      this.#watchers = this.#watchers.filter((one) => one !== hear)
    }
  }

  async workflowOf(run: string): Promise<string> {
    let name = ''
    eachEntry(this.#kept(run).lines.slice(0, 1), ({ events }) => (name = (events[0]?.data as DriverEvents['created']).workflow))
    return name
  }

  async list(): Promise<string[]> {
    return [...this.#runs.keys()].sort()
  }

  async has(run: string): Promise<boolean> {
    return this.#runs.has(run)
  }

  async post(run: string, letter: Letter, now: number): Promise<string> {
    const id = `${now}-${this.#letters++}`
    this.#kept(run).mail.push({ id, ...letter })
    return id
  }

  async isBusy(run: string): Promise<boolean> {
    return this.#kept(run).writer !== null
  }

  async remove(run: string): Promise<void> {
    if (await this.isBusy(run)) throw beingWorkedOn(run)
    this.#runs.delete(run)
    this.#tell(run)
  }

  async repair<S>(workflow: Workflow<S>, run: string, { by, now }: { by: string; now: number }): Promise<GivenUp | null> {
    if (await this.isBusy(run)) throw beingWorkedOn(run)
    const kept = this.#kept(run)
    const sound: RunState<S>[] = []
    try {
      eachEntry(kept.lines, (entry, head) => sound.push(reduceEntry(workflow, sound.at(-1) ?? null, entry, head).run))
      return null
    } catch (error) {
      const last = sound.at(-1)
      if (toFault(error).code !== 'integrity' || !last) throw error
      const data = { vouched: last.seq, why: toFault(error).message, kept: `${kept.lines.length - last.seq} entries, dropped`, by }
      kept.lines = [...kept.lines.slice(0, last.seq), giveUp(last, data, now).line]
      return data
    }
  }

  async text(_run: string, hash: string): Promise<string | null> {
    return this.#objects.get(hash) ?? null
  }

  async object(hash: string): Promise<Uint8Array | null> {
    return this.#bytes.get(hash) ?? (this.#objects.has(hash) ? Buffer.from(this.#objects.get(hash) as string) : null)
  }

  async keep(bytes: Uint8Array): Promise<string> {
    const hash = sha256(bytes)
    this.#bytes.set(hash, bytes.slice())
    return hash
  }

  async exclusive<T>(what: string, act: () => Promise<T>): Promise<T> {
    if (this.#held.has(what)) throw new Fault('busy', `${what} is being worked on already`)
    this.#held.add(what)
    try {
      return await act()
    } finally {
      this.#held.delete(what)
    }
  }

  async contractFile(path: string): Promise<string | null> {
    return this.files.get(path) ?? null
  }

  async overhear(run: string, task: string, text: string | null): Promise<void> {
    const said = this.#said.get(run) ?? new Map<string, string>()
    this.#said.set(run, said)
    if (text === null) said.delete(task)
    else said.set(task, text)
  }

  async overheard(run: string): Promise<Record<string, string>> {
    return Object.fromEntries(this.#said.get(run) ?? [])
  }

  where(run?: string): string {
    return run === undefined ? 'memory' : `memory, run ${run}`
  }

  #fold<S>(workflow: Workflow<S>, kept: Kept, run: string, lines: LogLine[]): RunState<S> {
    let state: RunState<S> | null = null
    eachEntry(kept.lines, (entry, head) => {
      for (const [hash, text] of Object.entries(entry.objects ?? {})) this.#objects.set(hash, text)
      const folded = reduceEntry(workflow, state, entry, head)
      state = folded.run
      lines.push(...folded.lines)
    })
    if (state === null) throw new Fault('integrity', `run ${run} has no committed entry`, { fix: 'Start a new run; this one never began.' })
    return state
  }

  #kept(run: string): Kept {
    const kept = this.#runs.get(run)
    if (!kept) throw new Fault('not_found', `there is no run ${run}`, { fix: 'Ask for the list of runs.', data: { run } })
    return kept
  }

  #tell(run: string): void {
    for (const hear of this.#watchers) hear(run)
  }

  #writer(run: string, kept: Kept, adopt: boolean): { journal: Journal; workspace: MemoryWorkspace } {
    const objects = this.#objects
    const tell = () => this.#tell(run)
    tell()
    return { journal: memoryJournal(run, kept, objects, tell), workspace: new MemoryWorkspace(objects, this.files, adopt) }
  }
}

const beingWorkedOn = (run: string) => new Fault('busy', `run ${run} is being worked on`, { fix: 'Wait for it, or ask it to stop.' })

function memoryJournal(run: string, kept: Kept, objects: Map<string, string>, tell: () => void): Journal {
  const { epoch } = kept
  return {
    epoch,
    append: async ({ seq, line, objects: texts, unlessMail }) => {
      if (epoch !== kept.epoch)
        throw new Fault('conflict', `run ${run} was taken over by another writer; the last entry is not recorded`, { data: { epoch } })
      if (seq !== kept.lines.length + 1) throw new Fault('conflict', `entry ${seq} of run ${run} can't follow entry ${kept.lines.length}`)
      const mail = kept.mail.length > 0
      if (unlessMail && mail) return { committed: false, mail }
      kept.lines.push(line.slice())
      for (const [hash, text] of Object.entries(texts)) objects.set(hash, text)
      tell()
      return { committed: true, mail }
    },
    object: async (hash) => objectIn(objects, hash),
    putObject: async (hash, text) => void objects.set(hash, text),
    mail: async () => [...kept.mail],
    dropMail: async (ids) => void (kept.mail = kept.mail.filter(({ id }) => !ids.includes(id))),
    snapshot: async () => {},
    close: async (settled) => {
      if (kept.writer !== epoch) return
      kept.writer = null
      kept.settled = settled
      tell()
    },
  }
}

function eachEntry(lines: readonly Uint8Array[], take: (entry: Entry, head: string) => void): void {
  let at = { seq: 0, head: genesis }
  for (const line of lines) {
    const { entry, head } = decodeEntry(line.subarray(0, -1), { seq: at.seq + 1, prev: at.head })
    take(entry, head)
    at = { seq: entry.seq, head }
  }
}
