// whet lessons experiment: a cheaper maker is tried on harder work; raising its threshold is a person's decision.
import * as z from 'zod'
import { defineOperation } from '../../../operations/operation.ts'
import { Fault } from '../../../schema/fault.ts'
import { event } from '../events.ts'
import { record, withBook } from './book.ts'

const share = z.coerce.number().min(0).max(1)

export default defineOperation({
  summary: 'Try a cheaper maker on harder work than it usually gets',
  input: z.object({
    proposer: z.string().meta({ description: 'the maker, by its name in the configuration' }),
    from: share.meta({ description: 'the highest complexity it gets now', value: 'complexity' }),
    to: share.meta({ description: 'the complexity to try', value: 'complexity' }),
  }),
  positional: [{ name: 'proposer' }],
  personOnly: true,
  examples: ['whet lessons experiment haiku --from 0.3 --to 0.5'],
  run: ({ proposer, from, to }, world): Promise<{ id: string; proposer: string; from: number; to: number }> =>
    withBook(world, async (open) => {
      const { experiments } = open.state.state
      if (to <= from) throw new Fault('usage', '--to must be higher than --from', { fix: 'An experiment is about harder work.' })
      if (experiments.some((each) => each.proposer === proposer && each.status === 'running'))
        throw new Fault('refused', `an experiment with ${proposer} is already running`, {
          fix: 'It ends by itself; `whet lessons analyse` counts it.',
        })
      const id = `x-${experiments.length + 1}`
      await record(world, open, [event('experiment_started', { id, proposer, current: from, experimental: to })])
      return { id, proposer, from, to }
    }),
  text: ({ id, proposer, from, to }) => `${id}: half of the orders between ${from} and ${to} go to ${proposer} from now on.`,
})
