// What the dashboard's server and page say to each other: documents of rows, runs, steps, judgements and panels. Types only.
import type { Gate, Usage } from '../../kernel/task.ts'
import type { Asked, Drawn, Finding, FormField, GraphNode, Judged, Panel, StartForm, StopCard, Version } from '../../operations/page.ts'
import type { Summary } from '../../operations/summary.ts'

export type { Asked, Drawn, Finding, FormField, Gate, GraphNode, Judged, Panel, StartForm, StopCard, Summary, Version }

/** One line of the list. */
export interface RunRow extends Summary {
  seq: number
  /** Somebody, here or elsewhere, is working on it now. */
  busy: boolean
  /** Null while it goes on. */
  passed: boolean | null
  /** What a person is asked. */
  question: string | null
  /** What went wrong when it was gone on with from here. */
  trouble: Trouble | null
}

export interface Trouble {
  message: string
  fix?: string
}

export interface RunList {
  project: string
  rows: RunRow[]
  /** Runs whose state is not read yet. */
  unread: number
  workflows: string[]
  /** The last message told live before this was read. */
  heard: string
}

/** What changed, as it is told live; `rows` of runs that are gone are listed in `gone`. */
export interface Change {
  rows: RunRow[]
  gone: string[]
  unread: number
}

export interface Step {
  key: string
  kind: string
  seq: number
  askedAt: number
  /** Null while it goes on. */
  endedAt: number | null
  /** The entry that recorded its reply. */
  endedSeq: number | null
  ms: number | null
  attempt: number
  ok: boolean | null
  error: string | null
  role: string | null
  maker: string | null
  model: string | null
  usage: Usage | null
  warnings: string[]
  /** The reply's text by hash, or true where the journal holds it as a value. */
  reply: string | true | null
}

export interface RunDocument {
  row: RunRow
  createdAt: number
  /** Of its last entry. */
  updatedAt: number
  usage: Usage & { mayBePaid: number; unpriced: number }
  gate: Gate | null
  stop: StopCard | null
  steps: Step[]
  judged: Judged[]
  versions: Version[]
  panels: Panel[]
  entries: number
  /** Of another tool: it can be read, not acted on. */
  foreign: boolean
}

export interface HistoryLine {
  seq: number
  at: number
  event: string
  /** Null where only the full history shows it. */
  text: string | null
  /** The data in brief. */
  data: string
}

export interface Said {
  gate: string
  /** SHA-256 of what is decided, as the page showed it. */
  hash: string | null
  choice: string
  text?: string | undefined
  phrase?: string | undefined
  /** A passkey's answer, instead of the phrase. */
  passkey?: unknown
  data?: unknown
}
