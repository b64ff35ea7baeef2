// One run as a row of the list, from its fold.
import type { RunState } from '../../kernel/reduce.ts'
import type { Row, View } from '../../kernel/store.ts'
import type { AnyWorkflow } from '../../operations/definition.ts'
import { damagedRun, summarise } from '../../operations/list.ts'
import { rowsOf } from '../../operations/rows.ts'
import type { World } from '../../operations/world.ts'
import type { RunRow, Trouble } from './document.ts'

/** A row, and where its task is stored. */
export interface Shown {
  row: RunRow
  task: { text: string } | { object: string } | null
}

/** The fold alone; a frozen folder is inspected when its run is opened. */
export function rowView(world: World): View<Shown> {
  return rowsOf(world, (definition, run, busy) => ({ row: rowOf(definition, run, busy), task: definition.view.asked?.(run) ?? null }))
}

export function rowOf(definition: AnyWorkflow, run: RunState<unknown>, busy: boolean, trouble: Trouble | null = null): RunRow {
  const summary = summarise(definition, run, busy)
  const next = summary.waitsFor === null ? null : definition.next(run.state)
  return {
    ...summary,
    seq: run.seq,
    task: '',
    busy: summary.stage === 'working' && busy,
    passed: run.outcome?.passed ?? null,
    question: next && 'ask' in next ? next.ask.question : summary.awaits === undefined ? null : `${summary.awaits} needs to be fixed.`,
    trouble: trouble ?? (summary.waiting && !busy ? { message: summary.waiting, fix: 'Continue to ask again.' } : null),
  }
}

/** By its place in the store: a copy is a separate run, and an unreadable one is reported as such. */
export const shownRow = (one: Row<Shown>): Shown =>
  'row' in one
    ? { ...one.row, row: { ...one.row.row, run: one.run } }
    : {
        row: { ...damagedRun(one.run, one.fault.message), seq: 0, task: '', busy: false, passed: null, question: null, trouble: null },
        task: null,
      }

const longestTask = 300

/** A task in one line. */
export function taskLine(text: string): string {
  const line = text
    .slice(0, longestTask * 4)
    .replace(/^#+\s*(.+)$/gm, '$1:')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > longestTask ? `${line.slice(0, longestTask - 1)}…` : line
}
