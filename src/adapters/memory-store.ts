// Runs kept in memory: for tests, and for programs that use whet as a library and keep nothing.
import { type OpenRun, begin } from '../kernel/commit.ts'
import { decodeEntry, genesis } from '../kernel/journal.ts'
import type { Clock, Mail, RunStore } from '../kernel/ports.ts'
import { type DriverEvents, type RunState, reduceEntry } from '../kernel/reduce.ts'
import type { CreateOptions, Letter, Repair, Store } from '../kernel/store.ts'
import type { FileSet, LogLine, ProjectedFile, Workflow } from '../kernel/workflow.ts'
import { sha256 } from '../lib/hash.ts'
import { keepUnknown } from '../lib/unknown-fields.ts'
import type { Entry } from '../schema/event.ts'
import { Fault } from '../schema/fault.ts'

interface Kept {
  /** The journal's lines as they were appended. */
  lines: Uint8Array[]
  mail: Mail[]
  busy: boolean
}

export class MemoryStore implements Store {
  /** What would lie in the project folder, by path. */
  readonly files = new Map<string, string>()
  readonly #runs = new Map<string, Kept>()
  readonly #objects = new Map<string, string>()
  #letters = 0

  async create<S>(
    workflow: Workflow<S>,
    first: DriverEvents['created'],
    clock: Clock,
    { objects = [], adopt = false }: CreateOptions = {},
  ): Promise<OpenRun<S>> {
    if (this.has(first.run))
      throw new Fault('conflict', `a run named ${first.run} exists already`, { fix: 'Choose another name, or clean the old run.' })
    const kept: Kept = { lines: [], mail: [], busy: true }
    this.#runs.set(first.run, kept)
    return begin(workflow, this.#writer(kept, adopt), first, { clock }, objects)
  }

  /** Brings a run back from the lines of a journal. */
  restore(run: string, lines: readonly Uint8Array[]): void {
    this.#runs.set(run, { lines: [...lines], mail: [], busy: false })
  }

  journal(run: string): readonly Uint8Array[] {
    return this.#kept(run).lines
  }

  async open<S>(workflow: Workflow<S>, run: string): Promise<{ open: OpenRun<S>; repairs: Repair[] }> {
    const kept = this.#kept(run)
    if (kept.busy) throw new Fault('busy', `run ${run} is being worked on already`, { fix: 'Wait for it, or ask it to stop.' })
    const lines: LogLine[] = []
    const state = this.#fold(workflow, kept, run, lines)
    kept.busy = true
    const store = this.#writer(kept, false)
    return {
      open: { workflow, store, state, inherited: Object.keys(state.open) },
      repairs: store.repair(workflow.files(state.state, run), lines),
    }
  }

  async load<S>(workflow: Workflow<S>, run: string): Promise<{ run: RunState<S> }> {
    return { run: this.#fold(workflow, this.#kept(run), run, []) }
  }

  async entries(run: string, take: (entry: Entry, head: string) => void): Promise<void> {
    eachEntry(this.#kept(run).lines, take)
  }

  async workflowOf(run: string): Promise<string> {
    let name = ''
    eachEntry(this.#kept(run).lines.slice(0, 1), ({ events }) => (name = (events[0]?.data as DriverEvents['created']).workflow))
    return name
  }

  list(): string[] {
    return [...this.#runs.keys()].sort()
  }

  has(run: string): boolean {
    return this.#runs.has(run)
  }

  post(run: string, letter: Letter, now: number): string {
    const id = `${now}-${this.#letters++}`
    this.#kept(run).mail.push({ id, ...letter })
    return id
  }

  isBusy(run: string): boolean {
    return this.#kept(run).busy
  }

  async remove(run: string): Promise<void> {
    if (this.#kept(run).busy) throw new Fault('busy', `run ${run} is being worked on`, { fix: 'Wait for it, or ask it to stop.' })
    this.#runs.delete(run)
  }

  async text(_run: string, hash: string): Promise<string | null> {
    return this.#objects.get(hash) ?? null
  }

  #fold<S>(workflow: Workflow<S>, kept: Kept, run: string, lines: LogLine[]): RunState<S> {
    let state: RunState<S> | null = null
    eachEntry(kept.lines, (entry, head) => {
      for (const [hash, text] of Object.entries(entry.objects ?? {})) this.#objects.set(hash, text)
      const folded = reduceEntry(workflow, state, entry, head)
      state = folded.run
      lines.push(...folded.lines)
    })
    if (state === null)
      throw new Fault('integrity', `run ${run} holds no committed step`, { fix: 'Start a new run; this one never began.' })
    return state
  }

  #kept(run: string): Kept {
    const kept = this.#runs.get(run)
    if (!kept) throw new Fault('not_found', `there is no run ${run}`, { fix: 'Ask for the list of runs.', data: { run } })
    return kept
  }

  #writer(kept: Kept, adopt: boolean): MemoryRunStore {
    return new MemoryRunStore(kept, this.#objects, this.files, adopt)
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

class MemoryRunStore implements RunStore {
  readonly #kept: Kept
  readonly #objects: Map<string, string>
  readonly #files: Map<string, string>
  readonly #adopt: boolean
  /** What we last wrote as an artifact: path → hash. */
  readonly #artifacts = new Map<string, string>()

  constructor(kept: Kept, objects: Map<string, string>, files: Map<string, string>, adopt: boolean) {
    this.#kept = kept
    this.#objects = objects
    this.#files = files
    this.#adopt = adopt
  }

  async append(line: Uint8Array): Promise<void> {
    this.#kept.lines.push(line.slice())
  }

  async object(hash: string): Promise<string> {
    const text = this.#objects.get(hash)
    if (text === undefined) throw new Fault('integrity', `the text ${hash} is gone`, { data: { hash } })
    return text
  }

  async putObject(hash: string, text: string): Promise<void> {
    this.#objects.set(hash, text)
  }

  copyObjects(objects: Record<string, string>): void {
    for (const [hash, text] of Object.entries(objects)) this.#objects.set(hash, text)
  }

  async project(files: () => FileSet, lines: LogLine[]): Promise<void> {
    if (this.#adopt) return
    for (const { path, line } of lines) this.#files.set(path, `${this.#files.get(path) ?? ''}${line}\n`)
    await this.#write(files())
  }

  async flush(): Promise<void> {}

  repair(files: FileSet, lines: LogLine[]): Repair[] {
    const logs = new Map<string, string>()
    for (const { path, line } of lines) logs.set(path, `${logs.get(path) ?? ''}${line}\n`)
    const wanted = [
      ...logs,
      ...Object.entries(files).flatMap(([path, file]) =>
        file.role === 'state' || file.role === 'derived' ? [[path, this.#text(path, file)] as const] : [],
      ),
    ]
    const repairs = wanted.flatMap(([path, text]): Repair[] => {
      const actual = this.#files.get(path)
      this.#files.set(path, text)
      return actual === text
        ? []
        : [{ path, what: actual === undefined ? 'missing' : logs.has(path) && actual.length < text.length ? 'behind' : 'differs' }]
    })
    for (const [path, file] of Object.entries(files)) if (file.role === 'artifact') this.#artifacts.set(path, file.content.object)
    return repairs
  }

  async edits(): Promise<{ path: string; text: string }[]> {
    const edits: { path: string; text: string }[] = []
    for (const [path, hash] of this.#artifacts) {
      const text = this.#files.get(path)
      if (text === undefined) this.#files.set(path, await this.object(hash))
      else if (sha256(text) !== hash) {
        this.#artifacts.set(path, sha256(text))
        edits.push({ path, text })
      }
    }
    return edits
  }

  async mail(): Promise<Mail[]> {
    return [...this.#kept.mail]
  }

  async dropMail(ids: string[]): Promise<void> {
    this.#kept.mail = this.#kept.mail.filter(({ id }) => !ids.includes(id))
  }

  snapshot(): void {}

  async close(): Promise<void> {
    this.#kept.busy = false
  }

  async #write(files: FileSet): Promise<void> {
    for (const [path, file] of Object.entries(files)) {
      if (file.role === 'absent') {
        this.#artifacts.delete(path)
        if (file.owner === undefined || this.#files.get(path)?.includes(JSON.stringify(file.owner))) this.#files.delete(path)
      } else if (file.role === 'artifact') {
        this.#files.set(path, await this.object(file.content.object))
        this.#artifacts.set(path, file.content.object)
      } else this.#files.set(path, this.#text(path, file))
    }
  }

  #text(path: string, file: Exclude<ProjectedFile, { role: 'absent' | 'artifact' }>): string {
    if (file.role === 'derived') return this.#objects.get(file.content.object) ?? ''
    return file.role === 'state' && file.keepsUnknown ? keepUnknown(file.text, this.#files.get(path) ?? null) : file.text
  }
}
