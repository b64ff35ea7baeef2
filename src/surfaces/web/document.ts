// The messages between the dashboard's server and page: rows, runs, steps, judgements and panels. Types only.
import type { Gate, Usage } from '../../kernel/task.ts'
import type {
  Asked,
  Brief,
  Chain,
  Criterion,
  ShownRule,
  FormField,
  GraphNode,
  Judged,
  Metric,
  Panel,
  PartChange,
  Picture,
  Spot,
  Trial,
  StartForm,
  StopCard,
  Version,
} from '../../operations/page.ts'
import type { Step } from '../../operations/run-record.ts'
import type { Summary } from '../../operations/summary.ts'

export type { Asked, Chain, ShownRule, FormField, Gate, GraphNode, Judged, Metric, Panel, PartChange, Picture, Spot }
export type { StartForm, Step, StopCard, Trial }

/** One line of the list. */
export interface RunRow extends Summary {
  seq: number
  /** The request in one line; empty until it is read. */
  task: string
  /** A process, here or elsewhere, is working on it. */
  busy: boolean
  /** Null while it runs. */
  passed: boolean | null
  /** The question for a person. */
  question: string | null
  /** The error when it was continued here. */
  trouble: Trouble | null
}

export interface Trouble {
  message: string
  fix?: string
}

export interface RunList {
  project: string
  rows: RunRow[]
  /** Runs whose state hasn't been read yet. */
  unread: number
  workflows: string[]
  /** The last live message before this was read. */
  heard: string
}

/** A live change; `gone` lists runs that were removed. */
export interface Change {
  rows: RunRow[]
  gone: string[]
  unread: number
}

/** The request, its limits, and who does what. */
export interface About {
  task: string
  criteria: Criterion[]
  /** With the number of requests to each so far. */
  makers: { role: string; name: string; calls: number }[]
}

/** What can be done with an ended run from here. */
export interface Actions {
  /** It made files that can be written into the project. */
  apply: boolean
  /** Another run can continue from it: through the start form, or directly. */
  again: 'form' | 'at once' | null
  /** The step that ended it can be retried. */
  retry: boolean
}

/** A version as it is shown: one part, or the files of a set. */
export interface Work {
  version: Version
  parts: WorkPart[]
}

export interface WorkPart {
  path: string
  kind: 'markdown' | 'json' | 'page' | 'code' | 'text'
  /** For code: the file extension. */
  language: string
  text: string
  /** Where a page or drawing can be framed. */
  frame: string | null
  /** The line number of its first line in the whole text. */
  line: number
}

export interface Difference {
  patch: string
  /** Null if only a line diff is possible. */
  parts: PartChange[] | null
}

/** What would be written, and its hash, which proves that it was shown. */
export interface Planned {
  files: { path: string; is: 'new' | 'same' | 'changed' | 'gone'; patch: string }[]
  seen: string
  written: boolean
}

export interface RunDocument {
  row: RunRow
  about: About
  actions: Actions
  /** What to know before deciding. */
  brief: Brief[]
  /** Its child runs. */
  children: RunRow[]
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
  /** Of another tool: can be read, not acted on. */
  foreign: boolean
}

export interface HistoryLine {
  seq: number
  at: number
  event: string
  /** Null if only the full history shows it. */
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
