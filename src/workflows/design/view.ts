// What verbs for any run show of a design.
import { budgetShown, budgetWarnings } from '../../agents/budget.ts'
import { withoutSchema } from '../../agents/json-reply.ts'
import type { RunState } from '../../kernel/reduce.ts'
import { makerName } from '../../report/story.ts'
import type { Event } from '../../schema/event.ts'
import type { DesignEvents, DesignFact } from './events.ts'
import { countText } from './feedback/words.ts'
import { stateNames } from './machine.ts'
import { iso } from './marker.ts'
import { isOurs } from './prompts.ts'
import { card as designCard, heardLines, iterationLine } from './report.ts'
import type { DesignState } from './state.ts'
import { points, problemText } from './stop.ts'

export const statuses = stateNames

export function summary({ run, state, gate, outcome, at }: RunState<DesignState>) {
  return {
    run,
    workflow: 'design',
    name: state.input.featureId,
    status: state.state,
    iteration: state.state === 'IDLE' ? state.iteration : Math.min(state.iteration + 1, state.settings.maxIterations),
    maxIterations: state.settings.maxIterations,
    phase: '',
    step: state.state,
    score: state.evaluation ? state.evaluation.score / 100 : null,
    scale: 100,
    threshold: state.settings.threshold / 100,
    blockers: state.evaluation?.hard?.length ?? 0,
    updatedAt: iso(Math.max(at, state.changedAt)),
    waitsFor: outcome ? null : gate,
    reason: state.failure?.reason ?? null,
    folder: state.input.folder,
    stage: outcome ? ('ended' as const) : gate ? ('waiting' as const) : ('working' as const),
    budget: budgetShown(state.settings.budget ?? {}, state.spent),
  }
}

export const asked = ({ state: { settings } }: RunState<DesignState>) => ({ object: settings.requirements })

export function artifacts({ type, data }: DesignFact, { state }: RunState<DesignState>): { hash: string; label: string }[] {
  if (type === 'intent_generated') return [{ hash: data.intent, label: `run ${state.run}, iteration ${data.iteration + 1}` }]
  return type === 'external_edit' ? [{ hash: data.object, label: 'edited by hand' }] : []
}

export function current({ state: { shown, edited, input } }: RunState<DesignState>): { path: string; sha256: string } | null {
  const sha256 = edited?.object ?? shown.intent
  return sha256 ? { path: `${input.folder}/intent.json`, sha256 } : null
}

export const card = ({ state, usage }: RunState<DesignState>) => designCard(state, usage.mayBePaid)

export function onward({ state: { state, violation } }: RunState<DesignState>, name: string): string {
  if (state === 'FROZEN')
    return `It is frozen. \`whet certificate ${name}\` certifies it; delete FROZEN.md in its final/ to work on it again.`
  if (state === 'FAILED')
    return violation
      ? `Investigate, then \`whet design reset ${name} --investigated "<what was found>"\`.`
      : `\`whet design reset ${name}\`, then \`whet design new ${name} --requirements <file>\`.`
  return `\`whet design new ${name} --requirements <file>\` starts a run.`
}

const describers: { [N in keyof DesignEvents]?: (data: DesignEvents[N]) => string } = {
  start_requested: ({ settings }) =>
    `start requested by ${settings.by}, threshold ${points(settings.threshold)}, at most ${settings.maxIterations} iterations`,
  sources_read: ({ count, heard, said }) =>
    `${count} requirement statements read${heard > 0 ? `, with what was said at ${heard} ${heard === 1 ? 'rejection' : 'rejections'}` : ''}${said ? ` (${countText(said)})` : ''}`,
  moved: ({ from, to, reason, because }) => `${from} → ${to} (${reason}): ${because}`,
  transition_refused: ({ from, to, reason, by }) => `refused ${from} → ${to}${by ? ` (${by})` : ''}: ${reason}`,
  threshold_refused: ({ wanted, fixed, by }) =>
    `refused a threshold of ${points(wanted)} (${by}): it stays at ${points(fixed)} for this run`,
  intent_generated: ({ intent, maker, iteration }) => `${makerName(maker)} made ${intent.slice(0, 8)} in iteration ${iteration + 1}`,
  reply_refused: ({ task, problem }) => `the answer to ${task} was refused and is requested once more: ${withoutSchema(problem)}`,
  schema_violated: ({ problems }) => `the intent violates its schema: ${problemText(problems)}`,
  evaluation_done: ({ score, hash, findings }) => `scored ${points(score)} (input ${hash.slice(0, 12)}, ${findings} findings)`,
  preview_made: ({ renderer, note, object }) =>
    `preview ${object.slice(0, 8)} by ${renderer === 'builtin' ? 'the built-in renderer' : renderer}${note ? `; ${note}` : ''}`,
  determinism_warning: ({ agent, why }) => `${agent}: ${why}`,
  determinism_violated: ({ what, why }) => `determinism violated by ${what}: ${why}`,
  critic_answered: ({ model }) => `the model critic (${model}) answered`,
  approved: ({ by, assurance, hash }) => `${by} approved ${hash.slice(0, 12)} (${assurance})`,
  rejected: ({ by, feedback }) => `${by} rejected it (unattested): ${feedback}`,
  aborted: ({ by, reason }) => `${by} aborted (unattested): ${reason}`,
  freeze_refused: ({ because }) => `not frozen: ${because}`,
  write_refused: ({ path, by, because }) => `refused ${by} a write to ${path}: ${because}`,
  frozen: ({ checksum }) => `frozen, checksum ${checksum}`,
  integrity_violated: ({ file, expected, actual }) => `integrity violation: ${file}, expected ${expected}, found ${actual}`,
  unfrozen: ({ reason }) => `unfrozen: ${reason}; the design was intact`,
  reset: ({ by, investigated, preload }) =>
    `reset by ${by} (unattested)${investigated ? `, after an investigation: ${investigated}` : ''}${loaded(preload)}`,
  dismissed: ({ finding, reason, by, assurance = 'attended', preload }) =>
    `${by} dismissed ${finding} (${assurance}): ${reason}${loaded(preload)}`,
  external_edit: ({ object, problem }) =>
    `intent.json edited by hand (${object.slice(0, 8)}), author unknown${problem ? `: ${problem}` : ''}`,
}

const loaded = (preload: readonly string[] = []) => (preload.length > 0 ? ` [other code was loaded first: ${preload.join(', ')}]` : '')

export function describe(event: Event): string | null {
  const describer = Object.hasOwn(describers, event.type)
    ? (describers[event.type as keyof DesignEvents] as (data: unknown) => string)
    : undefined
  return describer ? describer(event.data) : null
}

const spoken = new Set<string>([
  'transition_refused',
  'threshold_refused',
  'reply_refused',
  'schema_violated',
  'determinism_warning',
  'determinism_violated',
  'freeze_refused',
  'write_refused',
  'integrity_violated',
  'unfrozen',
  'external_edit',
] satisfies (keyof DesignEvents)[])

/** One line per iteration, and anything a person shouldn't have to look for. */
export function live({ state }: RunState<DesignState>, events: readonly DesignFact[]): string[] {
  const replies = events.flatMap(({ type, data }) => (type === 'replied' ? [data] : []))
  const said = events.flatMap(({ type, data }) => {
    if (type === 'evaluation_done') return [iterationLine(state)]
    if (type === 'sources_read') return heardLines(data.said ?? [], isOurs(state))
    if (type === 'preview_made') return data.note ? [String(data.note)] : []
    return spoken.has(type) ? [String(describe({ type, data, at: 0 }))] : []
  })
  return [...said, ...budgetWarnings(state.settings.budget ?? {}, state.spent, replies)]
}
