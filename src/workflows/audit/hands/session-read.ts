// Reads a session folder for a workflow: hashes and texts of the requested files, never through a link that leads out of it.
import { isUtf8 } from 'node:buffer'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sha256 } from '../../../lib/hash.ts'
import { Fault, toFault } from '../../../schema/fault.ts'
import type { SessionFile, SessionQuery, SessionView } from '../session-view.ts'
import { below, exists, guard } from '../../../adapters/disk.ts'

/** Of one folder. */
const mostFiles = 20_000
const mostBytes = 64 * 1024 * 1024
const deepest = 12

export function readSession(root: string, { session, folders, files, seconds }: SessionQuery, now: () => number): SessionView {
  const folder = sessionFolder(root, session)
  const until = seconds === null ? Infinity : now() + seconds * 1000
  const look: Look = { folder, view: { files: [], problems: [], unread: [] }, count: 0 }
  const seen = new Set<string>()
  const take = (
    path: string,
    { mostKept = mostBytes, tail, plain = false }: { mostKept?: number; tail?: number | undefined; plain?: boolean },
  ): number => {
    if (seen.has(path)) return 0
    seen.add(path)
    const file = readOne(look, { path, mostKept, tail, plain })
    if (file) look.view.files.push(file)
    return file?.text?.length ?? 0
  }
  for (const { path, tail } of files) take(path, { tail })
  for (const { path, texts } of folders) {
    let room = texts
    look.count = 0
    for (const file of walk(look, path, 0)) {
      if (now() > until) look.view.unread.push(file.path)
      else room -= take(file.path, { mostKept: Math.min(texts / 4, room), plain: file.plain })
    }
  }
  const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1)
  return { files: look.view.files.sort(byPath), problems: look.view.problems.sort(byPath), unread: look.view.unread.sort() }
}

/** The folder a person named may be anywhere; everything else must be inside it. */
export function sessionFolder(root: string, session: string): string {
  const folder = resolve(root, session)
  const found = guard(folder, () => statSync(folder, { throwIfNoEntry: false }))
  if (!found)
    throw new Fault('not_found', `there is no session folder ${session}`, { fix: 'Give the folder with tasks.csv: --session <dir>.' })
  if (!found.isDirectory())
    throw new Fault('usage', `${session} is a file, not a session folder`, { fix: 'Give the folder with tasks.csv: --session <dir>.' })
  return folder
}

interface Look {
  folder: string
  view: SessionView
  /** Files found so far in the folder. */
  count: number
}

interface Wanted {
  path: string
  mostKept: number
  tail?: number | undefined
  /** Known to contain no link on the way, because we walked there. */
  plain: boolean
}

function readOne(look: Look, { path, mostKept, tail, plain }: Wanted): SessionFile | null {
  const refuse = (what: string) => {
    look.view.problems.push({ path, what })
    return null
  }
  let full: string
  try {
    full = plain ? join(look.folder, path) : below(look.folder, path)
  } catch (error) {
    return refuse(toFault(error).message.replace('the project', 'the session folder'))
  }
  if (!plain && !exists(full)) return null
  const found = guard(full, () => statSync(full, { throwIfNoEntry: false }))
  if (!found) return refuse('is a broken link')
  if (!found.isFile()) return refuse("isn't an ordinary file")
  if (found.size > mostBytes) return refuse(`has ${Math.round(found.size / 1024 / 1024)} MB; the limit is ${mostBytes / 1024 / 1024} MB`)
  const bytes = guard(full, () => readFileSync(full))
  const base = { path, sha256: sha256(bytes), bytes: bytes.length }
  if (tail !== undefined) return { ...base, text: lastLines(bytes, tail) }
  if (bytes.length > mostKept) return { ...base, text: null }
  if (!isUtf8(bytes)) {
    refuse(`isn't UTF-8: line ${brokenLine(bytes)} has bytes that aren't text`)
    return { ...base, text: null }
  }
  return { ...base, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }
}

/** Every file below a folder, sorted. Folders behind links are named, not entered: they may form a cycle. */
function* walk(look: Look, path: string, depth: number): Generator<{ path: string; plain: boolean }> {
  const full = join(look.folder, path)
  const found = statSync(full, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return
  try {
    below(look.folder, path)
  } catch (error) {
    look.view.problems.push({ path, what: toFault(error).message.replace('the project', 'the session folder') })
    return
  }
  const entries = guard(full, () => readdirSync(full, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const inner = `${path}/${entry.name}`
    if (look.count >= mostFiles || depth >= deepest)
      return void look.view.problems.push({
        path,
        what:
          look.count >= mostFiles
            ? `has more than ${mostFiles} files; the rest was not read`
            : `is nested deeper than ${deepest} folders; their content was not read`,
      })
    if (entry.isDirectory()) yield* walk(look, inner, depth + 1)
    else if (entry.isSymbolicLink() && statSync(join(look.folder, inner), { throwIfNoEntry: false })?.isDirectory())
      look.view.problems.push({ path: inner, what: "is a link to a folder, which isn't followed" })
    else {
      look.count += 1
      yield { path: inner, plain: entry.isFile() }
    }
  }
}

/** Complete lines from the end; non-text is dropped. */
function lastLines(bytes: Uint8Array, most: number): string {
  const from = bytes.length <= most ? 0 : bytes.indexOf(10, bytes.length - most) + 1
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from === 0 && bytes.length > most ? bytes.length : from))
}

function brokenLine(bytes: Uint8Array): number {
  const good = new TextDecoder('utf-8').decode(bytes).split('\uFFFD', 1)[0] ?? ''
  return good.split(/\r\n|\r|\n/).length
}
