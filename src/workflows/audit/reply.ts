// The contract of a maker's reply: JSON, or markdown with files in marked fences; an audit also has a score and a signal.
import * as z from 'zod'
import { readForm, readJson } from '../../agents/json-reply.ts'
import { withoutThinking } from '../../agents/thinking.ts'
import type { Reply } from '../../kernel/task.ts'
import { fences } from '../../lib/fences.ts'
import { sha256 } from '../../lib/hash.ts'
import { lazy } from '../../lib/lazy.ts'
import type { Json } from '../../schema/event.ts'
import { severities } from './categorise.ts'
import { auditOf } from './reply-audit.ts'
import type { SourceFile } from '../../rules/page/token-files.ts'
import { artifactPath } from './roles.ts'
import { signals } from './score.ts'
import type { Role, TaskResult } from './state.ts'

const score = z.union([z.number().min(0).max(10), z.string().max(20)]).transform(String)
const dimension = score.nullish().transform((value) => value ?? null)

const severity = z.string().transform((name, context) => {
  const known = severities.find((each) => each.toLowerCase() === name.trim().toLowerCase())
  if (known) return known
  context.addIssue(`severity is ${JSON.stringify(name.slice(0, 40))}, expected ${severities.join(', ')}`)
  return z.NEVER
})

const Finding = z.object({ severity, text: z.string().trim().min(1).max(2000), at: z.string().max(300).optional() })
const Dimensions = z
  .object({ consistency: dimension, accessibility: dimension, completeness: dimension, quality: dimension, industry: dimension })
  .partial()

const TaskReply = z.object({
  summary: z.string().trim().min(1).max(20_000),
  findings: z.array(Finding).max(1000).default([]),
  artifacts: z
    .array(z.object({ path: z.string().min(1), content: z.string() }))
    .max(200)
    .default([]),
  audit: z.object({ score: score.optional(), signal: z.enum(signals).optional(), dimensions: Dimensions.optional() }).optional(),
})
export type TaskReply = z.infer<typeof TaskReply>

type ReadReply = { result: TaskResult; texts: string[] } | { problem: string }

export function readTaskReply(reply: Reply, { id, role }: { id: string; role: Role }): ReadReply {
  if (!reply.ok) return { problem: `${reply.error.code}: ${reply.error.message}` }
  const text = 'text' in reply ? withoutThinking(reply.text).text : JSON.stringify(reply.value)
  if (text.includes('\u0000') || text.includes('\uFFFD'))
    return { problem: "the reply isn't valid text: it contains NUL or broken characters" }
  const read = holdsJson(text) ? fromJson(text) : fromMarkdown(text, role)
  if ('problem' in read) return read
  const placed = placeAll(role, read.artifacts)
  if ('problem' in placed) return placed
  if (role !== 'reviewer') {
    if (placed.files.length === 0 && role === 'designer') return { problem: 'a designer answers with at least one file' }
    return done(id, role, read.summary, placed.files, null)
  }
  const audit = auditOf(id, read, placed.files, text)
  return 'problem' in audit ? audit : done(id, role, audit.summary, audit.files, { score: audit.score, signal: audit.signal })
}

/** As a whole document, or as the only fenced or embedded one in the requested form. */
function holdsJson(text: string): boolean {
  if (/^\s*(?:```json\s*)?\{/.test(text)) return true
  if (fences(text).some(({ file }) => file !== undefined)) return false
  const found = readJson(text)
  return 'value' in found && TaskReply.safeParse(found.value).success
}

function fromJson(text: string): TaskReply | { problem: string } {
  const json = readJson(text)
  if ('problem' in json) return json
  const read = readForm(json.value, TaskReply, replySchema())
  return 'problem' in read ? read : read.value
}

const replySchema = lazy(() => z.toJSONSchema(TaskReply, { io: 'input', unrepresentable: 'any' }) as Json)

function fromMarkdown(text: string, role: Role): TaskReply | { problem: string } {
  const all = fences(text)
  const open = all.find(({ file, closed }) => file !== undefined && !closed)
  if (open) return { problem: `the fence of ${open.file} in line ${open.line} is never closed` }
  const artifacts = all.flatMap(({ file, text: content }) => (file === undefined ? [] : [{ path: file, content: `${content}\n` }]))
  const summary = proseOf(
    text,
    all.map(({ line, text: content }) => [line, line + content.split('\n').length + 1] as const),
  )
  if (summary === '' && artifacts.length === 0) return { problem: 'the reply has no text and no file' }
  if (artifacts.length === 0 && (role === 'designer' || role === 'implementer'))
    return { problem: `no file was found: a ${role} answers with files in fences marked file=<path>, or with JSON` }
  return { summary: summary || `${artifacts.length} files`, findings: [], artifacts }
}

/** The text outside the fences. */
function proseOf(text: string, fenced: readonly (readonly [number, number])[]): string {
  let next = 0
  const kept = text.split(/\r?\n/).filter((_, index) => {
    const line = index + 1
    while (next < fenced.length && line > fenced[next]![1]) next += 1
    const range = fenced[next]
    return !range || line < range[0]
  })
  return kept.join('\n').trim()
}

function placeAll(role: Role, artifacts: TaskReply['artifacts']): { files: SourceFile[] } | { problem: string } {
  const files: SourceFile[] = []
  const seen = new Set<string>()
  for (const { path, content } of artifacts) {
    const placed = artifactPath(role, path)
    if ('problem' in placed) return placed
    const same = placed.path.toLowerCase() // two names that some disks treat as one file
    if (seen.has(same)) return { problem: `${placed.path} occurs twice` }
    seen.add(same)
    files.push({ path: placed.path, text: content })
  }
  return { files }
}

function done(id: string, role: Role, summary: string, files: readonly SourceFile[], audit: TaskResult['audit']): ReadReply {
  return {
    result: {
      id,
      role,
      error: '',
      summary: shorten(summary),
      artifacts: files.map(({ path, text }) => ({ path, object: sha256(text) })),
      audit,
    },
    texts: files.map(({ text }) => text),
  }
}

/** The findings cell holds at most 500 characters, in one line. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= 500 ? line : `${line.slice(0, 499)}…`
}
