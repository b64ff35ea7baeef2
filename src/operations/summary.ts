// A run in brief, as lists show it, and a line of its timeline.
import type { Meter } from '../agents/budget.ts'
import type { RunState } from '../kernel/reduce.ts'
import type { Forecasts } from '../learning/forecasts.ts'

export interface TimelineLine {
  seq: number
  at: string
  event: string
  text: string
  /** The event as it is recorded, where all of them are asked for. */
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
  /** On the workflow's own scale; of an ended run, the best. Null before anything is judged. */
  score: number | null
  /** The highest score there can be. */
  scale: number
  /** What the score must reach, on the same scale, and how many findings bar a pass. */
  threshold?: number
  blockers?: number
  /** Set once it has ended. */
  passed?: boolean | null
  /** Written by another tool: nothing here vouches for its scores. `again` is what its rules and artifact come to here, as far as code decides them. */
  elsewhere?: { again: { score: number; passed: boolean; decided: number; rules: number } | null }
  updatedAt: string
  waitsFor: string | null
  /** In words, while a maker cannot be asked. */
  waiting?: string
  /** Steps whose reply a host submits. */
  submits?: string[]
  /** What a person has to change before it goes on: a file, or what serves an address. */
  awaits?: string
  /** Something is to be done, and no process is at it. */
  left?: true
  reason: string | null
  folder: string
  /** Going on by itself, waiting for somebody, or over. */
  stage: 'working' | 'waiting' | 'ended'
  /** What was used of each budget that is set. */
  budget?: (Meter & { text: string })[]
  /** How the artifact does on rules no maker is shown, beside the others, from 0 to 1. */
  hidden?: { visible: number; hidden: number; gap: number }
  /** The run that started it, where another did. */
  parent?: string
  /** How forecasts came out, by maker. */
  forecasts?: Readonly<Record<string, Forecasts>>
  /** Calls, tokens and cost; `mayBePaid` counts requests without a recorded reply. */
  usage?: RunState<unknown>['usage']
}

/** Of a run that says nothing else. */
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
