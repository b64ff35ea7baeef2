// What was only renamed in a newer design: an entity with the same attributes, an actor or a flow with the same steps.
import { applyEdits } from './feedback/apply.ts'
import type { Edit } from './feedback/edit.ts'
import { doersOf, type Intent } from './intent.ts'

export type Rename = Extract<Edit, { op: 'rename' }>

/** Each is applied before searching for the next, because an entity's name occurs in steps too. */
export function renamesIn(before: Intent, after: Intent): Rename[] {
  const found: Rename[] = []
  for (const kind of ['entity', 'actor', 'flow'] as const) {
    const was = partsOf(renamed(before, found), kind)
    const is = partsOf(after, kind)
    const gone = [...was].filter(([name]) => !is.has(name))
    const came = [...is].filter(([name]) => !was.has(name))
    for (const [name, parts] of gone) {
      const alike = came.filter(([to, own]) => isAlike(parts, own) && !found.some((each) => each.to === to))
      if (alike.length === 1) found.push({ op: 'rename', thing: { kind, name }, to: alike[0]![0] })
    }
  }
  return found
}

export const renamed = (intent: Intent, renames: readonly Rename[]): Intent =>
  renames.length === 0 ? intent : applyEdits(intent, [{ id: 'renamed', edits: renames }])

/** The identity of each item of a kind, apart from its name. */
function partsOf({ dataModel, userFlows }: Intent, kind: 'entity' | 'actor' | 'flow'): Map<string, string[]> {
  if (kind === 'entity')
    return new Map(dataModel.entities.map(({ name, attributes }) => [name, attributes.map((each) => `${each.name} ${each.type}`)]))
  if (kind === 'flow') return new Map(userFlows.map(({ name, steps }) => [name, steps.map(({ action }) => action)]))
  const actors = [...new Set(userFlows.flatMap(doersOf))]
  return new Map(
    actors.map((name) => [
      name,
      userFlows.flatMap(({ name: flow, actor, steps }) =>
        steps.flatMap((step, at) => ((step.actor ?? actor) === name ? [`${flow} ${at}`] : [])),
      ),
    ]),
  )
}

function isAlike(some: readonly string[], others: readonly string[]): boolean {
  const shared = some.filter((part) => others.includes(part)).length
  return shared > 0 && shared >= 0.75 * Math.max(some.length, others.length)
}
