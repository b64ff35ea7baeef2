// One writer per run: an exclusive SQLite transaction, which the operating system ends when its process dies, and a note naming the holder.
import { closeSync, constants, fstatSync, openSync, renameSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { Fault, systemFault } from '../../schema/fault.ts'
import { exists, guard, readText, statOf, tempName, writeAll, writeNew } from '../disk.ts'

export interface Lock {
  /** Counts writers; only the latest may write. */
  readonly epoch: number
  /** Throws a conflict once another writer was counted. The returned size grows with each posted message. */
  check(folder: string): number
  release(): void
}

/** Waits a moment: another process may just be checking whether the run is busy. */
const patienceMs = 100

export function acquireLock(folder: string, what: string): Lock {
  const db = locked(folder, what, 'BEGIN EXCLUSIVE', { timeout: patienceMs })
  try {
    const before = readNote(folder)
    const inode = inodeOf(folder)
    if (before && before.inode !== inode && isAlive(before)) throw busy(what, before.pid, 'its lock was removed')
    const epoch = before ? before.epoch + 1 : Date.now() // larger than any previous count, in case the note was removed
    const fd = writeNote(folder, { epoch, pid: process.pid, host: hostname(), inode, closed: false })
    let released = false
    return {
      epoch,
      check: (now) => {
        const { nlink, size } = fstatSync(fd)
        if (nlink > 0) return size
        if (readNote(now) === null)
          throw new Fault('storage', `${now} was deleted while ${what} was active`, {
            fix: 'Restore the run from a backup; the last entry is not kept.',
          })
        throw new Fault('conflict', `${what} was taken over by another process; the last entry is not recorded`, {
          fix: 'Check the run before you continue: `whet status`.',
          data: { epoch },
        })
      },
      release: () => {
        if (released) return
        released = true
        try {
          writeAll(fd, closedMark, 0)
        } finally {
          closeSync(fd)
          db.close()
        }
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Tells the writer, if there is one, to check its mailbox. */
export function ring(folder: string): void {
  const path = join(folder, 'writer')
  if (!exists(path)) return
  guard(path, () => {
    const fd = openSync(path, constants.O_WRONLY | constants.O_APPEND)
    try {
      writeAll(fd, bell)
    } finally {
      closeSync(fd)
    }
  })
}

/** True while a process writes the run. Checking has no side effects; if the lock can't be read, its note is believed. */
export function isLocked(folder: string, what: string): boolean {
  const note = readNote(folder)
  if (note?.closed) return false
  if (note && note.inode !== inodeOf(folder)) return isAlive(note)
  if (!exists(join(folder, 'lock.db'))) return false
  try {
    locked(folder, what, 'BEGIN; SELECT * FROM sqlite_master', { readOnly: true }).close()
    return false
  } catch (error) {
    return (error instanceof Fault && error.code === 'busy') || (note !== null && isAlive(note))
  }
}

interface Note {
  closed: boolean
  epoch: number
  pid: number
  host: string
  /** Of lock.db: if it differs now, the lock was removed and no longer tells who is writing. */
  inode: number
}

const inodeOf = (folder: string) => statOf(join(folder, 'lock.db'))?.ino ?? 0

/** Replaced at each opening, so that the last writer's file has no name any more. */
function writeNote(folder: string, { epoch, pid, host, inode }: Note): number {
  const path = join(folder, 'writer')
  const temp = join(folder, tempName())
  return guard(path, () => {
    writeNew(temp, `open   ${epoch} ${pid} ${inode} ${host}\n`)
    const fd = openSync(temp, 'r+')
    renameSync(temp, path)
    return fd
  })
}

const closedMark = Buffer.from('closed')
const bell = Buffer.from('\n')

function readNote(folder: string): Note | null {
  const [, state, epoch, pid, inode, host = ''] =
    /^(open|closed) +(\d+) (\d+) (\d+) (.*)\n+$/.exec(readText(join(folder, 'writer')) ?? '') ?? []
  return state === undefined ? null : { closed: state === 'closed', epoch: Number(epoch), pid: Number(pid), inode: Number(inode), host }
}

function isAlive({ closed, pid, host }: Note): boolean {
  if (closed || host !== hostname()) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function locked(folder: string, what: string, by: string, options: DatabaseSyncOptions): DatabaseSync {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(join(folder, 'lock.db'), options)
    db.exec(by)
    return db
  } catch (error) {
    db?.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) throw busy(what, readNote(folder)?.pid, null, error)
    throw (
      systemFault(error, folder) ??
      new Fault('storage', `${folder}: the lock can't be taken: ${(error as Error).message}`, {
        cause: error,
        fix: `Check that the folder is writable and that the disk isn't full. If neither helps and nothing writes the run, delete ${join(folder, 'lock.db')}.`,
      })
    )
  }
}

function busy(what: string, pid: number | undefined, why: string | null, cause?: unknown): Fault {
  return new Fault('busy', `another process is working on ${what}${pid ? ` (pid ${pid})` : ''}${why ? `, and ${why}` : ''}`, {
    fix: 'Wait for it, or ask it to stop with `whet stop`; commands that only read work in the meantime.',
    data: pid ? { pid } : {},
    cause,
  })
}

const sqliteBusy = 5
