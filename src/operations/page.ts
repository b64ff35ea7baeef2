// What a workflow adds to its runs' pages: how its evaluations read, where findings are, panels, and the form that starts a run.
import type { RunState } from '../kernel/reduce.ts'
import type { StoryFinding, StoryScore } from '../report/story.ts'
import type { Event } from '../schema/event.ts'
import type { Sight } from '../schema/verdict.ts'
import type { Version as ArtifactVersion } from './show.ts'
import type { World } from './world.ts'

export interface WorkflowPanel<S> {
  /** What it is held to, in words. */
  criteria?(run: RunState<S>): Criterion[]
  /** What a person should know before deciding. */
  brief?(context: PanelContext<S>): Promise<Brief[]>
  /** A comparison of two versions by parts, if a line diff says little. */
  changes?(before: string, after: string): PartChange[] | null
  /** Values for the start form when continuing from an ended run. */
  again?(context: PanelContext<S>): Promise<Record<string, string>>
  /** Without a form: input for `new`, with paths relative to the project; null if only the command line can give it. */
  afresh?(run: RunState<S>): Record<string, unknown> | null
  /** The evaluations an event records; the run is folded up to the end of its entry. */
  judged?(event: Event, run: RunState<S>): Omit<Judged, 'seq' | 'at'>[]
  findings?(judged: Judged, context: PanelContext<S>): Promise<ShownRule[]>
  /** The pages an event records. */
  drawn?(event: Event, run: RunState<S>): Drawn[]
  /** A picture's bytes, by the name its panel gave it; null if missing. */
  picture?(name: string, context: PanelContext<S>): Uint8Array | null | Promise<Uint8Array | null>
  /** Why it ended, beyond the outcome. */
  stop?(context: PanelContext<S>): Promise<Ended | null>
  panels?(context: PanelContext<S>): Promise<Panel[]>
  /** Starts a run from the page; without it, runs start on the command line. */
  form?: StartForm & {
    read(fields: Record<string, string>): Record<string, unknown>
    /** Questions the fields leave open, asked before the run begins and answered in extra fields (q1 and a1, q2 and a2). */
    asks?(fields: Record<string, string>, world: World): Promise<Asked[]>
  }
}

export interface PanelContext<S> {
  run: RunState<S>
  judged: readonly Judged[]
  versions: readonly Version[]
  drawn: readonly Drawn[]
  world: World
  /** A text of this run, by hash. */
  text(hash: string): Promise<string>
  /** A URL at which a page made by others can be framed. */
  frame(hash: string): string
  /** The URL of a picture that the workflow reads itself. */
  picture(name: string): string
}

export interface Criterion {
  id: string
  says: string
  counts: 'must hold' | 'lowers the score' | 'is noted'
}

/** A few lines under a heading, each with a remark. */
export interface Brief {
  title: string
  lines: { text: string; note?: string; is?: PartChange['is'] }[]
}

export interface PartChange {
  is: 'new' | 'changed' | 'gone'
  what: string
}

export type Ended = Pick<StopCard, 'because' | 'distance'>

/** Field types of a form. Files, makers and commands can only be named on the command line. */
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

/** One evaluation: a score out of 100 and its parts. */
export interface Judged extends StoryScore {
  seq: number
  at: number
  blockers: string[]
  /** The number of findings. */
  findings: number
  artifact: string | null
  /** Assigned by the judge, to recognise the findings later. */
  ref: string | null
  /** Each rule's outcome; stays on the server, which draws the grid from it. */
  marks?: Record<string, string>
}

export interface ShownRule extends StoryFinding {
  outcome: 'fail' | 'warn' | 'info' | 'unknown' | 'error' | 'pass' | 'not-applicable'
  evidence: (Omit<StoryFinding['evidence'][number], 'at'> & { at?: Spot })[]
}

/** A place the page can link to: in a text or a page's picture. */
export interface Spot {
  line?: number
  pointer?: string
  /** The file, in a set of files. */
  file?: string
  picture?: string
  box?: Box
}

type Box = NonNullable<Sight['box']>

export interface Version extends ArtifactVersion {
  at: number
  seq: number
}

/** Why it ended, how far it was from passing, and what would gain most. */
export interface StopCard {
  status: string
  reason: string
  because: string
  passed: boolean
  distance: { name: string; value: string }[]
  /** The card in words. */
  words: string
  onward: string
}

/** A page rendered during the run, such as a preview. */
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
  /** Coloured by its result, not by whether it ran. */
  tone?: 'good' | 'bad' | 'wait'
  /** Shown beside the state, such as its score. */
  note?: string
  /** Everything known about it, by name. */
  detail?: { name: string; text: string }[]
  /** The evaluation it belongs to, from 1. */
  at?: number
}

/** Something judged repeatedly until it passes. */
export interface Chain {
  id: string
  title: string
  state: string
  tone: 'good' | 'bad' | 'wait'
  rounds: { id: string; score: string; tone: 'good' | 'bad' | 'wait' }[]
  why: string[]
  findings: { severity: string; text: string; where: string; blocks: boolean }[]
  at?: number
}

export interface Picture {
  name: string
  url: string
  label?: string
  /** In pixels, to reserve space while it loads. */
  size?: { width: number; height: number }
  marks?: { box: Box; rule: string; says: string; tone: 'bad' | 'wait' }[]
}

/** A figure over the evaluations. */
export interface Metric {
  name: string
  values: (number | null)[]
  shown: string[]
  /** Its minimum, or its maximum if less is better. */
  goal?: number
  lessIsBetter?: true
}

/** A trial: how much it helps at each look, and what it costs. Shares from -1 to 1; null if not measured yet. */
export interface Trial {
  id: string
  title: string
  about: string
  state: string
  tone: 'good' | 'bad' | 'wait' | 'rest'
  looks: { at: number; value: number | null; low: number | null; high: number | null }[]
  /** What it must reach to be promoted. */
  goal: number
  words: string[]
}

/** A workflow's own content, in a form the page can draw. A `main` panel is the work itself and comes first. */
export type Panel = { id: string; title: string; main?: true } & (
  | { kind: 'frame'; pages: { label: string; url: string }[]; note: string }
  | { kind: 'pictures'; pictures: Picture[] }
  | { kind: 'machine'; states: { name: string; to: string[] }[]; current: string; visited: string[] }
  | { kind: 'grid'; columns: { number: number; label: string }[]; rows: { name: string; note: string; cells: string[] }[] }
  | { kind: 'graph'; nodes: GraphNode[] }
  | { kind: 'chains'; chains: Chain[] }
  | { kind: 'metrics'; columns: string[]; rows: Metric[] }
  | { kind: 'trials'; trials: Trial[]; empty: string }
  | { kind: 'proposals'; proposals: { title: string; why: string; patch: string }[] }
  | { kind: 'table'; columns: string[]; rows: string[][]; empty: string }
)
