// Changes a session folder that others work in too: compare-and-swap of whole files, lines added once, durable before it is reported.
import { isUtf8 } from 'node:buffer'
import { chmodSync, closeSync, constants, fstatSync, fsyncSync, mkdirSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256 } from '../lib/hash.ts'
import { Fault } from '../schema/fault.ts'
import type { SessionChange, SessionChanged } from '../schema/session.ts'
import { below, exists, guard, syncFolder, tempName, writeAll } from './file-store/disk.ts'
import { sessionFolder } from './session-read.ts'

/**
 * A file that holds what it should already is done, one that still holds what was there is changed; anything else is a
 * conflict, and then nothing is written. So a change can be made again after a crash at any place.
 */
export async function changeSession(root: string, { session, files, lines }: SessionChange, object: (hash: string) => Promise<string>): Promise<SessionChanged> {
  const folder = sessionFolder(root, session)
  const full = new Map([...files, ...lines].map(({ path }) => [path, inside(folder, path)]))
  const added = await Promise.all(lines.map(async ({ path, line }) => ({ path, line: await object(line) })))
  const wanted = await Promise.all(files.map(async ({ path, before, after }) => ({ path, before, after, text: await object(after) })))
  // From here on nothing waits: what was looked at is what is replaced.
  const due = wanted.map((each) => ({ ...each, found: hashOf(full.get(each.path)!) })).filter(({ found, after }) => found !== after)
  const foreign = due.filter(({ found, before }) => found !== before)
  if (foreign.length > 0) return { conflicts: await Promise.all(foreign.map((each) => conflict(full.get(each.path)!, each, object))) }
  for (const { path, text } of due) replaceDurably(full.get(path)!, text, join(root, '.whetstone', 'tmp'))
  for (const { path, line } of added) addLine(full.get(path)!, line)
  return { conflicts: [] }
}

async function conflict(full: string, { path, before, found, text }: { path: string; before: string | null; found: string | null; text: string }, object: (hash: string) => Promise<string>): Promise<SessionChanged['conflicts'][number]> {
  const was = before === null ? null : await object(before).catch(() => null)
  const is = found === null ? null : readFileSync(full)
  const comparable = was !== null && is !== null && isUtf8(is) && is.length <= mostCompared
  return { path, expected: before, found, texts: comparable ? { was, is: is.toString('utf8'), wanted: text } : null }
}

const mostCompared = 4 * 1024 * 1024

function inside(folder: string, path: string): string {
  try {
    return below(folder, path)
  } catch (error) {
    if (error instanceof Fault) throw new Fault('refused', `${path} leads out of the session folder; nothing was written`, { fix: 'Replace the link by a real file or folder.', cause: error })
    throw error
  }
}

function hashOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return null
  if (!found.isFile()) throw new Fault('refused', `${path} is no ordinary file; nothing was written`, { fix: 'Move it away.' })
  return sha256(guard(path, () => readFileSync(path)))
}

/** One move replaces it, and it keeps the permissions it had. */
function replaceDurably(path: string, text: string, tempFolder: string): void {
  const write = (temp: string) => {
    try {
      const fd = openSync(temp, 'wx')
      try {
        writeAll(fd, Buffer.from(text))
        fsyncSync(fd)
      } finally {
        closeSync(fd)
      }
      const mode = statSync(path, { throwIfNoEntry: false })?.mode
      if (mode !== undefined) chmodSync(temp, mode & 0o7777)
      renameSync(temp, path)
    } catch (error) {
      rmSync(temp, { force: true })
      throw error
    }
  }
  guard(path, () => {
    mkdirSync(dirname(path), { recursive: true })
    mkdirSync(tempFolder, { recursive: true })
    try {
      write(join(tempFolder, tempName()))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
      write(`${path}.${tempName()}.tmp`) // the session is on another disk than the project
    }
    syncFolder(dirname(path))
  })
}

/** Others append too, so growth is no conflict; a line that is there already is not added again, and a torn last line is closed first. */
function addLine(path: string, line: string): void {
  guard(path, () => {
    mkdirSync(dirname(path), { recursive: true })
    if (exists(path) && readFileSync(path, 'utf8').split('\n').some((there) => there.replace(/\r$/, '') === line)) return
    const fd = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND)
    try {
      writeAll(fd, Buffer.from(`${endsTorn(fd) ? '\n' : ''}${line}\n`))
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    syncFolder(dirname(path))
  })
}

function endsTorn(fd: number): boolean {
  const { size } = fstatSync(fd)
  if (size === 0) return false
  const last = Buffer.alloc(1)
  readSync(fd, last, 0, 1, size - 1)
  return last[0] !== 10
}
