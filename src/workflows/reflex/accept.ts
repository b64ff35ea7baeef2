// What each answer means for a reflex run, and what follows from an evaluation.
import { judgedBy } from '../../agents/judge/anchors.ts'
import { judgementOf } from '../../agents/judge/judge.ts'
import { type Stop, firstStop } from '../../kernel/stop.ts'
import type { AskAgent, Evaluate, Reply, Task } from '../../kernel/task.ts'
import type { Accepted } from '../../kernel/workflow.ts'
import { sha256 } from '../../lib/hash.ts'
import { combineVerdicts, scoreRules } from '../../rules/score.ts'
import type { NewEvent } from '../../schema/event.ts'
import { isJudged } from '../../schema/judged.ts'
import type { Rule } from '../../schema/rule.ts'
import type { Verdict } from '../../schema/verdict.ts'
import { changedSections } from './changed.ts'
import { type Read, readArtifact, readChecks, readIssues, readPlan } from './contracts.ts'
import { event } from './events.ts'
import { baseKey, evolve } from './evolve.ts'
import { evaluateTasks, judgingOf } from './next.ts'
import { visibleFailures, refineFrom } from './prompts.ts'
import { activeRules, isSentence, thresholdOf, visible } from './rules.ts'
import type { Evaluation, ReflexState } from './state.ts'
import { overrun, stopRules } from './stop.ts'

type Text = (hash: string) => string

export function accept(state: ReflexState, task: Task, reply: Reply, text: Text): Accepted {
  switch (task.kind) {
    case 'observe':
      return acceptContext(state, reply)
    case 'evaluate':
      return acceptVerdicts(state, task, reply)
    case 'ask':
      return task.key.startsWith('judge:') ? acceptJudgement(state, task, reply, text) : acceptStep(state, task, reply, text)
    case 'effect':
    case 'child':
      return { events: [] }
  }
}

function acceptContext(state: ReflexState, reply: Reply): Accepted {
  const notes = reply.ok && 'text' in reply && reply.text.trim() !== '' ? reply.text : null
  const events = [event('context_read', { object: notes === null ? null : sha256(notes) })]
  return { events: thenPrepareByCode(state, events), ...(notes !== null && { objects: [notes] }) }
}

function acceptStep(state: ReflexState, task: AskAgent, reply: Reply, text: Text): Accepted {
  switch (task.role) {
    case 'plan':
      return taken(state, task, readPlan(reply), (plan) => ({ events: thenPrepareByCode(state, [event('plan_created', { plan })]) }))
    case 'produce':
      return taken(state, task, readArtifact(reply), (made) => artifact(state, made, text, 'artifact_created'))
    case 'prepare': {
      const rules = visible(activeRules(state))
      const bounds = {
        active: rules.map(({ id }) => id),
        sentences: rules.filter(isSentence).map(({ id }) => id),
        allowCommands: state.input.allowCommands,
      }
      return taken(state, task, readChecks(reply, bounds), (checks) => ({
        events: [event('checks_prepared', { level: state.level, checks })],
      }))
    }
    case 'critique': {
      const failed = visibleFailures(state, refineFrom(state).evaluation).map(({ id }) => id)
      return taken(state, task, readIssues(reply, failed), (issues) => ({ events: [event('critique_done', { issues })] }))
    }
    default:
      return taken(state, task, readArtifact(reply), (made) => {
        const { events, objects } = artifact(state, made, text, 'refinement_done')
        const advance = state.input.steps === 'every' ? [event('iteration_advanced', { iteration: state.iteration + 1 })] : []
        return { events: thenPrepareByCode(state, [...events, ...advance]), ...(objects && { objects }) }
      })
  }
}

/** A valid answer counts; an invalid one is asked for once more, then ends the run. Between steps the budget is looked at. */
function taken<T>(state: ReflexState, task: AskAgent, read: Read<T>, meaning: (value: T) => Accepted): Accepted {
  if ('problem' in read) return { events: phaseError(state, task.key, read.problem) }
  const accepted = meaning(read.value)
  const after = fold(state, accepted.events)
  const over = asksNobody(after, state) ? null : overrun(after, state.step)
  return over ? { ...accepted, events: [...accepted.events, event('stopped', { reason: 'budget_exceeded', ...over })] } : accepted
}

/** No step boundary, or only code comes next: judging what was paid for costs nothing more. */
const asksNobody = (after: ReflexState, before: ReflexState) => after.step === before.step || after.step === 'EVALUATE'

const fold = (state: ReflexState, events: readonly NewEvent[]) =>
  events.reduce((current, { type, data }) => evolve(current, { type, data, at: current.updatedAt }), state)

function phaseError(state: ReflexState, key: string, message: string): NewEvent[] {
  const attempt = (state.attempts[baseKey(key)] ?? 0) + 1
  const error = event('phase_error', { step: state.step, task: key, attempt, message: message.slice(0, 2000) })
  return attempt < 2 ? [error] : [error, event('failed', { reason: 'phase_error', because: `${key}: ${message.slice(0, 2000)}` })]
}

function artifact(state: ReflexState, made: string, text: Text, type: 'artifact_created' | 'refinement_done'): Accepted {
  const hash = sha256(made)
  const before = state.artifact
  const known = type === 'refinement_done' ? refineFrom(state).artifact : before
  const changed = known ? changedSections(text(known), made) : ['initial generation']
  const data = { artifact: hash, bytes: new TextEncoder().encode(made).length, changed }
  return {
    events: [type === 'artifact_created' ? event(type, data) : event(type, { ...data, previous_artifact_hash: before ?? '' })],
    objects: [made],
  }
}

/** Where no active rule is a sentence there is nothing to ask: the typed checks are the preparation. */
function thenPrepareByCode(state: ReflexState, events: NewEvent[]): NewEvent[] {
  const after = fold(state, events)
  const due = (after.step === 'PRODUCE_PREPARE' || after.step === 'PREPARE') && after.prepared?.level !== after.level
  return due && !visible(activeRules(after)).some(isSentence)
    ? [...events, event('checks_prepared', { level: after.level, checks: [] })]
    : events
}

function acceptVerdicts(state: ReflexState, task: Evaluate, reply: Reply): Accepted {
  if (!reply.ok) return { events: phaseError(state, task.key, `${reply.error.code}: ${reply.error.message}`) }
  const verdicts = ('value' in reply ? reply.value : []) as Verdict[]
  return { events: concluded(state, event('verdicts_recorded', { verdicts: merge(verdicts) })) }
}

function acceptJudgement(state: ReflexState, task: AskAgent, reply: Reply, text: Text): Accepted {
  const rule = ruleOfJudge(state, task.key)
  const judgement = judgementOf(reply, {
    artifact: text(state.artifact as string),
    anchors: judgedBy(rule).anchors,
    name: `${state.input.folder}/artifact.md`,
  })
  return { events: concluded(state, event('judged', { task: task.key, judgement })) }
}

/** The last verdict to come in concludes the evaluation, whichever it is. */
function concluded(state: ReflexState, last: NewEvent): NewEvent[] {
  const after = evolve(state, { ...last, at: state.updatedAt })
  if (evaluateTasks(after).length > 0) return [last]
  const evaluation = evaluate(after)
  return [
    last,
    event('evaluation_done', evaluation),
    ...afterEvaluation(evolve(after, { ...event('evaluation_done', evaluation), at: after.updatedAt })),
  ]
}

/** Level B, an end, or another iteration: what an evaluation leads to. */
export function afterEvaluation(state: ReflexState): NewEvent[] {
  const evaluation = state.evaluation as Evaluation
  const onward = state.level === 'A' && evaluation.blockers.length === 0 ? switchLevel(state, evaluation) : null
  // Level B may be looked at in the same iteration, whatever it gained; only a person, or a budget it would use, stands in its way.
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
  const because = passed ? 'level A passed' : 'nothing blocks at level A, so level B is looked at before the run may end'
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
  const results = rules.map((rule, index) => ({
    id: rule.id,
    severity: rule.severity,
    verdict: verdicts[index]?.outcome ?? 'unknown',
    details: verdicts[index]?.message.slice(0, 500) ?? '',
    ...(rule.hidden && { hidden: true as const }),
  }))
  return { iteration: state.iteration, level: state.level, artifact: state.artifact as string, score, passed, blockers, results }
}

function verdictOf(state: ReflexState, rule: Rule): Verdict {
  if (!isJudged(rule)) return state.verdicts?.[rule.id] ?? combineVerdicts(rule.id, [])
  if (!state.input.judge)
    return { ruleId: rule.id, outcome: 'unknown', message: 'only a judge can decide this, and none is configured', evidence: [] }
  const step = judgingOf(state, rule)
  return 'verdict' in step ? step.verdict : combineVerdicts(rule.id, [])
}

function merge(verdicts: readonly Verdict[]): Verdict[] {
  const byRule = new Map<string, Verdict[]>()
  for (const verdict of verdicts) byRule.set(verdict.ruleId, [...(byRule.get(verdict.ruleId) ?? []), verdict])
  return [...byRule].map(([ruleId, several]) => combineVerdicts(ruleId, several))
}

function ruleOfJudge(state: ReflexState, key: string): Rule {
  const rule = activeRules(state).find(({ id }) => key.startsWith(`judge:${id}:`))
  if (!rule) throw new Error(`no rule belongs to ${key}`)
  return rule
}
