// whet design dismiss: a person rejects a finding of the critic. Counts from the next run and stays visible.
import * as z from 'zod'
import { commit } from '../../../kernel/commit.ts'
import { Fault } from '../../../schema/fault.ts'
import { readCritique } from '../critic/critique-file.ts'
import { event } from '../events.ts'
import design from '../index.ts'
import { attended, preloaded } from '../../../operations/answer.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { findRun, tell, withRun } from '../../../operations/runs.ts'

/** States in which no running work could be affected. */
const allowed: ReadonlySet<string> = new Set(['IDLE', 'FAILED', 'CANDIDATE'])

export default defineOperation({
  summary: 'Dismiss a finding of the design critic, for a stated reason',
  input: z.object({
    feature: z.string().meta({ description: 'id of the feature' }),
    finding: z.string().meta({ description: 'id of the finding, as critique.json shows it' }),
    reason: z.string().meta({ description: 'why the finding is wrong' }),
  }),
  positional: [{ name: 'feature' }, { name: 'finding' }, { name: 'reason', rest: true }],
  examples: ['whet design dismiss order-tracking turned-3fa9c1 "the statement was withdrawn on Monday"'],
  personOnly: true,
  async run({ feature, finding, reason }, world): Promise<{ feature: string; finding: string; reason: string; change: string }> {
    const { run } = await findRun(world, feature, design.name)
    const why = reason.trim()
    if (why === '') throw new Fault('usage', 'a dismissal needs a reason', { fix: `whet design dismiss ${feature} ${finding} "<reason>"` })
    if (!world.person)
      throw new Fault('refused', 'dismissing a finding needs a person at a terminal', {
        fix: `Run it yourself at a terminal: whet design dismiss ${feature} ${finding} "<reason>"`,
      })
    return withRun(world, run, design, async (open) => {
      const { state, shown } = open.state.state
      if (!allowed.has(state))
        throw new Fault('refused', `${feature} is ${state}, and findings can be dismissed only in IDLE, FAILED or CANDIDATE`, {
          fix: design.view.onward(open.state, feature),
        })
      const critique = shown.critique === null ? null : readCritique((await world.store.text(run, shown.critique)) ?? '')
      const found = critique?.findings.find(({ id }) => id === finding)
      if (!found)
        throw new Fault('not_found', `the critique of ${feature} has no finding ${JSON.stringify(finding)}`, {
          fix: `Use one of: ${
            critique?.findings
              .slice(0, 10)
              .map(({ id }) => id)
              .join(', ') || 'there are none'
          }.`,
        })
      const said = { ...(await attended(world, phraseOf(found.change))), ...preloaded(world) }
      await commit(open, { events: [event('dismissed', { finding, reason: why, by: world.user, ...said })] }, world, {
        onCommit: (state_, committed) => tell(world, design, state_, committed),
      })
      await open.workspace.flush()
      return { feature, finding, reason: why, change: found.change }
    })
  },
  text: ({ feature, finding, reason }) =>
    `${finding} is dismissed: ${reason}\nThis takes effect in the next run of ${feature}; the finding stays visible at the gate, in critique.json and in the certificate.`,
})

/** The first words of the finding, which can't be typed without looking. */
const phraseOf = (change: string) =>
  change
    .match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu)
    ?.slice(0, 4)
    .join(' ') ?? 'dismiss'
