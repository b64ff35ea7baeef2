// One run as a row of the list, from its fold.
import { damagedRun } from '../../operations/list.ts'
import { readSnapshot } from '../../adapters/file-store/snapshot.ts'
import { toFault } from '../../schema/fault.ts'
import type { RunState } from '../../kernel/reduce.ts'
import type { AnyWorkflow } from '../../operations/definition.ts'
import type { World } from '../../operations/world.ts'
import type { RunRow, Trouble } from './document.ts'

/** Reads the fold alone; what a frozen folder has to say is looked at when a run is opened. */
export async function readRow(world: World, run: string, workflow: string | undefined, journalBytes: number): Promise<RunRow> {
  try {
    const kit = await world.workflows.get(workflow ?? (await world.store.workflowOf(run)))
    // A saved fold that goes to the end of the journal is all there is to know.
    const { fold } = readSnapshot<unknown>(world.store.folder(run), kit)
    const state = fold?.cursor.offset === journalBytes ? fold.run : (await world.store.load(kit, run)).run
    return { ...rowOf(world, kit, state), run } // by its folder: a copy is a run of its own
  } catch (error) {
    return damaged(run, toFault(error).message)
  }
}

export function rowOf(world: World, kit: AnyWorkflow, run: RunState<unknown>, trouble: Trouble | null = null): RunRow {
  const summary = kit.view.summary(run)
  const next = summary.waitsFor === null ? null : kit.next(run.state)
  return {
    ...summary,
    ...(run.parent && { parent: run.parent.run }),
    seq: run.seq,
    busy: summary.stage === 'working' && isBusy(world, run.run),
    passed: run.outcome?.passed ?? null,
    question: next && 'ask' in next ? next.ask.question : null,
    trouble,
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
