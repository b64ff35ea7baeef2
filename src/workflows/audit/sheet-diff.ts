// How two versions of a task sheet differ, in words; and what to tell a person if someone else changed a file first.
import { cellValue } from '../../lib/csv.ts'
import { type TaskSheet, readTasks } from './tasks.ts'
import type { SessionChanged } from './session-view.ts'
import { tasksFile } from './session.ts'

interface SheetChange {
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

const most = 10

export function mergeHint({ path, expected, found, texts }: SessionChanged['conflicts'][number]): string[] {
  const plain = `${path} ${found === null ? 'is gone' : expected === null ? 'exists now' : 'was changed'} (expected ${short(expected)}, found ${short(found)})`
  if (path !== tasksFile || texts === null) return [plain]
  const was = readTasks(texts.was)
  const theirs = diffSheets(was, readTasks(texts.is))
  const ours = diffSheets(was, readTasks(texts.wanted))
  const place = ({ id, column }: { id: string; column: string | null }) => `${id}/${column ?? ''}`
  const mine = new Set(ours.map(place))
  const both = theirs.filter((change) => mine.has(place(change)))
  const list = (name: string, changes: typeof ours) => [
    `${name}: ${changes.slice(0, most).map(changeText).join('; ') || 'only spacing or quoting'}${changes.length > most ? `; and ${changes.length - most} more` : ''}`,
  ]
  return [
    plain,
    ...list('theirs', theirs),
    ...list('ours', ours),
    both.length === 0
      ? 'Both sides changed different cells: reading the session again keeps their changes and adds ours.'
      : `Changed by both sides: ${[...new Set(both.map(({ id, column }) => (column === null ? id : `${id} ${column}`)))].slice(0, most).join(', ')}. Reading the session again takes theirs and plans ours again.`,
  ]
}

const short = (hash: string | null) => (hash === null ? 'no file' : hash.slice(0, 12))
