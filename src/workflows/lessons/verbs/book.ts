// The journal of a project's lessons, opened by its verbs and created by the first that writes.
import { randomUUID } from 'node:crypto'
import { type OpenRun, commit } from '../../../kernel/commit.ts'
import { didYouMean } from '../../../lib/nearest.ts'
import { lessonsRun } from '../../../operations/lessons.ts'
import { tell, withRun } from '../../../operations/runs.ts'
import type { World } from '../../../operations/world.ts'
import type { NewEvent } from '../../../schema/event.ts'
import { Fault } from '../../../schema/fault.ts'
import { initial } from '../evolve.ts'
import lessons from '../index.ts'
import type { LessonsState } from '../state.ts'

const run = lessonsRun

export async function readBook(world: World): Promise<LessonsState> {
  return (await world.store.has(run)) ? (await world.store.load(lessons, run)).run.state : initial({ seed: '' }, 0)
}

export async function withBook<T>(world: World, act: (open: OpenRun<LessonsState>) => Promise<T>): Promise<T> {
  if (!(await world.store.has(run))) await begin(world)
  return withRun(world, run, lessons, act)
}

async function begin({ store, clock }: World): Promise<void> {
  await store.exclusive('begin-lessons', async () => {
    if (await store.has(run)) return
    const open = await store.create(lessons, { run, workflow: lessons.name, input: { seed: randomUUID() }, pins: {} }, clock)
    await open.close()
  })
}

export const record = (world: World, open: OpenRun<LessonsState>, events: NewEvent[]) =>
  commit(open, { events }, world, { onCommit: (state, committed) => tell(world, lessons, state, committed) })

export function lessonIn({ lessons: known }: LessonsState, id: string): LessonsState['lessons'][number] {
  const found = known.find((lesson) => lesson.id === id)
  if (found) return found
  const ids = known.map((lesson) => lesson.id)
  throw new Fault('not_found', `there is no lesson ${JSON.stringify(id)}${didYouMean(id, ids)}`, { fix: '`whet lessons list` shows them.' })
}
