// What a workflow adds to its runs' pages: how its evaluations read, where their findings are, panels of its own, and the form that starts one.
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
  /** What differs between two versions, part by part, where lines tell little. */
  changes?(before: string, after: string): PartChange[] | null
  /** What the start form is filled with to go on from an ended run. */
  again?(context: PanelContext<S>): Promise<Record<string, string>>
  /** Without a form: what `new` is given, by paths below the project; null where only the command line can say it. */
  afresh?(run: RunState<S>): Record<string, unknown> | null
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
export interface Judged extends StoryScore {
  seq: number
  at: number
  blockers: string[]
  /** How many findings there are. */
  findings: number
  artifact: string | null
  /** Kept by whoever judged, for finding the findings again. */
  ref: string | null
  /** What became of each rule; stays on the server, which draws the grid from it. */
  marks?: Record<string, string>
}

export interface Finding extends StoryFinding {
  outcome: 'fail' | 'warn' | 'info' | 'unknown' | 'error' | 'pass' | 'not-applicable'
  evidence: (Omit<StoryFinding['evidence'][number], 'at'> & { at?: Spot })[]
}

/** A place that the page can lead to: in a text, or in a picture of a page. */
export interface Spot {
  line?: number
  pointer?: string
  /** Of a set of files. */
  file?: string
  picture?: string
  box?: Box
}

type Box = NonNullable<Sight['box']>

export interface Version extends ArtifactVersion {
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
  /** Coloured by what came of it, not by whether it ran. */
  tone?: 'good' | 'bad' | 'wait'
  /** Said in words beside the state, such as its score. */
  note?: string
  /** Everything known about it, by name. */
  detail?: { name: string; text: string }[]
  /** The evaluation that tells of it, from 1. */
  at?: number
}

/** One thing that is judged again until it holds. */
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
  /** In pixels, so that room is kept while it loads. */
  size?: { width: number; height: number }
  marks?: { box: Box; rule: string; says: string; tone: 'bad' | 'wait' }[]
}

/** A figure over the evaluations. */
export interface Metric {
  name: string
  values: (number | null)[]
  shown: string[]
  /** What it should be at least, or at most where less is better. */
  goal?: number
  lessIsBetter?: true
}

/** Something that is tried: how much it helps, look by look, and what it costs. Shares from -1 to 1; null where nothing was measured yet. */
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

/** What is special to a workflow, in a form the page knows how to draw. One that is `main` is the work itself and stands on the first view. */
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
