// Where a finished artifact goes: it stays in its folder, and is copied where a person says.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { guard } from '../adapters/file-store/disk.ts'
import type { World } from './world.ts'

export async function deliver(world: World, path: string, text: string, saveTo?: string): Promise<void> {
  const { person, cwd } = world
  const wanted = saveTo ?? (person ? await person.text(`Copy the artifact to (empty: keep it in ${path}):`, { optional: true }) : '')
  if (!wanted.trim()) return
  const target = resolve(cwd, wanted.trim())
  if (saveTo === undefined && existsSync(target) && !(await person?.confirm(`${wanted.trim()} is there already. Replace it?`))) return
  guard(target, () => {
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  })
  world.say(`Copied to ${wanted.trim()}.`)
}
