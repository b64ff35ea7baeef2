// A fold saved beside its journal, so that listing many runs is fast. Only lists use it.
import type { RunState } from '../../kernel/reduce.ts'
import type { Workflow } from '../../kernel/workflow.ts'
import { sha256 } from '../../lib/hash.ts'
import { readText, replaceFile } from '../disk.ts'
import { snapshotIn } from './home.ts'
import { type Cursor, bytesBefore } from './read-journal.ts'

export interface Snapshot {
  offset: number
  /** The last line's bytes before the offset: its hash must be the head. */
  lastLine: number
  run: RunState<unknown>
}

export function writeSnapshot(folder: string, snapshot: Snapshot, temp: string): void {
  const text = JSON.stringify(snapshot)
  replaceFile(snapshotIn(folder), `${sha256(text)}\n${text}`, temp)
}

/** Null if there is no usable one: the journal alone is always enough. */
export function readSnapshot(folder: string): Snapshot | null {
  try {
    const text = readText(snapshotIn(folder))
    if (text === null || sha256(text.slice(65)) !== text.slice(0, 64)) return null
    const { run, offset, lastLine } = JSON.parse(text.slice(65)) as Snapshot
    return run.head && Number.isSafeInteger(run.seq) && Number.isSafeInteger(offset) && Number.isSafeInteger(lastLine)
      ? { run, offset, lastLine }
      : null
  } catch {
    return null
  }
}

/** Where to continue reading after it; null if it doesn't belong to this journal or this version of the workflow. */
export function cursorAfter({ run, offset, lastLine }: Snapshot, journal: string, workflow: Workflow<unknown>): Cursor | null {
  if (run.workflow !== workflow.name || run.version !== workflow.version) return null
  const line = bytesBefore(journal, offset, lastLine)
  return line !== null && sha256(line.subarray(0, -1)) === run.head ? { offset, seq: run.seq, head: run.head } : null
}
