// whet approve: the short form of answering approve.
import * as z from 'zod'
import answer, { answerInput } from './answer.ts'
import { defineOperation } from './operation.ts'

export default defineOperation({
  ...answer,
  summary: 'Approve what waits for approval, by a phrase typed at a terminal or by a signature',
  input: z.object({ run: z.string().meta({ description: 'run id or name' }), signature: answerInput.signature }),
  positional: [{ name: 'run' }],
  run: (input, world) => answer.run({ ...input, choice: 'approve' }, world),
  text: (output) => answer.text(output, { run: output.run, choice: 'approve' }),
})
