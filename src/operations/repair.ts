// whet repair: continues a damaged run from its last sound entry, after a person agreed to lose the rest.
import * as z from 'zod'
import type { GivenUp } from '../kernel/store.ts'
import { Fault, toFault } from '../schema/fault.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import { findRun } from './runs.ts'

export default defineOperation({
  summary: 'Drop the damaged part of a journal and continue from its last sound entry',
  input: z.object({ run: z.string().meta({ description: 'run id or name' }), workflow: field.workflow }),
  positional: [{ name: 'run' }],
  personOnly: true,
  async run({ run: name, workflow }, world): Promise<{ run: string; gaveUp: GivenUp | null; kept: string | null }> {
    const { run, definition } = await findRun(world, name, workflow)
    const damage = await world.store.load(definition, run).then(
      () => null,
      (error: unknown) => toFault(error),
    )
    if (damage === null) return { run, gaveUp: null, kept: null }
    const vouched = Number(damage.data['vouched'] ?? 0)
    if (damage.code !== 'integrity' || vouched === 0) throw damage
    const question = `${damage.message}\nWhatever came after entry ${vouched} is dropped from the run. It is kept beside the journal, and the journal says so.`
    if (!world.person)
      throw new Fault('needs_person', `${question}\nNothing was changed, because there is no person here to confirm it`, {
        fix: 'Restore the journal from a backup, or run this in a terminal.',
      })
    world.person.show(question)
    if (!(await world.person.confirm(`Continue from entry ${vouched}?`)))
      throw new Fault('refused', 'nothing was changed', { fix: 'Restore the journal from a backup.' })
    const gaveUp = await world.store.repair(definition, run, { by: world.user, now: world.clock.now() })
    return { run, gaveUp, kept: gaveUp && `${world.store.where(run)}/${gaveUp.kept}` }
  },
  text: ({ run, gaveUp, kept }) =>
    gaveUp === null
      ? `${run} is sound; there is nothing to repair.`
      : `${run} continues from entry ${gaveUp.vouched}. What was dropped is kept in ${kept}.\nNext: \`whet status ${run}\`, then \`whet resume ${run}\`.`,
})
