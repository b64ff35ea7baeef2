// What an audit run knows: the fold of its events. The session's files stay on disk and are read again before each plan.
import type { Budget, Spending } from '../../agents/budget.ts'
import type { SlotText } from '../../kernel/task.ts'
import type { SessionChange } from '../../schema/session.ts'
import type { Decision, Thresholds } from './decide.ts'
import type { Escalation, EscalationChoice } from './escalate.ts'
import type { Step } from './machine.ts'
import type { Signal } from './score.ts'

/** assess: decide, write, end. gate: also wait for a person's word on what escalates. run: also have the tasks done, wave by wave. */
export type Mode = 'assess' | 'gate' | 'run'

export const roles = ['researcher', 'designer', 'reviewer', 'implementer'] as const
export type Role = (typeof roles)[number]

/** Where neither a flag nor the configuration says otherwise. */
export const defaults = { concurrency: 3 } as const

/** Everything a run is started from. Nothing else reaches it. */
export interface AuditInput {
  runId: string
  name: string
  /** The session folder, as the project sees it. */
  session: string
  mode: Mode
  /** Only this audit is decided. */
  audit: string | null
  thresholds: Thresholds
  /** Tasks at work at once. */
  concurrency: number
  /** Seconds; near its end what is known is put out, marked partial. */
  timeLimit: number | null
  /** Calls, tokens and money; left out where nothing limits the run. */
  budget?: Budget
  /** Least assurance of a force-approve. */
  approval: 'attended' | 'signed'
  /** Tasks that failed or were skipped before are tried again. */
  retry: boolean
  /** What persons approved in earlier runs of this session. */
  approved: Approved[]
}

/** An approval holds for what was seen when it was given: another signal, score or report needs another. */
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

/** What came of a task, until it stands in tasks.csv. */
export interface TaskResult {
  id: string
  role: Role
  /** Empty when it was done. */
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
  /** Who approved it in spite of its findings. */
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

/** Why the session was read: to take up what tasks came to, to carry out a person's answer, or to decide and go on. */
export type Purpose = 'results' | 'answer' | 'decisions'

export type Write = Omit<SessionChange, 'session'>

/** How often a task was answered, how often in a row wrongly, and what was wrong last. */
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
  /** The wave at work: tasks that are still out. */
  queue: PlannedTask[]
  /** Done and not yet in tasks.csv, by id. */
  results: TaskResult[]
  /** Whether a designer was at work in this wave: only then may design artifacts change. */
  designing: boolean
  /** Hashes of the design artifacts when the wave began. */
  design: Record<string, string> | null
  tries: Tries[]
  /** Tasks that nobody is there for: they stay pending, and the run ends after its wave. */
  unmade: { id: string; problem: string }[]
  settled: Settled[]
  missing: Missing[]
  /** Audits set back because their results were missing: once each. */
  rerun: { auditId: string; write: number }[]
  waiting: OpenEscalation[]
  said: Said | null
  /** Re-audits that wait until a person has fixed the design. */
  fixing: { auditId: string; reAudit: string }[]
  purpose: Purpose
  write: Write | null
  conflict: { hint: string[]; count: number } | null
  timeUp: boolean
  /** Why no other wave is begun, once a budget is used up. */
  budgetUp: string | null
  spent: Spending
  counts: Counts
  notes: string[]
  ending: Ending | null
  /** Milliseconds in which tasks were at work, and since when they are. */
  worked: number
  workingSince: number | null
  createdAt: number
  updatedAt: number
}

/** Time after which nothing new is begun: a tenth of the limit is kept for putting out what is known. */
export function secondsLeft({ input, worked }: AuditState): number | null {
  return input.timeLimit === null ? null : Math.max(0, input.timeLimit * 0.9 - worked / 1000)
}
