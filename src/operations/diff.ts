// whet diff: what changed between two versions of an artifact.
import { createTwoFilesPatch } from 'diff'
import * as z from 'zod'
import { Fault } from '../schema/fault.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import { findRun, loadRun } from './runs.ts'
import { type Version, objectOf, pickRun, versions } from './show.ts'

export default defineOperation({
  summary: 'Compare two versions of an artifact',
  input: z.object({
    run: field.text('id or name; default: the active run', { assistant: 'value' }),
    workflow: field.workflow,
    from: field.whole('version to compare from; default: the one before the last', {
      assistant: 'value',
      told: 'a version; default: the last but one',
      value: 'n',
    }),
    to: field.whole('version to compare to; default: the last', { assistant: 'value', told: 'a version; default: the last', value: 'n' }),
  }),
  positional: [{ name: 'run' }, { name: 'from' }, { name: 'to' }],
  reads: true,
  async run({ run: name, workflow, from, to }, world): Promise<{ run: string; from: Version; to: Version; patch: string }> {
    const { run, definition } = await findRun(world, name ?? (await pickRun(world, workflow)), workflow)
    const all = await versions(world, run, definition)
    if (all.length === 0) {
      const state = await loadRun(world, run, definition)
      const { name: shown } = definition.view.summary(state)
      throw new Fault('not_found', `${shown} has no versions to compare`, { fix: definition.view.onward(state, shown) })
    }
    const later = pick(all, to ?? all.length, run)
    const earlier = pick(all, from ?? Math.max(1, later.number - 1), run)
    const title = ({ number, label }: Version) => `version ${number} (${label})`
    return {
      run,
      from: earlier,
      to: later,
      patch: createTwoFilesPatch(
        title(earlier),
        title(later),
        await objectOf(world, run, earlier.hash),
        await objectOf(world, run, later.hash),
        '',
        '',
        { context: 3 },
      ),
    }
  },
  text: ({ from, to, patch }) =>
    from.hash === to.hash ? `Versions ${from.number} and ${to.number} are the same.` : patch.replace(/^=+\n/, '').trimEnd(),
})

function pick(all: readonly Version[], number: number, run: string): Version {
  const found = all[number - 1]
  if (!found)
    throw new Fault('not_found', `${run} has ${all.length} versions; there is no version ${number}`, {
      fix: '`whet history` shows when each was made.',
    })
  return found
}
