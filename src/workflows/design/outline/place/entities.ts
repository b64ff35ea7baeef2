// What is remembered: things the text gives attributes to. A noun that only recurs is kept as assumed.
import { isUnit } from '../../../../lib/english/lexicon.ts'
import type { Token } from '../../../../lib/english/read.ts'
import { limits, type Entity, type SourceRef } from '../../intent.ts'
import type { Entry } from '../entry.ts'
import { namesListed, type Item } from '../forms/list.ts'
import { titleOf, type Statement } from '../read/statements.ts'
import { capital, isDeterminer, isVerb, phraseAt, singular, words, type Phrase } from '../words.ts'
import { fieldsDefined, fieldsInSentence, fieldsListed, usable, type Listed } from './evidence.ts'
import { mentionsOf } from './mentions.ts'
import { namesSoftware, namesSomebody } from './roles.ts'
import { typeOf } from './types.ts'

type Attribute = Entity['attributes'][number]

interface Found {
  name: string
  refs: SourceRef[]
  attributes: Map<string, Attribute>
  relations: Map<string, Entity['relationships'][number]['kind']>
  assumed: boolean
}

export function findEntities(entries: readonly Entry[]): Entity[] {
  const found = new Map<string, Found>()
  for (const entry of entries) if (entry.aside === null || entry.statement.kind === 'heading') explicit(entry.statement)
  for (const { name, refs } of recurring(entries, new Set(found.keys())))
    found.set(name.toLowerCase(), { ...blank(name), refs, assumed: true })
  relate(found, entries)
  owned(found, entries)
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
    if (statement.kind === 'row') fromRow(statement)
    if (statement.kind === 'heading') return
    const listed = attributesOf(statement) ?? fieldsListed(statement)
    if (!listed || !keep(listed.name, statement, listed.items, listed.ref))
      for (const { name, items, ref } of fieldsDefined(statement, speaksOf(statement))) keep(name, statement, items, ref)
    for (const { thing, items } of fieldsInSentence(statement)) {
      const list = usable(items)
      if (list.length > 1 || items[0]?.many === false)
        keep(singular(thing), statement, list, { id: statement.id, start: thing.start, end: thing.end })
    }
  }

  /** "Hive: a colony at one place. Attributes: number, queen year" */
  function attributesOf({ id, text, block }: Statement): Listed | null {
    const [label] = /^(?:attributes|fields|properties)\s*:\s+/i.exec(text) ?? []
    const above = label === undefined ? undefined : entries.find(({ statement }) => statement.block === block)?.statement
    const name = /^(\p{L}[\p{L} '-]{1,40}?)\s*:/u.exec(above?.text ?? '')?.[1]
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

  function fromRow({ text, cells, section, id }: Statement): void {
    const cell = (title: RegExp) => cells.find((one) => title.test(one.title.trim()))
    const value = (title: RegExp) => {
      const at = cell(title)
      return at ? text.slice(at.start, at.end) : ''
    }
    const entity = cell(/^(?:entity|entities|object|model|table|resource|record|concept)$/i)
    const fields = value(/^(?:fields?|attributes?|properties|columns?|data|contains)$/i)
    const field = cell(/^(?:fields?(?: name)?|attributes?|propert(?:y|ies)|columns?|data element|element)$/i)
    if (entity && !(field && fields === '' && /field/i.test(entity.title))) {
      const name = text.slice(entity.start, entity.end)
      const items = namesListed(fields)
      keep(name, { id } as Statement, usable(items), { id, start: entity.start, end: entity.end })
    } else if (field && cells.length > 1) {
      const heading = section.findLast((one) => titleOf(one) !== '')
      const owner = heading
        ? titleOf(heading).replace(/\s*(?:form|fields?|data|attributes|details|information|table|entity|model|record)s?$/i, '')
        : ''
      if (owner === '' || !heading) return
      const name = text.slice(field.start, field.end)
      const kept = keep(owner, { id } as Statement, [], { id: heading.id })
      const type = value(/^(?:type|data ?type|format|kind)$/i)
      const needed = value(/^(?:required|mandatory|req(?:uired)?\??|optional)\W*$/i)
      const optional = cell(/^optional\W*$/i) ? /^(?:y|✓|x|true)/i.test(needed) : /^(?:n|no|false|-|optional|✗)/i.test(needed)
      kept?.attributes.set(name.toLowerCase(), {
        name: name.slice(0, limits.name),
        type: type === '' ? typeOf(name) : type.slice(0, 60).toLowerCase(),
        required: !optional,
      })
      if (kept && kept.refs.length < limits.refs) kept.refs.push({ id, start: field.start, end: field.end })
    }
  }

  function keep(raw: string, statement: Pick<Statement, 'id'>, items: readonly Item[], ref: SourceRef | { id: string }): Found | null {
    const phrase = phraseAt(words(raw.replace(/\s*\([^()]*\)/g, '')), 0)
    const name = phrase && phrase.next === words(raw).length ? capital(singular(phrase)) : capital(raw.replace(/\s*\([^()]*\)/g, '').trim())
    if (!isThing(name, items.length > 1)) return null
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
    !notThings.test(name) &&
    (defined || !isUnit(last.lemma)) &&
    !(tag !== undefined && /^(?:VERB|AUX|ADV|ADP|PRON|DET|NUM)$/.test(tag) && !/(?:ing|ment|tion)$/.test(last.lower))
  )
}

/** Objects of two verbs at least, named in three statements at least. */
function recurring(entries: readonly Entry[], known: ReadonlySet<string>): { name: string; refs: SourceRef[] }[] {
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
        !general.test(key.split(' ').at(-1) ?? '') &&
        isThing(capital(key)) &&
        !namesSomebody({ words: words(key) }, true) &&
        !namesSoftware({ words: words(key) }),
    )
    .sort((a, b) => b[1].refs.size - a[1].refs.size)
    .slice(0, 12)
    .map(([key, { refs }]) => ({ name: capital(key), refs: [...refs.values()].slice(0, 10) }))
}

/** "Every child belongs to one group", "an order has many lines". */
function relate(found: Map<string, Found>, entries: readonly Entry[]): void {
  const named = (text: string) => found.get(singular(phraseAt(words(text), 0) ?? { words: words(text) }).toLowerCase())
  for (const { statement } of entries) {
    const belongs = /^(?:each|every|an?|the|one)\s+(.{2,30}?)\s+belongs? to (?:an?|one|exactly one|the|a single)\s+(.{2,30}?)[.,;]?$/i.exec(
      statement.text,
    )
    const many =
      /(?:^|\b)(?:each|every|an?|one)\s+(\p{L}[\p{L} ]{1,30}?)\s+(?:has|have|contains?|can have|may have)\s+(?:many|several|multiple|one or more|zero or more|any number of)\s+(\p{L}[\p{L} ]{1,30}?)[.,;]?$/iu.exec(
        statement.text,
      )
    const [owner, part] = belongs ? [belongs[2], belongs[1]] : [many?.[1], many?.[2]]
    const [from, to] = [named(owner ?? ''), named(part ?? '')]
    if (from && to && from !== to) from.relations.set(to.name, 'one-to-many')
  }
}

/** "The end time of the session", "its status", "booking code", "the reservations of each tool": what is said to be of something belongs to it. */
function owned(found: Map<string, Found>, entries: readonly Entry[]): void {
  const mentions = mentionsOf([...found.values()])
  const named = (phrase: Pick<Phrase, 'words'>) =>
    found.get(singular({ words: phrase.words.slice(-1) }).toLowerCase()) ?? found.get(singular(phrase).toLowerCase())
  for (const { statement, quote } of entries) {
    if (quote.length === 0) continue
    const list = words(statement.text)
    for (const [at, { lower, start }] of list.entries()) {
      const next = phraseAt(list, at + 1)
      const before = phraseBefore(list, at)
      const here = phraseAt(list, at)
      if (lower === 'of' && next && before) give(named(next), before)
      else if (lower === "'s" && next && before) give(named(before), next)
      else if (lower === 'its' && next) give(found.get(mentions(statement.text.slice(0, start)).at(-1)?.toLowerCase() ?? ''), next)
      else if (here && here.words.length === 2 && here.start === start)
        give(named({ words: here.words.slice(0, 1) }), { ...here, words: here.words.slice(1) })
    }
  }

  function give(thing: Found | undefined, part: Phrase): void {
    const other = named(part)
    const name = part.words.map(({ text }) => text).join(' ')
    if (!thing || other === thing) return
    if (other) thing.relations.set(other.name, 'one-to-many')
    else if (
      typeOf(name) !== 'text' &&
      part.words.length < 4 &&
      ![...thing.attributes.keys()].some((key) => key.endsWith(name.toLowerCase()))
    )
      thing.attributes.set(name.toLowerCase(), { name, type: typeOf(name), required: false, assumed: true })
  }
}

/** The noun phrase that ends right before a word. */
function phraseBefore(list: readonly Token[], end: number): Phrase | null {
  for (let from = Math.max(0, end - 4); from < end; from += 1) {
    const phrase = phraseAt(list, from)
    if (phrase?.next === end) return phrase
  }
  return null
}
