// From a maker's reply to a score: the schema, the five dimensions by code, and deductions of a model critic.
import { lookUp, nameOf, record, type VerdictKey } from './recorded-verdicts.ts'
import { readForm, withoutSchema } from '../../agents/json-reply.ts'
import { temperatureDropped } from '../../agents/pins.ts'
import type { Reply } from '../../kernel/task.ts'
import type { Accepted } from '../../kernel/workflow.ts'
import { canonicalize } from '../../lib/canonical.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Json } from '../../schema/event.ts'
import { critique as judge, criticVersion } from './critic/critic.ts'
import { critiqueText } from './critic/critique-file.ts'
import type { Critique, Dismissal } from './critic/critique.ts'
import { ModelReply, lowered } from './critic/model-critic.ts'
import { validateIntent } from './critic/validate.ts'
import { event, moved } from './events.ts'
import { unfold } from './evolve.ts'
import { ignoredIn } from './feedback/honoured.ts'
import type { Intent } from './intent.ts'
import { conclude, fail } from './moves.ts'
import { countLedger, keptSources, ledgerOf, readSourceLines, referredTo, type SourceLine } from './outline/ledger.ts'
import { phraseFrom } from './phrase.ts'
import { placeIn } from './place.ts'
import { criticAskKey, generateKey, replySchema } from './prompts.ts'
import type { DesignState, Evaluation } from './state.ts'

type Unfolding = ReturnType<typeof unfold>
type Text = (hash: string) => string

export function acceptIntent(state: DesignState, reply: Reply, text: Text): Accepted {
  const unfolding = unfold(state)
  if (!usable(unfolding, 'Design Generator', reply, generateKey(state))) return { events: unfolding.events }
  const { maker } = aboutReply(reply)
  const missing = missingParts(reply.value)
  if (missing) {
    fail(unfolding, { reason: 'requirements_incomplete', because: missing })
    return { events: unfolding.events }
  }
  const sources = readSourceLines(text(state.sources?.object ?? ''))
  const made = withSources(reply.value, sources)
  const written = `${JSON.stringify(made, null, 2)}\n`
  unfolding.add(moved(unfolding.state, 'EVALUATING', { reason: 'artifact_produced', because: `${maker} made an intent` }))
  const problems = validateIntent(made, state.input.featureId)
  if (problems.length > 0) {
    unfolding.add(event('schema_violated', { reply: sha256(written), problems }))
    conclude(unfolding, { problems })
    return { events: unfolding.events, objects: [written] }
  }
  const intent = made as Intent
  const hash = sha256(canonicalize(intent))
  const byCode = judge(intent, judgedBy(state, intent, hash))
  unfolding.add(
    event('intent_generated', {
      iteration: state.iteration,
      intent: sha256(written),
      hash,
      dimensions: byCode.dimensions,
      maker,
      ledger: countLedger(ledgerOf(sources, intent)),
    }),
  )
  if (state.settings.critic === 'code') return { events: unfolding.events, objects: [written, scored(unfolding, intent, byCode)] }
  const known = state.settings.determinism === 'strict' ? undefined : lookUp(state.ledger, criticKey(state, hash))
  return {
    events: unfolding.events,
    objects: known === undefined ? [written] : [written, scored(unfolding, intent, lowered(byCode, ModelReply.parse(known), intent))],
  }
}

export function acceptCritic(state: DesignState, reply: Reply, text: Text): Accepted {
  const unfolding = unfold(state)
  const { made } = state
  if (!made || !usable(unfolding, 'Design Critic', reply, criticAskKey(state))) return { events: unfolding.events }
  const read = readForm(reply.value, ModelReply, replySchema())
  if ('problem' in read) {
    refuse(
      unfolding,
      criticAskKey(state),
      read.problem,
      `the Design Critic's answer doesn't have the required form: ${withoutSchema(read.problem)}`,
    )
    return { events: unfolding.events }
  }
  const key = criticKey(state, made.hash)
  const recorded = record(state.ledger, key, read.value)
  if (recorded.is === 'violation') {
    violated(
      unfolding,
      'Design Critic',
      `its answer for ${made.hash.slice(0, 12)} differs from the recorded one (record ${nameOf(key).slice(0, 12)})`,
    )
    return { events: unfolding.events }
  }
  unfolding.add(event('critic_answered', { ...key, verdict: read.value }))
  const intent = JSON.parse(text(made.intent)) as Intent
  return {
    events: unfolding.events,
    objects: [scored(unfolding, intent, lowered(judge(intent, judgedBy(state, intent, made.hash)), read.value, intent))],
  }
}

/** Records the evaluation; a different score for the same input ends the run. Returns critique.json. */
function scored(unfolding: Unfolding, intent: Intent, critique: Critique): string {
  const { state } = unfolding
  const written = critiqueText(critique)
  const { intentHash: hash, overall: score } = critique
  const input = inputOf(state, hash)
  const before = Object.hasOwn(state.scored, input) ? state.scored[input] : undefined
  const evaluation = evaluationOf(intent, critique, {
    iteration: state.iteration,
    intent: state.made?.intent ?? '',
    critique: sha256(written),
    input,
  })
  unfolding.add(event('evaluation_done', { ...evaluation, ...(state.made?.ledger && { ledger: state.made.ledger }) }))
  if (before !== undefined && before !== score)
    violated(unfolding, 'scores', `the intent ${hash.slice(0, 12)} scored ${before / 100} before and ${score / 100} now`)
  return written
}

/** A score depends on the intent, on dismissals, and on the critic. Without dismissals the intent's own hash identifies it. */
function inputOf({ counted = [], heard = [] }: DesignState, hash: string): string {
  const asked = heard.flat().flatMap((each) => (each.became === 'edit' ? each.edits : []))
  if (counted.length + asked.length === 0) return hash
  return sha256(canonicalize({ intent: hash, dismissals: counted, ...(asked.length > 0 && { asked }), criticVersion }))
}

/** What the critic gets besides the intent: dismissals, and requested edits that the design doesn't show. */
export function judgedBy(state: DesignState, intent: Intent, intentHash: string): Parameters<typeof judge>[1] {
  const { counted = [], heard = [] } = state
  const ignored = ignoredIn(intent, heard.flat()).map(({ text, change }) => ({
    ruleId: 'completeness.feedback-ignored',
    pointer: '',
    evidence: text.slice(0, 200),
    change,
    cost: 2,
  }))
  const options = { intentHash, dismissals: counted, ...(ignored.length > 0 && { ignored }) }
  return { ...options, dismissals: [...counted, ...asked(state, intent, options)] }
}

/** A field type that a person asked for isn't a misfit: they have dismissed that finding. */
function asked({ heard = [], rejection }: DesignState, intent: Intent, options: Parameters<typeof judge>[1]): Dismissal[] {
  const retyped = heard
    .flat()
    .flatMap((each) =>
      each.became === 'edit' ? each.edits.flatMap((edit) => (edit.op === 'retype' ? [{ ...edit, text: each.text }] : [])) : [],
    )
  if (retyped.length === 0) return []
  return judge(intent, options).findings.flatMap(({ id, ruleId, pointer }) => {
    const [, entity, attribute] = /^\/dataModel\/entities\/(\d+)\/attributes\/(\d+)\/type$/.exec(pointer) ?? []
    const owner = intent.dataModel.entities[Number(entity)]
    const edit = retyped.find(({ thing, to }) => {
      const own = owner?.attributes[Number(attribute)]
      return owner?.name === thing.of && own?.name === thing.name && own.type === to
    })
    return edit && ruleId === 'data.type-misfit'
      ? [{ finding: id, reason: `requested when rejecting: “${edit.text}”`, by: rejection?.by ?? 'unknown' }]
      : []
  })
}

/** What is kept of a critique besides its text. */
export function evaluationOf(
  intent: Intent,
  { intentHash: hash, overall: score, dimensions, findings, findingsOmitted, recommendations, dismissed }: Critique,
  at: Pick<Evaluation, 'iteration' | 'intent' | 'critique' | 'input'>,
): Evaluation {
  const advice = recommendations
    .slice(0, shownAdvice)
    .map(({ ruleId, dimension, change, pointers, gain }) => ({
      ruleId,
      dimension,
      change,
      pointer: pointers[0] ?? '',
      place: placeIn(intent, pointers[0] ?? ''),
      places: findings.filter((finding) => finding.ruleId === ruleId).length,
      gain,
    }))
  const hard = findings
    .filter((finding) => finding.hard)
    .slice(0, shownAdvice)
    .map(({ id, pointer, change }) => ({ id, pointer, place: placeIn(intent, pointer), change }))
  return {
    ...at,
    hash,
    score,
    dimensions,
    findings: findings.length + findingsOmitted,
    ...(hard.length > 0 && { hard }),
    ...(dismissed.length > 0 && { dismissed: dismissed.map(({ id, reason, by }) => ({ id, reason, by })) }),
    advice,
    phrase: phraseFrom(intent, hash),
    ...(intent.questions && { questions: intent.questions }),
  }
}

const shownAdvice = 10

/** Whether a reply is usable; if not, the state has already moved on. */
function usable(unfolding: Unfolding, agent: string, reply: Reply, task: string): reply is Extract<Reply, { ok: true }> & { value: Json } {
  const { maker, ms, warnings } = aboutReply(reply)
  if (!reply.ok) {
    const { code, message } = reply.error
    if (code === 'timeout')
      conclude(unfolding, {
        timeout: `the ${agent} ran past its time limit${ms === null ? '' : ` (${Math.round(ms / 1000)} s)`}: ${message}`,
      })
    else if (code === 'pin_changed') violated(unfolding, agent, message)
    else {
      const because = `the ${agent} (${maker}) gave no usable answer (${code}): ${message}`
      if (wrongAnswers.has(code)) refuse(unfolding, task, message, because)
      else fail(unfolding, { reason: 'agent_error', because })
    }
    return false
  }
  if (!('value' in reply)) {
    refuse(unfolding, task, 'expected JSON, found text', `the ${agent} (${maker}) answered with text instead of JSON`)
    return false
  }
  if (!temperatureDropped(warnings)) return true
  const why = `${maker} can't take temperature 0`
  if (unfolding.state.settings.determinism === 'strict') {
    violated(unfolding, agent, `${why}, and determinism is strict`)
    return false
  }
  unfolding.add(event('determinism_warning', { agent, why: `${why}; scores stay reproducible, the text it writes may not be` }))
  return true
}

const wrongAnswers: ReadonlySet<string> = new Set(['contract', 'refusal', 'empty', 'too_large'])

/** A wrong reply is requested once more; the second time, the run fails. */
function refuse(unfolding: Unfolding, task: string, problem: string, because: string): void {
  if (unfolding.state.refused?.task === task) fail(unfolding, { reason: 'agent_error', because })
  else unfolding.add(event('reply_refused', { task, problem: problem.slice(0, 2000) }))
}

function violated(unfolding: Unfolding, what: string, why: string): void {
  unfolding.add(event('determinism_violated', { what, why }))
  fail(unfolding, { reason: 'determinism_violation', because: `${what}: ${why}` })
}

function aboutReply({ meta }: Reply): { maker: string; ms: number | null; warnings: string[] } {
  const { maker = 'the host', ms = null, warnings = [] } = (meta ?? {}) as { maker?: string; ms?: number | null; warnings?: string[] }
  return { maker, ms, warnings }
}

/** Any maker may report what a text lacks instead of padding, as the built-in generator does. */
function missingParts(value: Json): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).join() !== 'missing') return null
  const { missing } = value
  if (typeof missing === 'object' && missing !== null && 'text' in missing) return String(missing['text'])
  return typeof missing === 'object' && missing !== null
    ? `the requirements don't say enough; only a person or a model can add what is missing.\n${Object.entries(missing)
        .map(([part, hint]) => `${part}: ${String(hint)}`)
        .join('\n')}`
    : null
}

/** Sources come from the requirements by code, whatever a maker says. */
function withSources(value: Json, sources: readonly SourceLine[]): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return { ...value, sources: keptSources(sources, referredTo(value)) }
}

export function criticKey({ settings: { pins } }: DesignState, input: string): VerdictKey {
  const maker = pins.makers?.['design-critic'] ?? pins.makers?.['default']
  return {
    input,
    rubric: pins.templates?.['design-critic']?.sha256 ?? '',
    model: maker ? `${maker.name} ${maker.model} ${maker.version}` : 'unknown',
  }
}
