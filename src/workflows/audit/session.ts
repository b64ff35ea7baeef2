// A session as one reading saw it: the task sheet, the files by path, and a plan's changes to them.
import { sha256 } from '../../lib/hash.ts'
import { SessionView } from './session-view.ts'
import { renderCsv } from '../../lib/csv.ts'
import { type Discovery, discoveryKey, readDiscoveries } from './discoveries.ts'
import { type AuditReport, parseReport } from './report.ts'
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
  /** The report of an audit, by its id; `unread` if there was no time for it. */
  report(auditId: string): AuditReport | 'unread' | null
  /** Whether this was noted before, at another time or by another worker. */
  knows(entry: Discovery): boolean
}

/** Or what prevents reading the session at all. */
export function openSession(seen: string): Session | { problem: string } {
  const view = SessionView.parse(JSON.parse(seen))
  const files = new Map(view.files.map((file) => [file.path, file]))
  const tasks = files.get(tasksFile)
  const problem = view.problems.find(({ path }) => path === tasksFile)
  if (problem) return { problem: `${tasksFile} ${problem.what}` }
  if (!tasks || tasks.text === null) return { problem: `there is no ${tasksFile} in the session folder` }
  const unread = new Set(view.unread)
  const pick = reportPicker([...files.keys(), ...unread].filter((path) => path.startsWith('artifacts/audit/') && !isOurs(path)))
  const reports = new Map<string, AuditReport>()
  const known = new Set(readDiscoveries(files.get(discoveriesFile)?.text ?? '').entries.map(({ entry }) => identity(entry)))
  const sheet = readTasks(tasks.text)
  return {
    sheet,
    view,
    text: (path) => files.get(path)?.text ?? null,
    hash: (path) => files.get(path)?.sha256 ?? null,
    below: (folder) => view.files.filter(({ path }) => path.startsWith(`${folder}/`)),
    report(auditId) {
      const task = sheet.byId.get(auditId)
      const path = task ? pick(task) : null
      if (path === null) return null
      if (unread.has(path)) return 'unread'
      const report = reports.get(path) ?? parseReport(path, files.get(path)?.text ?? '') // a non-text file says nothing
      reports.set(path, report)
      return report
    },
    knows: (entry) => known.size > 0 && known.has(identity(entry)),
  }
}

/** The report of an audit in artifacts/audit/: the one its row names, else the one named after it, else the only one. */
export function reportPicker(paths: readonly string[]): (task: AuditTask) => string | null {
  const reports = paths.filter((path) => /\.(?:md|markdown|txt)$/i.test(path)).sort()
  const byName = new Map<string, string[]>()
  const byId = new Map<string, string>()
  for (const path of reports) {
    const name = nameOf(path)
    const same = byName.get(name)
    if (same) same.push(path)
    else byName.set(name, [path])
    for (const [id] of name.matchAll(/audit-(?:re-|recheck-)?\d+/g)) if (!byId.has(id)) byId.set(id, path)
  }
  return (task) => {
    for (const artifact of task.artifacts) {
      const named = byName
        .get(nameOf(artifact))
        ?.find((path) => path === artifact || path.endsWith(`/${artifact}`) || artifact.endsWith(`/${path}`))
      if (named !== undefined) return named
    }
    const id = task.id.toLowerCase()
    const after = /^audit-(?:re-|recheck-)?\d+$/.test(id) ? byId.get(id) : reports.find((path) => namedAfter(nameOf(path), id))
    // A lone report without an audit's number can only be this one's.
    return after ?? (reports.length === 1 && !/audit-(?:re-|recheck-)?\d/.test(nameOf(reports[0]!)) ? reports[0]! : null)
  }
}

function namedAfter(name: string, id: string): boolean {
  const at = name.indexOf(id)
  return at !== -1 && !/\d/.test(name[at + id.length] ?? '')
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase()
}

/** Our own decisions and answers are stored beside the reports and aren't reports. */
export const isOurs = (path: string) => /(?:^|\/)gc-(?:decision|answer)-[^/]*$/.test(path)

interface Draft {
  put(path: string, text: string, hash?: string): void
  /** A text that is already stored. */
  place(path: string, object: string): void
  sheet(sheet: TaskSheet): void
  note(entry: Discovery): void
  write(): Write | null
  objects: string[]
}

/** What to write, in order, without what already exists. */
export function draftWrite({ hash, text, knows }: Session): Draft {
  const files: Write['files'] = []
  const lines: Write['lines'] = []
  const objects: string[] = []
  const place = (path: string, after: string) => {
    const before = hash(path)
    if (before !== after) files.push({ path, before, after })
    return before !== after
  }
  const put = (path: string, wanted: string, after = sha256(wanted)) => {
    const moved = place(path, after)
    if (moved) objects.push(wanted)
    return moved
  }
  return {
    put: (path, wanted, after) => void put(path, wanted, after),
    place: (path, object) => void place(path, object),
    sheet(sheet) {
      if (put(tasksFile, renderCsv(sheet.document))) objects.push(text(tasksFile) ?? '') // kept, so that a foreign change can be recognised
    },
    note(entry) {
      if (knows(entry)) return
      const line = JSON.stringify(entry)
      objects.push(line)
      lines.push({ path: discoveriesFile, line: sha256(line) })
    },
    write() {
      if (files.length + lines.length === 0) return null
      const bundle = objects.length > mostLoose ? JSON.stringify(objects) : null
      if (bundle !== null) objects.push(bundle)
      return { files, lines, bundle: bundle === null ? null : sha256(bundle) }
    },
    objects,
  }
}

/** Above this many, individual lookups would cost more than keeping them together. */
const mostLoose = 8

/** The identity of a discovery; without a key, its full content. */
function identity(entry: Discovery): string {
  if (entry.type === 'gc_decision') return JSON.stringify([entry.type, ...decisionFields.map((name) => entry.data[name] ?? null)])
  return discoveryKey(entry) ?? JSON.stringify(entry)
}

const decisionFields = ['audit_id', 'iteration', 'decision', 'signal', 'score', 'rationale', 'partial'] as const
