// Screenshots and other pictures among a session's artifacts: their list, and the bytes of one. Doesn't follow links.
import { lstatSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { below } from '../../../adapters/disk.ts'
import { sessionFolder } from './session-read.ts'

const folder = 'artifacts'
const isPicture = /\.(png|jpe?g|webp|gif)$/i
const mostBytes = 16 * 1024 * 1024
const mostPictures = 200
const mostEntries = 5000
const deepest = 6

/** By path below the session, sorted. */
export function sessionPictures(root: string, session: string): string[] {
  const found: string[] = []
  let entries = 0
  const walk = (path: string, depth: number): void => {
    for (const entry of list(join(sessionFolder(root, session), path))) {
      if ((entries += 1) > mostEntries || found.length >= mostPictures) return
      const inner = `${path}/${entry.name}`
      if (entry.isDirectory() && depth < deepest) walk(inner, depth + 1)
      else if (entry.isFile() && isPicture.test(entry.name)) found.push(inner)
    }
  }
  walk(folder, 0)
  return found
}

/** Null if it isn't a picture of the session: outside, a link, too large, or missing. */
export function readPicture(root: string, session: string, path: string): Uint8Array<ArrayBuffer> | null {
  if (!path.startsWith(`${folder}/`) || !isPicture.test(path)) return null
  try {
    const full = below(sessionFolder(root, session), path)
    const file = lstatSync(full)
    return file.isFile() && file.size <= mostBytes ? new Uint8Array(readFileSync(full)) : null
  } catch {
    return null
  }
}

function list(path: string) {
  try {
    if (!lstatSync(path).isDirectory()) return []
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
