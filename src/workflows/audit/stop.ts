// Why an audit run ends: looked at whenever nothing is left to do or to ask, the first that holds gives the reason.
import type { StopRule } from '../../kernel/stop.ts'
import { someOf } from '../../lib/some-of.ts'
import type { AuditState, Ending } from './state.ts'

export const stopRules: readonly StopRule<AuditState>[] = [
  {
    reason: 'time_limit',
    holds: ({ timeUp, input }) => (timeUp ? `the time limit of ${input.timeLimit} s is near; what is known was put out` : null),
  },
  { reason: 'budget_exceeded', holds: ({ budgetUp }) => budgetUp },
  { reason: 'no_maker', holds: ({ unmade }) => unmade[0]?.problem ?? null },
  {
    reason: 'partial',
    holds: (state) =>
      single(state) ? some(state, ({ partial }) => partial !== null, ['could', 'could'], 'be decided in part only') : null,
  },
  {
    reason: 'escalated',
    holds: ({ input, waiting }) =>
      input.mode === 'assess' && waiting.length > 0
        ? said(
            waiting.map(({ decision }) => decision.auditId),
            ['needs', 'need'],
            "a person's decision",
          )
        : null,
  },
  {
    reason: 'missing',
    holds: (state) =>
      single(state) && state.missing.length > 0
        ? someOf(
            state.missing.flatMap(({ missing }) => missing),
            { between: '; ' },
          )
        : null,
  },
  {
    reason: 'manual_fix',
    holds: (state) =>
      single(state) && state.fixing.length > 0
        ? said(
            state.fixing.map(({ reAudit }) => reAudit),
            ['audits', 'audit'],
            'the design again once a person has fixed it',
          )
        : null,
  },
  {
    reason: 'revision',
    holds: (state) => (single(state) ? some(state, ({ decision }) => decision === 'REVISION', ['needs', 'need'], 'a fix') : null),
  },
  {
    reason: 'tasks_failed',
    holds: ({ counts, input }) =>
      input.mode === 'run' && counts.failed + counts.skipped > 0
        ? `${counts.failed} failed, ${counts.skipped} skipped; nothing else can run`
        : null,
  },
  {
    reason: 'blocked',
    holds: ({ counts, input }) =>
      input.mode === 'run' && counts.pending > 0
        ? `${counts.pending} ${counts.pending === 1 ? 'task is' : 'tasks are'} pending and can never start: ${counts.pending === 1 ? 'it waits' : 'they wait'} for an audit that was not passed or for a task that is not there`
        : null,
  },
  {
    reason: 'force_approved',
    holds: (state) =>
      some(state, ({ decision }) => decision === 'APPROVED', ['was', 'were'], 'approved by a person in spite of open findings'),
  },
  {
    reason: 'converged',
    holds: ({ input, settled }) =>
      input.mode === 'run'
        ? 'every task is completed and every audit passed'
        : `${someOf(settled.map(({ auditId }) => auditId))} converged`,
  },
]

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

/** Not the whole pipeline: only what the audits say now. */
const single = ({ input }: AuditState) => input.mode !== 'run'

function some({ settled }: AuditState, is: (each: AuditState['settled'][number]) => boolean, verb: Verb, what: string): string | null {
  const found = settled.filter(is).map(({ auditId }) => auditId)
  return found.length === 0 ? null : said(found, verb, what)
}

/** For one, for several. */
type Verb = readonly [string, string]

const said = (ids: readonly string[], [one, several]: Verb, what: string) => `${someOf(ids)} ${ids.length === 1 ? one : several} ${what}`
