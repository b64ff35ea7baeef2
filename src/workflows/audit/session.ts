// A session as one reading saw it: the task sheet, the files by path, and the changes a plan makes to them.
import { sha256 } from '../../lib/hash.ts'
import { SessionView } from '../../schema/session.ts'
import { type ReportFile, reportPicker } from './assess.ts'
import { renderCsv } from './csv.ts'
import { type Discovery, discoveryKey, readDiscoveries } from './discoveries.ts'
import type { Write } from './state.ts'
import { type AuditTask, type TaskSheet, readTasks } from './tasks.ts'

export const tasksFile = 'tasks.csv'
export const discoveriesFile = 'discoveries.ndjson'

export interface Session {
  sheet: TaskSheet
  view: SessionView
  text(path: string): string | null
  hash(path: string): string | null
  /** Files below a folder, by path. */
  below(folder: string): SessionView['files']
  /** The report of an audit; `unread` when there was no time for it. */
  report(task: AuditTask): ReportFile | 'unread' | null
  known: readonly Discovery[]
}

/** Or what keeps the session from being read at all. */
export function openSession(seen: string): Session | { problem: string } {
  const view = SessionView.parse(JSON.parse(seen))
  const files = new Map(view.files.map((file) => [file.path, file]))
  const tasks = files.get(tasksFile)
  const problem = view.problems.find(({ path }) => path === tasksFile)
  if (problem) return { problem: `${tasksFile} ${problem.what}` }
  if (!tasks || tasks.text === null) return { problem: `there is no ${tasksFile} in the session folder` }
  const unread = new Set(view.unread)
  const pick = reportPicker([...files.keys(), ...unread].filter((path) => path.startsWith('artifacts/audit/') && !isOurs(path)))
  return {
    sheet: readTasks(tasks.text),
    view,
    text: (path) => files.get(path)?.text ?? null,
    hash: (path) => files.get(path)?.sha256 ?? null,
    below: (folder) => view.files.filter(({ path }) => path.startsWith(`${folder}/`)),
    report(task) {
      const path = pick(task)
      if (path === null) return null
      const text = files.get(path)?.text ?? null
      return text === null ? (unread.has(path) ? 'unread' : null) : { path, text }
    },
    known: readDiscoveries(files.get(discoveriesFile)?.text ?? '').entries.map(({ entry }) => entry),
  }
}

/** Decisions and answers we wrote stand beside the reports and are none. */
export const isOurs = (path: string) => /(?:^|\/)gc-(?:decision|answer)-[^/]*$/.test(path)

export interface Draft {
  put(path: string, text: string): void
  /** A text that is stored already. */
  place(path: string, object: string): void
  sheet(sheet: TaskSheet): void
  note(entry: Discovery): void
  write(): Write | null
  objects: string[]
}

/** What is to be written, in the order in which it is; what is there already is left out. */
export function draftWrite({ hash, text, known }: Session): Draft {
  const files: Write['files'] = []
  const lines: Write['lines'] = []
  const objects: string[] = []
  const place = (path: string, after: string) => {
    const before = hash(path)
    if (before !== after) files.push({ path, before, after })
    return before !== after
  }
  const put = (path: string, wanted: string) => {
    const moved = place(path, sha256(wanted))
    if (moved) objects.push(wanted)
    return moved
  }
  return {
    put: (path, wanted) => void put(path, wanted),
    place: (path, object) => void place(path, object),
    sheet(sheet) {
      if (put(tasksFile, renderCsv(sheet.document))) objects.push(text(tasksFile) ?? '') // kept, so that a foreign change can be told apart
    },
    note(entry) {
      if (known.some((other) => isSame(other, entry))) return
      const line = JSON.stringify(entry)
      objects.push(line)
      lines.push({ path: discoveriesFile, line: sha256(line) })
    },
    write: () => (files.length + lines.length === 0 ? null : { files, lines }),
    objects,
  }
}

/** The same fact told again, at another time or by another worker, is not news. */
export function isSame(a: Discovery, b: Discovery): boolean {
  if (a.type !== b.type) return false
  return a.type === 'gc_decision' ? decisionFields.every((name) => JSON.stringify(a.data[name]) === JSON.stringify(b.data[name])) : discoveryKey(a) !== null && discoveryKey(a) === discoveryKey(b)
}

const decisionFields = ['audit_id', 'iteration', 'decision', 'signal', 'score', 'rationale', 'partial'] as const
