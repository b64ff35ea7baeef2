// Every run's row, kept up to date: read when its journal changed, looked for only while somebody watches.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '../../operations/world.ts'
import type { Change, RunRow, Trouble } from './document.ts'
import { journalOf, runFolders } from './place.ts'
import { isBusy, readRow } from './rows.ts'

const glanceMs = 300
/** Every so many glances all runs are looked at, not only those that are going on. */
const fullEvery = 12
const lively = 60_000
/** A list that was looked through so lately is good enough for a page that asks. */
const freshMs = 1000

/** Milliseconds after which others are served, and after which what was read so far is told. */
const restEvery = 20
const tellEvery = 100

interface Known {
  stamp: string
  row: RunRow
  changedAt: number
}

export class RunIndex {
  readonly #world: World
  readonly #tell: (change: Change) => void
  readonly #known = new Map<string, Known>()
  readonly #trouble = new Map<string, Trouble>()
  #foreign: RunRow[] = []
  #unread = 0
  #timer: NodeJS.Timeout | undefined
  #glances = 0
  #folderStamp = ''
  #looking: Promise<void> | null = null
  #lookedAt = -Infinity

  constructor(world: World, tell: (change: Change) => void) {
    this.#world = world
    this.#tell = tell
  }

  get rows(): RunRow[] {
    return [...this.#known.values()]
      .map(({ row }) => row)
      .concat(this.#foreign)
      .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
  }

  get unread(): number {
    return this.#unread
  }

  row(run: string): RunRow | undefined {
    return this.#known.get(run)?.row
  }

  isForeign(run: string): boolean {
    return !this.#known.has(run) && this.#foreign.some((row) => row.run === run)
  }

  /** Looks again and again; nothing is done while nobody watches. */
  watch(isWatched: () => boolean): void {
    this.#timer = setInterval(() => {
      if (isWatched()) void this.look(this.#glances++ % fullEvery === 0 ? 'all' : 'lively')
    }, glanceMs)
    this.#timer.unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Something was just committed here. */
  async touch(run: string, trouble?: Trouble | null): Promise<void> {
    if (trouble) this.#trouble.set(run, trouble)
    else if (trouble === null) this.#trouble.delete(run)
    if (await this.#read(run, trouble !== undefined))
      this.#tell({ rows: [this.#known.get(run)?.row as RunRow], gone: [], unread: this.#unread })
  }

  /** For a page that asks for everything: not before it is known, but not after a long wait either. */
  async settled(patienceMs: number): Promise<void> {
    if (performance.now() - this.#lookedAt > freshMs)
      await Promise.race([this.look('all'), new Promise((resolve) => setTimeout(resolve, patienceMs))])
  }

  /** One look at a time: whoever comes meanwhile waits for the one under way. */
  look(which: 'all' | 'lively'): Promise<void> {
    this.#looking ??= this.#look(which)
      .catch(() => {})
      .finally(() => (this.#looking = null))
    return this.#looking
  }

  async #look(which: 'all' | 'lively'): Promise<void> {
    const { store } = this.#world
    const folderStamp = String(statSync(join(store.root, '.whetstone', 'runs'), { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? '')
    const all = which === 'all' || folderStamp !== this.#folderStamp
    this.#folderStamp = folderStamp
    const names = all
      ? runFolders(store)
      : [...this.#known].filter(([, { row, changedAt }]) => row.stage !== 'ended' || Date.now() - changedAt < lively).map(([name]) => name)
    const due = this.#due(names)
    this.#unread = due.filter((name) => !this.#known.has(name)).length
    const gone = all ? this.#forget(names) : []
    const rows: RunRow[] = []
    let told = performance.now()
    let rested = told
    for (const name of due) {
      const isNew = !this.#known.has(name)
      if (await this.#read(name)) rows.push(this.#known.get(name)?.row as RunRow)
      if (isNew) this.#unread -= 1
      if (performance.now() - rested < restEvery) continue
      if (performance.now() - told > tellEvery) {
        this.#tell({ rows: rows.splice(0), gone: gone.splice(0), unread: this.#unread })
        told = performance.now()
      }
      await new Promise((resolve) => setImmediate(resolve)) // others want to be served meanwhile
      rested = performance.now()
    }
    this.#unread = 0
    if (all) this.#lookedAt = performance.now()
    if (all) rows.push(...(await this.#lookForeign()))
    if (rows.length > 0 || gone.length > 0) this.#tell({ rows, gone, unread: 0 })
  }

  /** Those that changed, the newest first: they are what somebody most likely came for. */
  #due(names: readonly string[]): string[] {
    const due: { name: string; changedAt: number }[] = []
    for (const name of names) {
      const journal = journalOf(this.#folder(name))
      const known = this.#known.get(name)
      if (!journal) continue
      if (!known || known.stamp !== journal.stamp || (known.row.stage === 'working' && isBusy(this.#world, name) !== known.row.busy))
        due.push({ name, changedAt: journal.changedAt })
    }
    return due.sort((a, b) => b.changedAt - a.changedAt).map(({ name }) => name)
  }

  #folder(name: string): string {
    return join(this.#world.store.root, '.whetstone', 'runs', name)
  }

  /** Whether there is something new to tell. */
  async #read(name: string, force = false): Promise<boolean> {
    const journal = journalOf(this.#folder(name))
    if (journal === null) return false
    const { stamp, size } = journal
    const before = this.#known.get(name)
    const read = await readRow(this.#world, name, before && before.row.workflow !== '?' ? before.row.workflow : undefined, size)
    const row: RunRow = { ...read, trouble: this.#trouble.get(name) ?? null }
    if (row.busy) this.#trouble.delete(name)
    this.#known.set(name, { stamp, row, changedAt: before && before.stamp === stamp ? before.changedAt : Date.now() })
    return force || !before || JSON.stringify(before.row) !== JSON.stringify(row)
  }

  #forget(names: readonly string[]): string[] {
    const there = new Set(names)
    const gone = [...this.#known.keys()].filter((name) => !there.has(name))
    for (const name of gone) this.#known.delete(name)
    return gone
  }

  /** Runs of other tools of the same format: shown, never touched. */
  async #lookForeign(): Promise<RunRow[]> {
    const before = new Map(this.#foreign.map((row) => [row.run, JSON.stringify(row)]))
    const ours = new Set([...this.#known.values()].map(({ row }) => `${row.workflow}:${row.name}`))
    this.#foreign = (await this.#world.workflows.inUse())
      .flatMap((kit) => kit.hands(this.#world).foreign?.list() ?? [])
      .filter(({ name, workflow }) => !ours.has(`${workflow}:${name}`))
      .map((summary) => ({ ...summary, seq: 0, busy: false, passed: null, question: null, trouble: null }))
    return this.#foreign.filter((row) => before.get(row.run) !== JSON.stringify(row))
  }
}
