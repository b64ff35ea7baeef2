// Cuts a damaged journal back to its last sound entry; what is given up is kept beside it, and recorded.
import { copyFileSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { giveUp } from '../../kernel/commit.ts'
import { encodeClosing } from '../../kernel/journal.ts'
import { type RunState, reduceEntry } from '../../kernel/reduce.ts'
import type { GivenUp } from '../../kernel/store.ts'
import type { Workflow } from '../../kernel/workflow.ts'
import { Fault } from '../../schema/fault.ts'
import { exists, guard, syncFolder, tempName, writeSynced } from '../disk.ts'
import { journalIn, snapshotIn } from './home.ts'
import { readJournal, start } from './read-journal.ts'
import { readSnapshot } from './snapshot.ts'

/** Null if the journal is sound. The new journal replaces the old one atomically. */
export async function repairJournal<S>(
  folder: string,
  workflow: Workflow<S>,
  { by, now }: { by: string; now: number },
): Promise<GivenUp | null> {
  const path = journalIn(folder)
  const sound: { state: RunState<S> | null; end: number } = { state: null, end: 0 }
  const damage = await readJournal(
    path,
    start,
    (entry, head, { offset, length }) => {
      sound.state = reduceEntry(workflow, sound.state, entry, head).run
      sound.end = offset + length + 1
    },
    readSnapshot(folder)?.run,
  ).then(
    () => null,
    (error: unknown) => error,
  )
  if (damage === null) return null
  if (!(damage instanceof Fault) || damage.code !== 'integrity' || sound.state === null) throw damage
  const { seq } = sound.state
  const kept = freeName(folder)
  const missing = damage.data['missing'] as GivenUp['missing']
  const data = { vouched: seq, why: damage.message.replace(/^.*?, line \d+: /, ''), kept: basename(kept), by, ...(missing && { missing }) }
  const { line, head } = giveUp(sound.state, data, now)
  const temp = join(folder, tempName())
  guard(path, () => {
    copyFileSync(path, kept)
    writeSynced(temp, [readFileSync(path).subarray(0, sound.end), line, encodeClosing({ closed: seq + 1, settled: false, head })])
    renameSync(temp, path)
    rmSync(snapshotIn(folder), { recursive: true, force: true })
  })
  syncFolder(folder)
  return data
}

function freeName(folder: string): string {
  for (let n = 1; ; n++) if (!exists(join(folder, `given-up-${n}.jsonl`))) return join(folder, `given-up-${n}.jsonl`)
}
