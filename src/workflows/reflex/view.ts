// What verbs for any run show of a reflex run.
import { budgetShown, budgetWarnings } from '../../agents/budget.ts'
import { withoutSchema } from '../../agents/json-reply.ts'
import type { RunState } from '../../kernel/reduce.ts'
import { showShare } from '../../rules/score.ts'
import type { Event } from '../../schema/event.ts'
import type { Rule } from '../../schema/rule.ts'
import type { Outcome } from '../../schema/verdict.ts'
import type { ReflexEvents, ReflexFact } from './events.ts'
import { iso } from './files.ts'
import { hiddenGap, shownIds } from './hidden.ts'
import { gateFacts } from './gate.ts'
import { next } from './next.ts'
import { contextHint, finalCard, iterationSummary } from './report.ts'
import type { ReflexState, Status } from './state.ts'
import { spending } from './stop.ts'

export const statuses: readonly Status[] = ['draft', 'running', 'completed', 'stopped', 'failed']

export function summary({ run, state, gate, outcome }: RunState<ReflexState>) {
  const gap = hiddenGap(state)
  return {
    run,
    workflow: 'reflex',
    name: state.input.alias,
    status: state.status,
    iteration: state.iteration,
    maxIterations: state.maxIterations,
    phase: state.level,
    step: state.step,
    score: state.evaluation || state.lastScore > 0 ? (state.stop && state.best ? state.best.score : state.lastScore) / 10_000 : null,
    scale: 1,
    threshold: state.criteria.phase[state.level].threshold,
    blockers: state.evaluation?.blockers.length ?? 0,
    updatedAt: iso(state.updatedAt),
    waitsFor: outcome ? null : gate,
    reason: state.stop?.reason ?? null,
    folder: state.input.folder,
    stage: state.status === 'draft' ? ('waiting' as const) : state.status === 'running' ? ('working' as const) : ('ended' as const),
    budget: budgetShown(state.input.budget, spending(state)),
    ...(Object.keys(state.forecasts).length > 0 && { forecasts: state.forecasts }),
    ...(gap && { hidden: { visible: gap.visible / 10_000, hidden: gap.hidden / 10_000, gap: gap.gap / 10_000 } }),
  }
}

export const asked = ({ state: { input } }: RunState<ReflexState>) => ({ text: input.prompt })

export function artifacts({ type, data }: ReflexFact, { state }: RunState<ReflexState>): { hash: string; label: string }[] {
  if (type !== 'artifact_created' && type !== 'refinement_done' && type !== 'external_edit') return []
  return [
    {
      hash: data.artifact,
      label: type === 'external_edit' ? `edited by hand in iteration ${state.iteration}` : `iteration ${state.iteration}`,
    },
  ]
}

export function current({ state: { artifact, input } }: RunState<ReflexState>): { path: string; sha256: string } | null {
  return artifact ? { path: `${input.folder}/artifact.md`, sha256: artifact } : null
}

export function card({ state, usage }: RunState<ReflexState>): string {
  const due = next(state)
  return 'ask' in due ? gateFacts(due.ask) : finalCard(state, usage)
}

export function onward({ state: { status, artifact } }: RunState<ReflexState>, name: string): string {
  const again = status === 'failed' ? `Retry that step: \`whet resume ${name} --retry\`. ` : ''
  return artifact
    ? `${again}Start a new one from its best artifact: \`whet reflex new --from ${name}\`.`
    : `${again}Start a new one: \`whet reflex new "<task>"\`.`
}

/** The verdicts on the delivered artifact, with the rules as the run had them. */
export function decided({ state: { best, artifact, criteria } }: RunState<ReflexState>): { rule: Rule; outcome: Outcome }[] {
  if (!best || best.artifact !== artifact) return []
  const outcomes = new Map(best.results.map(({ id, verdict }) => [id, verdict]))
  return criteria.rules.flatMap((rule) => (outcomes.has(rule.id) ? [{ rule, outcome: outcomes.get(rule.id) as Outcome }] : []))
}

const describers: { [N in keyof ReflexEvents]?: (data: ReflexEvents[N]) => string | null } = {
  run_started: ({ confirmed }) => `started, confirmed by ${confirmed === 'person' ? 'a person' : 'a criteria file'}`,
  plan_created: ({ plan }) => `planned: ${plan.join('; ')}`,
  artifact_created: ({ artifact, bytes, took, doubt, keys }) =>
    `produced ${artifact.slice(0, 8)} (${bytes} bytes)${aside(took, doubt)}${heldKeys(keys)}`,
  checks_prepared: ({ level, checks }) => `prepared ${checks.length} checks for level ${level}`,
  checks_confirmed: ({ checks, refused, by }) =>
    `${checks.length} ${checks.length === 1 ? 'check' : 'checks'} written by the maker confirmed by ${by}${refused.length > 0 ? `; nothing decides ${refused.join(', ')}` : ''}`,
  checks_refused: ({ by }) => `checks written by the maker refused by ${by}; others were requested`,
  evaluation_done: ({ score, passed, blockers, level, results, regressions }) =>
    `scored ${showShare(score)} at level ${level}: ${passed ? 'passed' : blockers.length > 0 ? `blocked by ${shownIds(blockers, results)}` : 'below the threshold'}${regressions ? `; broke ${shownIds(regressions, results)}` : ''}`,
  critique_done: ({ issues }) => `criticised: ${issues.map(({ rule_id }) => rule_id).join(', ') || 'nothing'}`,
  refinement_done: ({ artifact, changed, took, doubt, keys }) =>
    `refined to ${artifact.slice(0, 8)}: ${changed.join(', ') || 'nothing changed'}${aside(took, doubt)}${heldKeys(keys)}`,
  phase_switched: ({ because }) => `switched to level B: ${because}`,
  iteration_advanced: ({ iteration }) => `iteration ${iteration}`,
  judged: ({ judgement }) => (judgement.valid ? null : `a judge's reply was refused: ${judgement.why.replaceAll(/\s+/g, ' ')}`),
  verdicts_looked_at: ({ hold, by }) => `verdicts that quote text addressed to the judge ${hold ? 'confirmed' : 'not counted'} by ${by}`,
  phase_error: ({ task, attempt, message }) => `${task}, attempt ${attempt}: ${withoutSchema(message)}`,
  retried: ({ by }) => `${by} retries the step that failed`,
  stopped: ({ reason, because }) => `stopped: ${reason}, because ${because}`,
  failed: ({ because }) => `failed: ${because}`,
  criteria_changed: () => 'criteria changed; both need to be confirmed again',
  criteria_confirmed: ({ by }) => `criteria confirmed by ${by}`,
  iterations_confirmed: ({ by }) => `iteration limit confirmed by ${by}`,
  external_edit: ({ artifact }) => `artifact edited by hand (${artifact.slice(0, 8)}), author unknown`,
}

/** What surrounded an artifact in its maker's reply: removed, or left although it may not belong. */
function aside(took: readonly string[] = [], doubt?: string): string {
  return `${took.length > 0 ? `; removed from the reply: ${took.join(', ')}` : ''}${doubt ? `; nothing was removed: ${doubt}` : ''}`
}

const heldKeys = (keys: readonly string[] | undefined) => (keys ? `; it contains what looks like a key: ${keys.join('; ')}` : '')

export function describe(event: Event): string | null {
  const describer = describers[event.type as keyof ReflexEvents] as ((data: unknown) => string | null) | undefined
  return describer ? describer(event.data) : null
}

/** Summaries when due: with the critique if one follows, otherwise at once. */
export function live(
  { state }: RunState<ReflexState>,
  events: readonly ReflexFact[],
): (string | { artifact: string } | { assistant: string })[] {
  const has = (type: keyof ReflexEvents) => events.some((event) => event.type === type)
  const shown: ReturnType<typeof live> = []
  const switched = has('phase_switched')
  const ended = has('stopped') || has('failed')
  // Due with its critique; if none follows, at the end.
  if ((has('evaluation_done') && (switched || ended)) || has('critique_done') || (ended && state.step === 'CRITIQUE')) {
    shown.push(iterationSummary(state))
    const hint = contextHint(state.evaluation?.iteration ?? 1, switched)
    if (hint) shown.push({ assistant: hint })
  }
  if (switched && state.evaluation) shown.push({ artifact: state.evaluation.artifact })
  for (const { type, data } of events) {
    const { took, doubt } = type === 'artifact_created' || type === 'refinement_done' ? data : {}
    const said = aside(took, doubt).slice(2)
    if (said) shown.push(`${said.charAt(0).toUpperCase()}${said.slice(1)}.`)
  }
  shown.push(...warnings(state, events))
  // The final one is on the card.
  for (const { type, data } of has('failed') ? [] : events)
    if (type === 'phase_error') shown.push(`phase_error in ${data.task}: ${withoutSchema(data.message)}`)
  return shown
}

/** Of parallel tasks, only the last reply adds time. */
function warnings(state: ReflexState, events: readonly ReflexFact[]): string[] {
  const others = state.time.open > events.flatMap(({ type, data }) => (type === 'asked' ? data.tasks : [])).length
  return budgetWarnings(
    state.input.budget,
    spending(state),
    events.flatMap(({ type, data }) => (type === 'replied' ? [{ ...data, ms: others ? 0 : data.ms }] : [])),
  )
}
