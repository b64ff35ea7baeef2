// An evaluation in progress: what is still to be requested, each rule's verdict so far, and which verdicts need a person.
import { type JudgingStep, nextJudging } from '../../agents/judge/judging.ts'
import type { Evaluate, RuleCheck, Task } from '../../kernel/task.ts'
import { combineVerdicts } from '../../rules/score.ts'
import type { Rule, TypedCheck } from '../../schema/rule.ts'
import type { Verdict } from '../../schema/verdict.ts'
import { isMissed } from './compare.ts'
import { artifactName } from './kind.ts'
import { countingChecks } from './maker-checks.ts'
import { edition } from './prompts.ts'
import { typedCheck } from './prepared.ts'
import { activeRules, decidedBy, hasPassport, undecidable } from './rules.ts'
import type { ReflexState } from './state.ts'

/** Code decides what it can in one task; each judged rule is a request of its own beside it. */
export function evaluateTasks(state: ReflexState): Task[] {
  const artifact = state.artifact as string
  const rules = activeRules(state)
  const place = placeOf(state)
  const attempt = state.attempts[`evaluate:${place}`]?.count ?? 0
  const evaluate: Evaluate = {
    kind: 'evaluate',
    key: attempt === 0 ? `evaluate:${place}` : `evaluate:${place}#${attempt + 1}`,
    artifact: { object: artifact },
    name: artifactName(state.input),
    checks: rules.flatMap((rule) => checksOf(rule, state)),
    allowCommands: state.input.allowCommands,
  }
  return [...(state.verdicts === null ? [evaluate] : []), ...rules.flatMap((rule) => judgeTasks(state, rule))]
}

/** Identifies an evaluation; a hand edit makes a new one. */
const placeOf = (state: ReflexState) => `${state.iteration}:${state.level}:${state.artifact?.slice(0, 8)}${edition(state)}`

/** Keyed by text alone: a run's rules and judges are fixed, so a text keeps its verdict whenever it is judged again. */
export const judgeKey = (rule: Rule, { artifact }: ReflexState) => `judge:${rule.id}:${artifact?.slice(0, 16)}`

/** How far the judges of a rule have come with the artifact. */
function judgingOf(state: ReflexState, rule: Rule): JudgingStep {
  return nextJudging({
    key: judgeKey(rule, state),
    rule,
    artifactHash: state.artifact as string,
    judgements: state.judgements,
    counts: hasPassport(rule, state.input),
    ...(state.looked[judgeKey(rule, state)] !== undefined && { looked: state.looked[judgeKey(rule, state)] as boolean }),
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

export function verdictOf(state: ReflexState, rule: Rule): Verdict {
  const by = decidedBy(rule, state.input)
  const unknown = (message: string): Verdict => ({ ruleId: rule.id, outcome: 'unknown', message, evidence: [] })
  if (by === null) return unknown(`nothing decides this: ${undecidable([rule], state.input)[0]?.why ?? ''}`)
  if (by === 'maker' && countingChecks(state, rule).length === 0)
    return unknown('nothing decides this: no check that the maker wrote for it was confirmed')
  const found = state.verdicts?.[rule.id] ?? combineVerdicts(rule.id, [])
  if (by === 'maker') return { ...found, message: `${writtenByMaker}: ${found.message}` }
  if (by === 'code') return found
  const step = judgingOf(state, rule)
  return 'verdict' in step ? step.verdict : combineVerdicts(rule.id, [])
}

/** Shown with every such verdict. */
const writtenByMaker = 'check written by the maker'

/** Rules that pass only by a verdict whose quotes address the judge, once nothing else blocks the pass. A person decides those. */
export function openDoubts(state: ReflexState): Rule[] {
  if (evaluateTasks(state).length > 0) return []
  const blocking = activeRules(state).filter((rule) => rule.severity === 'fail' && isMissed({ verdict: verdictOf(state, rule).outcome }))
  const doubtful = blocking.filter((rule) => decidedBy(rule, state.input) === 'judge' && isDoubtful(state, rule))
  return doubtful.length === blocking.length ? doubtful : []
}

function isDoubtful(state: ReflexState, rule: Rule): boolean {
  const step = judgingOf(state, rule)
  return 'verdict' in step && step.verdict.doubtful && state.looked[judgeKey(rule, state)] === undefined
}
