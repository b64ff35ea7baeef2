// Everything a surface tells about a run, read from its journal: steps, scores, versions, pages, decisions, makers.
import { withoutSchema } from '../agents/json-reply.ts'
import { type DriverEvents, type RunState, reduceEntry } from '../kernel/reduce.ts'
import type { Usage } from '../kernel/task.ts'
import { type StoryDecision, makerName } from '../report/story.ts'
import { waitingText } from '../report/waiting.ts'
import type { Entry, Event, NewEvent } from '../schema/event.ts'
import { Fault } from '../schema/fault.ts'
import type { AnyWorkflow } from './definition.ts'
import type { Drawn, Judged, PanelContext, Version, WorkflowPanel } from './page.ts'
import { objectOf } from './show.ts'
import type { World } from './world.ts'

export interface RunRecord {
  name: string
  definition: AnyWorkflow
  panel: WorkflowPanel<unknown>
  run: RunState<unknown>
  /** By task key, in the order they were requested. */
  steps: Map<string, Step>
  judged: Judged[]
  versions: Version[]
  drawn: Drawn[]
  decisions: StoryDecision[]
  makers: { role: string; maker: string; model: string; calls: number }[]
}

export interface Step {
  key: string
  kind: string
  /** The iteration that requested it. */
  iteration: number
  seq: number
  askedAt: number
  /** Null while it runs. */
  endedAt: number | null
  /** The entry that recorded its reply. */
  endedSeq: number | null
  ms: number | null
  attempt: number
  ok: boolean | null
  error: string | null
  role: string | null
  maker: string | null
  model: string | null
  usage: Usage | null
  warnings: string[]
  /** Hash of the reply's text, or true if the journal holds it as a value. */
  reply: string | true | null
}

/** Given an earlier record, reads only what was committed since. */
export async function readRecord(world: World, name: string, definition: AnyWorkflow, before?: RunRecord): Promise<RunRecord> {
  const panel = (await definition.panel?.())?.default ?? {}
  const record = before ?? { name, definition, panel, steps: new Map(), judged: [], versions: [], drawn: [], decisions: [], makers: [] }
  let run = before?.run ?? null
  await world.store.read(name, (run?.seq ?? 0) + 1, (entry, head) => {
    if (run && entry.prev !== run.head) throw new Fault('integrity', `the journal of ${name} isn't the one read before`)
    run = reduceEntry(definition, run, entry, head).run
    take(record, entry, run)
  })
  if (!run) throw new Fault('not_found', `the journal of ${name} is empty`)
  return Object.assign(record, { run })
}

/** Where pages and pictures are served; a report embeds them and needs only names. */
export interface Addresses {
  frame(run: string, hash: string, file?: string): string
  picture(run: string, name: string): string
}

const byName: Addresses = { frame: (_run, hash) => hash, picture: (_run, name) => name }

export function contextOf(world: World, record: RunRecord, { frame, picture }: Addresses = byName): PanelContext<unknown> {
  const { name, run, judged, versions, drawn } = record
  return {
    run,
    judged,
    versions,
    drawn,
    world,
    text: (hash) => objectOf(world, name, hash),
    frame: (hash) => frame(name, hash),
    picture: (wanted) => picture(name, wanted),
  }
}

/** The full task, requirements or brief. */
export async function askedOf({ text }: PanelContext<unknown>, { definition, run }: RunRecord): Promise<string | null> {
  const asked = definition.view.asked?.(run) ?? null
  if (asked === null) return null
  return 'text' in asked ? asked.text : text(asked.object)
}

/** An event in words; null if only the full history shows it. */
export const inWords = (definition: AnyWorkflow, event: Event): string | null =>
  event.type === 'waiting' ? waitingText(event.data as DriverEvents['waiting']) : definition.view.describe(event)

function take(record: Omit<RunRecord, 'run'>, entry: Entry, run: RunState<unknown>): void {
  const { definition, panel, steps, judged, versions, drawn, decisions, makers } = record
  const { seq, at } = entry
  for (const event of entry.events as NewEvent[]) {
    for (const { hash, label } of definition.view.artifacts?.(event, run) ?? [])
      versions.push({ number: versions.length + 1, hash, label, at, seq })
    for (const each of panel.judged?.({ ...event, at }, run) ?? []) judged.push({ seq, at, ...each })
    drawn.push(...(panel.drawn?.({ ...event, at }, run) ?? []))
    takeStep(steps, event, entry, () => definition.view.summary(run).iteration)
    if (event.type === 'replied') called(makers, event.data as DriverEvents['replied'])
  }
  takeRefusal(steps, entry.events as NewEvent[])
  decisions.push(...decidedIn(entry, definition))
}

function takeStep(steps: RunRecord['steps'], event: NewEvent, { seq, at }: Entry, iteration: () => number): void {
  const change = (key: string, by: (step: Step) => Partial<Step>) => {
    const step = steps.get(key)
    if (step) steps.set(key, { ...step, ...by(step) })
  }
  const again = (key: string) => change(key, ({ attempt }) => ({ attempt: attempt + 1, askedAt: at, error: null }))
  if (event.type === 'asked')
    for (const task of (event.data as DriverEvents['asked']).tasks) steps.set(task.key, asked(task, seq, at, iteration()))
  if (event.type === 'resumed') (event.data as DriverEvents['resumed']).open.forEach(again)
  if (event.type === 'asked_again') (event.data as DriverEvents['asked_again']).tasks.forEach(again)
  if (event.type === 'waiting') {
    const waiting = event.data as DriverEvents['waiting']
    change(waiting.task, () => ({ error: waitingText(waiting) }))
  }
  if (event.type === 'replied') {
    const reply = event.data as DriverEvents['replied']
    const step = steps.get(reply.task) ?? asked({ key: reply.task, kind: 'ask' }, 0, at - reply.ms, 0)
    steps.set(reply.task, replied(step, reply, seq, at))
  }
}

/** A reply that arrived but wasn't accepted; one entry holds it and its result. */
function takeRefusal(steps: RunRecord['steps'], events: readonly NewEvent[]): void {
  const refusal = events.find(
    ({ type, data }) =>
      /^(?:phase_error|step_failed|reply_refused|task_again)$/.test(type) ||
      (type === 'task_done' && (data as Refusal).error) ||
      (data as Refusal).reason === 'agent_error',
  )
  const reply = events.find(({ type }) => type === 'replied')?.data as DriverEvents['replied'] | undefined
  const step = reply && steps.get(reply.task)
  if (!refusal || !step?.ok) return
  const { message, problem, error, because } = refusal.data as Refusal
  steps.set(step.key, { ...step, ok: false, error: withoutSchema(message ?? problem ?? error ?? because ?? '') })
}

type Refusal = Partial<Record<'message' | 'problem' | 'error' | 'because' | 'reason', string>>

const asked = ({ key, kind }: { key: string; kind: string }, seq: number, at: number, iteration: number): Step => ({
  key,
  kind,
  iteration,
  seq,
  askedAt: at,
  endedAt: null,
  endedSeq: null,
  ms: null,
  attempt: 1,
  ok: null,
  error: null,
  role: null,
  maker: null,
  model: null,
  usage: null,
  warnings: [],
  reply: null,
})

function replied(step: Step, reply: DriverEvents['replied'], seq: number, at: number): Step {
  const { role = null, maker = null, model = null, warnings = [] } = metaOf(reply)
  return {
    ...step,
    endedAt: at,
    endedSeq: seq,
    ms: reply.ms || at - step.askedAt,
    attempt: reply.attempt,
    ok: reply.ok,
    error: reply.error ? String((reply.error as { message?: string }).message ?? JSON.stringify(reply.error)) : null,
    role,
    maker: maker && makerName(maker),
    model,
    usage: reply.usage ?? null,
    warnings,
    reply: reply.text ?? (reply.value === undefined ? null : true),
  }
}

interface ReplyMeta {
  role?: string
  maker?: string
  model?: string | null
  warnings?: string[]
}

function metaOf({ meta }: DriverEvents['replied']): ReplyMeta {
  const { model, ...rest } = (meta ?? {}) as Omit<ReplyMeta, 'model'> & { model?: { reported?: string | null; asked?: string } }
  return { ...rest, model: model?.reported ?? model?.asked ?? null }
}

function called(makers: RunRecord['makers'], reply: DriverEvents['replied']): void {
  const { role = '', maker, model } = metaOf(reply)
  if (maker === undefined) return
  const said = model ?? 'unknown'
  const known = makers.find((each) => each.role === role && each.maker === maker && each.model === said)
  if (known) known.calls += 1
  else makers.push({ role, maker, model: said, calls: 1 })
}

/** Answers at gates and other decisions people made, with their names. */
function decidedIn({ events, at }: Entry, definition: AnyWorkflow): StoryDecision[] {
  const answers = events.filter(({ type }) => type === 'gate_answered')
  if (answers.length > 0)
    return answers.map(({ data }) => {
      const { gate, choice, by, assurance, text = '' } = data as DriverEvents['gate_answered']
      return { at, what: `${choice} (${gate})`, by, assurance, text }
    })
  return (events as NewEvent[]).flatMap((event) => {
    const { by, assurance } = event.data as { by?: unknown; assurance?: unknown }
    if (typeof by !== 'string' || typeof assurance !== 'string') return []
    return [{ at, what: event.type.replaceAll('_', ' '), by, assurance, text: definition.view.describe({ ...event, at }) ?? '' }]
  })
}
