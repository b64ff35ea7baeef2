// One writer per run: an exclusive SQLite transaction, which the operating system ends when its process dies.
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { Fault } from '../../schema/fault.ts'
import { exists, readText, writeNew } from './disk.ts'

export interface Lock {
  release(): void
}

/** A moment's patience: somebody may only be asking whether the run is busy. */
const patienceMs = 100

export function acquireLock(folder: string, what: string): Lock {
  const db = locked(folder, what, 'BEGIN EXCLUSIVE', { timeout: patienceMs })
  try {
    writeNew(join(folder, 'writer'), `${process.pid}\n`)
  } catch {
    // only there to name us to others: a full disk must not keep anybody from reading on
  }
  return { release: () => db.close() }
}

/** True while somebody writes the run. Asking leaves no trace and takes nothing away. */
export function isLocked(folder: string, what: string): boolean {
  if (!exists(join(folder, 'lock.db'))) return false
  try {
    locked(folder, what, 'BEGIN; SELECT * FROM sqlite_master', { readOnly: true }).close()
    return false
  } catch (error) {
    if (error instanceof Fault && error.code === 'busy') return true
    throw error
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
    if ((error as { errcode?: number }).errcode !== sqliteBusy) {
      throw new Fault('storage', `${folder}: the lock cannot be taken: ${(error as Error).message}`, {
        cause: error,
        fix: 'Check that the folder is there and can be written to, and that the disk is not full.',
      })
    }
    const holder = readText(join(folder, 'writer'))?.trim()
    throw new Fault('busy', `${what} is being worked on by another process${holder ? ` (pid ${holder})` : ''}`, {
      fix: 'Wait for it, or ask it to stop with `whet stop`; reading commands work meanwhile.',
      data: holder ? { pid: Number(holder) } : {},
      cause: error,
    })
  }
}

const sqliteBusy = 5
