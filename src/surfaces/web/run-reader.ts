// A watched run: its record, read incrementally, and its history and entries on request.
import { type RunState, reduceEntry } from '../../kernel/reduce.ts'
import type { AnyWorkflow } from '../../operations/definition.ts'
import { type RunRecord, inWords, readRecord } from '../../operations/run-record.ts'
import type { World } from '../../operations/world.ts'
import type { Entry, NewEvent } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'
import type { HistoryLine } from './document.ts'

const longestData = 400

export class RunReader {
  readonly definition: AnyWorkflow
  readonly #run: string
  readonly #world: World
  readonly #lines: HistoryLine[] = []
  #told = 0
  #reading: Promise<RunRecord | undefined> = Promise.resolve(undefined)
  #telling: Promise<unknown> = Promise.resolve()

  constructor(world: World, run: string, definition: AnyWorkflow) {
    this.#world = world
    this.#run = run
    this.definition = definition
  }

  /** Includes what was committed since; concurrent callers read one after another. */
  record(): Promise<RunRecord> {
    const read = this.#reading.catch(() => undefined).then((before) => readRecord(this.#world, this.#run, this.definition, before))
    this.#reading = read
    return read
  }

  /** Every event in words, read from the journal on the first request, since most runs never need it. */
  history(): Promise<readonly HistoryLine[]> {
    const told = this.#telling
      .catch(() => {})
      .then(async () => {
        await this.#world.store.read(this.#run, this.#told + 1, (entry) => this.#tell(entry))
        return this.#lines
      })
    this.#telling = told
    return told
  }

  /** One entry as stored in the journal. */
  async raw(seq: number): Promise<Entry> {
    let found: Entry | undefined
    await this.#world.store.read(this.#run, 1, (entry) => {
      if (entry.seq === seq) found = entry
    })
    if (!found) throw new Fault('not_found', `${this.#run} has no entry ${seq}`)
    return found
  }

  /** The run as of this entry. */
  async stateAt(seq: number): Promise<RunState<unknown> | null> {
    let state: RunState<unknown> | null = null
    await this.#world.store.read(this.#run, 1, (entry, head) => {
      if (entry.seq <= seq) state = reduceEntry(this.definition, state, entry, head).run
    })
    return state
  }

  #tell({ seq, at, events }: Entry): void {
    this.#told = seq
    for (const event of events as NewEvent[])
      this.#lines.push({ seq, at, event: event.type, text: inWords(this.definition, { ...event, at }), data: brief(event.data) })
  }
}

/** Names and values for people; the raw entry is also available. */
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

/** For lists and objects; more would not be read in one line. */
const most = 8
const isHash = /^[0-9a-f]{64}$/
