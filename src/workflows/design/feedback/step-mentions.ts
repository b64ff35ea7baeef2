// Steps by what they say: a description that fits one of them, in the flow that is spoken of.
import type { Thing, ThingKind } from './edit.ts'
import { same, stemsOf, type Names } from './names.ts'
import type { Word } from './tokens.ts'

export interface Context {
  sentence: string
  words: readonly Word[]
  names: Names
  /** What "it" and "them" stand for. */
  topic: readonly Thing[]
  /** "In Checkout, …": where steps and fields are looked for. */
  scope: Thing | undefined
  /** The one kind of thing that is looked for. */
  wants?: ThingKind
}

/** What stands at a word, and what it may name. */
export interface Core {
  things: readonly Thing[]
  end: number
  owner?: string
  isGroup?: boolean
}

/** Steps by what they say. */
export function describedAt({ words, names, scope }: Context, at: number, isLoose: boolean): Core[] {
  const found: Core[] = []
  if (!/[\p{L}\p{N}]/u.test(words[at]?.lower ?? '')) return found
  for (let end = at + 1; end <= Math.min(words.length, at + 30); end += 1) {
    const last = words[end - 1]!
    if (last.quoted || /^(?:[;:()–—]|must|shall|ought|not|instead|rather|because|since)$/.test(last.lower)) break
    if (/^(?:,|the|an?|and|or|of|to|by|with|be|is|are|should)$/.test(last.lower)) continue
    const things = names.described(stemsOf(words.slice(at, end).map(({ lower }) => lower)), isLoose)
    const own = scope?.kind === 'flow' ? inScope(things, scope) : things
    if (own.length > 0) found.push({ things: own.filter((thing, i) => own.findIndex((other) => same(other, thing)) === i), end })
  }
  return found
}

/** A step is looked for in the flow that is named and nowhere else; a field in its entity first. */
export function inScope(things: readonly Thing[], { kind, name }: Thing): readonly Thing[] {
  if (kind === 'flow') return things.filter((thing) => thing.kind !== 'step' || thing.of === name)
  return things.some(({ of }) => of === name) ? things.filter(({ of }) => of === name) : things
}

/** "the photo step" */
export function stepNoun(context: Context, at: number): Core[] {
  const { words } = context
  const end = words.findIndex(({ lower }, i) => i > at && i < at + 5 && /^steps?$/.test(lower))
  return end < 0 ? [] : describedAt(context, at, true).filter((each) => each.end === end)
}

/** "the second goal", "goal 2", "our goal" where there is one. */
export function goalAt({ words, names: { intent } }: Context, at: number): Core | null {
  const isGoal = (word: Word | undefined) => word !== undefined && !word.quoted && /^goals?$/.test(word.lower)
  const order = words[at]?.lower ?? ''
  const number = isGoal(words[at + 1]) ? ordinals.indexOf(order) + 1 : isGoal(words[at]) ? Number(words[at + 1]?.lower) || 0 : 0
  const isLast = isGoal(words[at + 1]) && /^(?:last|final)$/.test(order)
  const isOnly = number === 0 && isGoal(words[at]) && intent.goals.length === 1 && !words[at + 1]?.quoted
  const goal = isLast ? intent.goals.at(-1) : isOnly ? intent.goals[0] : intent.goals[number - 1]
  return goal === undefined ? null : { things: [{ kind: 'goal', name: goal }], end: isOnly ? at + 1 : at + 2 }
}

export const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
