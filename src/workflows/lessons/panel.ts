// The page of a project's lessons: each trial over time, its cost, and what was decided.
import { promoteFrom } from '../../learning/lesson.ts'
import type { Panel, PanelContext, Trial, WorkflowPanel } from '../../operations/page.ts'
import type { LessonEvents, Measured } from './events.ts'
import type { LessonsState } from './state.ts'
import { lessonText } from './view.ts'

export default { panels } satisfies WorkflowPanel<LessonsState>

type Look = { at: number; results: readonly Measured[] }

async function panels({ run, world }: PanelContext<LessonsState>): Promise<Panel[]> {
  const { lessons, proposals, experiments } = run.state
  const looks: Look[] = []
  await world.store.read(run.run, 1, ({ at, events }) => {
    for (const { type, data } of events) if (type === 'analysed') looks.push({ at, results: (data as LessonEvents['analysed']).results })
  })
  const order = { trial: 0, promoted: 1, retired: 2 }
  const trials = [...lessons].sort((a, b) => order[a.status] - order[b.status]).map((lesson) => trialOf(lesson, looks))
  return [
    { kind: 'trials', id: 'trials', title: 'Trials', main: true, trials, empty: 'No lesson has been written yet.' },
    {
      kind: 'table',
      id: 'decisions',
      title: 'Decisions',
      columns: ['', 'What', 'Evidence', 'Decided'],
      rows: proposals.map(({ id, description, expectedImpact, status, by, reason }) => [
        id,
        description,
        expectedImpact,
        [status.replaceAll('_', ' '), by && `by ${by}`, reason].filter(Boolean).join(', '),
      ]),
      empty: 'Nothing has earned promotion yet.',
    },
    {
      kind: 'table',
      id: 'thresholds',
      title: 'Thresholds',
      columns: ['', 'Maker', 'From', 'To', 'Completed', 'Status'],
      rows: experiments.map(({ id, proposer, current, experimental, attempts, successes, status }) => [
        id,
        proposer,
        String(current),
        String(experimental),
        `${successes} of ${attempts}`,
        status,
      ]),
      empty: 'No cheaper maker is on trial with harder work.',
    },
  ]
}

const tones: Readonly<Record<string, Trial['tone']>> = { promote: 'good', retire: 'bad', rewrite: 'bad' }

function trialOf(lesson: LessonsState['lessons'][number], looks: readonly Look[]): Trial {
  const { id, code, text, status, analysis } = lesson
  const [, ...words] = lessonText(lesson).split('\n')
  return {
    id,
    title: text,
    about: code,
    state: status === 'trial' ? (analysis ? `in trial: ${analysis.advice}` : 'in trial') : status,
    tone: status === 'promoted' ? 'good' : status === 'retired' ? 'rest' : (tones[analysis?.advice ?? ''] ?? 'wait'),
    looks: looks.flatMap(({ at, results }) => {
      const effect = results.find((result) => result.lesson === id)?.effect
      return effect
        ? [{ at, value: effect.reduction, low: effect.reductionInterval?.low ?? null, high: effect.reductionInterval?.high ?? null }]
        : []
    }),
    goal: promoteFrom,
    words: words.map((line) => line.trim()),
  }
}
