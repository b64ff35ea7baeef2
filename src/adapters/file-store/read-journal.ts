// Reads journal.jsonl: entries in their chain, and whether its end was closed in good order, left by a crash, or cut.
import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { decodeEntry, genesis, isCommittedLine, isWholeEntry, readClosing } from '../../kernel/journal.ts'
import type { Entry } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'
import { guard, storageFault } from '../disk.ts'

export interface Cursor {
  /** Byte where the next line starts. */
  offset: number
  seq: number
  head: string
}

export const start: Cursor = { offset: 0, seq: 0, head: genesis }

export interface Read {
  cursor: Cursor
  /** Whether its last writer closed it: then nothing can be torn. */
  closed: boolean
  /** Whether that writer had written all its contract files. */
  settled: boolean
  /** Whether an entry follows that a crash cut short. */
  torn: boolean
}

export type Take = (entry: Entry, head: string, line: { offset: number; length: number }) => void

/**
 * Reads entries from a cursor on. A journal that is being written, or whose writer died, ends in blank lines: only then can its
 * last line be an incomplete entry. A closed journal ends with a closing line. Anything else is damage, reported as a fault that
 * names file, line and difference. `shown` is how far the journal is known to have reached once.
 */
export async function readJournal(path: string, from: Cursor, take: Take, shown: { seq: number } = start): Promise<Read> {
  let cursor = from
  const after = new Remains()
  for await (const line of lines(path, from.offset)) {
    if (after.isEmpty && line.complete && line.bytes.length > 0) {
      const read = readClosing(line.bytes) ?? attempt(line.bytes, cursor)
      if ('entry' in read) {
        take(read.entry, read.head, { offset: cursor.offset, length: line.bytes.length })
        cursor = { offset: cursor.offset + line.bytes.length + 1, seq: read.entry.seq, head: read.head }
        if (line.blanks > 0) after.add({ ...line, bytes: nothing, blanks: line.blanks - 1 })
        continue
      }
      if ('closed' in read) after.closing = read
      else after.broken = read
    }
    after.add(line)
    if (after.isDamage) break
  }
  const { closing, broken, torn } = after
  const wrong = (what: string, missing?: number) => damage(path, cursor, what, broken, missing)
  if (after.isDamage || (broken && !after.endsBlank && !closing)) throw wrong(broken?.message ?? "can't be read")
  if (closing && closing.closed !== cursor.seq) throw wrong('is missing', closing.closed)
  if (closing && closing.head !== cursor.head) throw wrong('the closing line names a different last entry')
  if (!closing && !after.endsBlank) throw wrong('is missing: the journal was cut here', Math.max(shown.seq, cursor.seq + 1))
  if (!closing && shown.seq > cursor.seq) throw wrong('is missing', shown.seq)
  return { cursor, closed: closing !== null, settled: closing?.settled ?? false, torn }
}

function damage(path: string, { seq }: Cursor, what: string, cause: Fault | null, missing?: number): Fault {
  return new Fault('integrity', `${path}, line ${seq + 1}: ${what}`, {
    ...(cause && { cause }),
    fix:
      seq > 0
        ? `Restore the file from a backup, or continue from entry ${seq} with \`whet repair ${basename(dirname(path))}\`, which records what is dropped.`
        : 'Restore the file from a backup.',
    data: { file: path, line: seq + 1, vouched: seq, ...(missing !== undefined && { missing: { from: seq + 1, to: missing } }) },
  })
}

/** A reader may meet a writer in mid-line; that passes, damage doesn't. */
export async function steady<T>(read: () => Promise<T>): Promise<T> {
  let before = ''
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'integrity' || error.message === before) throw error
      before = error.message
    }
  }
}

/** What follows the last readable entry: room, an entry cut short by a crash, the closing line, or damage. */
class Remains {
  isEmpty = true
  broken: Fault | null = null
  closing: ReturnType<typeof readClosing> = null
  isDamage = false
  endsBlank = false
  #pieces = nothing
  #gap = 0
  #holed = false

  get torn(): boolean {
    return this.broken !== null
  }

  add({ bytes, complete, blanks }: Line): void {
    const isClosing = this.isEmpty && this.closing !== null
    this.isEmpty = false
    this.endsBlank = complete && (bytes.length === 0 || blanks > 0)
    if (!isClosing && bytes.length > 0) this.#addPiece(bytes, complete)
    this.#gap += blanks + (bytes.length === 0 ? 1 : 0)
  }

  #addPiece(bytes: Buffer, complete: boolean): void {
    this.broken ??= new Fault('integrity', complete ? 'begins with a line feed' : 'is cut short')
    // Room is all line feeds: a sector of them inside a line was never written, a few of them are a change.
    this.#holed ||= this.#gap >= sector - 1
    this.#gap = 0
    this.#pieces = Buffer.concat([this.#pieces, bytes, oneNewline]).subarray(-200)
    const withoutFeed = this.#pieces.subarray(0, -1)
    const whole = (complete && isWholeEntry(withoutFeed)) || isWholeEntry(withoutFeed.subarray(0, -1)) // or its line feed was changed
    // Nothing is ever written after a closing line: the next entry overwrites it.
    this.isDamage = this.closing !== null || (complete && isCommittedLine(bytes)) || (whole && !this.#holed)
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

/** The bytes right before an offset: prove that a cursor belongs to this journal. */
export function bytesBefore(path: string, offset: number, length: number): Buffer | null {
  return length > offset ? null : bytesAt(path, offset - length, length)
}

export function bytesAt(path: string, offset: number, length: number): Buffer | null {
  const fd = guard(path, () => openSync(path, 'r'))
  try {
    const bytes = Buffer.alloc(length)
    return readSync(fd, bytes, 0, length, offset) === length ? bytes : null
  } finally {
    closeSync(fd)
  }
}

/** Whether a journal of this size ends with a closing line, without reading the rest. */
export function isClosed(path: string, size: number): boolean {
  const end = bytesAt(path, Math.max(0, size - longestClosing), Math.min(size, longestClosing))
  const line = end?.subarray(end.lastIndexOf(newline, -2) + 1, -1)
  return line !== undefined && readClosing(line) !== null
}

/** The first line, however long, without its line feed. */
export async function firstLine(path: string): Promise<Buffer | null> {
  for await (const { bytes, complete } of lines(path, 0)) return complete && bytes.length > 0 ? bytes : null
  return null
}

const newline = 10
const nothing = Buffer.alloc(0)
const oneNewline = Buffer.from('\n')
const sector = 512
const longestClosing = 200
const pieceBytes = 1 << 20

interface Line {
  /** Without its line feed. */
  bytes: Buffer
  complete: boolean
  /** The blank lines after it: room has many, so they are counted in bulk. */
  blanks: number
}

async function* lines(path: string, offset: number): AsyncGenerator<Line> {
  let parts: Buffer[] = []
  try {
    for await (const chunk of chunks(path, offset)) {
      let begin = 0
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, begin)) {
        const last = chunk.subarray(begin, end)
        begin = end + 1
        while (chunk[begin] === newline) begin += 1
        yield { bytes: parts.length > 0 ? Buffer.concat([...parts, last]) : last, complete: true, blanks: begin - end - 1 }
        parts = []
      }
      if (begin < chunk.length) parts.push(chunk.subarray(begin))
    }
  } catch (error) {
    throw storageFault(error, path)
  }
  if (parts.length > 0) yield { bytes: Buffer.concat(parts), complete: false, blanks: 0 }
}

/** Reads a short remainder at once, which is the usual case, and a long one in pieces, so that nothing else has to wait. */
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
