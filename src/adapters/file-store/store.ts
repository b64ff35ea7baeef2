// The file store: runs as folders below .whetstone/, opened by one writer, read by anyone.
import { readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type OpenRun, begin } from '../../kernel/commit.ts'
import type { Clock } from '../../kernel/ports.ts'
import { type DriverEvents, type RunState, reduceEntry } from '../../kernel/reduce.ts'
import type { CreateOptions, Letter, Repair, Store } from '../../kernel/store.ts'
import type { LogLine, Workflow } from '../../kernel/workflow.ts'
import type { Entry } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'
import { exists, guard, makeFolder, readText, statOf, syncFolder } from './disk.ts'
import { type Read, readJournal, start } from './journal-file.ts'
import { acquireLock, isLocked } from './lock.ts'
import { postMail } from './mailbox.ts'
import { Objects } from './objects.ts'
import { FileRunStore } from './run-store.ts'
import { committedBytes, readSnapshot } from './snapshot.ts'

export interface Loaded<S> extends Read {
  run: RunState<S>
  /** Whether the last writer wrote all its files after the last step. */
  settled: boolean
}

export class FileStore implements Store {
  readonly root: string
  readonly #home: string

  constructor(root: string) {
    this.root = root
    this.#home = join(root, '.whetstone')
  }

  async create<S>(
    workflow: Workflow<S>,
    first: DriverEvents['created'],
    clock: Clock,
    { objects = [], adopt = false }: CreateOptions = {},
  ): Promise<OpenRun<S>> {
    const folder = this.folder(first.run)
    makeFolder(join(this.#home, 'runs'))
    makeFolder(this.#temp)
    await this.#refuseBegun(first.run)
    makeFolder(folder)
    const store = this.#store(first.run, folder, adopt)
    try {
      await this.#refuseBegun(first.run) // nobody else may have begun it meanwhile, as the lock is ours
      store.cutTo(0)
      for (const named of [join(this.#home, 'runs'), this.#home, this.root]) syncFolder(named)
      return await begin(workflow, store, first, { clock }, objects)
    } catch (error) {
      await store.close().catch(() => {})
      throw error
    }
  }

  /** Opens a run for writing: takes the lock, cuts a torn line, puts projected files right. */
  async open<S>(workflow: Workflow<S>, run: string): Promise<{ open: OpenRun<S>; repairs: Repair[] }> {
    const folder = this.existing(run)
    makeFolder(this.#temp)
    const store = this.#store(run, folder)
    try {
      this.#sweep()
      const { run: state, cursor, rest, torn, settled } = await this.load(workflow, run)
      if (rest > 0) store.cutTo(cursor.offset)
      const repairs = await store.repair(workflow.files(state.state, run), {
        logs: state.logs,
        settled,
        rebuild: () => this.#allLines(workflow, run),
      })
      if (torn) repairs.unshift({ path: relative(this.root, join(folder, 'journal.jsonl')), what: 'torn' })
      return { open: { workflow, store, state, inherited: Object.keys(state.open) }, repairs }
    } catch (error) {
      await store.close().catch(() => {})
      throw error
    }
  }

  /** The fold, read only: a snapshot when it belongs to this journal, then the lines after it. */
  async load<S>(workflow: Workflow<S>, run: string): Promise<Loaded<S>> {
    const folder = this.existing(run)
    const path = join(folder, 'journal.jsonl')
    return steady(async () => {
      const { fold, committed } = readSnapshot<S>(folder, workflow)
      let state = fold?.run ?? null
      const read = await readJournal(
        path,
        fold?.cursor ?? start,
        (entry, head) => (state = reduceEntry(workflow, state, entry, head).run),
        committed,
      )
      if (state === null)
        throw new Fault('integrity', `${path} holds no committed step`, {
          fix: 'Start a new run; this one never began.',
          data: { file: path },
        })
      return { ...read, run: state, settled: fold?.settled === true && fold.cursor.seq === read.cursor.seq && !read.torn }
    })
  }

  /** Every committed entry, from the first, with its place in the chain checked. */
  async entries(run: string, take: (entry: Entry, head: string) => void): Promise<Read> {
    const folder = this.existing(run)
    return readJournal(join(folder, 'journal.jsonl'), start, take, committedBytes(folder))
  }

  /** Which workflow a run belongs to, from its first line alone. */
  async workflowOf(run: string): Promise<string> {
    const snapshot = readText(join(this.existing(run), 'snapshot.json'))
    const named = snapshot ? /"workflow":"([a-z-]+)"/.exec(snapshot)?.[1] : undefined
    if (named) return named
    let name: string | undefined
    await this.entries(run, (entry) => (name ??= (entry.events[0]?.data as Partial<DriverEvents['created']> | undefined)?.workflow))
    if (name === undefined)
      throw new Fault('integrity', `run ${run} has no committed step`, { fix: `Remove ${this.folder(run)}; nothing was recorded in it.` })
    return name
  }

  list(): string[] {
    const folder = join(this.#home, 'runs')
    if (!exists(folder)) return []
    return guard(folder, () => readdirSync(folder, { withFileTypes: true }))
      .filter((entry) => entry.isDirectory() && exists(join(folder, entry.name, 'journal.jsonl')))
      .map(({ name }) => name)
      .sort()
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
    return isLocked(this.existing(run), `run ${run}`)
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

  /** A text of a run, read only: the copy, or what the journal holds. */
  async text(run: string, hash: string): Promise<string | null> {
    let found = this.object(hash)
    if (found === null)
      await this.entries(run, ({ objects }) => (found ??= objects && Object.hasOwn(objects, hash) ? (objects[hash] ?? null) : null))
    return found
  }

  folder(run: string): string {
    if (!/^[a-z0-9][a-z0-9-]{0,127}$/.test(run))
      throw new Fault('usage', `"${run}" is no run id`, {
        fix: 'Run ids are lower-case letters, digits and hyphens; `whet list` shows them.',
      })
    return join(this.#home, 'runs', run)
  }

  existing(run: string): string {
    const folder = this.folder(run)
    if (!exists(join(folder, 'journal.jsonl')))
      throw new Fault('not_found', `there is no run ${run}`, { fix: '`whet list` shows the runs of this project.', data: { run } })
    return folder
  }

  get #temp(): string {
    return join(this.#home, 'tmp')
  }

  #store(run: string, folder: string, adopt = false): FileRunStore {
    return new FileRunStore({ root: this.root, folder, temp: this.#temp, objects: new Objects(join(this.#home, 'objects')), run, adopt })
  }

  /** Half-written files and working copies that killed processes left behind. */
  #sweep(): void {
    for (const name of readdirSync(this.#temp)) {
      const path = join(this.#temp, name)
      const found = statOf(path)
      if (found && Date.now() - found.mtimeMs > staleMs) rmSync(path, { recursive: true, force: true })
    }
  }

  /** A folder whose process died before the first step was committed is as good as none. */
  async #refuseBegun(run: string): Promise<void> {
    if (!this.has(run)) return
    await this.entries(run, () => {
      throw new Fault('conflict', `a run named ${run} exists already`, { fix: 'Choose another name, or clean the old run.' })
    })
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

const staleMs = 24 * 60 * 60 * 1000

/** A reader may meet a writer in the middle of a line; damage stays where it is, that does not. */
async function steady<T>(read: () => Promise<T>): Promise<T> {
  let before = ''
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'integrity' || error.message === before) throw error
      before = error.message
    }
  }
}
