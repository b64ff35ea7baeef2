// whet lessons reject: the lesson stays in trial, and the reason is kept.
import * as z from 'zod'
import { defineOperation } from '../../../operations/operation.ts'
import { type Decided, decide } from './decide.ts'

export default defineOperation({
  summary: 'Leave a lesson that waits in trial, for a stated reason',
  input: z.object({
    lesson: z.string().meta({ description: 'the lesson or proposal that waits' }),
    text: z.string().optional().meta({ description: 'why not' }),
  }),
  positional: [{ name: 'lesson' }, { name: 'text', rest: true }],
  personOnly: true,
  run: ({ lesson, text }, world): Promise<Decided> => decide(world, lesson, { choice: 'reject', text }),
  text: ({ lesson }) => `${lesson} stays in trial, and the reason is kept.`,
})
