// What verbs for any run show of a sprint.
import { budgetShown } from '../../agents/budget.ts'
import { withoutSchema } from '../../agents/json-reply.ts'
import type { RunState } from '../../kernel/reduce.ts'
import type { Missed } from '../../learning/record.ts'
import { showShare } from '../../rules/score.ts'
import type { Event } from '../../schema/event.ts'
import type { SprintEvent, SprintEvents, SprintFact } from './events.ts'
import { cardText, iterationText } from './report.ts'
import { failing } from './scorecard.ts'
import type { SprintState, Status } from './state.ts'

export const statuses: readonly Status[] = ['running', 'passed', 'accepted_as_is', 'force_passed', 'stopped', 'failed']

export function summary({ run, state, gate, outcome }: RunState<SprintState>) {
  const { evaluation, best, stop, parameters, input } = state
  const shown = stop ? best : evaluation
  const awaits = isAwaiting(state)
  return {
    run,
    workflow: 'sprint',
    name: input.name,
    status: state.status,
    iteration: state.iteration,
    maxIterations: parameters.gan_loop.max_iterations,
    phase: '',
    step: state.step,
    score: shown ? shown.card.overall / 10_000 : null,
    scale: 1,
    threshold: parameters.gan_loop.pass_threshold,
    blockers: shown?.card.firewall.length ?? 0,
    updatedAt: new Date(state.updatedAt).toISOString(),
    waitsFor: outcome ? null : gate,
    reason: stop?.reason ?? null,
    folder: parameters.gan_loop.sprint_contract.artifact_dir,
    ...(awaits && { awaits: input.material.page }),
    stage: stop ? ('ended' as const) : gate || awaits ? ('waiting' as const) : ('working' as const),
    budget: budgetShown(input.budget, state.spending),
  }
}

/** There is no builder: the person edits the page. */
const isAwaiting = ({ stop, question, step, input }: SprintState) => !stop && !question && step === 'BUILD' && !input.builder

export const asked = ({ state: { input } }: RunState<SprintState>) => ({ object: input.brief.object })

export const card = ({ state, usage }: RunState<SprintState>): string => cardText(state, usage)

export function artifacts({ type, data }: SprintFact, { state }: RunState<SprintState>): { hash: string; label: string }[] {
  const artifact = type === 'built' || type === 'page_read' ? data.artifact : null
  return artifact ? [{ hash: artifact, label: `iteration ${state.iteration}` }] : []
}

export const current = ({
  state: { artifact, given, input },
}: RunState<SprintState>): { path: string; sha256: string; given?: true } | null =>
  artifact ? { path: input.material.page, sha256: artifact, ...(artifact === given && { given: true as const }) } : null

export function live({ state }: RunState<SprintState>, events: readonly SprintFact[]): string[] {
  return events.flatMap(({ type, data }) => (type === 'evaluated' ? [iterationText(data, state.parameters.gan_loop.max_iterations)] : []))
}

export const onward = ({ state }: RunState<SprintState>, name: string): string =>
  state.artifact && state.artifact !== state.given && state.input.folder !== null
    ? `Write its files into the project: \`whet apply ${name}\`. Another sprint: \`whet sprint new <brief> --page <file>\`.`
    : 'Another sprint: `whet sprint new <brief> --page <file>`.'

const describers: { [N in keyof SprintEvents]: (data: SprintEvents[N]) => string | null } = {
  baseline_read: () => null,
  page_read: ({ artifact, files }) => (artifact ? `read the page (${files} files)` : 'there is no page yet'),
  contract_drafted: ({ contract }) =>
    `drafted ${contract.sprint_id}: ${contract.acceptance_checklist.length} criteria, focus on ${contract.priority_dimension}`,
  contract_reviewed: ({ round, disputed }) => `round ${round}: ${disputed.length === 0 ? 'agreed' : `${disputed.length} still disputed`}`,
  contract_sealed: ({ contract, sha256 }) => `sealed ${contract.sprint_id} (${sha256.slice(0, 8)})`,
  built: ({ files, bytes }) => `built ${files.join(', ') || 'nothing new'} (${bytes} bytes)`,
  measured: ({ verdicts }) => `measured ${verdicts.length} criteria`,
  measured_again: ({ verdicts }) => `measured ${verdicts.length} criteria a second time`,
  judged: ({ task, judgement }) => `${task}: ${judgement.valid ? judgement.outcome : 'no usable verdict'}`,
  calibrated: ({ first, second, warning }) =>
    `scored twice: ${showShare(first)} and ${showShare(second)}${warning ? ', too far apart' : ''}`,
  evaluated: ({ card: { overall }, decision }) => `evaluated: ${showShare(overall)}, ${decision.rule}: ${decision.because}`,
  iteration_began: ({ iteration }) => `iteration ${iteration}`,
  adjusted: ({ by, guidance, dropped }) =>
    `${by} adjusted it${guidance.length > 0 ? `: ${guidance.join('; ')}` : ''}${dropped.length > 0 ? ` (dropped ${dropped.join(', ')})` : ''}`,
  refocused: ({ by, priority }) => `${by} continues with the focus on ${priority}`,
  recorded: () => null,
  step_failed: ({ task, problem }) => `${task} failed: ${withoutSchema(problem)}`,
  finished: ({ status, because }) => `${status}: ${because}`,
}

export function describe({ type, data }: Event): string | null {
  return Object.hasOwn(describers, type) ? (describers[type as keyof SprintEvents] as (data: unknown) => string | null)(data) : null
}

/** The criteria that each build missed, for learning. The page as found is nobody's build. */
export function missed(events: readonly SprintEvent[]): Missed[][] {
  const built = events.findIndex(({ type }) => type === 'built')
  return (built < 0 ? [] : events.slice(built)).flatMap(({ type, data }) =>
    type === 'evaluated' ? [failing(data.card).map(({ id, says }) => ({ rule: id, says }))] : [],
  )
}
