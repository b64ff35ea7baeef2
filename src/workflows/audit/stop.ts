// Why an audit run ends: checked when nothing is left to do or to ask; the first that holds gives the reason.
import type { StopRule } from '../../kernel/stop.ts'
import { someOf } from './some-of.ts'
import type { AuditState, Ending } from './state.ts'

type Holds = StopRule<AuditState>['holds']

/** In this order. */
const reasons = {
  time_limit: ({ timeUp, input }) => (timeUp ? `the time limit of ${input.timeLimit} s is near; what is known was put out` : null),
  budget_exceeded: ({ budgetUp }) => budgetUp,
  no_maker: ({ unmade }) => unmade[0]?.problem ?? null,
  partial: single((state) => settled(state, ({ partial }) => partial !== null, ['could', 'could'], 'be decided in part only')),
  escalated: ({ input, waiting }) =>
    input.mode === 'assess'
      ? said(
          waiting.map(({ decision }) => decision.auditId),
          ['needs', 'need'],
          "a person's decision",
        )
      : null,
  missing: single(
    ({ missing }) =>
      someOf(
        missing.flatMap((each) => each.missing),
        { between: '; ' },
      ) || null,
  ),
  manual_fix: single(({ fixing }) =>
    said(
      fixing.map(({ reAudit }) => reAudit),
      ['audits', 'audit'],
      'the design again once a person has fixed it',
    ),
  ),
  revision: single((state) => settled(state, ({ decision }) => decision === 'REVISION', ['needs', 'need'], 'a fix')),
  tasks_failed: ({ counts, input }) =>
    input.mode === 'run' && counts.failed + counts.skipped > 0
      ? `${counts.failed} failed, ${counts.skipped} skipped; nothing else can run`
      : null,
  blocked: ({ counts, input }) =>
    input.mode === 'run' && counts.pending > 0
      ? `${counts.pending} ${counts.pending === 1 ? 'task is' : 'tasks are'} pending and can never start: ${counts.pending === 1 ? 'it waits' : 'they wait'} for an audit that didn't pass or a task that doesn't exist`
      : null,
  force_approved: (state) =>
    settled(state, ({ decision }) => decision === 'APPROVED', ['was', 'were'], 'approved by a person in spite of open findings'),
  converged: ({ input, settled: all }) =>
    input.mode === 'run' ? 'every task is completed and every audit passed' : `${someOf(all.map(({ auditId }) => auditId))} converged`,
} satisfies Record<string, Holds>

export const stopRules: readonly StopRule<AuditState>[] = Object.entries(reasons).map(([reason, holds]) => ({ reason, holds }))

export function endingFor(reason: string, because: string): Ending {
  const completed = reason === 'converged' || reason === 'force_approved'
  return {
    reason,
    because,
    status: completed ? 'completed' : reason === 'tasks_failed' || reason === 'blocked' || reason === 'invalid' ? 'failed' : 'stopped',
    passed: reason === 'converged',
  }
}

export const abortedBy = (by: string, reason: string): Ending =>
  endingFor('aborted', `${by} aborted the pipeline${reason === '' ? '' : `: ${reason}`}; every task is kept`)

/** Only what the audits say now, not the whole pipeline. */
function single(holds: Holds): Holds {
  return (state) => (state.input.mode === 'run' ? null : holds(state))
}

function settled(
  { settled: all }: AuditState,
  is: (each: AuditState['settled'][number]) => boolean,
  verb: Verb,
  what: string,
): string | null {
  return said(
    all.filter(is).map(({ auditId }) => auditId),
    verb,
    what,
  )
}

/** Singular and plural. */
type Verb = readonly [string, string]

function said(ids: readonly string[], [one, several]: Verb, what: string): string | null {
  return ids.length === 0 ? null : `${someOf(ids)} ${ids.length === 1 ? one : several} ${what}`
}
