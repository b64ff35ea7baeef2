// What the dashboard's server and page say to each other: documents of rows, runs, steps, judgements and panels. Types only.
import type { Gate, Usage } from '../../kernel/task.ts'
import type { Summary } from '../../operations/world.ts'

export type { Gate, Summary }

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

/** One evaluation: a score on a scale of 100, and what it is made of. */
export interface Judged {
  seq: number
  at: number
  label: string
  score: number
  /** As the workflow shows it. */
  shown: string
  /** What a hundred is on the workflow's own scale. */
  scale: number
  threshold: number | null
  passed: boolean
  blockers: string[]
  dimensions: { name: string; score: number }[]
  /** How many findings there are. */
  findings: number
  artifact: string | null
  /** Kept by whoever judged, for finding the findings again. */
  ref: string | null
  /** What became of each rule; stays on the server, which draws the grid from it. */
  marks?: Record<string, string>
}

export interface Finding {
  rule: string
  outcome: 'fail' | 'warn' | 'info' | 'unknown' | 'error' | 'pass' | 'not-applicable'
  message: string
  fix: string | null
  /** Points of the score to gain, where that is known. */
  gain: number | null
  group: string | null
  evidence: { message: string; quote?: string; expected?: string; actual?: string; where?: string }[]
}

export interface Version {
  number: number
  hash: string
  label: string
  at: number
  seq: number
}

/** Why it ended, how far it was from success, and what would bring most. */
export interface StopCard {
  status: string
  reason: string
  because: string
  passed: boolean
  distance: { name: string; value: string }[]
  cheapest: { rule: string; what: string; gain: string }[]
  /** The whole card in words. */
  words: string
  onward: string
}

/** A page that was drawn on the way, such as a preview. */
export interface Drawn {
  label: string
  hash: string
}

export interface GraphNode {
  id: string
  label: string
  state: string
  column: number
  needs: string[]
}

/** What is special to a workflow, in a form the page knows how to draw. */
export type Panel =
  | { kind: 'frame'; id: string; title: string; pages: { label: string; url: string }[]; note: string }
  | { kind: 'pictures'; id: string; title: string; pictures: { name: string; url: string }[] }
  | { kind: 'machine'; id: string; title: string; states: { name: string; to: string[] }[]; current: string; visited: string[] }
  | {
      kind: 'grid'
      id: string
      title: string
      columns: { number: number; label: string }[]
      rows: { name: string; note: string; cells: string[] }[]
    }
  | { kind: 'graph'; id: string; title: string; nodes: GraphNode[] }
  | { kind: 'table'; id: string; title: string; columns: string[]; rows: string[][]; empty: string }

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
  data?: unknown
}
