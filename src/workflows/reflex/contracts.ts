// What each step must answer: the bounds are checked here, whoever answered.
import * as z from 'zod'
import { lazy } from '../../lib/lazy.ts'
import type { Reply } from '../../kernel/task.ts'
import type { Json } from '../../schema/event.ts'
import { searchProblem } from './prepared.ts'
import type { Issue, PreparedCheck } from './state.ts'

const line = z.string().trim().min(1).max(2000)

export const Plan = z.object({ plan: z.array(line).min(3).max(5) })

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

/** Made only when somebody is asked: deriving them is a good part of a command's start. */
export const schemas = { plan: jsonSchema(Plan), checks: jsonSchema(Checks), issues: jsonSchema(Issues) }

function jsonSchema(form: z.ZodType): () => Json {
  return lazy(() => z.toJSONSchema(form) as Json)
}

export type Read<T> = { value: T } | { problem: string }

export function readPlan(reply: Reply): Read<string[]> {
  const read = readJsonReply(reply, Plan)
  return 'problem' in read ? read : { value: read.value.plan }
}

export interface PrepareBounds {
  /** Rules whose check is a sentence: each needs at least one concrete check. */
  sentences: readonly string[]
  active: readonly string[]
  allowCommands: boolean
}

export function readChecks(reply: Reply, { sentences, active, allowCommands }: PrepareBounds): Read<PreparedCheck[]> {
  const read = readJsonReply(reply, Checks)
  if ('problem' in read) return read
  const checks = read.value.checks.map(({ expected, ...check }) => ({ ...check, expected: String(expected) })) as PreparedCheck[]
  for (const check of checks) {
    if (!active.includes(check.rule_id)) return { problem: `a check names ${check.rule_id}, which is no active rule` }
    if (check.type === 'executable' && check.command === undefined)
      return { problem: `the executable check for ${check.rule_id} has no command` }
    if (check.type === 'content' && check.search === undefined)
      return { problem: `the content check for ${check.rule_id} has nothing to search for` }
    if (check.type === 'executable' && !allowCommands)
      return { problem: `the check for ${check.rule_id} is a command, and nobody allowed commands for this run` }
    const problem = searchProblem(check.search ?? '')
    if (problem) return { problem: `the check for ${check.rule_id} searches for ${check.search}: ${problem}` }
  }
  const open = sentences.filter((id) => !checks.some(({ rule_id }) => rule_id === id))
  return open.length > 0 ? { problem: `no check was prepared for ${open.join(', ')}` } : { value: checks }
}

export function readIssues(reply: Reply, failed: readonly string[]): Read<Issue[]> {
  const read = readJsonReply(reply, Issues)
  if ('problem' in read) return read
  const { issues } = read.value
  if (issues.length === 0) return { problem: 'no issue is named although rules failed' }
  const stray = issues.find(({ rule_id }) => !failed.includes(rule_id))
  return stray ? { problem: `an issue names ${stray.rule_id}, which did not fail` } : { value: issues }
}

/** Markdown, whole; one fence marked markdown around all of it is taken off. */
export function readArtifact(reply: Reply): Read<string> {
  if (!reply.ok) return { problem: `${reply.error.code}: ${reply.error.message}` }
  if (!('text' in reply)) return { problem: 'expected markdown, found JSON' }
  const text = unwrap(reply.text)
  if (text.trim() === '') return { problem: 'the artifact is empty' }
  if (text.includes('\u0000')) return { problem: 'the artifact is not text: it holds NUL characters' }
  if (text.includes('\uFFFD')) return { problem: 'the artifact is not valid UTF-8' }
  return { value: text.endsWith('\n') ? text : `${text}\n` }
}

function unwrap(text: string): string {
  const trimmed = text.trim()
  const first = trimmed.indexOf('\n')
  if (first < 0 || !/^(`{3,})(?:markdown|md)[ \t]*$/.test(trimmed.slice(0, first))) return text
  const mark = /^`+/.exec(trimmed)?.[0] ?? ''
  const inner = trimmed.slice(first + 1, -mark.length)
  return trimmed.endsWith(`\n${mark}`) && !inner.split('\n').some((row) => row.trim() === mark) ? inner : text
}

function readJsonReply<T>(reply: Reply, form: z.ZodType<T>): Read<T> {
  if (!reply.ok) return { problem: `${reply.error.code}: ${reply.error.message}` }
  if (!('value' in reply)) return { problem: 'expected JSON, found text' }
  const parsed = form.safeParse(reply.value)
  return parsed.success ? { value: parsed.data } : { problem: z.prettifyError(parsed.error).replaceAll('\n', ' ') }
}
