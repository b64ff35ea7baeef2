// whet lessons show: one lesson, its origin, its trial, and what was decided about it.
import * as z from 'zod'
import { defineOperation } from '../../../operations/operation.ts'
import { fit, plainLook } from '../../../report/look.ts'
import { lessonText } from '../view.ts'
import { lessonIn, readBook } from './book.ts'

export default defineOperation({
  summary: 'Show one lesson and its evidence',
  input: z.object({ lesson: z.string().meta({ assistant: 'value', description: 'id of the lesson' }) }),
  positional: [{ name: 'lesson' }],
  reads: true,
  async run({ lesson: id }, world) {
    const book = await readBook(world)
    const lesson = lessonIn(book, id)
    return {
      lesson,
      rewrittenBy: book.lessons.filter(({ parent }) => parent === id).map((each) => each.id),
      proposals: book.proposals.filter(({ about }) => about === id),
    }
  },
  text: ({ lesson, rewrittenBy, proposals }, _input, { width } = plainLook) =>
    fit(
      [
        lessonText(lesson),
        `  came from: ${lesson.reason}${lesson.parent ? ` (rewrites ${lesson.parent})` : ''}`,
        ...(rewrittenBy.length > 0 ? [`  rewritten as ${rewrittenBy.join(', ')}`] : []),
        ...proposals.map(({ id, status, by, reason }) => `  ${id}: ${status}${by ? ` by ${by}` : ''}${reason ? `: ${reason}` : ''}`),
      ].join('\n'),
      width,
    ),
})
