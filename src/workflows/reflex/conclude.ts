// What follows once the last verdict is in: the evaluation, and then level B, an end, or another iteration.
import { type Stop, firstStop } from '../../kernel/stop.ts'
import { scoreRules } from '../../rules/score.ts'
import type { NewEvent } from '../../schema/event.ts'
import type { Verdict } from '../../schema/verdict.ts'
import { isMissed, lookBack, refineFrom } from './compare.ts'
import { evaluateTasks, openDoubts, verdictOf } from './evaluating.ts'
import { event } from './events.ts'
import { evolve } from './evolve.ts'
import { countingChecks, makerRules } from './maker-checks.ts'
import { visibleFailures } from './prompts.ts'
import { activeRules, thresholdOf } from './rules.ts'
import type { Evaluation, ReflexState, RuleResult } from './state.ts'
import { overrun, stopRules } from './stop.ts'

/** The last verdict to arrive concludes the evaluation, whichever it is. */
export function concluded(state: ReflexState, last: NewEvent): NewEvent[] {
  const after = fold(state, [last])
  if (evaluateTasks(after).length > 0 || openDoubts(after).length > 0) return [last]
  const done = event('evaluation_done', evaluate(after))
  return [last, done, ...afterEvaluation(fold(after, [done]))]
}

/** Level B, an end, or another iteration. */
export function afterEvaluation(state: ReflexState): NewEvent[] {
  const evaluation = state.evaluation as Evaluation
  const onward = state.level === 'A' && evaluation.blockers.length === 0 ? switchLevel(state, evaluation) : null
  // Level B may follow in the same iteration, whatever the gain; only a person, or a budget it would exhaust, prevents it.
  const stop = firstStop(
    onward
      ? stopRules.filter(
          ({ reason }) => reason === 'user_stop' || (reason === 'budget_exceeded' && !asksNobody(fold(state, onward), state)),
        )
      : stopRules,
    state,
  )
  if (stop) return [stopped(state, stop)]
  return onward ?? nextIteration(state)
}

function switchLevel(state: ReflexState, { passed }: Evaluation): NewEvent[] {
  const because = passed ? 'level A passed' : 'nothing blocks at level A, so level B is checked before the run can end'
  return thenPrepareByCode(state, [event('phase_switched', { from: 'A', to: 'B', because })])
}

function stopped(state: ReflexState, { reason, because }: Stop): NewEvent {
  const { wish, step } = state
  if (reason === 'user_stop' && wish) return event('stopped', { reason: wish.reason || reason, because, by: wish.by })
  return event('stopped', { reason, because, ...(reason === 'budget_exceeded' && overrun(state, step)) })
}

function nextIteration(state: ReflexState): NewEvent[] {
  const onward =
    state.input.steps === 'every' ? event('critique_called', {}) : event('iteration_advanced', { iteration: state.iteration + 1 })
  // Only hidden rules failed: there is nothing a maker may be told, so there is nothing to criticise.
  return visibleFailures(state, refineFrom(state).evaluation).length > 0 ? [onward] : [onward, event('critique_done', { issues: [] })]
}

function evaluate(state: ReflexState): Evaluation {
  const rules = activeRules(state)
  const verdicts = rules.map((rule) => verdictOf(state, rule))
  const { score, passed, blockers } = scoreRules(
    rules,
    new Map(verdicts.map(({ ruleId, outcome }) => [ruleId, outcome])),
    thresholdOf(state),
  )
  const results = rules.map((rule, index): RuleResult => {
    const { outcome: verdict, message, evidence, addressed } = verdicts[index] as JudgedRule
    return {
      id: rule.id,
      severity: rule.severity,
      verdict,
      details: message.slice(0, 500),
      ...(rule.hidden && { hidden: true as const }),
      ...(isMissed({ verdict }) && evidence.length > 0 && { evidence }),
      ...(addressed?.length && { addressed }),
      ...(countingChecks(state, rule).length > 0 && { writtenByMaker: true as const }),
    }
  })
  const made = { iteration: state.iteration, level: state.level, artifact: state.artifact as string, score, passed, blockers, results }
  return { ...made, ...lookBack(state, made) }
}

type JudgedRule = Verdict & { addressed?: number[] }

/** Not between steps, or only code comes next: judging paid work costs nothing more. */
export const asksNobody = (after: ReflexState, before: ReflexState) => after.step === before.step || after.step === 'EVALUATE'

export const fold = (state: ReflexState, events: readonly NewEvent[]) =>
  events.reduce((current, { type, data }) => evolve(current, { type, data, at: current.updatedAt }), state)

/** If no active rule waits for the maker's checks, there is nothing to request: the typed checks suffice. */
export function thenPrepareByCode(state: ReflexState, events: NewEvent[]): NewEvent[] {
  const after = fold(state, events)
  const due = (after.step === 'PRODUCE_PREPARE' || after.step === 'PREPARE') && after.prepared?.level !== after.level
  return due && makerRules(after).length === 0 ? [...events, event('checks_prepared', { level: after.level, checks: [] })] : events
}
