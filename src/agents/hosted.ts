// A step performed outside: the request as the host sees it, and its reply under the same contract as any other.
import type { AskAgent, Reply } from '../kernel/task.ts'
import type { Json } from '../schema/event.ts'
import { aboutCall, askLimits, readResult } from './ask.ts'
import { type Unwrap, cleanReply } from './clean-reply.ts'
import { unknownModel } from './pins.ts'
import type { RenderedPrompt, Template } from './prompt.ts'
import { hostName, unknownUsage } from './provider.ts'

export interface HostRequest {
  task: string
  role: string
  /** Who is to answer; only tasks for the host can be submitted. */
  maker: string
  template: string
  /** The complete prompt. */
  prompt: string
  expects: 'text' | 'json'
  /** JSON Schema of a json reply. */
  schema?: Json
}

export function hostRequest(task: AskAgent, template: Template, { prompt }: RenderedPrompt, maker: string): HostRequest {
  return {
    task: task.key,
    role: task.role,
    maker,
    template: `${template.name}-v${template.version}`,
    prompt,
    expects: task.expects,
    ...(task.schema !== undefined && { schema: task.schema }),
  }
}

export interface Submitted {
  task: AskAgent
  template: Template
  rendered: RenderedPrompt & { slots: Record<string, string> }
  run: string
  text: string
  unwrap?: Unwrap
  /** Between the request and the reply. */
  waitedMs: number
  attempt: number
}

/** A host's model and cost are unknown, and recorded as such. */
export function hostReply({ task, template, rendered, run, text, unwrap, waitedMs, attempt }: Submitted): Reply {
  const identity = { model: unknownModel, version: 'unknown' }
  const warnings = ["temperature: a host can't be asked for one"]
  const result = cleanReply({ text, usage: unknownUsage, model: null, warnings }, task, Object.values(rendered.slots), unwrap)
  const about = aboutCall({ task, maker: hostName, identity, template, rendered, run, timeoutMs: null })
  const meta = {
    ...about,
    model: { asked: unknownModel, reported: null },
    warnings,
    ms: waitedMs,
    attempt,
    tries: 1,
    ...(result.secrets && { secrets: result.secrets }),
  }
  return readResult(result, task, unknownModel, askLimits, meta)
}
