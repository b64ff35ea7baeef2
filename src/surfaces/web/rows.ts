// One run as a row of the list, from its fold.
import { damagedRun } from '../../operations/list.ts'
import { readSnapshot } from '../../adapters/file-store/snapshot.ts'
import type { World } from '../../operations/world.ts'
import { waitingIn, waitingText } from '../../report/waiting.ts'
import { toFault } from '../../schema/fault.ts'
import type { RunState } from '../../kernel/reduce.ts'
import type { Kit } from '../../operations/world.ts'
import type { RunRow, Trouble } from './document.ts'

/** Reads the fold alone; what a frozen folder has to say is looked at when a run is opened. */
export async function readRow(world: World, run: string, workflow: string | undefined, journalBytes: number): Promise<RunRow> {
  try {
    const kit = world.kits[workflow ?? (await world.store.workflowOf(run))]
    if (!kit) return damaged(run, `it is of a workflow this version does not know`)
    // A saved fold that goes to the end of the journal is all there is to know.
    const { fold } = readSnapshot<unknown>(world.store.folder(run), kit.workflow)
    const state = fold?.cursor.offset === journalBytes ? fold.run : (await world.store.load(kit.workflow, run)).run
    return { ...rowOf(world, kit, state), run } // by its folder: a copy is a run of its own
  } catch (error) {
    return damaged(run, toFault(error).message)
  }
}

export function rowOf(world: World, kit: Kit, run: RunState<unknown>, trouble: Trouble | null = null): RunRow {
  const summary = kit.summary(run)
  const [waiting] = waitingIn(run)
  const busy = summary.stage === 'working' && isBusy(world, run.run)
  const next = summary.waitsFor === null ? null : kit.workflow.next(run.state)
  return {
    ...summary,
    ...(waiting && { waiting: waitingText(waiting) }),
    seq: run.seq,
    busy,
    passed: run.outcome?.passed ?? null,
    question: next && 'ask' in next ? next.ask.question : null,
    trouble: trouble ?? (waiting && !busy ? { message: waitingText(waiting), fix: 'Going on asks again.' } : null),
  }
}

/** Asking must never fail a listing: a lock that cannot be read is nobody's. */
export function isBusy({ store }: World, run: string): boolean {
  try {
    return store.isBusy(run)
  } catch {
    return false
  }
}

function damaged(run: string, reason: string): RunRow {
  return { ...damagedRun(run, reason), seq: 0, busy: false, passed: null, question: null, trouble: null }
}
