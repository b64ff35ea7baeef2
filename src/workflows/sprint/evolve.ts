// The only place a sprint run's state changes.
import { nothingSpent, spend } from '../../kernel/budget.ts'
import { type Transitions, move } from '../../kernel/machine.ts'
import { type Evolve, applied } from '../../kernel/workflow.ts'
import { Fault } from '../../schema/fault.ts'
import { priorityOf } from './contract.ts'
import { criteriaFor } from './criteria.ts'
import type { Dimension } from './dimensions.ts'
import type { SprintEvent, SprintEvents } from './events.ts'
import { judgedCriteria } from './judging.ts'
import { holds } from './scorecard.ts'
import type { Evaluation, SprintInput, SprintState, Step } from './state.ts'

export function initial({ parameters, ...input }: SprintInput, at: number): SprintState {
  return {
    input,
    parameters,
    status: 'running',
    iteration: 1,
    step: 'READ',
    criteria: [...criteriaFor(input.material), ...(input.judge ? judgedCriteria() : [])],
    pageRead: false,
    baselineRead: false,
    contract: null,
    contracts: [],
    evaluations: [],
    round: 0,
    sealed: null,
    dropped: [],
    guidance: [],
    priority: priorityOf({}, null),
    artifact: null,
    given: null,
    notes: '',
    verdicts: null,
    seen: null,
    again: null,
    judgements: {},
    evaluation: null,
    best: null,
    scores: [],
    passedBefore: [],
    standing: {},
    calibration: [],
    baseline: null,
    answered: 0,
    question: null,
    attempts: {},
    spending: nothingSpent,
    recorded: false,
    stop: null,
    createdAt: at,
    updatedAt: at,
  }
}

type Apply = { [N in keyof SprintEvents]: (state: SprintState, data: SprintEvents[N]) => SprintState }

const apply: Apply = {
  baseline_read: (state, { baseline }) => whenRead({ ...state, baseline, baselineRead: true }),
  page_read: (state, { artifact }) =>
    state.step === 'READ'
      ? whenRead({ ...state, artifact, given: artifact, pageRead: true })
      : to({ ...state, artifact, given: artifact }, 'EVALUATE'),
  contract_drafted: (state, { contract }) => ({ ...state, contract, round: 0, sealed: null }),
  contract_reviewed: (state, { contract, round }) => ({ ...state, contract, round, attempts: {} }),
  contract_sealed: (state, { contract, sha256 }) =>
    to({ ...state, contract, contracts: [...state.contracts, contract], sealed: sha256 }, builds(state) ? 'BUILD' : 'EVALUATE'),
  built: (state, { artifact, notes }) => to({ ...state, artifact, notes, verdicts: null, again: null, judgements: {} }, 'EVALUATE'),
  measured: (state, { verdicts, seen }) => ({ ...state, verdicts: byRule(verdicts), seen }),
  measured_again: (state, { verdicts }) => ({ ...state, again: byRule(verdicts) }),
  judged: (state, { task, judgement }) => ({ ...state, judgements: { ...state.judgements, [task]: judgement } }),
  calibrated: (state, entry) => ({ ...state, calibration: [...state.calibration, entry] }),
  evaluated,
  iteration_began: (state, { iteration }) => {
    const next = { ...state, iteration, round: 0, sealed: null, verdicts: null, again: null, judgements: {}, notes: '' }
    return to(next, state.input.contract ? 'CONTRACT' : builds(next) ? 'BUILD' : 'EVALUATE')
  },
  adjusted: (state, { guidance, dropped, threshold, maxIterations }) => ({
    ...state,
    guidance: [...state.guidance, ...guidance],
    dropped: [...new Set([...state.dropped, ...dropped])],
    parameters: {
      ...state.parameters,
      gan_loop: {
        ...state.parameters.gan_loop,
        ...(threshold !== undefined && { pass_threshold: threshold }),
        ...(maxIterations !== undefined && { max_iterations: maxIterations }),
      },
    },
    answered: state.iteration,
    question: null,
  }),
  refocused: (state, { priority }) => ({ ...state, priority, answered: state.iteration, question: null }),
  recorded: (state) => ({ ...state, recorded: true }),
  step_failed: (state, { task, attempt, problem }) => ({ ...state, attempts: { ...state.attempts, [task]: { count: attempt, problem } } }),
  finished: (state, { status, reason, because, by }) => ({
    ...state,
    status,
    question: null,
    artifact: state.best?.artifact ?? state.artifact,
    stop: { reason, because, ...(by !== undefined && { by }) },
  }),
}

export const evolve: Evolve<SprintState> = (state: SprintState, event: SprintEvent) => {
  const heard = event.type === 'replied' ? { ...state, spending: spend(state.spending, event.data) } : state
  const next = applied(apply, heard, event) ?? heard
  return { ...next, updatedAt: Math.max(state.updatedAt, event.at) }
}

/** Page and baseline are read in parallel; the last one continues. */
function whenRead(state: SprintState): SprintState {
  if (!state.pageRead || !state.baselineRead) return state
  return to(state, state.input.contract ? 'CONTRACT' : builds(state) ? 'BUILD' : 'EVALUATE')
}

/** The given page is what the first iteration evaluates; without a page the builder begins. A page with nothing to fix is left alone. */
const builds = ({ iteration, artifact, evaluation }: SprintState) => artifact === null || (iteration > 1 && !evaluation?.decision.confirms)

function evaluated(state: SprintState, evaluation: Evaluation): SprintState {
  const { card, decision, iteration } = evaluation
  const counted = card.criteria.filter(({ outOfContract }) => !outOfContract)
  const scores = Object.fromEntries(card.dimensions.map(({ dimension, score }) => [dimension, score])) as Record<Dimension, number>
  return {
    ...state,
    evaluation,
    evaluations: [...state.evaluations, evaluation],
    best: isBetter(evaluation, state.best) ? evaluation : state.best,
    scores: [...state.scores, { iteration, score: card.overall }],
    standing: { ...state.standing, ...Object.fromEntries(counted.flatMap(({ id, score }) => (score === null ? [] : [[id, score]]))) },
    passedBefore: [
      // A criterion judged from text only may fail later in a browser; that isn't a regression.
      ...new Set([
        ...state.passedBefore,
        ...(evaluation.seen?.by === 'text' ? [] : counted).flatMap(({ id, score }) => (score !== null && holds(score) ? [id] : [])),
      ]),
    ],
    priority: priorityOf(scores, null),
    question: decision.rule === 'pass' || decision.rule === 'iterate' ? null : decision,
    attempts: {},
  }
}

/** Fewer must-pass failures first, then the score; the earlier of two equals. */
function isBetter(evaluation: Evaluation, best: Evaluation | null): boolean {
  if (!best) return true
  const gap = best.card.firewall.length - evaluation.card.firewall.length
  return gap !== 0 ? gap > 0 : evaluation.card.overall > best.card.overall
}

const byRule = <T extends { ruleId: string }>(verdicts: readonly T[]) =>
  Object.fromEntries(verdicts.map((verdict) => [verdict.ruleId, verdict]))

/** The order of steps as one closed table. */
export const steps: Transitions<Step> = {
  READ: ['CONTRACT', 'BUILD', 'EVALUATE'],
  CONTRACT: ['BUILD', 'EVALUATE'],
  BUILD: ['EVALUATE'],
  EVALUATE: ['CONTRACT', 'BUILD'],
}

function to(state: SprintState, step: Step): SprintState {
  if (state.step === step) return { ...state, attempts: {} }
  const moved = move(steps, state.step, step)
  if (!moved.ok) throw new Fault('internal', moved.reason)
  return { ...state, step, attempts: {} }
}
