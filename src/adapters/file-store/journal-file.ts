// journal.jsonl on disk: append + fdatasync is the commit point; a torn last line is cut off, any other damage is located.
import { closeSync, constants, createReadStream, fdatasync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { decodeEntry, genesis } from '../../kernel/journal.ts'
import type { Entry } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'
import { guard, storageFault, writeAll } from './disk.ts'

/** Appended into room made beforehand: a sync that need not also grow the file costs half. */
const firstRoom = 64 * 1024
const mostRoom = 1024 * 1024

export class JournalFile {
  readonly #path: string
  readonly #fd: number
  /** Bytes of committed lines. Beyond it, up to #room, the file holds only line feeds. */
  #size: number
  #room: number

  constructor(path: string) {
    this.#path = path
    this.#fd = guard(path, () => openSync(path, constants.O_RDWR | constants.O_CREAT))
    this.#size = this.#room = fstatSync(this.#fd).size
    if (this.#size === 0) syncFolder(dirname(path))
  }

  get size(): number {
    return this.#size
  }

  async append(line: string): Promise<void> {
    const bytes = Buffer.from(line)
    try {
      this.#makeRoom(bytes.length)
      writeAll(this.#fd, bytes, this.#size)
      await sync(this.#fd)
    } catch (error) {
      this.cutTo(this.#size) // half a line must not stay: the step did not happen
      throw storageFault(error, this.#path)
    }
    if (fstatSync(this.#fd).nlink === 0) {
      throw new Fault('storage', `${this.#path} was deleted while its run was going on`, { fix: 'Restore the .whetstone folder from a backup; the step just made is not kept.' })
    }
    this.#size += bytes.length
  }

  /** Drops everything after the last committed line. */
  cutTo(size: number): void {
    guard(this.#path, () => ftruncateSync(this.#fd, size))
    this.#size = this.#room = size
  }

  close(): void {
    if (this.#room > this.#size) this.cutTo(this.#size)
    closeSync(this.#fd)
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
}

/** Reads entries from a cursor on. Damage is a fault that names file, line and what differs. */
export async function readJournal(path: string, from: Cursor, take: (entry: Entry, head: string) => void): Promise<Read> {
  let cursor = from
  let rest = 0
  let broken: Fault | null = null
  let padded = false
  for await (const { line, bytes, complete } of lines(path, from.offset)) {
    padded = complete && line === ''
    if (rest > 0 || padded || !complete) {
      rest += bytes
      if (broken && looksCommitted(line)) throw broken // a good line after a bad one: the bad one was committed
      continue
    }
    try {
      const { entry, head } = decodeEntry(line, { seq: cursor.seq + 1, prev: cursor.head })
      take(entry, head)
      cursor = { offset: cursor.offset + bytes, seq: entry.seq, head }
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'integrity') throw error
      broken = new Fault('integrity', `${path}, line ${cursor.seq + 1}: ${error.message}`, {
        cause: error,
        fix: 'Restore the file from a backup. Everything before this line is intact.',
        data: { file: path, line: cursor.seq + 1 },
      })
      rest += bytes
    }
  }
  // A writer that closed its journal left no room behind it; then a bad last line is damage, not a crash.
  if (broken && !padded) throw broken
  return { cursor, rest }
}

/** The bytes just before an offset: proves that a snapshot belongs to this journal. */
export function lineBefore(path: string, offset: number, length: number): string | null {
  if (length > offset || statSync(path, { throwIfNoEntry: false }) === undefined) return null
  const fd = guard(path, () => openSync(path, 'r'))
  try {
    if (fstatSync(fd).size < offset) return null
    const bytes = Buffer.alloc(length)
    readSync(fd, bytes, 0, length, offset - length)
    return bytes.toString('utf8')
  } finally {
    closeSync(fd)
  }
}

const newline = 10

function looksCommitted(line: string): boolean {
  try {
    return (JSON.parse(line) as Partial<Entry> | null)?.v === 1
  } catch {
    return false
  }
}

async function* lines(path: string, offset: number): AsyncGenerator<{ line: string; bytes: number; complete: boolean }> {
  let rest: Buffer[] = []
  let restBytes = 0
  try {
    for await (const chunk of createReadStream(path, { start: offset, highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
      let begin = 0
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, begin)) {
        const whole = restBytes > 0 ? Buffer.concat([...rest, chunk.subarray(begin, end)]) : chunk.subarray(begin, end)
        rest = []
        restBytes = 0
        begin = end + 1
        yield { line: whole.toString('utf8'), bytes: whole.length + 1, complete: true }
      }
      if (begin < chunk.length) {
        rest.push(chunk.subarray(begin))
        restBytes += chunk.length - begin
      }
    }
  } catch (error) {
    throw storageFault(error, path)
  }
  if (restBytes > 0) yield { line: '', bytes: restBytes, complete: false }
}

function sync(fd: number): Promise<void> {
  return new Promise((resolve, reject) => fdatasync(fd, (error) => (error ? reject(error) : resolve())))
}

function syncFolder(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
