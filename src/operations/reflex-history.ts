// whet reflex history: the timeline of a loop, from its journal or, where another tool wrote it, from its history file.
import { join } from 'node:path'
import * as z from 'zod'
import { below, exists, readText } from '../adapters/file-store/disk.ts'
import history from './history.ts'
import { defineOperation } from './operation.ts'
import { activePointer, evolutionFolder } from './reflex-import.ts'
import { kitOf } from './runs.ts'

export default defineOperation({
  summary: 'Show the events of a loop as a timeline',
  input: z.object({ run: z.string().optional().meta({ description: 'name of the loop; the active one when left out' }), all: z.boolean().optional().meta({ description: "also the driver's own events" }) }),
  positional: [{ name: 'run' }],
  reads: true,
  async run({ run: name, all }, world) {
    const alias = name ?? activePointer(world)?.alias
    const kit = kitOf(world, 'reflex')
    const journaled = alias === undefined || world.store.list().some((run) => run === alias || kit.matches(run, alias))
    const folder = alias === undefined ? null : join(evolutionFolder(world), alias)
    if (journaled || folder === null || !exists(below(world.root, folder))) return history.run({ run: alias, workflow: 'reflex', all }, world)
    const lines = (readText(join(below(world.root, folder), 'history.jsonl')) ?? '').split('\n').filter((line) => line.trim() !== '')
    return { run: alias as string, events: lines.map(readLine) }
  },
  text: (output) => history.text(output, {}),
})

function readLine(line: string, index: number) {
  try {
    const { ts, event, payload } = JSON.parse(line) as Record<string, unknown>
    return { seq: index + 1, at: typeof ts === 'string' ? ts : '', event: String(event), text: JSON.stringify(payload ?? {}) }
  } catch {
    return { seq: index + 1, at: '', event: 'unreadable', text: line.slice(0, 100) }
  }
}
