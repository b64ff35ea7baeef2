// What the dashboard's server and page say to each other: documents of rows, runs, steps, judgements and panels. Types only.
import type { Gate, Usage } from '../../kernel/task.ts'
import type {
  Asked,
  Brief,
  Chain,
  Criterion,
  Drawn,
  Finding,
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

export type { Asked, Brief, Chain, Criterion, Drawn, Finding, FormField, Gate, GraphNode, Judged, Metric, Panel, PartChange, Picture, Spot }
export type { StartForm, Step, StopCard, Summary, Trial, Version }

/** One line of the list. */
export interface RunRow extends Summary {
  seq: number
  /** What was asked for, in one line; empty until it is read. */
  task: string
  /** Somebody, here or elsewhere, is working on it now. */
  busy: boolean
  /** Null while it runs. */
  passed: boolean | null
  /** What a person is asked. */
  question: string | null
  /** What went wrong when it was continued here. */
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

/** What was asked for, what it is held to, and who does what. */
export interface About {
  task: string
  criteria: Criterion[]
  /** With how often each was asked so far. */
  makers: { role: string; name: string; calls: number }[]
}

/** What can be done with an ended run from here. */
export interface Actions {
  /** It made files that can be written into the project. */
  apply: boolean
  /** Another run can go on from it: by the start form, or at once. */
  again: 'form' | 'at once' | null
  /** What ended it can be tried once more. */
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
  /** Of code: what its file name ends in. */
  language: string
  text: string
  /** Where a page or drawing can be framed. */
  frame: string | null
  /** The line of the whole text at which its first line stands. */
  line: number
}

export interface Difference {
  patch: string
  /** Null where only lines can be compared. */
  parts: PartChange[] | null
}

/** What would be written, and a hash of it that says "this was seen". */
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
  /** Runs that this one started. */
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
