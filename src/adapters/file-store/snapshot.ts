// A fold saved beside its journal, so that opening a long run is fast. It is believed only if it belongs to that journal.
import { join } from 'node:path'
import type { RunState } from '../../kernel/reduce.ts'
import { sha256 } from '../../lib/hash.ts'
import { readText, replaceFile } from './disk.ts'
import { type Cursor, lineBefore } from './journal-file.ts'

interface Snapshot {
  offset: number
  /** Bytes of the last line before the offset: its hash must be the head. */
  lastLine: number
  run: RunState<unknown>
}

export function writeSnapshot(folder: string, snapshot: Snapshot, temp: string): void {
  const text = JSON.stringify(snapshot)
  replaceFile(join(folder, 'snapshot.json'), `${sha256(text)}\n${text}`, temp)
}

/** Null whenever anything does not fit: the journal alone is always enough. */
export function readSnapshot<S>(folder: string, version: number): { run: RunState<S>; cursor: Cursor } | null {
  const text = readText(join(folder, 'snapshot.json'))
  if (text === null || sha256(text.slice(65)) !== text.slice(0, 64)) return null
  const { run, offset, lastLine } = JSON.parse(text.slice(65)) as Snapshot
  if (run.version !== version) return null
  const line = lineBefore(join(folder, 'journal.jsonl'), offset, lastLine)
  if (line === null || sha256(line.slice(0, -1)) !== run.head) return null
  return { run: run as RunState<S>, cursor: { offset, seq: run.seq, head: run.head } }
}
