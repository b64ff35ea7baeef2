// journal.jsonl while it is written: append and fdatasync are the commit point; the file is pre-allocated; closing records its end.
import { closeSync, constants, fdatasync, fdatasyncSync, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { encodeClosing } from '../../kernel/journal.ts'
import { Fault } from '../../schema/fault.ts'
import { guard, storageFault, writeAll } from '../disk.ts'

/** Pre-allocated: a sync that doesn't have to grow the file costs half. */
const firstRoom = 64 * 1024
const mostRoom = 1024 * 1024
/** For a single run on a fast disk, handing a sync to another thread costs as much as the sync. */
const quickMs = 1
let opened = 0

export class JournalFile {
  readonly #path: string
  readonly #fd: number
  /** Bytes of committed lines. From there to #room follow line feeds, or a closing line that the next entry overwrites. */
  #size: number
  #room: number
  /** The closing line's text, if there is one. */
  #closing: { settled: boolean } | null
  #lastSyncMs = Number.POSITIVE_INFINITY

  /** `committed`: bytes of complete entries, as found by reading. */
  constructor(path: string, committed = 0, closing: { settled: boolean } | null = null) {
    this.#path = path
    this.#closing = closing
    this.#fd = guard(path, () => openSync(path, constants.O_RDWR | constants.O_CREAT))
    this.#size = committed
    this.#room = fstatSync(this.#fd).size
    opened += 1
  }

  get size(): number {
    return this.#size
  }

  async append(bytes: Uint8Array): Promise<void> {
    try {
      this.#makeRoom(bytes.length)
      writeAll(this.#fd, bytes, this.#size)
      await this.#sync()
    } catch (error) {
      this.blank() // half a line must not stay: the entry wasn't committed
      throw storageFault(error, this.#path)
    }
    if (fstatSync(this.#fd).nlink === 0) {
      throw new Fault('storage', `${this.#path} was deleted while its run was active`, {
        fix: 'Restore the run from a backup; the last entry is not kept.',
      })
    }
    this.#size += bytes.length
    this.#closing = null
  }

  /** Turns everything after the last committed line into room; never shortens the file, because that would look like a cut journal. */
  blank(): void {
    guard(this.#path, () => {
      for (let at = this.#size; at < this.#room; at += roomBytes.length)
        writeAll(this.#fd, roomBytes.subarray(0, Math.min(roomBytes.length, this.#room - at)), at)
    })
    this.#closing = null
  }

  /** If the room can't be released or the closing line written, it only looks as if we had crashed. */
  close(closing: { seq: number; head: string; settled: boolean } | null): void {
    opened -= 1
    try {
      if (!closing || closing.seq === 0 || this.#closing?.settled === closing.settled) return
      const line = encodeClosing({ closed: closing.seq, head: closing.head, settled: closing.settled })
      writeAll(this.#fd, line, this.#size)
      ftruncateSync(this.#fd, this.#size + line.length)
    } catch {
      // the journal has everything
    } finally {
      closeSync(this.#fd)
    }
  }

  async #sync(): Promise<void> {
    const began = performance.now()
    if (opened === 1 && this.#lastSyncMs < quickMs) fdatasyncSync(this.#fd)
    else await new Promise<void>((resolve, reject) => fdatasync(this.#fd, (error) => (error ? reject(error) : resolve())))
    this.#lastSyncMs = performance.now() - began
  }

  #makeRoom(needed: number): void {
    if (this.#size + needed < this.#room) return
    const wanted = this.#size + needed + 1 + Math.min(mostRoom, Math.max(firstRoom, this.#size))
    while (this.#room < wanted) {
      const piece = roomBytes.subarray(0, Math.min(roomBytes.length, wanted - this.#room))
      writeAll(this.#fd, piece, this.#room)
      this.#room += piece.length
    }
  }
}

const roomBytes = Buffer.alloc(firstRoom, '\n')
