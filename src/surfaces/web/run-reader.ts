// One run read for its page: its journal from where it was last read, folded into steps, judgements, versions and history.
import { waitingText } from '../../report/waiting.ts'
import { type DriverEvents, type RunState, reduceEntry } from '../../kernel/reduce.ts'
import type { AnyWorkflow } from '../../operations/definition.ts'
import type { WorkflowPanel } from '../../operations/page.ts'
import type { World } from '../../operations/world.ts'
import type { Entry, Event, NewEvent } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'
import type { Drawn, HistoryLine, Judged, Step, Version } from './document.ts'

const longestData = 400

export class RunReader {
  readonly run: string
  readonly kit: AnyWorkflow
  panel: WorkflowPanel<unknown> = {}
  readonly #world: World
  readonly #steps = new Map<string, Step>()
  readonly judged: Judged[] = []
  readonly versions: Version[] = []
  readonly drawn: Drawn[] = []
  state: RunState<unknown> | null = null
  /** When its last entry was committed. */
  updatedAt = 0
  readonly #lines: HistoryLine[] = []
  #told = 0
  #reading: Promise<void> = Promise.resolve()
  #telling: Promise<unknown> = Promise.resolve()

  constructor(world: World, run: string, kit: AnyWorkflow) {
    this.#world = world
    this.run = run
    this.kit = kit
  }

  get steps(): Step[] {
    return [...this.#steps.values()]
  }

  get entries(): number {
    return this.state?.seq ?? 0
  }

  /** Reads what was committed since; several callers at once read once after another. */
  catchUp(): Promise<void> {
    this.#reading = this.#reading.catch(() => {}).then(() => this.#read())
    return this.#reading
  }

  /** Every event in words: told from the journal once somebody asks, as most never do. */
  history(): Promise<readonly HistoryLine[]> {
    const told = this.#telling
      .catch(() => {})
      .then(async () => {
        await this.#world.store.read(this.run, this.#told + 1, (entry) => this.#tell(entry))
        return this.#lines
      })
    this.#telling = told
    return told
  }

  /** One entry as it stands in the journal. */
  async raw(seq: number): Promise<Entry> {
    let found: Entry | undefined
    await this.#world.store.read(this.run, 1, (entry) => {
      if (entry.seq === seq) found = entry
    })
    if (!found) throw new Fault('not_found', `${this.run} has ${this.entries} entries; there is no entry ${seq}`)
    return found
  }

  /** The run as it was when this entry had been committed. */
  async stateAt(seq: number): Promise<RunState<unknown> | null> {
    let state: RunState<unknown> | null = null
    await this.#world.store.read(this.run, 1, (entry, head) => {
      if (entry.seq <= seq) state = reduceEntry(this.kit, state, entry, head).run
    })
    return state
  }

  async #read(): Promise<void> {
    this.panel = (await this.kit.panel?.())?.default ?? {}
    await this.#world.store.read(this.run, this.entries + 1, (entry, head) => this.#take(entry, head))
  }

  #take(entry: Entry, head: string): void {
    if (this.state && entry.prev !== this.state.head) throw new Fault('integrity', `the journal of ${this.run} is not the one read before`)
    this.state = reduceEntry(this.kit, this.state, entry, head).run
    this.updatedAt = entry.at
    for (const event of entry.events) this.#takeEvent(event as NewEvent, entry, this.state)
  }

  #takeEvent(event: NewEvent, { seq, at }: Entry, state: RunState<unknown>): void {
    const stamped: Event = { ...event, at }
    for (const { hash, label } of this.kit.view.artifacts(event, state))
      this.versions.push({ number: this.versions.length + 1, hash, label, at, seq })
    const { judged, drawn } = this.panel
    for (const each of judged?.(stamped, state) ?? []) this.judged.push({ seq, at, ...each })
    this.drawn.push(...(drawn?.(stamped, state) ?? []))
    if (event.type === 'asked')
      for (const task of (event.data as DriverEvents['asked']).tasks)
        this.#steps.set(task.key, asked(task, seq, at, this.kit.view.summary(state).iteration))
    if (event.type === 'resumed') for (const key of (event.data as DriverEvents['resumed']).open) this.#again(key, at)
    if (event.type === 'asked_again') for (const key of (event.data as DriverEvents['asked_again']).tasks) this.#again(key, at)
    if (event.type === 'waiting') this.#waits(event.data as DriverEvents['waiting'])
    if (event.type === 'replied') this.#replied(event.data as DriverEvents['replied'], seq, at)
  }

  #tell({ seq, at, events }: Entry): void {
    this.#told = seq
    for (const event of events)
      this.#lines.push({ seq, at, event: event.type, text: this.#inWords(event as NewEvent, at), data: brief(event.data) })
  }

  #inWords(event: NewEvent, at: number): string | null {
    return event.type === 'waiting' ? waitingText(event.data as DriverEvents['waiting']) : this.kit.view.describe({ ...event, at })
  }

  #again(key: string, at: number): void {
    const step = this.#steps.get(key)
    if (step) this.#steps.set(key, { ...step, attempt: step.attempt + 1, askedAt: at, error: null })
  }

  #waits(waiting: DriverEvents['waiting']): void {
    const step = this.#steps.get(waiting.task)
    if (step) this.#steps.set(waiting.task, { ...step, error: waitingText(waiting) })
  }

  #replied(reply: DriverEvents['replied'], seq: number, at: number): void {
    const step = this.#steps.get(reply.task) ?? asked({ key: reply.task, kind: 'ask' }, 0, at - reply.ms, 0)
    const meta = (reply.meta ?? {}) as {
      role?: string
      maker?: string
      model?: { reported?: string | null; asked?: string }
      warnings?: string[]
    }
    this.#steps.set(reply.task, {
      ...step,
      endedAt: at,
      endedSeq: seq,
      ms: reply.ms || at - step.askedAt,
      attempt: reply.attempt,
      ok: reply.ok,
      error: reply.error ? String((reply.error as { message?: string }).message ?? JSON.stringify(reply.error)) : null,
      role: meta.role ?? null,
      maker: meta.maker ?? null,
      model: meta.model?.reported ?? meta.model?.asked ?? null,
      usage: reply.usage ?? null,
      warnings: meta.warnings ?? [],
      reply: reply.text ?? (reply.value === undefined ? null : true),
    })
  }
}

const asked = ({ key, kind }: { key: string; kind: string }, seq: number, at: number, iteration: number): Step => ({
  key,
  kind,
  iteration,
  seq,
  askedAt: at,
  endedAt: null,
  endedSeq: null,
  ms: null,
  attempt: 1,
  ok: null,
  error: null,
  role: null,
  maker: null,
  model: null,
  usage: null,
  warnings: [],
  reply: null,
})

/** Names and values as people read them; the entry itself is there for whoever wants every byte. */
function brief(data: object): string {
  const text = Object.entries(data)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${words(value)}`)
    .join(' · ')
  return text.length > longestData ? `${text.slice(0, longestData)}…` : text
}

function words(value: unknown, depth = 0): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return isHash.test(value) ? value.slice(0, 12) : value.slice(0, longestData)
  if (typeof value !== 'object') return String(value)
  if (depth === 3) return '…'
  const parts = Array.isArray(value)
    ? value.slice(0, most).map((each) => words(each, depth + 1))
    : Object.entries(value)
        .slice(0, most)
        .map(([name, inner]) => `${name.replaceAll('_', ' ')} ${words(inner, depth + 1)}`)
  return parts.length === 0 ? 'none' : parts.join(', ')
}

/** Of a list or an object; more would not be read in one line. */
const most = 8
const isHash = /^[0-9a-f]{64}$/
