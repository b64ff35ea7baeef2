// What is remembered: things the text gives attributes to. A noun that only recurs is kept as assumed.
import { isUnit } from '../../../../lib/english/lexicon.ts'
import { verbBase, type Token } from '../../../../lib/english/read.ts'
import { limits, type Entity, type SourceRef } from '../../intent.ts'
import type { Entry } from '../entry.ts'
import { listAt, type Item } from '../forms/list.ts'
import { labelEnd } from '../forms/slice.ts'
import { titleOf, type Statement } from '../read/statements.ts'
import { capital, isDeterminer, isVerb, phraseAt, singular, words, type Phrase } from '../words.ts'
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
    const listed = fromFieldList(statement) ?? fromAnswer(statement) ?? fromDefinition(statement)
    if (listed) keep(listed.name, statement, listed.items, listed.ref)
    for (const { thing, items } of fromSentence(statement)) {
      const list = usable(items)
      if (list.length > 1 || items[0]?.many === false)
        keep(singular(thing), statement, list, { id: statement.id, start: thing.start, end: thing.end })
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
      const items = words(fields).length > 0 ? listAt(words(fields), 0).items : []
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
    if (!isThing(name)) return null
    const kept = found.get(name.toLowerCase()) ?? blank(name)
    if (!kept.refs.some((one) => typeof one !== 'string' && one.id === statement.id))
      kept.refs.push('start' in (ref as object) ? (ref as SourceRef) : (ref as { id: string }).id)
    for (const item of items) {
      const key = item.name.toLowerCase()
      if (!kept.attributes.has(key) && key !== name.toLowerCase())
        kept.attributes.set(key, { name: item.name.slice(0, limits.name), type: typeOf(item.name, item.many), required: !item.optional })
    }
    found.set(name.toLowerCase(), kept)
    return kept
  }
}

const blank = (name: string): Found => ({ name, refs: [], attributes: new Map(), relations: new Map(), assumed: false })

const usable = (items: readonly Item[]): Item[] =>
  items.filter(
    ({ name }) => name.split(' ').length <= 8 && !/^(?:following|other|etc|more|so on|thing|information|detail|data)$/i.test(name),
  )

const notThings =
  /^(?:system|app|application|platform|following|other|same|thing|way|example|case|order to|number|string|integer|boolean|text|date|time|day|week|month|year|today|yesterday|tomorrow|user story|requirement|acceptance criteri(?:a|on)|part|kind|type|it|they|one|information|data|detail|ability|end|start)$/i
/** Too general to be taken for an entity only because they recur. */
const general =
  /^(?:feature|story|section|list|process|option|access|reason|page|screen|button|link|field|form|view|result|change|action|step|name|status|state|value|email|message|notification|error|icon|click|menu|default|response|request)$/i

/** A name other parts may refer to: no weekday, unit, kind of value or lone verb. */
export function isThing(name: string): boolean {
  const list = words(name.toLowerCase())
  const last = list.at(-1)
  return (
    /^\p{L}[\p{L}\p{N}' _-]*$/u.test(name) &&
    name.length <= 60 &&
    list.length <= 4 &&
    last !== undefined &&
    !notThings.test(name) &&
    !isUnit(last.lemma) &&
    !(list.length === 1 && last.tag !== 'NOUN' && last.tag !== 'PROPN' && last.tag !== 'X' && !/(?:ing|ment|tion)$/.test(last.lower))
  )
}

/** "Each loan has a start date and a status", "add a tool with a name and a photo", "the amount and the date for each expense". */
function fromSentence({ text }: Statement): { thing: Phrase; items: Item[] }[] {
  const list = words(text)
  const found: { thing: Phrase; items: Item[] }[] = []
  for (const [at, token] of list.entries()) {
    if (has(list, at)) {
      const thing = before(list, at) ?? (list[at - 1]?.lower === 'and' ? (found.at(-1)?.thing ?? null) : null)
      const { items } = listAt(list, has(list, at))
      if (thing && (items.length > 1 || isDeterminer(list[has(list, at)]))) found.push({ thing, items })
    } else if (/^(?:with|including|containing)$/.test(token.lower)) {
      const thing = made(list, at)
      const { items } = listAt(list, at + 1)
      if (thing && items.length > 1) found.push({ thing, items })
    } else if (token.lower === "'s" && list[at - 1]?.tag !== 'PRON') {
      const thing = phraseAt(list, Math.max(0, at - 2))
      const entered = list.slice(0, at).findLastIndex(({ lemma }) => asked.has(lemma))
      const { items } = listAt(list, at + 1)
      if (thing && thing.next === at && entered >= 0 && at - entered < 5 && items.length > 2) found.push({ thing, items })
    } else if (/^(?:for|of|from|about)$/.test(token.lower) && /^(?:each|every|all|any|the|an?)$/.test(list[at + 1]?.lower ?? '')) {
      const loose = /^(?:the|an?)$/.test(list[at + 1]?.lower ?? '')
      const thing = phraseAt(list, at + 1)
      const entered = list.slice(0, at).findLastIndex(({ lemma, lower }) => asked.has(lemma) || asked.has(verbBase(lower) ?? ''))
      const { items, next } = entered < 0 ? listAt(list, verbAfter(list, thing?.next ?? at)) : listAt(list, entered + 1)
      if (thing && items.length > (loose ? 2 : 1) && (entered < 0 ? at < 2 && !loose : next === at)) found.push({ thing, items })
    }
  }
  return found.filter(({ thing }) => !namesSoftware(thing) && isThing(capital(singular(thing))))
}

const asked = new Set('enter record store keep save provide state specify capture track note list fill log collect register'.split(' '))

/** "For every patient we keep the name …": behind the verb that follows. */
function verbAfter(list: readonly Token[], from: number): number {
  const at = list.findIndex((token, index) => index >= from && isVerb(token))
  return at < 0 || at > from + 4 ? list.length : at + 1
}

/** Whether a verb of having stands here, and where its list begins; 0 where none does. */
function has(list: readonly Token[], at: number): number {
  const rest = list
    .slice(at, at + 4)
    .map(({ lower }) => lower)
    .join(' ')
  const said =
    /^(?:has|have|contains?|includes?|consists? of|comprises?|(?:is|are) (?:identified|described|made up) by|(?:is|are) made up of|states|needs)\b/.exec(
      rest,
    )?.[0]
  if (!said || /^(?:has|have) (?:to|been|not|no|never)\b/.test(rest)) return 0
  return at + said.split(' ').length
}

/** The subject of a verb of having: "Each loan", "A report shall". */
function before(list: readonly Token[], verb: number): Phrase | null {
  const opens = list
    .slice(0, verb)
    .findLastIndex(
      ({ text, tag, lower }) => tag === 'PUNCT' || tag === 'SCONJ' || /^(?:and|but|that|which|who)$/.test(lower) || text === ':',
    )
  const from = /^(?:given|when|then|if|while|once)$/.test(list[opens + 1]?.lower ?? '') ? opens + 2 : opens + 1
  const phrase = phraseAt(list, from)
  const gap = phrase ? list.slice(phrase.next, verb) : []
  return phrase &&
    gap.every(({ tag, lower }) => tag === 'AUX' || tag === 'ADV' || /^(?:must|shall|should|may|can|will)$/.test(lower)) &&
    !/^(?:not|never)$/.test(gap.at(-1)?.lower ?? '')
    ? phrase
    : null
}

const makes = new Set(
  'create add register define record log publish schedule plan propose save submit post upload open write issue list enter store set issue build draft place raise report keep maintain manage edit update print generate send announce request offer order declare'.split(
    ' ',
  ),
)
const enrols = new Set('register enrol enroll apply sign'.split(' '))

/** The thing somebody makes: directly behind the verb and before "with". */
function made(list: readonly Token[], at: number): Phrase | null {
  for (let from = at - 1; from >= Math.max(0, at - 8); from -= 1) {
    const token = list[from] as Token
    const base = isVerb(token) ? token.lemma : verbBase(token.lower)
    if (base === null || base === undefined) continue
    const passive =
      makes.has(base) && /ed$/.test(token.lower) && /^(?:is|are|be|been)$/.test(list[from - 1]?.lower ?? '') && from === at - 1
    if (passive) return before(list, from - 1)
    const phrase = phraseAt(list, from + 1)
    const vague = base === 'report' || /^(?:list|report|overview|summary)s?$/.test(phrase?.words.at(-1)?.lower ?? '')
    if (makes.has(base) && phrase?.next === at) return vague && phrase.words.length > (base === 'report' ? 1 : 0) ? null : phrase
    if (enrols.has(base) && from === at - 1) {
      const who = phraseAt(list, 0)
      return who && namesSomebody(who) ? who : null
    }
  }
  return null
}

const fieldLead =
  /^(?:(?:each|every|an?|the)\s+)?(.{2,40}?)\s+(?:(?:must |shall |should )?(?:have|has|contains?|includes?|stores?)(?: the following(?: \w+)?)?|(?:form )?(?:fields|attributes|properties|data|details))\s*(?:are|include)?:$/i

/** Whether a line announces a list of fields: "An event has:". */
export const isFieldLead = (text: string): boolean => fieldLead.test(text.slice(labelEnd(text)))

/** "- title" below "An event has:" or "Invoice fields:". */
function fromFieldList({ id, text, kind, lead }: Statement): { name: string; items: Item[]; ref: SourceRef | { id: string } } | null {
  if (kind !== 'item' || !lead || !/:$/.test(lead.text)) return null
  const owner = fieldLead.exec(lead.text.slice(labelEnd(lead.text)))?.[1]
  if (owner === undefined) return null
  const head = /^([^:–—(]{2,40}?)\s*(?:[:–—(]|\s-\s|$)/.exec(text)?.[1] ?? ''
  const { items, next } = listAt(words(head), 0)
  return items.length > 0 && next === words(head).length
    ? { name: owner, items: usable(items).map((item) => ({ ...item, optional: /\boptional\b/i.test(text) })), ref: { id } }
    : null
}

/** "Q: What is kept about each session? A: a start time and a zone", as it is asked before the first iteration. */
function fromAnswer({ id, text }: Statement): { name: string; items: Item[]; ref: SourceRef } | null {
  const [, asked, name = '', answer = ''] = /^(.*\bwhat is kept about each )(.{2,40}?)\?\s+(?:a|answer)\s*:\s*(.+)$/i.exec(text) ?? []
  if (asked === undefined) return null
  return { name, items: usable(listAt(words(answer), 0).items), ref: { id, start: asked.length, end: asked.length + name.length } }
}

/** "Pet: an animal, with a name and a type" in a section about data. */
function fromDefinition({ id, text, sectionKind }: Statement): { name: string; items: Item[]; ref: SourceRef | { id: string } } | null {
  const start = labelEnd(text)
  const label = /^(\p{L}[\p{L}\p{N} /'-]{1,40}?)\s*(?::|[–—]|\s-\s|\()\s*(?=\S)/u.exec(text.slice(start))
  if (sectionKind !== 'data' || !label)
    return sectionKind === 'data' && /^\p{L}[\p{L} -]{1,30}$/u.test(text) && words(text).length < 4
      ? { name: text, items: [], ref: { id, start: 0, end: text.length } }
      : null
  const name = label[1] as string
  const rest = text.slice(start + label[0].length)
  const list = words(rest)
  const opener = list.findIndex(
    ({ lower }, at) =>
      /^(?:with|includes?|including|has|contains?|attributes?|fields?|stores?|captures?|tracks?|holds?|such|like|:)$/.test(lower) &&
      at < list.length - 1,
  )
  const skip = list
    .slice(opener + 1)
    .findIndex(
      ({ lower }) => !/^(?:as|attributes?|fields?|key|the|its|a|an|:|like|include|includes|are|details|information|data)$/.test(lower),
    )
  const { items } = opener >= 0 ? listAt(list, opener + 1 + Math.max(0, skip)) : listAt(list, 0)
  const all = opener >= 0 ? items : items.length > 2 ? items : []
  return { name, items: usable(all), ref: { id, start, end: start + name.length } }
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
