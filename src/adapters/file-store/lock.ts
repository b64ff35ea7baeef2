// One writer per run: an exclusive SQLite transaction, which the operating system ends when its process dies.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Fault } from '../../schema/fault.ts'
import { guard, readText, writeNew } from './disk.ts'

export interface Lock {
  release(): void
}

export function acquireLock(folder: string, what: string): Lock {
  const db = guard(folder, () => new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 }))
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw new Fault('storage', `${folder}: the lock cannot be taken: ${(error as Error).message}`, { cause: error })
    const holder = readText(join(folder, 'writer'))?.trim()
    throw new Fault('busy', `${what} is being worked on by another process${holder ? ` (pid ${holder})` : ''}`, {
      fix: 'Wait for it, or ask it to stop with `whet stop`; reading commands work meanwhile.',
      data: holder ? { pid: Number(holder) } : {},
    })
  }
  writeNew(join(folder, 'writer'), `${process.pid}\n`)
  return { release: () => db.close() }
}

const sqliteBusy = 5
