// journal.jsonl on disk: append + fdatasync is the commit point; a torn last line is cut off, any other damage is located.
import { closeSync, constants, createReadStream, fdatasync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { decodeEntry, genesis, isCommittedLine, isWholeEntry } from '../../kernel/journal.ts'
import type { Entry } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'
import { guard, storageFault, syncFolder, writeAll } from './disk.ts'

/** Appended into room made beforehand: a sync that need not also grow the file costs half. */
const firstRoom = 64 * 1024
const mostRoom = 1024 * 1024
/** For one run alone on a quick disk, handing a sync to another thread costs as much as the sync. */
const quickMs = 1
let opened = 0

export class JournalFile {
  readonly #path: string
  readonly #fd: number
  /** Bytes of committed lines. Beyond it, up to #room, the file holds only line feeds. */
  #size: number
  #room: number
  #lastSyncMs = Number.POSITIVE_INFINITY

  constructor(path: string) {
    this.#path = path
    this.#fd = guard(path, () => openSync(path, constants.O_RDWR | constants.O_CREAT))
    this.#size = this.#room = fstatSync(this.#fd).size
    opened += 1
    if (this.#size === 0) syncFolder(dirname(path))
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
      this.cutTo(this.#size) // half a line must not stay: the step did not happen
      throw storageFault(error, this.#path)
    }
    if (fstatSync(this.#fd).nlink === 0) {
      throw new Fault('storage', `${this.#path} was deleted while its run was going on`, {
        fix: 'Restore the .whetstone folder from a backup; the step just made is not kept.',
      })
    }
    this.#size += bytes.length
  }

  /** Drops everything after the last committed line. */
  cutTo(size: number): void {
    guard(this.#path, () => ftruncateSync(this.#fd, size))
    this.#size = this.#room = size
  }

  close(): void {
    opened -= 1
    if (this.#room > this.#size) this.cutTo(this.#size)
    closeSync(this.#fd)
  }

  async #sync(): Promise<void> {
    const began = performance.now()
    if (opened === 1 && this.#lastSyncMs < quickMs) fdatasyncSync(this.#fd)
    else await new Promise<void>((resolve, reject) => fdatasync(this.#fd, (error) => (error ? reject(error) : resolve())))
    this.#lastSyncMs = performance.now() - began
  }

  #makeRoom(needed: number): void {
    if (this.#size + needed < this.#room) return
    const chunk = Math.max(needed + 1, Math.min(mostRoom, Math.max(firstRoom, this.#size)))
    writeAll(this.#fd, Buffer.alloc(chunk, newline), this.#room)
    this.#room += chunk
  }
}

export interface Cursor {
  /** Byte where the next line starts. */
  offset: number
  seq: number
  head: string
}

export const start: Cursor = { offset: 0, seq: 0, head: genesis }

export interface Read {
  cursor: Cursor
  /** Bytes after the last committed line: room not used yet, or a step that a crash cut short. */
  rest: number
  /** Whether that rest is more than unused room. */
  torn: boolean
}

/**
 * Reads entries from a cursor on. Damage is a fault that names file, line and what differs. `committed` says how many bytes
 * are known to have been committed: what cannot be read below that is damage, never a step cut short.
 */
export async function readJournal(path: string, from: Cursor, take: (entry: Entry, head: string) => void, committed = 0): Promise<Read> {
  let cursor = from
  const after = new Remains()
  for await (const { line, complete } of lines(path, from.offset)) {
    if (after.bytes === 0 && complete && line.length > 0) {
      const read = attempt(line, cursor)
      if ('entry' in read) {
        take(read.entry, read.head)
        cursor = { offset: cursor.offset + line.length + 1, seq: read.entry.seq, head: read.head }
        continue
      }
      after.broken = read
    }
    after.add(line, complete)
    if (after.isDamage) break
  }
  const { bytes, broken, isDamage } = after
  if (isDamage || (broken && cursor.offset < committed && cursor.offset + bytes >= committed)) {
    throw new Fault('integrity', `${path}, line ${cursor.seq + 1}: ${broken?.message}`, {
      cause: broken,
      fix: 'Restore the file from a backup. Everything before this line is intact.',
      data: { file: path, line: cursor.seq + 1 },
    })
  }
  return { cursor, rest: bytes, torn: broken !== null }
}

/** What follows the last line that can be read: unused room, a step that a crash cut short, or damage to what was committed. */
class Remains {
  bytes = 0
  broken: Fault | null = null
  isDamage = false
  #pieces = Buffer.alloc(0)
  #gap = 0
  #holed = false

  add(line: Buffer, complete: boolean): void {
    this.bytes += line.length + (complete ? 1 : 0)
    if (line.length === 0) {
      this.#gap += 1
      return
    }
    this.broken ??= new Fault('integrity', complete ? 'begins with a line feed' : 'is cut short')
    // Room is all line feeds: a sector of them inside a line was never written, a few of them are a change.
    this.#holed ||= this.#gap >= sector - 1
    this.#gap = 0
    this.#pieces = Buffer.concat([this.#pieces, line, oneNewline]).subarray(-200)
    const withoutFeed = this.#pieces.subarray(0, -1)
    const whole = (complete && isWholeEntry(withoutFeed)) || isWholeEntry(withoutFeed.subarray(0, -1)) // or its line feed was changed
    this.isDamage = (complete && isCommittedLine(line)) || (whole && !this.#holed)
  }
}

function attempt(line: Buffer, { seq, head }: Cursor): { entry: Entry; head: string } | Fault {
  try {
    return decodeEntry(line, { seq: seq + 1, prev: head })
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

/** The bytes just before an offset: proves that a snapshot belongs to this journal. */
export function bytesBefore(path: string, offset: number, length: number): Buffer | null {
  const fd = guard(path, () => openSync(path, 'r'))
  try {
    if (length > offset || fstatSync(fd).size < offset) return null
    const bytes = Buffer.alloc(length)
    return readSync(fd, bytes, 0, length, offset - length) === length ? bytes : null
  } finally {
    closeSync(fd)
  }
}

const newline = 10
const oneNewline = Buffer.from('\n')
const sector = 512
const pieceBytes = 1 << 20

async function* lines(path: string, offset: number): AsyncGenerator<{ line: Buffer; complete: boolean }> {
  let parts: Buffer[] = []
  try {
    for await (const chunk of chunks(path, offset)) {
      let begin = 0
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, begin)) {
        const last = chunk.subarray(begin, end)
        yield { line: parts.length > 0 ? Buffer.concat([...parts, last]) : last, complete: true }
        parts = []
        begin = end + 1
      }
      if (begin < chunk.length) parts.push(chunk.subarray(begin))
    }
  } catch (error) {
    throw storageFault(error, path)
  }
  if (parts.length > 0) yield { line: Buffer.concat(parts), complete: false }
}

/** A short rest at once, as most runs have one; a long one in pieces, so that nobody else has to wait for it. */
function chunks(path: string, offset: number): AsyncIterable<Buffer> | Iterable<Buffer> {
  const fd = openSync(path, 'r')
  try {
    const size = fstatSync(fd).size - offset
    if (size > pieceBytes) return createReadStream(path, { start: offset, highWaterMark: pieceBytes }) as AsyncIterable<Buffer>
    const bytes = Buffer.allocUnsafe(Math.max(0, size))
    return [bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, offset))]
  } finally {
    closeSync(fd)
  }
}
