// whet lessons list: every lesson of this project, what its trial shows, and what it costs.
import { unnamed } from '../../../learning/lesson.ts'
import * as z from 'zod'
import { pending } from '../../../learning/book.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { fit, plainLook } from '../../../report/look.ts'
import { lessonText } from '../view.ts'
import { readBook } from './book.ts'

export default defineOperation({
  summary: 'List the lessons of this project and what their trials show',
  input: z.object({
    status: z
      .enum(['trial', 'promoted', 'retired'])
      .optional()
      .meta({ description: 'only lessons with this status; default: trial and promoted' }),
  }),
  reads: true,
  async run({ status }, world) {
    const book = await readBook(world)
    const shown = book.lessons.filter((lesson) => (status ? lesson.status === status : lesson.status !== 'retired'))
    return { lessons: shown, versions: book.versions.filter(({ active }) => active), pending: pending(book), unwritten: book.unwritten }
  },
  text: ({ lessons, pending: waiting, unwritten, versions }, _input, { width } = plainLook) => {
    if (lessons.length === 0) return 'No lessons yet.\nNext: `whet lessons analyse`, or `whet lessons import CLAUDE.md`.'
    const lines = [
      ...lessons.map(lessonText),
      ...versions.map(({ number, workflow = unnamed }) => `Base prompt of ${workflow}: version ${number}.`),
      ...(unwritten.length > 0 ? [`No lesson could be written for ${unwritten.join(', ')}.`] : []),
      ...(waiting.length > 0 ? [`${waiting.length} wait for a person: whet inbox`] : []),
    ]
    return fit(lines.join('\n'), width)
  },
})
