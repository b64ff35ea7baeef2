// The edits of what a design names: another name, none at all, one for two.
import { singular } from '../../../lib/english/stem.ts'
import { system } from '../outline/place/actors.ts'
import { typeOf } from '../outline/place/types.ts'
import { attributeIn } from './attribute-in.ts'
import type { Edit, Thing } from './edit.ts'
import { nearNames, same } from './names.ts'
import { textOf } from './sentence.ts'
import { askOf, attributeOf, isTaken, nameIn, numbersIn, range, thingsIn, type Build, type Place } from './place.ts'

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
  const old = attributeOf(place, thing)
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
  if (/(?:^| )cut\./.test(place.form.text) && things?.some((thing) => attributeOf(place, thing)?.type === 'money')) return null
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

const merge: Build = (place) => {
  const said = thingsIn(place, 'T1') ?? []
  const isInto = place.slots.T2 !== undefined && !place.line.includes('%call')
  const things = [...said, ...(isInto ? (thingsIn(place, 'T2') ?? []) : [])].filter(
    (thing, at, all) => all.findIndex((other) => same(other, thing)) === at,
  )
  const kinds = (['entity', 'actor', 'flow', 'component', 'attribute'] as const).filter(
    (kind) => things.filter((thing) => thing.kind === kind).length === 2,
  )
  const [kind] = kinds
  const [first, second] = things.filter((thing) => thing.kind === kind)
  if (!kind || !first || !second || first.of !== second.of || first.name === second.name) return null
  const into = isInto ? thingsIn(place, 'T2')?.find((thing) => thing.kind === kind) : first
  const slot = ['N1', 'Q1'].find((each) => place.slots[each] !== undefined)
  const to = slot === undefined ? (into ?? second).name : nameIn(place, slot, first.name)
  if (!to) return null
  if (kind !== 'attribute') return [{ op: 'merge', kind, from: [first.name, second.name], to }]
  const kept = to.toLowerCase() === second.name.toLowerCase() ? second : first
  const gone = kept === first ? second : first
  return [
    ...(kept.name.toLowerCase() === to.toLowerCase() ? [] : [{ op: 'rename', thing: kept, to } as const]),
    { op: 'remove', thing: gone },
  ]
}

/** Says that nothing of the design is called so, and what is near. */
const unknown: Build = (place) => {
  const all = numbersIn(place.slots.N1 ?? '')
  const said = textOf(place.form.items.slice(all[0], all.at(-1)! + 1).flatMap(({ words }) => words))
  const near = nearNames(place.names, said)
  if (!/@/.test(place.slots.N1 ?? ''))
    place.why.add(`nothing in the design is called “${said}”${near.length > 0 ? `; near to it: ${near.join(', ')}` : ''}`)
  return null
}

const nameless: Build = ({ why }) => {
  why.add('it does not say what the new name is')
  return null
}

/** How they are asked for. */
export const nameAsks: readonly (readonly [Build, string])[] = [
  [
    rename,
    `
    WISH %rename T to|as|into|with|by N
    WISH %call T as? N
    T must|may be? %rename.d|%call.d to|as|into? N
    T must|may become N
    T be better|best|clearer %call.d|know? as? N
    WISH %say of|about|for|with? N instead-of|not T
    we %say.b N , not T
    what you|they|we %call.b T be N
    what you|they|we %call.b T be know|%call.d as? N
    T must be N
    T be N
    START T become.s|become.b N
    T be %call.d N
    T : better N
    WISH %say %word? N for T
    WISH %call it N instead-of T
    we|i may? %say.b N END
    we not %say.b T , T? we? be|%say.b N
    WISH %rename T for N
    WISH swap|exchange|trade T for|with|against N
    nobody %say.s T , we %call.b T N
    T be no|not|%poor ~ %word ,|;|: we? N may|must? be|say? %right? %word? END
    T sound.s|read.s|look.s|feel.s|confuse.s Z ,|; ~ %say.b|%call.b|make.b T|it? N END
    we|i not want|need|like T ,|; %say N
    T be too Z ,|;|: N may|must? be|say %right %word? END
  `,
  ],
  [
    remove,
    `
    WISH %remove Us
    WISH take|leave Us out|off|away
    WISH take Us off|from O
    WISH get rid of Us
    WISH leave|throw out|off|away Us
    away|out|down with Us
    do|live|manage|cope without Us
    START %remove END
    Us :|,? out END
  `,
  ],
  [unknown, 'WISH %remove|%rename N'],
  [nameless, 'WISH rename|relabel|retitle T STOP'],
  [
    removeSaid,
    `
    Us must|may be %remove.d
    Us must|may %vanish END
    Us be %needless
    Us be? not need|necessary|want
    START no U STOP
    we|i not must|need? to? store|keep|ask|track|record|collect Us END
    not need|want Us END
    no %use for|in|of ~ Us
  `,
  ],
  [
    merge,
    `
    WISH %merge Ts into|under|as|to %one? %word|entity|record|thing|table|role|field? call.d|name.d? N
    WISH %merge Ts END
    WISH %merge Ts into|with|to %one? T END
    Ts must|may be %merge.d into|under|as|to %one? %word|entity|record|thing|table|role|field? call.d|name.d? N
    Ts must|may be %merge.d END
    T must|may be %merge.d into|with|to|in T END
    Ts must|may? be|become? in|into? %one ~ :? Q
    Ts in|into %one field|flow|screen|role|record|step? :|,? N
    WISH put|bring Ts together
    WISH %merge Ts into %one flow|screen|role|record|thing|field|entity END
    Ts must|may? be %one thing|role|person|flow|record|field|entity? END
    Ts must|may be %one thing|role|person|flow|record|field|entity? ,? %call.d? N
    Ts must|may? be %one role|thing|person|field|record? ,|;? %call|%call.d T|it? N
  `,
  ],
]
