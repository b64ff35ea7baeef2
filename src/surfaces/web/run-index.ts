// Every run's row, kept up to date: read when its journal changes, and only while someone watches.
import type { World } from '../../operations/world.ts'
import type { Change, RunRow, Trouble } from './document.ts'
import { type Shown, rowView, shownRow, taskLine } from './rows.ts'

const glanceMs = 300
/** A list this recent is good enough for a page that asks. */
const freshMs = 1000

/** Milliseconds after which other requests are served, and after which partial results are sent. */
const restEvery = 20
const tellEvery = 100
const tasksAtOnce = 50

export class RunIndex {
  readonly #world: World
  readonly #tell: (change: Change) => void
  readonly #rows = new Map<string, RunRow>()
  readonly #stamps = new Map<string, string>()
  readonly #trouble = new Map<string, Trouble>()
  /** Tasks by the hash of their text, and runs whose text is yet to be read. */
  readonly #tasks = new Map<string, string>()
  readonly #taskless = new Map<string, string>()
  #foreign: RunRow[] = []
  #unread = 0
  #timer: NodeJS.Timeout | undefined
  #watching: AbortController | null = null
  #looking: Promise<void> | null = null
  #lookedAt = -Infinity

  constructor(world: World, tell: (change: Change) => void) {
    this.#world = world
    this.#tell = tell
  }

  get rows(): RunRow[] {
    return [...this.#rows.values()].concat(this.#foreign).sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
  }

  get unread(): number {
    return this.#unread
  }

  row(run: string): RunRow | undefined {
    return this.#rows.get(run)
  }

  isForeign(run: string): boolean {
    return !this.#rows.has(run) && this.#foreign.some((row) => row.run === run)
  }

  /** Watches the store only while someone watches us. */
  watch(isWatched: () => boolean): void {
    this.#timer = setInterval(() => {
      if (isWatched() === (this.#watching !== null)) return
      this.#watching?.abort()
      this.#watching = isWatched() ? new AbortController() : null
      if (this.#watching) void this.#follow(this.#watching.signal)
    }, glanceMs)
    this.#timer.unref()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#watching?.abort()
  }

  /** Something was just committed here. */
  async touch(run: string, trouble?: Trouble | null): Promise<void> {
    if (trouble) this.#trouble.set(run, trouble)
    else if (trouble === null) this.#trouble.delete(run)
    if (trouble !== undefined) this.#stamps.delete(run)
    const rows: RunRow[] = []
    await this.#read([run], (row) => rows.push(row), trouble !== undefined)
    if (rows.length > 0) this.#tell({ rows, gone: [], unread: this.#unread })
    await this.#readTasks()
  }

  /** For a page that asks for everything: waits until it is known, but not for long. */
  async settled(patienceMs: number): Promise<void> {
    if (performance.now() - this.#lookedAt > freshMs)
      await Promise.race([this.look(), new Promise((resolve) => setTimeout(resolve, patienceMs))])
  }

  /** One scan at a time: concurrent callers wait for it. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch(() => {})
      .finally(() => (this.#looking = null))
    return this.#looking
  }

  async #follow(signal: AbortSignal): Promise<void> {
    try {
      for await (const runs of this.#world.store.watch(signal)) await (runs.length === 1 ? this.touch(runs[0] as string) : this.look())
    } catch {
      this.#watching = null // starts again at the next poll
    }
  }

  async #look(): Promise<void> {
    const names = await this.#world.store.list()
    this.#unread = names.filter((name) => !this.#rows.has(name)).length
    const gone = this.#forget(names)
    const rows: RunRow[] = []
    let told = performance.now()
    let rested = told
    await this.#read(names, async (row, isNew) => {
      rows.push(row)
      if (isNew) this.#unread -= 1
      if (performance.now() - rested < restEvery) return
      if (performance.now() - told > tellEvery) {
        this.#tell({ rows: rows.splice(0), gone: gone.splice(0), unread: this.#unread })
        told = performance.now()
      }
      await new Promise((resolve) => setImmediate(resolve)) // let other requests through
      rested = performance.now()
    })
    this.#unread = 0
    this.#lookedAt = performance.now()
    rows.push(...(await this.#lookForeign()))
    if (rows.length > 0 || gone.length > 0) this.#tell({ rows, gone, unread: 0 })
    void this.#readTasks().catch(() => {}) // an unreadable text is reported on its run's page
  }

  /** Tasks stored as texts of their runs: the list doesn't wait for them. */
  async #readTasks(): Promise<void> {
    const rows: RunRow[] = []
    for (const [run, hash] of this.#taskless) {
      this.#taskless.delete(run)
      if (!this.#tasks.has(hash)) this.#tasks.set(hash, taskLine((await this.#world.store.text(run, hash)) ?? ''))
      const row = this.#rows.get(run)
      if (!row) continue
      const told = { ...row, task: this.#tasks.get(hash) ?? '' }
      this.#rows.set(run, told)
      rows.push(told)
      if (rows.length === tasksAtOnce) {
        this.#tell({ rows: rows.splice(0), gone: [], unread: this.#unread })
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    if (rows.length > 0) this.#tell({ rows, gone: [], unread: this.#unread })
  }

  #taskOf(run: string, task: Shown['task']): string {
    if (task === null) return ''
    if ('text' in task) return taskLine(task.text)
    const known = this.#tasks.get(task.object)
    if (known === undefined) this.#taskless.set(run, task.object)
    return known ?? ''
  }

  /** Merges each row that changed. */
  async #read(runs: readonly string[], take: (row: RunRow, isNew: boolean) => unknown, force = false): Promise<void> {
    for await (const one of this.#world.store.rows(rowView(this.#world), { runs, known: this.#stamps })) {
      const { row: shown, task } = shownRow(one)
      const row = { ...shown, task: this.#taskOf(one.run, task), trouble: this.#trouble.get(one.run) ?? shown.trouble }
      if (row.busy) this.#trouble.delete(one.run)
      const before = this.#rows.get(one.run)
      this.#stamps.set(one.run, one.stamp)
      this.#rows.set(one.run, row)
      if (force || JSON.stringify(before) !== JSON.stringify(row)) await take(row, before === undefined)
    }
  }

  #forget(names: readonly string[]): string[] {
    const there = new Set(names)
    const gone = [...this.#rows.keys()].filter((name) => !there.has(name))
    for (const name of gone) {
      this.#rows.delete(name)
      this.#stamps.delete(name)
    }
    return gone
  }

  /** Runs of other tools of the same format: shown, never touched. */
  async #lookForeign(): Promise<RunRow[]> {
    const before = new Map(this.#foreign.map((row) => [row.run, JSON.stringify(row)]))
    const ours = new Set([...this.#rows.values()].map((row) => `${row.workflow}:${row.name}`))
    this.#foreign = (await this.#world.workflows.inUse())
      .flatMap((definition) => definition.hands(this.#world).foreign?.list() ?? [])
      .filter(({ name, workflow }) => !ours.has(`${workflow}:${name}`))
      .map((summary) => ({ ...summary, seq: 0, task: '', busy: false, passed: null, question: null, trouble: null }))
    return this.#foreign.filter((row) => before.get(row.run) !== JSON.stringify(row))
  }
}
