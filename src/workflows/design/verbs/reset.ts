// whet design reset: the only way out of FAILED, for a person.
import * as z from 'zod'
import { commit } from '../../../kernel/commit.ts'
import { Fault } from '../../../schema/fault.ts'
import { event, moved } from '../events.ts'
import design from '../index.ts'
import { preloaded } from '../../../operations/answer.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { findRun, tell, withRun } from '../../../operations/runs.ts'

export default defineOperation({
  summary: 'Move a failed design back to IDLE, so that a new run can start',
  input: z.object({
    feature: z.string().meta({ assistant: 'value', description: 'id of the feature' }),
    investigated: z.string().optional().meta({ description: 'what was found; needed after an integrity violation', value: 'text' }),
  }),
  positional: [{ name: 'feature' }],
  personOnly: true,
  async run({ feature, investigated }, world): Promise<{ feature: string; from: string; state: string }> {
    const { run } = await findRun(world, feature, design.name)
    return withRun(world, run, design, async (open) => {
      const { state } = open.state
      const by = world.user
      const found = investigated?.trim()
      const blocked =
        state.violation && !found
          ? `${state.violation.file} was not what was frozen (expected ${state.violation.expected.slice(0, 12)}, found ${state.violation.actual.slice(0, 12)}), and no investigation is recorded`
          : null
      const step = blocked
        ? event('transition_refused', { from: state.state, to: 'IDLE', reason: blocked, by })
        : moved(state, 'IDLE', { reason: 'reset', because: found ? `after an investigation: ${found}` : `reset by ${by}`, by })
      const events =
        step.type === 'moved' ? [event('reset', { by, ...(found && { investigated: found }), ...preloaded(world) }), step] : [step]
      await commit(open, { events }, world, { onCommit: (state_, committed) => tell(world, design, state_, committed) })
      await open.workspace.flush()
      if (step.type !== 'moved')
        throw new Fault('refused', blocked ?? `${feature} is ${state.state}, and only a FAILED design can be reset`, {
          fix: blocked
            ? `Say what was found: whet design reset ${feature} --investigated "<text>".`
            : design.view.onward(open.state, feature),
        })
      return { feature, from: state.state, state: 'IDLE' }
    })
  },
  text: ({ feature }) =>
    `${feature} is IDLE again (recorded as unattested); its files and history are kept.\nNext: whet design new ${feature} --requirements <file>`,
})
