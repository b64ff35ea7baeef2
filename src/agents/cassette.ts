// Cassettes: recorded requests and results, looked up by request; a miss is explained by the nearest recorded request.
import * as z from 'zod'
import { sha256 } from '../lib/hash.ts'
import { Fault } from '../schema/fault.ts'
import { normalisePrompt } from './prompt.ts'
import { type ProviderRequest, type ProviderResult, failureKinds } from './provider.ts'

const usage = z.strictObject({
  calls: z.int().min(0),
  tokensIn: z.int().min(0),
  tokensOut: z.int().min(0),
  costMicros: z.int().min(0).nullable(),
})

const RecordedResult = z.union([
  z.strictObject({ text: z.string(), usage, model: z.string().nullable(), warnings: z.array(z.string()), by: z.string().optional() }),
  z.strictObject({
    failed: z.enum(failureKinds),
    message: z.string(),
    usage: usage.optional(),
    text: z.string().optional(),
    model: z.string().nullable().optional(),
    warnings: z.array(z.string()).optional(),
    retryAfterMs: z.number().optional(),
  }),
])

/** One line of a cassette. No times, run ids or nonces: the same calls give the same bytes. */
export const CassetteEntry = z.strictObject({
  v: z.literal(1),
  /** Of role and normalised prompt. */
  request: z.string().length(64),
  role: z.string(),
  task: z.string(),
  maker: z.string(),
  prompt: z.string(),
  result: RecordedResult,
})
export type CassetteEntry = z.infer<typeof CassetteEntry>

export function entryOf(request: ProviderRequest, maker: string, result: Exclude<ProviderResult, 'pending'>): CassetteEntry {
  const prompt = normalisePrompt(request.prompt, request)
  return {
    v: 1,
    request: requestHash(request.role, prompt),
    role: request.role,
    task: request.task,
    maker,
    prompt,
    result: CassetteEntry.shape.result.parse(JSON.parse(JSON.stringify(result))),
  }
}

/** Added, or replaces the earlier record of the same task: the run continued with the last reply. */
export function addEntry(entries: readonly CassetteEntry[], entry: CassetteEntry): CassetteEntry[] {
  return [...entries.filter(({ request, task }) => request !== entry.request || task !== entry.task), entry].sort(
    (a, b) => order(a.task, b.task) || order(a.role, b.role) || order(a.request, b.request),
  )
}

/** By request; if that was recorded more than once, also by task. Depends on the request alone. */
export function findEntry(entries: readonly CassetteEntry[], request: ProviderRequest): CassetteEntry | undefined {
  const hash = requestHash(request.role, normalisePrompt(request.prompt, request))
  const same = entries.filter((entry) => entry.request === hash)
  return same.find(({ task }) => task === request.task) ?? same[0]
}

/** Fails loudly: the alternatives are calling a real maker or inventing a reply. */
export function missFault(entries: readonly CassetteEntry[], request: ProviderRequest, name: string): Fault {
  const prompt = normalisePrompt(request.prompt, request)
  const near = nearestEntry(entries, request.role, prompt, request.task)
  const data = { role: request.role, task: request.task }
  if (!near)
    return new Fault(
      'integrity',
      `${name} has no recorded call of ${request.role}; it has ${entries.length} of: ${[...new Set(entries.map(({ role }) => role))].join(', ') || 'nothing'}`,
      { fix: 'Record the run again with --record.', data },
    )
  const { line, column, here, there } = firstDifference(prompt, near.prompt)
  return new Fault(
    'integrity',
    `${name} has no recorded reply to ${request.task} (${request.role}). The nearest recorded request is ${near.task}; they differ first at line ${line}, column ${column}: asked «${here}», recorded «${there}»`,
    {
      fix: 'Record the run again with --record, or undo what changed the request.',
      data: { ...data, nearest: near.task, line, column, asked: here, recorded: there },
    },
  )
}

/** Where two texts diverge, with a little of each from there. */
export function firstDifference(asked: string, recorded: string): { line: number; column: number; here: string; there: string } {
  let at = 0
  while (at < asked.length && asked[at] === recorded[at]) at++
  const before = asked.slice(0, at)
  const lineStart = before.lastIndexOf('\n') + 1
  const excerpt = (text: string) => (at >= text.length ? '(ends here)' : text.slice(at, at + 60).replaceAll('\n', '⏎'))
  return { line: before.split('\n').length, column: at - lineStart + 1, here: excerpt(asked), there: excerpt(recorded) }
}

/** Same role and most shared lines, then same task. Linear in the cassette. */
function nearestEntry(entries: readonly CassetteEntry[], role: string, prompt: string, task: string): CassetteEntry | undefined {
  const lines = new Set(prompt.split('\n'))
  let best: { entry: CassetteEntry; shared: number } | undefined
  for (const entry of entries) {
    if (entry.role !== role) continue
    const own = entry.prompt.split('\n')
    const shared = own.filter((line) => lines.has(line)).length / Math.max(own.length, 1) + (entry.task === task ? 0.001 : 0)
    if (!best || shared > best.shared) best = { entry, shared }
  }
  return best?.entry
}

function requestHash(role: string, prompt: string): string {
  return sha256(`${role}\n${prompt}`)
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
