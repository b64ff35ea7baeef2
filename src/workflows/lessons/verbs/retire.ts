// whet lessons retire: a person ends the trial of a lesson.
import * as z from 'zod'
import { defineOperation } from '../../../operations/operation.ts'
import { Fault } from '../../../schema/fault.ts'
import { event } from '../events.ts'
import { lessonIn, record, withBook } from './book.ts'

export default defineOperation({
  summary: 'End the trial of a lesson, for a stated reason',
  input: z.object({ lesson: z.string().meta({ description: 'id of the lesson' }), reason: z.string().meta({ description: 'why' }) }),
  positional: [{ name: 'lesson' }, { name: 'reason', rest: true }],
  personOnly: true,
  run: ({ lesson: id, reason }, world): Promise<{ lesson: string; reason: string }> =>
    withBook(world, async (open) => {
      const { status } = lessonIn(open.state.state, id)
      if (status !== 'trial')
        throw new Fault('refused', `${id} is ${status}, not in trial`, {
          fix: status === 'promoted' ? 'Remove it from the base prompt: whet lessons rollback' : 'No action is needed.',
        })
      await record(world, open, [event('lesson_retired', { lesson: id, because: reason.trim(), by: world.user })])
      return { lesson: id, reason: reason.trim() }
    }),
  text: ({ lesson }) => `${lesson} is retired; it is kept along with its trial.`,
})
