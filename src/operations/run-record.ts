// One run read from its first entry for whoever tells all of it: scores, versions, pages drawn, decisions, who was asked.
import { type DriverEvents, type RunState, reduceEntry } from '../kernel/reduce.ts'
import type { StoryDecision } from '../report/story.ts'
import type { Entry, NewEvent } from '../schema/event.ts'
import { Fault } from '../schema/fault.ts'
import type { AnyWorkflow } from './definition.ts'
import type { Drawn, Judged, Version, WorkflowPanel } from './page.ts'
import type { World } from './world.ts'

export interface RunRecord {
  run: RunState<unknown>
  kit: AnyWorkflow
  panel: WorkflowPanel<unknown>
  judged: Judged[]
  versions: Version[]
  drawn: Drawn[]
  decisions: StoryDecision[]
  makers: { role: string; maker: string; model: string; calls: number }[]
}

export async function readRecord(world: World, name: string, kit: AnyWorkflow): Promise<RunRecord> {
  const panel = (await kit.panel?.())?.default ?? {}
  const record: Omit<RunRecord, 'run'> = { kit, panel, judged: [], versions: [], drawn: [], decisions: [], makers: [] }
  let run: RunState<unknown> | null = null
  await world.store.read(name, 1, (entry, head) => {
    run = reduceEntry(kit, run, entry, head).run
    take(record, entry, run)
  })
  if (!run) throw new Fault('not_found', `the journal of ${name} is empty`)
  return { ...record, run }
}

function take(
  { kit, panel, judged, versions, drawn, decisions, makers }: Omit<RunRecord, 'run'>,
  entry: Entry,
  run: RunState<unknown>,
): void {
  const { seq, at } = entry
  for (const event of entry.events as NewEvent[]) {
    for (const { hash, label } of kit.view.artifacts(event, run)) versions.push({ number: versions.length + 1, hash, label, at, seq })
    for (const each of panel.judged?.({ ...event, at }, run) ?? []) judged.push({ seq, at, ...each })
    drawn.push(...(panel.drawn?.({ ...event, at }, run) ?? []))
    if (event.type === 'replied') called(makers, event.data as DriverEvents['replied'])
  }
  decisions.push(...decidedIn(entry, kit))
}

/** Answers at gates, and whatever else somebody decided under their name. */
function decidedIn({ events, at }: Entry, kit: AnyWorkflow): StoryDecision[] {
  const answers = events.filter(({ type }) => type === 'gate_answered')
  if (answers.length > 0)
    return answers.map(({ data }) => {
      const { gate, choice, by, assurance, text = '' } = data as DriverEvents['gate_answered']
      return { at, what: `${choice} (${gate})`, by, assurance, text }
    })
  return (events as NewEvent[]).flatMap((event) => {
    const { by, assurance } = event.data as { by?: unknown; assurance?: unknown }
    if (typeof by !== 'string' || typeof assurance !== 'string') return []
    return [{ at, what: event.type.replaceAll('_', ' '), by, assurance, text: kit.view.describe({ ...event, at }) ?? '' }]
  })
}

function called(makers: RunRecord['makers'], { meta }: DriverEvents['replied']): void {
  const {
    role = '',
    maker,
    model,
  } = (meta ?? {}) as { role?: string; maker?: string; model?: { reported?: string | null; asked?: string } }
  if (maker === undefined) return
  const said = model?.reported ?? model?.asked ?? 'unknown'
  const known = makers.find((each) => each.role === role && each.maker === maker && each.model === said)
  if (known) known.calls += 1
  else makers.push({ role, maker, model: said, calls: 1 })
}
