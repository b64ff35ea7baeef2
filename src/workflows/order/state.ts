// What an order knows: the fold of its events, all JSON.
import type { Budget, Spending } from '../../kernel/budget.ts'
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

/** Everything a run starts from; it gets no other input. */
export interface OrderInput {
  runId: string
  name: string
  task: string
  /** The expected output: code, tests, docs … Only orders of one type are compared. */
  type: string
  /** A spec to be split into orders, each its own run. */
  spec: { path: string; object: string } | null
  /** The orders of a spec that lists them. */
  items: OrderItem[] | null
  /** The project's folder. */
  repo: string
  /** The starting point: HEAD, or the previous order's branch. */
  base: string
  proposers: Proposer[]
  /** Experiments with their thresholds; absent if there are none. */
  trying?: Trying
  /** How often compiler errors go back to the maker. */
  cycles: number
  sanitizer: boolean
  pullRequest: boolean
  budget?: Budget
  /** The person allowed the repository's commands for this order, without trusting them permanently. */
  allowCommands: boolean
}

/** What an order's tasks are told, each as far as needed. */
export interface Given {
  run: string
  repo: string
  base: string
  task: string
  /** Whether the person allowed its commands for this order. */
  allowed: boolean
  cycle: number
  tree: string
  commit: string
  branch: string
  /** When the order began; the commit's date. */
  at: number
  /** The maker's reply, as an object. */
  reply: string
  sanitizer: boolean
  watched: Record<string, string>
  /** Who replied. */
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
  /** The maker's violations: links, nested repositories, writes outside its working copy. */
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
  /** What the maker must leave alone, as it was before: path → fingerprint. */
  watched: Record<string, string>
  cycle: number
  reply: string | null
  /** Its maker, by its own name. */
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
  /** Its outcome; the run ends once the working copy is removed. */
  stop: { reason: string; because: string } | null
  closed: boolean
  createdAt: number
  updatedAt: number
}
