// Which thing of a design a phrase means: by its name, whatever the case and number; by nothing else. Several or none is an answer too.
import { hasWord, stemOf } from '../../../lib/english/match.ts'
import { readTokens } from '../../../lib/english/read.ts'
import { isContent, readStatements } from '../../../lib/english/statement.ts'
import { nearest } from '../../../lib/nearest.ts'
import { singular } from '../../../lib/english/stem.ts'
import type { Intent } from '../intent.ts'
import { thingText, type Thing, type ThingKind } from './edit.ts'

export type Found = { things: Thing[] } | { near: string[] }

export interface Context {
  intent: Intent
  /** What the sentence says it speaks of: "In Loan, …". */
  within?: Thing
}

const kindWords: Record<string, ThingKind> = {
  entity: 'entity',
  table: 'entity',
  record: 'entity',
  attribute: 'attribute',
  field: 'attribute',
  property: 'attribute',
  column: 'attribute',
  actor: 'actor',
  role: 'actor',
  flow: 'flow',
  'user flow': 'flow',
  step: 'step',
  component: 'component',
  screen: 'component',
  view: 'component',
  page: 'component',
  button: 'component',
  control: 'component',
  form: 'component',
  list: 'component',
  panel: 'component',
  goal: 'goal',
  interaction: 'interaction',
}
export const kindWord = `(?:user flow|${Object.keys(kindWords).join('|')})`
const ownerWords = '(?:of|in|on|from|for|inside|under|within|at)'

/** `kinds`: what can stand there. A kind word in the phrase narrows that down, an owner ("of Loan", "Loan's") too. */
export function findThing(phrase: string, kinds: readonly ThingKind[], context: Context): Found {
  const all = thingsOf(context.intent)
  const readings = readPhrase(phrase).flatMap(({ name, kind, owner, isQuoted, isPart }) => {
    const wanted = kinds.filter((each) => (!kind || each === kind) && (!isPart || isText(each)))
    const owned = owner === undefined ? context.within : ownerOf(owner, all)
    if (owned === null) return []
    return match(all, { name, kinds: wanted, owned, isMarked: kind === 'step' || kind === 'goal' || isPart === true || isQuoted, isQuoted })
  })
  const unlike = new Map(readings.map((thing) => [JSON.stringify(thing), thing]))
  const things = oneEach([...unlike.values()], context.intent)
  return things.length > 0 ? { things } : { near: nearNames(phrase, all, kinds) }
}

/** What sets something off and what happens then are one interaction. */
function oneEach(things: Thing[], { interactions }: Intent): Thing[] {
  return things.filter(
    ({ kind, of, name }) =>
      kind !== 'interaction' ||
      of !== 'response' ||
      !things.some(
        (other) => other.of === 'trigger' && interactions.some(({ trigger, response }) => trigger === other.name && response === name),
      ),
  )
}

/** Every thing of a design that has a name. */
export function thingsOf(intent: Intent): Thing[] {
  const actors = new Set([...(intent.actors ?? []).map(({ name }) => name), ...intent.userFlows.map(({ actor }) => actor)])
  return [
    ...intent.dataModel.entities.flatMap((entity): Thing[] => [
      { kind: 'entity', name: entity.name },
      ...entity.attributes.map(({ name }): Thing => ({ kind: 'attribute', name, of: entity.name })),
    ]),
    ...[...actors].map((name): Thing => ({ kind: 'actor', name })),
    ...intent.userFlows.flatMap((flow): Thing[] => [
      { kind: 'flow', name: flow.name },
      ...flow.steps.map(({ action }): Thing => ({ kind: 'step', name: action, of: flow.name })),
    ]),
    ...intent.components.map(({ name }): Thing => ({ kind: 'component', name })),
    ...intent.goals.map((name): Thing => ({ kind: 'goal', name })),
    ...intent.interactions.flatMap(({ trigger, response }): Thing[] => [
      { kind: 'interaction', name: trigger, of: 'trigger' },
      { kind: 'interaction', name: response, of: 'response' },
    ]),
  ]
}

/** Words in lower case and singular, without articles, quotes and punctuation. */
export function nameKey(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}']+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word, _at, words) => !(words.length > 1 && /^(?:the|a|an|our|its|their|your|this|that)$/.test(word)))
    .map(singular)
    .join(' ')
}

interface Phrase {
  name: string
  kind?: ThingKind
  owner?: string
  isQuoted: boolean
  /** "the part about gift cards" */
  isPart?: boolean
}

/** The ways to read a phrase: as one name, or as a name and what it belongs to. */
function readPhrase(phrase: string): Phrase[] {
  const text = phrase.trim().replace(/^(?:the|a|an|our|its|their|this|that)\s+/i, '')
  const phrases: Phrase[] = bare(text)
  for (const { index, 0: joint } of text.matchAll(new RegExp(`\\s+${ownerWords}\\s+`, 'gi')))
    if (outside(text, index)) phrases.push(...owned(text.slice(0, index), text.slice(index + joint.length)))
  const [, owner, own] = /^([^“”"]+?)(?:['’]s?\s+|\.(?=\p{L}))(.+)$/u.exec(text) ?? []
  if (owner !== undefined && own !== undefined) phrases.push(...owned(own, owner))
  // "the Loan state", "berth numbers"
  const list = text.split(' ')
  for (let at = 1; at < Math.min(list.length, 4); at += 1)
    phrases.push(...owned(list.slice(at).join(' '), list.slice(0, at).join(' ')).map((each) => ({ ...each, kind: 'attribute' as const })))
  return phrases
}

const owned = (name: string, owner: string): Phrase[] => bare(name).map((each) => ({ ...each, owner }))

/** With and without a word for its kind: "Return form" may be its whole name. */
function bare(text: string): Phrase[] {
  const t = text.trim().replace(/^(?:the|a|an|our|its|their|this|that)\s+/i, '')
  const whole: Phrase = unquoted(t)
  const [, about] =
    /^(?:part|bit|sentence|line|statement|rule|text|passage|one|thing)s?\s+(?:about|on|with|for|where|that (?:says|mentions))\s+(.+)$/is.exec(
      t,
    ) ?? []
  if (about !== undefined) return [{ ...unquoted(about), isPart: true }]
  const [, before, behind] =
    new RegExp(
      `^(${kindWord})s?(?:\\s+(?:called|named|labelled|about|where|in which|on|with|that (?:says|reads|mentions)|saying))?:?\\s+(.+)$`,
      'is',
    ).exec(t) ?? []
  if (before !== undefined && behind !== undefined) return [whole, { ...unquoted(behind), kind: kindWords[before.toLowerCase()]! }]
  const [, name, after] = new RegExp(`^(.+?)\\s+(${kindWord})s?$`, 'is').exec(t) ?? []
  return name !== undefined && after !== undefined ? [whole, { ...unquoted(name), kind: kindWords[after.toLowerCase()]! }] : [whole]
}

const unquoted = (text: string) => {
  const [, inner] = /^[“"'‘`«](.+)[”"'’`»][.,]?$/s.exec(text.trim()) ?? []
  return { name: inner ?? text.trim(), isQuoted: inner !== undefined }
}

/** Whether a place lies outside quotation marks. */
const outside = (text: string, at: number) => (text.slice(0, at).match(/[“”"]/g)?.length ?? 0) % 2 === 0

/** What a phrase after "of" names; null where nothing does. */
function ownerOf(phrase: string, all: readonly Thing[]): Thing | null {
  const found = readPhrase(phrase).flatMap(({ name, kind, owner }) =>
    owner === undefined
      ? all.filter(
          (thing) =>
            (thing.kind === 'entity' || thing.kind === 'flow') && (!kind || thing.kind === kind) && nameKey(thing.name) === nameKey(name),
        )
      : [],
  )
  const [one, ...more] = found
  return one && more.length === 0 ? one : null
}

const isText = (kind: ThingKind) => kind === 'step' || kind === 'goal' || kind === 'interaction'

interface Wanted {
  name: string
  kinds: readonly ThingKind[]
  owned: Thing | undefined
  /** Said to be a step, or quoted: then a part of its words will do, if only one has them. */
  isMarked: boolean
  isQuoted: boolean
}

function match(all: readonly Thing[], { name, kinds, owned, isMarked, isQuoted }: Wanted): Thing[] {
  const key = nameKey(name)
  if (key === '') return []
  const here = all.filter(
    (thing) =>
      kinds.includes(thing.kind) && (!owned || (thing.of === owned.name && (thing.kind === 'attribute') === (owned.kind === 'entity'))),
  )
  const spelled = here.filter((thing) => thing.name === name)
  const exact = spelled.length > 0 ? spelled : here.filter((thing) => nameKey(thing.name) === key)
  if (exact.length > 0) return exact
  // "Handing out a tool" is the flow "Hand out a tool"
  const lemmas = lemmaKey(name)
  const inflected = here.filter(
    ({ kind, name: own }) =>
      kind !== 'entity' && kind !== 'actor' && kind !== 'attribute' && lemmas.includes(' ') && lemmaKey(own) === lemmas,
  )
  if (inflected.length > 0) return inflected
  const texts = here.filter(({ kind }) => isText(kind))
  const ordinal = nth(name, texts, owned)
  if (ordinal) return [ordinal]
  if (!isMarked) return texts.filter((thing) => thing.kind === 'step' && names(name, thing.name))
  const within = key.split(' ').length > 1 ? texts.filter((thing) => ` ${nameKey(thing.name)} `.includes(` ${key} `)) : []
  if (within.length > 0 || isQuoted) return within
  const words = contentOf(name)
  return words.length > 0 ? texts.filter((thing) => holds(contentOf(thing.name), words)) : []
}

const holds = (all: readonly string[], words: readonly string[]) =>
  words.every((word) => hasWord(all, word) || all.some((each) => isKin(each, word)))

/** "monthly" and "month", "payment" and "pay" */
const isKin = (a: string, b: string) => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length > 2 && long.startsWith(short) && /^(?:ly|li|ment|al|ance|ation|ion|er|ing|s)$/.test(long.slice(short.length))
}

/** Whether a phrase names a step by what is done in it: "checking papers", "the monthly export of deposits". */
function names(phrase: string, step: string): boolean {
  const words = [...new Set(contentOf(phrase))]
  const all = readTokens(step).map(({ lower }) => stemOf(lower))
  if (words.length < 2 || !holds(all, words)) return false
  const verbs = readStatements(step).flatMap(({ acts }) => acts.filter(({ part }) => part === 'main').map(({ verb }) => stemOf(verb)))
  return words.some((word) => hasWord(verbs, word) || verbs.some((verb) => isKin(verb, word)))
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** "third", "last" or "3" among the steps of a flow. */
function nth(name: string, texts: readonly Thing[], owned: Thing | undefined): Thing | undefined {
  if (owned?.kind !== 'flow') return undefined
  const word = name.toLowerCase()
  const at = word === 'last' || word === 'final' ? texts.length - 1 : /^\d+$/.test(word) ? Number(word) - 1 : ordinals.indexOf(word)
  return texts[at]
}

const lemmaKey = (text: string) =>
  readTokens(text)
    .filter(({ tag }) => tag !== 'DET' && tag !== 'PUNCT')
    .map(({ lower }) => stemOf(lower))
    .join(' ')

const contentOf = (text: string) =>
  readTokens(text)
    .filter(isContent)
    .map(({ lower }) => stemOf(lower))

/** Names that share a word with the phrase or are spelled almost alike. */
function nearNames(phrase: string, all: readonly Thing[], kinds: readonly ThingKind[]): string[] {
  const words = new Set(
    nameKey(phrase)
      .split(' ')
      .filter((word) => word.length > 3),
  )
  const near = all.filter(
    ({ kind, name }) =>
      kinds.includes(kind) &&
      nameKey(name)
        .split(' ')
        .some((word) => word.length > 2 && (words.has(word) || nearest(word, words) !== undefined)),
  )
  return [...new Set(near.map(thingText))].slice(0, 3)
}
