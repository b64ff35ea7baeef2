// Changes a shared session folder: compare-and-swap of whole files, lines appended once, durable before it is reported.
import { isUtf8 } from 'node:buffer'
import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sha256 } from '../../../lib/hash.ts'
import { Fault } from '../../../schema/fault.ts'
import type { SessionChange, SessionChanged } from '../session-view.ts'
import { below, exists, guard, storageFault, syncFolder, tempName, writeAll } from '../../../adapters/disk.ts'
import { tempFolder } from '../../../adapters/own-folder.ts'
import { sessionFolder } from './session-read.ts'

/**
 * A file that already has its new content is done, one with its old content is changed; anything else is a
 * conflict, and then nothing is written. So a change can be repeated after a crash at any point.
 */
export async function changeSession(
  root: string,
  { session, files, lines, bundle }: SessionChange,
  stored: (hash: string) => Promise<string>,
): Promise<SessionChanged> {
  const folder = sessionFolder(root, session)
  const together = new Map(bundle === null ? [] : (JSON.parse(await stored(bundle)) as string[]).map((text) => [sha256(text), text]))
  const object = async (hash: string) => together.get(hash) ?? stored(hash)
  const added = await Promise.all(lines.map(async ({ path, line }) => ({ full: inside(folder, path), line: await object(line) })))
  const wanted = await Promise.all(
    files.map(async ({ path, before, after }) => ({ path, full: inside(folder, path), before, after, text: await object(after) })),
  )
  const staged = await stage(
    wanted.filter(({ full, after }) => hashOf(full) !== after),
    tempFolder(root),
  )
  try {
    // No waiting from here on: what is checked is what is replaced.
    const due = staged.map((each) => ({ ...each, found: hashOf(each.full) })).filter(({ found, after }) => found !== after)
    const foreign = due.filter(({ found, before }) => found !== before)
    if (foreign.length > 0) return { conflicts: await Promise.all(foreign.map((each) => conflict(each, object))) }
    for (const { full, temp } of due) moveTo(full, temp)
    addLines(added)
    for (const touched of new Set([...due, ...added].map(({ full }) => dirname(full)))) syncFolder(touched)
    return { conflicts: [] }
  } finally {
    for (const { temp } of staged) rmSync(temp, { force: true })
  }
}

interface Wanted {
  path: string
  full: string
  before: string | null
  after: string
  text: string
}

/** Written and synced beside the targets, several at once, so that only moves remain. */
async function stage(due: readonly Wanted[], folder: string): Promise<(Wanted & { temp: string })[]> {
  const staged = due.map((each) => ({ ...each, temp: join(folder, tempName()) }))
  guard(folder, () => mkdirSync(folder, { recursive: true }))
  for (let from = 0; from < staged.length; from += atOnce) {
    await Promise.all(
      staged.slice(from, from + atOnce).map(async ({ temp, text, full }) => {
        try {
          const mode = statSync(full, { throwIfNoEntry: false })?.mode
          const file = await open(temp, 'wx')
          try {
            await file.writeFile(text)
            if (mode !== undefined) await file.chmod(mode & 0o7777)
            await file.sync()
          } finally {
            await file.close()
          }
        } catch (error) {
          throw storageFault(error, full)
        }
      }),
    )
  }
  return staged
}

const atOnce = 32

function moveTo(full: string, temp: string): void {
  guard(full, () => {
    mkdirSync(dirname(full), { recursive: true })
    try {
      renameSync(temp, full)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
      const beside = `${full}.${tempName()}.tmp` // the session is on another disk than the project
      copyFileSync(temp, beside)
      renameSync(beside, full)
    }
  })
}

async function conflict(
  { path, full, before, found, text }: Wanted & { found: string | null },
  object: (hash: string) => Promise<string>,
): Promise<SessionChanged['conflicts'][number]> {
  const is = found === null ? null : readFileSync(full)
  const was = before === null ? null : await object(before).catch(() => null)
  const comparable = was !== null && is !== null && isUtf8(is) && is.length <= mostCompared
  return { path, expected: before, found, texts: comparable ? { was, is: is.toString('utf8'), wanted: text } : null }
}

const mostCompared = 4 * 1024 * 1024

function inside(folder: string, path: string): string {
  try {
    return below(folder, path)
  } catch (error) {
    if (error instanceof Fault)
      throw new Fault('refused', `${path} leads out of the session folder; nothing was written`, {
        fix: 'Replace the link with a real file or folder.',
        cause: error,
      })
    throw error
  }
}

function hashOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return null
  if (!found.isFile()) throw new Fault('refused', `${path} isn't an ordinary file; nothing was written`, { fix: 'Move it away.' })
  return sha256(guard(path, () => readFileSync(path)))
}

/** Others append too, so growth is no conflict; an existing line isn't added again, and a torn last line is completed first. */
function addLines(lines: readonly { full: string; line: string }[]): void {
  for (const [full, own] of Map.groupBy(lines, (each) => each.full)) {
    guard(full, () => {
      mkdirSync(dirname(full), { recursive: true })
      const there = exists(full) ? new Set(readFileSync(full, 'utf8').split(/\r?\n/)) : new Set<string>()
      const missing = own.map(({ line }) => line).filter((line) => !there.has(line))
      if (missing.length === 0) return
      const fd = openSync(full, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND)
      try {
        writeAll(fd, Buffer.from(`${endsTorn(fd) ? '\n' : ''}${missing.join('\n')}\n`))
        fsyncSync(fd)
      } finally {
        closeSync(fd)
      }
    })
  }
}

function endsTorn(fd: number): boolean {
  const { size } = fstatSync(fd)
  if (size === 0) return false
  const last = Buffer.alloc(1)
  readSync(fd, last, 0, 1, size - 1)
  return last[0] !== 10
}
