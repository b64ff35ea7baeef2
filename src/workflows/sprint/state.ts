// What a sprint run knows: the fold of its events, JSON through and through.
import type { Judgement } from '../../agents/judge/judge.ts'
import type { Budget, Spending } from '../../agents/budget.ts'
import type { Told } from '../../learning/told.ts'
import type { Contract } from './contract.ts'
import type { Criterion, Material } from './criteria.ts'
import type { Decision } from './decide.ts'
import type { Anchor, Dimension } from './dimensions.ts'
import type { Guard } from './leniency.ts'
import type { Harness, Parameters } from './parameters.ts'
import type { CountedVerdict, Scorecard } from './scorecard.ts'

/** Everything a run is started from. Nothing else reaches it. */
export interface SprintInput {
  runId: string
  name: string
  brief: { path: string; object: string }
  material: Material
  parameters: Parameters
  harness: Harness
  /** Whether each iteration begins with a contract. */
  contract: boolean
  /** Folder of the page below the project, whose text files are the artifact; null where the page is an address. */
  folder: string | null
  /** Whether somebody builds; otherwise the run rests until the page on disk changes. */
  builder: boolean
  /** A judge is configured: it may lower Design Quality and Originality. */
  judge: boolean
  budget: Budget
  /** Where values other than the defaults came from. */
  overrides: Record<string, string>
  /** Files are numbered from here: earlier runs keep theirs. */
  firstNumber: number
  /** How many sprint runs this project had before. */
  runsBefore: number
  /** What lessons say to the builder. */
  told?: Told
  /** The command that serves the page at its address, run in a copy that holds the build. */
  start?: string
  /** What the brand says of itself. */
  brand?: string
  /** What the calibration log held before: its entries stay. */
  calibratedBefore?: object[]
}

/** How the browser saw the page: what outlives the verdicts. Times differ each time and decide nothing. */
export interface PageSeen {
  by: 'browser' | 'text'
  notes: string[]
  blocked: { url: string; type: string }[]
  /** SHA-256 of a PNG of the whole page, by view. */
  pictures: Record<string, string>
  times: { lcpMs: number | null; cls: number | null; measuredMs: number }
}

export type Step = 'READ' | 'CONTRACT' | 'BUILD' | 'EVALUATE'
export type Status = 'running' | 'passed' | 'accepted_as_is' | 'force_passed' | 'stopped' | 'failed'

export interface Evaluation {
  iteration: number
  number: number
  artifact: string
  card: Scorecard
  decision: Decision
  guards: Guard[]
  seen: PageSeen | null
}

export interface SprintState {
  input: Omit<SprintInput, 'parameters'>
  parameters: Parameters
  status: Status
  iteration: number
  step: Step
  criteria: Criterion[]
  pageRead: boolean
  baselineRead: boolean
  contract: Contract | null
  /** Every sealed contract and every evaluation of the run: their files stay. */
  contracts: Contract[]
  evaluations: Evaluation[]
  /** Rounds of the negotiation under way. */
  round: number
  sealed: string | null
  dropped: string[]
  guidance: string[]
  priority: Dimension
  artifact: string | null
  /** The page as it lay there, made by nobody here. */
  given: string | null
  /** What the builder said beside the files. */
  notes: string
  verdicts: Record<string, CountedVerdict> | null
  seen: PageSeen | null
  /** The second, independent evaluation of the same build. */
  again: Record<string, CountedVerdict> | null
  judgements: Record<string, Judgement>
  evaluation: Evaluation | null
  best: Evaluation | null
  scores: { iteration: number; score: number }[]
  /** The highest score each criterion had so far. */
  passedBefore: string[]
  standing: Record<string, Anchor>
  calibration: { run: string; iteration: number; first: number; second: number; divergence: number; warning: boolean }[]
  /** Mean of what other sprints of this person ended with, in basis points. */
  baseline: { mean: number; runs: number } | null
  /** Iteration in which a person last answered; 0 before. */
  answered: number
  question: Decision | null
  attempts: Record<string, { count: number; problem: string }>
  spending: Spending
  /** Its score is where other sprints find it. */
  recorded: boolean
  stop: { reason: string; because: string; by?: string } | null
  createdAt: number
  updatedAt: number
}
