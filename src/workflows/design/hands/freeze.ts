// final/ on disk: written whole or not at all; read-only files in a folder from which a person can still delete the marker.
import { chmodSync, closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canonicalizeText } from '../../../lib/canonical.ts'
import { sha256 } from '../../../lib/hash.ts'
import type { Reply } from '../../../kernel/task.ts'
import { Fault, toFault } from '../../../schema/fault.ts'
import { packageRoot } from '../../../adapters/package.ts'
import { below, exists, guard, makeFolder, readText, storageFault, syncFolder, tempName, writeAll } from '../../../adapters/disk.ts'
import { tempFolder } from '../../../adapters/own-folder.ts'

export interface Freeze {
  /** Where the frozen files go, relative to the project. */
  folder: string
  /** Name → the text, by hash. */
  files: Record<string, string>
  /** The approved intent must still be the one in the folder. */
  working: string
  checksum: string
}

const markerName = 'FROZEN.md'

/** Compare and swap: if already done, done; a foreign marker refuses; anything else is replaced atomically. */
export async function freeze(
  root: string,
  { folder, files, working, checksum }: Freeze,
  object: (hash: string) => Promise<string>,
): Promise<Reply> {
  const place = below(root, folder)
  if (Object.entries(files).every(([name, hash]) => fileHash(join(place, name)) === hash)) return { ok: true, value: { done: 'already' } }
  if (exists(join(place, markerName)))
    return refused('frozen', `${folder}/${markerName} already exists, so that folder must not change; delete it first to design again`)
  const now = canonicalHash(join(root, working))
  if (now !== checksum)
    return refused('edited', `${working} was changed since it was approved: approved ${checksum.slice(0, 12)}, found ${now.slice(0, 12)}`)
  const strangers = exists(place) ? guard(place, () => readdirSync(place)).filter((name) => !Object.hasOwn(files, name)) : []
  if (strangers.length > 0)
    return refused(
      'conflict',
      `${folder} holds ${strangers.slice(0, 3).join(', ')}, which whet didn't write; move ${strangers.length === 1 ? 'it' : 'them'} away`,
    )
  const texts = await Promise.all(Object.entries(files).map(async ([name, hash]): Promise<[string, string]> => [name, await object(hash)]))
  makeFolder(dirname(place))
  if (!moveIn(join(tempFolder(root), tempName()), place, texts)) moveIn(`${place}.${tempName()}`, place, texts)
  return { ok: true, value: { done: 'now' } }
}

/** Creates the folder elsewhere and moves it into place; false on another disk, where the move wouldn't be atomic. */
function moveIn(made: string, place: string, texts: readonly [string, string][]): boolean {
  try {
    makeFolder(made)
    for (const [name, text] of texts) writeReadOnly(join(made, name), text)
    syncFolder(made)
    if (exists(place)) guard(place, () => rmSync(place, { recursive: true }))
    renameSync(made, place)
    syncFolder(dirname(place))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EXDEV') return false
    throw storageFault(error, place)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

export function readMarkerTemplate(): string {
  const text = readText(join(packageRoot, 'templates', 'FROZEN.md.template'))
  if (text === null)
    throw new Fault('not_found', 'there is no templates/FROZEN.md.template', { fix: 'Restore the file, or reinstall whet.' })
  return text
}

export interface FrozenFolder {
  marker: string | null
  intent: { checksum: string } | { problem: string }
  preview: string | null
}

export function readFrozen(root: string, folder: string): FrozenFolder {
  const place = below(root, folder)
  const intent = canonicalHash(join(place, 'intent.json'))
  return {
    marker: readText(join(place, markerName)),
    intent: /^[0-9a-f]{64}$/.test(intent) ? { checksum: intent } : { problem: intent },
    preview: fileHash(join(place, 'preview.html')),
  }
}

/** Files in a frozen folder that nobody approved. */
export function strangersIn(root: string, folder: string): string[] {
  const place = below(root, folder)
  return !exists(place)
    ? []
    : guard(place, () => readdirSync(place))
        .filter((name) => ![markerName, 'intent.json', 'preview.html'].includes(name))
        .sort()
}

/** SHA-256 of a JSON file's canonical form, or why there is none. */
function canonicalHash(path: string): string {
  const text = readText(path)
  if (text === null) return 'nothing: the file is gone'
  try {
    return sha256(canonicalizeText(text))
  } catch (error) {
    return `no JSON: ${toFault(error).message}`
  }
}

function fileHash(path: string): string | null {
  const text = readText(path)
  return text === null ? null : sha256(text)
}

function writeReadOnly(path: string, text: string): void {
  guard(path, () => {
    const fd = openSync(path, 'wx', 0o444)
    try {
      writeAll(fd, Buffer.from(text))
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    chmodSync(path, 0o444) // undoes the umask
  })
}

const refused = (code: string, message: string): Reply => ({ ok: false, error: { code, message } })
