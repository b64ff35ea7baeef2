// One ask laid out for reading: which words are accounted for, which still have to be, and why a reading failed.
import { thingText, type Edit, type Thing, type ThingKind } from './edit.ts'
import { small, type Item } from './mentions.ts'
import { nameKey, type Names } from './names.ts'
import { textOf } from './sentence.ts'

export interface Ask {
  items: readonly Item[]
  names: Names
  topic: readonly Thing[]
  used: Set<number>
  why: Set<string>
}

/** One kind of edit: what asks for it, what only goes with that, and how its parts are found. Every word must be accounted for in the end. */
export interface Frame {
  /** Verbs that ask for it when they are wished for; the words of "take out" may stand apart. */
  verbs: string
  /** Whether a thing can be said to do it: "the fee should move". */
  isOfThing?: boolean
  /** How it is asked for without such a verb. */
  says?: (ask: Ask) => boolean
  read: (ask: Ask, verb: string | null) => Edit[] | null
}

/** What a frame makes of an ask, and the words it leaves over. */
export function readAs({ verbs, isOfThing, says, read }: Frame, ask: Ask): Edit[] | null {
  const verb = wish(ask, verbs, isOfThing)
  if (verb === null && !says?.(ask)) return null
  return read(ask, verb)
}

/** Tries each of some places and takes the only one with which the rest can be read to the last word. */
export function choose(ask: Ask, places: readonly number[], read: (trial: Ask, at: number) => Edit[] | null): Edit[] | null {
  const ways = places.flatMap((at) => {
    const trial: Ask = { ...ask, used: new Set(ask.used), why: new Set() }
    const edits = read(trial, at)
    for (const why of trial.why) ask.why.add(why)
    return edits ? [{ edits, used: trial.used, isWhole: left(trial).length === 0, key: JSON.stringify(edits) }] : []
  })
  const whole = ways.some(({ isWhole }) => isWhole) ? ways.filter(({ isWhole }) => isWhole) : ways
  if (whole.length === 0 || whole.some(({ key }) => key !== whole[0]!.key)) return null
  use(ask, ...whole[0]!.used)
  return whole[0]!.edits
}

export const everything: readonly ThingKind[] = ['entity', 'attribute', 'actor', 'flow', 'component', 'step', 'goal', 'interaction']

/** Small words that say something after all: they deny, bind to a condition, count, order or point to something else. */
const telling = new Set(
  `not n't never no nobody none nothing neither nor only if unless until except without or than when while where whether before after behind ahead between
  once again maybe perhaps possibly probably might later sometimes almost some any all every each another several other others something
  someone somebody everything everyone anything else need needs needed lacks who what how why former latter back hm hmm hmmm vs via per was were had been did as`.split(
    /\s+/,
  ),
)
const asking = /^(?:be|have|do|get|let|like|want|wish|prefer|think|mean|say|guess|suppose|suggest|propose|believe)$/
const filling = /^(?:thanks|please|pls|like|well|thing|way|sense|course|moment|sure|um+|uh+|er+|yeah|yep|ok|okay|s|['’/–—-])$/

/** Words that ask for nothing themselves, by what part of speech they are. Whatever else is left over keeps an ask from being understood. */
function isIdle({ items }: Ask, at: number): boolean {
  const { isOwner, isPointer, things, words } = items[at]!
  const { tag, lower, lemma, quoted } = words[0]!
  if (isOwner || isPointer) return true
  if (things.length > 0 || words.length > 1 || quoted !== undefined || telling.has(lower)) return lower === 'as' && things.length === 0
  if (tag === 'VERB') return asking.test(lemma) || isOwnWords(items, at)
  if (lower === 'home' || isSmallKind(items[at]!)) return lower !== 'home'
  return /^(?:DET|PRON|AUX|ADP|ADV|PART|SCONJ|CCONJ|PUNCT|INTJ)$/.test(tag) || filling.test(lower)
}

/** "the field", "a step"; screens have many names, so what is said of them counts. */
const isSmallKind = ({ kind }: Item) => kind === 'entity' || kind === 'attribute' || kind === 'actor'

/** "I would argue", "we feel": of the request, not of the product. */
function isOwnWords(items: readonly Item[], at: number): boolean {
  const before = items.slice(0, at).findLast(({ words: [word] }) => !/^(?:AUX|ADV)$/.test(word!.tag))
  if (/^(?:doubt|deny|fear|wonder|question|refuse|hate|object|forget|disagree)$/.test(items[at]!.words[0]!.lemma)) return false
  return /^(?:i|we)$/.test(before?.lower ?? '') && /^(?:VERB|AUX|ADP|SCONJ|PART)$/.test(items[at + 1]?.words[0]!.tag ?? '')
}

export const use = (ask: Ask, ...at: readonly number[]) => {
  for (const each of at) ask.used.add(each)
}

/** Runs of words nothing has accounted for, without what is idle around them. */
export function runs(ask: Ask, breaks = /^(?:,|;|:|–|—|-)$/): number[][] {
  const found: number[][] = [[]]
  for (const at of ask.items.keys()) {
    if (ask.used.has(at) || breaks.test(ask.items[at]!.lower)) found.push([])
    else found.at(-1)!.push(at)
  }
  return found
    .map((run) => {
      const own = run.filter((at) => !isIdle(ask, at))
      const last = own.at(-1) ?? -1
      // "closed at" is a name
      const tail =
        /ed$/.test(ask.items[last]?.lower ?? '') && run.at(-1) === last + 1 && ask.items[last + 1]!.words[0]!.tag === 'ADP' ? 1 : 0
      return run.filter((at) => at >= own[0]! && at <= last + tail)
    })
    .filter((run) => run.length > 0 && !run.every((at) => isIdle(ask, at) || isSaidOf(ask, at)))
}

/** "it is better", "that is fine"; but "the second phone" is not any phone. */
export const isSaidOf = ({ items }: Ask, at: number) =>
  items[at]!.words[0]!.tag === 'ADJ' &&
  !telling.has(items[at]!.lower) &&
  items[at]!.things.length === 0 &&
  (!/^(?:ADJ|NOUN|PROPN|NUM)$/.test(items[at + 1]?.words[0]!.tag ?? '') || filling.test(items[at + 1]!.lower)) &&
  (items[at + 1]?.things.length ?? 0) === 0

export const textAt = (ask: Ask, run: readonly number[]) => textOf(run.flatMap((at) => ask.items[at]!.words))

export const left = (ask: Ask) => runs(ask).map((run) => textAt(ask, run))

/** Mentions of things of some kinds that nothing has accounted for. */
export const mentions = (ask: Ask, kinds: readonly ThingKind[]): number[] =>
  [...ask.items.keys()].filter((at) => !ask.used.has(at) && !ask.items[at]!.isOwner && thingsAt(ask, at, kinds).length > 0)

export const thingsAt = (ask: Ask, at: number, kinds: readonly ThingKind[]): Thing[] =>
  ask.items[at]!.things.filter(({ kind }) => kinds.includes(kind))

/** The one thing of these kinds that a mention means. */
export function one(ask: Ask, at: number, kinds: readonly ThingKind[]): Thing | null {
  const all = thingsAt(ask, at, kinds)
  // A goal that says the same goes with its step.
  const step = all.find(({ kind }) => kind === 'step')
  const things = step && all.every(({ name }) => name === step.name) ? all.filter(({ kind }) => kind === 'step') : all
  if (things.length !== 1) ask.why.add(whichOf(textAt(ask, [at]), things))
  return things.length === 1 ? things[0]! : null
}

export const whichOf = (said: string, things: readonly Thing[]) =>
  `“${said.replace(/^“|”$/g, '')}” could be ${things
    .slice(0, 3)
    .map((thing) => (thing.kind === 'attribute' ? `the attribute of ${thing.of}` : thingText(thing)))
    .join(' or ')}: which one?`

/** Whether a mention is what shall not be: "not the clerk", "instead of text". The words that say so are accounted for. */
export function isOld(ask: Ask, at: number): boolean {
  const { role, marks } = ask.items[at]!
  if (role === 'not') use(ask, ...marks)
  return role === 'not'
}

export const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)

/** Where one of these words stands, unaccounted for. */
export const wordAt = (ask: Ask, words: RegExp): number =>
  ask.items.findIndex(
    (item, at) =>
      !ask.used.has(at) &&
      item.words.length === 1 &&
      item.words[0]!.quoted === undefined &&
      (words.test(item.lower) || words.test(item.words[0]!.lemma)),
  )

/** Takes a word as part of what asks for the edit, where it stands there. */
export function cue(ask: Ask, words: RegExp): boolean {
  const at = wordAt(ask, words)
  if (at >= 0) use(ask, at)
  return at >= 0
}

/** Takes every such word. */
export function cues(ask: Ask, words: RegExp) {
  while (cue(ask, words));
}

const modal = /^(?:should|must|can|could|may|shall|would|will|'d|'ll|might|ought)$/

/** A verb said as a wish: "remove …", "we should remove …", "… can be removed", "… needs removing"; never "we removed", "don't remove", "the clerk can remove". */
export function isWish(ask: Ask, at: number, isOfThing = false): boolean {
  const { lemma, lower, tag } = ask.items[at]!.words[0]!
  const before = range(0, at)
    .map((each) => ask.items[each]!.lower)
    .filter((word) => !/^(?:please|pls|also|just|simply|then|really|rather|better|all|instead|always)$/.test(word))
  const last = before.at(-1)
  if (lower === lemma || tag === 'NOUN' || (tag === 'PROPN' && at === 0))
    return (
      last === undefined ||
      /^(?:let|'s|to|,|;|:|–|—|-|and|so|then|do)$/.test(last) ||
      (last === 'you' && before.length === 1) ||
      (tag === 'VERB' &&
        /^(?:after|before|once|in|at|for|on|instead|rather|to|from|with)$/.test(ask.items[0]!.lower) &&
        !/^(?:PRON|AUX|PART)$/.test(ask.items[at - 1]!.words[0]!.tag)) ||
      (modal.test(last) && (isOfThing || /^(?:i|we|you)$/.test(before.at(-2) ?? '')))
    )
  const isPassive =
    before.slice(-3).some((word) => /^(?:be|get)$/.test(word)) &&
    before.some((word) => modal.test(word) || /^(?:has|have|needs?|ought)$/.test(word))
  return isPassive || before.some((word) => /^(?:needs?|wants?|like|prefer)$/.test(word))
}

/** Takes the first wish for one of these verbs; `take out` also where something stands between. */
export function wish(ask: Ask, verbs: string, isOfThing = false): string | null {
  for (const [at, item] of ask.items.entries()) {
    if (ask.used.has(at) || item.words.length > 1 || item.things.length > 0) continue
    for (const verb of verbs.split('|')) {
      const [head = '', ...rest] = verb.split(' ')
      if (item.words[0]!.lemma !== head && item.lower !== head) continue
      const places = rest.map((word) => ask.items.findIndex(({ lower }, i) => i > at && lower === word))
      if (places.some((place) => place < 0) || !isWish(ask, at, isOfThing)) continue
      use(ask, at, ...places)
      return verb
    }
  }
  return null
}

/** Taken already by another thing of its kind. */
export const isTaken = ({ names }: Ask, name: string, { kind, of, name: from }: Thing) =>
  nameKey(name) !== nameKey(from) &&
  names.all.some((thing) => thing.kind === kind && thing.of === of && nameKey(thing.name) === nameKey(name))

/** The word before a mention, articles aside. */
export const wordBefore = (ask: Ask, at: number): string => ask.items.slice(0, at).findLast(({ lower }) => !small.test(lower))?.lower ?? ''
