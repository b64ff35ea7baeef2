// The few file operations everything else is built on; system errors become faults a person can act on.
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  type Stats,
  writeSync,
} from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { Fault, systemFault } from '../schema/fault.ts'

/** Process ids repeat, also between containers that share a folder; this doesn't. */
const ours = `${process.pid}-${randomBytes(6).toString('hex')}`
let tempCounter = 0

export const tempName = () => `${ours}-${tempCounter++}`

/** Replaces a file atomically; readers see the old or the new text, never a part. */
export function replaceFile(path: string, text: string, tempFolder: string): void {
  const temp = join(tempFolder, tempName())
  guard(path, () => {
    try {
      writeNew(temp, text)
      renameSync(temp, path)
    } catch (error) {
      rmSync(temp, { force: true })
      if (code(error) !== 'EXDEV') throw error
      const beside = `${path}.${tempName()}.tmp` // the contract folder is on another disk than our folder
      writeNew(beside, text)
      renameSync(beside, path)
    }
  })
}

export function writeNew(path: string, text: string): void {
  writeParts(path, [Buffer.from(text)], () => {})
}

/** On disk before it returns. */
export function writeSynced(path: string, parts: readonly Uint8Array[]): void {
  writeParts(path, parts, fsyncSync)
}

function writeParts(path: string, parts: readonly Uint8Array[], then: (fd: number) => void): void {
  const fd = openSync(path, 'w')
  try {
    for (const part of parts) writeAll(fd, part)
    then(fd)
  } finally {
    closeSync(fd)
  }
}

/** A short write is the first sign of a full disk. */
export function writeAll(fd: number, bytes: Uint8Array, at?: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, at === undefined ? null : at + done)
}

/** Null if nothing is there. Opens without blocking: a pipe without a writer, or an endless device, would hang us. */
export function readBytes(path: string): Buffer | null {
  try {
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const found = fstatSync(fd)
      if (!found.isFile() && !found.isDirectory())
        throw new Fault('storage', `${path}: there is a pipe or device where a file is needed`, { fix: 'Move it away.' })
      return readFileSync(fd)
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    if (code(error) === 'ENOENT' || code(error) === 'ENOTDIR') return null
    throw storageFault(error, path)
  }
}

export const readText = (path: string): string | null => readBytes(path)?.toString('utf8') ?? null

export function makeFolder(path: string): void {
  guard(path, () => {
    try {
      mkdirSync(path, { recursive: true })
    } catch (error) {
      if (code(error) !== 'ENOENT') throw error
      // Node says "no such folder" for a full or read-only disk too; creating only the first missing folder tells them apart.
      let first = path
      while (!exists(dirname(first))) first = dirname(first)
      mkdirSync(first)
      mkdirSync(path, { recursive: true })
    }
  })
}

/** Makes names in a folder durable: a synced file is useless if its name is lost. */
export function syncFolder(path: string): void {
  guard(path, () => {
    const fd = openSync(path, 'r')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  })
}

/** A path below root, even after following links; anything else is refused. */
export function below(root: string, path: string): string {
  const full = resolve(root, path)
  if (isAbsolute(path) || leaves(root, full))
    throw new Fault('refused', `${path} is outside ${root}`, { fix: 'Use a path inside the project folder.' })
  let existing = full
  while (!exists(existing) && existing !== root) existing = dirname(existing)
  if (exists(existing) && leaves(realpathSync.native(root), realPath(existing))) {
    throw new Fault('refused', `${path} leaves the project through a link`, {
      fix: `Replace the link in ${relative(root, existing) || path} with a real folder.`,
    })
  }
  return full
}

/** A link's target; a dangling or circular link counts as leading out. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return sep
  }
}

export const exists = (path: string) => found(path, lstatSync) !== undefined

/** Not a link, which may lead anywhere. */
export const realFile = (path: string) => {
  const stats = found(path, lstatSync)
  return stats?.isFile() ? stats : undefined
}

export const isRealFolder = (path: string) => found(path, lstatSync)?.isDirectory() ?? false

/** What lies there, following links; undefined if nothing can. */
export const statOf = (path: string) => found(path, statSync)

function found(path: string, look: typeof lstatSync): Stats | undefined {
  try {
    return look(path, { throwIfNoEntry: false })
  } catch (error) {
    if (['ENOTDIR', 'ELOOP'].includes(code(error) ?? '')) return undefined
    throw storageFault(error, path)
  }
}

/** Runs a file operation; system errors become faults that name the path. */
export function guard<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw storageFault(error, path)
  }
}

export const storageFault = (error: unknown, path: string): unknown =>
  error instanceof Fault ? error : (systemFault(error, path) ?? error)

function code(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code
}

function leaves(root: string, path: string): boolean {
  const rel = relative(root, path)
  return rel === '..' || rel.startsWith(`..${sep}`) || isAbsolute(rel)
}
