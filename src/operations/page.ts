// What a workflow adds to its runs' pages: how its evaluations read, where their findings are, panels of its own, and the form that starts one.
import type { RunState } from '../kernel/reduce.ts'
import type { Event } from '../schema/event.ts'
import type { World } from './world.ts'

export interface WorkflowPanel<S> {
  /** The evaluations an event tells of; the run is folded up to the end of its step. */
  judged?(event: Event, run: RunState<S>): Omit<Judged, 'seq' | 'at'>[]
  findings?(judged: Judged, context: PanelContext<S>): Promise<Finding[]>
  /** The pages an event tells of. */
  drawn?(event: Event, run: RunState<S>): Drawn[]
  /** The bytes of a picture by the name its panel gave it; null where there is none. */
  picture?(name: string, context: PanelContext<S>): Uint8Array<ArrayBuffer> | null
  /** Why it ended, beyond its outcome. */
  stop?(context: PanelContext<S>): Promise<Ended | null>
  panels?(context: PanelContext<S>): Promise<Panel[]>
  /** Starts a run from the page; without it, a run is started on the command line. */
  form?: StartForm & {
    read(fields: Record<string, string>): Record<string, unknown>
    /** What the fields leave open: asked before anything begins, answered in further fields (q1 and a1, q2 and a2). */
    asks?(fields: Record<string, string>, world: World): Promise<Asked[]>
  }
}

export interface PanelContext<S> {
  run: RunState<S>
  judged: readonly Judged[]
  versions: readonly Version[]
  drawn: readonly Drawn[]
  world: World
  /** A text of this run by its hash. */
  text(hash: string): Promise<string>
  /** The address at which a page made by others can be framed. */
  frame(hash: string): string
  /** The address of a picture that the workflow itself can read. */
  picture(name: string): string
}

export type Ended = Pick<StopCard, 'because' | 'distance' | 'cheapest'>

/** Fields a form may ask for. Files, makers and commands are named on the command line alone. */
export interface StartForm {
  title: string
  what: string
  fields: FormField[]
}

export interface Asked {
  id: string
  text: string
  why: string
}

export interface FormField {
  name: string
  label: string
  hint: string
  kind: 'name' | 'text' | 'number'
  required?: true
  least?: number
  most?: number
  placeholder?: string
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
  /** Scores of one chain follow each other; left out, all of them do. */
  chain?: string
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
  evidence: {
    message: string
    quote?: string
    expected?: string
    actual?: string
    where?: string
    /** Of the artifact itself, where it is about one. */
    line?: number
  }[]
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
