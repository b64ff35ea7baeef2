// The edits of attributes: new ones, their kind of value, their place, whether they must be given.
import { attributeIn } from './attribute-in.ts'
import type { Edit, Thing } from './edit.ts'
import { askOf, attributeOf, clauseIn, isTaken, numbersIn, range, thingsIn, type Build, type Place } from './place.ts'

const require_ =
  (required: boolean): Build =>
  (place) => {
    // what is left out is gone
    if (place.line.startsWith('WISH') && /^leave\..* out\.\w#\d+ $/.test(place.said)) return null
    const things = thingsIn(place, 'A1')
    // "do not make it required", where it is not: it stays as it is
    const isSo = things?.every((thing) => attributeOf(place, thing)?.required === required)
    return !things || (isSo && /^not/.test(place.line)) ? null : things.map((thing) => ({ op: 'require', thing, required }))
  }

const notUnique: Build = (place) =>
  thingsIn(place, 'A1')?.map((thing) => ({
    op: 'retype',
    thing,
    to: (attributeOf(place, thing)?.type ?? 'text').replace(/, unique$/, ''),
  })) ?? null

const unique: Build = (place) => {
  const things = thingsIn(place, 'A1')
  const kindOf = (thing: Thing) => attributeOf(place, thing)?.type ?? 'text'
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
  // "there must be a place for it", but "must be filled in"
  if (/^must be/.test(place.line) && /^[^ #]+\.d#/.test(place.slots.N1 ?? '')) return null
  const type = place.form.items[numbersIn(place.slots.Y1 ?? '')[0] ?? -1]?.type ?? null
  const edits = added(place, entity.name)
  return type ? (edits?.map((edit) => ({ ...edit, type }) as Edit) ?? null) : edits
}

const addBeside: Build = (place) => {
  const [near] = thingsIn(place, 'A1') ?? []
  return near ? added(place, near.of!) : null
}

function added(place: Place, entity: string): Edit[] | null {
  const edits: Edit[] = []
  const whole = place.slots.N1 ?? ''
  let taken = ''
  for (const part of whole.split(/(?<=(?<![^ ])(?:,|and\.\w)#\d+ )/)) {
    const joint = /(?<![^ ])(?:(?:,|and\.\w)#\d+ )+$/.exec(part)?.[0] ?? ''
    const own = part.slice(0, part.length - joint.length)
    // "a seal number, optional of course"
    if (edits.length > 0 && /^(?:optional|voluntary)\./.test(own)) {
      place.shorter = 0
      return edits.map((edit) => ({ ...edit, required: false }) as Edit)
    }
    for (let said = own; said !== ''; said = said.replace(/\S+ ?$/, '')) {
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

/** "The booking should also record who made it": what it tells is called as it is said. */
const addTold: Build = (place) => {
  const [entity] = thingsIn(place, 'E1') ?? []
  const [at = 0] = numbersIn(place.slots.X ?? '')
  const name = `${place.form.items[at - 1]?.lower} ${clauseIn(place).replace(/,.*$/, '')}`
  return entity?.kind === 'entity' && name.split(' ').length < 10
    ? [{ op: 'add-attribute', entity: entity.name, name, type: null, required: true }]
    : null
}

/** "Instead of the home address I'd like map coordinates." */
const exchange: Build = (place) => {
  const [thing, ...more] = thingsIn(place, 'A1') ?? []
  const edits = thing && more.length === 0 ? added(place, thing.of!) : null
  return edits && [{ op: 'remove', thing: thing! }, ...edits]
}

const move: Build = (place) => {
  const things = thingsIn(place, 'A1')
  const [target, ...more] = recordsIn(place)
  if (!things || !target || more.length > 0) return null
  // "delivery address over to the order"
  if (place.line.endsWith('? to G') && !place.form.items.some(({ lower }) => lower === 'over')) return null
  for (const thing of things) {
    if (thing.of === target.name) return null
    if (!isTaken(askOf(place), thing.name, { kind: 'attribute', name: '', of: target.name })) continue
    place.why.add(`${target.name} has ${thing.name} already`)
    return null
  }
  return things.map((thing) => ({ op: 'move', thing, to: { entity: target.name } }))
}

/** Where it goes: a record, or else somebody of whom nothing is kept yet. */
function recordsIn(place: Place): Thing[] {
  const all = thingsIn(place, place.slots.G2 === undefined ? 'G1' : 'G2') ?? []
  const records = all.filter(({ kind }) => kind === 'entity')
  return records.length > 0 ? records : all
}

const retype: Build = (place) => {
  const things = thingsIn(place, 'A1')
  if (place.line.startsWith('A need')) return widened(place, things)
  const [at] = numbersIn((place.line.includes('not|instead-of Y') ? undefined : place.slots.Y2) ?? place.slots.Y1 ?? '')
  const to = at === undefined ? null : place.form.items[at]!.type
  // it is said to be another, and is what it shall be
  const isSo = place.line.includes('Y become') && things?.every((thing) => attributeOf(place, thing)?.type === to)
  return things && to && !isSo ? things.map((thing) => ({ op: 'retype', thing, to })) : null
}

/** "The due date needs a time as well." */
function widened(place: Place, things: readonly Thing[] | null): Edit[] | null {
  const said = place.form.items[numbersIn(place.slots.Y1 ?? '')[0] ?? -1]?.type ?? ''
  const isBoth = things?.every((thing) => [attributeOf(place, thing)?.type, said].toSorted().join() === 'date,time')
  return things && isBoth ? things.map((thing) => ({ op: 'retype', thing, to: 'date and time' })) : null
}

/** How they are asked for. */
export const attributeAsks: readonly (readonly [Build, string])[] = [
  [
    require_(true),
    `
    As must|may? be %yes
    A must be %fill.d in END
    As must|may not be? leave|stay|remain? %empty
    WISH %mark As as? %yes
    O must have|carry|come|contain|include with? A END
    O need.s|need.b|want.s A END
    As be|must not be? %no
    As :|,? %yes END
    As must|may? be %yes ,? not %no
    A must be there|present END
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
    not %demand A
    nobody|no-one must|may be %demand.d to ~ A
    As :|,? %no END
    As must|may? be %no ,? not %yes
    As not must be %fill.d in?
    not %mark As as? %yes
    WISH %mark As as? %empty
    people|one|everybody|users must be able to leave As %empty
  `,
  ],
  [
    notUnique,
    `
    A not must be unique
  `,
  ],
  [
    unique,
    `
    A must|may? be unique
    WISH %mark A as? unique
  `,
  ],
  [
    add,
    `
    WISH %add Ns to|on|for|in|into E
    WISH %add Ns to|on|for|in|into E , Y END
    WISH %add E Ns
    WISH %add Ns
    E %lack.s|%lack.b Ns
    E be lack.g|miss.g Ns
    Ns be|must miss|missing|lack|lacking|absent|need on|for|from|in|of|to E
    miss|lack.g on|for|from|in|of|to E : Ns
    miss.g|missing|lack.g :|,? Ns on|for|from|in|of|to E
    we|i|you %lack.b|%lack.d Ns on|for|from|in|of|to E
    on|for|in E we|i be? %lack.b|%lack.g Ns
    on|for|in E we|i may? must|want|like|need? to? %keep.b Ns
    we|i may? must|want|like|need? to? %keep.b E 's Ns
    WISH %keep Ns on|for|in|of|with E
    we|i may like Ns on|for|in|of|with E
    if E had|have Ns
    E have Ns END
    must be field|place|room? for|called? Ns on|for|in|of E
  `,
  ],
  [addTold, 'E must %keep which|who|whom|whose|how|when|where|whether|what|why X'],
  [
    addBeside,
    `
    WISH %add|%keep N next|beside|besides|alongside to? A
  `,
  ],
  [
    exchange,
    `
    instead-of A ,? we|i may|must? like|want|need|have|%keep.b N END
  `,
  ],
  [
    move,
    `
    WISH %move As to|into|onto|on|under|in|with G
    WISH %move As from G to|into|onto|on|under|in|with G
    As ,|:? to G
    As ,|: %move A? to|into|onto|on|under|in|with G
    START %move to|into|onto|on|under|in|with G
    As must? belong.s|belong.b to|into|onto|on|under|in|with|off G
    As must %sit.b|be to|into|onto|on|under|in|with|off|of|at G
    i|we may expect|want|see|have As to|into|onto|on|under|in|with|at G
  `,
  ],
  [
    retype,
    `
    WISH %type As to|into|as|a? Y END
    WISH %type|%rename type|kind of As to|into|as? Y END
    WISH %type|%rename type|kind of As from Y to|into Y END
    WISH type As as Y END
    As must|may? be|become|hold|take|accept|contain single? piece|kind|sort|form|matter? of? Y END
    As must|may be %type.d as|in|into|to Y END
    As :|,? Y END
    As : Y become Y END
    As must|may? not be ~ Y ,? but|%type As? Y END
    START Y END
    A need.s|need.b Y END
  `,
  ],
]
