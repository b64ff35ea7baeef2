// The weekly analysis, as facts: what each trial shows, what to write or retire, and what a person should decide.
import type { Pins } from '../../agents/pins.ts'
import { type Experiment, type Proposal, type Taught, pending } from '../../learning/book.ts'
import { type Application, analyse, analyseStanding, isNotPassed, standingId } from '../../learning/lesson.ts'
import { verdictOf } from '../../learning/thresholds.ts'
import { canonicalize } from '../../lib/canonical.ts'
import type { NewEvent } from '../../schema/event.ts'
import { type Measured, event } from './events.ts'
import type { LessonsState, Wanted } from './state.ts'

export interface Seen {
  trials: ReadonlyMap<string, { applications: readonly Application[]; tokensPaid: number; observed: number | null }>
  recurring: readonly { code: string; occurrences: number; sample: string | null }[]
  experiments: readonly { id: string; attempts: number; successes: number }[]
}

export interface Look {
  /** One for each lesson in trial. */
  results: Measured[]
  /** Empty without news. */
  events: NewEvent[]
}

const enoughOccurrences = 3

export function look(
  state: LessonsState,
  { trials, recurring, experiments }: Seen,
  { by, pins }: { by: string; pins: Partial<Pins> },
): Look {
  const inTrial = state.lessons.filter(({ status }) => status === 'trial')
  const results = inTrial.map((lesson): Measured => {
    const { applications, tokensPaid, observed } = trials.get(lesson.id) ?? { applications: [], tokensPaid: 0, observed: null }
    return { ...analyse(lesson, applications), tokensPaid, observed }
  })
  const standing = state.lessons.flatMap((lesson): Measured[] => {
    const { applications = [], ...seen } = trials.get(standingId(lesson.id)) ?? {}
    const withdrawn = lesson.status === 'promoted' && applications.some(({ arm }) => arm === 'held_out')
    return withdrawn ? [{ ...analyseStanding(lesson, applications), tokensPaid: 0, observed: null, ...seen }] : []
  })
  const fresh = [...results, ...standing].filter((result) => !isKnown(state.lessons, result))
  const wanted = [...rewrites(state, results, recurring), ...uncovered(state, recurring)]
  const measured = state.experiments.flatMap((known) => progress(known, experiments))
  const retired = results.filter(({ advice }) => advice === 'retire')
  const news = fresh.length + wanted.length + measured.length > 0
  return {
    results,
    events: [
      ...(news ? [event('analysed', { results: fresh, wanted, experiments: measured, pins })] : []),
      ...retired.map(({ lesson, because }) => event('lesson_retired', { lesson, because, by })),
    ],
  }
}

/** An earlier finding, found again. */
function isKnown(lessons: readonly Taught[], result: Measured): boolean {
  const before = lessons.find(({ id }) => id === result.lesson)?.analysis
  if (!before) return false
  const { at: _at, ...known } = before
  return same(known, result)
}

const same = (one: object, other: object) => canonicalize(one) === canonicalize(other)

function rewrites({ lessons, round, tried }: LessonsState, results: readonly Measured[], recurring: Seen['recurring']): Wanted[] {
  return results.flatMap(({ lesson: id, advice, effect: { treated } }) => {
    const lesson = lessons.find((each) => each.id === id)
    if (advice !== 'rewrite' || !lesson || (tried[lesson.code] ?? 0) >= treated.failed) return []
    const sample = recurring.find(({ code }) => code === lesson.code)?.sample ?? null
    const { code, text, version } = lesson
    return [{ round, code, occurrences: treated.failed, sample, rewrites: { id, text, version, ...treated } }]
  })
}

/** A code whose lesson was removed isn't tried with the same words again; a person may add others. */
function uncovered({ lessons, round, tried }: LessonsState, recurring: Seen['recurring']): Wanted[] {
  return recurring
    .filter(
      ({ code, occurrences }) =>
        !isNotPassed(code) &&
        occurrences >= enoughOccurrences &&
        occurrences > (tried[code] ?? 0) &&
        !lessons.some((lesson) => lesson.code === code),
    )
    .map((each) => ({ ...each, round, rewrites: null }))
}

function progress(known: Experiment, counts: Seen['experiments']): Pick<Experiment, 'id' | 'attempts' | 'successes' | 'status'>[] {
  const now = counts.find(({ id }) => id === known.id)
  if (!now || known.status !== 'running' || (now.attempts === known.attempts && now.successes === known.successes)) return []
  return [{ ...now, status: verdictOf(now) === 'reject' ? 'rejected' : 'running' }]
}

/** Everything that has earned a person's decision and isn't waiting for one yet, best first. A rejected one needs new evidence. */
export function proposals(state: LessonsState): NewEvent[] {
  const asked = (about: string, evidence: object) =>
    pending(state).some((each) => each.about === about) ||
    state.proposals.some((each) => each.about === about && each.status === 'rejected' && same(each.evidence, evidence))
  const number = state.proposals.length + 1
  const lessons = state.lessons
    .filter(({ status, analysis }) => status === 'trial' && analysis?.advice === 'promote')
    .sort((a, b) => (b.analysis?.effect.reduction ?? 0) - (a.analysis?.effect.reduction ?? 0))
    .map(promotionOf)
  const thresholds = state.experiments.filter((each) => each.status === 'running' && verdictOf(each) === 'propose').map(thresholdOf)
  return [...lessons, ...thresholds]
    .filter(({ about, evidence }) => !asked(about, evidence))
    .map((proposal, at) => event('promotion_proposed', { id: `p-${number + at}`, ...proposal }))
}

type Proposed = Omit<Proposal, 'id' | 'status' | 'reason' | 'by' | 'at' | 'decidedAt'>

function promotionOf({ id, code, text, analysis }: Taught): Proposed {
  const { effect, applications, windows, because, observed = null, tokensPaid = 0 } = analysis as NonNullable<Taught['analysis']>
  return {
    kind: 'lesson',
    about: id,
    description: `Promote ${id} (${code}) to the base prompt: ${text}`,
    expectedImpact: `${percent(effect.reduction ?? 0)} fewer ${code} over ${applications} applications (at least ${percent(effect.reductionInterval?.low ?? 0)})`,
    evidence: {
      enhancement_id: id,
      effectiveness_data: {
        reduction_rate: effect.reduction,
        reduction_interval: effect.reductionInterval,
        treated: effect.treated,
        held_out: effect.heldOut,
        applications_count: applications,
        consecutive_iterations_active: windows,
        observed_reduction_rate: observed,
        tokens_paid: tokensPaid,
      },
      recommendation: because,
    },
  }
}

function thresholdOf({ id, proposer, current, experimental, attempts, successes }: Experiment): Proposed {
  return {
    kind: 'threshold',
    about: id,
    description: `Trust ${proposer} with work up to ${experimental} instead of ${current}`,
    expectedImpact: `${successes} of ${attempts} orders between the two were completed`,
    evidence: { experiment_id: id, proposer, current_threshold: current, experimental_threshold: experimental, attempts, successes },
  }
}

export const percent = (share: number) => `${Math.round(share * 100)}%`
