// whet reflex status: the active loop, according to current.json and its run.json. Reads two files and changes none.
import { join } from 'node:path'
import * as z from 'zod'
import { below, readText } from '../../../adapters/disk.ts'
import { columns } from '../../../report/look.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { activePointer, evolutionFolder } from '../hands/folder.ts'
import { parseRecord } from '../../../rules/reading/parsed.ts'
import { foreignRuns } from '../../../operations/runs.ts'
import type { World } from '../../../operations/world.ts'

export interface LoopRow {
  alias: string
  status: string
  iteration: string
  phase: string
  current_step: string
  last_score: string
  updated_at: string
  /** Set if another tool recorded it. */
  elsewhere?: true
}

export default defineOperation({
  summary: 'Show the active loop',
  input: z.object({}),
  reads: true,
  async run(_input, world): Promise<{ active: LoopRow | null }> {
    const pointer = activePointer(world)
    return { active: pointer ? readLoop(world, pointer.alias, await foreignLoops(world)) : null }
  },
  text: ({ active }) => (active ? columns([Object.keys(shownRow(active)), Object.values(shownRow(active))]) : 'No loop is active.'),
})

export const foreignLoops = async (world: World) => new Set((await foreignRuns(world, 'reflex')).map(({ summary }) => summary.run))

export const shownRow = ({ elsewhere, ...row }: LoopRow) =>
  elsewhere ? { ...row, last_score: `${row.last_score} (recorded elsewhere)` } : row

/** A row from a loop's run.json, whoever wrote it. */
export function readLoop(world: World, alias: string, foreign: ReadonlySet<string>): LoopRow {
  const run = parseRecord(readText(join(below(world.root, `${evolutionFolder(world)}/${alias}`), 'run.json'))) ?? {}
  const show = (name: string) => (typeof run[name] === 'string' || typeof run[name] === 'number' ? String(run[name]) : '')
  return {
    alias,
    status: show('status') || 'damaged',
    iteration: show('iteration'),
    phase: show('phase'),
    current_step: show('current_step'),
    last_score: show('last_score'),
    updated_at: show('updated_at'),
    ...(foreign.has(alias) && { elsewhere: true }),
  }
}
