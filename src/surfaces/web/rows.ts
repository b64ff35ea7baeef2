// One run as a row of the list, from its fold.
import type { RunState } from '../../kernel/reduce.ts'
import type { Row, View } from '../../kernel/store.ts'
import type { AnyWorkflow } from '../../operations/definition.ts'
import { damagedRun, rowsOf, summarise } from '../../operations/list.ts'
import type { World } from '../../operations/world.ts'
import type { RunRow, Trouble } from './document.ts'

/** The fold alone; what a frozen folder has to say is looked at when a run is opened. */
export const rowView = (world: World): View<RunRow> => rowsOf(world, (kit, run, busy) => rowOf(kit, run, busy))

export function rowOf(kit: AnyWorkflow, run: RunState<unknown>, busy: boolean, trouble: Trouble | null = null): RunRow {
  const summary = summarise(kit, run, busy)
  const next = summary.waitsFor === null ? null : kit.next(run.state)
  return {
    ...summary,
    seq: run.seq,
    busy: summary.stage === 'working' && busy,
    passed: run.outcome?.passed ?? null,
    question: next && 'ask' in next ? next.ask.question : null,
    trouble: trouble ?? (summary.waiting && !busy ? { message: summary.waiting, fix: 'Going on asks again.' } : null),
  }
}

/** By its place in the store: a copy is a run of its own, and one that cannot be read is told as that. */
export const shownRow = (one: Row<RunRow>): RunRow =>
  'row' in one
    ? { ...one.row, run: one.run }
    : { ...damagedRun(one.run, one.fault.message), seq: 0, busy: false, passed: null, question: null, trouble: null }
