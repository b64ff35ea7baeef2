// The file store: runs as folders of the project, opened by one writer, read by anyone.
import { readdirSync, rmSync, utimesSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type OpenRun, begin, openRun } from '../../kernel/commit.ts'
import { decodeEntry, genesis } from '../../kernel/journal.ts'
import type { Clock, Repair } from '../../kernel/ports.ts'
import { type DriverEvents, type RunState, reduceEntry } from '../../kernel/reduce.ts'
import type { CreateOptions, GivenUp, Letter, Row, RowFilter, Store, View } from '../../kernel/store.ts'
import type { LogLine, Workflow } from '../../kernel/workflow.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Entry } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'
import { below, exists, guard, makeFolder, readText, realFile, statOf, syncFolder, tempName } from '../disk.ts'
import { isRun, isRunId, journalIn, runFolders, snapshotIn } from './home.ts'
import { homePath, inHome, tempFolder } from '../own-folder.ts'
import { FileJournal, Latest, existsAlready } from './journal.ts'
import { acquireLock, isLocked } from './lock.ts'
import { hasMail, postMail } from './mailbox.ts'
import { Objects } from './objects.ts'
import { type Cursor, type Read, type Take, bytesBefore, firstLine, readJournal, start, steady } from './read-journal.ts'
import { repairJournal } from './repair.ts'
import { overheardIn } from './overheard.ts'
import { readRows, watchRuns } from './rows.ts'
import { readSnapshot } from './snapshot.ts'
import { FileWorkspace } from './workspace.ts'

export class FileStore implements Store {
  readonly #root: string
  readonly #runs: string
  readonly #temp: string
  readonly #objects: Objects
  readonly overhear: Store['overhear']
  readonly overheard: Store['overheard']
  readonly contractFile = async (path: string) => readText(below(this.#root, path))
  /** Where reading a run ended, so that watchers read only what was added. */
  readonly #ends = new Latest<Cursor & { lastLine: number }>(32)

  constructor(root: string) {
    this.#root = root
    this.#runs = inHome(root, 'runs')
    this.#temp = tempFolder(root)
    this.#objects = new Objects(inHome(root, 'objects'))
    ;({ overhear: this.overhear, overheard: this.overheard } = overheardIn(tempFolder(root)))
  }

  /** Created out of sight and moved into place with its first entry: a crash before that leaves nothing in the way. */
  async create<S>(
    workflow: Workflow<S>,
    first: DriverEvents['created'],
    clock: Clock,
    { adopt = false, ...begun }: CreateOptions = {},
  ): Promise<OpenRun<S>> {
    const { run } = first
    const folder = this.#folder(run)
    if (await this.has(run)) throw existsAlready(run)
    const isFirst = !exists(this.#runs)
    makeFolder(this.#runs)
    const cradle = join(this.#temp, `new-${tempName()}`)
    makeFolder(cradle)
    if (isFirst) for (const named of [inHome(this.#root), this.#root]) syncFolder(named)
    const lock = acquireLock(cradle, `run ${run}`)
    const journal = new FileJournal({ run, folder, cradle, temp: this.#temp, objects: this.#objects, lock })
    try {
      return await begin(workflow, { journal, workspace: this.#workspace(journal, adopt) }, first, { clock }, begun)
    } catch (error) {
      await journal.close(false).catch(() => {})
      rmSync(cradle, { recursive: true, force: true })
      throw error
    }
  }

  async open<S>(workflow: Workflow<S>, run: string): Promise<{ open: OpenRun<S>; repairs: Repair[] }> {
    const folder = this.#existing(run)
    makeFolder(this.#temp)
    const lock = acquireLock(folder, `run ${run}`)
    try {
      utimesSync(this.#runs, new Date(), new Date()) // tells watchers that some run may change
      this.#sweep()
      const texts: Parameters<FileJournal['index']>[] = []
      let lastLine = 0
      const {
        run: state,
        read,
        repairs,
      } = await this.#fold(workflow, run, ({ objects }, _head, line) => {
        for (const hash of Object.keys(objects ?? {})) texts.push([hash, line])
        lastLine = line.length + 1
      })
      if (repairs.some(({ path }) => path === this.#shown(snapshotIn(folder)))) rmSync(snapshotIn(folder), { recursive: true, force: true })
      const saved = readSnapshot(folder)?.run.seq ?? 0
      const journal = new FileJournal({ run, folder, temp: this.#temp, objects: this.#objects, lock }, { ...read, saved, lastLine })
      for (const text of texts) journal.index(...text)
      const workspace = this.#workspace(journal, false)
      const open = openRun({ workflow, journal, workspace, state, mail: hasMail(folder), inherited: Object.keys(state.open) })
      try {
        const { settled } = read
        const rebuild = () => this.#allLines(workflow, run)
        repairs.push(...(await workspace.repair(workflow.files(state.state, run), { logs: state.logs, settled, rebuild })))
        return { open, repairs }
      } catch (error) {
        await workspace.close()
        await journal.close(false)
        throw error
      }
    } catch (error) {
      lock.release()
      throw error
    }
  }

  async load<S>(workflow: Workflow<S>, run: string): Promise<{ run: RunState<S>; repairs: Repair[] }> {
    return this.#fold(workflow, run)
  }

  async read(run: string, fromSeq: number, take: (entry: Entry, head: string) => void): Promise<void> {
    const folder = this.#existing(run)
    const path = journalIn(folder)
    const from = fromSeq > 1 ? this.#cursor(run, path, fromSeq - 1) : start
    let lastLine = 0
    const { cursor } = await readJournal(
      path,
      from,
      (entry, head, { length }) => {
        lastLine = length + 1
        if (entry.seq >= fromSeq) take(entry, head)
      },
      readSnapshot(folder)?.run,
    )
    if (lastLine > 0) this.#ends.set(`${run} ${cursor.seq}`, { ...cursor, lastLine })
  }

  rows<R>(view: View<R>, filter: RowFilter = {}): AsyncIterable<Row<R>> {
    return readRows(this.#runs, view, filter, (run) => this.workflowOf(run))
  }

  watch(signal: AbortSignal): AsyncIterable<string[]> {
    return watchRuns(this.#runs, signal)
  }

  async workflowOf(run: string): Promise<string> {
    const path = journalIn(this.#existing(run))
    const line = await firstLine(path)
    const first = line && decodeEntry(line, { seq: 1, prev: genesis }).entry.events[0]
    if (!first) throw noJournal(path)
    return (first.data as DriverEvents['created']).workflow
  }

  async list(): Promise<string[]> {
    return runFolders(this.#runs).sort()
  }

  async has(run: string): Promise<boolean> {
    return isRun(this.#folder(run))
  }

  async post(run: string, letter: Letter, now: number): Promise<string> {
    makeFolder(this.#temp)
    return postMail(this.#existing(run), letter, this.#temp, now)
  }

  async isBusy(run: string): Promise<boolean> {
    return isLocked(this.#existing(run), `run ${run}`)
  }

  async remove(run: string): Promise<void> {
    const folder = this.#existing(run)
    await locked(folder, `run ${run}`, async () => guard(folder, () => rmSync(folder, { recursive: true, force: true })))
  }

  async repair<S>(workflow: Workflow<S>, run: string, who: { by: string; now: number }): Promise<GivenUp | null> {
    const folder = this.#existing(run)
    return locked(folder, `run ${run}`, () => repairJournal(folder, workflow, who))
  }

  async text(run: string, hash: string): Promise<string | null> {
    let found = this.#objects.get(hash)?.toString()
    if (found === undefined)
      await this.read(run, 1, ({ objects }) => {
        if (objects && Object.hasOwn(objects, hash)) found ??= objects[hash]
      })
    return found ?? null
  }

  async object(hash: string): Promise<Uint8Array | null> {
    return this.#objects.get(hash) ?? null
  }

  async keep(bytes: Uint8Array): Promise<string> {
    const hash = sha256(bytes)
    this.#objects.put(hash, bytes)
    return hash
  }

  async exclusive<T>(what: string, act: () => Promise<T>): Promise<T> {
    const folder = inHome(this.#root, 'starting')
    makeFolder(folder)
    return locked(folder, what, act)
  }

  where(run?: string): string {
    return run === undefined ? homePath() : homePath('runs', run)
  }

  /** From the first line, verifying the whole chain. `repairs`: a torn last line, a saved fold that differs. */
  async #fold<S>(workflow: Workflow<S>, run: string, look: Take = () => {}): Promise<{ run: RunState<S>; read: Read; repairs: Repair[] }> {
    const folder = this.#existing(run)
    const path = journalIn(folder)
    return steady(async () => {
      const snapshot = readSnapshot(folder)
      let state: RunState<S> | null = null
      let lies = snapshot === null && exists(snapshotIn(folder))
      const read = await readJournal(
        path,
        start,
        (entry, head, line) => {
          state = reduceEntry(workflow, state, entry, head).run
          look(entry, head, line)
          if (snapshot?.run.seq === entry.seq) lies = isOther(snapshot.run, state)
        },
        snapshot?.run,
      )
      if (state === null) throw noJournal(path)
      const repairs: Repair[] = []
      if (read.torn) repairs.push({ path: this.#shown(path), what: 'torn' })
      if (lies || (snapshot?.run.seq ?? 0) > read.cursor.seq) repairs.push({ path: this.#shown(snapshotIn(folder)), what: 'differs' })
      return { run: state, read, repairs }
    })
  }

  #shown(path: string): string {
    return relative(this.#root, path)
  }

  #cursor(run: string, path: string, seq: number): Cursor {
    const end = this.#ends.get(`${run} ${seq}`)
    const line = end && bytesBefore(path, end.offset, end.lastLine)
    return end && line && sha256(line.subarray(0, -1)) === end.head ? end : start
  }

  #folder(run: string): string {
    if (!isRunId(run))
      throw new Fault('usage', `"${run}" isn't a run id`, {
        fix: 'Run ids are lower-case letters, digits and hyphens; `whet list` shows them.',
      })
    return join(this.#runs, run)
  }

  #existing(run: string): string {
    const folder = this.#folder(run)
    if (!isRun(folder))
      throw new Fault('not_found', `there is no run ${run}`, { fix: '`whet list` shows the runs of this project.', data: { run } })
    if (!realFile(journalIn(folder))) throw noJournal(journalIn(folder))
    return folder
  }

  #workspace(journal: FileJournal, adopt: boolean): FileWorkspace {
    return new FileWorkspace({ root: this.#root, temp: this.#temp, object: (hash) => journal.object(hash), adopt })
  }

  /** Half-written files and working copies that killed processes left behind. */
  #sweep(): void {
    for (const name of readdirSync(this.#temp)) {
      const path = join(this.#temp, name)
      const found = statOf(path)
      if (found && Date.now() - found.mtimeMs > staleMs) rmSync(path, { recursive: true, force: true })
    }
  }

  async #allLines<S>(workflow: Workflow<S>, run: string): Promise<LogLine[]> {
    const lines: LogLine[] = []
    let state: RunState<S> | null = null
    await this.read(run, 1, (entry, head) => {
      const folded = reduceEntry(workflow, state, entry, head)
      state = folded.run
      lines.push(...folded.lines)
    })
    return lines
  }
}

async function locked<T>(folder: string, what: string, act: () => Promise<T>): Promise<T> {
  const lock = acquireLock(folder, what)
  try {
    return await act()
  } finally {
    lock.release()
  }
}

const staleMs = 24 * 60 * 60 * 1000

/** A fold by another version of the workflow says nothing about this one. */
const isOther = (saved: RunState<unknown>, state: RunState<unknown>) =>
  saved.version === state.version && !isDeepStrictEqual(saved, JSON.parse(JSON.stringify(state)))

const noJournal = (file: string) =>
  new Fault('integrity', `${file}, line 1: is missing`, { fix: 'Restore the file from a backup.', data: { file, line: 1, vouched: 0 } })
