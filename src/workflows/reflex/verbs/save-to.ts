// The target of --save-to: a path below the project where nothing of value is overwritten.
import { relative, resolve, sep } from 'node:path'
import { readText } from '../../../adapters/disk.ts'
import { sha256 } from '../../../lib/hash.ts'
import { placeFor } from '../../../operations/apply-files.ts'
import { loadRun } from '../../../operations/runs.ts'
import type { World } from '../../../operations/world.ts'
import { Fault } from '../../../schema/fault.ts'
import reflex from '../index.ts'
import type { ReflexInput } from '../state.ts'

/** Stored with the run, relative to the project. */
export async function saving(world: World, saveTo: string | undefined, force: boolean): Promise<Pick<ReflexInput, 'target' | 'replaces'>> {
  if (saveTo === undefined) return {}
  const target = relative(world.root, resolve(world.cwd, saveTo.trim())).split(sep).join('/')
  const before = readText(placeFor(world.root, target))
  if (before === null) return { target }
  const replaces = sha256(before)
  if (
    force ||
    (await isSaved(world, target, replaces)) ||
    (await world.person?.confirm(`${target} already exists. Replace it when the loop ends?`))
  )
    return { target, replaces }
  throw new Fault('refused', `${target} already exists; nothing was started`, { fix: 'Name another file, or replace it with --force.' })
}

/** Whether the file is what an earlier loop saved, unchanged. */
async function isSaved(world: World, target: string, hash: string): Promise<boolean> {
  for (const run of await world.store.list()) {
    if ((await world.store.workflowOf(run)) !== reflex.name) continue
    const state = await loadRun(world, run, reflex)
    if (state.state.input.target === target && reflex.view.current(state)?.sha256 === hash) return true
  }
  return false
}
