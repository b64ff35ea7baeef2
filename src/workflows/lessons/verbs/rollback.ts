// whet lessons rollback: reactivates an earlier version of the base prompt; its later lessons are in trial again.
import * as z from 'zod'
import { defineOperation } from '../../../operations/operation.ts'
import { Fault } from '../../../schema/fault.ts'
import { event } from '../events.ts'
import { record, withBook } from './book.ts'

export default defineOperation({
  summary: 'Go back to an earlier version of the base prompt',
  input: z.object({
    reason: z.string().meta({ description: 'why' }),
    to: z.coerce
      .number()
      .int()
      .optional()
      .meta({ description: 'number of the version; default: the one before the last promotion', value: 'version' }),
  }),
  positional: [{ name: 'reason', rest: true }],
  personOnly: true,
  run: ({ reason, to }, world): Promise<{ from: number; to: number; inTrial: string[] }> =>
    withBook(world, async (open) => {
      const { state } = open.state
      const active = state.versions.filter((version) => version.active)
      const last = active.filter(({ parent }) => parent !== null).sort((a, b) => b.at - a.at)[0]
      const target = to ?? last?.parent ?? null
      const known = state.versions.map(({ number }) => number)
      const whose = state.versions.find(({ number }) => number === target)?.workflow
      const from = active.find(({ workflow }) => workflow === whose)
      if (!from || target === null || !known.includes(target) || target === from.number)
        throw new Fault('refused', `the base prompt can't go back${to === undefined ? '' : ` to version ${to}`}`, {
          fix:
            known.length === 0
              ? 'No lesson has been promoted yet.'
              : `Versions: ${known.join(', ')}; active: ${active.map(({ number }) => number).join(', ')}.`,
        })
      const was = state.lessons.filter(({ status }) => status === 'promoted').map(({ id }) => id)
      await record(world, open, [event('rolled_back', { to: target, by: world.user, reason: reason.trim() })])
      const now = open.state.state.lessons
      return {
        from: from.number,
        to: target,
        inTrial: was.filter((id) => now.some((lesson) => lesson.id === id && lesson.status === 'trial')),
      }
    }),
  text: ({ from, to, inTrial }) =>
    `The base prompt is version ${to} again, not ${from}.${inTrial.length > 0 ? ` Back in trial: ${inTrial.join(', ')}.` : ''}`,
})
