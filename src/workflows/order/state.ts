// What an order knows: the fold of its events, JSON through and through.
import type { Budget, Spending } from '../../agents/budget.ts'
import type { Told } from '../../learning/told.ts'
import type { Trying } from '../../learning/thresholds.ts'
import type { Acceptance } from '../../rules/measure/acceptance.ts'
import type { Metrics, Spot } from '../../rules/measure/metrics.ts'
import type { CompileError, TestCounts } from '../../rules/measure/read-output.ts'
import type { Estimate, Proposer } from './estimate.ts'

/** One order of a spec. */
export interface OrderItem {
  title: string
  task: string
  type: string
}

/** Everything a run is started from. Nothing else reaches it. */
export interface OrderInput {
  runId: string
  name: string
  task: string
  /** What is expected: code, tests, docs … Orders of one type are compared with each other. */
  type: string
  /** A spec to be split into orders, each a run of its own. */
  spec: { path: string; object: string } | null
  /** The orders of a spec that lists them itself. */
  items: OrderItem[] | null
  /** The project's folder. */
  repo: string
  /** What the work starts from: HEAD, or the branch of the order before. */
  base: string
  proposers: Proposer[]
  /** Experiments with their thresholds; left out where there are none. */
  trying?: Trying
  /** How often compiler errors go back to the maker. */
  cycles: number
  sanitizer: boolean
  pullRequest: boolean
  budget?: Budget
  /** The person let the repository's commands run for this order, without trusting them for good. */
  allowCommands: boolean
}

/** What the tasks of an order are told, each as far as it needs it. */
export interface Given {
  run: string
  repo: string
  base: string
  task: string
  /** Whether the person let its commands run for this order. */
  allowed: boolean
  cycle: number
  tree: string
  commit: string
  branch: string
  /** When the order began; the commit's date. */
  at: number
  /** The maker's, as an object. */
  reply: string
  sanitizer: boolean
  watched: Record<string, string>
  /** Who answered. */
  maker?: string
}

export type Step = 'SURVEY' | 'SPLIT' | 'CHILDREN' | 'CODE' | 'REFINE' | 'COMMIT' | 'ACCEPT' | 'CLOSE'
export type Status = 'running' | 'completed' | 'needs_review' | 'needs_rework' | 'stopped'

export interface Survey {
  commit: string
  tree: string
  /** Its working copy, outside the checkout. */
  place: string
  folder: string
  notes: string[]
  files: number
  commands: { build: string | null; test: string | null; lint: string | null; compile: string | null }
}

export interface Changed {
  path: string
  status: string
  added: number
  deleted: number
}

export interface Correction {
  name: string
  file: string
  before: number
  after: number
  kept: boolean
}

export interface Refined {
  cycle: number
  tree: string
  changed: Changed[]
  /** What the maker did that it may not: links, nested repositories, writes beside its working copy. */
  violations: string[]
  initial: CompileError[]
  corrections: Correction[]
  errors: CompileError[]
}

export interface Accepted {
  metrics: Metrics
  spots: Spot[]
  tampering: { path: string; message: string; quote?: string; line?: number }[]
  tests: { before: TestCounts | null; after: TestCounts | null }
}

export interface ChildResult {
  item: OrderItem
  run: string
  status: string
  reason: string
}

export interface OrderState {
  input: OrderInput
  status: Status
  step: Step
  survey: Survey | null
  context: string | null
  items: OrderItem[] | null
  children: ChildResult[]
  estimate: Estimate | null
  proposer: Proposer | null
  told: Told | null
  opened: boolean
  /** What the maker must leave alone, as it was before the maker worked: path → fingerprint. */
  watched: Record<string, string>
  cycle: number
  reply: string | null
  /** Who made it, as it calls itself. */
  maker: string | null
  refined: Refined[]
  commit: { commit: string; branch: string } | null
  pullRequest: string | null
  pullAsked: boolean
  accepted: Accepted | null
  acceptance: Acceptance | null
  bars: string[]
  attempts: Record<string, { count: number; problem: string }>
  spending: Spending
  /** What came of it; the run ends once the working copy is gone. */
  stop: { reason: string; because: string } | null
  closed: boolean
  createdAt: number
  updatedAt: number
}
