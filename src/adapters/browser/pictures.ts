// Pictures of pages by SHA-256, beside the texts that are too large for a journal: written once, verified on every read.
import { existsSync, lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { sha256 } from '../../lib/hash.ts'
import { guard, makeFolder, tempName } from '../file-store/disk.ts'
import { inHome } from '../file-store/home.ts'
import type { Keep } from './read-page.ts'

const place = (root: string, hash: string) => inHome(root, 'objects', hash.slice(0, 2), hash.slice(2))
const mostBytes = 16 * 1024 * 1024

export function keeper(root: string): Keep {
  return (png) => {
    const hash = sha256(png)
    const path = place(root, hash)
    if (existsSync(path)) return hash
    makeFolder(dirname(path))
    guard(path, () => {
      const temp = `${path}.${tempName()}`
      writeFileSync(temp, png)
      renameSync(temp, path)
    })
    return hash
  }
}

/** From a PNG's header. */
export function sizeOf(png: Uint8Array): { width: number; height: number } {
  const head = new DataView(png.buffer, png.byteOffset)
  return { width: head.getUint32(16), height: head.getUint32(20) }
}

/** Null if it is missing or doesn't match its name. */
export function readPicture(root: string, hash: string): Uint8Array | null {
  if (!/^[0-9a-f]{64}$/.test(hash)) return null
  try {
    const path = place(root, hash)
    const file = lstatSync(path)
    if (!file.isFile() || file.size > mostBytes) return null
    const png = new Uint8Array(readFileSync(path))
    return sha256(png) === hash ? png : null
  } catch {
    return null
  }
}
