// The contract of each step's reply, validated here for every maker.
import * as z from 'zod'
import { readForm } from '../../agents/json-reply.ts'
import { fencedFiles } from '../../lib/fenced-files.ts'
import { lazy } from '../../lib/lazy.ts'
import type { Reply } from '../../kernel/task.ts'
import type { ArtifactKind } from '../../schema/artifact.ts'
import type { Json } from '../../schema/event.ts'
import { contentProblem } from './prepared.ts'
import type { Issue, PreparedCheck } from './state.ts'
import { type Unwrapped, unwrap } from './unwrap.ts'

const line = z.string().trim().min(1).max(2000)

const Plan = z.object({ plan: z.array(line).min(3).max(5) })

const Checks = z.object({
  checks: z
    .array(
      z.object({
        rule_id: z.string().min(1),
        type: z.enum(['executable', 'content']),
        command: z.string().min(1).max(2000).optional(),
        search: z.string().min(1).max(2000).optional(),
        expected: z.union([z.string().max(2000), z.number(), z.boolean()]),
        example: z.string().max(2000).optional(),
      }),
    )
    .max(200),
})

const Issues = z.object({
  issues: z.array(z.object({ rule_id: z.string().min(1), problem: line, fix_instruction: line, expected_effect: line })).max(5),
})

/** Created on first use: deriving them is a good part of a command's start-up. */
export const schemas = { plan: jsonSchema(Plan), checks: jsonSchema(Checks), issues: jsonSchema(Issues) }

function jsonSchema(form: z.ZodType): () => Json {
  return lazy(() => z.toJSONSchema(form) as Json)
}

export type Read<T> = { value: T } | { problem: string }

export function readPlan(reply: Reply): Read<string[]> {
  const read = readJsonReply(reply, Plan, schemas.plan)
  return 'problem' in read ? read : { value: read.value.plan }
}

export interface PrepareBounds {
  /** Rules whose check is a sentence: each needs at least one concrete check. */
  sentences: readonly string[]
  active: readonly string[]
  allowCommands: boolean
}

export function readChecks(reply: Reply, { sentences, active, allowCommands }: PrepareBounds): Read<PreparedCheck[]> {
  const read = readJsonReply(reply, Checks, schemas.checks)
  if ('problem' in read) return read
  const checks = read.value.checks.map(({ expected, ...check }) => ({ ...check, expected: String(expected) })) as PreparedCheck[]
  for (const [index, check] of checks.entries()) {
    if (!active.includes(check.rule_id))
      return { problem: `/checks/${index}/rule_id: ${check.rule_id} isn't an active rule; expected one of ${active.join(', ')}` }
    if (check.type === 'executable' && check.command === undefined)
      return { problem: `the executable check for ${check.rule_id} has no command` }
    if (check.type === 'content' && check.search === undefined)
      return { problem: `the content check for ${check.rule_id} has nothing to search for` }
    if (check.type === 'executable' && !allowCommands)
      return { problem: `the check for ${check.rule_id} is a command, and this run doesn't allow commands` }
    const problem = check.type === 'content' ? contentProblem(check) : null
    if (problem) return { problem: `/checks/${index}/${problem}` }
  }
  const open = sentences.filter((id) => !checks.some(({ rule_id }) => rule_id === id))
  return open.length > 0 ? { problem: `no check was prepared for ${open.join(', ')}` } : { value: checks }
}

export function readIssues(reply: Reply, failed: readonly string[]): Read<Issue[]> {
  const read = readJsonReply(reply, Issues, schemas.issues)
  if ('problem' in read) return read
  const { issues } = read.value
  if (issues.length === 0) return { problem: `/issues: rules failed but no issue is named; name at least one of ${failed.join(', ')}` }
  const stray = issues.findIndex(({ rule_id }) => !failed.includes(rule_id))
  return stray < 0
    ? { value: issues }
    : { problem: `/issues/${stray}/rule_id: ${issues[stray]?.rule_id} didn't fail; expected one of ${failed.join(', ')}` }
}

/** The artifact as it is judged, stored, shown and saved. */
export function readArtifact(reply: Reply, kind: ArtifactKind = 'markdown'): Read<Unwrapped> {
  if (!reply.ok) return { problem: `${reply.error.code}: ${reply.error.message}` }
  if (!('text' in reply)) return { problem: 'expected text, found JSON' }
  const made = unwrap(reply.text, kind)
  if (made.text.trim() === '') return { problem: 'the artifact is empty' }
  if (made.text.includes('\u0000')) return { problem: "the artifact isn't text: it contains NUL characters" }
  if (made.text.includes('\uFFFD')) return { problem: "the artifact isn't valid UTF-8" }
  const [problem] = kind === 'files' ? fencedFiles(made.text).problems : []
  return problem === undefined ? { value: made } : { problem }
}

function readJsonReply<T>(reply: Reply, form: z.ZodType<T>, schema: () => Json): Read<T> {
  if (!reply.ok) return { problem: `${reply.error.code}: ${reply.error.message}` }
  if (!('value' in reply)) return { problem: 'expected JSON, found text' }
  return readForm(reply.value as Json, form, schema())
}
