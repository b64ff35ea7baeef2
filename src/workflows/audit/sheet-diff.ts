// How two versions of a task sheet differ, task by task and cell by cell, in words.
import { cellValue } from '../../lib/csv.ts'
import type { TaskSheet } from './tasks.ts'

export interface SheetChange {
  id: string
  /** Null for a task that was added or removed. */
  column: string | null
  before: string | null
  after: string | null
}

export function diffSheets(before: TaskSheet, after: TaskSheet): SheetChange[] {
  const columns = namesOf(before)
  const [was, is] = [valuesOf(before), valuesOf(after)]
  const places = new Map(namesOf(after).map((name, index) => [name, index]))
  const changes: SheetChange[] = []
  for (const [id, cells] of was) {
    const now = is.get(id)
    if (!now) changes.push({ id, column: null, before: id, after: null })
    else
      columns.forEach((column, index) => {
        const place = places.get(column)
        const value = place === undefined ? '' : (now[place] ?? '')
        if (value !== (cells[index] ?? '')) changes.push({ id, column, before: cells[index] ?? '', after: value })
      })
  }
  for (const id of is.keys()) if (!was.has(id)) changes.push({ id, column: null, before: null, after: id })
  return changes
}

export function changeText({ id, column, before, after }: SheetChange): string {
  if (column === null) return after === null ? `- ${id}` : `+ ${id}`
  return `~ ${id} ${column}: ${shown(before)} → ${shown(after)}`
}

function shown(value: string | null): string {
  const line = (value ?? '').replaceAll(/\s+/g, ' ').trim()
  return line === '' ? '(empty)' : line.length > 60 ? `${line.slice(0, 59)}…` : line
}

const namesOf = (sheet: TaskSheet) => sheet.document.rows[0]?.cells.map((cell) => cellValue(cell).trim()) ?? []

function valuesOf(sheet: TaskSheet): Map<string, string[]> {
  return new Map([...sheet.byId].map(([id, { row }]) => [id, sheet.document.rows[row]?.cells.map(cellValue) ?? []]))
}
