// The only place the book of lessons changes.
import { type Evolve, applied } from '../../kernel/workflow.ts'
import { type BaseVersion, type Proposal, activeVersion, templateOf } from '../../learning/book.ts'
import { type Lesson, unnamed, workflowOf } from '../../learning/lesson.ts'
import type { LessonEvent, LessonEvents } from './events.ts'
import type { LessonsInput, LessonsState } from './state.ts'

export const initial = ({ seed }: LessonsInput, at: number): LessonsState => ({
  seed,
  lessons: [],
  versions: [],
  proposals: [],
  experiments: [],
  unwritten: [],
  wanted: [],
  tried: {},
  round: 0,
  pins: {},
  updatedAt: at,
})

type Apply = { [N in keyof LessonEvents]: (state: LessonsState, data: LessonEvents[N], at: number) => LessonsState }

const apply: Apply = {
  lesson_added: (state, { lesson }) => added(state, lesson),
  lesson_rewritten: (state, { old, lesson }) => withStatus(added(state, lesson), old, 'retired'),
  lesson_retired: (state, { lesson }) => ({
    ...withStatus(state, lesson, 'retired'),
    proposals: decide(state.proposals, ({ about, status }) => about === lesson && status === 'pending_approval', {
      status: 'rejected',
      reason: 'the lesson was retired',
    }),
  }),
  analysed: (state, { results, wanted, experiments, pins }, at) => ({
    ...state,
    lessons: state.lessons.map((lesson) => {
      const analysis = results.find((result) => result.lesson === lesson.id)
      return analysis ? { ...lesson, analysis: { ...analysis, at } } : lesson
    }),
    experiments: state.experiments.map((each) => ({ ...each, ...experiments.find(({ id }) => id === each.id) })),
    wanted,
    round: state.round + 1,
    pins,
  }),
  unwritten: (state, { code, occurrences }) => ({
    ...done(state, code),
    unwritten: [...state.unwritten.filter((each) => each !== code), code].sort(),
    tried: { ...state.tried, [code]: occurrences },
  }),
  promotion_proposed: (state, proposal, at) => ({
    ...state,
    proposals: [...state.proposals, { ...proposal, status: 'pending_approval', reason: null, by: null, at, decidedAt: null }],
  }),
  promoted: (state, { proposal: id, by }, at) => {
    const proposal = state.proposals.find((each) => each.id === id) as Proposal
    const decided = { ...state, proposals: decide(state.proposals, (each) => each.id === id, { status: 'approved', by, decidedAt: at }) }
    if (proposal.kind === 'threshold')
      return {
        ...decided,
        experiments: state.experiments.map((each) => (each.id === proposal.about ? { ...each, status: 'promoted' } : each)),
      }
    return newVersion(withStatus(decided, proposal.about, 'promoted'), proposal.about, at)
  },
  promotion_rejected: (state, { proposal: id, by, reason }, at) => ({
    ...state,
    proposals: decide(state.proposals, (each) => each.id === id, { status: 'rejected', by, reason, decidedAt: at }),
    experiments: state.experiments.map((each) =>
      state.proposals.some((proposal) => proposal.id === id && proposal.about === each.id) ? { ...each, status: 'rejected' } : each,
    ),
  }),
  postponed: (state, { proposal: id }) => ({
    ...state,
    proposals: [...state.proposals.filter((each) => each.id !== id), ...state.proposals.filter((each) => each.id === id)],
  }),
  rolled_back: (state, { to, by, reason }, at) => {
    const target = state.versions.find(({ number }) => number === to)
    const isSame = ({ workflow = unnamed }: Pick<BaseVersion, 'workflow'>) => workflow === (target?.workflow ?? unnamed)
    const versions = state.versions.map((version) => (isSame(version) ? { ...version, active: version.number === to } : version))
    const held = target?.lessons ?? []
    const out = state.lessons
      .filter(({ id, code, status }) => status === 'promoted' && isSame({ workflow: workflowOf(code) }) && !held.includes(id))
      .map(({ id }) => id)
    return {
      ...state,
      versions,
      // A lesson that leaves the base prompt is in trial again; one that returns to it isn't.
      lessons: state.lessons.map((lesson) =>
        out.includes(lesson.id) ? { ...lesson, status: 'trial' } : held.includes(lesson.id) ? { ...lesson, status: 'promoted' } : lesson,
      ),
      proposals: decide(state.proposals, ({ about, status }) => out.includes(about) && status === 'approved', {
        status: 'rolled_back',
        by,
        reason,
        decidedAt: at,
      }),
    }
  },
  experiment_started: (state, experiment, at) => ({
    ...state,
    experiments: [...state.experiments, { ...experiment, status: 'running', attempts: 0, successes: 0, at }],
  }),
}

export const evolve: Evolve<LessonsState> = (state: LessonsState, event: LessonEvent) => {
  const next = applied(apply, state, event)
  return next ? { ...next, updatedAt: event.at } : state
}

/** In the same place whichever of the lessons that are written side by side comes first. */
const added = (state: LessonsState, lesson: Lesson): LessonsState => ({
  ...done(state, lesson.code),
  lessons: [...state.lessons, { ...lesson, analysis: null }].sort((a, b) => a.addedAt - b.addedAt || (a.code < b.code ? -1 : 1)),
  unwritten: state.unwritten.filter((code) => code !== lesson.code),
})

const done = (state: LessonsState, code: string): LessonsState => ({ ...state, wanted: state.wanted.filter((each) => each.code !== code) })

const withStatus = (state: LessonsState, id: string, status: Lesson['status']): LessonsState => ({
  ...state,
  lessons: state.lessons.map((lesson) => (lesson.id === id ? { ...lesson, status } : lesson)),
})

const decide = (proposals: readonly Proposal[], which: (proposal: Proposal) => boolean, how: Partial<Proposal>) =>
  proposals.map((proposal) => (which(proposal) ? { ...proposal, ...how } : proposal))

/** The base prompt before its first lesson is a version too, so that there is always one to return to. */
function newVersion(state: LessonsState, lesson: string, at: number): LessonsState {
  const of = workflowOf(state.lessons.find(({ id }) => id === lesson)?.code ?? '')
  const whose = of === unnamed ? {} : { workflow: of }
  const last = Math.max(0, ...state.versions.map((version) => version.number))
  const known = activeVersion(state, of)
  const before: BaseVersion = known ?? { number: last + 1, ...whose, parent: null, lessons: [], template: templateOf([]), active: true, at }
  const lessons = [...before.lessons, lesson]
  const texts = lessons.map((id) => state.lessons.find((each) => each.id === id)?.text ?? '')
  const number = known ? last + 1 : last + 2
  const made: BaseVersion = { number, ...whose, parent: before.number, lessons, template: templateOf(texts), active: true, at }
  const all = known ? state.versions : [...state.versions, before]
  return { ...state, versions: [...all.map((version) => (version === before ? { ...version, active: false } : version)), made] }
}
