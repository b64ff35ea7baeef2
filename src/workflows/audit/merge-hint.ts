// What to tell a person when somebody else changed a file first: what they changed, what we would have, and whether the two meet.
import type { SessionChanged } from '../../schema/session.ts'
import { tasksFile } from './session.ts'
import { changeText, diffSheets } from './sheet-diff.ts'
import { readTasks } from './tasks.ts'

const most = 10

export function mergeHint({ path, expected, found, texts }: SessionChanged['conflicts'][number]): string[] {
  const plain = `${path} ${found === null ? 'is gone' : expected === null ? 'is there now' : 'was changed'} (expected ${short(expected)}, found ${short(found)})`
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
      ? 'No cell was changed by both sides: reading it again keeps their changes and adds ours.'
      : `Changed by both sides: ${[...new Set(both.map(({ id, column }) => (column === null ? id : `${id} ${column}`)))].slice(0, most).join(', ')}. Reading it again takes theirs and plans ours again.`,
  ]
}

const short = (hash: string | null) => (hash === null ? 'no file' : hash.slice(0, 12))
