// Folders that another tool of this format wrote: listed and shown as they are, imported when somebody resumes them.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { commit } from '../kernel/driver.ts'
import { sha256 } from '../lib/hash.ts'
import { Fault } from '../schema/fault.ts'
import { below, exists, guard, readText } from '../adapters/file-store/disk.ts'
import { event } from '../workflows/reflex/events.ts'
import { importRun } from '../workflows/reflex/import.ts'
import { aliasPattern } from '../workflows/reflex/draft.ts'
import { kitOf } from './runs.ts'
import type { World } from './world.ts'

export const evolutionFolder = (world: World) => world.config.config.paths?.evolution ?? '.ai-factory/evolution'

export function loopFolders(world: World): string[] {
  const folder = below(world.root, evolutionFolder(world))
  if (!exists(folder)) return []
  return guard(folder, () => readdirSync(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name).sort()
}

/** The id that the active pointer names, and its alias. */
export function activePointer(world: World): { run: string; alias: string } | null {
  try {
    const pointer = JSON.parse(readText(join(below(world.root, evolutionFolder(world)), 'current.json')) ?? 'null') as { active_run_id?: unknown; task_alias?: unknown } | null
    return typeof pointer?.active_run_id === 'string' && typeof pointer.task_alias === 'string' ? { run: pointer.active_run_id, alias: pointer.task_alias } : null
  } catch {
    return null
  }
}

/** Brings a foreign loop under our journal; a loop of ours, or no loop at all, is left alone. */
export async function adoptForeign(world: World, name: string): Promise<void> {
  const kit = kitOf(world, 'reflex')
  if (!aliasPattern.test(name) || world.store.list().some((run) => run === name || kit.matches(run, name))) return
  const folder = `${evolutionFolder(world)}/${name}`
  const place = below(world.root, folder)
  if (!exists(place)) return
  const artifact = readText(join(place, 'artifact.md'))
  const read = importRun({ alias: name, folder, run: readText(join(place, 'run.json')), history: readText(join(place, 'history.jsonl')), artifact: artifact === null ? null : sha256(artifact) })
  if ('problem' in read) throw new Fault('invalid', read.problem, { fix: 'Start a new loop with `whet reflex new`.' })
  for (const note of read.notes) world.say(`imported ${name}: ${note}`)
  const open = await world.store.create(kit.workflow, { run: read.input.runId, workflow: 'reflex', input: { ...read.input, ...(artifact !== null && { from: sha256(artifact) }) }, pins: { imported: true } }, world.clock, { objects: artifact === null ? [] : [artifact], adopt: true })
  try {
    if (read.fault && read.status === 'running') {
      const message = `imported run.json: ${read.fault}`
      await commit(open, { events: [event('phase_error', { step: 'PLAN', task: 'import', attempt: 2, message }), event('failed', { reason: 'phase_error', because: message })] }, { clock: world.clock })
    }
    await open.store.flush()
    open.store.snapshot(open.state)
  } finally {
    await open.store.close()
  }
}
