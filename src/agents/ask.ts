// The ask port: a task becomes a prompt, a maker is called within its limits, and the reply is recorded with everything known about it.
import type { AskAgent, Reply } from '../kernel/task.ts'
import type { Ports, TaskContext } from '../kernel/ports.ts'
import { sha256 } from '../lib/hash.ts'
import { inert, visible } from '../lib/inert.ts'
import type { Json } from '../schema/event.ts'
import { Fault } from '../schema/fault.ts'
import { type Unwrap, cleanReply, cleaner } from './clean-reply.ts'
import { compareTemplate } from './judge/compare.ts'
import { judgeTemplate } from './judge/judge.ts'
import { findLeak } from './judge/leak.ts'
import { type Pins, type TemplateSource, makerChanged, modelChanged, pinOf, templateChanged } from './pins.ts'
import { type RenderedPrompt, type Slot, type Template, normalisePrompt, outsideFences, renderPrompt } from './prompt.ts'
import { type Identity, type Provider, type ProviderRequest, type ProviderResult, unknownUsage } from './provider.ts'
import { outageOf } from './outage.ts'
import { failedReply, readReply } from './reply.ts'

/** Clock, waiting and randomness for asking. */
export interface AskWorld {
  now(): number
  /** Resolves after this time, or at once when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** An unguessable fence. */
  nonce(): string
}

export interface AskLimits {
  timeoutMs: number
  maxReplyBytes: number
}

export interface AskOptions {
  /** By role; `default` serves the others. */
  makers: Readonly<Record<string, Provider>>
  templates: TemplateSource
  world: AskWorld
  /** The run's pins; omitted where nothing is pinned. */
  pins?: Pins
  limits?: Partial<AskLimits>
  /** A stored PNG; null if it is missing. */
  picture?(hash: string): Uint8Array | null | Promise<Uint8Array | null>
  /** What a maker says while it works, without keys. */
  heard?(run: string, task: string, text: string): void
  /** Separates the artifact from commentary; without it a whole reply is the artifact. */
  unwrap?: Unwrap
}

export const askLimits: AskLimits = { timeoutMs: 300_000, maxReplyBytes: 8_000_000 }

/** How long a maker may take to stop after being told to. */
const graceMs = 5_000

export function createAsk(options: AskOptions): Ports['ask'] {
  const limits = { ...askLimits, ...options.limits }
  return async (task, context) => {
    const maker = makerFor(options.makers, task.role)
    const template = await options.templates.load(task.template, options.pins?.templates[task.template]?.version)
    const refuse = (failed: 'pin_changed' | 'leak', message: string) =>
      failedReply({ failed, message }, { role: task.role, maker: maker.name, template: task.template })
    const moved = templateChanged(options.pins?.templates[task.template], template)
    if (moved) return refuse('pin_changed', moved)
    const identity = await maker.identify()
    const other = makerChanged(task.role, pinOf(options.pins, task.role), { name: maker.name, ...identity })
    if (other) return refuse('pin_changed', other)
    const rendered = await renderTask(task, template, context, options.world.nonce)
    const leak = told(task, rendered)
    if (leak !== null) return refuse('leak', `the prompt reveals an earlier verdict, so it wasn't sent to the judge: «${leak}»`)
    const shown: ({ png: Uint8Array } & NonNullable<AskAgent['pictures']>[number])[] = []
    for (const each of maker.sees ? (task.pictures ?? []) : []) {
      const png = await options.picture?.(each.object)
      if (png) shown.push({ ...each, png })
    }
    const clean = cleaner(Object.values(rendered.slots))
    const request = {
      ...requestOf(task, context, rendered, { ...limits, timeoutMs: maker.timeoutMs ?? limits.timeoutMs }),
      ...(shown.length > 0 && { pictures: shown.map(({ says, png }) => ({ says, png })) }),
      hear: (text: string) => options.heard?.(context.run, task.key, lastWords(text, clean)),
    }
    const began = options.world.now()
    const said = await race(maker, request, options.world)
    if (said === 'pending') return 'pending'
    const result = cleanReply(said, task, Object.values(rendered.slots), options.unwrap)
    const { outages = 0 } = context
    const outage = 'failed' in result ? outageOf(result, { task, outages, now: options.world.now() }) : null
    if (outage) return outage
    const about = aboutCall({ task, maker: maker.name, identity, template, rendered, run: context.run, timeoutMs: request.timeoutMs })
    const meta = {
      ...about,
      model: { asked: identity.model, reported: result.model ?? null },
      warnings: result.warnings ?? [],
      ...(shown.length > 0 && { pictures: shown.map(({ object }) => object) }),
      ...(result.secrets && { secrets: result.secrets }),
      ...('by' in result && { by: result.by }),
      ms: options.world.now() - began,
      attempt: context.attempt,
      tries: outages + 1,
      fence: rendered.fence,
    }
    return readResult(result, task, identity.model, limits, meta)
  }
}

const mostLines = 20
const longestLine = 300

/** An unfinished private key is recognised by its beginning. */
function lastWords(text: string, clean: (text: string) => string): string {
  const ended = text.replace(/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?![^]*-----END)[^]*$/, '')
  const lines = clean(ended).trimEnd().split('\n').slice(-mostLines)
  return visible(lines.map((line) => line.slice(0, longestLine)).join('\n'))
}

export interface Called {
  task: AskAgent
  maker: string
  identity: Identity
  template: Template
  rendered: RenderedPrompt
  run: string
  timeoutMs: number | null
}

/** What is known about a call before the reply; recorded with every reply. */
export function aboutCall({ task, maker, identity, template, rendered, run, timeoutMs }: Called): Record<string, Json> {
  return {
    role: task.role,
    maker,
    version: identity.version,
    template: `${template.name}-v${template.version}`,
    templateHash: template.sha256,
    promptHash: sha256(normalisePrompt(rendered.prompt, { ...rendered, run })), // identical for the same request in every run
    settings: { temperature: 0, timeoutMs, structured: task.schema !== undefined },
  }
}

const judging: ReadonlySet<string> = new Set([judgeTemplate, compareTemplate])

/** Earlier scores or feedback that our own words would reveal to a judge. Criterion and anchors may mention scores, since they are the question. */
function told(task: AskAgent, { prompt, fence, slots }: RenderedPrompt & { slots: Record<string, string> }): string | null {
  if (!judging.has(task.template)) return null
  if (task.guidelines !== undefined) return task.guidelines
  return findLeak(outsideFences(prompt, fence), { except: [slots['criterion'] ?? '', slots['anchors'] ?? ''] })
}

/** The prompt of a task, for performing it outside (host mode) or inspecting it later. */
export async function renderTask(
  task: AskAgent,
  template: Template,
  context: Pick<TaskContext, 'object'>,
  nonce: () => string,
): Promise<RenderedPrompt & { slots: Record<string, string> }> {
  const slots: Record<string, Slot> = {}
  for (const [name, slot] of Object.entries(task.slots))
    slots[name] = typeof slot === 'string' ? slot : { text: 'object' in slot ? await context.object(slot.object) : slot.text, as: slot.as }
  const plain = Object.fromEntries(Object.entries(slots).map(([name, slot]) => [name, typeof slot === 'string' ? slot : slot.text]))
  const { prompt, fence } = renderPrompt(template, slots, nonce)
  const more = [task.guidelines, task.again === undefined ? undefined : refused(task.again)].filter((each) => each !== undefined)
  return { prompt: more.length === 0 ? prompt : `${[prompt.trimEnd(), ...more].join('\n\n')}\n`, fence, slots: plain }
}

/** The same request plus one line: what was wrong with the reply. */
function refused(problem: string): string {
  const why = inert(problem.replaceAll(/\s+/g, ' ').trim())
  return `Your last reply to this request was not taken: ${why.length > longestReason ? `${why.slice(0, longestReason - 1)}…` : why}. Answer again, in the form asked for above.`
}

const longestReason = 1000

function makerFor(makers: Readonly<Record<string, Provider>>, role: string): Provider {
  const maker = (Object.hasOwn(makers, role) ? makers[role] : undefined) ?? makers['default']
  if (!maker)
    throw new Fault('maker', `no maker for ${role}: none is named for it, and there is no default`, {
      fix: `Name one with --maker, or under makers: in whetstone.yaml (${role}: … or default: …). \`whet doctor\` lists what this machine has.`,
    })
  return maker
}

function requestOf(
  task: AskAgent,
  context: TaskContext,
  rendered: RenderedPrompt & { slots: Record<string, string> },
  limits: AskLimits,
): ProviderRequest {
  return {
    run: context.run,
    task: task.key,
    role: task.role,
    prompt: rendered.prompt,
    fence: rendered.fence,
    slots: rendered.slots,
    expects: task.expects,
    ...(task.makes && { makes: task.makes }),
    ...(task.edits && { edits: 'slot' in task.edits ? { files: rendered.slots[task.edits.slot] ?? '' } : task.edits }),
    ...(task.schema !== undefined && { schema: task.schema }),
    temperature: 0,
    timeoutMs: limits.timeoutMs,
    maxReplyBytes: limits.maxReplyBytes,
    ...(judging.has(task.template) && { apart: true as const }),
    signal: context.signal,
  }
}

/** Checks a maker's result against its task's contract: size, model, form. */
export function readResult(
  result: Exclude<ProviderResult, 'pending'>,
  task: AskAgent,
  pinned: string,
  limits: Pick<AskLimits, 'maxReplyBytes'>,
  meta: Record<string, Json>,
): Reply {
  if ('failed' in result) return failedReply(result, meta)
  const bytes = new TextEncoder().encode(result.text).length
  if (bytes > limits.maxReplyBytes)
    return failedReply(
      { failed: 'too_large', message: `the reply has ${bytes} bytes; the limit is ${limits.maxReplyBytes}`, usage: result.usage },
      meta,
    )
  if (modelChanged(pinned, result.model))
    return failedReply(
      { failed: 'pin_changed', message: `asked ${pinned}, but ${result.model} answered`, usage: result.usage, text: result.text },
      meta,
    )
  return readReply(result, task.expects, meta)
}

/** A maker's own time limit may fail; this one is enforced whether or not the maker cooperates. */
async function race(maker: Provider, request: ProviderRequest, world: AskWorld): Promise<ProviderResult> {
  if (request.signal.aborted) return { failed: 'aborted', message: `${maker.name} was not asked: the run is stopping` }
  const stop = new AbortController()
  const done = new AbortController()
  const signal = AbortSignal.any([request.signal, stop.signal])
  const call = maker.call({ ...request, signal }).then((result) => ({ result }))
  const ended = call.catch(() => null)
  try {
    const left = world.wait(request.timeoutMs, AbortSignal.any([done.signal, request.signal])).then(() => null)
    const first = await Promise.race([call, left]).catch((error: unknown) => {
      if (request.signal.aborted) return null // errors of a maker that was told to stop don't matter
      throw error
    })
    if (first !== null && !request.signal.aborted) return first.result
    stop.abort()
    await Promise.race([ended, world.wait(graceMs, done.signal)])
    if (request.signal.aborted) return { failed: 'aborted', message: `${maker.name} was told to stop`, usage: unknownUsage }
    const message = `${maker.name} did not answer ${request.task} within ${request.timeoutMs / 1000} s`
    return { failed: 'timeout', message, usage: unknownUsage }
  } finally {
    done.abort()
  }
}
