// The only place a design's state changes.
import { nothingSpent, spend } from '../../kernel/budget.ts'
import { record } from './recorded-verdicts.ts'
import { move } from '../../kernel/machine.ts'
import { type Evolve, applied } from '../../kernel/workflow.ts'
import type { NewEvent } from '../../schema/event.ts'
import { dimensions } from './critic/critique.ts'
import type { DesignEvent, DesignEvents } from './events.ts'
import { type StateName, transitions } from './machine.ts'
import type { DesignInput, DesignState, Evaluation, HistoryEntry, Scored, Settings } from './state.ts'
import { tolerance } from './stop.ts'

export function initial({ featureId, folder, settings, imported }: DesignInput, at: number): DesignState {
  const blank: DesignState = {
    input: { featureId, folder },
    state: 'IDLE',
    run: 0,
    settings,
    ...freshRun,
    shown: { intent: null, intentHash: null, critique: null, critiqueHash: null, preview: null },
    edited: null,
    ledger: {},
    answers: 0,
    frozen: null,
    history: [],
    createdAt: at,
    changedAt: at,
  }
  return imported ? { ...blank, run: 1, ...imported } : started(blank, settings)
}

const freshRun = {
  starting: null,
  sources: null,
  iteration: 0,
  made: null,
  refused: null,
  evaluation: null,
  best: null,
  base: null,
  scoreHistory: [],
  scored: {},
  streak: { score: null, from: 0, count: 0 },
  feedback: [],
  heard: [],
  rejection: null,
  approval: null,
  failure: null,
  abort: null,
  violation: null,
  warnings: [],
  spent: nothingSpent,
} satisfies Partial<DesignState>

const started = (state: DesignState, settings: Settings): DesignState => ({
  ...state,
  ...freshRun,
  settings,
  counted: state.dismissals ?? [],
  run: state.run + 1,
  starting: { frozen: true, sources: true },
})

type Apply = { [N in keyof DesignEvents]: (state: DesignState, data: DesignEvents[N], at: number) => DesignState }

const apply: Apply = {
  start_requested: (state, { settings }) => started(state, settings),
  start_checked: (state) => ({ ...state, starting: state.starting && { ...state.starting, frozen: false } }),
  sources_read: (state, { object, heard, said }) => ({
    ...state,
    sources: { object, heard },
    ...(said && { heard: [...(state.heard ?? []), said] }),
    starting: state.starting && { ...state.starting, sources: false },
  }),
  moved: (state, { to, reason, because, by }, at) => {
    const made = move(transitions, state.state, to)
    return made.ok ? enter(state, to, { at, from: state.state, to, reason, because, ...(by && { by }) }) : state
  },
  transition_refused: (state, { from }) => (from === 'IDLE' && state.starting ? { ...state, starting: null } : state),
  threshold_refused: (state) => state,
  intent_generated: (state, { intent, hash, dimensions: scores, ledger }) => ({
    ...state,
    made: { intent, hash, dimensions: scores, ...(ledger && { ledger }) },
    shown: { ...state.shown, intent, intentHash: hash },
  }),
  reply_refused: (state, refused) => ({ ...state, refused }),
  schema_violated: (state) => state,
  critic_answered: (state, { verdict, ...key }) => ({ ...state, ledger: record(state.ledger, key, verdict).verdicts }),
  evaluation_done: (state, evaluation) => evaluated(state, evaluation),
  preview_made: (state, preview) => {
    const best = state.best && state.best.evaluation.hash === preview.hash ? { ...state.best, preview } : state.best
    const shown = { ...state, best, shown: { ...state.shown, preview } }
    return preview.note ? warned(shown, preview.note) : shown
  },
  determinism_warning: (state, { agent, why }) => warned(state, `${agent}: ${why}`),
  determinism_violated: (state) => state,
  approved: (state, { by, assurance, signature }, at) => ({
    ...state,
    answers: state.answers + 1,
    approval: { by, assurance, at, signature: signature ?? null, marker: null, head: null },
    ...told(state, { at, choice: 'approve', by, assurance }),
  }),
  rejected: (state, { by, feedback }, at) => ({
    ...state,
    answers: state.answers + 1,
    feedback: [...state.feedback, feedback],
    streak: freshRun.streak,
    base: state.evaluation && { intent: state.evaluation.intent, critique: state.evaluation.critique, scored: null },
    rejection: state.evaluation && { intent: state.evaluation.intent, by },
    ...told(state, { at, choice: 'reject', by, assurance: 'unattested', text: feedback }),
  }),
  aborted: (state, { by, reason }, at) => ({
    ...state,
    answers: state.answers + 1,
    abort: { reason, by, at },
    ...told(state, { at, choice: 'abort', by, assurance: 'unattested', text: reason }),
  }),
  freeze_prepared: (state, { marker, head }) => ({ ...state, approval: state.approval && { ...state.approval, marker, head } }),
  freeze_refused: (state, { because }) => warned({ ...state, approval: null }, `not frozen: ${because}`),
  write_refused: (state) => state,
  frozen: (state, { checksum, marker, preview }, at) => ({ ...state, frozen: { checksum, marker, preview, at }, edited: null }),
  integrity_violated: (state, { file, expected, actual }, at) => {
    const because = `${file} is not what was frozen: expected ${expected}, found ${actual}`
    return enter({ ...state, starting: null, approval: null, made: null, violation: { file, expected, actual, at } }, 'FAILED', {
      at,
      from: state.state,
      to: 'FAILED',
      reason: 'integrity_violation',
      because,
    })
  },
  unfrozen: (state, { reason }, at) =>
    enter({ ...state, approval: null, frozen: null }, 'IDLE', { at, from: state.state, to: 'IDLE', reason: 'unfrozen', because: reason }),
  reset: (state, { by, investigated }, at) => ({
    ...state,
    violation: null,
    ...told(state, { at, choice: 'reset', by, assurance: 'unattested', ...(investigated && { text: investigated }) }),
  }),
  dismissed: (state, { assurance = 'attended', preload: _recorded, ...dismissal }, at) => ({
    ...state,
    dismissals: [...(state.dismissals ?? []).filter(({ finding }) => finding !== dismissal.finding), dismissal],
    ...told(state, { at, choice: 'dismiss', by: dismissal.by, assurance, text: `${dismissal.finding}: ${dismissal.reason}` }),
  }),
  external_edit: (state, edit) => ({ ...state, edited: edit.object === state.shown.intent ? null : edit }),
}

export const evolve: Evolve<DesignState> = (state: DesignState, event: DesignEvent) => {
  if (event.type === 'replied') return { ...state, spent: spend(state.spent, event.data) }
  if (event.type === 'waiting') return { ...state, spent: spend(state.spent, { ...event.data, ms: 0 }) }
  return applied(apply, state, event) ?? state
}

/** Consecutive events, each seeing the changes of those before it. */
export function unfold(from: DesignState) {
  let state = from
  const events: NewEvent[] = []
  return {
    events,
    get state() {
      return state
    },
    add(...more: NewEvent[]) {
      events.push(...more)
      for (const { type, data } of more) state = evolve(state, { type, data, at: from.changedAt })
      return this
    },
  }
}

function enter(state: DesignState, to: StateName, entry: HistoryEntry): DesignState {
  const entered = { ...state, state: to, ...told(state, entry) }
  const { reason = '', because = '' } = 'because' in entry ? entry : {}
  switch (to) {
    case 'GENERATING':
      return adopted({ ...entered, starting: null })
    case 'REVISING':
      return { ...entered, iteration: state.iteration + 1, made: null }
    case 'FAILED':
      return { ...(bestDelivered.has(reason) ? deliverBest(entered) : entered), starting: null, made: null, failure: { reason, because } }
    case 'IDLE':
      return { ...entered, failure: null }
    default:
      return entered
  }
}

const bestDelivered: ReadonlySet<string> = new Set(['max_iterations', 'no_progress', 'budget_exceeded', 'requirements_incomplete'])

/** A valid hand edit becomes the base of the next intent; an invalid one is dropped, and its event says why. */
function adopted(state: DesignState): DesignState {
  const { edited } = state
  if (!edited) return state
  if (edited.hash === null || edited.critique === null)
    return warned({ ...state, edited: null }, `the hand edit of intent.json was refused: ${edited.problem}`)
  return {
    ...state,
    edited: null,
    base: { intent: edited.object, critique: edited.critique, scored: null },
    shown: { ...state.shown, intent: edited.object, intentHash: edited.hash },
  }
}

function evaluated(state: DesignState, evaluation: Evaluation): DesignState {
  const { score, hash, intent, critique, iteration } = evaluation
  const { streak } = state
  const still = streak.score !== null && Math.abs(score - streak.score) <= tolerance
  const worse = state.base?.scored && compare(evaluation, state.base.scored) < 0
  return {
    ...state,
    made: null,
    evaluation,
    best: state.best && compare(evaluation, state.best.evaluation) <= 0 ? state.best : { evaluation, preview: null },
    // A refinement that made things worse isn't built upon.
    base: worse ? state.base : { intent, critique, scored: { score, dimensions: evaluation.dimensions } },
    shown: { ...state.shown, intent, intentHash: hash, critique, critiqueHash: hash },
    scoreHistory: [...state.scoreHistory, [iteration, score]],
    scored: { ...state.scored, [evaluation.input ?? hash]: score },
    streak: still ? { ...streak, count: streak.count + 1 } : { score, from: iteration, count: 0 },
  }
}

/** Overall first; the dimensions, in order, break ties. */
function compare(a: Scored, b: Scored): number {
  return (
    a.score - b.score || (dimensions.map((name) => a.dimensions[name] - b.dimensions[name]).find((difference) => difference !== 0) ?? 0)
  )
}

function deliverBest(state: DesignState): DesignState {
  const { best } = state
  if (!best || state.edited) return state
  const { intent, hash, critique } = best.evaluation
  return {
    ...state,
    evaluation: best.evaluation,
    shown: { intent, intentHash: hash, critique, critiqueHash: hash, preview: best.preview ?? state.shown.preview },
  }
}

const told = ({ history }: DesignState, entry: HistoryEntry) => ({ history: [...history, entry], changedAt: entry.at })

function warned(state: DesignState, text: string): DesignState {
  return state.warnings.includes(text) ? state : { ...state, warnings: [...state.warnings, text] }
}
