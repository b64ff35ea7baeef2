// Files below one root, as checks see them: a path that leaves it, also through a link, reads as absent.
import { realpathSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import { sha256 } from '../../lib/hash.ts'
import type { Files } from '../../rules/check.ts'

const mostBytes = 64 * 1024 * 1024

export function filesBelow(root: string): Files {
  const place = (path: string): string | null => {
    try {
      const real = realpathSync(resolve(root, path))
      const rel = relative(realpathSync(root), real)
      return rel === '..' || rel.startsWith('../') || isAbsolute(rel) ? null : real
    } catch {
      return null
    }
  }
  const bytes = async (path: string): Promise<Buffer | null> => {
    const real = place(path)
    if (real === null) return null
    const found = await stat(real)
    return found.isFile() && found.size <= mostBytes ? readFile(real) : null
  }
  return {
    read: async (path) => (await bytes(path))?.toString('utf8') ?? null,
    exists: async (path) => place(path) !== null,
    hash: async (path) => {
      const content = await bytes(path)
      return content === null ? null : sha256(content)
    },
  }
}
