// Components that nothing needs any more, taken out with what only they held.
import type { Intent } from '../intent.ts'

/** Of `candidates`, those no step or interaction happens at, nor at anything inside. */
export function prune(intent: Intent, candidates: ReadonlySet<string>): Intent {
  const used = new Set([
    ...intent.userFlows.flatMap(({ steps }) => steps.map(({ componentId }) => componentId)),
    ...intent.interactions.map(({ componentId }) => componentId),
  ])
  const children = new Map(intent.components.map(({ id, children: own }) => [id, own]))
  const isNeeded = (id: string, seen: ReadonlySet<string> = new Set()): boolean =>
    used.has(id) ||
    (children.get(id) ?? []).some((child) => !seen.has(child) && (!candidates.has(child) || isNeeded(child, new Set([...seen, id]))))
  const gone = new Set([...candidates].filter((id) => !isNeeded(id)))
  if (gone.size === 0) return intent
  return {
    ...intent,
    components: intent.components
      .filter(({ id }) => !gone.has(id))
      .map((each) => ({ ...each, children: each.children.filter((child) => !gone.has(child)) })),
  }
}
