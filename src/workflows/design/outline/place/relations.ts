// How things belong together: "a flat has one or more meters", "every log belongs to a plan", "for each hive there are many inspections".
import { limits, refId, type Entity, type SourceRef } from '../../intent.ts'
import type { Entry } from '../entry.ts'
import { labelEnd } from '../forms/slice.ts'
import { capital, phraseAt, singular, words } from '../words.ts'
import { mentionsOf } from './mentions.ts'
import { namesSomebody } from './roles.ts'
import { isThing } from './things.ts'

export interface Thing {
  name: string
  refs: SourceRef[]
  attributes: Map<string, Entity['attributes'][number]>
  relations: Map<string, Entity['relationships'][number]['kind']>
  assumed: boolean
}

export const thingCalled = (name: string, assumed = false): Thing => ({
  name,
  refs: [],
  attributes: new Map(),
  relations: new Map(),
  assumed,
})

const belongs =
  /\s*\b(?:belongs? to|belonging to|refers? to|references?|relates? to|(?:takes? place|is offered|lies?|sits?|is) (?:in|at|on|under)|concerns?|(?:\p{L}+s|\p{L}+ up) (?:in|on|at|to|under)(?= (?:(?:exactly|at most|at least) )?one\s)|(?:is|are) (?:made |kept |stored )?(?:part of|linked to|tied to|attached to|assigned to|for))\s+(?=(?:(?:(?:exactly|at most|at least) )?one|an?|the|a single|its|each|every)\s)/iu
const has = /\s*\b(?:ha(?:s|ve)|contains?|includes?|consists? of|comprises?|holds?|owns?|(?:is|are) made up of|gets?)\s+/i
const telling = `(?:${belongs.source.slice(5)}|${has.source.slice(5)})`
/** What may be told of another thing, or goes on about the same. */
const clause = new RegExp(
  `[;:()]\\s*|\\.\\s+|,?\\s+(?:and|but)\\s+(?=(?:(?:an?|the|each|every|one)\\s+(?:[\\p{L}'-]+\\s+){1,3})?${telling})|,\\s+(?=(?:an?|the|each|every)\\s(?:[\\p{L}'-]+\\s){1,3}${telling})`,
  'iu',
)
const amount =
  /^(?:(?<many>(?:at least|at most|up to) \p{L}+|one or more|zero or more|several|many|multiple|loads of|any number of|two|three|four|five|\d+)|(?:(?:exactly|at most) )?one|a single)\s+/iu

/** Joins the things of a text; what belongs to one of them is a thing too, and somebody only where nobody kept more of him. */
export function relate(found: Map<string, Thing>, entries: readonly Entry[], actors: readonly string[]): void {
  const mentions = mentionsOf([...found.values()])
  const spoken = (text: string) => found.get(mentions(text)[0]?.toLowerCase() ?? '')
  let above: { block: number; thing: Thing } | null = null
  const likely: [Thing, Thing][] = []
  for (const { statement, aside } of entries) {
    const { id, text, block, kind, sectionKind } = statement
    if (kind === 'heading' || (aside !== null && sectionKind !== 'terms' && aside !== 'question')) continue
    const defined = [...found.values()].find(({ refs, assumed }) => !assumed && refs.some((ref) => refId(ref) === id))
    const goesOn = above?.block === block ? above.thing : undefined
    let last: Thing | undefined
    for (const said of text.slice(labelEnd(text)).split(clause)) last = told(said, last ?? defined ?? goesOn, id) ?? last
    for (const [, part = '', whole = ''] of text.matchAll(
      /(?<=^|\s)([\p{L}-]+) of (?:(?:the same|each|every|an?|the|one) )([\p{L}-]+(?: \p{L}+)?)/giu,
    )) {
      const [one, other] = [found.get(nounIn(part)?.toLowerCase() ?? ''), at(whole)]
      if (one && other && !one.assumed && !other.assumed) likely.push([other, one])
    }
    // "Assessment: the verdict of one assessor on one application": what a thing is names what it is of
    const [, is = ''] = sectionKind === 'data' || sectionKind === 'terms' ? (/^[^:–—]{2,40}(?::|\s[–—-])\s+([^;(:]*)/.exec(text) ?? []) : []
    for (const { index, 0: lead } of defined ? is.matchAll(/(?:^|\s)(?:an?|the|one|each)\s+/gi) : []) {
      const other = nounIn(is.slice(index + lead.length))
      const thing = other && found.get(other.toLowerCase())
      if (thing && defined) likely.push([thing, defined])
    }
    if (defined) above = { block, thing: defined }
  }
  for (const thing of found.values())
    for (const { name, type } of [...thing.attributes.values()]) {
      fieldOf(thing, name)
      // "sender: account"
      const held = found.get(type.toLowerCase())
      if (held && held !== thing) join(held, thing)
    }
  for (const [from, to] of likely) join(from, to)

  /** Joins what a clause tells of its subject, which it returns. */
  function told(said: string, before: Thing | undefined, id: string): Thing | undefined {
    const [, each, there] = /^(?:for|per) (?:each|every) (.{2,40}?),? there (?:is|are|may be|can be) (.+)$/i.exec(said) ?? []
    if (each !== undefined) return tie(each, there!, '', id)
    const verbs = [belongs, has].map((form) => form.exec(said))
    const verb = verbs[0] ?? verbs[1]
    const subject = said.slice(0, verb?.index ?? 0).replace(/^.*\b(?:that|which|who|when|if|while)\s/i, '')
    if (verb) {
      const objects = said.slice(verb.index + verb[0].length)
      return tie(subject, objects, verb === verbs[0] ? verb[0].trim() : '', id, before)
    }
    const own = at(said.replace(/^(?:an?|each|every|the)\s+/i, ''))
    for (const { index } of own ? said.matchAll(/(?<=\s)(?:exactly one|one|several|many|multiple|at least one|a single)\s/gi) : [])
      tie(own!.name, said.slice(index), '', id, own)
    return own
  }

  function tie(subject: string, objects: string, part: string, id: string, before?: Thing): Thing | undefined {
    const name = nounIn(subject, true)
    const own = subject.trim() === '' ? before : ((name && found.get(name.toLowerCase())) ?? spoken(subject))
    const [list = ''] = objects.split(/\s(?:per|for|to|in|on|at|when|if|that|which|who|by|with|but)\s|[;(]/)
    let thing = own || undefined
    const isMade = part !== '' && !/^\S+ (?:for|in|at|on|under)\s*$/.test(part)
    for (const each of list.split(/,\s*|\s(?:and|or(?! more))\s/)) {
      const counted = amount.exec(each)
      const bare = each.slice(counted?.[0].length ?? 0).replace(/^(?:an? )?(?:list|set)s? of /i, '')
      const isMany = counted ? counted.groups?.['many'] !== undefined : part === '' && /^(?:its |their )?\p{L}+(?: \p{L}+)?s$/iu.test(bare)
      const said = bare.replace(/^(?:an?|the|each|every|its|their)\s+/i, '')
      // "at most five open loans"
      const known = at(said) ?? (words(`the ${said}`)[1]?.tag === 'ADJ' ? at(said.replace(/^\S+\s/, '')) : undefined)
      const noun = known?.name ?? nounIn(bare, true)
      if (noun === null) break
      if (!thing && !known) continue
      if (!known && !isMade && !(counted && isMany)) continue
      const other = known ?? made(noun, id)
      thing ??= name === null ? undefined : made(name, id)
      if (!thing || !other) continue
      if (part !== '' || counted) for (const end of [thing, other]) if (end.assumed) sure(end, id)
      if (part !== '' || (counted && !isMany && !/\bper\b/.test(objects))) join(other, thing)
      else if (isMany || counted) join(thing, other)
      if (!thing.refs.some((ref) => refId(ref) === id) && thing.refs.length < limits.refs) thing.refs.push(id)
    }
    return thing
  }

  /** An end of a relation that nothing else is told of; somebody is only assumed to be kept. */
  function made(name: string, id: string): Thing | undefined {
    if (!isThing(capital(name)) || /\d/.test(name)) return undefined
    const thing = thingCalled(capital(name), namesSomebody({ words: words(name) }))
    thing.refs.push(id)
    found.set(name.toLowerCase(), thing)
    return thing
  }

  /** What belongs to something is kept, somebody aside. */
  function sure(thing: Thing, id: string): void {
    if (!namesSomebody({ words: words(thing.name.toLowerCase()) })) Object.assign(thing, { assumed: false, refs: [id] })
  }

  /** A field called like a thing holds it: "pieces", "the customer's name". */
  function fieldOf(thing: Thing, name: string): void {
    const of = /^(.{2,30})['’]s\s/.exec(name)?.[1]
    const isActor = actors.some((actor) => actor.toLowerCase() === name.toLowerCase())
    const other =
      of === undefined
        ? (found.get(name.toLowerCase()) ?? at(name) ?? (isActor ? made(name, refId(thing.refs[0]!)) : undefined))
        : (found.get(of.toLowerCase()) ?? made(of, refId(thing.refs[0]!)))
    if (
      !other ||
      other === thing ||
      (of === undefined && other.name.length < singular({ words: words(name) }).length && !isSeveral(name, other))
    )
      return
    if (of === undefined && singular({ words: words(name) }) !== name) join(thing, other)
    else join(other, thing)
  }

  /** "passengers getting on" */
  function isSeveral(name: string, { name: one }: Thing): boolean {
    return name.toLowerCase().startsWith(`${one.toLowerCase()}s `)
  }

  /** The thing whose name begins here. */
  function at(text: string): Thing | undefined {
    return [3, 2, 1].flatMap(
      (size) => found.get(singular({ words: words(text.split(/[\s,.;:()]+/, size).join(' ')) }).toLowerCase()) ?? [],
    )[0]
  }

  /** What was said first holds, whichever way round. */
  function join(from: Thing, to: Thing): void {
    if (from !== to && !to.relations.has(from.name)) from.relations.set(to.name, 'one-to-many')
  }
}

/** "each flat" → "flat"; `whole`: nothing but it. */
function nounIn(text: string, whole = false): string | null {
  const bare = text.replace(/^\s*(?:for\s+)?(?:(?:exactly|at most|at least|an?|the|each|every|one|its|single|any|all)\s+)*|[\s.,]+$/gi, '')
  // "flat" alone may be an adjective
  const list = words(`the ${bare}`)
  const phrase = phraseAt(list, 0, true)
  return phrase && (!whole || phrase.next === list.length) ? singular(phrase) : null
}
