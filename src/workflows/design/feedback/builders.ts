// What the slots of a form stand for in names, attributes and parts: each builder gives the edits, or null where a name means nothing or too much.
import { singular } from '../../../lib/english/stem.ts'
import type { Edit, ThingKind } from './edit.ts'
import { isMarked, isTaken, isWhole, named, newName, newText, one, oneName, several, texts, type Build } from './look.ts'
import { nameKey } from './names.ts'
import { isQuoted } from './pattern.ts'
import { typeNamed } from './value-types.ts'

export const rename: Build = ({ T, N }, look) => {
  const things = oneName(T, look)
  const edits = things.map((thing): Edit | null => {
    const given = newName(N, thing.name)
    // "'incidents' becomes 'log entries'": the name of one, as it stands in the design
    const isMany = given !== null && /s["”'’]?$/.test(T ?? '') && !/s$/.test(thing.name)
    const to = isMany ? given.replace(/\S+$/, singular) : given
    if (to === null || to === thing.name) return null
    if (!isTaken(to, thing, look)) return { op: 'rename', thing, to }
    look.near.add(`there is ${/^[aeiou]/.test(thing.kind) ? 'an' : 'a'} ${thing.kind} ${to} already; say “merge” if that is meant`)
    return null
  })
  return edits.length > 0 && edits.every((edit) => edit !== null) ? edits : null
}

/** "Make it 'Inbox'": only a quoted word is surely a name. */
export const renameQuoted: Build = (slots, look) => (isQuoted(slots['N'] ?? '') ? rename(slots, look) : null)

export const removeMarked: Build = (slots, look) => {
  const edits = remove(slots, look)
  return isMarked.test(slots['T'] ?? '') || edits?.every((edit) => edit.op === 'remove' && edit.thing.kind === 'step') ? edits : null
}

export const remove: Build = ({ T = '' }, look) => {
  const things = several(T, [...named, ...texts], look)
  return things?.every((thing) => isWhole(T, thing, look)) ? things.map((thing): Edit => ({ op: 'remove', thing })) : null
}

export const replace: Build = ({ T, N }, look) => {
  const thing = one(T, texts, { ...look, near: new Set() })
  const to = thing && newText(N)
  return thing && to ? [{ op: 'replace', thing, to }] : null
}

export const retype: Build = ({ T, K, K2 }, look) => {
  const to = typeNamed(K)
  const thing = to && (K2 === undefined || typeNamed(K2)) ? one(T, ['attribute'], look) : null
  return thing && to ? [{ op: 'retype', thing, to }] : null
}

export const require_ =
  (required: boolean): Build =>
  ({ T = '' }, look) =>
    several(T, ['attribute'], look)?.map((thing): Edit => ({ op: 'require', thing, required })) ?? null

export const moveComponent: Build = ({ T, U, B }, look) => {
  const [thing, into] = [one(T, ['component'], look), one(U, ['component'], look)]
  const before = B === undefined || one(B, ['component'], look)
  return thing && into && before && thing.name !== into.name ? [{ op: 'move', thing, to: { component: into.name } }] : null
}

export const addAttribute =
  (required: boolean): Build =>
  ({ N = '', K, E }, look) => {
    const type = K === undefined ? null : typeNamed(K)
    const entity = K === undefined || type ? one(E, ['entity'], look) : null
    if (!entity) return null
    const parts = /[“"]/.test(N) ? [N] : N.split(/,?\s+and\s+|,\s+/)
    const edits = parts.map((part): Edit | null => {
      const name = newName(part.replace(/^(?:a|an|the)\s+/i, ''), '')
      if (name && isTaken(name, { kind: 'attribute', name: '', of: entity.name }, look)) look.near.add(`${entity.name} has ${name} already`)
      return name ? { op: 'add-attribute', entity: entity.name, name, type, required } : null
    })
    const isNew = edits.every(
      (edit) => edit && 'name' in edit && !isTaken(edit.name, { kind: 'attribute', name: '', of: entity.name }, look),
    )
    return isNew && edits.every((edit) => edit !== null) ? edits : null
  }

export const moveAttribute: Build = ({ T, E, B }, look) => {
  const entity = one(E, ['entity'], look)
  const thing = entity && one(B === undefined ? T : `${T} of ${B}`, ['attribute'], look)
  return thing && entity.name !== thing.of && !isTaken(thing.name, { kind: 'attribute', name: '', of: entity.name }, look)
    ? [{ op: 'move', thing, to: { entity: entity.name } }]
    : null
}

export const merge: Build = ({ T, U, N }, look) => {
  const kinds: readonly ThingKind[] = ['entity', 'actor', 'flow', 'component', 'attribute']
  for (const kind of kinds) {
    const quiet = { ...look, near: new Set<string>() }
    const [a, b] = [one(T, [kind], quiet), one(U, [kind], quiet)]
    if (!a || !b || a.name === b.name || a.of !== b.of) continue
    if (kind === 'attribute') {
      const one = newName(N, '')
      return one && !isTaken(one, a, look)
        ? [
            { op: 'rename', thing: a, to: one },
            { op: 'remove', thing: b },
          ]
        : null
    }
    const to = N === undefined ? b.name : ([a, b].find(({ name }) => nameKey(name) === nameKey(N))?.name ?? newName(N, a.name))
    if (!to || (isTaken(to, b, { ...look }) && nameKey(to) !== nameKey(a.name))) return null
    return [{ op: 'merge', kind, from: [a.name, b.name], to }]
  }
  return null
}

/** "Merge A and B" keeps the first name, "merge A into B" the second. */
export const mergeFirst: Build = ({ T = '', U = '' }, look) =>
  merge({ T: U, U: T }, look)?.map((edit) => (edit.op === 'merge' ? { ...edit, from: edit.from.toReversed() } : edit)) ?? null

/** "take category off the tool" */
export const removeFrom: Build = ({ T, E }, look) => {
  const entity = one(E, ['entity'], look)
  return entity && remove({ T: `${T} of ${entity.name}` }, look)
}
