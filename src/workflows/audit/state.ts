// What an audit run knows: the fold of its events. The session's files stay on disk and are read again before each plan.
import type { Budget, Spending } from '../../kernel/budget.ts'
import type { SlotText } from '../../kernel/task.ts'
import type { SessionChange } from './session-view.ts'
import type { Decision, Thresholds } from './decide.ts'
import type { Escalation, EscalationChoice } from './escalate.ts'
import type { Step } from './machine.ts'
import type { Signal } from './score.ts'

/** assess: decide, write, end. gate: also wait for a person on escalations. run: also have the tasks done, wave by wave. */
export type Mode = 'assess' | 'gate' | 'run'

export const roles = ['researcher', 'designer', 'reviewer', 'implementer'] as const
export type Role = (typeof roles)[number]

/** Defaults, unless a flag or the configuration differs. */
export const defaults = { concurrency: 3 } as const

/** Everything a run starts from; it gets no other input. */
export interface AuditInput {
  runId: string
  name: string
  /** The session folder, as the project sees it. */
  session: string
  mode: Mode
  /** Only this audit is decided. */
  audit: string | null
  thresholds: Thresholds
  /** Maximum tasks in parallel. */
  concurrency: number
  /** Seconds; near the end, partial results are reported. */
  timeLimit: number | null
  /** Calls, tokens and money; absent without limits. */
  budget?: Budget
  /** Minimum assurance of a force-approve. */
  approval: 'attended' | 'signed'
  /** Tasks that failed or were skipped before are retried. */
  retry: boolean
  /** What people approved in earlier runs of this session. */
  approved: Approved[]
}

/** An approval covers what was seen when it was given: another signal, score or report needs another. */
export interface Approved {
  auditId: string
  basis: string
  by: string
  run: string
}

export interface PlannedTask {
  id: string
  role: Role
  slots: Record<string, string | SlotText>
}

/** A task's result until it is written to tasks.csv. */
export interface TaskResult {
  id: string
  role: Role
  /** Empty if it was done. */
  error: string
  summary: string
  artifacts: { path: string; object: string }[]
  audit: { score: string; signal: Signal | '' } | null
}

export interface Settled extends Pick<Decision, 'auditId' | 'iteration' | 'rounds' | 'signal' | 'score' | 'partial'> {
  basis: string
  decision: Decision['decision'] | 'APPROVED'
  findings: number
  created: string[]
  ready: string[]
  report: { path: string; object: string } | null
  /** Who approved it despite its findings. */
  approvedBy: string | null
  /** The write that puts it on disk: until then it may have to be decided again. */
  write: number
}

export interface OpenEscalation {
  decision: Decision
  basis: string
  escalation: Escalation
  report: { path: string; object: string }
  write: number
}

export interface Said {
  auditId: string
  choice: EscalationChoice
  by: string
  assurance: string
  reason: string
}

export interface Missing {
  auditId: string
  missing: string[]
  request: string
}

/** Why the session was read: to record results, to carry out a person's answer, or to decide and continue. */
export type Purpose = 'results' | 'answer' | 'decisions'

export type Write = Omit<SessionChange, 'session'>

/** The number of replies, of consecutive wrong ones, and the last error. */
export interface Tries {
  id: string
  count: number
  wrong: number
  problem: string | null
}

export interface Counts {
  pending: number
  completed: number
  failed: number
  skipped: number
}

export interface Ending {
  reason: string
  because: string
  status: 'completed' | 'stopped' | 'failed'
  passed: boolean
  /** The person who stopped it. */
  by?: string
}

export interface AuditState {
  input: AuditInput
  step: Step
  reads: number
  writes: number
  waves: number
  /** The current wave: tasks still running. */
  queue: PlannedTask[]
  /** Done but not yet in tasks.csv, by id. */
  results: TaskResult[]
  /** Whether this wave has a designer: only then may design artifacts change. */
  designing: boolean
  /** Hashes of the design artifacts when the wave began. */
  design: Record<string, string> | null
  tries: Tries[]
  /** Tasks without a maker: they stay pending, and the run ends after its wave. */
  unmade: { id: string; problem: string }[]
  settled: Settled[]
  missing: Missing[]
  /** Audits reset because their results were missing: once each. */
  rerun: { auditId: string; write: number }[]
  waiting: OpenEscalation[]
  said: Said | null
  /** Re-audits that wait for a person's fix. */
  fixing: { auditId: string; reAudit: string }[]
  purpose: Purpose
  write: Write | null
  conflict: { hint: string[]; count: number } | null
  timeUp: boolean
  /** Why no further wave begins, once a budget is exhausted. */
  budgetUp: string | null
  spent: Spending
  counts: Counts
  notes: string[]
  ending: Ending | null
  /** Milliseconds spent in tasks, and since when some are running. */
  worked: number
  workingSince: number | null
  createdAt: number
  updatedAt: number
}

/** Time after which nothing new begins: a tenth of the limit is reserved for reporting. */
export function secondsLeft({ input, worked }: AuditState): number | null {
  return input.timeLimit === null ? null : Math.max(0, input.timeLimit * 0.9 - worked / 1000)
}
