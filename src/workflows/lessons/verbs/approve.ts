// whet lessons approve: a lesson that has been shown to help becomes part of the base prompt, by a person's word.
import * as z from 'zod'
import { answerInput } from '../../../operations/answer.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { type Decided, decide } from './decide.ts'

const { signature, approvers } = answerInput

export default defineOperation({
  summary: 'Promote a lesson that waits, by a phrase typed at a terminal or by a signature',
  input: z.object({ lesson: z.string().meta({ description: 'the lesson or proposal that waits' }), signature, approvers }),
  positional: [{ name: 'lesson' }],
  personOnly: true,
  run: ({ lesson, ...proof }, world): Promise<Decided> => decide(world, lesson, { choice: 'approve', ...proof }),
  text: ({ lesson }) => `${lesson} is approved. Take it back with: whet lessons rollback "<reason>"`,
})
