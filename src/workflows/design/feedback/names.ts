// The things of a design by their names: what a stretch of words names, whatever its case and number.
import { hasWord, stemOf } from '../../../lib/english/match.ts'
import { readTokens } from '../../../lib/english/read.ts'
import { isContent, readStatements } from '../../../lib/english/statement.ts'
import { singular } from '../../../lib/english/stem.ts'
import { nearest } from '../../../lib/nearest.ts'
import { doersOf, refId, type Intent } from '../intent.ts'
import { thingText, type Edit, type Thing } from './edit.ts'

/** Every thing of a design that has a name. */
export function thingsOf(intent: Intent): Thing[] {
  const actors = new Set([...(intent.actors ?? []).map(({ name }) => name), ...intent.userFlows.flatMap(doersOf)])
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
  return (
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}']+/gu, ' ')
      // "colour" and "color"
      .replaceAll(/(?<=\p{L}{2})our/gu, 'or')
      .trim()
      .split(' ')
      .filter((word, _at, words) => !(words.length > 1 && /^(?:the|a|an|our|its|their|your|this|that)$/.test(word)))
      .map(singular)
      .join(' ')
  )
}

export interface Names {
  intent: Intent
  all: readonly Thing[]
  find(text: string, isQuoted?: boolean): Thing[]
  /** Whether something is called exactly so. */
  has(text: string): boolean
}

export const isText = ({ kind }: Thing) => kind === 'step' || kind === 'goal' || kind === 'interaction'

/** `done`: edits made since the person looked; what they renamed is still found by the name it had then. */
export function namesOf(intent: Intent, done: readonly Edit[] = []): Names {
  const last = known.get(intent)
  if (last && last.done === JSON.stringify(done)) return last.names
  const names = namesIn(intent, done)
  known.set(intent, { done: JSON.stringify(done), names })
  return names
}

const known = new WeakMap<Intent, { done: string; names: Names }>()

function namesIn(intent: Intent, done: readonly Edit[]): Names {
  const all = thingsOf(intent)
  const byKey = new Map<string, Thing[]>()
  const note = (key: string, thing: Thing) => byKey.set(key, [...(byKey.get(key) ?? []).filter((each) => !same(each, thing)), thing])
  for (const thing of all) {
    note(nameKey(thing.name), thing)
    // "duration in minutes"
    if (thing.kind === 'attribute') note(nameKey(thing.name.replace(/ in \p{L}.*$/u, '')), thing)
    // "Handing out a tool" is the flow "Hand out a tool"
    if ((thing.kind === 'flow' || thing.kind === 'component') && thing.name.includes(' ')) note(stemKey(thing.name), thing)
    const wish = thing.kind === 'flow' ? wishOf(intent, thing.name) : null
    if (wish !== null) note(nameKey(wish), thing)
    if (thing.kind === 'flow')
      for (const alias of [
        /^(?:(?:work)?flow|process|procedure|use case|scenario)\b(?: \d+)?:?\s*|\s*\b(?:(?:work)?flow|process|procedure)$/i,
        /:[^:]*$/,
        /(?<=^\p{L}+ing) (?:an?|the) .*$/u,
      ])
        note(nameKey(thing.name.replace(alias, '')), thing)
  }
  for (const edit of done)
    for (const [name, kind, to] of edit.op === 'rename'
      ? [[edit.thing.name, edit.thing.kind, edit.to] as const]
      : edit.op === 'merge'
        ? edit.from.map((from) => [from, edit.kind, edit.to] as const)
        : [])
      if (!byKey.has(nameKey(name))) for (const thing of all) if (thing.kind === kind && thing.name === to) note(nameKey(name), thing)
  // "the crew" is the repair crew where nothing else is called so.
  for (const thing of all) {
    const words = nameKey(thing.name).split(' ')
    if ((thing.kind !== 'actor' && thing.kind !== 'entity') || words.length < 2) continue
    note(`${words.at(-1)} ~`, thing)
    // "security control" is the security control room
    if (words.length > 2) note(`${words.slice(0, -1).join(' ')} ~`, thing)
  }
  return {
    intent,
    all,
    has: (text) => byKey.has(nameKey(text)),
    find(text, isQuoted = false) {
      const key = nameKey(text)
      if (key === '') return []
      const exact = [...(byKey.get(key) ?? []), ...(text.includes(' ') ? (byKey.get(stemKey(text)) ?? []) : [])]
      const isRecord = exact.some(({ kind }) => kind === 'entity')
      const own = isRecord ? exact.filter(({ kind }) => kind !== 'attribute') : exact // an attribute called like a record only refers to it
      const spelled = own.filter(({ name }) => name === text)
      if (own.length > 0) return unlike(spelled.length > 0 && isQuoted ? spelled : own, intent)
      const heads = byKey.get(`${key} ~`) ?? []
      if (new Set(heads.map(({ name }) => name)).size === 1) return heads
      return isQuoted && key.includes(' ')
        ? unlike(
            all.filter((thing) => isText(thing) && ` ${nameKey(thing.name)} `.includes(` ${key} `)),
            intent,
          )
        : []
    },
  }
}

/** What a story wishes for: its flow is known by it too. */
function wishOf({ userFlows, sources }: Intent, name: string): string | null {
  const step = userFlows.find((flow) => flow.name === name)?.steps[0]
  const [ref] = step?.sourceRefs ?? []
  const said = ref === undefined ? '' : (sources.find(({ id }) => id === refId(ref))?.text ?? '')
  return step && /\bas (?:an?|the)\b.*\b(?:i|we)\b/i.test(said) ? step.action : null
}

/** The screens and parts called so, whoever they are for; "the Today page" is the Today screen. */
export const partsNamed = ({ all }: Names, text: string) => {
  const bare = (name: string) => nameKey(name).replace(/ (?:screen|page)$/, '')
  const ways = ({ name }: Thing) => [name, name.replace(/\s*\(.*\)$/, '')]
  return all.filter((thing) => thing.kind === 'component' && ways(thing).some((each) => bare(each) === bare(text)))
}

export const same = (a: Thing, b: Thing) => a.kind === b.kind && a.name === b.name && a.of === b.of

/** Each once; what sets something off and what happens then are one interaction. */
function unlike(things: Thing[], { interactions }: Intent): Thing[] {
  return things.filter(
    (thing, at) =>
      things.findIndex((other) => same(other, thing)) === at &&
      !(
        thing.of === 'response' &&
        things.some(
          (other) => other.of === 'trigger' && interactions.some((each) => each.trigger === other.name && each.response === thing.name),
        )
      ),
  )
}

const stemKey = (text: string) =>
  readTokens(text)
    .filter(({ tag }) => tag !== 'DET' && tag !== 'PUNCT')
    .map(({ lower }) => stemOf(lower))
    .join(' ')

/** Stems of what a text speaks of. */
export const stemsOf = (text: string) => [
  ...new Set(
    readTokens(text)
      .filter((token) => isContent(token) || /^\d/.test(token.text))
      .map(({ lower }) => stemOf(lower)),
  ),
]

/** Texts that speak of all of `stems`; of the nearest kind there is: the same words, or else words that mean the same. */
export function textsAbout(stems: readonly string[], things: readonly Thing[]): Thing[] {
  if (stems.length === 0) return []
  const read = things.map((thing) => ({ thing, own: readTokens(thing.name).map(({ lower }) => stemOf(lower)) }))
  const hold = (has: (own: readonly string[], word: string) => boolean) =>
    read.filter(({ own }) => stems.every((word) => has(own, word))).map(({ thing }) => thing)
  const near = hold((own, word) => own.some((each) => each === word || isKin(each, word)))
  if (near.length > 0) return near
  const alike = hold((own, word) => hasWord(own, word) || own.some((each) => isKin(each, word)))
  if (alike.length > 0) return alike
  // "the stamping step when handing over"
  const flows = read.map(({ thing, own }) => ({
    thing,
    own: [...own, ...readTokens(thing.kind === 'step' ? (thing.of ?? '') : '').map(({ lower }) => stemOf(lower))],
  }))
  return flows.filter(({ own }) => stems.every((word) => own.some((each) => each === word || isKin(each, word)))).map(({ thing }) => thing)
}

/** "monthly" and "month", "payment" and "pay" */
export const isKin = (a: string, b: string) => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  let shared = 0
  while (shared < short.length && short[shared] === long[shared]) shared += 1
  // "comparison" and "compare", "notification" and "notify"
  if (
    shared > 3 &&
    shared >= short.length - 1 &&
    /^(?:ison|ication|ic|ation|ition|ion|ment|al|ance|ence|ure|y|e|i)$/.test(long.slice(shared))
  )
    return true
  return short.length > 2 && long.startsWith(short) && /^(?:ly|li|ment|al|ance|ation|ion|er|ing|s|d|ed|l)$/.test(long.slice(short.length))
}

/** Stems of what is done in a step, by whoever does it; not what a label or a clause with "that" tells. */
export const deedsOf = ({ name }: Thing, actor = ''): string[] => {
  const who = nameKey(actor).split(' ')
  const acts = readStatements(name.replace(/^[^:]{1,40}:\s+|\s+that\s.*$/gi, '')).flatMap((statement) =>
    statement.acts.filter(({ part }) => part === 'main'),
  )
  const own = acts.filter(({ subjects }) => subjects.length === 0 || subjects.some((each) => who.includes(singular(each))))
  return [...new Set((own.length > 0 ? own : acts).map(({ verb }) => stemOf(verb)))]
}

/** Whether a word says what is done in a step. */
export const isDeed = (stems: readonly string[], step: Thing) => {
  const verbs = readStatements(step.name).flatMap(({ acts }) => acts.map(({ verb }) => stemOf(verb)))
  return stems.some((word) => verbs.some((verb) => hasWord([verb], word) || isKin(verb, word)))
}

/** Names that share a word with a phrase or are spelled almost like it. */
export function nearNames({ all }: Names, phrase: string): string[] {
  const words = new Set(
    nameKey(phrase)
      .split(' ')
      .filter((word) => word.length > 3),
  )
  const near = all.filter(
    (thing) =>
      !isText(thing) &&
      nameKey(thing.name)
        .split(' ')
        .some((word) => word.length > 2 && (words.has(word) || nearest(word, words) !== undefined)),
  )
  return [...new Set(near.map(thingText))].slice(0, 3)
}
