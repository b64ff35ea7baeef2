// What verbs for any run show of an audit run.
import { budgetShown, budgetWarnings } from '../../agents/budget.ts'
import { withoutSchema } from '../../agents/json-reply.ts'
import type { RunState } from '../../kernel/reduce.ts'
import { someOf } from './some-of.ts'
import { type Scored, scoreBars } from '../../report/look.ts'
import { spentLines } from '../../report/spending.ts'
import type { Event } from '../../schema/event.ts'
import { decisionLine, iso, scoreText } from './output.ts'
import { type Escalation, roundText } from './escalate.ts'
import type { AuditEvents, AuditFact, DecidedAudit } from './events.ts'
import type { AuditState, Settled } from './state.ts'

export function summary({ run, state, gate, outcome }: RunState<AuditState>) {
  const last = tellingAudit(state)
  return {
    run,
    workflow: 'audit',
    name: state.input.name,
    status: state.ending && outcome ? state.ending.status : 'running',
    iteration: roundOf(state),
    maxIterations: state.input.thresholds.rounds,
    phase: '',
    step: stepText(state),
    score: last?.score ? Number(last.score) : null,
    scale: 10,
    threshold: Number(state.input.thresholds.dimension),
    updatedAt: iso(state.updatedAt),
    waitsFor: outcome ? null : gate,
    reason: outcome?.reason ?? null,
    folder: state.input.session,
    stage: outcome ? ('ended' as const) : gate ? ('waiting' as const) : ('working' as const),
    budget: budgetShown(state.input.budget ?? {}, state.spent),
  }
}

/** The run's representative audit: the worst open one, else the last. */
function tellingAudit({ settled }: AuditState): Settled | undefined {
  const open = settled.filter(({ decision, created }) => {
    const isFollowed = settled.some((later) => created.includes(later.auditId))
    return decision !== 'CONVERGE' && decision !== 'APPROVED' && !isFollowed
  })
  return open.toSorted((a, b) => Number(a.score ?? 0) - Number(b.score ?? 0))[0] ?? settled.at(-1)
}

/** The iteration of the furthest chain: one more than what was decided once a follow-up task has started. */
function roundOf({ step, queue, tries, settled }: AuditState): number {
  const begun = new Set([...(step === 'WORK' ? queue : []), ...tries].map(({ id }) => id))
  return Math.max(1, ...settled.map(({ iteration, created }) => iteration + Number(created.some((id) => begun.has(id)))))
}

function stepText({ step, waves }: AuditState): string {
  return step === 'ASK' || step === 'CONFLICT' ? step.toLowerCase() : waves === 0 ? 'reading' : `wave ${waves}`
}

export const asked = ({ state: { input } }: RunState<AuditState>) => ({
  text: `Decide the audits of ${input.session}: converge, revise or escalate, at most ${input.thresholds.rounds} rounds a chain, every dimension at ${input.thresholds.dimension} of 10 or more.`,
})

/** The artifacts of such a run are its decisions, each stored as its report. */
export function artifacts({ type, data }: AuditFact): { hash: string; label: string }[] {
  if (type !== 'decided') return []
  return data.audits.map(({ decision, report }) => ({
    hash: report.object,
    label: `${decision.auditId}, iteration ${decision.iteration}: ${decision.decision}`,
  }))
}

/** The decision on the representative audit, matching its score. */
export function current({ state }: RunState<AuditState>): { path: string; sha256: string } | null {
  const report = tellingAudit(state)?.report ?? state.settled.findLast(({ report: each }) => each !== null)?.report
  return report ? { path: `${state.input.session}/${report.path}`, sha256: report.object } : null
}

const describers: { [N in keyof AuditEvents]?: (data: AuditEvents[N]) => string | null } = {
  session_read: ({ tasks, notes }) => `read ${tasks} tasks${notes.length > 0 ? `; ${notes.length} remarks, first: ${notes[0]}` : ''}`,
  decided: ({ audits }) => someOf(audits.map(decidedText), { between: '; ' }),
  approval_found: ({ auditId, by, run }) => `${auditId} was approved by ${by} in ${run}`,
  audit_missing: ({ missing, request, rerun }) => `${missing.join('; ')}. ${rerun ? 'It is run again.' : request}`,
  tasks_skipped: ({ skipped }) => `skipped ${someOf(skipped.map(({ id, reason }) => `${id} (${reason})`))}`,
  design_changed: ({ changed, blamed }) =>
    `error: ${someOf(changed.map(({ path }) => path))} changed while ${someOf(blamed)} ${blamed.length === 1 ? 'was' : 'were'} running; only a designer's task may change a design`,
  results_recorded: ({ results }) => someOf(resultLines(results), { between: '; ' }),
  answered: ({ auditId, choice, by, assurance, reason }) =>
    `${by} answered ${choice} to ${auditId} (${assurance})${reason === '' ? '' : `: ${reason}`}`,
  answer_applied: ({ actions, refusal }) => refusal ?? actions.join(' '),
  fixed_by_hand: ({ reAudit, by }) => `${by} fixed the design; ${reAudit} audits it again`,
  planned: ({ queue }) => (queue.length === 0 ? null : `wave of ${someOf(queue.map(({ id }) => id))}`),
  written: ({ paths }) => `wrote ${someOf(paths)}`,
  conflict_found: ({ hint }) => `conflict: ${hint.join('; ')}`,
  conflict_answered: ({ by }) => `${by} chose to read the session again`,
  task_again: ({ id, problem }) => `${id} is requested again: ${withoutSchema(problem)}`,
  task_unmade: ({ id, problem }) => `${id} stays pending: ${problem}`,
  time_up: ({ seconds }) => `the time limit of ${seconds} s is near`,
  budget_used_up: ({ because }) => because,
  ending: ({ reason, because }) => `ends: ${reason}, because ${because}`,
  halted: ({ reason, because }) => `ended: ${reason}, because ${because}`,
  stopped: ({ reason, because }) => `stopped: ${reason || 'user_stop'}, ${because}`,
}

export function describe(event: Event): string | null {
  const describer = Object.hasOwn(describers, event.type)
    ? (describers[event.type as keyof AuditEvents] as ((data: unknown) => string | null) | undefined)
    : undefined
  return describer ? describer(event.data) : null
}

const unspoken = new Set<string>([
  'session_read',
  'answered',
  'fixed_by_hand',
  'written',
  'conflict_answered',
  'ending',
  'halted',
  'stopped',
] satisfies (keyof AuditEvents)[])

/** Decisions, results and errors, one line each. */
export function live({ state }: RunState<AuditState>, events: readonly AuditFact[]): string[] {
  const replies = events.flatMap(({ type, data }) => (type === 'replied' ? [data] : []))
  const said = [...Map.groupBy(events, ({ type }) => type).values()].flatMap((same) => screenful(same.flatMap(linesOf)))
  return [...said, ...budgetWarnings(state.input.budget ?? {}, state.spent, replies)]
}

function linesOf(event: AuditFact): string[] {
  if (event.type === 'decided') return event.data.audits.map(decidedText)
  if (event.type === 'results_recorded') return resultLines(event.data.results)
  const line = unspoken.has(event.type) ? null : describe({ ...event, at: 0 })
  return line === null ? [] : [line]
}

/** A screenful of lines rather than thousands. */
function screenful(lines: readonly string[]): string[] {
  return lines.length > 20 ? [...lines.slice(0, 20), `… and ${lines.length - 20} more`] : [...lines]
}

function resultLines(results: AuditEvents['results_recorded']['results']): string[] {
  return results.map(({ id, error, artifacts: made }) =>
    error === '' ? `${id} completed${made.length > 0 ? ` (${someOf(made)})` : ''}` : `${id} failed: ${error}`,
  )
}

function decidedText({ decision, created, ready }: DecidedAudit): string {
  const { effectiveSignal: signal, advisory, findings } = decision
  const then =
    decision.decision === 'CONVERGE'
      ? ready.length > 0
        ? `ready: ${someOf(ready)}`
        : advisory
          ? `${findings.length} findings as an advisory`
          : ''
      : created.length > 0
        ? `next: ${created.join(', ')}`
        : ''
  return `${decisionLine({ ...decision, signal })}${then && `, ${then}`}`
}

/** What a person sees when the run rests or ends. */
export function card({
  state: { input, step, ending, settled, counts, missing, notes, waiting, conflict, waves, spent },
  usage,
}: RunState<AuditState>): string {
  const where = ending
    ? `${ending.passed ? 'Passed' : ending.status === 'failed' ? 'Failed' : 'Ended'}: ${ending.reason}, because ${ending.because}`
    : waiting.length > 0
      ? `Waits for a person: ${someOf(waiting.map(({ decision }) => decision.auditId))}`
      : step === 'CONFLICT'
        ? 'Waits for a person: someone else changed the session'
        : 'Under way'
  const tasks = (['completed', 'failed', 'skipped', 'pending'] as const).flatMap((status) =>
    counts[status] > 0 ? [`${counts[status]} ${status}`] : [],
  )
  const open = ending ? undefined : waiting[0]?.escalation
  const report = waiting[0]?.report ?? settled.findLast(({ report: each }) => each !== null)?.report
  return [
    where,
    ...(settled.length > 0 ? ['', ...scoreBars(settled.slice(-20).map(scored)), ''] : []),
    ...(open ? openLines(open) : []),
    `Tasks: ${tasks.join(', ') || 'none'}${waves > 0 ? `; ${waves} ${waves === 1 ? 'wave' : 'waves'} run` : ''}`,
    ...(step === 'CONFLICT' ? (conflict?.hint ?? []).map((line) => `  ${line}`) : []),
    ...screenful(missing.map(({ request }) => request)).map((line) => `  ${line}`),
    ...(notes.length > 0 ? [`  ${notes.length} ${notes.length === 1 ? 'remark' : 'remarks'} on the session, first: ${notes[0]}`] : []),
    ...(ending?.reason === 'tasks_failed' ? [`Next: \`whet audit run --session ${input.session} --retry\` retries them.`] : []),
    ...spentLines(spent.usage, usage.mayBePaid),
    ...(report ? [`Report: ${input.session}/${report.path}`] : []),
    `Session: ${input.session}`,
  ].join('\n')
}

const scored = ({ auditId, decision, partial, score, iteration, rounds, approvedBy }: Settled): Scored => [
  auditId,
  scoreText(score),
  score === null ? null : Number(score) / 10,
  `${decision}${approvedBy ? ` by ${approvedBy}` : ''}${partial === null ? '' : ` (partial: ${partial})`}, iteration ${iteration} of ${rounds}`,
]

/** The result of each iteration, and what remains; the report has every finding of each. */
function openLines({ auditId, rounds, unresolved }: Escalation): string[] {
  return [
    `${auditId}, iteration by iteration:`,
    ...rounds.map((round, at) => `  ${round.iteration}  ${round.auditId}: ${roundText(round, at === 0)}`),
    '',
    `Unresolved Critical and High findings: ${unresolved.length}`,
    ...unresolved.flatMap(({ severity, text, at }) => [`  ${severity.padEnd(8)}  ${text}`, `            ${at}`]),
    '',
  ]
}

export const onward = ({ state: { input } }: RunState<AuditState>) =>
  `\`whet audit run --session ${input.session}\` continues with the session as it is now, \`whet audit assess\` decides its audits.`
