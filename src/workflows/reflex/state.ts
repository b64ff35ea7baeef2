// What a reflex run knows: the fold of its events, all JSON.
import type { Budget, BudgetKind } from '../../kernel/budget.ts'
import type { Judgement } from '../../agents/judge/judge.ts'
import type { Usage } from '../../kernel/task.ts'
import type { TaskType } from './templates/templates.ts'
import type { ArtifactKind } from '../../schema/artifact.ts'
import type { Rule, Severity } from '../../schema/rule.ts'
import type { Finding, Outcome, Verdict } from '../../schema/verdict.ts'
import type { Forecasts } from '../../learning/forecasts.ts'
import type { Told } from '../../learning/told.ts'

export type Level = 'A' | 'B'
export type Status = 'draft' | 'running' | 'completed' | 'stopped' | 'failed'

export interface Criteria {
  name: string
  version: number
  phase: Record<Level, { threshold: number; active_levels: Level[] }>
  rules: Rule[]
}

/** Everything a run starts from; it gets no other input. */
export interface ReflexInput {
  runId: string
  alias: string
  /** The loop's folder, relative to the project. */
  folder: string
  prompt: string
  idealResult: string
  type: TaskType
  /** The artifact's kind; early runs made markdown. */
  kind?: ArtifactKind
  /** The target file, relative to the project. */
  target?: string
  /** SHA-256 of the target's content at the start, which may be replaced. */
  replaces?: string
  criteria: Criteria
  maxIterations: number
  steps: 'short' | 'every'
  budget: Budget
  allowCommands: boolean
  /** Whether a judge is configured, so judged rules can be decided. */
  judge: boolean
  /** Who decides rules in words: a judge, or reviewed checks of the maker. Absent: nobody. */
  sentencesBy?: 'judge' | 'maker'
  /** If passports are required: hashes of rubrics whose judges have one. Other judges only advise. */
  passported: string[] | null
  /** Set if a criteria file served as both confirmations. */
  confirmedBy?: { file: string; sha256: string }
  /** Lessons for its maker. */
  told?: Told
  /** The initial artifact (`new --from`). */
  from?: string
  /** Additional content of another tool's files, which we must preserve. */
  extra?: { run: Record<string, unknown>; pointer: Record<string, unknown> }
  imported?: Imported
}

interface Imported {
  historyLines: string[]
  state: Partial<ReflexState>
}

export type Step = 'PLAN' | 'PRODUCE_PREPARE' | 'PREPARE' | 'EVALUATE' | 'CRITIQUE' | 'REFINE'

export interface PreparedCheck {
  rule_id: string
  type: 'executable' | 'content'
  command?: string
  search?: string
  expected: string
  /** A text that breaks the rule, planted by the probe of a forbidding check. */
  example?: string
}

export interface Prepared {
  level: Level
  checks: PreparedCheck[]
  /** The texts that each check must be tried on before it counts, by hash; empty without checks. */
  probes?: string[]
  /** The results by probe: one outcome per check. */
  tried?: Record<string, Outcome[]>
}

export interface RuleResult {
  id: string
  severity: Severity
  verdict: Outcome
  details: string
  hidden?: true
  /** Where it fails: what was seen. */
  evidence?: Finding[]
  /** Lines addressing the judge, in passages that its judge quoted. */
  addressed?: number[]
  /** Its check was written by the work's maker. */
  writtenByMaker?: true
}

export interface Evaluation {
  iteration: number
  level: Level
  artifact: string
  /** Basis points. */
  score: number
  passed: boolean
  blockers: string[]
  results: RuleResult[]
  /** Rules that passed in an earlier evaluation and fail in this one. */
  regressions?: string[]
  /** The iteration in which this same artifact was judged before. */
  sameAs?: number
}

export interface Issue {
  rule_id: string
  problem: string
  fix_instruction: string
  expected_effect: string
}

export interface ReflexState {
  input: Omit<ReflexInput, 'criteria' | 'maxIterations' | 'imported'>
  status: Status
  /** Was confirmed and started: from then on it has a folder. */
  begun: boolean
  confirmed: { criteria: boolean; iterations: boolean }
  criteria: Criteria
  maxIterations: number
  /** Project notes for the prompts, once read. */
  context: { read: boolean; object: string | null }
  /** What each visible rule's check demands, in words; null until requested. */
  demands: Record<string, string> | null
  iteration: number
  level: Level
  step: Step
  plan: string[]
  prepared: Prepared | null
  /** A person's decision about checks written by the maker. */
  makerChecks: {
    /** Checks that count, as text. */
    confirmed: string[]
    /** Rules left without one. */
    refused: string[]
    /** How often others were requested, and what was wrong with the previous ones. */
    again: number
    why: string[]
  }
  artifact: string | null
  /** What looks like a key, in artifacts that contain any. */
  keys: Record<string, string[]>
  /** The iteration of PRODUCE's last reply. */
  produced: number
  /** Hand edits adopted so far: requests after an edit are new, though the step is the same. */
  edits: number
  /** The sections that changed last, for the summary. */
  changed: string[]
  /** Verdicts of the current evaluation. */
  verdicts: Record<string, Verdict> | null
  /** Its judges' replies, by task key. */
  judgements: Record<string, Judgement>
  /** Doubtful verdicts that a person has reviewed, by the key of their judging: whether they hold. */
  looked: Record<string, boolean>
  evaluation: Evaluation | null
  best: Evaluation | null
  /** Level and artifact of every evaluation, with its iteration. */
  judgedBefore: Record<string, number>
  /** The last iteration in which each rule passed. */
  held: Record<string, number>
  /** How critiques' forecasts came out, by author. */
  forecasts: Record<string, Forecasts>
  /** The author of the critique that the next evaluation answers. */
  critic: string | null
  critique: Issue[] | null
  lastScore: number
  stagnation: number
  /** The next evaluation has nothing comparable before it. */
  freshBaseline: boolean
  /** Invalid replies to the current step's tasks: how many, and the last one's fault. */
  attempts: Record<string, { count: number; problem: string }>
  recent: string[]
  usage: Usage & { unpriced: number }
  time: { completedMs: number; open: number; longestMs: number; startedAt: number | null }
  /** A person's stop request that arrived while a reply was awaited. */
  wish: { reason: string; by: string } | null
  /** `left`: the artifact in progress, if the delivered one differs. */
  stop: { reason: string; because: string; passed: boolean; overrun?: Overrun; left?: string } | null
  createdAt: number
  updatedAt: number
}

/** By how much a budget was exceeded, and where. */
export interface Overrun {
  budget: BudgetKind
  completed: number
  limit: number
  overshoot: number
  last_completed_step: Step
}
