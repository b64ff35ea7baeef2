// Finds out whether a flow speaks of what its statements speak of, step by step and as a whole.
import { refId } from '../intent.ts'
import type { Prose } from './prose.ts'
import type { FlowReading, Reading } from './reading.ts'

/** The share of a flow's own words that must stand in the statements it claims; the rest is the design's own contribution. */
const enough = 0.25

/** Which steps speak of what the claimed statements speak of, or of data they change, and whether enough of the flow does. */
export function groundOf({ flow, actor, steps }: FlowReading, reading: Reading): { steps: boolean[]; isGrounded: boolean } {
  const known = new Set<string>()
  for (const ref of flow.sourceRefs.map(refId)) {
    const index = reading.sourceIndex.get(ref)
    if (index !== undefined) for (const stem of reading.sources[index]!.stems) known.add(stem)
  }
  const own = new Set<string>()
  const speaks = steps.map((step, i) => {
    const things = step.words.filter(
      (word) => word.kind === 'content' && !actor.stems.has(word.stem) && (known.has(word.stem) || !interfaceWords.has(word.text)),
    )
    for (const word of things) own.add(word.stem)
    return things.some((word) => known.has(word.stem)) || flow.steps[i]!.entityRefs.some((ref) => remembered(ref, things))
  })
  function remembered(ref: string, things: Prose['words']): boolean {
    const entity = reading.entities[reading.entityIndex.get(ref) ?? -1]
    return entity !== undefined && things.some((word) => entity.attributes.some((attribute) => attribute.stems.has(word.stem)))
  }
  let found = 0
  for (const stem of own) if (known.has(stem)) found++
  return { steps: speaks, isGrounded: own.size > 0 && found >= own.size * enough }
}

/** A sentence that returns in more than two flows and in every third says nothing about any of them. */
export function refrainsOf(flows: readonly FlowReading[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { flow } of flows)
    for (const action of new Set(flow.steps.map((step) => step.action))) counts.set(action, (counts.get(action) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > 2 && count * 3 > flows.length).map(([action]) => action))
}

/** Say where a step happens, not what it is about. */
const interfaceWords = new Set(
  'page screen form button field list panel dialog menu tab view result details summary message confirmation overview link box icon row table card'.split(
    ' ',
  ),
)
