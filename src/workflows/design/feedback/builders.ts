// What the slots of a form stand for in a design: each builder gives the edits, or null where a name means nothing or too much.
import { isPerson, isUnit } from '../../../lib/english/lexicon.ts'
import { stemOf } from '../../../lib/english/match.ts'
import { readTokens } from '../../../lib/english/read.ts'
import { isRole } from '../../../lib/english/roles.ts'
import { isContent } from '../../../lib/english/statement.ts'
import { singular } from '../../../lib/english/stem.ts'
import { nearest } from '../../../lib/nearest.ts'
import type { Edit, Spot, Thing, ThingKind } from './edit.ts'
import { findThing, kindWord, nameKey, thingsOf, type Context } from './names.ts'
import { isQuoted, wordsOf } from './pattern.ts'
import { typeNamed } from './value-types.ts'

type Slots = Record<string, string>

/** Looks names up for a form, and keeps what was near where none fits. */
export interface Look {
  context: Context
  near: Set<string>
}

export type Build = (slots: Slots, look: Look) => Edit[] | null

const named: readonly ThingKind[] = ['entity', 'attribute', 'actor', 'flow', 'component']
const texts: readonly ThingKind[] = ['step', 'goal', 'interaction']

/** The one thing a phrase means. */
function one(phrase: string | undefined, kinds: readonly ThingKind[], { context, near }: Look): Thing | null {
  const found = findThing(phrase ?? '', kinds, context)
  if ('near' in found) for (const name of found.near) near.add(`near to it: ${name}`)
  else if (found.things.length > 1)
    near.add(
      `“${phrase}” could be ${found.things
        .slice(0, 3)
        .map(({ kind, of }) => `the ${kind}${of ? ` of ${of}` : ''}`)
        .join(' or ')}`,
    )
  return 'things' in found && found.things.length === 1 ? found.things[0]! : null
}

/** Somebody who is also kept as a record is one name: both follow, and so do flows and parts named after them. */
function oneName(phrase: string | undefined, look: Look): Thing[] {
  const found = findThing(phrase ?? '', named, look.context)
  const lasting = 'things' in found ? found.things.filter(({ kind }) => kind === 'actor' || kind === 'entity') : []
  const isOne =
    lasting.length > 0 && 'things' in found && found.things.every(({ name, kind }) => name === lasting[0]!.name && kind !== 'attribute')
  if (isOne) return lasting
  const thing = one(phrase, named, look)
  return thing ? [thing] : []
}

/** Several things with a common owner: "the fee and the deposit of Tool". */
function several(phrase: string, kinds: readonly ThingKind[], look: Look): Thing[] | null {
  const alone = one(phrase, kinds, look)
  if (alone) return [alone]
  const parts = wordsOf(phrase)
    .join(' ')
    .split(/,?\s+and\s+|,\s+/)
  if (parts.length < 2 || /[“"]/.test(phrase)) return null
  const owner = / (?:of|in|on|from|for) .+$/.exec(parts.at(-1)!)?.[0] ?? ''
  const things = parts.map((part, at) => (at < parts.length - 1 ? one(part + owner, kinds, look) : one(part, kinds, look)))
  return things.every((thing) => thing !== null) ? things : null
}

/** A new name: a few words without a verb, unless it is quoted. */
function newName(phrase: string | undefined, like: string): string | null {
  const text = (phrase ?? '').replace(/^(?:just|simply|the|a|an)\s+/i, '')
  const name = inner(text)
  const words = readTokens(name)
  const isName =
    isQuoted(text) && wordsOf(text).length === 1
      ? name.length <= 80
      : words.length <= 5 &&
        words.every(({ tag, text: word }) => /^(?:NOUN|PROPN|ADJ|NUM|VERB|X)$/.test(tag) || word === '-') &&
        wordsOf(text).length <= 4
  if (!isName || !/^\p{L}[\p{L}\p{N}' _-]*$/u.test(name)) return null
  return /^\p{Lu}/u.test(like) && !isQuoted(text) ? name.charAt(0).toUpperCase() + name.slice(1) : name
}

const inner = (text: string) => (isQuoted(text) ? text.replace(/^[“"«'‘`]|[”"»'’`][,;:]?$/g, '') : text).trim().replace(/\.$/, '')

/** What a step is to say: quoted, or a clause with a verb that asks for nothing more. */
function newText(phrase: string | undefined): string | null {
  const said = (phrase ?? '').replace(/^(?:saying|that says|that reads|where|in which|to|that):?\s+/i, '').replace(/^:\s*/, '')
  const text = inner(said)
  const isWhole = isQuoted(said) && wordsOf(said).length === 1
  if (!isWhole && (/[“"]/.test(said) || asksMore.test(said) || !readTokens(text).some(({ tag }) => tag === 'VERB'))) return null
  return text === '' || text.length > 400 ? null : text.charAt(0).toUpperCase() + text.slice(1)
}

const asksMore =
  /\b(?:and|then|also)\s+(?:rename|call|remove|delete|drop|replace|change|make|give|assign|add|insert|move|put|merge|combine|require|mark|split|show)\b|\b(?:step|flow|entity|attribute|field|actor)\b/i

/** Taken already by another thing of its kind. */
const isTaken = (name: string, { kind, of, name: from }: Thing, { context: { intent } }: Look) =>
  nameKey(name) !== nameKey(from) &&
  thingsOf(intent).some((thing) => thing.kind === kind && thing.of === of && nameKey(thing.name) === nameKey(name))

export const rename: Build = ({ T, N }, look) => {
  const things = oneName(T, look)
  const edits = things.map((thing): Edit | null => {
    const to = newName(N, thing.name)
    if (to === null || to === thing.name) return null
    if (!isTaken(to, thing, look)) return { op: 'rename', thing, to }
    look.near.add(`there is ${/^[aeiou]/.test(thing.kind) ? 'an' : 'a'} ${thing.kind} ${to} already; say “merge” if that is meant`)
    return null
  })
  return edits.length > 0 && edits.every((edit) => edit !== null) ? edits : null
}

/** "Make it 'Inbox'": only a quoted word is surely a name. */
export const renameQuoted: Build = (slots, look) => (isQuoted(slots['N'] ?? '') ? rename(slots, look) : null)

/** Without a word for what kind of thing it is, "X can go" may be about the product. */
const isMarked = new RegExp(`[“"'‘]|\\b${kindWord}s?\\b`, 'i')

export const removeMarked: Build = (slots, look) => (isMarked.test(slots['T'] ?? '') ? remove(slots, look) : null)

export const remove: Build = ({ T = '' }, look) =>
  several(T, [...named, ...texts], look)?.map((thing): Edit => ({ op: 'remove', thing })) ?? null

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

export const give: Build = ({ T, A, B }, look) => {
  const thing = one(T, ['step', 'flow'], look)
  const to = thing && (one(A, ['actor'], look)?.name ?? newActor(A, look))
  if (!thing || !to) return null
  const flow = look.context.intent.userFlows.find(({ name }) => name === (thing.of ?? thing.name))
  const before = B === undefined || nameKey(flow?.actor ?? '') === nameKey(B)
  return before && flow?.actor !== to ? [{ op: 'give', thing, to }] : null
}

/** Somebody the design does not know yet, if the name is that of a role and no misspelling of one it knows. */
function newActor(phrase: string | undefined, { context }: Look): string | null {
  const name = newName((phrase ?? '').replace(/^(?:the|a|an)\s+/i, ''), 'A')
  const head = readTokens(name ?? '').at(-1)
  const found = findThing(phrase ?? '', ['actor'], context)
  if (!name || !head || !(isRole(head.lemma) || isPerson(head.lemma)) || 'things' in found) return null
  return nearest(
    name,
    thingsOf(context.intent)
      .filter(({ kind }) => kind === 'actor')
      .map((actor) => actor.name),
  ) === undefined
    ? name
    : null
}

export const moveComponent: Build = ({ T, U, B }, look) => {
  const [thing, into] = [one(T, ['component'], look), one(U, ['component'], look)]
  const before = B === undefined || one(B, ['component'], look)
  return thing && into && before && thing.name !== into.name ? [{ op: 'move', thing, to: { component: into.name } }] : null
}

/** "Cancelling is possible up to 4 hours before, not 3 hours": the one step that says so with the old amount. */
export const amount: Build = ({ X: before = '', Y = '', Q = '', P }, look) => {
  const X = `${before} ${Y}`.trim()
  const [, old = '', unit = ''] = /^(\d[\d.,]*)\s*(.*)$/.exec(inner(Q)) ?? []
  const [fresh, ...others] = [...X.matchAll(/(\d[\d.,]*)\s*(\p{L}*)/gu)]
  if (old === '' || !fresh || others.length > 0) return null
  const said = stems(X)
  const [, now = '', nowUnit = ''] = fresh
  const holds = new RegExp(`(?<![\\d.,])${old.replaceAll('.', '\\.')}(?![\\d]|[.,]\\d)\\s*(\\p{L}*)`, 'u')
  // Days are no weeks: the unit is the same in what is said and in what is there.
  const isSame = (a: string, b: string) => a === '' || singular(a.toLowerCase()) === singular(b.toLowerCase())
  const steps = thingsOf(look.context.intent).filter(({ kind, name }) => {
    const there = kind === 'step' ? holds.exec(name)?.[1] : undefined
    return (
      there !== undefined && isSame(unit.split(' ')[0] ?? '', there) && isSame(nowUnit, there) && !new RegExp(`\\b${now}\\b`).test(name)
    )
  })
  const [thing, ...more] =
    P === undefined
      ? steps.filter(({ name }) => said.length > 0 && said.every((word) => stems(name).includes(word)))
      : steps.filter(({ name }) => all(P, look).includes(name))
  return thing && more.length === 0 ? [{ op: 'replace', thing, to: thing.name.replace(holds, (found) => found.replace(old, now)) }] : null
}

const all = (phrase: string, { context }: Look): string[] => {
  const found = findThing(phrase, ['step'], context)
  return 'things' in found ? found.things.map(({ name }) => name) : []
}

/** What a sentence speaks of, amounts and words of permission aside. */
const stems = (text: string) =>
  readTokens(text)
    .filter(
      (token) => isContent(token) && token.tag !== 'NUM' && !isUnit(token.lemma) && !/\d|^(?:possible|allow|permit|able)/.test(token.lemma),
    )
    .map(({ lower }) => stemOf(lower))

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

/** What comes before or after is a step, whether the sentence says so or not. */
function besideOf(phrase: string | undefined, flow: string | undefined, look: Look): Thing | null {
  const within = flow === undefined ? null : one(flow, ['flow'], look)
  if (flow !== undefined && !within) return null
  const here = within ? { ...look, context: { ...look.context, within } } : look
  return one(phrase, ['step'], { ...here, near: new Set() }) ?? one(`the step ${(phrase ?? '').replace(/^the\s+/i, '')}`, ['step'], here)
}

export const addStep =
  (where: 'before' | 'after' | 'first' | 'last'): Build =>
  ({ X, S, F }, look) => {
    const text = newText(X)
    if (!text) return null
    if (where === 'before' || where === 'after') {
      const beside = besideOf(S, F, look)
      return beside && [{ op: 'add-step', text, at: where === 'before' ? { before: beside } : { after: beside } }]
    }
    const flow = one(F, ['flow'], look)
    return flow && [{ op: 'add-step', text, at: { flow: flow.name, end: where } }]
  }

export const moveStep =
  (where: 'before' | 'after' | 'first' | 'last'): Build =>
  ({ S, S2, F }, look) => {
    const thing = one(S, ['step'], look)
    if (!thing) return null
    const spot = (): Spot | null => {
      if (where === 'first' || where === 'last') {
        const flow = F === undefined ? thing.of : one(F, ['flow'], look)?.name
        return flow === undefined ? null : { flow, end: where }
      }
      const beside = besideOf(S2, undefined, look)
      return beside && beside.name !== thing.name ? (where === 'before' ? { before: beside } : { after: beside }) : null
    }
    const to = spot()
    return to && [{ op: 'move', thing, to }]
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
    if (!a || !b || a.name === b.name || a.of !== b.of || kind === 'attribute') continue
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

/** "Packers don't throw chilled food away, the shift lead does": the step is told, not named. */
export const giveDone: Build = ({ T, A, B }, look) => give({ T: `the step about ${T}`, ...(A && { A }), ...(B && { B }) }, look)
