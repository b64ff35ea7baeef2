// Rows for lists, from saved folds if they belong to their journals, and which runs have changed.
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { type RunState, reduceEntry } from '../../kernel/reduce.ts'
import type { Row, RowFilter, View } from '../../kernel/store.ts'
import { toFault } from '../../schema/fault.ts'
import { realFile, statOf } from '../disk.ts'
import { isRunId, journalIn, runFolders } from './home.ts'
import { isLocked } from './lock.ts'
import { isClosed, readJournal, start } from './read-journal.ts'
import { cursorAfter, readSnapshot } from './snapshot.ts'

const glanceMs = 300
/** All runs are checked once every so many polls, otherwise only those written lately. */
const fullEvery = 12
const livelyMs = 60_000

export async function* readRows<R>(
  runs: string,
  view: View<R>,
  { workflow, runs: only, ended, known }: RowFilter,
  workflowOf: (run: string) => Promise<string>,
): AsyncGenerator<Row<R>> {
  const found = (only ? only.filter(isRunId) : runFolders(runs)).flatMap((run) => {
    const seen = glance(join(runs, run), known?.get(run))
    return seen && seen.stamp !== known?.get(run) ? [{ run, ...seen }] : []
  })
  for (const { run, stamp, busy } of found.sort((a, b) => b.changedAt - a.changedAt)) {
    try {
      const name = await workflowOf(run)
      if (workflow !== undefined && name !== workflow) continue
      const state = await fold(join(runs, run), name, view)
      if (ended === undefined || ended === (state.outcome !== null)) yield { run, stamp, row: view.row(state, busy) }
    } catch (error) {
      yield { run, stamp, fault: toFault(error) }
    }
  }
}

/** A saved fold, if it belongs to this journal, and the entries after it. */
async function fold<R>(folder: string, name: string, view: View<R>): Promise<RunState<unknown>> {
  const workflow = await view.workflow(name)
  const snapshot = readSnapshot(folder)
  const cursor = snapshot && cursorAfter(snapshot, journalIn(folder), workflow)
  let state = cursor ? snapshot.run : null
  await readJournal(
    journalIn(folder),
    cursor ?? start,
    (entry, head) => (state = reduceEntry(workflow, state, entry, head).run),
    snapshot?.run,
  )
  return state as RunState<unknown>
}

interface Seen {
  stamp: string
  busy: boolean
  changedAt: number
}

/** What is known of a closed journal holds until the file changes. */
function glance(folder: string, known?: string): Seen | null {
  const file = realFile(journalIn(folder))
  if (!file) return statOf(folder) ? { stamp: 'none', busy: false, changedAt: 0 } : null
  const mark = `${file.ino}:${file.size}:${file.mtimeMs}`
  const changedAt = file.mtimeMs
  if (known === `${mark}:closed` || isClosed(journalIn(folder), file.size)) return { stamp: `${mark}:closed`, busy: false, changedAt }
  const busy = isWritten(folder)
  return { stamp: `${mark}:${busy ? 'busy' : 'left'}`, busy, changedAt }
}

/** Asking must never break a list: an unreadable lock counts as free. */
function isWritten(folder: string): boolean {
  try {
    return isLocked(folder, folder)
  } catch {
    return false
  }
}

/** The folder of all runs changes when one is added, removed or opened; active ones are checked each time. */
export async function* watchRuns(runs: string, signal: AbortSignal): AsyncGenerator<string[]> {
  const seen = new Map<string, Seen>()
  let folderChangedAt: number | undefined
  for (let round = 0; !signal.aborted; round++) {
    const changedAt = statOf(runs)?.mtimeMs
    const all = round % fullEvery === 0 || changedAt !== folderChangedAt
    folderChangedAt = changedAt
    const lively = ({ busy, changedAt: at }: Seen) => busy || Date.now() - at < livelyMs
    const names = new Set(all ? runFolders(runs) : [...seen].filter(([, run]) => lively(run)).map(([name]) => name))
    const changed = all ? [...seen.keys()].filter((run) => !names.has(run)) : []
    for (const gone of changed) seen.delete(gone)
    for (const run of names) {
      const now = glance(join(runs, run), seen.get(run)?.stamp)
      if (!now || now.stamp === seen.get(run)?.stamp) continue
      seen.set(run, now)
      changed.push(run)
    }
    if (changed.length > 0 || round === 0) yield changed
    await later(glanceMs, undefined, { signal, ref: false }).catch(() => {})
  }
}
