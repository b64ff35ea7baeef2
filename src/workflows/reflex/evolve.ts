// The only place a reflex run's state changes.
import { move } from '../../kernel/machine.ts'
import { addUsage } from '../../kernel/reduce.ts'
import { type Evolve, applied } from '../../kernel/workflow.ts'
import { Fault } from '../../schema/fault.ts'
import { addForecasts, noForecasts } from '../../learning/forecasts.ts'
import { compareForecast, refineFrom, remembered } from './compare.ts'
import type { ReflexEvent, ReflexEvents } from './events.ts'
import { steps } from './machine.ts'
import type { Evaluation, ReflexInput, ReflexState, Status, Step } from './state.ts'
import { leastGain, statusFor } from './stop.ts'

export function initial({ criteria, maxIterations, imported, ...input }: ReflexInput, at: number): ReflexState {
  return {
    input,
    status: 'draft',
    begun: false,
    confirmed: { criteria: false, iterations: false },
    criteria,
    maxIterations,
    context: { read: false, object: null },
    demands: null,
    iteration: 1,
    level: 'A',
    step: 'PLAN',
    plan: [],
    prepared: null,
    makerChecks: { confirmed: [], refused: [], again: 0, why: [] },
    artifact: input.from ?? null,
    keys: {},
    produced: 0,
    edits: 0,
    changed: [],
    verdicts: null,
    judgements: {},
    looked: {},
    evaluation: null,
    best: null,
    judgedBefore: {},
    held: {},
    forecasts: {},
    critic: null,
    critique: null,
    lastScore: 0,
    stagnation: 0,
    freshBaseline: true,
    attempts: {},
    recent: [],
    usage: { calls: 0, tokensIn: 0, tokensOut: 0, costMicros: 0, unpriced: 0 },
    time: { completedMs: 0, open: 0, longestMs: 0, startedAt: null },
    wish: null,
    stop: null,
    createdAt: at,
    updatedAt: at,
    ...imported?.state,
  }
}

type Apply = { [N in keyof ReflexEvents]: (state: ReflexState, data: ReflexEvents[N], at: number) => ReflexState }

const apply: Apply = {
  criteria_changed: (state, { criteria, maxIterations, allowCommands, makerChecks }) => ({
    ...state,
    criteria: criteria ?? state.criteria,
    maxIterations: maxIterations ?? state.maxIterations,
    input: {
      ...state.input,
      allowCommands: allowCommands ?? state.input.allowCommands,
      ...(makerChecks && { sentencesBy: 'maker' as const }),
    },
    confirmed: { criteria: false, iterations: false },
  }),
  criteria_confirmed: (state) => ({ ...state, confirmed: { ...state.confirmed, criteria: true } }),
  iterations_confirmed: (state) => ({ ...state, confirmed: { ...state.confirmed, iterations: true } }),
  run_started: (state) => ({ ...state, status: 'running', begun: true, confirmed: { criteria: true, iterations: true } }),
  context_read: (state, { object }) => ({ ...state, context: { read: true, object } }),
  demands_told: (state, { demands }) => ({ ...state, demands }),
  plan_created: (state, { plan }) => to({ ...state, plan }, 'PRODUCE_PREPARE'),
  artifact_created: (state, { artifact, changed, keys }) =>
    afterMaking({ ...state, ...withKeys(state, artifact, keys), artifact, changed, produced: state.iteration, verdicts: null }),
  checks_prepared: (state, prepared) => afterMaking({ ...state, prepared }),
  checks_tried: (state, { probe, outcomes }) =>
    state.prepared ? { ...state, prepared: { ...state.prepared, tried: { ...state.prepared.tried, [probe]: outcomes } } } : state,
  checks_confirmed: (state, { checks, refused }) => ({
    ...state,
    makerChecks: {
      ...state.makerChecks,
      confirmed: [...new Set([...state.makerChecks.confirmed, ...checks])],
      refused: [...new Set([...state.makerChecks.refused, ...refused])],
    },
  }),
  checks_refused: (state, { why }) =>
    to({ ...state, prepared: null, makerChecks: { ...state.makerChecks, again: state.makerChecks.again + 1, why } }, 'PREPARE'),
  verdicts_recorded: (state, { verdicts }) => ({
    ...state,
    verdicts: { ...state.verdicts, ...Object.fromEntries(verdicts.map((verdict) => [verdict.ruleId, verdict])) },
  }),
  judged: (state, { task, judgement }) => ({ ...state, judgements: { ...state.judgements, [task]: judgement } }),
  verdicts_looked_at: (state, { keys, hold }) => ({
    ...state,
    looked: { ...state.looked, ...Object.fromEntries(keys.map((key) => [key, hold])) },
  }),
  evaluation_done: (state, evaluation) => evaluated(state, evaluation),
  critique_called: (state) => to(state, 'CRITIQUE'),
  critique_done: (state, { issues }) => to({ ...state, critique: issues }, 'REFINE'),
  refinement_done: (state, { artifact, changed, keys }) => {
    const refined = { ...state, ...withKeys(state, artifact, keys), artifact, changed, attempts: {}, verdicts: null }
    if (state.input.steps === 'every') return { ...refined, prepared: null }
    return to(refined, state.prepared?.level === state.level ? 'EVALUATE' : 'PREPARE')
  },
  phase_switched: (state, { to: level }) => ({ ...to({ ...state, level, verdicts: null }, 'PREPARE'), freshBaseline: true, stagnation: 0 }),
  iteration_advanced: (state, { iteration }) =>
    to({ ...state, iteration, plan: state.input.steps === 'every' ? [] : state.plan }, state.input.steps === 'every' ? 'PLAN' : 'CRITIQUE'),
  phase_error: (state, { task, message }) => ({
    ...state,
    attempts: { ...state.attempts, [baseKey(task)]: { count: (state.attempts[baseKey(task)]?.count ?? 0) + 1, problem: message } },
  }),
  stopped: (state, { reason, because, by, overrun }) =>
    end(state, by === undefined ? statusFor(reason) : 'stopped', { reason, because, ...(overrun && { overrun }) }),
  failed: (state, { reason, because }) => end(state, statusFor(reason), { reason, because }),
  retried: (state) => ({
    ...state,
    status: 'running',
    artifact: state.stop?.left ?? state.artifact,
    stop: null,
    wish: null,
    // Two more replies, each with its own key.
    attempts: Object.fromEntries(
      Object.entries(state.attempts).map(([key, tried]) => [key, { ...tried, count: tried.count + (tried.count % 2) }]),
    ),
  }),
  external_edit: (state, { artifact, changed }) => {
    // A person may return to an earlier text; that isn't going back and forth.
    const edited = { ...state, artifact, changed, edits: state.edits + 1, verdicts: null, judgedBefore: {} }
    // The judged text is no longer the current one: judge again first.
    return state.step === 'CRITIQUE' || state.step === 'REFINE' ? to({ ...edited, critique: null }, 'EVALUATE') : edited
  },
}

export const evolve: Evolve<ReflexState> = (state: ReflexState, event: ReflexEvent) => {
  const own = applied(apply, state, event)
  const next = own === null ? driverEvent(state, event) : unremembered.has(event.type) ? own : remember(own, event.type)
  return { ...next, updatedAt: Math.max(state.updatedAt, event.at) }
}

/** Events of parallel tasks, whose order is arbitrary, and errors, because a step is retried with the same inputs. */
const unremembered = new Set<string>([
  'artifact_created',
  'checks_prepared',
  'demands_told',
  'checks_tried',
  'verdicts_recorded',
  'judged',
  'phase_error',
] satisfies (keyof ReflexEvents)[])

function remember(state: ReflexState, ...names: string[]): ReflexState {
  return {
    ...state,
    recent: [...state.recent, ...names.map((name) => `${name} (iteration ${state.iteration}, level ${state.level})`)].slice(-3),
  }
}

/** Time is added between steps; parallel tasks count as one segment. */
function driverEvent(state: ReflexState, { type, data, at }: ReflexEvent): ReflexState {
  const { time } = state
  if (type === 'asked') {
    const count = data.tasks.length
    return { ...state, time: { ...time, open: time.open + count, startedAt: time.startedAt ?? at } }
  }
  if (type === 'mail_received') {
    const { kind, reason = '', by = '' } = data
    return kind === 'stop' ? { ...state, wish: { reason, by } } : state
  }
  if (type === 'waiting') {
    const { usage } = data
    return usage ? { ...state, usage: addUsage(state.usage, usage) } : state
  }
  if (type !== 'replied') return state
  const { ms, usage, task, meta } = data
  const open = Math.max(0, time.open - 1)
  const longestMs = Math.max(time.longestMs, ms)
  return {
    ...state,
    critic: task.startsWith('critique:') ? writerIn(meta) : state.critic,
    usage: usage ? addUsage(state.usage, usage) : state.usage,
    time: open > 0 ? { ...time, open, longestMs } : { completedMs: time.completedMs + longestMs, open: 0, longestMs: 0, startedAt: null },
  }
}

function evaluated(state: ReflexState, evaluation: Evaluation): ReflexState {
  const gain = evaluation.score - state.lastScore
  const stagnation = state.freshBaseline || evaluation.passed || gain >= leastGain ? 0 : state.stagnation + 1
  return {
    ...state,
    evaluation,
    verdicts: null,
    attempts: {},
    critique: null,
    lastScore: evaluation.score,
    stagnation,
    freshBaseline: false,
    best: better(state, evaluation),
    ...remembered(state, evaluation),
    forecasts: forecastsWith(state, evaluation),
  }
}

/** Who wrote a reply; may be another maker than the one asked. */
function writerIn(meta: unknown): string | null {
  const { by, maker } = (meta ?? {}) as { by?: string; maker?: string }
  return by ?? maker ?? null
}

/** By the critique's author, even if unknown. */
function forecastsWith(state: ReflexState, evaluation: Evaluation): ReflexState['forecasts'] {
  const { critique, critic, forecasts } = state
  if (!critique?.length || !state.evaluation) return forecasts
  const maker = critic ?? 'unknown'
  const came = compareForecast(critique, refineFrom(state).evaluation, evaluation)
  return { ...forecasts, [maker]: addForecasts(forecasts[maker] ?? noForecasts, came) }
}

/** Score, then fewer blockers, then earlier; a level B evaluation always supersedes a level A one. */
function better(state: ReflexState, evaluation: Evaluation): ReflexState['best'] {
  const { best } = state
  const wins =
    best === null ||
    best.level !== evaluation.level ||
    evaluation.score > best.score ||
    (evaluation.score === best.score && evaluation.blockers.length < best.blockers.length)
  return wins ? evaluation : best
}

const withKeys = ({ keys }: ReflexState, artifact: string, found: string[] | undefined) => found && { keys: { ...keys, [artifact]: found } }

/** PRODUCE and PREPARE meet here, whichever comes last. */
function afterMaking(state: ReflexState): ReflexState {
  const producing = state.step === 'PRODUCE_PREPARE'
  if (state.prepared?.level !== state.level || (producing && state.produced !== state.iteration)) return state
  return to(producing ? remember(state, 'artifact_created', 'checks_prepared') : remember(state, 'checks_prepared'), 'EVALUATE')
}

function end(state: ReflexState, status: Status, stop: Omit<NonNullable<ReflexState['stop']>, 'passed' | 'left'>): ReflexState {
  const passed = status === 'completed' && stop.reason === 'threshold_reached'
  const delivered = state.best?.artifact ?? state.artifact
  return {
    ...state,
    status,
    artifact: delivered,
    stop: { ...stop, passed, ...(state.artifact && state.artifact !== delivered && { left: state.artifact }) },
    time: { ...state.time, open: 0, longestMs: 0, startedAt: null },
  }
}

function to(state: ReflexState, step: Step): ReflexState {
  const moved = move(steps, state.step, step)
  if (!moved.ok) throw new Fault('internal', moved.reason)
  return { ...state, step, attempts: {} }
}

export const baseKey = (key: string) => key.replace(/#\d+$/, '')
