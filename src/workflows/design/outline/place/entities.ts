// What is remembered: things the text gives attributes to. A noun that only recurs is kept as assumed.
import { isUnit } from '../../../../lib/english/lexicon.ts'
import { limits, refId, type Entity, type SourceRef } from '../../intent.ts'
import type { Entry } from '../entry.ts'
import { namesListed, type Item } from '../forms/list.ts'
import type { Cell } from '../read/blocks.ts'
import { sectionKind as kindOfSection } from '../read/sections.ts'
import { titleOf, type Statement } from '../read/statements.ts'
import { capital, isDeterminer, isVerb, phraseAt, singular, words } from '../words.ts'
import { endsWith, fieldsDefined, fieldsTold, usable, type Listed } from './fields.ts'
import { mentionsOf } from './mentions.ts'
import { namesSoftware, namesSomebody } from './roles.ts'
import { typeOf, typeSaid } from './types.ts'

type Attribute = Entity['attributes'][number]

interface Found {
  name: string
  refs: SourceRef[]
  attributes: Map<string, Attribute>
  relations: Map<string, Entity['relationships'][number]['kind']>
  assumed: boolean
}

export function findEntities(entries: readonly Entry[], lists: ReadonlyMap<Statement, Listed>): Entity[] {
  const found = new Map<string, Found>()
  let table: { block: number; owner: string } | null = null
  // "Drop: day, name, signature <- is that the same as Delivery??" defines and asks
  for (const { aside, statement } of entries)
    if (aside === null || statement.sectionKind === 'terms' || (aside === 'question' && statement.sectionKind === 'data'))
      explicit(statement)
  const fields = [...found.values()].flatMap(({ attributes }) => [...attributes.keys()])
  for (const { name, refs } of recurring(entries, new Set(found.keys()), fields))
    found.set(name.toLowerCase(), { ...blank(name), refs, assumed: true })
  relate(found, entries)
  // A field called like a thing holds one of them.
  for (const [, thing] of found)
    for (const field of thing.attributes.keys()) {
      const other = found.get(field)
      if (other && other !== thing && !thing.relations.has(other.name)) other.relations.set(thing.name, 'one-to-many')
    }
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

  function explicit(statement: Statement): void {
    if (statement.kind === 'row') return fromRow(statement)
    const own = lists.get(statement) ?? goingOn(statement)
    const defined = own ? [own] : fieldsDefined(statement, speaksOf(statement))
    for (const { name, items, ref } of defined.some(({ items }) => items.length > 0) ? defined : [...defined, ...fieldsTold(statement)])
      keep(name, statement, items, ref, items.length > 1 || own !== null)
  }

  /** "Hive: a colony at one place. Attributes: number, queen year", "… It has a number and a queen year" */
  function goingOn({ id, text, block, kind, section, sectionKind }: Statement): Listed | null {
    const [label] =
      /^(?:(?:(?:key|main) )?(?:attributes|fields|properties)\s*:|(?:it )?(?:has|holds|keeps|stores|contains|records|carries|includes))\s+/i.exec(
        text,
      ) ?? []
    const above = label === undefined ? undefined : entries.find(({ statement }) => statement.block === block)?.statement
    const name = /^(\p{L}[\p{L} '-]{1,40}?)\s*:/u.exec(above?.text ?? '')?.[1]
    // "### Vehicle" above "Number plate, transmission (manual/automatic), mileage."
    const heading = section.at(-1)
    const bare = label === undefined && kind === 'sentence' && sectionKind === 'data' && heading ? usable(namesListed(text)) : []
    if (bare.length > 2 && heading && endsWith(text, bare) && kindOfSection([heading.text]) !== 'data')
      return { name: titleOf(heading), items: bare, ref: { id } }
    return label === undefined || name === undefined || above?.id === id
      ? null
      : { name, items: usable(namesListed(text.slice(label.length))), ref: { id } }
  }

  /** Whether another statement names it. */
  function speaksOf(own: Statement): (name: string) => boolean {
    return (name) => {
      const named = new RegExp(`\\b${name.toLowerCase().replace(/s$/, '')}`)
      return isThing(capital(name), true) && entries.some(({ statement }) => statement !== own && named.test(statement.text.toLowerCase()))
    }
  }

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
      keep(value(entity), { id }, usable(namesListed(value(field))), { id, start: entity.start, end: entity.end })
      return
    }
    const heading = section.findLast((one) => titleOf(one) !== '')
    const above = table?.block === block - 1 ? table.owner : lead && /:$/.test(lead.text) ? lead.text.slice(0, -1) : ''
    const titled = heading
      ? titleOf(heading).replace(/\s*(?:form|fields?|data|attributes|details|information|table|entity|model|record)s?$/i, '')
      : ''
    const [dotted, own = ''] = /^(\p{L}[\p{L} -]*)\.(\p{L}.*)$/u.exec(value(field))?.slice(1) ?? []
    const owner = dotted ?? (entity ? value(entity) : above !== '' ? above : titled)
    if (!field || cells.length < 2 || owner === '') return
    const ref = entity ? { id, start: entity.start, end: entity.end } : { id: owner === titled && heading ? heading.id : id }
    const kept = keep(owner, { id }, [], ref)
    if (!kept) return
    table = { block, owner }
    const [name, said] = [dotted === undefined ? value(field) : own, value(type)]
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
    raw: string,
    statement: Pick<Statement, 'id'>,
    items: readonly Item[],
    ref: SourceRef | { id: string },
    isDefined = items.length > 1,
  ): Found | null {
    const phrase = phraseAt(words(raw.replace(/\s*\([^()]*\)/g, '')), 0)
    const name = phrase && phrase.next === words(raw).length ? capital(singular(phrase)) : capital(raw.replace(/\s*\([^()]*\)/g, '').trim())
    if (!isThing(name, isDefined)) return null
    const kept = found.get(name.toLowerCase()) ?? blank(name)
    if (!kept.refs.some((one) => typeof one !== 'string' && one.id === statement.id))
      kept.refs.push('start' in (ref as object) ? (ref as SourceRef) : (ref as { id: string }).id)
    for (const item of items) {
      const key = item.name.toLowerCase()
      if (!kept.attributes.has(key) && key !== name.toLowerCase())
        kept.attributes.set(key, {
          name: item.name.slice(0, limits.name),
          type: item.type ?? typeOf(item.name, item.many),
          required: !item.optional,
        })
    }
    found.set(name.toLowerCase(), kept)
    return kept
  }
}

const blank = (name: string): Found => ({ name, refs: [], attributes: new Map(), relations: new Map(), assumed: false })

const notThings =
  /^(?:system|app|application|platform|following|other|same|thing|way|example|case|order to|number|string|integer|boolean|text|date|time|day|week|month|year|today|yesterday|tomorrow|user story|requirement|acceptance criteri(?:a|on)|part|kind|type|it|they|one|information|data|detail|ability|end|start)$/i
/** Even with fields of its own. */
const neverThings =
  /^(?:system|app|platform|following|other|same|example|string|integer|boolean|text|date|time|user story|requirement|acceptance criteri(?:a|on)|it|they|one|information|data|details?|fields?|(?:key |main )?attributes?|notes?|present|apologies)$/i
/** Too general to be taken for an entity only because they recur. */
const general =
  /^(?:feature|story|section|list|process|option|access|reason|page|screen|button|link|field|form|view|result|change|action|step|name|status|state|value|email|message|notification|error|icon|click|menu|default|response|request)$/i

/** A name other parts may refer to: no weekday, unit, kind of value or lone verb. A meter with fields of its own (`defined`) is a thing. */
function isThing(name: string, defined = false): boolean {
  const list = words(name.toLowerCase())
  const last = list.at(-1)
  // "prop" alone looks like a verb
  const tag = list.length === 1 ? words(`the ${name.toLowerCase()}`)[1]?.tag : undefined
  return (
    /^\p{L}[\p{L}\p{N}' _-]*$/u.test(name) &&
    name.length <= 60 &&
    list.length <= 4 &&
    last !== undefined &&
    !(defined ? neverThings : notThings).test(name) &&
    (defined || !isUnit(last.lemma)) &&
    !(tag !== undefined && /^(?:VERB|AUX|ADV|ADP|PRON|DET|NUM)$/.test(tag) && !/(?:ing|ment|tion)$/.test(last.lower))
  )
}

/** Objects of two verbs at least, named in three statements at least. */
function recurring(
  entries: readonly Entry[],
  known: ReadonlySet<string>,
  fields: readonly string[],
): { name: string; refs: SourceRef[] }[] {
  const seen = new Map<string, { objects: Set<string>; refs: Map<string, SourceRef> }>()
  for (const { statement, quote } of entries) {
    if (quote.length === 0) continue
    const list = words(statement.text)
    for (let at = 0; at < list.length; at += 1) {
      const phrase = isDeterminer(list[at]) || isVerb(list[at - 1]) ? phraseAt(list, at) : null
      if (!phrase) continue
      const name = singular({ words: phrase.words.slice(-2).filter((word, index, two) => index === two.length - 1 || word.tag !== 'ADJ') })
      const key = name.toLowerCase()
      const one = seen.get(key) ?? { objects: new Set<string>(), refs: new Map() }
      const verb = list.slice(Math.max(0, at - 2), at).findLast(isVerb)
      if (verb) one.objects.add(verb.lemma)
      one.refs.set(statement.id, { id: statement.id, start: phrase.start, end: phrase.end })
      seen.set(key, one)
      at = phrase.next - 1
    }
  }
  return [...seen]
    .filter(
      ([key, { objects, refs }]) =>
        refs.size > 2 &&
        objects.size > 1 &&
        !known.has(key) &&
        // an "order" is the "cake order", an "amount" its "deposit amount"
        ![...known, ...fields].some((name) => name.endsWith(` ${key}`)) &&
        !general.test(key.split(' ').at(-1) ?? '') &&
        isThing(capital(key)) &&
        !namesSomebody({ words: words(key) }, true) &&
        !namesSoftware({ words: words(key) }),
    )
    .sort((a, b) => b[1].refs.size - a[1].refs.size)
    .slice(0, 12)
    .map(([key, { refs }]) => ({ name: capital(key), refs: [...refs.values()].slice(0, 10) }))
}

const belonging =
  /\b(?:belongs? to|belonging to|refers? to|references?|relates? to|(?:takes? place|is offered|lies?|sits?|is) (?:in|at|on|under)|concerns?|is (?:part of|linked to|tied to|attached to|for))\s+(?=(?:an?|the|one|exactly one|a single|its)\s)/gi
/** "contains one or more lots", "can own several boats", "ties one boat to one berth". */
const counted =
  /\b(?:(?<many>one or more|zero or more|at least one|several|many|multiple|loads of|any number of)|(?:exactly )?one|a single)\s+(?=\p{L})/giu

/** "Every child belongs to one group and one school", "Belongs to a group" behind what defines a child, "an order has many lines". */
function relate(found: Map<string, Found>, entries: readonly Entry[]): void {
  const mentions = mentionsOf([...found.values()])
  const named = (text: string) => found.get(mentions(text)[0]?.toLowerCase() ?? '')
  const only = (text: string) => {
    const bare = text.replace(/^\s*(?:(?:and|or|an?|the|one|exactly|single|its)\s+)*/i, '').trim()
    return found.get(singular({ words: words(bare) }).toLowerCase())
  }
  /** The thing whose name begins here. */
  const at = (text: string) => [3, 2, 1].map((size) => only(text.split(/[\s,.;:()]+/, size).join(' '))).find((thing) => thing !== undefined)
  let above: { block: number; thing: Found } | null = null
  const likely: [Found | undefined, Found | undefined][] = []
  for (const { statement } of entries) {
    const { id, text, block, kind, sectionKind } = statement
    if (kind === 'heading') continue
    const defined = [...found.values()].find(({ refs, assumed }) => !assumed && refs.some((ref) => refId(ref) === id))
    const goesOn = above?.block === block ? above.thing : undefined
    for (const { index, 0: verb } of text.matchAll(belonging)) {
      const part = defined ?? named(text.slice(0, index)) ?? goesOn
      const [clause = ''] = text.slice(index + verb.length).split(/[.;()]|\s(?:and|but)\s(?=(?:is|are|takes?|refers?|belongs?)\s)/)
      const owners = clause.split(/,|\sand\s/).map(only)
      if (!part || !owners[0]) continue
      for (const each of owners) join(each, part)
      if (part.refs.length < limits.refs && !part.refs.some((ref) => refId(ref) === id)) part.refs.push(id)
    }
    const subject =
      at(text.replace(/^(?:an?|each|every|one)\s+/i, '')) ?? (/^(?:is|has|belongs|contains|refers|it)\b/i.test(text) ? goesOn : undefined)
    for (const { index, 0: amount, groups } of subject ? text.matchAll(counted) : []) {
      const other = at(text.slice(index + amount.length))
      if (groups?.['many'] === undefined) join(other, subject)
      else join(subject, other)
      if (other && subject && !subject.refs.some((ref) => refId(ref) === id)) subject.refs.push(id)
    }
    // "Assessment: the verdict of one assessor on one application": what a thing is names what it is of
    const [, is = ''] = sectionKind === 'data' || sectionKind === 'terms' ? (/^[^:–—]{2,40}(?::|\s[–—-])\s+([^;(:]*)/.exec(text) ?? []) : []
    for (const { index, 0: lead } of defined ? is.matchAll(/\s(?:an?|the|one|each)\s+/gi) : [])
      likely.push([at(is.slice(index + lead.length)), defined])
    if (defined) above = { block, thing: defined }
  }
  for (const [from, to] of likely) join(from, to)

  /** What was said first holds, whichever way round. */
  function join(from: Found | undefined, to: Found | undefined): void {
    if (from && to && from !== to && !to.relations.has(from.name)) from.relations.set(to.name, 'one-to-many')
  }
}

/** "The weight is stored as text", "the dose is a number", "the status of a stay is requested, confirmed or cancelled". */
function typesStated(found: Map<string, Found>, entries: readonly Entry[]): void {
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
