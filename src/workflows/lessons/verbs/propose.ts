// whet lessons propose: the weekly run. Analyses, then asks a person about lessons that have earned promotion.
import * as z from 'zod'
import { type Proposal, pending } from '../../../learning/book.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { given } from '../../../lib/given.ts'
import { fit, plainLook } from '../../../report/look.ts'
import { proposals } from '../weekly.ts'
import { type Analysed, analyse, analyseInput, analysedText } from './analyse.ts'
import { record, withBook } from './book.ts'

export default defineOperation({
  summary: 'Analyse, then ask a person about every lesson that has earned promotion',
  input: z.object(analyseInput),
  personOnly: true,
  examples: ['whet lessons propose'],
  run: (flags, world): Promise<Analysed & { pending: Proposal[] }> =>
    withBook(world, async (open) => {
      const analysed = await analyse(world, open, given(flags))
      const events = proposals(open.state.state)
      await record(world, open, events)
      return { ...analysed, changed: analysed.changed || events.length > 0, pending: pending(open.state.state) }
    }),
  text: (output, _input, { width } = plainLook) =>
    fit(
      [
        analysedText(output),
        output.pending.length === 0
          ? 'Nothing is waiting for a person.'
          : `${output.pending.length} wait for a person:\n${output.pending.map(({ id, description, expectedImpact }) => `  ${id} ${description} (${expectedImpact})`).join('\n')}\nNext: whet inbox`,
      ].join('\n'),
      width,
    ),
})
