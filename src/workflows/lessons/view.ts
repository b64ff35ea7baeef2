// Lessons in words: lists, cards, history lines.
import { unnamed } from '../../learning/lesson.ts'
import { pending } from '../../learning/book.ts'
import { tokensOf } from '../../learning/told.ts'
import type { RunState } from '../../kernel/reduce.ts'
import type { Event, NewEvent } from '../../schema/event.ts'
import type { LessonEvents } from './events.ts'
import type { LessonsState } from './state.ts'
import { percent } from './weekly.ts'

type Shown = Pick<LessonsState['lessons'][number], 'id' | 'status' | 'code' | 'text' | 'analysis'>

export const statuses = ['running', 'waiting', 'resting']

export const summary = ({ run, workflow, state, outcome, gate, at }: RunState<LessonsState>) => ({
  run,
  workflow,
  name: run,
  status: outcome?.status ?? (gate ? 'waiting' : 'running'),
  iteration: state.round,
  maxIterations: 0,
  phase: '',
  step: gate ?? '',
  score: null,
  scale: 1,
  updatedAt: new Date(at).toISOString(),
  waitsFor: outcome ? null : gate,
  reason: outcome?.reason ?? null,
  folder: '',
  stage: outcome ? ('ended' as const) : gate ? ('waiting' as const) : ('working' as const),
})

export function card({ state }: RunState<LessonsState>): string {
  const by = (status: string) => state.lessons.filter((lesson) => lesson.status === status).length
  const versions = state.versions.filter(({ active }) => active)
  const [first] = pending(state)
  const evidence = first ? state.lessons.find(({ id }) => id === first.about) : undefined
  return [
    `${by('trial')} lessons in trial, ${by('promoted')} promoted, ${by('retired')} retired${versions.map(({ number, workflow = unnamed }) => `; base prompt of ${workflow}: version ${number}`).join('')}.`,
    ...(evidence ? [lessonText(evidence)] : []),
    ...(state.unwritten.length > 0 ? [`No lesson could be written for ${state.unwritten.join(', ')}.`] : []),
  ].join('\n')
}

/** One lesson with what its trial shows. */
export function lessonText({ id, status, code, text, analysis }: Shown): string {
  const head = `${id} ${status} ${code}: ${text}`
  const rent = `  ${tokensOf(text)} tokens in each prompt`
  if (!analysis) return `${head}\n${rent}; not analysed yet`
  const { effect, observed, advice, because, tokensPaid } = analysis
  const { reduction, reductionInterval: range, treated, heldOut } = effect
  const shown = reduction === null ? "what it prevents hasn't been measured" : `prevents ${percent(reduction)}`
  if (treated.orders + heldOut.orders === 0) return [head, `${rent}, ${tokensPaid} paid so far`, `  ${advice}: ${because}`].join('\n')
  const between = range ? `, between ${percent(range.low)} and ${percent(range.high)}` : ''
  return [
    head,
    `  ${shown}${between}: failed in ${treated.failed} of ${treated.orders} runs with it, ${heldOut.failed} of ${heldOut.orders} without`,
    `  compared with all other runs: ${observed === null ? 'unmeasured' : percent(observed)}`,
    `${rent}, ${tokensPaid} paid so far`,
    `  ${advice}: ${because}`,
  ].join('\n')
}

type Told = { [N in keyof LessonEvents]: (data: LessonEvents[N]) => string }

const told: Told = {
  lesson_added: ({ lesson }) => `${lesson.id} is in trial (${lesson.code}): ${lesson.text}`,
  lesson_rewritten: ({ old, lesson }) => `${lesson.id} replaces ${old} and is in trial: ${lesson.text}`,
  lesson_retired: ({ lesson, because, by }) => `${lesson} is retired by ${by}: ${because}`,
  analysed: ({ results, wanted }) => `analysed: ${results.length} trials with something new, ${wanted.length} lessons to write`,
  unwritten: ({ code, why }) => `no lesson for ${code}: ${why}`,
  promotion_proposed: ({ description, expectedImpact }) => `waits for a person: ${description} (${expectedImpact})`,
  promoted: ({ proposal, by, assurance }) => `${proposal} is approved by ${by} (${assurance})`,
  promotion_rejected: ({ proposal, by, reason }) => `${proposal} is rejected by ${by}: ${reason}`,
  postponed: ({ proposal, by }) => `${by} postponed the decision on ${proposal}`,
  rolled_back: ({ to, by, reason }) => `${by} took the base prompt back to version ${to}: ${reason}`,
  experiment_started: ({ proposer, current, experimental }) => `${proposer} is tried on work up to ${experimental} instead of ${current}`,
}

const line = ({ type, data }: NewEvent): string | null =>
  Object.hasOwn(told, type) ? (told[type as keyof LessonEvents] as (data: object) => string)(data) : null

export const asked = () => ({ text: 'Turn recurring errors into lessons, and keep the ones that prove to help.' })
export const describe = (event: Event) => line(event)
export const live = (_run: RunState<LessonsState>, events: readonly NewEvent[]) => events.flatMap((event) => line(event) ?? [])
export const onward = () => 'Next: `whet lessons list`.'
