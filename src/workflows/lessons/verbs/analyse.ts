// whet lessons analyse: what every trial shows now. Lessons are written, rewritten and retired; without news, nothing changes.
import * as z from 'zod'
import { attemptsOf, recurring, trialsOf } from '../../../adapters/database/learned.ts'
import { standingId } from '../../../learning/lesson.ts'
import type { OpenRun } from '../../../kernel/commit.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { fit, plainLook } from '../../../report/look.ts'
import { readyMakers } from '../../../operations/ready-makers.ts'
import { given } from '../../../lib/given.ts'
import { makerFlags } from '../../../operations/resume.ts'
import { driveRun } from '../../../operations/runs.ts'
import type { MakerOptions, World } from '../../../operations/world.ts'
import type { Measured } from '../events.ts'
import lessons from '../index.ts'
import type { LessonsState } from '../state.ts'
import { lessonText } from '../view.ts'
import { look } from '../weekly.ts'
import { record, withBook } from './book.ts'

export const analyseInput = { maker: makerFlags.maker, record: makerFlags.record, cassette: makerFlags.cassette }

export interface Analysed {
  /** One for each lesson in trial: its id, rate and recommendation. */
  results: { lesson: string; reduction: number | null; recommendation: string; because: string }[]
  summary: string
  changed: boolean
  /** Codes that occur three times or more without a lesson. */
  unwritten: readonly string[]
  missed: { run: string; why: string }[]
  lessons: LessonsState['lessons']
}

export default defineOperation({
  summary: 'Measure every trial; write, rewrite and retire lessons',
  input: z.object(analyseInput),
  personOnly: true,
  examples: ['whet lessons analyse', 'whet lessons analyse --maker lesson-writer=claude'],
  run: (flags, world): Promise<Analysed> => withBook(world, (open) => analyse(world, open, given(flags))),
  text: (output, _input, { width } = plainLook) => fit(analysedText(output), width),
})

export async function analyse(world: World, open: OpenRun<LessonsState>, flags: Omit<MakerOptions, 'workflow'>): Promise<Analysed> {
  const learning = await world.learning()
  const before = open.state.seq
  const state = open.state.state
  const makers = await readyMakers(world, { workflow: lessons.name, ...flags })
  const experiments = []
  for (const each of state.experiments)
    if (each.status === 'running') experiments.push({ id: each.id, ...(await attemptsOf(learning, each)) })
  const measured = state.lessons.flatMap(({ id, code, status }) =>
    status === 'retired' ? [] : [{ id: status === 'trial' ? id : standingId(id), code }],
  )
  const seen = { trials: await trialsOf(learning, measured), recurring: await recurring(learning), experiments }
  const { results, events } = look(state, seen, { by: world.user, pins: { ...makers.pins } })
  await record(world, open, events)
  // Includes what an earlier analysis left unwritten: no writer, or the process ended.
  if ('do' in lessons.next(open.state.state)) await driveRun(world, open, lessons, makers)
  return {
    results: results.map(entry),
    summary: summaryOf(results),
    changed: open.state.seq > before,
    unwritten: open.state.state.unwritten,
    missed: learning.caughtUp.missed.map(({ run, why }) => ({ run, why })),
    lessons: open.state.state.lessons.filter(({ status }) => status === 'trial'),
  }
}

const entry = ({ lesson, effect, advice, because }: Measured) => ({ lesson, reduction: effect.reduction, recommendation: advice, because })

function summaryOf(results: readonly Measured[]): string {
  const counts = [...Map.groupBy(results, ({ advice }) => advice)].map(([advice, { length }]) => `${length} ${advice}`)
  return results.length === 0 ? 'No lesson was in trial' : `${results.length} in trial: ${counts.join(', ')}`
}

export function analysedText({ lessons: known, summary, changed, unwritten, missed }: Analysed): string {
  return [
    ...known.map(lessonText),
    `${summary}${changed ? '' : '; nothing new since the last analysis'}.`,
    ...(unwritten.length > 0 ? [`No lesson could be written for ${unwritten.join(', ')}; name a writer: --maker lesson-writer=…`] : []),
    ...missed.map(({ run, why }) => `not counted: ${run} (${why})`),
  ].join('\n')
}
