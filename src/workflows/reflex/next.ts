// What a reflex run needs next: the draft's confirmations, then the tasks of the step it stands at.
import { type JudgingStep, nextJudging } from '../../agents/judge/judging.ts'
import type { Evaluate, RuleCheck, Task } from '../../kernel/task.ts'
import type { Next } from '../../kernel/workflow.ts'
import { isJudged } from '../../schema/judged.ts'
import type { Rule } from '../../schema/rule.ts'
import { type ReflexChoice, setupGate } from './gate.ts'
import { critiqueTask, edition, planTask, prepareTask, produceTask, refineTask } from './prompts.ts'
import { activeRules, hasPassport } from './rules.ts'
import { typedCheck } from './prepared.ts'
import type { ReflexState } from './state.ts'

const contextFiles = ['.ai-factory/DESCRIPTION.md', '.ai-factory/ARCHITECTURE.md', '.ai-factory/RULES.md']

export function next(state: ReflexState): Next<ReflexChoice> {
  if (state.stop) return { done: { status: state.status, reason: state.stop.reason, passed: state.stop.passed } }
  if (!state.confirmed.criteria || !state.confirmed.iterations) return { ask: setupGate(state) }
  if (!state.context.read) return { do: [{ kind: 'observe', key: 'context', source: 'files', args: { paths: contextFiles } }] }
  return { do: stepTasks(state, state.input.runId) }
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
      return evaluateTasks(state)
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
  return [...(state.verdicts === null ? [evaluate] : []), ...rules.filter(isJudged).flatMap((rule) => judgeTasks(state, rule))]
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
  if (!state.input.judge) return []
  const step = judgingOf(state, rule)
  return 'ask' in step ? step.ask : []
}

function checksOf(rule: Rule, { prepared }: ReflexState): RuleCheck[] {
  const made = (prepared?.checks ?? [])
    .filter(({ rule_id }) => rule_id === rule.id)
    .map((check): RuleCheck => ({ ruleId: rule.id, check: typedCheck(check), prepared: true }))
  return typeof rule.check === 'string' || isJudged(rule) ? made : [{ ruleId: rule.id, check: rule.check }]
}
