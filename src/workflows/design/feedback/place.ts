// Where a sentence asks for an edit: what stands in the slots of the pattern that it fits.
import { newName } from './new-name.ts'
import type { PlainForm } from './plain-form.ts'
import { textOf } from './sentence.ts'
import { thingText, type Edit, type Thing, type ThingKind } from './edit.ts'
import type { Item } from './mentions.ts'
import { nameKey, type Names } from './names.ts'

export interface Found {
  edits: Edit[]
  /** Where in the plain form it is said. */
  from: number
  to: number
  /** How many words of it say so. */
  size: number
  /** Said to be so, not only told. */
  isWish: boolean
}

export interface Place {
  form: PlainForm
  names: Names
  slots: Readonly<Record<string, string | undefined>>
  start: number
  why: Set<string>
  /** How much of the last slot is not part of the name after all. */
  shorter: number
  line: string
  said: string
  /** Said not to be so. */
  isDenied: boolean
}

/** What stands where in a sentence. */
export interface Ask {
  items: readonly Item[]
  names: Names
}

export type Build = (place: Place) => Edit[] | null

const kindsOf: Readonly<Record<string, readonly ThingKind[]>> = {
  T: ['attribute', 'entity', 'actor', 'flow', 'component'],
  A: ['attribute'],
  E: ['entity'],
  R: ['actor'],
  F: ['flow'],
  C: ['component'],
  S: ['step'],
  G: ['entity', 'actor'],
  U: ['attribute', 'entity', 'actor', 'flow', 'component', 'step', 'goal', 'interaction'],
}

export const numbersIn = (said: string) => [...said.matchAll(/#(\d+)/g)].map((match) => Number(match[1]))

/** What a slot names, each of its mentions one thing; what was named last before, where the pattern leaves it out. */
export function thingsIn(place: Place, slot: string): Thing[] | null {
  const said = place.slots[slot]
  const kinds = kindsOf[slot[0]!]!
  const mentions = [...(said ?? '').matchAll(/@[a-z]+#(\d+)/g)].map((match) => Number(match[1]))
  const found: Thing[] = []
  for (const at of said === undefined ? lastNamed(place, kinds) : mentions) {
    const own = place.form.things[at]!.filter(({ kind }) => kinds.includes(kind))
    const isPointer = at >= place.form.items.length || place.form.items[at]!.things.length === 0
    const lasting = own.filter(({ kind }) => kind === 'entity' || kind === 'actor')
    const step = own.find(({ kind, name }) => kind === 'step' && own.every((other) => other.name === name))
    // a goal that says the same goes with its step
    if (step) found.push(step)
    else if (own.length === 1 || (isPointer && own.length > 0)) found.push(...own)
    else if (lasting.length > 0 && own.every(({ kind, name }) => name === lasting[0]!.name && kind !== 'attribute')) found.push(...lasting)
    else {
      if (own.length > 1) place.why.add(whichOf(place.form.items[at]!.lower, own))
      return null
    }
  }
  const [spoken, ...more] = place.form.topic.filter(({ kind }) => kinds.includes(kind))
  if (said === undefined && found.length === 0 && spoken && more.length === 0) return [spoken]
  return found.length > 0 ? found : null
}

function lastNamed({ form, start }: Place, kinds: readonly ThingKind[]): number[] {
  const before = [...form.text.slice(0, start).matchAll(/@([a-z]+)#(\d+)/g)].filter(
    ([, letters, at]) => letters !== 'eo' && form.things[Number(at)]!.some(({ kind }) => kinds.includes(kind)),
  )
  return before.length === 0 ? [] : [Number(before.at(-1)![2])]
}

export const askOf = ({ form, names }: Place): Ask => ({ items: form.items, names })

export const attributeOf = ({ names }: Place, { name, of }: Thing) =>
  names.intent.dataModel.entities.find((entity) => entity.name === of)?.attributes.find((each) => each.name === name)

/** The new name in a slot: as many of its words as can be one. */
export function nameIn(place: Place, slot: string, like: string): string | null {
  let said = place.slots[slot] ?? ''
  for (; said !== ''; said = said.replace(/\S+ ?$/, '')) {
    const all = numbersIn(said)
    const name = newName(askOf(place), range(all[0]!, all.at(-1)! + 1), like)
    if (name !== null) {
      place.shorter = (place.slots[slot] ?? '').length - said.length
      return name
    }
  }
  return null
}

/** A clause, with its article. */
export function clauseIn({ form: { items }, slots }: Place): string {
  const all = numbersIn(slots.X ?? slots.Z1 ?? '')
  const from = /^(?:the|an?)$/.test(items[all[0]! - 1]?.lower ?? '') ? all[0]! - 1 : all[0]
  return textOf(items.slice(from, all.at(-1)! + 1).flatMap(({ words }) => words))
}

export const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)

/** Taken already by another thing of its kind. */
export const isTaken = ({ names }: Ask, name: string, { kind, of, name: from }: Thing) =>
  nameKey(name) !== nameKey(from) &&
  names.all.some((thing) => thing.kind === kind && thing.of === of && nameKey(thing.name) === nameKey(name))

const whichOf = (said: string, things: readonly Thing[]) =>
  `“${said.replace(/^“|”$/g, '')}” could be ${things
    .slice(0, 3)
    .map((thing) => (thing.kind === 'attribute' ? `the attribute of ${thing.of}` : thingText(thing)))
    .join(' or ')}: which one?`
