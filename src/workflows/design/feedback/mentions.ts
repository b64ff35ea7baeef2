// What the words of an ask stand for: things of the design with or without their owner, kinds of value, kinds of thing, and pronouns that point back.
import { isVerb } from '../../../lib/english/lexicon.ts'
import { readTokens } from '../../../lib/english/read.ts'
import type { Thing, ThingKind } from './edit.ts'
import { isText, nameKey, partsNamed, same, type Names } from './names.ts'
import { numbered } from './numbered.ts'
import { isEditVerb } from './senses.ts'
import { textOf, type Word } from './sentence.ts'
import { typeNamed } from './value-types.ts'

export interface Item {
  words: readonly Word[]
  lower: string
  /** What it may mean; one of them, if an ask fits only one. */
  things: readonly Thing[]
  type: string | null
  /** A word for a kind of thing, standing alone or beside the name. */
  kind: ThingKind | null
  /** Says only whose attribute is meant. */
  isOwner: boolean
}

const kindNames: readonly (readonly [ThingKind, string])[] = [
  ['entity', 'entity table object'],
  ['attribute', 'attribute field property column'],
  ['actor', 'actor role'],
  ['flow', 'flow workflow process'],
  ['component', 'component screen view page button control form list panel'],
  ...(['step', 'goal', 'interaction'] as const).map((kind) => [kind, kind] as const),
]
const kindWords = Object.fromEntries(kindNames.flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind])))
const ownerWord = /^(?:of|on|in|from|for|at|inside|within)$/
const article = /^(?:the|a|an|our|its|their|your|my|this|that|each|every|any)$/

export function itemsOf(words: readonly Word[], names: Names): Item[] {
  const items: Item[] = []
  for (let at = 0; at < words.length;) {
    const item = longest(words, at, names)
    items.push(item)
    at += item.words.length
  }
  return listed(owned(withKinds(numbered(items, names), names), names), names)
}

/** "contact name, e-mail and mobile": what stands in a list beside attributes of one record is short for others of it. */
function listed(items: readonly Item[], { all }: Names): Item[] {
  const isJoint = ({ lower }: Item) => /^(?:[,/&]|and|both)$/.test(lower) || article.test(lower)
  const ownersOf = (item: Item | undefined) => item?.things.flatMap(({ kind, of }) => (kind === 'attribute' && of ? [of] : [])) ?? []
  return items.map((item, at) => {
    const { things, words, kind } = item
    if (things.length > 0 || kind !== null || !/^(?:NOUN|PROPN|ADJ)$/.test(words[0]!.tag) || isJoint(item)) return item
    const beside = (by: 1 | -1) => {
      let next = at + by
      if (items[next] === undefined || !isJoint(items[next]!)) return undefined
      while (items[next] !== undefined && (isJoint(items[next]!) || (things.length === 0 && items[next]!.type !== null))) next += by
      return items[next]
    }
    const owners = [...ownersOf(beside(-1)), ...ownersOf(beside(1))]
    const said = nameKey(item.lower).split(' ')
    const found = all.filter(
      ({ kind: each, of = '', name }) =>
        each === 'attribute' && owners.includes(of) && said.every((word) => nameKey(name).split(' ').includes(word)),
    )
    return found.length === 1 ? { ...item, things: found, type: null } : item
  })
}

function longest(words: readonly Word[], at: number, names: Names): Item {
  for (let length = Math.min(7, words.length - at); length > 0; length -= 1) {
    const own = words.slice(at, at + length)
    const [first, last] = [own[0]!, own.at(-1)!]
    const isPair = length === 3 && own[1]!.text === '/' && typeNamed(textOf(own)) !== null // yes/no
    if (length > 1 && !isPair && own.some(({ quoted, tag, text }) => quoted !== undefined || /^(?:PUNCT|SYM)$/.test(tag) || text === ':'))
      continue
    // "closed at", "by telephone": a name may begin or end so, where the design has it
    if (
      length > 1 &&
      !isPair &&
      (isSmall(first) || isSmall(last)) &&
      ([first, last].some(({ tag }) => tag === 'DET') || !names.has(textOf(own)))
    )
      continue
    if (length === 1 && isDone(words, at) && !isTitle(words, at, names) && (!typeNamed(first.lower) || isBound(words, at))) break
    const text = first.quoted ?? textOf(own)
    const articles = (said: string) => said.toLowerCase().match(/(?<=\S\s)(?:the|an?)(?=\s)/g)?.length ?? 0
    // "feeding the pet the keeper …" names no “Pet (keeper)”
    const things = own.some(({ lower }) => lower === 'and')
      ? []
      : names
          .find(text, first.quoted !== undefined)
          .filter(({ name }) => length < 3 || articles(name) === articles(text))
          // "the Refund List screen" names no flow that is called Screens
          .filter(({ kind }) => kind !== 'flow' || length > 1 || kindWords[nameKey(first.lower)] === undefined)
    const next = words[at + length]
    const isPart = next !== undefined && next.quoted === undefined && kindWords[next.lower] === 'component'
    const parts = isPart ? partsNamed(names, text) : []
    if (parts.length > 0) return itemOf(own, parts, null)
    const isField = length > 1 && kindWords[nameKey(last.lower)] !== undefined && last.lower !== 'list'
    const type = !isField && (first.quoted === undefined || things.length === 0) ? typeNamed(text) : null
    if (things.length > 0 || type) return itemOf(own, things, type)
  }
  return itemOf([words[at]!], [], null)
}

const isSmall = ({ tag, lower }: Word) =>
  (/^(?:DET|ADP|AUX|CCONJ|PRON|SCONJ)$/.test(tag) && lower !== 'id') || /^(?:and|'s|’s|')$/.test(lower)

/** A word that is said to be done is no name: "make", "order", "record". */
function isDone(words: readonly Word[], at: number): boolean {
  const { tag, quoted, lower, lemma } = words[at]!
  const [before, next] = [words[at - 1], words[at + 1]]
  if (next?.tag === 'AUX' || (next?.tag === 'VERB' && /s$/.test(next.lower))) return false
  return (
    (tag === 'VERB' || isBound(words, at)) &&
    quoted === undefined &&
    lower === lemma &&
    (!before || /^(?:PRON|AUX|PART|PUNCT|CCONJ|ADV|INTJ)$/.test(before.tag))
  )
}

/** "style on ascent: …": a word that could be an order, said of something as a name is. */
const isTitle = (words: readonly Word[], at: number, names: Names) =>
  names.has(words[at]!.lower) && !isEditVerb(words[at]!.lower) && /^(?:of|on)$/.test(words[at + 1]?.lower ?? '')

/** "should count": the word is said to be done. */
const isBound = (words: readonly Word[], at: number) =>
  /^(?:should|must|shall)$/.test(words[at - 1]?.lower ?? '') && isVerb(words[at]!.lower)

const itemOf = (words: readonly Word[], things: readonly Thing[], type: string | null): Item => {
  const lower = words.map((word) => word.lower).join(' ')
  const kind = words.length === 1 && words[0]!.quoted === undefined && words[0]!.tag !== 'VERB' ? (kindWords[nameKey(lower)] ?? null) : null
  return { words, lower, things, type, kind, isOwner: false }
}

/** "the field deposit", "the deposit field", "a step called …": the word for the kind narrows what is meant. */
function withKinds(items: readonly Item[], names: Names): Item[] {
  const joined: Item[] = []
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at]!
    const before = joined.at(-1)
    const named = /^(?:called|named|labelled|:)$/.test(items[at + 1]?.lower ?? '') ? 2 : 1
    const next = items[at + named]
    const after = item.kind && item.things.length === 0 && next ? narrowed(next, item, names) : null
    const behind = item.kind && item.things.length === 0 && before && !before.kind ? narrowed(before, item, names) : null
    if (behind && before) {
      const whose = behind.length > 1 && /^(?:for|of)$/.test(items[at + 1]?.lower ?? '') ? actorAt(items, at + 2) : null
      const own = whose ? behind.filter(({ name }) => nameKey(name).endsWith(` ${nameKey(whose.name)}`)) : []
      const end = own.length > 0 ? whose!.at : at
      const words = [...before.words, ...items.slice(at, end + 1).flatMap((each) => each.words)]
      joined.splice(-1, 1, { ...before, words, things: own.length > 0 ? own : behind, kind: item.kind, type: null })
      at = end
    } else if (after && next) {
      joined.push({
        ...next,
        words: items.slice(at, at + named + 1).flatMap(({ words }) => words),
        things: after,
        kind: item.kind,
        type: null,
      })
      at += named
    } else joined.push(item)
  }
  return joined
}

/** The somebody named here, behind an article. */
function actorAt(items: readonly Item[], from: number): { at: number; name: string } | null {
  const at = article.test(items[from]?.lower ?? '') ? from + 1 : from
  const actor = items[at]?.things.find(({ kind }) => kind === 'actor')
  return actor ? { at, name: actor.name } : null
}

function narrowed(item: Item, { kind, lower: word }: Item, names: Names): Thing[] | null {
  const own = item.things.filter((thing) => thing.kind === kind)
  const said = item.words[0]!.quoted ?? textOf(item.words)
  if (own.length > 0) return own
  if (kind === 'attribute' && item.things.length === 0 && item.type === null) return partOfOne(names, said)
  if (kind !== 'component') return null
  const parts = [...partsNamed(names, said), ...partsNamed(names, `${said} ${word}`)]
  return parts.length > 0 ? parts : null
}

/** "the fax field" is the fax number, where no other attribute has the word. */
function partOfOne({ all }: Names, said: string): Thing[] | null {
  const words = nameKey(said).split(' ')
  const isNoun = readTokens(said).every(({ tag }) => /^(?:NOUN|PROPN)$/.test(tag))
  const found = all.filter(({ kind, name }) => kind === 'attribute' && words.every((word) => nameKey(name).split(' ').includes(word)))
  return isNoun && found.length === 1 ? found : null
}

/** "deposit of the tool", "the tool's deposit", "tool deposit": one mention. An owner said anywhere in the ask narrows the others. */
function owned(items: readonly Item[], names: Names): Item[] {
  const joined: Item[] = []
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at]!
    const entity = item.things.find(({ kind }) => kind === 'entity')
    const [back, run] = entity ? nameBefore(joined) : [0, []]
    const isNamed = entity && item.kind === 'entity' && joined.at(-back - 1)?.lower === 'name' // "the name of the entity Farm"
    const behind = entity && back > 0 && !isNamed ? attributesOf(names, entity, run, joined.at(-back)?.lower ?? '') : []
    const isPossessive = /^(?:['’]s?|\/|:)$/.test(items[at + 1]?.lower ?? '')
    const next = items[at + (isPossessive ? 2 : 1)]
    const after =
      entity && next
        ? isPossessive
          ? attributesOf(names, entity, [next], 'of')
          : next.things.filter(({ kind, of }) => kind === 'attribute' && of === entity.name)
        : []
    if (entity && after.length > 0 && next) {
      const end = at + (isPossessive ? 2 : 1)
      joined.push({ ...next, words: items.slice(at, end + 1).flatMap(({ words }) => words), things: after })
      at = end
    } else if (entity && behind.length > 0) {
      const gone = joined.splice(joined.length - back - run.length, back + run.length)
      joined.push({
        ...item,
        words: [...gone, item].flatMap(({ words }) => words),
        things: behind,
        kind: run.find(({ kind }) => kind)?.kind ?? null,
        type: null,
      })
    } else joined.push(item)
  }
  return withOwners(joined)
}

/** What stands before "of the": how many small words, and the words of a name before them. */
function nameBefore(items: readonly Item[]): [number, Item[]] {
  let small = 0
  while (article.test(items.at(-small - 1)?.lower ?? '')) small += 1
  if (!ownerWord.test(items.at(-small - 1)?.lower ?? '')) return [0, []]
  small += 1
  const name = items.at(-small - 1)
  if (name && name.things.length > 0) return [small, [name]]
  const run: Item[] = []
  for (
    let at = items.length - small - 1;
    at >= 0 && /^(?:NOUN|PROPN|ADJ)$/.test(items[at]!.words[0]!.tag) && items[at]!.things.length === 0;
    at -= 1
  )
    run.unshift(items[at]!)
  return [small, run]
}

/** A part of the name will do behind "of", where only one attribute has it. */
function attributesOf({ all }: Names, entity: Thing, run: readonly Item[], link: string): Thing[] {
  const own = all.filter(({ kind, of }) => kind === 'attribute' && of === entity.name)
  const exact = own.filter((thing) => run.some(({ things }) => things.some((each) => same(each, thing))))
  if (exact.length > 0 || run.length === 0 || link !== 'of') return exact
  const words = run.flatMap(({ lower }) => nameKey(lower).split(' '))
  const parts = own.filter(({ name }) => words.every((word) => nameKey(name).split(' ').includes(word)))
  return parts.length === 1 ? parts : []
}

function withOwners(items: readonly Item[]): Item[] {
  const ownerOf = (item: Item) => item.things.find(({ kind }) => kind === 'entity')?.name
  const owners = new Set(
    items.flatMap(
      (item) =>
        ownerOf(item) ??
        (item.things.length > 0 &&
        item.things.every(({ kind, of }) => kind === 'attribute' && of === item.things[0]!.of) &&
        item.words.length > 1
          ? item.things[0]!.of!
          : []),
    ),
  )
  const narrowedItems = items.map((item) => {
    const own = item.things.filter(({ kind, of }) => kind === 'attribute' && owners.has(of ?? ''))
    return own.length > 0 && own.length < item.things.length && item.things.every((thing) => thing.kind === 'attribute' || isText(thing))
      ? { ...item, things: own }
      : item
  })
  const used = new Set(
    narrowedItems.flatMap(({ things }) => (things.length === 1 && things[0]!.kind === 'attribute' ? [things[0]!.of] : [])),
  )
  return narrowedItems.map((item, at) => {
    const before = narrowedItems.slice(0, at).findLast(({ lower }) => !article.test(lower))?.lower ?? ''
    // "fold it into the booking", "checking the report": named for itself
    const isOwn = /^(?:into|onto)$|\p{L}{3}ing$/u.test(before) || (before === 'to' && narrowedItems.slice(0, at).at(-2)?.lower === 'over')
    return { ...item, isOwner: !isOwn && ownerOf(item) !== undefined && used.has(ownerOf(item)) }
  })
}
