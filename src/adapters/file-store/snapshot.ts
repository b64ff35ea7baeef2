// A fold saved beside its journal, so that opening a long run is fast. It is believed only if it belongs to that journal.
import { join } from 'node:path'
import type { RunState } from '../../kernel/reduce.ts'
import { sha256 } from '../../lib/hash.ts'
import { readText, replaceFile } from './disk.ts'
import { type Cursor, bytesBefore } from './journal-file.ts'

interface Snapshot {
  offset: number
  /** Bytes of the last line before the offset: its hash must be the head. */
  lastLine: number
  /** Whether the contract files were as this state says. */
  settled: boolean
  run: RunState<unknown>
}

export interface Saved<S> {
  /** How far the journal was committed when this was written, whatever became of either since. */
  committed: number
  /** Null when it does not fit the journal or this version: the journal alone is always enough. */
  fold: { run: RunState<S>; cursor: Cursor; settled: boolean } | null
}

export function writeSnapshot(folder: string, snapshot: Snapshot, temp: string): void {
  const text = JSON.stringify(snapshot)
  replaceFile(join(folder, 'snapshot.json'), `${sha256(text)}\n${text}`, temp)
}

export function readSnapshot<S>(folder: string, workflow: { name: string; version: number }): Saved<S> {
  const snapshot = parse(folder)
  if (!snapshot) return { committed: 0, fold: null }
  const { run, offset, lastLine, settled } = snapshot
  if (run.workflow !== workflow.name || run.version !== workflow.version) return { committed: offset, fold: null }
  const line = bytesBefore(join(folder, 'journal.jsonl'), offset, lastLine)
  const fits = line !== null && sha256(line.subarray(0, -1)) === run.head
  return { committed: offset, fold: fits ? { run: run as RunState<S>, cursor: { offset, seq: run.seq, head: run.head }, settled } : null }
}

/** What a snapshot knows of the journal's length, without believing its fold. */
export const committedBytes = (folder: string) => parse(folder)?.offset ?? 0

function parse(folder: string): Snapshot | null {
  try {
    const text = readText(join(folder, 'snapshot.json'))
    if (text === null || sha256(text.slice(65)) !== text.slice(0, 64)) return null
    const { run, offset, lastLine, settled } = JSON.parse(text.slice(65)) as Snapshot
    return run.head && Number.isSafeInteger(offset) && Number.isSafeInteger(lastLine)
      ? { run, offset, lastLine, settled: settled === true }
      : null
  } catch {
    return null
  }
}
