// Scripted replies: what a deterministic maker answers, by role, iteration or exact task key.
import * as z from 'zod'
import { Fault } from '../schema/fault.ts'
import { type ProviderRequest, failureKinds } from './provider.ts'

const usage = z.strictObject({
  tokensIn: z.int().min(0).default(0),
  tokensOut: z.int().min(0).default(0),
  costUsd: z.number().min(0).nullable().default(0),
})

const fail = z.strictObject({
  kind: z.enum(failureKinds),
  message: z.string().default('scripted failure'),
  retryAfterMs: z.int().min(0).optional(),
  /** How often it fails before replying; always if omitted. */
  times: z.int().min(1).optional(),
})

const ScriptedReply = z
  .strictObject({
    role: z.string().min(1),
    /** The first number in the task's key. */
    iteration: z.int().min(1).optional(),
    key: z.string().min(1).optional(),
    text: z.string().optional(),
    json: z.json().optional(),
    /** A file beside the script that holds the text. */
    file: z.string().min(1).optional(),
    fail: fail.optional(),
    usage: usage.optional(),
    model: z.string().nullable().default(null),
    warnings: z.array(z.string()).default([]),
    delayMs: z.int().min(0).max(600_000).default(0),
  })
  .refine(
    ({ text, json, file, fail: failing }) =>
      [text, json, file].filter((given) => given !== undefined).length === 1 ||
      (failing && !failing.times && text === undefined && json === undefined && file === undefined),
    { error: 'give exactly one of text, json and file (or only fail)' },
  )
export type ScriptedReply = z.infer<typeof ScriptedReply>

const Script = z.strictObject({ replies: z.array(ScriptedReply).min(1) })

/** `source` names the script in messages. */
export function readScript(value: unknown, source: string): ScriptedReply[] {
  const parsed = Script.safeParse(Array.isArray(value) ? { replies: value } : value)
  if (parsed.success) return parsed.data.replies
  throw new Fault('invalid', `${source} isn't a script: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`, {
    fix: 'A script is a list `replies:`, each with role and one of text, json, file or fail; iteration or key if a reply is for one task only.',
  })
}

/** The most specific entry: by key, then iteration, then role. Depends on the request only, so a resumed run gets the same reply. */
export function findReply(replies: readonly ScriptedReply[], request: Pick<ProviderRequest, 'role' | 'task'>): ScriptedReply | undefined {
  const own = replies.filter(({ role, key }) => role === request.role && (key === undefined || key === request.task))
  const iteration = Number(/\d+/.exec(request.task)?.[0] ?? Number.NaN)
  return (
    own.find(({ key }) => key !== undefined) ??
    own.find((reply) => reply.iteration === iteration) ??
    own.find((reply) => reply.iteration === undefined && reply.key === undefined)
  )
}
