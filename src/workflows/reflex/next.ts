// What a reflex run needs next: the draft's confirmations, then the tasks of the step it stands at.
import { type JudgingStep, nextJudging } from '../../agents/judge/judging.ts'
import type { Evaluate, RuleCheck, Task } from '../../kernel/task.ts'
import type { Next } from '../../kernel/workflow.ts'
import type { Rule, TypedCheck } from '../../schema/rule.ts'
import { type ReflexChoice, setupGate } from './gate.ts'
import { checksGate, countingChecks, unshown } from './maker-checks.ts'
import { probeTasks } from './probe.ts'
import { critiqueTask, edition, planTask, prepareTask, produceTask, refineTask } from './prompts.ts'
import { activeRules, decidedBy, hasPassport, visible } from './rules.ts'
import { typedCheck } from './prepared.ts'
import type { ReflexState } from './state.ts'

const contextFiles = ['.ai-factory/DESCRIPTION.md', '.ai-factory/ARCHITECTURE.md', '.ai-factory/RULES.md']

export function next(state: ReflexState): Next<ReflexChoice> {
  if (state.stop) return { done: { status: state.status, reason: state.stop.reason, passed: state.stop.passed } }
  if (!state.confirmed.criteria || !state.confirmed.iterations) return { ask: setupGate(state) }
  const before = observations(state)
  if (before.length > 0) return { do: before }
  if (state.step === 'EVALUATE' && probeTasks(state).length === 0 && unshown(state).length > 0) return { ask: checksGate(state) }
  return { do: stepTasks(state, state.input.runId) }
}

/** What is read before the first step: notes about the project, and what each check demands, as it says itself. */
function observations({ context, demands, criteria }: ReflexState): Task[] {
  const checks = visible(criteria.rules).flatMap(({ id, check }) => (typeof check === 'string' ? [] : [{ id, check }]))
  return [
    ...(context.read ? [] : [{ kind: 'observe' as const, key: 'context', source: 'files', args: { paths: contextFiles } }]),
    ...(demands ? [] : [{ kind: 'observe' as const, key: 'demands', source: 'demands', args: { rules: checks } }]),
  ]
}

function stepTasks(state: ReflexState, run: string): Task[] {
  switch (state.step) {
    case 'PLAN':
      return [planTask(state, run)]
    case 'PRODUCE_PREPARE':
      return [
        ...(state.produced === state.iteration ? [] : [produceTask(state, run)]),
        ...(state.prepared?.level === state.level ? [] : [prepareTask(state, run)]),
      ]
    case 'PREPARE':
      return [prepareTask(state, run)]
    case 'EVALUATE':
      return probeTasks(state).length > 0 ? probeTasks(state) : evaluateTasks(state)
    case 'CRITIQUE':
      return [critiqueTask(state, run)]
    case 'REFINE':
      return [refineTask(state, run)]
  }
}

/** Code decides what it can in one task; each judged rule is a request of its own beside it. */
export function evaluateTasks(state: ReflexState): Task[] {
  const artifact = state.artifact as string
  const rules = activeRules(state)
  const place = placeOf(state)
  const attempt = state.attempts[`evaluate:${place}`] ?? 0
  const evaluate: Evaluate = {
    kind: 'evaluate',
    key: attempt === 0 ? `evaluate:${place}` : `evaluate:${place}#${attempt + 1}`,
    artifact: { object: artifact },
    name: `${state.input.folder}/artifact.md`,
    checks: rules.flatMap((rule) => checksOf(rule, state)),
    allowCommands: state.input.allowCommands,
  }
  return [...(state.verdicts === null ? [evaluate] : []), ...rules.flatMap((rule) => judgeTasks(state, rule))]
}

/** Names an evaluation: a hand edit makes it another one. */
export const placeOf = (state: ReflexState) => `${state.iteration}:${state.level}:${state.artifact?.slice(0, 8)}${edition(state)}`

/** By text alone: rules and judges of a run are fixed, so a text that was judged has its verdict, whenever it is looked at again. */
const judgeKey = (rule: Rule, { artifact }: ReflexState) => `judge:${rule.id}:${artifact?.slice(0, 16)}`

/** How far the judges of a rule have come with the artifact. */
export function judgingOf(state: ReflexState, rule: Rule): JudgingStep {
  return nextJudging({
    key: judgeKey(rule, state),
    rule,
    artifactHash: state.artifact as string,
    judgements: state.judgements,
    counts: hasPassport(rule, state.input),
  })
}

function judgeTasks(state: ReflexState, rule: Rule): Task[] {
  if (decidedBy(rule, state.input) !== 'judge') return []
  const step = judgingOf(state, rule)
  return 'ask' in step ? step.ask : []
}

function checksOf(rule: Rule, state: ReflexState): RuleCheck[] {
  if (decidedBy(rule, state.input) === 'code') return [{ ruleId: rule.id, check: rule.check as TypedCheck }]
  return countingChecks(state, rule).map((check): RuleCheck => ({ ruleId: rule.id, check: typedCheck(check), prepared: true }))
}
