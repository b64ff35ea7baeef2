// One ask laid out for reading: which words are accounted for, which still have to be, and why a reading failed.
import { isUnit } from '../../../lib/english/lexicon.ts'
import { thingText, type Edit, type Thing, type ThingKind } from './edit.ts'
import type { Item } from './mentions.ts'
import { isText, nameKey, nearNames, type Names } from './names.ts'
import { textOf, type Word } from './sentence.ts'
import { typeNamed } from './value-types.ts'

export interface View {
  items: readonly Item[]
  names: Names
  topic: readonly Thing[]
  used: Set<number>
  why: Set<string>
}

/** Reads an ask as one kind of edit, and marks every word that says so. */
export type Reading = (view: View) => Edit[] | null

export const named: readonly ThingKind[] = ['entity', 'attribute', 'actor', 'flow', 'component']
export const everything: readonly ThingKind[] = [...named, 'step', 'goal', 'interaction']

const idle = new Set(
  `the a an our its their your my his her this that these those of on in at for with from into onto to by as under inside within
  be is are 's should must shall ought can could would will may 'd 'll have has i we you us it they he she there which please pls kindly also too just simply really
  actually plain now well so and then both anyway instead here definitely certainly surely directly quite better still again even though
  , ; : - – — . ! ' ’ ’s s let like want prefer thanks`.split(/\s+/),
)

/** Words that ask for nothing themselves. Whatever else is left over keeps an ask from being understood. */
const isIdle = (item: Item) =>
  item.isOwner ||
  (item.things.length === 0 &&
    item.words.length === 1 &&
    item.words[0]!.quoted === undefined &&
    (idle.has(item.lower) || item.words[0]!.tag === 'PUNCT')) ||
  (item.isPointer && idle.has(item.lower))

export const use = (view: View, ...at: readonly number[]) => {
  for (const each of at) view.used.add(each)
}

/** Runs of words nothing has accounted for, without what is idle around them. */
export function runs(view: View, breaks = /^(?:,|;|:|–|—|-)$/): number[][] {
  const found: number[][] = [[]]
  for (const at of view.items.keys()) {
    if (view.used.has(at) || breaks.test(view.items[at]!.lower)) found.push([])
    else found.at(-1)!.push(at)
  }
  return found
    .map((run) => {
      const own = run.filter((at) => !isIdle(view.items[at]!))
      return run.filter((at) => at >= own[0]! && at <= own.at(-1)!)
    })
    .filter((run) => run.length > 0)
}

export const textAt = (view: View, run: readonly number[]) => textOf(run.flatMap((at) => view.items[at]!.words))

export const left = (view: View) => runs(view).map((run) => textAt(view, run))

/** Mentions of things of some kinds that nothing has accounted for. */
export const mentions = (view: View, kinds: readonly ThingKind[]): number[] =>
  [...view.items.keys()].filter((at) => !view.used.has(at) && !view.items[at]!.isOwner && thingsAt(view, at, kinds).length > 0)

export const thingsAt = (view: View, at: number, kinds: readonly ThingKind[]): Thing[] =>
  view.items[at]!.things.filter(({ kind }) => kinds.includes(kind))

/** The one thing of these kinds that a mention means. */
export function one(view: View, at: number, kinds: readonly ThingKind[]): Thing | null {
  const things = thingsAt(view, at, kinds)
  if (things.length !== 1) view.why.add(whichOf(textAt(view, [at]), things))
  return things.length === 1 ? things[0]! : null
}

export const whichOf = (said: string, things: readonly Thing[]) =>
  `“${said.replace(/^“|”$/g, '')}” could be ${things
    .slice(0, 3)
    .map((thing) => (thing.kind === 'attribute' ? `the attribute of ${thing.of}` : thingText(thing)))
    .join(' or ')}: which one?`

/** Whether a mention is what shall not be: "not the clerk", "instead of text". The words that say so are accounted for. */
export function isOld(view: View, at: number): boolean {
  for (let before = at - 1; before >= 0; before -= 1) {
    const word = view.items[before]!.lower
    if (/^(?:not|n't|instead|rather|never|nobody|no)$/.test(word)) {
      use(view, ...range(before, at), ...(/^(?:do|does)$/.test(view.items[before - 1]?.lower ?? '') ? [before - 1] : []))
      return true
    }
    if (
      !/^(?:the|a|an|our|its|just|only|simply|merely|to|by|with|on|in|of|for|from|as|than|any|longer|place|plain|say|call|use)$/.test(word)
    )
      return false
  }
  return false
}

export const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)

/** Where one of these words stands, unaccounted for. */
export const wordAt = (view: View, words: RegExp): number =>
  view.items.findIndex(
    (item, at) =>
      !view.used.has(at) &&
      item.words.length === 1 &&
      item.words[0]!.quoted === undefined &&
      (words.test(item.lower) || words.test(item.words[0]!.lemma)),
  )

/** Takes a word as part of what asks for the edit, where it stands there. */
export function cue(view: View, words: RegExp): boolean {
  const at = wordAt(view, words)
  if (at >= 0) use(view, at)
  return at >= 0
}

/** Takes every such word. */
export function cues(view: View, words: RegExp) {
  while (cue(view, words));
}

const modal = /^(?:should|must|can|could|may|shall|would|will|'d|'ll|might|ought)$/

/** A verb said as a wish: "remove …", "we should remove …", "… can be removed", "… needs removing"; never "we removed", "don't remove", "the clerk can remove". */
export function isWish(view: View, at: number, isOfThing = false): boolean {
  const { lemma, lower, tag } = view.items[at]!.words[0]!
  const before = range(0, at)
    .map((each) => view.items[each]!.lower)
    .filter((word) => !/^(?:please|also|just|simply|then|really|rather|better|all|instead|always)$/.test(word))
  const last = before.at(-1)
  if (lower === lemma || tag === 'NOUN')
    return (
      last === undefined ||
      /^(?:let|'s|to|,|;|:|–|—|-|and|so|then|do)$/.test(last) ||
      (last === 'you' && before.length === 1) ||
      (tag === 'VERB' &&
        /^(?:after|before|once|in|at|for|on|instead|rather|to|from|with)$/.test(view.items[0]!.lower) &&
        !/^(?:PRON|AUX|PART)$/.test(view.items[at - 1]!.words[0]!.tag)) ||
      (modal.test(last) && (isOfThing || /^(?:i|we|you)$/.test(before.at(-2) ?? '')))
    )
  const isPassive =
    before.slice(-3).some((word) => /^(?:be|get)$/.test(word)) &&
    before.some((word) => modal.test(word) || /^(?:has|have|needs?|ought)$/.test(word))
  return isPassive || before.some((word) => /^(?:needs?|wants?|like|prefer)$/.test(word))
}

/** Takes the first wish for one of these verbs; `take out` also where something stands between. */
export function wish(view: View, verbs: string, isOfThing = false): string | null {
  for (const [at, item] of view.items.entries()) {
    if (view.used.has(at) || item.words.length > 1 || item.things.length > 0) continue
    for (const verb of verbs.split('|')) {
      const [head = '', ...rest] = verb.split(' ')
      if (item.words[0]!.lemma !== head && item.lower !== head) continue
      const places = rest.map((word) => view.items.findIndex(({ lower }, i) => i > at && lower === word))
      if (places.some((place) => place < 0) || !isWish(view, at, isOfThing)) continue
      use(view, at, ...places)
      return verb
    }
  }
  return null
}

/** A new name: quoted, or a few words that do nothing. */
export function newName(view: View, run: readonly number[], like = ''): string | null {
  const words = run.flatMap((at) => view.items[at]!.words)
  const [first] = words
  const said = textOf(words)
  const name = first?.quoted !== undefined && words.length === 1 ? first.quoted : said.replace(/^(?:just|simply|the|a|an|our)\s+/i, '')
  const isName = words.length === 1 && first?.quoted !== undefined ? name.length <= 80 : words.length <= 6 && isNounPhrase(words, name)
  if (!isName || !/^\p{L}[\p{L}\p{N}' _-]*$/u.test(name)) return null
  return /^\p{Lu}/u.test(like) && first?.quoted === undefined ? name.charAt(0).toUpperCase() + name.slice(1) : name
}

const edits =
  /^(?:rename|remove|delete|drop|add|move|merge|change|make|give|call|take|put|replace|show|keep|let|set|use|get|do|have|be|want|need|split|combine)$/

/** "billing period", "name of the trainer", "skipper's phone number", "Lending"; a value's type or unit is no name. */
function isNounPhrase(words: readonly Word[], name: string): boolean {
  const tokens = /^(?:just|simply|the|a|an|our)$/.test(words[0]!.lower) ? words.slice(1) : words
  const tags = tokens.map(({ tag, lower, lemma }, at) =>
    tag === 'VERB' && lower === lemma && tokens[at + 1] && !edits.test(lemma)
      ? 'a'
      : (/^(?:NOUN|PROPN)$/.test(tag) && !/^(?:h+m+|ok|wait|haha)$/.test(lower)) ||
          (tag === 'VERB' && /(?:ing|ed)$/.test(lower)) ||
          (tag === 'VERB' && tokens.length === 1)
        ? 'n'
        : tag === 'ADJ' || /^\d/.test(lower)
          ? 'a'
          : lower === 'of'
            ? 'o'
            : /^(?:the|a|an)$/.test(lower)
              ? 'd'
              : /^['’]s?$/.test(lower)
                ? 's'
                : lower === '-'
                  ? '-'
                  : lower === 'per'
                    ? 'o'
                    : '?',
  )
  const isPhrase = /^[an-]*n(?:s[an]*n)?(?:od?[an]*n[an]?)?$/.test(tags.join(''))
  const only = tokens.length === 1 ? tokens[0]! : undefined
  return (
    isPhrase &&
    !(
      only &&
      (isUnit(only.lemma) || /^(?:type|kind|sort|value|thing|part|something|anything|everything|nothing|one)s?$/.test(only.lower))
    ) &&
    !/^(?:text|integer|decimal|yes\/no|choice|list)$/.test(typeNamed(name) ?? '')
  )
}

/** Taken already by another thing of its kind. */
export const isTaken = ({ names }: View, name: string, { kind, of, name: from }: Thing) =>
  nameKey(name) !== nameKey(from) &&
  names.all.some((thing) => thing.kind === kind && thing.of === of && nameKey(thing.name) === nameKey(name))

/** Says that nothing of the design is called so, and what is near. */
export function unknown(view: View, kinds: readonly ThingKind[]): null {
  const said = left(view).filter((text) => /\p{L}/u.test(text))[0]
  if (
    said === undefined ||
    runs(view)
      .flat()
      .some((at) => view.items[at]!.things.some((thing) => isText(thing) || kinds.includes(thing.kind)))
  )
    return null
  const near = nearNames(view.names, said, kinds)
  view.why.add(`nothing in the design is called “${said}”${near.length > 0 ? `; near to it: ${near.join(', ')}` : ''}`)
  return null
}

/** The word before a mention, articles aside. */
export const wordBefore = (view: View, at: number): string => {
  let before = at - 1
  while (/^(?:the|a|an|our|just|simply)$/.test(view.items[before]?.lower ?? '')) before -= 1
  return view.items[before]?.lower ?? ''
}
