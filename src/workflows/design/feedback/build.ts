// From what stands in the slots of a frame to edits, or why there is none.
import { readTokens } from '../../../lib/english/read.ts'
import { singular } from '../../../lib/english/stem.ts'
import { doersOf } from '../intent.ts'
import { isValueName } from '../outline/place/types.ts'
import { findStep } from './apply-steps.ts'
import { thingText, type Edit, type Spot, type Thing, type ThingKind } from './edit.ts'
import type { Build } from './frames.ts'
import { isKindOnly, type Mention } from './mentions.ts'
import { doerOf, nameKey, nearNames, type Names } from './names.ts'
import type { Field, Value } from './slots.ts'

export type Slots = Readonly<Record<string, Value | undefined>>
export interface Ask {
  slots: Slots
  names: Names
  /** The words of the frame itself, in the order they were said. */
  said: readonly string[]
  /** "In Checkout, …" */
  scope: Thing | undefined
}

export type Built = readonly Edit[] | string

export function build(kind: Build, ask: Ask): Built {
  try {
    return builders[kind](ask)
  } catch (problem) {
    if (problem instanceof Unclear) return problem.message
    throw problem
  }
}

/** Thrown where what is said names nothing, several things or too much. */
class Unclear extends Error {}

const unclear = (why: string): never => {
  throw new Unclear(why)
}

const builders: Readonly<Record<Build, (ask: Ask) => Built>> = {
  rename: (ask) => {
    const to = textOf(ask, 'N', 'M', 'P')
    const said = ask.slots.T!.mentions![0]!.said
    // "Members should be called early" names nobody
    const isWeak = ask.slots.M?.isStrong === false && one(ask, 'T').some(({ kind }) => kind === 'entity' || kind === 'actor')
    const isValue = ask.slots.P && !ask.slots.T!.mentions![0]!.isSure && one(ask, 'T').some(({ kind }) => kind === 'attribute')
    if (isWeak || isValue) unclear(`if “${to}” is the new name, write it with a capital or in quotation marks`)
    return one(ask, 'T').map((thing): Edit => ({ op: 'rename', thing, to: fresh(ask, thing, asSaid(said, thing.name, to)) }))
  },
  remove: (ask) =>
    all(ask, 'U', 'X').flatMap(({ things, isSure, said }) =>
      things.map((thing): Edit => {
        const isMany = thing.kind === 'attribute' && /s$/i.test(said) && !/s$/i.test(thing.name)
        if (!isSure && (thing.kind === 'entity' || thing.kind === 'actor' || isMany))
          unclear(`“${said}” may be one of many in the world; for the part of the design write “the ${thing.kind} ${thing.name}”`)
        return { op: 'remove', thing }
      }),
    ),
  retype: (ask) =>
    every(ask, 'A').map((thing): Edit => {
      const to = textOf(ask, 'Y')
      const attribute = attributeOf(ask, thing)
      if (attribute?.type === to) unclear(`${thingText(thing)} is a ${to} already`)
      return { op: 'retype', thing, to }
    }),
  'require-yes': (ask) => every(ask, 'A').map((thing) => required(ask, thing, true)),
  'require-no': (ask) => every(ask, 'A').map((thing) => required(ask, thing, false)),
  give: (ask) => {
    const [actor] = one(ask, 'R')
    return every(ask, 'G' in ask.slots ? 'G' : 'S').map((thing): Edit => {
      const found = thing.kind === 'step' ? findStep(ask.names.intent, thing) : undefined
      const doer = found
        ? doerOf(ask.names.intent, found.flow, found.step)
        : ask.names.intent.userFlows.find(({ name }) => thing.kind === 'flow' && name === thing.name)?.actor
      if (doer === undefined) unclear(`${thingText(thing)} is done by nobody`)
      if (doer === actor!.name) unclear(`${thingText(thing)} is done by ${doer} already`)
      // "Photos are deleted" says nothing of who does it
      const isTold = nameKey(thing.name).startsWith(nameKey(doer!)) || /^(?:VERB|AUX)$/.test(readTokens(thing.name)[0]?.tag ?? '')
      if (ask.said.includes('by') && !ask.said.some((word) => /^(?:done|performed|handled|not|instead|rather)$/.test(word)) && !isTold)
        unclear(`${thingText(thing)} does not say who does it`)
      const isDenied = ask.slots.X?.mentions?.some(({ things }) => things.some(({ name }) => name === doer))
      if (ask.slots.X && !isDenied) unclear(`${thingText(thing)} is done by ${doer}`)
      return { op: 'give', thing, to: actor!.name }
    })
  },
  'add-attribute': (ask) => {
    const entities = ask.slots.E ? every(ask, 'E') : [scopeOf(ask, 'entity')]
    const { isEach = false } = ask.slots.E?.mentions?.[0] ?? {}
    const { O: told } = ask.slots
    const fields = ask.slots.K!.fields!.map((each) =>
      told ? { ...each, type: told.text ?? null, required: !told.isOptional, isSure: true } : each,
    )
    // "a tool needs a repair" speaks of tools
    const isNeed = ask.said.some((word) => /^(?:needs?|wants?|requires?|have|contain|hold|include|carry|store|record)$/.test(word))
    const isBinding = isEach || ask.said.some((word) => /^(?:must|shall)$/.test(word))
    const isDoubtful = (field: Field) => !field.isSure && (isBinding || (isNeed && (field.isBare || !isValueName(field.name))))
    if (fields.some(isDoubtful)) unclear(`for an attribute write “add the field … to ${entities[0]!.name}”`)
    return entities.flatMap(({ name: entity }) => fields.map((field) => added(ask, entity, field)))
  },
  'add-step': (ask) => {
    const text = ask.slots.Q!.text!
    if (text.split(' ').length < 2) unclear('the text of the new step has to say who does what')
    return [{ op: 'add-step', text, at: spotOf(ask, 'S') }]
  },
  move: (ask) => {
    if (ask.slots.L) return swapped(every(ask, 'L'), ask)
    if (ask.slots.A) {
      const [to] = one(ask, 'E')
      return every(ask, 'A').map((thing): Edit => {
        if (thing.of === to!.name) unclear(`${thingText(thing)} is there already`)
        for (const slot of ['X', 'X2']) {
          const from = ask.slots[slot]?.mentions?.flatMap(({ things }) => things)
          if (ask.slots[slot] && !from?.some(({ kind, name }) => kind === 'entity' && name === thing.of))
            unclear(`${thingText(thing)} is not there`)
        }
        return { op: 'move', thing, to: { entity: to!.name } }
      })
    }
    if (ask.slots.C) return every(ask, 'C').map((thing): Edit => ({ op: 'move', thing, to: { component: one(ask, 'C2')[0]!.name } }))
    const steps = every(ask, 'S').filter(({ kind }) => kind === 'step' || unclear('only steps have a place in an order'))
    if (/swap|exchange|switch/.test(ask.said[0] ?? '')) return swapped([...steps, ...every(ask, 'S2')], ask)
    return steps.map((thing): Edit => ({ op: 'move', thing, to: spotOf(ask, 'S2', thing) }))
  },
  merge: (ask) => {
    if (ask.slots.L && every(ask, 'L').every(({ kind }) => kind === 'step')) return joined(every(ask, 'L'))
    const groups = [...all(ask, 'L'), ...('T' in ask.slots ? all(ask, 'T') : []), ...('T2' in ask.slots ? all(ask, 'T2') : [])]
    const kinds = (['entity', 'actor', 'flow', 'component'] as const).filter((kind) =>
      groups.every(({ things }) => things.some((thing) => thing.kind === kind)),
    )
    const kind = kinds[0] ?? unclear('only things of one kind can be merged')
    const from = [...new Set(groups.map(({ things }) => things.find((thing) => thing.kind === kind)!.name))]
    if (from.length < 2) unclear('it takes two to be merged')
    const said = ask.slots.N?.text ?? ask.slots.M?.text
    const wanted = said === undefined || isKindOnly(said) ? undefined : said
    const known = from.find((name) => wanted !== undefined && nameKey(name) === nameKey(wanted))
    const isTaken = wanted !== undefined && !known && ask.names.named(nameKey(wanted)).some((thing) => thing.kind === kind)
    // "merge A into B": B stays
    const into =
      ask.said.includes('into') && said === undefined ? groups.at(-1)!.things.find((thing) => thing.kind === kind)!.name : undefined
    return kinds.map((each): Edit => {
      const to = isTaken ? nameOf(ask, wanted, each) : (known ?? wanted ?? into ?? from[0]!)
      return { op: 'merge', kind: each, from: isTaken ? [...from, to] : from, to }
    })
  },
  replace: (ask) => every(ask, 'S').map((thing): Edit => ({ op: 'replace', thing, to: whole(ask, thing, ask.slots.Q!.text!) })),
  'part-text': (ask) => {
    const [from, to] = [ask.slots.W!.text!, ask.slots.W2!.text!]
    const steps = ask.slots.S
      ? every(ask, 'S')
      : ask.names.all.filter(({ kind, name }) => kind === 'step' && nameKey(` ${name} `).includes(nameKey(from)))
    const isSaid = ask.slots.S !== undefined || /\d/.test(from) || from.includes(' ')
    if (!isSaid || steps.length !== 1) unclear(`“${from}” is not said in one step alone`)
    return steps.map((thing): Edit => ({ op: 'replace', thing, to: partly(thing, from, to) }))
  },
  'join-attributes': (ask) => {
    const [thing] = one(ask, 'T')
    const isAttribute = thing!.kind === 'attribute'
    if (ask.slots.N && !isAttribute)
      return one(ask, 'T').map((each): Edit => ({ op: 'rename', thing: each, to: fresh(ask, each, ask.slots.N!.text!) }))
    const [field, ...more] = ask.slots.K?.fields ?? []
    if (!field || !isAttribute || more.length > 0) return unclear(`it does not say what ${thingText(thing!)} becomes`)
    return [
      { op: 'remove', thing: thing! },
      added(ask, thing!.of!, { ...field, required: field.required && attributeOf(ask, thing!)?.required !== false }),
    ]
  },
}

/** Each mention with the one thing it names; an entity and an actor by one name are both meant. */
function all(ask: Ask, slot: string, owner = ''): { things: Thing[]; isSure: boolean; said: string }[] {
  const owners = ask.slots[owner]?.mentions?.flatMap(({ things }) => things.map(({ name }) => name))
  return (ask.slots[slot]?.mentions ?? []).map((mention) => {
    const things = owners ? mention.things.filter(({ of = '' }) => owners.includes(of)) : mention.things
    return { ...mention, things: chosen(ask, { ...mention, things }) }
  })
}

/** Every thing in a slot. */
const every = (ask: Ask, slot: string): Thing[] => all(ask, slot).flatMap(({ things }) => things)

function one(ask: Ask, slot: string): Thing[] {
  const [first, ...more] = all(ask, slot)
  if (!first || more.length > 0) return unclear('it names several things where one is asked for')
  return first.things
}

function chosen({ names }: Ask, { said, things }: Mention): Thing[] {
  if (things.length === 0) {
    const near = nearNames(names, said)
    return unclear(`nothing in the design is called “${said}”${near.length > 0 ? `; near to it: ${near.join(', ')}` : ''}`)
  }
  const lasting = things.filter(({ kind }) => kind === 'entity' || kind === 'actor')
  const own = lasting.length > 0 ? lasting : things
  if (own.every(({ name, of }) => name === own[0]!.name && of === own[0]!.of)) return [...own]
  if (lasting.length === 2 && lasting[0]!.kind !== lasting[1]!.kind && nameKey(lasting[0]!.name) === nameKey(lasting[1]!.name))
    return lasting
  const texts = own.slice(0, 3).map((thing) => (thing.kind === 'step' ? `${thingText(thing)} in ${thing.of}` : thingText(thing)))
  return unclear(`“${said}” could be ${texts.join(' or ')}: which one?`)
}

const textOf = ({ slots }: Ask, ...letters: string[]): string =>
  letters.flatMap((letter) => slots[letter]?.text ?? [])[0] ?? unclear('it does not say what it is to be')
const attributeOf = ({ names }: Ask, { name, of }: Thing) =>
  names.intent.dataModel.entities.find((entity) => entity.name === of)?.attributes.find((each) => each.name === name)
const nameOf = ({ names }: Ask, said: string, kind: ThingKind) =>
  names.named(nameKey(said)).find((thing) => thing.kind === kind)?.name ?? said

/** "Parents should be called Guardians": the one called Parent is a Guardian. */
const asSaid = (said: string, name: string, to: string) =>
  singular(said.toLowerCase()) === name.toLowerCase() && said.toLowerCase() !== name.toLowerCase() ? singular(to) : to

/** A new name, with a capital where the old one has it; not one that is taken. */
function fresh({ names }: Ask, thing: Thing, said: string): string {
  const taken = names.named(nameKey(said)).find(({ kind, of, name }) => kind === thing.kind && of === thing.of && name !== thing.name)
  if (taken)
    unclear(`there is ${/^[aeiou]/.test(taken.kind) ? 'an' : 'a'} ${taken.kind} ${taken.name} already; say “merge” if that is meant`)
  const to =
    /^\p{Lu}/u.test(thing.name) && thing.kind !== 'attribute' && !/\p{Lu}/u.test(said) ? said.charAt(0).toUpperCase() + said.slice(1) : said
  return thing.name === to ? unclear(`${thingText(thing)} is called so already`) : to
}

function required(ask: Ask, thing: Thing, isRequired: boolean): Edit {
  const attribute = attributeOf(ask, thing)
  if (attribute?.required === isRequired) unclear(`${thingText(thing)} is ${isRequired ? 'required' : 'optional'} already`)
  return { op: 'require', thing, required: isRequired }
}

function added({ names }: Ask, entity: string, { name, type, required: isRequired, isBare, isSure }: Field): Edit {
  const other = names.named(nameKey(name)).find(({ kind, of }) => kind === 'attribute' && of !== entity)
  if (other && isBare && !isSure) unclear(`it does not say whether ${thingText(other)} moves or ${entity} gets one of its own`)
  const own = names.named(nameKey(name)).some(({ kind, of }) => kind === 'attribute' && of === entity)
  return own ? unclear(`${entity} has “${name}” already`) : { op: 'add-attribute', entity, name, type, required: isRequired }
}

/** Where a step is to stand: beside another, or at one end of a flow. */
function spotOf(ask: Ask, slot: string, moved?: Thing): Spot {
  const { said, slots, names } = ask
  const beside = slots[slot] && one(ask, slot)[0]
  if (beside) {
    if (beside.kind !== 'step' || (moved && beside.name === moved.name)) unclear('it does not say beside which step')
    const isAfter = said.some((word) => /^(?:after|behind|between)$/.test(word))
    if (slots.X && said.includes('between') && !follows(names, beside, one(ask, 'X')[0]!)) unclear('those steps do not follow each other')
    return isAfter ? { after: beside } : { before: beside }
  }
  const flow = slots.F ? one(ask, 'F')[0]!.name : (moved?.of ?? scopeOf(ask, 'flow').name)
  return { flow, end: slots.Q?.isFirst || said.some((word) => /^(?:start|beginning|top|front|first|begin)$/.test(word)) ? 'first' : 'last' }
}

const scopeOf = ({ scope }: Ask, kind: ThingKind): Thing => (scope?.kind === kind ? scope : unclear(`it does not say in which ${kind}`))

const placeOf = (names: Names, thing: Thing) => {
  const found = findStep(names.intent, thing)
  return found ? { flow: found.flow, at: found.flow.steps.indexOf(found.step) } : unclear(`${thingText(thing)} has no place in an order`)
}

function follows(names: Names, first: Thing, second: Thing): boolean {
  const [a, b] = [placeOf(names, first), placeOf(names, second)]
  return a.flow === b.flow && b.at === a.at + 1
}

/** Two steps as one that says both. */
function joined(steps: readonly Thing[]): Edit[] {
  const [first, ...more] = steps
  if (!first || more.length === 0 || more.some(({ of }) => of !== first.of)) return unclear('only steps of one flow can become one')
  const to = steps.map(({ name }, at) => (at < more.length ? name.replace(/[.;]$/, '') : name)).join('; ')
  return [{ op: 'replace', thing: first, to }, ...more.map((thing): Edit => ({ op: 'remove', thing }))]
}

/** The later one goes before the earlier, and the earlier behind what stood before the later. */
function swapped(things: readonly Thing[], { names }: Ask): Edit[] {
  const [a, b, ...more] = things.map((thing) => ({ thing, ...placeOf(names, thing) })).toSorted((x, y) => x.at - y.at)
  if (!a || !b || more.length > 0 || a.flow !== b.flow) return unclear('only two steps of one flow can be swapped')
  const back: Edit = { op: 'move', thing: b.thing, to: { before: a.thing } }
  const left = a.flow.steps[b.at - 1]!
  return b.at === a.at + 1
    ? [back]
    : [back, { op: 'move', thing: a.thing, to: { after: { kind: 'step', name: left.action, of: a.flow.name } } }]
}

/** A quotation without who does it keeps who does it: "prints the slip" becomes "emails the slip". */
function whole({ slots, names }: Ask, thing: Thing, to: string): string {
  const said = slots.S?.mentions?.[0]?.said ?? ''
  if (thing.kind !== 'step' || said === thing.name || !thing.name.endsWith(said)) return to
  const lead = thing.name.slice(0, thing.name.length - said.length)
  const doers = names.intent.userFlows.flatMap(doersOf).map(nameKey)
  return doers.some((doer) => nameKey(lead) === doer) && !doers.some((doer) => nameKey(to).startsWith(`${doer} `)) ? lead + to : to
}

/** Words of a text, where they stand once. */
function partly(thing: Thing, from: string, to: string): string {
  const parts = thing.name.toLowerCase().split(from.toLowerCase())
  if (parts.length !== 2) return unclear(`${thingText(thing)} does not say “${from}” once`)
  const at = parts[0]!.length
  return thing.name.slice(0, at) + to + thing.name.slice(at + from.length)
}
