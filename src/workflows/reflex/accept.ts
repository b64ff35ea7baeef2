// What each reply means for a reflex run, and what follows from an evaluation.
import { withoutSchema } from '../../agents/json-reply.ts'
import { judgedBy } from '../../agents/judge/anchors.ts'
import { judgementOf } from '../../agents/judge/judge.ts'
import type { AskAgent, Evaluate, Reply, Task } from '../../kernel/task.ts'
import type { Accepted } from '../../kernel/workflow.ts'
import { sha256 } from '../../lib/hash.ts'
import { combineVerdicts } from '../../rules/score.ts'
import type { NewEvent } from '../../schema/event.ts'
import type { Rule } from '../../schema/rule.ts'
import type { Verdict } from '../../schema/verdict.ts'
import { changedSections } from './changed.ts'
import { refineFrom } from './compare.ts'
import { asksNobody, concluded, fold, thenPrepareByCode } from './conclude.ts'
import { type Read, readArtifact, readChecks, readIssues, readPlan } from './contracts.ts'
import { event } from './events.ts'
import { baseKey } from './evolve.ts'
import { artifactName } from './kind.ts'
import { makerRules } from './maker-checks.ts'
import { hashesOf, outcomesOf, probesFor } from './probe.ts'
import { visibleFailures } from './prompts.ts'
import { activeRules, visible } from './rules.ts'
import type { ReflexState } from './state.ts'
import { overrun } from './stop.ts'
import type { Unwrapped } from './unwrap.ts'

type Text = (hash: string) => string

export function accept(state: ReflexState, task: Task, reply: Reply, text: Text): Accepted {
  switch (task.kind) {
    case 'observe':
      return task.key === 'demands' ? acceptDemands(reply) : acceptContext(state, reply)
    case 'evaluate':
      return task.key.startsWith('probe:') ? acceptProbe(state, task, reply) : acceptVerdicts(state, task, reply)
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

/** If the check describes nothing, its parameters stand for it. */
function acceptDemands(reply: Reply): Accepted {
  const told = reply.ok && 'value' in reply && typeof reply.value === 'object' ? reply.value : null
  const demands = Object.entries(told ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return { events: [event('demands_told', { demands: Object.fromEntries(demands) })] }
}

function acceptProbe(state: ReflexState, task: Evaluate, reply: Reply): Accepted {
  if (!reply.ok) return { events: phaseError(state, task.key, `${reply.error.code}: ${reply.error.message}`) }
  return { events: [event('checks_tried', { probe: task.artifact.object, outcomes: outcomesOf(reply) })] }
}

function acceptStep(state: ReflexState, task: AskAgent, reply: Reply, text: Text): Accepted {
  // A different maker than the run began with: asking again would not change that.
  if (!reply.ok && reply.error.code === 'pin_changed')
    return { events: phaseError(state, task.key, `pin_changed: ${reply.error.message}`, true) }
  switch (task.role) {
    case 'plan':
      return taken(state, task, readPlan(reply), (plan) => ({ events: thenPrepareByCode(state, [event('plan_created', { plan })]) }))
    case 'produce':
      return taken(state, task, readArtifact(reply, state.input.kind), (made) =>
        artifact(state, made, text, 'artifact_created', keysIn(reply)),
      )
    case 'prepare': {
      const bounds = {
        active: visible(activeRules(state)).map(({ id }) => id),
        sentences: makerRules(state).map(({ id }) => id),
        allowCommands: state.input.allowCommands,
      }
      return taken(state, task, readChecks(reply, bounds), (checks) => {
        const probes = probesFor(checks)
        return { events: [event('checks_prepared', { level: state.level, checks, probes: hashesOf(probes) })], objects: probes }
      })
    }
    case 'critique': {
      const failed = visibleFailures(state, refineFrom(state).evaluation).map(({ id }) => id)
      return taken(state, task, readIssues(reply, failed), (issues) => ({ events: [event('critique_done', { issues })] }))
    }
    default:
      return taken(state, task, readArtifact(reply, state.input.kind), (made) => {
        const { events, objects } = artifact(state, made, text, 'refinement_done', keysIn(reply))
        const advance = state.input.steps === 'every' ? [event('iteration_advanced', { iteration: state.iteration + 1 })] : []
        return { events: thenPrepareByCode(state, [...events, ...advance]), ...(objects && { objects }) }
      })
  }
}

/** A valid reply counts; an invalid one is requested once more, then ends the run. Budgets are checked between steps. */
function taken<T>(state: ReflexState, task: AskAgent, read: Read<T>, meaning: (value: T) => Accepted): Accepted {
  if ('problem' in read) return { events: phaseError(state, task.key, read.problem) }
  const accepted = meaning(read.value)
  const after = fold(state, accepted.events)
  const over = asksNobody(after, state) ? null : overrun(after, state.step)
  return over ? { ...accepted, events: [...accepted.events, event('stopped', { reason: 'budget_exceeded', ...over })] } : accepted
}

function phaseError(state: ReflexState, key: string, message: string, last = false): NewEvent[] {
  const attempt = (state.attempts[baseKey(key)]?.count ?? 0) + 1
  const error = event('phase_error', { step: state.step, task: key, attempt, message: message.slice(0, 2000) })
  return attempt % 2 === 1 && !last
    ? [error]
    : [error, event('failed', { reason: 'phase_error', because: `${key}: ${withoutSchema(message).slice(0, 2000)}` })]
}

/** Facts about the artifact, recorded by whoever received the reply. */
const keysIn = ({ meta }: Reply) => ((meta as { secrets?: string[] } | undefined)?.secrets ?? []).map(String)

function artifact(
  state: ReflexState,
  { text: made, took, doubt }: Unwrapped,
  text: Text,
  type: 'artifact_created' | 'refinement_done',
  keys: string[],
): Accepted {
  const hash = sha256(made)
  const before = state.artifact
  const known = type === 'refinement_done' ? refineFrom(state).artifact : before
  const changed = known ? changedSections(text(known), made) : ['initial generation']
  const data = {
    artifact: hash,
    bytes: new TextEncoder().encode(made).length,
    changed,
    ...(took.length > 0 && { took }),
    ...(doubt !== null && { doubt }),
    ...(keys.length > 0 && { keys }),
  }
  return {
    events: [type === 'artifact_created' ? event(type, data) : event(type, { ...data, previous_artifact_hash: before ?? '' })],
    objects: [made],
  }
}

function acceptVerdicts(state: ReflexState, task: Evaluate, reply: Reply): Accepted {
  if (!reply.ok) return { events: phaseError(state, task.key, `${reply.error.code}: ${reply.error.message}`) }
  const verdicts = ('value' in reply ? reply.value : []) as Verdict[]
  const byRule = [...Map.groupBy(verdicts, ({ ruleId }) => ruleId)].map(([ruleId, several]) => combineVerdicts(ruleId, several))
  return { events: concluded(state, event('verdicts_recorded', { verdicts: byRule })) }
}

function acceptJudgement(state: ReflexState, task: AskAgent, reply: Reply, text: Text): Accepted {
  const rule = ruleOfJudge(state, task.key)
  const judgement = judgementOf(reply, {
    artifact: text(state.artifact as string),
    anchors: judgedBy(rule).anchors,
    name: artifactName(state.input),
  })
  return { events: concluded(state, event('judged', { task: task.key, judgement })) }
}

function ruleOfJudge(state: ReflexState, key: string): Rule {
  const rule = activeRules(state).find(({ id }) => key.startsWith(`judge:${id}:`))
  if (!rule) throw new Error(`no rule belongs to ${key}`)
  return rule
}
