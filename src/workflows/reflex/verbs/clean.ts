// whet clean: deletes ended loops, after listing them and an explicit yes.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { below, exists, guard } from '../../../adapters/disk.ts'
import { didYouMean } from '../../../lib/nearest.ts'
import { Fault } from '../../../schema/fault.ts'
import { listed, summaries } from '../../../operations/list.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { activePointer, evolutionFolder } from '../hands/folder.ts'
import type { World } from '../../../operations/world.ts'

interface Doomed {
  name: string
  run: string | null
  status: string
  folder: string | null
}

export default defineOperation({
  summary: 'Delete ended loops, after asking',
  input: z.object({
    run: z.string().optional().meta({ assistant: 'value', description: 'name of the loop' }),
    all: z.boolean().optional().meta({ assistant: 'value', description: 'every stopped, completed or failed loop' }),
    yes: z.boolean().optional().meta({ description: 'delete without asking, for scripts' }),
    workflow: z.string().optional().meta({ hidden: true }),
  }),
  positional: [{ name: 'run' }],
  personOnly: true,
  async run({ run: name, all, yes = false }, world): Promise<{ deleted: string[]; kept: string[] }> {
    if (!name && !all) throw new Fault('usage', 'say which loop to clean, or --all', { fix: '`whet list` shows them.' })
    const known = await candidates(world)
    const chosen = all ? known.filter(removable) : known.filter((one) => one.name === name || one.run === name)
    if (chosen.length === 0) {
      if (all) return { deleted: [], kept: known.map((one) => one.name) }
      const other = (await listed(world)).find((one) => one.name === name || one.run === name)
      if (other)
        throw new Fault('refused', `${name} is a run of ${other.workflow}; only reflex loops can be cleaned`, {
          fix: `It is kept as a record in ${world.store.where(other.run)}.`,
        })
      throw new Fault(
        'not_found',
        `there is no loop "${name}"${didYouMean(
          name ?? '',
          known.map((one) => one.name),
        )}`,
        { fix: '`whet list` shows them.' },
      )
    }
    const live = chosen.find((one) => !removable(one))
    if (live)
      throw new Fault('refused', `${live.name} is ${live.status}; only stopped, completed or failed loops can be cleaned`, {
        fix:
          live.status === 'draft'
            ? `Discard it first: \`whet answer ${live.name} discard\`.`
            : live.status === 'running'
              ? 'Stop it first: `whet reflex stop`.'
              : `\`whet verify ${live.run}\` shows what is wrong with it.`,
      })
    const doomed = chosen.flatMap(({ folder, run }) => [...(folder ? [folder] : []), ...(run ? [world.store.where(run)] : [])])
    const listing = `This will be deleted:\n${doomed.map((path) => `  ${path}`).join('\n')}`
    if (!world.person && !yes)
      throw new Fault('needs_person', `${listing}\nNothing was deleted, because there is no person here to confirm it`, {
        fix: 'Run it in a terminal, or add --yes.',
        data: { would_delete: doomed },
      })
    if (!yes) world.person?.show(listing)
    if (!yes && !(await world.person?.confirm(`Delete ${chosen.length === 1 ? chosen[0]?.name : `${chosen.length} loops`}?`)))
      return { deleted: [], kept: chosen.map((one) => one.name) }
    for (const one of chosen) await remove(world, one)
    return { deleted: chosen.map((one) => one.name), kept: [] }
  },
  text: ({ deleted, kept }) =>
    deleted.length > 0 ? `Deleted ${deleted.join(', ')}.` : `Nothing was deleted${kept.length > 0 ? `; kept ${kept.join(', ')}` : ''}.`,
})

/** A foreign folder that can't be restored counts as failed; a damaged journal is kept for a person. */
const removable = ({ status, run }: Doomed) =>
  status === 'stopped' || status === 'completed' || status === 'failed' || (status === 'damaged' && run === null)

async function candidates(world: World): Promise<Doomed[]> {
  const ours = new Set(await world.store.list())
  return (await summaries(world, 'reflex')).map(({ name, run, status, folder }) => ({
    name,
    run: ours.has(run) ? run : null,
    status,
    folder: folder && exists(join(world.root, folder)) ? folder : null,
  }))
}

async function remove(world: World, { name, run, folder }: Doomed): Promise<void> {
  if (run) await world.store.remove(run)
  if (folder) guard(folder, () => rmSync(below(world.root, folder), { recursive: true, force: true }))
  const pointer = activePointer(world)
  if (pointer && (pointer.alias === name || pointer.run === run))
    rmSync(join(below(world.root, evolutionFolder(world)), 'current.json'), { force: true })
}
