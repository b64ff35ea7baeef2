// The ways in which edits of named things are asked for, in the words of senses.ts, and what each asks for.
import { readTokens } from '../../../lib/english/read.ts'
import { phraseAt } from '../outline/words.ts'
import { singular } from '../../../lib/english/stem.ts'
import { system } from '../outline/place/actors.ts'
import { typeOf } from '../outline/place/types.ts'
import { isTaken, range, whichOf, type Ask } from './ask.ts'
import { attributeIn } from './attribute-in.ts'
import type { Edit, Thing, ThingKind } from './edit.ts'
import { newName } from './new-name.ts'
import { nameKey, same, type Names } from './names.ts'
import type { PlainForm } from './plain-form.ts'
import { attributeOf } from './read-attributes.ts'
import { newText } from './read-steps.ts'
import { textOf } from './sentence.ts'
import { isValue, valuesIn } from './read-values.ts'
import { choiceOf } from './value-types.ts'
import { patternOf } from './senses.ts'

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

interface Place {
  form: PlainForm
  names: Names
  slots: Readonly<Record<string, string | undefined>>
  start: number
  why: Set<string>
  /** How much of the last slot is not part of the name after all. */
  shorter: number
  line: string
  said: string
}

type Build = (place: Place) => Edit[] | null

const kindsOf: Readonly<Record<string, readonly ThingKind[]>> = {
  T: ['attribute', 'entity', 'actor', 'flow', 'component'],
  A: ['attribute'],
  E: ['entity'],
  R: ['actor'],
  F: ['flow'],
  C: ['component'],
  S: ['step'],
  G: ['entity'],
  U: ['attribute', 'entity', 'actor', 'flow', 'component', 'step'],
}

const numbersIn = (said: string) => [...said.matchAll(/#(\d+)/g)].map((match) => Number(match[1]))

/** What a slot names, each of its mentions one thing; what was named last before, where the pattern leaves it out. */
function thingsIn(place: Place, slot: string): Thing[] | null {
  const said = place.slots[slot]
  const kinds = kindsOf[slot[0]!]!
  const mentions = [...(said ?? '').matchAll(/@[a-z]+#(\d+)/g)].map((match) => Number(match[1]))
  const found: Thing[] = []
  for (const at of said === undefined ? lastNamed(place, kinds) : mentions) {
    const own = place.form.things[at]!.filter(({ kind }) => kinds.includes(kind))
    const isPointer = at >= place.form.items.length || place.form.items[at]!.things.length === 0
    const lasting = own.filter(({ kind }) => kind === 'entity' || kind === 'actor')
    if (own.length === 1 || (isPointer && own.length > 0)) found.push(...own)
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

const askOf = ({ form, names, why }: Place): Ask => ({ items: form.items, names, topic: [], used: new Set(), why })

/** The new name in a slot: as many of its words as can be one. */
function nameIn(place: Place, slot: string, like: string): string | null {
  let said = place.slots[slot] ?? ''
  for (; said !== ''; said = said.replace(/\S+ $/, '')) {
    const all = numbersIn(said)
    const name = newName(askOf(place), range(all[0]!, all.at(-1)! + 1), like)
    if (name !== null) {
      place.shorter = (place.slots[slot] ?? '').length - said.length
      return name
    }
  }
  return null
}

const rename: Build = (place) => {
  const things = thingsIn(place, 'T1')
  if (!things || things.some(({ kind }) => kind !== things[0]!.kind && kind !== 'entity' && kind !== 'actor')) return null
  const said = numbersIn(place.slots.N1 ?? '')
  const isType =
    said.length === 1 && place.form.items[said[0]!]!.type !== null && place.form.items[said[0]!]!.words[0]!.quoted === undefined
  if (isType && things[0]!.kind === 'attribute' && !/%rename|%call/.test(place.line)) return null
  const given = nameIn(place, 'N1', things[0]!.name)
  const last = numbersIn(place.slots.T1 ?? '').at(-1)
  const isMany = last !== undefined && /s$/.test(place.form.items[last]?.lower ?? '') && !/s$/.test(things[0]!.name)
  const to = given && isMany ? given.replace(/\S+$/, singular) : given
  // what is done is no name
  if (!to || things.some((thing) => thing.name === to) || (/^the \p{L}+/iu.test(to) && to.split(' ').length > 4)) return null
  if (place.line.match(/^T (?:must )?be N$/) && !isProper(place, things)) return null
  const swapped = /\b(?:swap|exchange|replace|substitute|instead)\b/i.test(place.form.items.map(({ lower }) => lower).join(' '))
    ? swap(place, things)
    : null
  if (swapped) return swapped
  for (const thing of things)
    if (isTaken(askOf(place), to, thing)) {
      place.why.add(`there is ${/^[aeiou]/.test(thing.kind) ? 'an' : 'a'} ${thing.kind} ${to} already; say “merge” if that is meant`)
      return null
    }
  return things.map((thing) => ({ op: 'rename', thing, to }))
}

/** "a “Volunteer” is a Helper", "Household should be Customer": a name set against a name. */
function isProper({ form, slots, shorter, line }: Place, things: readonly Thing[]): boolean {
  const own = form.items.filter((item) => item.things.some((each) => things.some((thing) => same(each, thing))))
  const isQuoted = own.some((item) => item.words.some(({ quoted }) => quoted !== undefined))
  const name = numbersIn((slots.N1 ?? '').slice(0, (slots.N1 ?? '').length - shorter)).map((at) => form.items[at]!.words[0]!)
  const isLasting =
    line.includes('must') &&
    things.every(({ kind }) => kind !== 'attribute') &&
    own.some(({ words: [word] }) => /^\p{Lu}/u.test(word!.text))
  return (isQuoted || isLasting) && name.every(({ text, quoted, tag }) => quoted !== undefined || (/^\p{Lu}/u.test(text) && tag !== 'ADJ'))
}

/** Where another kind of value comes in its place, an attribute is not renamed but replaced. */
function swap(place: Place, [thing]: readonly Thing[]): Edit[] | null {
  const all = numbersIn((place.slots.N1 ?? '').slice(0, (place.slots.N1 ?? '').length - place.shorter))
  if (thing?.kind !== 'attribute' || place.form.items[all[0]!]!.words[0]!.quoted !== undefined) return null
  const fresh = attributeIn(askOf(place), range(all[0]!, all.at(-1)! + 1), thing.of ?? '')
  const old = attributeOf(askOf(place), thing)
  return fresh && old && ![old.type, 'text'].includes(fresh.type ?? typeOf(fresh.name))
    ? [
        { op: 'remove', thing },
        { ...fresh, required: old.required },
      ]
    : null
}

const remove: Build = (place) => {
  const things = thingsIn(place, 'U1')
  const busy = things?.find(
    ({ kind, name }) => kind === 'actor' && (name === system || place.names.intent.userFlows.some(({ actor }) => actor === name)),
  )
  // costs that are cut are lower, not gone
  if (/(?:^| )cut\./.test(place.form.text) && things?.some((thing) => attributeOf(askOf(place), thing)?.type === 'money')) return null
  if (busy) place.why.add(`${busy.name} still has steps; say who does them instead, or remove them first`)
  return !things || busy ? null : things.map((thing) => ({ op: 'remove', thing }))
}

/** Said of a thing without an order: only of what is no record and nobody, as "the member can go" may be about the product. */
const removeSaid: Build = (place) => {
  const edits = remove(place)
  const [at] = numbersIn(place.slots.U1 ?? '')
  const isKind = at !== undefined && (place.form.items[at]?.kind ?? null) !== null
  return !isKind && edits?.some((edit) => edit.op === 'remove' && /^(?:entity|actor)$/.test(edit.thing.kind)) ? null : edits
}

const require_ =
  (required: boolean): Build =>
  (place) => {
    const things = thingsIn(place, 'A1')
    // "do not make it required", where it is not: it stays as it is
    const isSo = things?.every((thing) => attributeOf(askOf(place), thing)?.required === required)
    return !things || (isSo && /^not/.test(place.line)) ? null : things.map((thing) => ({ op: 'require', thing, required }))
  }

const notUnique: Build = (place) =>
  thingsIn(place, 'A1')?.map((thing) => ({
    op: 'retype',
    thing,
    to: (attributeOf(askOf(place), thing)?.type ?? 'text').replace(/, unique$/, ''),
  })) ?? null

const unique: Build = (place) => {
  const things = thingsIn(place, 'A1')
  const kindOf = (thing: Thing) => attributeOf(askOf(place), thing)?.type ?? 'text'
  return (
    things?.map((thing) => ({
      op: 'retype',
      thing,
      to: `${kindOf(thing)
        .replace(/, unique$/, '')
        .slice(0, 50)}, unique`,
    })) ?? null
  )
}

/** New attributes of a record, as many of those listed as can be ones. */
const add: Build = (place) => {
  const [entity, ...more] = thingsIn(place, 'E1') ?? []
  if (!entity || entity.kind !== 'entity' || more.some((thing) => thing.kind === 'entity')) return null
  if (/^E have/.test(place.line) && !place.form.isAlso) return null
  // "add a photo to every tool" is work on the tools
  const [at = 0] = numbersIn(place.slots.E1 ?? '')
  if (/^(?:every|each)$/.test(place.form.items[at - 1]?.lower ?? '') && place.form.items[at - 2]?.lower === 'to') return null
  return added(place, entity.name)
}

const addBeside: Build = (place) => {
  const [near] = thingsIn(place, 'A1') ?? []
  return near ? added(place, near.of!) : null
}

function added(place: Place, entity: string): Edit[] | null {
  const edits: Edit[] = []
  const whole = place.slots.N1 ?? ''
  let taken = ''
  for (const part of whole.split(/(?<=(?:,|and\.\w)#\d+ )/)) {
    const joint = /(?:(?:,|and\.\w)#\d+ )+$/.exec(part)?.[0] ?? ''
    const own = part.slice(0, part.length - joint.length)
    // "a seal number, optional of course"
    if (edits.length > 0 && /^(?:optional|voluntary)\./.test(own)) {
      place.shorter = 0
      return edits.map((edit) => ({ ...edit, required: false }) as Edit)
    }
    for (let said = own; said !== ''; said = said.replace(/\S+ $/, '')) {
      const all = numbersIn(said)
      const fresh = attributeIn(askOf(place), range(all[0]!, all.at(-1)! + 1), entity)
      if (!fresh || /^(?:something|thing|one)$/.test(fresh.name)) continue
      if (isTaken(askOf(place), fresh.name, { kind: 'attribute', name: '', of: entity })) {
        place.why.add(`${entity} has ${fresh.name} already`)
        return null
      }
      edits.push(fresh)
      place.shorter = whole.length - taken.length - said.length
      if (said === own) taken += part
      break
    }
    if (!taken.endsWith(part)) break
  }
  return edits.length > 0 ? edits : null
}

const move: Build = (place) => {
  const things = thingsIn(place, 'A1')
  const [target, ...more] = (thingsIn(place, place.slots.G2 === undefined ? 'G1' : 'G2') ?? []).filter(({ kind }) => kind === 'entity')
  if (!things || !target || more.length > 0) return null
  for (const thing of things) {
    if (thing.of === target.name) return null
    if (!isTaken(askOf(place), thing.name, { kind: 'attribute', name: '', of: target.name })) continue
    place.why.add(`${target.name} has ${thing.name} already`)
    return null
  }
  return things.map((thing) => ({ op: 'move', thing, to: { entity: target.name } }))
}

const merge: Build = (place) => {
  const said = thingsIn(place, 'T1') ?? []
  const isInto = place.slots.T2 !== undefined && !place.line.includes('%call')
  const things = [...said, ...(isInto ? (thingsIn(place, 'T2') ?? []) : [])]
  const kinds = (['entity', 'actor', 'flow', 'component', 'attribute'] as const).filter(
    (kind) => things.filter((thing) => thing.kind === kind).length === 2,
  )
  const [kind] = kinds
  const [first, second] = things.filter((thing) => thing.kind === kind)
  if (!kind || !first || !second || first.of !== second.of || first.name === second.name) return null
  const to = place.slots.N1 === undefined ? (isInto ? second.name : first.name) : nameIn(place, 'N1', first.name)
  if (!to) return null
  if (kind !== 'attribute') return [{ op: 'merge', kind, from: [first.name, second.name], to }]
  const kept = to.toLowerCase() === second.name.toLowerCase() ? second : first
  const gone = kept === first ? second : first
  return [
    ...(kept.name.toLowerCase() === to.toLowerCase() ? [] : [{ op: 'rename', thing: kept, to } as const]),
    { op: 'remove', thing: gone },
  ]
}

const retype: Build = (place) => {
  const things = thingsIn(place, 'A1')
  const [at] = numbersIn((place.line.includes('not|instead-of Y') ? undefined : place.slots.Y2) ?? place.slots.Y1 ?? '')
  const to = at === undefined ? null : place.form.items[at]!.type
  // it was said to be another, and is what it shall be
  const isSo = place.slots.Y2 !== undefined && things?.every((thing) => attributeOf(askOf(place), thing)?.type === to)
  return things && to && !isSo ? things.map((thing) => ({ op: 'retype', thing, to })) : null
}

/** A step goes to somebody else, who has no part in it yet; whoever else is named does it now. */
const give: Build = (place) => {
  const [step, ...others] = thingsIn(place, 'S1') ?? []
  const flow = place.names.intent.userFlows.find(({ name }) => name === step?.of)
  const actor = flow?.steps.find(({ action }) => action === step?.name)?.actor ?? flow?.actor
  const actors = ['R1', 'R2'].flatMap((slot) =>
    place.slots[slot] === undefined ? [] : (thingsIn(place, slot) ?? []).filter(({ kind }) => kind === 'actor'),
  )
  const [to, ...more] = actors.filter(({ name }) => name !== actor)
  if (!step || others.length > 0 || !to || more.length > 0) return null
  return ` ${nameKey(step.name)} `.includes(` ${nameKey(to.name)} `) ? null : [{ op: 'give', thing: step, to: to.name }]
}

/** Who does it now, or what kind of value it is now, may be said behind what shall be. */
function withOld(line: string): string[] {
  if (/R/.test(line) && /S/.test(line)) return [line, `${line} ,? and? not|instead-of by|for|of|to|with? R`]
  if (/(?:As .*|move .*) G$/.test(line)) return [line, `${line} ,? and? not|instead-of|than on|with|to|of|in|for|under? O`]
  return /Y END$/.test(line) ? [line, `${line.replace(/ END$/, '')} ,? and? not|instead-of Y END`] : [line]
}

/** The clause that ends the sentence, with its article. */
function clauseIn({ form: { items }, slots }: Place): string {
  const all = numbersIn(slots.X ?? '')
  const from = /^(?:the|an?)$/.test(items[all[0]! - 1]?.lower ?? '') ? all[0]! - 1 : all[0]
  return textOf(items.slice(from, all.at(-1)! + 1).flatMap(({ words }) => words))
}

const addStep: Build = (place) => {
  const [step] = place.slots.S1 === undefined ? [] : (thingsIn(place, 'S1') ?? [])
  const flow = step ? { name: step.of! } : thingsIn(place, 'F1')?.[0]
  const all = numbersIn(place.slots.X ?? '')
  const text = flow && newText(askOf(place), clauseIn(place))
  const lead = place.form.items
    .slice(0, all[0])
    .map(({ lower, words }) => `${lower} ${textOf(words)}`)
    .join(' ')
  if (!/\b(?:first|start|beginning|last|final|end)\b/i.test(lead)) return null
  const end = /\b(?:first|start|beginning)\b/i.test(lead) ? 'first' : 'last'
  return text ? [{ op: 'add-step', text, at: { flow: flow.name, end } }] : null
}

/** Both are steps of the design: one comes before or after the other. */
const moveStep: Build = (place) => {
  const [thing, ...more] = thingsIn(place, 'S1') ?? []
  const [beside, ...others] = thingsIn(place, 'S2') ?? []
  if (!thing || !beside || more.length > 0 || others.length > 0 || same(thing, beside)) return null
  if (/^(?:before|after)/.test(place.line))
    return [{ op: 'move', thing: beside, to: place.said.startsWith('before') ? { before: thing } : { after: thing } }]
  const isAfter = /(?:^| )(?:after|behind)\./.test(place.said)
  return [{ op: 'move', thing, to: isAfter ? { after: beside } : { before: beside } }]
}

/** A step as it was written out. */
const rewrite: Build = (place) => {
  const [thing, ...more] = thingsIn(place, 'S1') ?? []
  const to = place.form.items[numbersIn(place.slots.Q1 ?? '')[0]!]?.words[0]!.quoted
  return thing && more.length === 0 && to && to.includes(' ')
    ? [{ op: 'replace', thing, to: to.charAt(0).toUpperCase() + to.slice(1) }]
    : null
}

/** Two neighbouring steps as one that says both. */
const mergeSteps: Build = (place) => {
  const [first, second, ...more] = thingsIn(place, 'S1') ?? []
  const steps = place.names.intent.userFlows.find(({ name }) => name === first?.of)?.steps ?? []
  const at = (thing: Thing) => steps.findIndex(({ action }) => action === thing.name)
  if (!first || !second || more.length > 0 || first.of !== second.of || at(second) - at(first) !== 1) return null
  const who = phraseAt(readTokens(second.name), 0)
  const isSame = who && first.name.toLowerCase().startsWith(second.name.slice(0, who.end).toLowerCase())
  const rest = isSame ? second.name.slice(who.end).trim() : second.name.charAt(0).toLowerCase() + second.name.slice(1)
  return [
    { op: 'replace', thing: first, to: `${first.name} and ${rest}` },
    { op: 'remove', thing: second },
  ]
}

/** Another text for a step: who does what instead. */
const replaceStep: Build = (place) => {
  const [thing, ...more] = thingsIn(place, 'S1') ?? []
  const said = clauseIn(place).replace(/,? instead$/i, '')
  const to = thing && more.length === 0 && !/\b(?:it|them|that|him|her)\b/i.test(said) ? newText(askOf(place), said) : null
  return to && isDone(place, to) ? [{ op: 'replace', thing: thing!, to }] : null
}

/** A text that begins with who does it. */
const isDone = ({ names }: Place, text: string) =>
  names.all.some(({ kind, name }) => kind === 'actor' && new RegExp(`^(?:the |an? )?${name}\\b`, 'i').test(text)) ||
  /^the system\b/i.test(text)

/** One more value of a choice, or one less. */
const value: Build = (place) => {
  const [thing, ...more] = thingsIn(place, 'A1') ?? []
  const all = numbersIn(place.slots.N1 ?? '')
  const said = textOf(place.form.items.slice(all[0], all.at(-1)! + 1).flatMap(({ words }) => words)).replaceAll(/[“”]/g, '')
  const old = thing && more.length === 0 ? valuesIn(askOf(place), thing) : []
  const isGone = place.line.includes('%remove')
  const isThere = old.some((each) => each.toLowerCase() === said.toLowerCase())
  if (!thing || old.length === 0 || isGone !== isThere || !isValue(said)) return null
  return [{ op: 'retype', thing, to: choiceOf(isGone ? old.filter((each) => each.toLowerCase() !== said.toLowerCase()) : [...old, said]) }]
}

const table: readonly (readonly [Build, string])[] = [
  [
    rename,
    `
    WISH %rename T to|as|into|with|by N
    WISH %rename %word of|for T to|as|into|with|by N
    WISH %call T as? N
    WISH %say for|with|of? N as %word of|for T
    T must|may be? %rename.d|%call.d to|as|into? N
    T must|may become N
    %word of|for T must|may be|become %rename.d? to? N
    T must|may %carry %word N
    T must|may give way to N
    T must|may read|say|sound better? as? N
    T be better|best %call.d|know as? N
    WISH %say of|about|for|with? N instead-of|not T
    WISH %say of|about|for|with? N , not T
    instead-of T ,? everybody|everyone|people|we|i|one %say.b|%say.s N
    instead-of T ,? WISH %say N
    everybody|everyone|people|we|i|one %say.b|%say.s N instead-of|not|for T
    we %say.b N , not T
    not %say.b T , ~ we %say.b N
    %right %word for|of T be N
    N be|may %right %word for|of T
    %right %word be N
    N be|may be? %right %word
    what you|they|we %call.b T be N
    what you|they|we %call.b T be know|%call.d as? N
    T be know as N
    WISH %say with|for|of? N instead
    T must be N
    T be N
    START T become.s|become.b N
    T be %call.d N
    T : better N
    WISH %say %word? N for T
    WISH %call it N instead-of T
    we|i may? %say.b N END
    we not %say.b T , T? we? be|%say.b N
    nobody %say.s T , we %say.b N
    WISH %rename T for N
  `,
  ],
  [
    remove,
    `
    WISH %remove Us
    WISH take Us out|off|away
    WISH take out|off|away Us
    WISH get rid of Us
    WISH do away with Us
    WISH leave|throw Us out|off|away
    WISH leave|throw out|off|away Us
    WISH dispense with Us
    away|out|down with Us
    do|live|manage|cope without Us
    consider Us %needless|go.d
    START %remove END
    Us :|,? out END
    WISH may do|live|manage|cope without Us
  `,
  ],
  [
    removeSaid,
    `
    Us must|may be %remove.d
    Us must|may be take|taken|leave|throw out|off|away
    Us must|may %vanish END
    Us be %needless
    Us be %needless from|of ~ END
    make Us %needless
    Us be not need|necessary|want
    Us ,|: %needless END
    START no U STOP
    Us ,|: not need END
    we|i not must|need? to? store|keep|ask|track|record|collect Us END
    not need|want Us END
    Us have|serve no %use
    no %use for|in|of ~ Us
    Us must not be part of O
  `,
  ],
  [
    require_(true),
    `
    As must|may? be %yes
    A must be %fill.d
    A must be %fill.d in END
    As must|may not be? leave|stay|remain? %empty
    WISH %mark As as? %yes
    WISH %demand A
    O must have|carry|come|contain|include with? A END
    O need.s|need.b|want.s A END
    As be|must not be? %no
    As :|,? %yes END
    As be %yes ,? not %no
    A must be there|present END
    no O must? be? ~ without A
  `,
  ],
  [
    require_(false),
    `
    As must|may? be %no
    As be|must not be? %yes
    As may not be %yes
    As may be? stay|remain|be|leave|left %empty
    WISH %mark As as? %no
    WISH let A be %no
    not %demand A
    A may|must not be %demand.d
    nobody|no-one must|may be %demand.d to ~ A
    not must %fill|type|write in? A
    As :|,? %no END
    As be %no ,? not %yes
    As not must be %fill.d in?
    As not must be %yes
    not %mark As as? %yes
    WISH %mark As as? %empty
    people|one|everybody|users must be able to leave As %empty
  `,
  ],
  [
    notUnique,
    `
    A not must be unique
    A must|may? not be unique
    A be not unique
  `,
  ],
  [
    unique,
    `
    A must|may? be unique
    WISH %mark A as? unique
    WISH %mark A be? unique
  `,
  ],
  [
    add,
    `
    WISH %add Ns to|on|for|in|into E
    WISH %add E Ns
    WISH %add Ns
    addition of Ns to E
    E %lack.s|%lack.b Ns
    E be lack.g|miss.g Ns
    E may do with Ns
    Ns be|must miss|missing|lack|lacking|absent|need on|for|from|in|of|to E
    miss|lack.g on|for|from|in|of|to E : Ns
    in|on|for|from E be miss.g|missing Ns
    we|i|you %lack.b|%lack.d Ns on|for|from|in|of|to E
    i|we may have %lack.d Ns on|for|in E
    on|for|in E we|i be? %lack.b|%lack.g Ns
    on|for|in E we|i must|want|like|need|may? to? %keep.b Ns
    we|i be %lack.g Ns on|for|in E
    we|i must|want|like|need|may? to? %keep.b Ns on|for|in|of E
    we|i must|want|like|need|may? to? %keep.b E 's Ns
    to %keep Ns on|for|in|of|from E
    WISH %keep Ns on|for|in|of E
    WISH %extend E with|by Ns
    if E had|have Ns
    something|thing|what i|we miss.b|lack.b on|for|in E be Ns
    E must %carry Ns END
    E have Ns END
    must be field|place|room? for|called? Ns on|for|in|of E
  `,
  ],
  [
    addBeside,
    `
    WISH %add|%keep N next|beside|besides|alongside to? A
  `,
  ],
  [
    move,
    `
    WISH %move As to|into|onto|on|under|in|with G
    WISH %move As from G to|into|onto|on|under|in|with G
    START %move to|into|onto|on|under|in|with G
    As must? belong.s|belong.b to|into|onto|on|under|in|with|off G
    As must %sit.b|be to|into|onto|on|under|in|with|off|of|at G
    i|we may expect|want|see|have As to|into|onto|on|under|in|with|at G
    As be matter|part|affair of|for G
    As may make more? sense on|in|with|under|at G
    As must be %move.d from? O? to|into|onto|on|under|in G
    As sit|fit|be better on|with|in|to|under G
  `,
  ],
  [
    retype,
    `
    WISH %type As to|into|as|a? Y END
    WISH %type As from Y to|into|as Y END
    WISH %type|%rename type|kind of As to|into|as? Y END
    WISH type As as Y END
    As must|may? be|become|hold|take|accept|contain single? piece|kind|sort|form|matter? of? Y END
    As must|may be %type.d as|in|into|to Y END
    type|kind of As must|may? be Y END
    type|kind must|may? be Y END
    As :|,? Y END
    As : Y become Y END
    As must|may? not be Y ,? but Y END
    START Y END
  `,
  ],
  [
    give,
    `
    WISH %give S to R
    S must|may? be %give.d to R
    S must|may? be do.d|perform.d|handle.d|make.d|carry.d out? by R
    S by R
    S be %duty of|for R
    S be R 's %duty
    S fall.s|go.s|lie.s|rest.s to|with R
    S must|may %vanish to R
    S be up to R
    up to R to S
    up to R ,? instead-of|not R ,? to S
    WISH let|have R do? S
    prefer|like|want R to S
    be R who S
    be R ,? instead-of|not R ,? who S
    responsibility for S lie.s|be|rest.s with R
    S must|may? belong.s|belong.b to|with R
    R must|may? S instead-of R
    R must|may? S ,? not R
    S be something R do.s|do
    S must be something R do.s|do
    R be not one who S , R be
    R may|must do S
    be not R ,? but R who S
    S :|be R
    S be R 's %duty ,? not R 's
    S be what R do.s|do.b
    person|one|somebody who S be R
    WISH have|let R do S
  `,
  ],
  [
    addStep,
    `
    as S , X
    at start|beginning|end of F , X
  `,
  ],
  [
    moveStep,
    `
    S must|may? ~ before|after|ahead of? S
    WISH %move S ~ before|after|ahead|behind of? S
    first S ,? then|and|afterwards? then? S
    S first ,? and? then|afterwards S
    before|after S ,? ~ S
  `,
  ],
  [
    rewrite,
    `
    S must|may read|say|become|be Q
    WISH %type|replace S to|into|as|by|with? Q
    instead-of S ,? ~ Q
  `,
  ],
  [
    mergeSteps,
    `
    Ss must|may? be %merge.d into|to? %one? step?
    WISH %merge Ss into? %one? step?
    WISH make Ss %one step?
    Ss be %one step|action|thing END
  `,
  ],
  [
    replaceStep,
    `
    instead-of S ,? X
    instead-of S ,? we|i must|may? have|see|want|prefer :|,? X
    WISH replace|swap|substitute|exchange S with|by|for this|following? :|,? X
  `,
  ],
  [
    value,
    `
    A must|may allow|include|offer|accept|list|contain|know|have N END
    WISH %add N to|as ~ A END
    A %lack.s|%lack.b N END
    A be lack.g|miss.g N END
    N be miss.g|missing|lack.g|absent from|in|of A END
    WISH %remove N from|of A END
  `,
  ],
  [
    merge,
    `
    WISH %merge Ts into|under|as|to %one? %word? N
    WISH %merge Ts END
    WISH %merge T into|with|to T END
    Ts must|may be %merge.d into|under|as|to %one? %word? N
    Ts must|may be %merge.d END
    T must|may be %merge.d into|with|to|in T END
    WISH make Ts %one
    WISH put|bring Ts together
    WISH %merge Ts into %one flow|screen|role|record|thing|field|entity END
    Ts must|may? be %one thing|role|person|flow|record|field|entity? END
    Ts must|may be %one thing|role|person|flow|record|field|entity? %call.d? N
    Ts must|may? be better? off? as %one thing|role|person|flow|record|field|entity? END
    Ts must|may? be %one role|thing|person|field|record? ,|;? %call.b|%call.d T? N
  `,
  ],
]

const patterns = table.flatMap(([build, lines]) =>
  lines
    .trim()
    .split('\n')
    .flatMap((line) => withOld(line.trim()))
    .map((line) => ({ build, line: line.trim(), pattern: patternOf(line.trim()) })),
)

/** Every way in which some part of a sentence asks for an edit. */
export function constructionsIn(form: PlainForm, names: Names, why: Set<string>): Found[] {
  return patterns.flatMap(({ build, pattern, line }) =>
    [...form.text.matchAll(pattern)].flatMap((match) => {
      if (/ (?:not|no|what|who|how|why)\.\w#\d+ $/.test(` ${form.text.slice(0, match.index)}`)) return []
      if (
        /^(?:because|since|otherwise|given|as)\./.test(
          form.text
            .slice(0, match.index)
            .split(/[,;:]#\d+ |(?=(?:because|since|so|otherwise|given|therefore|although|though)\.)/)
            .at(-1) ?? '',
        ) &&
        !/^(?:as|at)/.test(line)
      )
        return []
      const place: Place = { form, names, slots: match.groups ?? {}, start: match.index, why, shorter: 0, line, said: match[0] }
      const edits = build(place)
      if (process.env.FB) console.error('  ~', line, '|', match[0], '|', JSON.stringify(edits))
      const said = numbersIn(match[0].slice(0, match[0].length - place.shorter))
      return edits
        ? [
            {
              edits,
              from: match.index,
              to: match.index + match[0].length - place.shorter,
              size: said.length,
              isWish: line.includes('WISH') || match[0].includes('must.'),
            },
          ]
        : []
    }),
  )
}
