// The file store: runs as folders below .whetstone/, opened by one writer, read by anyone.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenRun, begin } from '../../kernel/driver.ts'
import type { Clock } from '../../kernel/ports.ts'
import { type DriverEvents, type RunState, reduceEntry } from '../../kernel/reduce.ts'
import type { LogLine, Workflow } from '../../kernel/workflow.ts'
import type { Entry } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'
import { exists, guard, makeFolder, readText, storageFault } from './disk.ts'
import { type Cursor, type Read, readJournal, start } from './journal-file.ts'
import { acquireLock } from './lock.ts'
import { type Letter, postMail } from './mailbox.ts'
import { Objects } from './objects.ts'
import type { Repair } from './projection.ts'
import { FileRunStore } from './run-store.ts'
import { readSnapshot } from './snapshot.ts'

export interface Loaded<S> {
  run: RunState<S>
  cursor: Cursor
  rest: number
}

export class FileStore {
  readonly root: string
  readonly #home: string

  constructor(root: string) {
    this.root = root
    this.#home = join(root, '.whetstone')
  }

  async create<S>(workflow: Workflow<S>, first: DriverEvents['created'], clock: Clock): Promise<OpenRun<S>> {
    const folder = this.folder(first.run)
    makeFolder(join(this.#home, 'runs'))
    makeFolder(this.#temp)
    try {
      mkdirSync(folder)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new Fault('conflict', `a run named ${first.run} exists already`, { fix: 'Choose another name, or clean the old run.' })
      throw storageFault(error, folder)
    }
    return begin(workflow, this.#store(first.run, folder), first, { clock })
  }

  /** Opens a run for writing: takes the lock, cuts a torn line, puts projected files right. */
  async open<S>(workflow: Workflow<S>, run: string): Promise<{ open: OpenRun<S>; repairs: Repair[] }> {
    const folder = this.existing(run)
    makeFolder(this.#temp)
    const store = this.#store(run, folder)
    try {
      const { run: state, cursor, rest } = await this.load(workflow, run)
      if (rest > 0) store.cutTo(cursor.offset)
      const repairs = await store.repair(workflow.files(state.state, run), state, () => this.#allLines(workflow, run))
      return { open: { workflow, store, state }, repairs }
    } catch (error) {
      await store.close()
      throw error
    }
  }

  /** The fold, read only: a snapshot when it belongs to this journal, then the lines after it. */
  async load<S>(workflow: Workflow<S>, run: string): Promise<Loaded<S>> {
    const folder = this.existing(run)
    const path = join(folder, 'journal.jsonl')
    const snapshot = readSnapshot<S>(folder, workflow.version)
    let state = snapshot?.run ?? null
    const { cursor, rest } = await readJournal(path, snapshot?.cursor ?? start, (entry, head) => (state = reduceEntry(workflow, state, entry, head).run))
    if (state === null) throw new Fault('integrity', `${path} holds no committed step`, { fix: 'Start a new run; this one never began.' })
    return { run: state, cursor, rest }
  }

  /** Every committed entry, from the first, with its place in the chain checked. */
  async entries(run: string, take: (entry: Entry, head: string) => void): Promise<Read> {
    return readJournal(join(this.existing(run), 'journal.jsonl'), start, take)
  }

  /** Which workflow a run belongs to, from its first line alone. */
  async workflowOf(run: string): Promise<string> {
    const snapshot = readText(join(this.existing(run), 'snapshot.json'))
    const named = snapshot ? /"workflow":"([a-z-]+)"/.exec(snapshot)?.[1] : undefined
    if (named) return named
    let name: string | undefined
    await this.entries(run, (entry) => (name ??= (entry.events[0]?.data as Partial<DriverEvents['created']> | undefined)?.workflow))
    if (name === undefined) throw new Fault('integrity', `run ${run} has no committed step`, { fix: `Remove ${this.folder(run)}; nothing was recorded in it.` })
    return name
  }

  list(): string[] {
    const folder = join(this.#home, 'runs')
    if (!exists(folder)) return []
    return guard(folder, () => readdirSync(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name).sort()
  }

  has(run: string): boolean {
    return exists(join(this.folder(run), 'journal.jsonl'))
  }

  post(run: string, letter: Letter, now: number): string {
    makeFolder(this.#temp)
    return postMail(this.existing(run), letter, this.#temp, now)
  }

  /** True while another process, or another part of this one, writes the run. */
  isBusy(run: string): boolean {
    try {
      acquireLock(this.existing(run), run).release()
      return false
    } catch (error) {
      if (error instanceof Fault && error.code === 'busy') return true
      throw error
    }
  }

  async remove(run: string): Promise<void> {
    const folder = this.existing(run)
    const lock = acquireLock(folder, `run ${run}`)
    try {
      guard(folder, () => rmSync(folder, { recursive: true, force: true }))
    } finally {
      lock.release()
    }
  }

  object(hash: string): string | null {
    return new Objects(join(this.#home, 'objects')).get(hash)
  }

  folder(run: string): string {
    if (!/^[a-z0-9][a-z0-9-]{0,127}$/.test(run)) throw new Fault('usage', `"${run}" is no run id`, { fix: 'Run ids are lower-case letters, digits and hyphens; `whet list` shows them.' })
    return join(this.#home, 'runs', run)
  }

  existing(run: string): string {
    const folder = this.folder(run)
    if (!statSync(join(folder, 'journal.jsonl'), { throwIfNoEntry: false })) throw new Fault('not_found', `there is no run ${run}`, { fix: '`whet list` shows the runs of this project.', data: { run } })
    return folder
  }

  get #temp(): string {
    return join(this.#home, 'tmp')
  }

  #store(run: string, folder: string): FileRunStore {
    return new FileRunStore({ root: this.root, folder, temp: this.#temp, objects: new Objects(join(this.#home, 'objects')), run })
  }

  async #allLines<S>(workflow: Workflow<S>, run: string): Promise<LogLine[]> {
    const lines: LogLine[] = []
    let state: RunState<S> | null = null
    await this.entries(run, (entry, head) => {
      const folded = reduceEntry(workflow, state, entry, head)
      state = folded.run
      lines.push(...folded.lines)
    })
    return lines
  }
}
