// The things of a design by their names: what a stretch of words names, whatever its case, number and spelling as one word.
import { readTokens } from '../../../lib/english/read.ts'
import { isRole } from '../../../lib/english/roles.ts'
import { stemOf } from '../../../lib/english/match.ts'
import { singular } from '../../../lib/english/stem.ts'
import { nearest } from '../../../lib/nearest.ts'
import { doersOf, type Intent, type Step, type UserFlow } from '../intent.ts'
import { thingText, type Edit, type Thing } from './edit.ts'

/** Who does a step: whoever it names, or begins with, or whose flow it is. */
export function doerOf(intent: Intent, flow: UserFlow, { actor, action }: Step): string {
  return actor ?? actorsOf(intent).find((name) => nameKey(action).startsWith(`${nameKey(name)} `)) ?? flow.actor
}

/** Also those that are only said to do a step: "Technician opens the defect" */
function actorsOf({ actors = [], userFlows }: Intent): string[] {
  const told = userFlows.flatMap(({ steps }) =>
    steps.flatMap(({ action }) => {
      const [first, second] = readTokens(action)
      return first &&
        second?.tag === 'VERB' &&
        /^\p{Lu}/u.test(first.text) &&
        /^(?:NOUN|PROPN)$/.test(first.tag) &&
        (isRole(first.lower) || first.lower === 'system')
        ? [first.text]
        : []
    }),
  )
  return [...new Set([...actors.map(({ name }) => name), ...userFlows.flatMap(doersOf), ...told])]
}

/** Every thing of a design that has a name. */
export function thingsOf(intent: Intent): Thing[] {
  return [
    ...intent.dataModel.entities.flatMap((entity): Thing[] => [
      { kind: 'entity', name: entity.name },
      ...entity.attributes.map(({ name }): Thing => ({ kind: 'attribute', name, of: entity.name })),
    ]),
    ...actorsOf(intent).map((name): Thing => ({ kind: 'actor', name })),
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

/** Words in lower case and singular, without articles, quotes and punctuation; "dueDate" is "due date". */
export function nameKey(text: string): string {
  return (
    text
      .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
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

export const isText = ({ kind }: Thing) => kind === 'step' || kind === 'goal' || kind === 'interaction'
export const same = (a: Thing, b: Thing) => a.kind === b.kind && a.name === b.name && a.of === b.of

export interface Names {
  intent: Intent
  all: readonly Thing[]
  /** Things called so. */
  named(key: string): readonly Thing[]
  /** Steps, or else goals and what happens at a part, that a quotation gives in whole or in part. */
  quoted(text: string): readonly Thing[]
  /** Steps that a description fits; a loose one only needs to speak of nothing else. */
  described(stems: readonly string[], isLoose: boolean): readonly Thing[]
}

const known = new WeakMap<Intent, Names>()

/** `done`: edits made since the person looked; what they renamed is still found by the name it had then. */
export function namesOf(intent: Intent, done: readonly Edit[] = []): Names {
  const last = done.length === 0 ? known.get(intent) : undefined
  if (last) return last
  const names = namesIn(intent, done)
  if (done.length === 0) known.set(intent, names)
  return names
}

function namesIn(intent: Intent, done: readonly Edit[]): Names {
  const all = thingsOf(intent)
  const byKey = new Map<string, Thing[]>()
  const note = (key: string, thing: Thing) => {
    const own = byKey.get(key) ?? []
    if (key !== '' && !own.some((each) => same(each, thing))) byKey.set(key, [...own, thing])
  }
  for (const thing of all) if (!isText(thing)) for (const key of keysOf(thing)) note(key, thing)
  for (const edit of done)
    for (const [name, kind, to] of edit.op === 'rename'
      ? [[edit.thing.name, edit.thing.kind, edit.to] as const]
      : edit.op === 'merge'
        ? edit.from.map((from) => [from, edit.kind, edit.to] as const)
        : [])
      if (!byKey.has(nameKey(name))) for (const thing of all) if (thing.kind === kind && thing.name === to) note(nameKey(name), thing)
  // "the crew" is the repair crew where nothing else is called so
  const heads = all
    .filter(({ kind, name }) => kind === 'actor' && name.includes(' '))
    .map((thing) => [nameKey(thing.name).split(' ').at(-1)!, thing] as const)
  for (const [head, thing] of heads)
    if (!byKey.has(head) && heads.filter(([other]) => other === head).length === 1) byKey.set(head, [thing])
  const texts = all.filter(isText).map((thing) => ({ thing, key: nameKey(thing.name) }))
  const steps = intent.userFlows.flatMap((flow) =>
    flow.steps.map((step) => ({
      thing: { kind: 'step', name: step.action, of: flow.name } as Thing,
      ...speechOf(step.action, doerOf(intent, flow, step)),
    })),
  )
  return {
    intent,
    all,
    named: (key) => byKey.get(key) ?? [],
    quoted(text) {
      const key = nameKey(text)
      const found = texts.filter((each) => each.key === key)
      const near = found.length > 0 || !key.includes(' ') ? found : texts.filter((each) => ` ${each.key} `.includes(` ${key} `))
      const rank = (['step', 'goal', 'interaction'] as const).find((kind) => near.some(({ thing }) => thing.kind === kind))
      return near.flatMap(({ thing }) => (thing.kind === rank ? [thing] : []))
    },
    described: (stems, isLoose) =>
      steps
        .filter(({ own, lead, doer }) =>
          isLoose
            ? stems.length > 0 && stems.every((stem) => own.has(stem) || doer.has(stem))
            : stems.length > 1 && lead.every((stem) => stems.includes(stem)) && stems.every((stem) => own.has(stem) || doer.has(stem)),
        )
        .map(({ thing }) => thing),
  }
}

/** A field is known without its unit, a screen without whom it is for, a flow without the word for it. */
function keysOf({ kind, name }: Thing): string[] {
  const short =
    kind === 'attribute'
      ? name.replace(/ in \p{L}.*$/u, '')
      : kind === 'component'
        ? name.replace(/\s*\(.*\)$/, '').replace(/ (?:screen|page)$/i, '')
        : kind === 'flow'
          ? name.replace(/^(?:(?:work)?flow|process|use case|scenario)\b(?: \d+)?:?\s*|\s+(?:(?:work)?flow|process)$/i, '')
          : name
  // "UC-2: Returning a tool" is known by either
  const halves = kind === 'flow' && short.includes(':') ? short.split(/:(.*)/) : []
  return [name, short, ...halves].map(nameKey)
}

const grammar =
  /^(?:the|an?|its?|their|his|her|our|this|that|which|who|whose|be|is|are|been|being|am|able|must|should|shall|can|could|may|might|will|would|has|have|had|having|do|does|done|doing|of|and|or|by|with|for|to|from|at|on|as|when|where|whether|if|then|than|not|so|they|he|she|step|each|every|any|all|one)$/
const particle = /^(?:in|out|up|off|over|back|down|away)$/

/** Stems of what a text speaks of. */
export const stemsOf = (words: readonly string[]): string[] => [
  ...new Set(words.filter((word) => /[\p{L}\p{N}]/u.test(word) && !grammar.test(word)).map(stemOf)),
]

/** What a step speaks of apart from who does it; its first verb and noun are what a description has to hold. */
function speechOf(action: string, actor: string) {
  const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? []
  const doer = new Set(stemsOf(wordsIn(actor)))
  const all = stemsOf(wordsIn(action))
  const from = all.findIndex((stem) => !doer.has(stem))
  const own = from < 0 ? all : all.slice(from)
  return { own: new Set(own), lead: own.filter((stem) => !particle.test(stem)).slice(0, 2), doer }
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
