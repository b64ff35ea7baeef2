// Journal lines: one entry each, with its own checksum and the SHA-256 of the previous line, so that any change is detected and located.
import { hasher, sha256 } from '../lib/hash.ts'
import type { Entry, NewEvent } from '../schema/event.ts'
import { Fault } from '../schema/fault.ts'

export const genesis = sha256('')

/** Texts up to this size are stored in the entry, so one sync commits both. */
export const inlineLimit = 64 * 1024

export interface EntryParts {
  seq: number
  prev: string
  at: number
  events: NewEvent[]
  objects: Record<string, string>
}

/** The line with its line feed, and the hash that the next line names. */
export function encodeEntry({ seq, prev, at, events, objects }: EntryParts): { line: Uint8Array; head: string } {
  const json = JSON.stringify({ v: 1, seq, prev, at, events, ...(Object.keys(objects).length > 0 && { objects }) })
  const { bytes, length } = encoded(json, sealBytes)
  const { sum, head } = seal(bytes.subarray(0, length - 1)) // insert the checksum before the closing brace
  utf8.encodeInto(`${sealOpens}${sum}"}\n`, bytes.subarray(length - 1))
  return { line: bytes.subarray(0, length + sealBytes), head }
}

/** With spare room. Text is nearly always one byte per character, which saves a second copy. */
function encoded(json: string, room: number): { bytes: Uint8Array; length: number } {
  const bytes = Buffer.allocUnsafe(json.length + room) // overwritten up to the cut
  const { read, written } = utf8.encodeInto(json, bytes)
  if (read === json.length && written + room <= bytes.length) return { bytes, length: written }
  const all = utf8.encode(json)
  const larger = new Uint8Array(all.length + room)
  larger.set(all)
  return { bytes: larger, length: all.length }
}

/** The last line of a closed journal: the number of entries, the last hash, and whether all files were written. */
export interface Closing {
  closed: number
  settled: boolean
  head: string
}

export function encodeClosing({ closed, settled, head }: Closing): Uint8Array {
  return utf8.encode(`{"v":1,"closed":${closed},"settled":${settled},"head":"${head}"}\n`)
}

export function readClosing(line: Uint8Array): Closing | null {
  if (line.length > longestClosing) return null
  const [, closed, settled, head] = closingLine.exec(text.decode(line)) ?? []
  return head === undefined ? null : { closed: Number(closed), settled: settled === 'true', head }
}

/** Reads a line (without its line feed) that must follow `prev`; the fault says what differs, the caller adds file and line. */
export function decodeEntry(line: Uint8Array, expected: { seq: number; prev: string }): { entry: Entry; head: string } {
  let entry: Entry
  try {
    entry = JSON.parse(text.decode(line)) as Entry
  } catch (cause) {
    throw new Fault('integrity', `is not JSON: ${(cause as Error).message}`, { cause })
  }
  if (entry === null || typeof entry !== 'object' || entry.v !== 1)
    throw new Fault('integrity', `has format ${JSON.stringify(entry?.v)}, expected 1`)
  const { sum, head } = seal(line.subarray(0, Math.max(0, line.length - sealBytes)))
  if (!endsSealed(line) || entry.sum !== sum)
    throw new Fault('integrity', `was changed: its bytes give the checksum ${short(sum)}, it states ${short(entry.sum)}`)
  if (entry.seq !== expected.seq)
    throw new Fault(
      'integrity',
      `is entry ${String(entry.seq)}, expected entry ${expected.seq}: lines are missing, doubled or out of order`,
    )
  if (entry.prev !== expected.prev)
    throw new Fault(
      'integrity',
      `names ${short(entry.prev)} as the line before it, whose hash is ${short(expected.prev)}: that line was replaced`,
    )
  if (!Array.isArray(entry.events) || entry.events.length === 0) throw new Fault('integrity', 'holds no events')
  for (const event of entry.events)
    if (typeof event?.type !== 'string' || typeof event.data !== 'object' || event.data === null)
      throw new Fault('integrity', 'holds an event without type or data')
  for (const [hash, stored] of Object.entries(entry.objects ?? {})) {
    if (typeof stored !== 'string' || sha256(stored) !== hash)
      throw new Fault('integrity', `holds a text under ${short(hash)} that hashes to ${short(sha256(String(stored)))}`)
  }
  return { entry, head }
}

/** Whether an unreadable line is a complete entry: then it was damaged later rather than cut short by a crash. */
export function isWholeEntry(line: Uint8Array): boolean {
  if (line.length < sealBytes) return false
  const end = line.subarray(-sealBytes)
  const wrong = end.filter((byte, i) =>
    i < sealOpens.length
      ? byte !== sealOpens.charCodeAt(i)
      : i >= sealBytes - 2
        ? byte !== '"}'.charCodeAt(i - sealBytes + 2)
        : !isHex(byte),
  )
  return wrong.length <= 2
}

/** Whether a later line was clearly committed, and so everything before it too. */
export function isCommittedLine(line: Uint8Array): boolean {
  return endsSealed(line) && text.decode(line.subarray(0, lineOpens.length)) === lineOpens
}

const closingLine = /^\{"v":1,"closed":([1-9]\d{0,15}),"settled":(true|false),"head":"([0-9a-f]{64})"\}$/
const longestClosing = 150
const lineOpens = '{"v":1,"seq":'
const sealOpens = ',"sum":"'
const sealed = /^,"sum":"[0-9a-f]{64}"\}$/
const sealBytes = sealOpens.length + 64 + '"}'.length
const utf8 = new TextEncoder()
const text = new TextDecoder()

/** One pass for the checksum of the body and the hash of the whole line including it. */
function seal(body: Uint8Array): { sum: string; head: string } {
  const hash = hasher().update(body)
  const sum = hash.copy().digest('hex')
  return { sum, head: hash.update(`${sealOpens}${sum}"}`).digest('hex') }
}

function endsSealed(line: Uint8Array): boolean {
  return line.length >= sealBytes && sealed.test(text.decode(line.subarray(-sealBytes)))
}

const isHex = (byte: number) => (byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 102)

const short = (hash: unknown) => String(hash).slice(0, 12)
