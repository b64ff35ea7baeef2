// An edit said in the names a person saw, brought to the names that edits before it have given.
import { replaceNoun } from './nouns.ts'
import type { Edit, Spot, Thing } from './edit.ts'

export function carried(edit: Edit, before: readonly Edit[]): Edit {
  const thing = (each: Thing) => before.reduce(carry, each)
  const name = (kind: Thing['kind'], each: string) => thing({ kind, name: each }).name
  const spot = (at: Spot): Spot =>
    'before' in at ? { before: thing(at.before) } : 'after' in at ? { after: thing(at.after) } : { ...at, flow: name('flow', at.flow) }
  switch (edit.op) {
    case 'add-attribute':
      return { ...edit, entity: name('entity', edit.entity) }
    case 'add-step':
      return { ...edit, at: spot(edit.at) }
    case 'merge':
      return { ...edit, from: edit.from.map((each) => name(edit.kind, each)) }
    case 'give':
      return { ...edit, thing: thing(edit.thing), to: name('actor', edit.to) }
    case 'move':
      return {
        ...edit,
        thing: thing(edit.thing),
        to:
          'entity' in edit.to
            ? { entity: name('entity', edit.to.entity) }
            : 'component' in edit.to
              ? { component: name('component', edit.to.component) }
              : spot(edit.to),
      }
    default:
      return { ...edit, thing: thing(edit.thing) }
  }
}

function carry(thing: Thing, edit: Edit): Thing {
  if (edit.op === 'replace' && same(thing, edit.thing)) return { ...thing, name: edit.to }
  const pairs: (readonly [Thing, string])[] =
    edit.op === 'rename'
      ? [[edit.thing, edit.to]]
      : edit.op === 'merge'
        ? edit.from.map((name) => [{ kind: edit.kind, name }, edit.to] as const)
        : []
  return pairs.reduce((now, [from, to]) => {
    const isText = now.kind === 'step' || now.kind === 'goal' || now.kind === 'interaction'
    const spreads = from.kind === 'entity' || from.kind === 'actor'
    return {
      ...now,
      name: same(now, from) ? to : isText && spreads ? replaceNoun(now.name, from.name, to) : now.name,
      ...(now.of === from.name &&
        ((now.kind === 'attribute' && from.kind === 'entity') || (now.kind === 'step' && from.kind === 'flow')) && { of: to }),
    }
  }, thing)
}

const same = (a: Thing, b: Thing) => a.kind === b.kind && a.name === b.name && (a.of === undefined || b.of === undefined || a.of === b.of)
