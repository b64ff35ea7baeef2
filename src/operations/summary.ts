// A run in brief, for lists, and one line of its timeline.
import type { Meter } from '../agents/budget.ts'
import type { RunState } from '../kernel/reduce.ts'
import type { Forecasts } from '../learning/forecasts.ts'

export interface TimelineLine {
  seq: number
  at: string
  event: string
  text: string
  /** The recorded event, if all are asked for. */
  data?: object
}

export interface Summary {
  run: string
  workflow: string
  name: string
  status: string
  iteration: number
  maxIterations: number
  phase: string
  step: string
  /** On the workflow's own scale; the best, once the run has ended. Null before the first evaluation. */
  score: number | null
  /** The highest possible score. */
  scale: number
  /** The threshold on the same scale, and the number of findings that block a pass. */
  threshold?: number
  blockers?: number
  /** Set once it has ended. */
  passed?: boolean | null
  /** Set if another tool wrote it: its scores are not ours. `again` is what its rules and artifact come to here, as far as code decides. */
  elsewhere?: { again: { score: number; passed: boolean; decided: number; rules: number } | null }
  updatedAt: string
  waitsFor: string | null
  /** In words, while a maker is unavailable. */
  waiting?: string
  /** Tasks that wait for a host's reply. */
  submits?: string[]
  /** What a person has to change before it continues: a file, or what a URL serves. */
  awaits?: string
  /** There is work, but no process is doing it. */
  left?: true
  reason: string | null
  folder: string
  /** In progress, waiting, or over. */
  stage: 'working' | 'waiting' | 'ended'
  /** Usage of each budget that is set. */
  budget?: (Meter & { text: string })[]
  /** The share of hidden rules and of visible rules that pass, from 0 to 1. */
  hidden?: { visible: number; hidden: number; gap: number }
  /** Its parent run. */
  parent?: string
  /** The runs it started and waits for; their cost so far is in its own. `busy`: a process is driving it. */
  children?: string[]
  busy?: boolean
  /** How forecasts came out, by maker. */
  forecasts?: Readonly<Record<string, Forecasts>>
  /** Calls, tokens and cost; `mayBePaid` counts requests without a recorded reply. */
  usage?: RunState<unknown>['usage']
}

/** For a run that reports nothing else. */
export const bareSummary = (run: string, workflow: string): Summary => ({
  run,
  workflow,
  name: run,
  status: '',
  iteration: 0,
  maxIterations: 0,
  phase: '',
  step: '',
  score: null,
  scale: 1,
  updatedAt: '',
  waitsFor: null,
  reason: null,
  folder: '',
  stage: 'ended',
})
