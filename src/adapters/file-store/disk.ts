// The few file moves everything else is made of, with system errors turned into faults a person can act on.
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
import { Fault, systemFault } from '../../schema/fault.ts'

/** Process ids repeat, also between containers that share a folder; this does not. */
const ours = `${process.pid}-${randomBytes(6).toString('hex')}`
let tempCounter = 0

export const tempName = () => `${ours}-${tempCounter++}`

/** Replaces a file in one move; readers see the old or the new text, never a part. */
export function replaceFile(path: string, text: string, tempFolder: string): void {
  const temp = join(tempFolder, tempName())
  guard(path, () => {
    try {
      writeNew(temp, text)
      renameSync(temp, path)
    } catch (error) {
      rmSync(temp, { force: true })
      if (code(error) !== 'EXDEV') throw error
      const beside = `${path}.${tempName()}.tmp` // the contract folder is on another disk than .whetstone/
      writeNew(beside, text)
      renameSync(beside, path)
    }
  })
}

export function writeNew(path: string, text: string): void {
  writeParts(path, [Buffer.from(text)], () => {})
}

/** On the disk before it returns. */
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

/** A short write is how a full disk first shows itself. */
export function writeAll(fd: number, bytes: Uint8Array, at?: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, at === undefined ? null : at + done)
}

/** Null where nothing is. Opened without waiting: a pipe that nobody writes to, or a device without end, would hold us forever. */
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
      // Node says "no such folder" here for a full disk and a read-only one too; making just the first missing folder tells which.
      let first = path
      while (!exists(dirname(first))) first = dirname(first)
      mkdirSync(first)
      mkdirSync(path, { recursive: true })
    }
  })
}

/** Makes names in a folder durable: a synced file is of no use when its name is lost. */
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

/** A path below root, also after links are followed; anything else is refused. */
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

/** Where a link leads; one that leads nowhere, or in a circle, leads out. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return sep
  }
}

export const exists = (path: string) => found(path, lstatSync) !== undefined

/** No link, which may lead anywhere. */
export const realFile = (path: string) => {
  const stats = found(path, lstatSync)
  return stats?.isFile() ? stats : undefined
}

export const isRealFolder = (path: string) => found(path, lstatSync)?.isDirectory() ?? false

/** What lies there, links followed; undefined when nothing can. */
export const statOf = (path: string) => found(path, statSync)

function found(path: string, look: typeof lstatSync): Stats | undefined {
  try {
    return look(path, { throwIfNoEntry: false })
  } catch (error) {
    if (['ENOTDIR', 'ELOOP'].includes(code(error) ?? '')) return undefined
    throw storageFault(error, path)
  }
}

/** Runs a file move; what the system says comes back as a fault that names the path. */
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
