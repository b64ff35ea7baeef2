// whet reject: the short form of answering reject.
import * as z from 'zod'
import answer, { answerInput } from './answer.ts'
import { defineOperation } from './operation.ts'

export default defineOperation({
  ...answer,
  summary: 'Reject it, saying what should be different, and go on',
  input: z.object({ run: z.string().meta({ description: 'run id or name' }), text: answerInput.text }),
  positional: [{ name: 'run' }, { name: 'text', rest: true }],
  run: (input, world) => answer.run({ ...input, choice: 'reject' }, world),
  text: (output) => answer.text(output, { run: output.run, choice: 'reject' }),
})
