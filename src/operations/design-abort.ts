// whet abort: the short form of answering abort.
import * as z from 'zod'
import answer, { answerInput } from './answer.ts'
import { defineOperation } from './operation.ts'

export default defineOperation({
  ...answer,
  summary: 'End it for a stated reason and keep its files',
  input: z.object({ run: z.string().meta({ description: 'run id or name' }), text: answerInput.text }),
  positional: [{ name: 'run' }, { name: 'text', rest: true }],
  run: (input, world) => answer.run({ ...input, choice: 'abort' }, world),
  text: (output) => answer.text(output, { run: output.run, choice: 'abort' }),
})
