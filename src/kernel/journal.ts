// The journal's lines: one entry each, chained by the SHA-256 of the line before, so that any change shows where it is.
import { sha256 } from '../lib/hash.ts'
import type { Entry, NewEvent } from '../schema/event.ts'
import { Fault } from '../schema/fault.ts'

export const genesis = sha256('')

/** Texts up to this size ride in the entry, so that one sync commits both. */
export const inlineLimit = 64 * 1024

export interface EntryParts {
  seq: number
  prev: string
  at: number
  events: NewEvent[]
  objects: Record<string, string>
}

export function encodeEntry({ seq, prev, at, events, objects }: EntryParts): { line: string; head: string } {
  const line = JSON.stringify({ v: 1, seq, prev, at, events, ...(Object.keys(objects).length > 0 && { objects }) })
  return { line: `${line}\n`, head: sha256(line) }
}

/** Reads a line that must follow `prev`; the fault says what differs, the caller knows file and line. */
export function decodeEntry(line: string, expected: { seq: number; prev: string }): { entry: Entry; head: string } {
  let entry: Entry
  try {
    entry = JSON.parse(line) as Entry
  } catch (cause) {
    throw new Fault('integrity', `is not JSON: ${(cause as Error).message}`, { cause })
  }
  if (entry === null || typeof entry !== 'object' || entry.v !== 1) throw new Fault('integrity', `has format ${JSON.stringify(entry?.v)}, expected 1`)
  if (entry.seq !== expected.seq) throw new Fault('integrity', `has seq ${String(entry.seq)}, expected ${expected.seq}`)
  if (entry.prev !== expected.prev) throw new Fault('integrity', `names ${short(entry.prev)} as the line before it, whose hash is ${short(expected.prev)}: that line was changed`)
  if (!Array.isArray(entry.events) || entry.events.length === 0) throw new Fault('integrity', 'holds no events')
  for (const event of entry.events) if (typeof event?.type !== 'string' || typeof event.data !== 'object' || event.data === null) throw new Fault('integrity', 'holds an event without type or data')
  for (const [hash, text] of Object.entries(entry.objects ?? {})) {
    if (typeof text !== 'string' || sha256(text) !== hash) throw new Fault('integrity', `holds a text under ${short(hash)} that hashes to ${short(sha256(String(text)))}`)
  }
  return { entry, head: sha256(line) }
}

const short = (hash: unknown) => String(hash).slice(0, 12)
