// The questions of a sprint: what now, when it stagnates or takes too long, and what at the limit. A forced pass and an accepted page are reported as such.
import type { Answer, Gate } from '../../kernel/task.ts'
import type { Accepted, GateOf, Gates, Refusal } from '../../kernel/workflow.ts'
import { showShare } from '../../rules/score.ts'
import { priorityOf } from './contract.ts'
import { type Dimension, share } from './dimensions.ts'
import { event } from './events.ts'
import { withContract } from './negotiate.ts'
import { leastThreshold } from './parameters.ts'
import type { Evaluation, SprintState } from './state.ts'

export type SprintGates = { escalation: 'continue' | 'adjust' | 'abort'; limit: 'adjust' | 'abort' | 'force-pass' }

export function questionGate(state: SprintState): GateOf<SprintGates> {
  const { question, iteration, evaluation } = state
  const asked = {
    question: `${question?.because ?? ''}. What now?`,
    facts: factsOf(state),
    ...(evaluation && { decides: { hash: evaluation.artifact, phrase: phraseOf(state, evaluation) } }),
  }
  if (question?.rule === 'max_iterations')
    return { ...asked, key: `limit:${iteration}`, choices: [adjust(' and how many more iterations'), accept, force] }
  return { ...asked, key: `escalation:${iteration}`, choices: [refocus, adjust(''), accept] }
}

const refocus = { name: 'continue' as const, means: 'continue with the focus on another dimension' }
const adjust = (more: string) => ({
  name: 'adjust' as const,
  means: `continue with guidance or relaxed criteria${more}`,
  needsText: 'what should be different',
  takes: 'JSON such as \'{"pass_threshold": 0.7, "drop": ["<criterion>"]}\'',
})
const accept = { name: 'abort' as const, means: "end here and keep the best page as it is; this doesn't count as a pass", attested: true }
const force = {
  name: 'force-pass' as const,
  means: "end it as force-passed, in your name; this doesn't count as a pass either",
  attested: true,
}

const phraseOf = ({ input }: SprintState, { card }: Evaluation) => `${input.name} at ${showShare(card.overall)}`

const abort = (state: SprintState, _gate: Gate, { by }: Answer) => end(state, 'accepted_as_is', by)

export const gates: Gates<SprintState, SprintGates> = {
  escalation: {
    continue: (state, _gate, { by }) => {
      const scores = Object.fromEntries((state.evaluation?.card.dimensions ?? []).map(({ dimension, score }) => [dimension, score]))
      return goOn(state, [
        event('refocused', {
          priority: priorityOf(scores as Record<Dimension, number>, state.contract?.priority_dimension ?? state.priority),
          by,
        }),
      ])
    },
    adjust: (state, _gate, answer) => adjusting(state, answer, state.iteration),
    abort,
  },
  limit: {
    adjust: (state, _gate, answer) => adjusting(state, answer, state.iteration + 1),
    abort,
    'force-pass': (state, _gate, { by }) => end(state, 'force_passed', by),
  },
}

const goOn = (state: SprintState, events: Accepted['events']): Accepted => ({
  events: withContract(state, [...events, event('iteration_began', { iteration: state.iteration + 1 })]),
})

function end({ question, evaluation }: SprintState, status: 'accepted_as_is' | 'force_passed', by: string): Accepted {
  const score = evaluation ? `at ${showShare(evaluation.card.overall)}` : 'unscored'
  const because = `${by} ${status === 'force_passed' ? 'forced a pass' : 'took it as it is'}, ${score}: ${question?.because ?? ''}`
  return { events: [event('finished', { status, reason: status, because, by })] }
}

/** `least`: the iterations there must be room for; more than there is now if the limit is reached. */
function adjusting(state: SprintState, { text = '', data, by }: Answer, least: number): Accepted | Refusal {
  const given = typeof data === 'object' && data !== null && !Array.isArray(data) ? data : {}
  const { pass_threshold: threshold, max_iterations: maxIterations, drop = [] } = given
  const problem = badThreshold(threshold) ?? badLimit(maxIterations, least) ?? badDrop(state, drop)
  if (problem) return { refused: problem }
  return goOn(state, [
    event('adjusted', {
      guidance: text.trim() === '' ? [] : [text.trim()],
      dropped: drop as string[],
      ...(typeof threshold === 'number' && { threshold }),
      ...(typeof maxIterations === 'number' ? { maxIterations } : least > state.iteration && { maxIterations: least }),
      by,
    }),
  ])
}

function badThreshold(threshold: unknown): string | null {
  if (threshold === undefined) return null
  return typeof threshold === 'number' && threshold >= leastThreshold && threshold <= 1
    ? null
    : `pass_threshold must lie between ${share(leastThreshold * 100)} and 1.00`
}

function badLimit(limit: unknown, least: number): string | null {
  if (limit === undefined) return null
  return typeof limit === 'number' && Number.isInteger(limit) && limit >= least && limit <= 100
    ? null
    : `max_iterations must be a whole number from ${least} to 100`
}

/** Must-pass criteria can't be dropped, and every dimension keeps a measured one. */
function badDrop({ criteria, dropped }: SprintState, drop: unknown): string | null {
  if (!Array.isArray(drop) || drop.some((id) => typeof id !== 'string')) return 'drop is a list of criterion ids'
  const gone = new Set([...dropped, ...(drop as string[])])
  for (const id of drop as string[]) {
    const criterion = criteria.find((each) => each.id === id)
    if (!criterion) return `there is no criterion ${id}`
    if (criterion.mustPass) return `${id} must pass and can't be dropped`
    if (!criteria.some((each) => each.dimension === criterion.dimension && !gone.has(each.id)))
      return `nothing would measure ${criterion.dimension} without ${id}`
  }
  return null
}

function factsOf({ input, iteration, parameters, evaluation, best, scores }: SprintState) {
  return {
    page: input.material.page,
    iteration,
    max_iterations: parameters.gan_loop.max_iterations,
    pass_threshold: parameters.gan_loop.pass_threshold,
    scores: scores.map(({ iteration: number, score }) => ({ iteration: number, score: score / 10_000 })),
    ...(best && { best: { iteration: best.iteration, score: best.card.overall / 10_000 } }),
    must_pass: evaluation?.card.firewall ?? [],
    dimensions: (evaluation?.card.dimensions ?? []).map(({ dimension, score, because }) => ({ dimension, score: score / 100, because })),
    open: (evaluation?.card.criteria ?? [])
      .filter(({ score, outOfContract, mustPass }) => !outOfContract && !mustPass && score !== null && score < 75)
      .map(({ id, message }) => ({ id, message })),
  }
}
