// What is remembered: things the text gives attributes to. A noun that only recurs is kept as assumed.
import { limits, refId, type Entity, type SourceRef } from '../../intent.ts'
import type { Entry } from '../entry.ts'
import { namesListed, type Item } from '../forms/list.ts'
import { labelEnd } from '../forms/slice.ts'
import type { Cell } from '../read/blocks.ts'
import { namesTopic } from '../read/sections.ts'
import { titleOf, type Statement } from '../read/statements.ts'
import { capital, words } from '../words.ts'
import { labelOf, usable, type Fields } from './fields.ts'
import { relate, thingCalled, type Thing } from './relations.ts'
import { nameOf, oneOf } from './thing-names.ts'
import { isThing, recurring } from './things.ts'
import { typeOf, typeSaid } from './types.ts'

export function findEntities(entries: readonly Entry[], told: Fields): Entity[] {
  const found = new Map<string, Thing>()
  let table: { block: number; owner: string } | null = null
  const labelled = (kind: string) =>
    new Set(
      entries.flatMap(({ statement: { sectionKind, text } }) => {
        const label = sectionKind === kind ? labelOf(text, labelEnd(text)) : null
        return label ? [oneOf(label.name).toLowerCase()] : []
      }),
    )
  const [terms, data] = [labelled('terms'), labelled('data')]
  const lists = entries.flatMap(({ aside, statement }) => {
    if (statement.kind === 'row' && aside === null) fromRow(statement)
    return (told.get(statement) ?? []).flatMap((list) => {
      const isDefined = list.items.length > 1 || list.isDefined || statement.sectionKind === 'data'
      const thing = keep(list.name, statement, [], list.ref, isDefined)
      return thing ? [{ thing, ...list }] : []
    })
  })
  // What somebody enters of a thing adds to what it is said to have.
  for (const isDefined of [true, false]) for (const list of lists) if (list.isDefined === isDefined) fill(list.thing, list.items)
  const fields = [...found.values()].flatMap(({ attributes }) => [...attributes.keys()])
  for (const { name, refs } of recurring(entries, new Set(found.keys()), fields))
    found.set(name.toLowerCase(), { ...thingCalled(name, true), refs })
  relate(found, entries)
  typesStated(found, entries)
  return [...found.values()]
    .slice(0, limits.entities)
    .map(({ name, refs, attributes, relations, assumed }) => ({
      name,
      description: '',
      sourceRefs: refs.slice(0, limits.refs),
      attributes: [...attributes.values()].slice(0, limits.attributesPerEntity),
      relationships: [...relations].map(([to, kind]) => ({ to, kind })),
      ...(assumed && { assumed }),
    }))

  /** A row of a field table: the thing in a column of its own, in the row above, before the table or in the heading. */
  function fromRow({ id, text, cells, section, lead, block }: Statement): void {
    const cell = (title: RegExp) => cells.find((one) => title.test(one.title.trim()))
    const value = (at: Cell | undefined) => (at ? text.slice(at.start, at.end) : '')
    const [type, needed] = [cell(/^(?:type|data ?type|format|kind)$/i), cell(/^(?:required|mandatory|req|needed|optional)\W*$/i)]
    const field =
      cell(
        /^(?:fields?(?: name)?|attributes?|propert(?:y|ies)|columns?|data|contains|data element|element|what (?:belongs to|is kept of|we keep of) (?:it|each|them))$/i,
      ) ?? (type && needed ? cell(/^name$/i) : undefined)
    const entity = cell(/^(?:entity|entities|object|model|table|resource|record|concept|thing)$/i) ?? (field && cell(/^terms?$/i))
    if (entity && !type && !needed) {
      keep(value(entity), { id, section }, usable(namesListed(value(field))), { id, start: entity.start, end: entity.end })
      return
    }
    const heading = section.findLast((one) => titleOf(one) !== '')
    const above = table?.block === block - 1 ? table.owner : lead && /:$/.test(lead.text) ? lead.text.slice(0, -1) : ''
    const titled = heading
      ? titleOf(heading).replace(/\s*(?:form|fields?|(?:master )?data|attributes|details|information|table|entity|model|record)s?$/i, '')
      : ''
    const owner = entity ? value(entity) : above !== '' ? above : titled
    if (!field || owner === '') return
    const ref = entity ? { id, start: entity.start, end: entity.end } : { id: owner === titled && heading ? heading.id : id }
    const kept = keep(owner, { id, section }, [], ref, true)
    if (!kept) return
    table = { block, owner }
    const [name, said] = [value(field), value(type)]
    const isOptional = /^optional/i.test(needed?.title ?? '') ? /^(?:y|✓|x|true)/i : /^(?:n|no|false|-|–|optional|✗)/i
    const notes = cells.filter((one) => one !== field && one !== needed).map(value)
    kept.attributes.set(name.toLowerCase(), {
      name: name.slice(0, limits.name),
      type: said === '' ? typeOf(name) : (typeSaid(said) ?? said.slice(0, 60).toLowerCase()),
      required: !isOptional.test(value(needed)) && !notes.some((note) => /^optional\b|[,;(]\s*optional\b/i.test(note)),
    })
    if (!entity && kept.refs.length < limits.refs) kept.refs.push({ id, start: field.start, end: field.end })
  }

  function keep(
    said: string,
    statement: Pick<Statement, 'id' | 'section'>,
    items: readonly Item[],
    ref: SourceRef | { id: string },
    isDefined = items.length > 1,
  ): Thing | null {
    const title = statement.section.findLast((heading) => heading.level > 1 && namesTopic(heading.text))
    const named = nameOf(said, title ? titleOf(title) : '', { terms, data, found })
    if (named === null) return null
    const name = capital(named)
    if (!isThing(name, isDefined)) return null
    const kept = found.get(name.toLowerCase()) ?? thingCalled(name)
    if (!kept.refs.some((one) => typeof one !== 'string' && one.id === statement.id))
      kept.refs.push('start' in (ref as object) ? (ref as SourceRef) : (ref as { id: string }).id)
    fill(kept, items)
    found.set(name.toLowerCase(), kept)
    return kept
  }
}

/** What says how a value is and not which: "unique membership ID", "own status", "each volunteer's name". */
const modifiers =
  /^(?:(?:own|my|your|their|its|his|her|optional|mandatory|required|auto-generated|auto-incremented|generated|all|any|basic|important|relevant|additional|minimal|empty|non-empty|blank|missing|valid|invalid|numeric|complete|corresponding|respective|associated|(?:(?:the|an?|each|every)\s+)?[\p{L}_]+(?:['’]s|s['’]))\s+)+(?=\S)/iu

/** "Height in centimetres" and "type of firing" say again what "height" and "firing type" said; of a pet the "name of the pet" is its name. */
function fill({ name: own, attributes }: Thing, items: readonly Item[]): void {
  const same = (name: string) =>
    words(name.toLowerCase().replace(/(?<=\S) in \p{L}+$/u, ''))
      .flatMap(({ lower, tag }) => (tag === 'DET' || lower === 'of' ? [] : [lower]))
      .sort()
      .join(' ')
  const known = new Set([...attributes.keys()].map(same))
  for (const { name: said, type, many, optional } of items) {
    const name = said.replace(modifiers, '').replace(new RegExp(` of (?:(?:the|an?|each) )?${own}s?$`, 'i'), '')
    const before = attributes.get(name.toLowerCase())
    if (before && optional) before.required = false
    if (known.has(same(name)) || name.toLowerCase() === own.toLowerCase()) continue
    known.add(same(name))
    attributes.set(name.toLowerCase(), { name: name.slice(0, limits.name), type: type ?? typeOf(name, many), required: !optional })
  }
}

/** "The weight is stored as text", "the dose is a number", "the status of a stay is requested, confirmed or cancelled". */
function typesStated(found: Map<string, Thing>, entries: readonly Entry[]): void {
  for (const { statement } of entries) {
    const [, name = '', owner, said = ''] =
      /^the (.{2,30}?)(?: of (?:an?|the|each|every) (.{2,30}?))? (?:is|are)(?: (?:stored|kept|saved|recorded|entered) as)?(?: an?| one of)? (.+?)(?: at the moment)?\.?$/i.exec(
        statement.text,
      ) ?? []
    const type = typeSaid(said)
    const things = [...found.values()].filter(({ attributes }) => attributes.has(name.toLowerCase()))
    const thing = owner ? found.get(owner.toLowerCase()) : things.findLast(({ refs }) => refs.some((ref) => near(refId(ref), statement.id)))
    const field = thing?.attributes.get(name.toLowerCase())
    if (!thing || !field || type === null || (type === 'choice' && !/,/.test(said))) continue
    thing.attributes.set(name.toLowerCase(), { ...field, type })
    thing.refs.push(statement.id)
  }

  function near(id: string, own: string): boolean {
    const apart = Number(own.slice(1)) - Number(id.slice(1))
    return apart > 0 && apart < 4
  }
}
