// Copied packages are passed on from one copy to the next, since there may be ten thousand files, but only if none of them was touched.
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256 } from '../../lib/hash.ts'

/** What tools write into packages on every run. */
const caches = ['.cache', '.vite', '.vitest', '.vite-temp']

/** When packages were copied and what they contained, by where they are stored. Never on disk, where a maker could write it. */
const noted = new Map<string, { at: number; names: string[] }>()

const placeOf = (kept: string, path: string) => join(kept, sha256(path).slice(0, 12))

/** Packages that were just copied. */
export function note(kept: string, path: string, folder: string): void {
  noted.set(placeOf(kept, path), { at: Date.now() + 1, names: readdirSync(folder).sort() })
}

/** Stores what may be used again. */
export function keep(kept: string, path: string, folder: string): void {
  const place = placeOf(kept, path)
  if (!noted.has(place) || !existsSync(folder) || existsSync(place)) return
  mkdirSync(kept, { recursive: true })
  renameSync(folder, place)
}

/** Whether the folder now holds packages untouched since they were copied. */
export function take(kept: string, path: string, folder: string): boolean {
  const place = placeOf(kept, path)
  const known = noted.get(place)
  noted.delete(place)
  if (known && existsSync(place)) {
    for (const name of caches) if (!known.names.includes(name)) rmSync(join(place, name), { recursive: true, force: true })
    const same = readdirSync(place).sort().join('/') === known.names.join('/')
    if (same && known.names.every((name) => isUntouched(join(place, name), known.at))) {
      mkdirSync(dirname(folder), { recursive: true })
      renameSync(place, folder)
      noted.set(place, known)
      return true
    }
  }
  rmSync(place, { recursive: true, force: true })
  return false
}

/** Only the system sets the time of the last inode change, whatever a program claims about its files. */
function isUntouched(path: string, at: number): boolean {
  const stat = lstatSync(path)
  return stat.ctimeMs <= at && (!stat.isDirectory() || readdirSync(path).every((name) => isUntouched(join(path, name), at)))
}
