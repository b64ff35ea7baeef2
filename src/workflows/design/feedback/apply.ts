// Edits applied to a design, one after the other. What an edit cannot find it leaves alone, so that applying twice is applying once.
import { refId, type Intent, type SourceRef } from '../intent.ts'
import { applyToData } from './apply-data.ts'
import { applyToFlows } from './apply-flows.ts'
import type { Edit, Heard } from './edit.ts'
import { moved } from './pointers.ts'

export interface Asked {
  id: string
  /** The sentence, where things are to refer to it. */
  text?: string
  edits: readonly Edit[]
}

export const editsIn = (heard: readonly Heard[]): Asked[] => heard.flatMap((each) => (each.became === 'edit' ? [each] : []))

export function applyEdits(intent: Intent, asked: readonly Asked[]): Intent {
  return asked.reduce((design, { id, text, edits }) => {
    let fresh = 0
    const after = edits.reduce((now, edit) => {
      const note = { id, textId: `${id}-${(fresh += 1)}` }
      return applyToFlows(applyToData(now, edit, note), edit, note)
    }, design)
    return after === design ? design : kept(design, after, { id, text: text ?? '' })
  }, intent)
}

/** What became of each source: another text, or null where nothing of the design says it any more. New ones are texts too. */
export function amendments(before: Intent, after: Intent): Record<string, string | null> {
  const now = new Map(after.sources.map(({ id, text }) => [id, text]))
  const old = new Map(before.sources.map(({ id, text }) => [id, text]))
  return Object.fromEntries([
    ...before.sources.filter(({ id, text }) => now.get(id) !== text).map(({ id }) => [id, now.get(id) ?? null]),
    ...after.sources.filter(({ id }) => !old.has(id)).map(({ id, text }) => [id, text]),
  ])
}

/** Sources that only what is gone had said are set aside; slices of a text that was changed name it whole; the sentence itself is a source. */
function kept(before: Intent, after: Intent, { id, text }: { id: string; text: string }): Intent {
  const [was, now] = [refsOf(before), refsOf(after)]
  const old = new Map(before.sources.map((source) => [source.id, source.text]))
  const own = text !== '' && now.has(id) && !old.has(id) ? [{ id, text }] : []
  const sources = [...after.sources.filter((source) => now.has(source.id) || !was.has(source.id)), ...own]
  const changed = new Set(sources.filter((source) => old.get(source.id) !== source.text).map((source) => source.id))
  const known = new Set(sources.map((source) => source.id))
  const whole = (refs: readonly SourceRef[]): SourceRef[] => {
    const named = refs.filter((ref) => known.has(refId(ref))).map((ref) => (changed.has(refId(ref)) ? refId(ref) : ref))
    return [...new Map(named.map((ref) => [JSON.stringify(ref), ref])).values()]
  }
  return moved(before, { ...mapRefs(after, whole), sources })
}

/** Every list of references of a design, changed. */
function mapRefs(intent: Intent, map: (refs: readonly SourceRef[]) => SourceRef[]): Intent {
  return {
    ...intent,
    goalSourceRefs: intent.goalSourceRefs.map(map),
    userFlows: intent.userFlows.map((flow) => ({
      ...flow,
      sourceRefs: map(flow.sourceRefs),
      steps: flow.steps.map((step) => ({ ...step, ...(step.sourceRefs && { sourceRefs: map(step.sourceRefs) }) })),
    })),
    dataModel: { entities: intent.dataModel.entities.map((entity) => ({ ...entity, sourceRefs: map(entity.sourceRefs) })) },
    interactions: intent.interactions.map((each) => ({ ...each, ...(each.sourceRefs && { sourceRefs: map(each.sourceRefs) }) })),
    ...(intent.actors && { actors: intent.actors.map((actor) => ({ ...actor, sourceRefs: map(actor.sourceRefs) })) }),
  }
}

/** Ids of the sources that something of a design refers to. */
function refsOf(intent: Intent): Set<string> {
  const ids = new Set<string>()
  mapRefs(intent, (refs) => {
    for (const ref of refs) ids.add(refId(ref))
    return [...refs]
  })
  return ids
}
