// Files below one root, as checks see them: a path that leaves it, even through a link, reads as absent.
import { type Dirent, readdirSync, realpathSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { sha256 } from '../../lib/hash.ts'
import type { Files } from '../../rules/check.ts'

const mostBytes = 64 * 1024 * 1024

export function filesBelow(root: string, kept: Readonly<Record<string, string>> = {}): Files {
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
    list: async () => projectFiles(root),
    kept: async (hash) => (Object.hasOwn(kept, hash) ? (kept[hash] as string) : null),
    hash: async (path) => {
      const content = await bytes(path)
      return content === null ? null : sha256(content)
    },
  }
}

const mostFiles = 5000
const skipped = new Set(['node_modules', 'dist', 'build', 'coverage', 'target', 'vendor', '__pycache__', 'whetstone-demo'])

/** Breadth first and sorted, so that the same project gives the same list. Doesn't follow links. */
export function projectFiles(root: string): string[] {
  const found: string[] = []
  const folders = ['']
  for (let folder = folders.shift(); folder !== undefined && found.length < mostFiles; folder = folders.shift()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !skipped.has(entry.name) && (!entry.name.startsWith('.') || entry.name === '.github')) folders.push(path)
      else if (entry.isFile()) found.push(path)
    }
  }
  return found.slice(0, mostFiles)
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
