// What a reflex run knows: the fold of its events, JSON through and through.
import type { Budget, BudgetKind } from '../../agents/budget.ts'
import type { Judgement } from '../../agents/judge/judge.ts'
import type { Usage } from '../../kernel/task.ts'
import type { TaskType } from '../../rules/templates/templates.ts'
import type { ArtifactKind } from '../../schema/artifact.ts'
import type { Rule, Severity } from '../../schema/rule.ts'
import type { Evidence, Outcome, Verdict } from '../../schema/verdict.ts'
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

/** Everything a run is started from. Nothing else reaches it. */
export interface ReflexInput {
  runId: string
  alias: string
  /** The loop's own folder, below the project. */
  folder: string
  prompt: string
  idealResult: string
  type: TaskType
  /** What kind of thing it makes; runs of earlier versions made markdown. */
  kind?: ArtifactKind
  /** The file it is to become, below the project. */
  target?: string
  /** SHA-256 of what was there at the start and may be replaced. */
  replaces?: string
  criteria: Criteria
  maxIterations: number
  steps: 'short' | 'every'
  budget: Budget
  allowCommands: boolean
  /** A judge is configured, so judged rules can be decided. */
  judge: boolean
  /** Who decides rules that are sentences: a judge, or checks that the maker writes and a person has seen. Left out: nobody. */
  sentencesBy?: 'judge' | 'maker'
  /** Where passports are required: hashes of the rubrics whose judges have one. The word of the others is advice. */
  passported: string[] | null
  /** Set when a criteria file stood for both confirmations. */
  confirmedBy?: { file: string; sha256: string }
  /** What lessons say to whoever makes it. */
  told?: Told
  /** The artifact to begin with (`new --from`). */
  from?: string
  /** What another tool's files held beside what we know: not ours to drop. */
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
  /** A text that breaks the rule: what its probe plants where the check forbids something. */
  example?: string
}

export interface Prepared {
  level: Level
  checks: PreparedCheck[]
  /** The texts that each check is tried on before it may count, by hash; none where there are no checks. */
  probes?: string[]
  /** What came of it, by probe: an outcome a check. */
  tried?: Record<string, Outcome[]>
}

export interface RuleResult {
  id: string
  severity: Severity
  verdict: Outcome
  details: string
  hidden?: true
  /** Where it does not hold: what was seen. */
  evidence?: Evidence[]
  /** Lines that speak to the judge, in passages that its judge quoted. */
  addressed?: number[]
  /** Its check was written by the maker of the work. */
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
  /** Rules that held in an earlier evaluation and fail in this one. */
  regressions?: string[]
  /** The iteration in which this very artifact was judged before. */
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
  /** Was confirmed and begun: from then on it has a folder. */
  begun: boolean
  confirmed: { criteria: boolean; iterations: boolean }
  criteria: Criteria
  maxIterations: number
  /** Project notes for the prompts, once observed. */
  context: { read: boolean; object: string | null }
  /** What each visible rule's check demands, in words; null until asked for. */
  demands: Record<string, string> | null
  iteration: number
  level: Level
  step: Step
  plan: string[]
  prepared: Prepared | null
  /** What a person said about checks that the maker wrote. */
  makerChecks: {
    /** Checks that count, as text. */
    confirmed: string[]
    /** Rules left without one. */
    refused: string[]
    /** How often others were asked for, and what was wrong with the ones before. */
    again: number
    why: string[]
  }
  artifact: string | null
  /** What looks like a key, in artifacts that hold any. */
  keys: Record<string, string[]>
  /** The iteration PRODUCE last answered in. */
  produced: number
  /** Hand edits adopted so far: what is asked after one is another request, though the step is the same. */
  edits: number
  /** The artifact's sections that moved last, for the summary. */
  changed: string[]
  /** Verdicts of the evaluation under way. */
  verdicts: Record<string, Verdict> | null
  /** What judges said in it, by task key. */
  judgements: Record<string, Judgement>
  /** Verdicts in doubt that a person has looked at, by the key of their judging: whether they hold. */
  looked: Record<string, boolean>
  evaluation: Evaluation | null
  best: Evaluation | null
  /** Level and artifact of every evaluation, with its iteration. */
  judgedBefore: Record<string, number>
  /** The last iteration in which each rule held. */
  held: Record<string, number>
  /** How the forecasts of critiques came out, by who made them. */
  forecasts: Record<string, Forecasts>
  /** Who wrote the critique that the next evaluation answers. */
  critic: string | null
  critique: Issue[] | null
  lastScore: number
  stagnation: number
  /** The next evaluation has nothing fair to be compared with. */
  freshBaseline: boolean
  /** Invalid outputs of tasks of the step under way: how many, and what was wrong with the last. */
  attempts: Record<string, { count: number; problem: string }>
  recent: string[]
  usage: Usage & { unpriced: number }
  time: { completedMs: number; open: number; longestMs: number; startedAt: number | null }
  /** A person's wish to stop that came while a reply was awaited. */
  wish: { reason: string; by: string } | null
  /** `left`: the artifact it was working on, where the one it delivers is another. */
  stop: { reason: string; because: string; passed: boolean; overrun?: Overrun; left?: string } | null
  createdAt: number
  updatedAt: number
}

/** By how much a budget was used up, and where that was seen. */
export interface Overrun {
  budget: BudgetKind
  completed: number
  limit: number
  overshoot: number
  last_completed_step: Step
}
