// What a sprint run knows: the fold of its events, all JSON.
import type { Judgement } from '../../agents/judge/judge.ts'
import type { Budget, Spending } from '../../kernel/budget.ts'
import type { Told } from '../../learning/told.ts'
import type { Contract } from './contract.ts'
import type { Criterion, Material } from './criteria.ts'
import type { Decision } from './decide.ts'
import type { Anchor, Dimension } from './dimensions.ts'
import type { Guard } from './leniency.ts'
import type { Harness, Parameters } from './parameters.ts'
import type { CountedVerdict, Scorecard } from './scorecard.ts'

/** Everything a run starts from; it gets no other input. */
export interface SprintInput {
  runId: string
  name: string
  brief: { path: string; object: string }
  material: Material
  parameters: Parameters
  harness: Harness
  /** Whether each iteration begins with a contract. */
  contract: boolean
  /** The page's folder below the project, whose text files are the artifact; null if the page is a URL. */
  folder: string | null
  /** Whether there is a builder; otherwise the run rests until the page on disk changes. */
  builder: boolean
  /** Whether a judge is configured, which may lower Design Quality and Originality. */
  judge: boolean
  budget: Budget
  /** The origin of values that aren't defaults. */
  overrides: Record<string, string>
  /** Files are numbered from here, so that earlier runs keep theirs. */
  firstNumber: number
  /** The project's earlier sprint runs. */
  runsBefore: number
  /** Lessons for the builder. */
  told?: Told
  /** The command that serves the page at its URL, run in a copy with the build. */
  start?: string
  /** The brand's own rules. */
  brand?: string
  /** Earlier entries of the calibration log, which are kept. */
  calibratedBefore?: object[]
}

/** What the browser saw beyond the verdicts. Times vary and decide nothing. */
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
  /** Rounds of the current negotiation. */
  round: number
  sealed: string | null
  dropped: string[]
  guidance: string[]
  priority: Dimension
  artifact: string | null
  /** The page as found, not built in this run. */
  given: string | null
  /** The builder's text beside the files. */
  notes: string
  verdicts: Record<string, CountedVerdict> | null
  seen: PageSeen | null
  /** The second, independent evaluation of the same build. */
  again: Record<string, CountedVerdict> | null
  judgements: Record<string, Judgement>
  evaluation: Evaluation | null
  best: Evaluation | null
  scores: { iteration: number; score: number }[]
  /** Each criterion's highest score so far. */
  passedBefore: string[]
  standing: Record<string, Anchor>
  calibration: { run: string; iteration: number; first: number; second: number; divergence: number; warning: boolean }[]
  /** The mean final score of this user's other runs, in basis points. */
  baseline: { mean: number; runs: number } | null
  /** Iteration of a person's last answer; 0 if none. */
  answered: number
  question: Decision | null
  attempts: Record<string, { count: number; problem: string }>
  spending: Spending
  /** Its score has been stored for other runs. */
  recorded: boolean
  stop: { reason: string; because: string; by?: string } | null
  createdAt: number
  updatedAt: number
}
