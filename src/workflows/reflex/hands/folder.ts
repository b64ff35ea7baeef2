// Where a project's loops are stored, whoever wrote them, and which one is active.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { below, exists, guard, readText } from '../../../adapters/disk.ts'
import type { World } from '../../../operations/world.ts'
import { aliasPattern } from '../draft.ts'
import { parseRecord } from '../../../rules/reading/parsed.ts'
import { text } from '../loose.ts'
import { folder } from '../settings.ts'

export const evolutionFolder = (world: World) => folder(world.config.config)

export function loopFolders(world: World): string[] {
  const folder = below(world.root, evolutionFolder(world))
  if (!exists(folder)) return []
  return guard(folder, () => readdirSync(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/** The id that the active pointer names, and its alias. */
export function activePointer(world: World): { run: string; alias: string } | null {
  const pointer = parseRecord(readText(join(below(world.root, evolutionFolder(world)), 'current.json')))
  const alias = text(pointer?.['task_alias'])
  return pointer && aliasPattern.test(alias) ? { run: text(pointer['active_run_id']), alias } : null
}
