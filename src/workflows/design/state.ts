// What a feature's design knows: the fold of its events over all its runs, all JSON.
import type { Budget, Spending } from '../../kernel/budget.ts'
import type { Verdicts } from './recorded-verdicts.ts'
import type { Pins } from '../../agents/pins.ts'
import type { Assurance } from '../../kernel/task.ts'
import type { Told } from '../../learning/told.ts'
import type { Dimension, Dismissal } from './critic/critique.ts'
import type { Heard } from './feedback/edit.ts'
import type { Question } from './intent.ts'
import type { StateName } from './machine.ts'
import type { LedgerCount } from './outline/ledger.ts'

export const defaults = { threshold: 8000, maxIterations: 10 } as const
/** Hundredths; a threshold outside this range is refused. */
export const thresholdRange = { least: 7000, most: 9500 } as const

/** What one run, from IDLE to IDLE, is fixed to when it starts. */
export interface Settings {
  /** The requirements text, by hash. */
  requirements: string
  /** Hundredths. */
  threshold: number
  maxIterations: number
  determinism: 'default' | 'strict'
  approval: 'attended' | 'signed'
  /** Whether a model may lower the score computed by code. */
  critic: 'code' | 'model'
  preview: 'builtin' | 'stitch'
  /** Absent if nothing limits the run. */
  budget?: Budget
  pins: Partial<Pins> & { flags?: object }
  /** Lessons for the generator. */
  told?: Told
  by: string
}

/** A wrong reply that was requested once more. */
interface Refused {
  task: string
  problem: string
}

export interface DesignInput {
  featureId: string
  /** The feature's design folder, relative to the project. */
  folder: string
  settings: Settings
  /** The state of a folder that came without a journal. */
  imported?: Partial<DesignState>
}

export type Scores = Record<Dimension, number>

export interface Scored {
  score: number
  dimensions: Scores
}

export interface Advice {
  ruleId: string
  dimension: Dimension
  change: string
  /** Its first place, also in words, and the number of places; runs of earlier versions have the pointer alone. */
  pointer: string
  place?: string
  places?: number
  /** Hundredths of the overall score to gain. */
  gain: number
}

/** A scored intent. Texts by hash; scores in hundredths. */
export interface Evaluation extends Scored {
  /** Iterations completed before it. */
  iteration: number
  intent: string
  /** SHA-256 of the canonical form. */
  hash: string
  critique: string
  findings: number
  /** The first few findings that lower the score; absent in runs of earlier versions. */
  hard?: { id: string; pointer: string; place?: string; change: string }[]
  /** Dismissed by a person before this run. */
  dismissed?: { id: string; reason: string; by: string }[]
  /** The score's inputs: intent, dismissals and critic version. */
  input?: string
  advice: Advice[]
  phrase: string
  /** The ledger of the requirements' lines, and what they leave open; absent in runs of earlier versions. */
  ledger?: LedgerCount
  questions?: Question[]
}

export interface Preview {
  object: string
  /** Of the intent it was rendered from. */
  hash: string
  renderer: 'builtin' | 'stitch'
  note: string | null
  /** The first differences from the last rejected design, in words. */
  changes?: string[]
}

export interface Edit {
  object: string
  /** Null for an invalid intent: then `problem` says why. */
  hash: string | null
  critique: string | null
  problem: string | null
}

export interface Approval {
  by: string
  /** `unattested`: it came from elsewhere, and nothing here shows that anyone approved. */
  assurance: Assurance
  at: number
  signature: string | null
  /** FROZEN.md as it will be written, by hash, once it is made. */
  marker: string | null
  head: string | null
}

interface Violation {
  file: string
  expected: string
  actual: string
  at: number
}

export type HistoryEntry = { at: number } & (
  | { from: StateName; to: StateName; reason: string; because: string; by?: string }
  | { choice: string; by: string; assurance: string; text?: string }
)

export interface DesignState {
  input: { featureId: string; folder: string }
  state: StateName
  /** The number of this run in the feature's life, from 1. */
  run: number
  settings: Settings
  /** A start that was requested but hasn't begun: what is still to be read. */
  starting: { frozen: boolean; sources: boolean } | null
  /** The requirement statements (JSON, by hash), and how many of a person's remarks they include. */
  sources: { object: string; heard: number } | null
  /** Iterations completed in this run. */
  iteration: number
  /** Made but not yet fully scored. */
  made: { intent: string; hash: string; dimensions: Scores; ledger?: LedgerCount } | null
  refused: Refused | null
  evaluation: Evaluation | null
  best: { evaluation: Evaluation; preview: Preview | null } | null
  /** The base of the next intent; unscored if a person changed or rejected it, so that any successor replaces it. */
  base: { intent: string; critique: string; scored: Scored | null } | null
  /** The content of the design folder. */
  shown: { intent: string | null; intentHash: string | null; critique: string | null; critiqueHash: string | null; preview: Preview | null }
  edited: Edit | null
  scoreHistory: [iteration: number, score: number][]
  /** Findings a person has dismissed over the feature's life, and those that this run counts; absent in runs of earlier versions. */
  dismissals?: Dismissal[]
  counted?: Dismissal[]
  /** Input hash and resulting score of every evaluation of this run. */
  scored: Record<string, number>
  /** No progress: the score before the streak, where it was reached, and how many in a row didn't leave it. */
  streak: { score: number | null; from: number; count: number }
  /** What a person said when rejecting, oldest first. */
  feedback: string[]
  /** The same sentence by sentence, one list per rejection; absent in runs of earlier versions. */
  heard?: Heard[][]
  /** The last rejected design, and who rejected it; absent before, and in runs of earlier versions. */
  rejection?: { intent: string; by: string } | null
  /** The Design Critic's recorded verdicts, under the name that saved states have for them. */
  ledger: Verdicts
  approval: Approval | null
  /** How often the gate was answered, so that each question is unique. */
  answers: number
  frozen: { checksum: string; marker: string; preview: string; at: number } | null
  failure: { reason: string; because: string } | null
  abort: { reason: string; by: string; at: number } | null
  violation: Violation | null
  warnings: string[]
  /** By this run alone. */
  spent: Spending
  history: HistoryEntry[]
  createdAt: number
  /** When state last changed; merely reading doesn't count. */
  changedAt: number
}

/** Also the name of its folder, so it must not lead elsewhere. */
export const featurePattern = /^(?=.{1,60}$)[a-z0-9]+(?:-[a-z0-9]+)*$/
