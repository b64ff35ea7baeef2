// whet apply: writes the files of an ended run's artifact into the project.
import * as z from 'zod'
import { inert } from '../lib/inert.ts'
import { Fault } from '../schema/fault.ts'
import { type Applied, applyFiles } from './apply-files.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import { findRun, loadRun } from './runs.ts'
import { objectOf, pickRun } from './show.ts'

export default defineOperation({
  summary: 'Write the files of an artifact into the project, after showing what would change',
  input: z.object({
    run: field.text('run id or name; default: the last run'),
    workflow: field.workflow,
    to: field.text('a folder of the project to write them to', { value: 'dir' }),
    dryRun: field.flag('show what would change, and write nothing'),
    force: field.flag('overwrite files that differ, without asking'),
  }),
  positional: [{ name: 'run' }],
  personOnly: true,
  examples: ['whet apply slugify --dry-run', 'whet apply slugify --to packages/core'],
  async run(
    { run: name, workflow, to = '', dryRun = false, force = false },
    world,
  ): Promise<Applied & { run: string; name: string; passed: boolean }> {
    const { run, definition } = await findRun(world, name ?? (await pickRun(world, workflow)), workflow)
    const state = await loadRun(world, run, definition)
    const { name: shown, status } = definition.view.summary(state)
    if (!state.outcome)
      throw new Fault('refused', `${shown} is ${status}: its artifact may still change`, {
        fix: `Continue with \`whet resume ${shown}\`; apply once it has ended.`,
      })
    const artifact = definition.view.current(state)
    if (!artifact || artifact.given)
      throw new Fault('not_found', `${shown} has no artifact with files to write`, { fix: definition.view.onward(state, shown) })
    const { passed } = state.outcome
    if (!passed) world.say(`note: ${shown} ended without passing (${state.outcome.reason}).`)
    // Without --to, files go below the project root, wherever the command was run.
    const from = to === '' ? { ...world, cwd: world.root } : world
    return { run, name: shown, passed, ...(await applyFiles(from, await objectOf(world, run, artifact.sha256), { to, dryRun, force })) }
  },
  text({ files, written }, { dryRun }) {
    const list = files.map(({ path, is, bytes }) => `${is.padEnd(7)}  ${path}  (${bytes} bytes)`)
    const end = written
      ? 'Written.'
      : files.every(({ is }) => is === 'same')
        ? 'Everything already exists.'
        : dryRun
          ? 'Nothing was written: --dry-run.'
          : 'Nothing was written.'
    return [...(dryRun ? files.map(({ patch }) => inert(patch).trimEnd()).filter(Boolean) : []), ...list, end].join('\n')
  },
})
