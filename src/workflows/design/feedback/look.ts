// Looks up what a phrase of feedback means in a design, and reads new names and texts.
import { readTokens } from '../../../lib/english/read.ts'
import { readStatements } from '../../../lib/english/statement.ts'
import type { Edit, Thing, ThingKind } from './edit.ts'
import { findThing, kindWord, nameKey, thingsOf, type Context } from './names.ts'
import { isQuoted, wordsOf } from './pattern.ts'

type Slots = Record<string, string>

/** Looks names up for a form, and keeps what was near where none fits. */
export interface Look {
  context: Context
  near: Set<string>
}

export type Build = (slots: Slots, look: Look) => Edit[] | null

export const named: readonly ThingKind[] = ['entity', 'attribute', 'actor', 'flow', 'component']

export const texts: readonly ThingKind[] = ['step', 'goal', 'interaction']

/** The one thing a phrase means. */
export function one(phrase: string | undefined, kinds: readonly ThingKind[], { context, near }: Look): Thing | null {
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
export function oneName(phrase: string | undefined, look: Look): Thing[] {
  const found = findThing(phrase ?? '', named, look.context)
  const lasting = 'things' in found ? found.things.filter(({ kind }) => kind === 'actor' || kind === 'entity') : []
  const isOne =
    lasting.length > 0 && 'things' in found && found.things.every(({ name, kind }) => name === lasting[0]!.name && kind !== 'attribute')
  if (isOne) return lasting
  const thing = one(phrase, named, look)
  return thing ? [thing] : []
}

/** Several things with a common owner: "the fee and the deposit of Tool". */
export function several(phrase: string, kinds: readonly ThingKind[], look: Look): Thing[] | null {
  const alone = one(phrase, kinds, look)
  if (alone) return [alone]
  const parts = wordsOf(phrase)
    .join(' ')
    .split(/,?\s+and\s+|,\s+/)
  const quoted = phrase.split(/\s+and\s+(?=the (?:attribute|step|entity|actor) “)/)
  if (/[“"]/.test(phrase) && quoted.length > 1) {
    const all = quoted.map((part) => one(part, kinds, look))
    return all.every((thing) => thing !== null) ? all : null
  }
  if (parts.length < 2 || /[“"]/.test(phrase)) return null
  const owner = / (?:of|in|on|from|for) .+$/.exec(parts.at(-1)!)?.[0] ?? ''
  const things = parts.map((part, at) => (at < parts.length - 1 ? one(part + owner, kinds, look) : one(part, kinds, look)))
  return things.every((thing) => thing !== null) ? things : null
}

/** A new name: a few words without a verb, unless it is quoted. */
export function newName(phrase: string | undefined, like: string): string | null {
  const text = (phrase ?? '').replace(/^(?:just|simply|the|a|an)\s+/i, '')
  const name = inner(text)
  const words = readTokens(name)
  const isName =
    isQuoted(text) && wordsOf(text).length === 1
      ? name.length <= 80
      : words.length <= 5 &&
        words.every(({ tag, text: word }) => /^(?:NOUN|PROPN|ADJ|NUM|VERB|X)$/.test(tag) || word === '-' || /^['’]s?$/.test(word)) &&
        wordsOf(text).length <= 4
  if (!isName || !/^\p{L}[\p{L}\p{N}' _-]*$/u.test(name)) return null
  return /^\p{Lu}/u.test(like) && !isQuoted(text) ? name.charAt(0).toUpperCase() + name.slice(1) : name
}

export const inner = (text: string) => (isQuoted(text) ? text.replace(/^[“"«'‘`]|[”"»'’`][,;:]?$/g, '') : text).trim().replace(/\.$/, '')

/** What a step is to say: quoted, or a clause with a verb that asks for nothing more. */
export function newText(phrase: string | undefined): string | null {
  const said = (phrase ?? '').replace(/^(?:saying|that says|that reads|where|in which|to|that):?\s+/i, '').replace(/^:\s*/, '')
  const text = inner(said)
  const isWhole = isQuoted(said) && wordsOf(said).length === 1
  if (!isWhole && (/[“"]/.test(said) || asksMore.test(said) || !readTokens(text).some(({ tag }) => tag === 'VERB'))) return null
  return text === '' || text.length > 400 ? null : text.charAt(0).toUpperCase() + text.slice(1)
}

const asksMore =
  /\b(?:and|then|also)\s+(?:rename|call|remove|delete|drop|replace|change|make|give|assign|add|insert|move|put|merge|combine|require|mark|split|show)\b|\b(?:step|flow|entity|attribute|field|actor)\b/i

/** Taken already by another thing of its kind. */
export const isTaken = (name: string, { kind, of, name: from }: Thing, { context: { intent } }: Look) =>
  nameKey(name) !== nameKey(from) &&
  thingsOf(intent).some((thing) => thing.kind === kind && thing.of === of && nameKey(thing.name) === nameKey(name))

/** Without a word for what kind of thing it is, "X can go" may be about the product. */
export const isMarked = new RegExp(`[“"'‘]|\\b${kindWord}s?\\b`, 'i')

/** "Approving guests" is only half of "Section leaders keep the list and approve guests": what takes it away must mean all of it. */
export function isWhole(phrase: string, { kind, name }: Thing, look: Look): boolean {
  if (kind !== 'step' || isMarked.test(phrase) || nameKey(name) === nameKey(phrase)) return true
  const acts = new Set(
    readStatements(name).flatMap((statement) => statement.acts.filter(({ part }) => part === 'main').map(({ verb }) => verb)),
  )
  if (acts.size < 2) return true
  look.near.add(`“${name}” says more than that`)
  return false
}
