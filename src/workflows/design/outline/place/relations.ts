// How things belong together: what a definition mentions, "every log belongs to a plan", "a flat has one or more meters", a field called like a thing.
import { refId, type Entity, type SourceRef } from '../../intent.ts'
import type { Entry } from '../entry.ts'
import { labelEnd } from '../forms/slice.ts'
import { capital, phraseAt, singular, spaced, words } from '../words.ts'
import { placesOfThings, type Mentioned } from './mentions.ts'
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
  /\b(?:belong(?:s|ing)? to|refers? to|references?|relate[sd]? to|concerns?|part of|(?:linked|tied|attached|assigned|related|connected|scoped) to|associated with|links? to|made for|on one)\b/i
const has = /\b(?:ha(?:s|ve)|contains?|includes?|consists? of|comprises?|holds?|owns?|made up of|(?:there (?:is|are|may be|can be)))\b/i

const counted =
  /^(?:an?|each|every|one)\s+([\p{L} -]{2,30}?)\s+(?:\p{L}+s|has)(?:\s+to)?\s+(?:((?:one|zero) or more|at least one|many|several|multiple|any number of)|exactly one|(?:at most )?one|a single)\s+([\p{L} -]{2,30})$/iu

/** Joins the things of a text. */
export function relate(found: Map<string, Thing>, entries: readonly Entry[]): void {
  for (const { statement, quote } of entries) if (quote.length > 0) count(statement.id, statement.text.slice(labelEnd(statement.text)))
  const sure = [...found.values()].filter(({ assumed }) => !assumed)
  const inText = placesOfThings(sure)
  const likely: [Thing, Thing][] = []
  let above: { block: number; thing: Thing } | null = null
  for (const { statement, aside } of entries) {
    const { id, text, block, kind, sectionKind } = statement
    if (/^(?:heading|code|titles)$/.test(kind) || (aside !== null && sectionKind !== 'terms' && aside !== 'question')) continue
    const labelled = sure.find(({ name, refs }) => refs.some((ref) => refId(ref) === id) && begins(text, name))
    const goesOn = above?.block === block ? above.thing : undefined
    const isEntry = labelled !== undefined && /^[^.]{1,60}?(?:\s*[:–—(]|\s-)\s/.test(text)
    if (labelled) above = isEntry ? { block, thing: labelled } : null
    const own = labelled ?? goesOn
    const mentioned = inText(text)
    if (own && sectionKind === 'data' && (isEntry || own === goesOn)) for (const one of mentioned) tie(own, one, text)
    else told(text, mentioned, own)
  }
  for (const thing of found.values())
    for (const { name, type } of thing.attributes.values()) {
      const held = thingNamed(type)
      if (held) join(held, thing)
      fieldOf(thing, name)
    }
  for (const [from, to] of likely) join(from, to)

  /** "A bus serves many routes": how many of one thing there are to another makes both of them things. */
  function count(id: string, text: string): void {
    for (const clause of text.split(/[.;]\s*|,\s+(?:and|but)\s+/)) {
      const [, one = '', many, other = ''] = counted.exec(clause) ?? []
      const ends = [one, other].map((each) => nounIn(each))
      if (
        !ends.every((end) => end !== null && isThing(capital(end), found.has(end.toLowerCase())) && !namesSomebody({ words: words(end) }))
      )
        continue
      const [from, to] = ends.map((end) => {
        const thing = found.get(end!.toLowerCase()) ?? thingCalled(capital(end!))
        if (!thing.refs.some((ref) => refId(ref) === id)) thing.refs.push(id)
        found.set(end!.toLowerCase(), thing)
        return thing
      })
      if (many) join(from!, to!)
      else join(to!, from!)
    }
  }

  /** A sentence in which one thing belongs to another, or has several of it. */
  function told(text: string, mentioned: readonly Mentioned<Thing>[], own: Thing | undefined): void {
    for (const [at, two] of mentioned.entries()) {
      const one = mentioned[at - 1] ?? (own && { thing: own, start: 0, end: 0, many: false })
      if (!one || one.thing === two.thing) continue
      const between = text.slice(one.end, two.start)
      if (/[.;:]\s/.test(between) || between.length > 60) continue
      const isFirst =
        /^\W*(?:(?:an?|the|each|every|one|for each|for every|per)\s+)?$/i.test(text.slice(labelEnd(text), one.start)) || one.end === 0
      if (belongs.test(between)) join(two.thing, one.thing)
      else if (isFirst && has.test(between) && !/\b(?:not|no|never)\b/i.test(between)) tie(one.thing, two, text)
    }
  }

  /** What a definition mentions in the plural it has several of; else it belongs to it. */
  function tie(own: Thing, { thing, start, many }: Mentioned<Thing>, text: string): void {
    const before = text.slice(0, start)
    const isMany = many || /\b(?:one or more|zero or more|several|many|multiple|any number of)\s+(?:\S+\s+)?$/i.test(before)
    const isOwned = belongs.test(before.slice(-40))
    if (thing === own) return
    if (isMany && !isOwned) likely.push([own, thing])
    else join(thing, own)
  }

  /** A field called like a thing holds it: "pieces", "book ID", "client reference", "the customer's name". */
  function fieldOf(thing: Thing, name: string): void {
    const said = spaced(name).replaceAll('-', ' ')
    const whole = thingNamed(said)
    const other =
      whole ??
      thingNamed(/^(.{2,30})['’]s\s/.exec(said)?.[1] ?? '') ??
      thingNamed(/^(.{2,40}?)\s(?:ids?|references?|refs?|identifiers?)$/i.exec(said)?.[1] ?? '')
    if (!other) return
    if (whole && singular({ words: words(said) }) !== said) join(thing, other)
    else join(other, thing)
  }

  function thingNamed(name: string): Thing | undefined {
    if (name === '') return undefined
    return found.get(name.toLowerCase()) ?? found.get(singular({ words: words(name) }).toLowerCase())
  }

  /** What was said first holds, whichever way round. */
  function join(from: Thing, to: Thing): void {
    if (from !== to && !to.relations.has(from.name)) from.relations.set(to.name, 'one-to-many')
  }
}

/** Whether a statement opens with a name: "Box item: …", "A stay belongs to …". */
function begins(text: string, name: string): boolean {
  const said = text.slice(labelEnd(text)).replace(/^(?:(?:an?|the|each|every)\s+)/i, '')
  const phrase = phraseAt(words(said), 0)
  const heads = [said.slice(0, name.length), phrase ? singular(phrase) : '', said.split(/\s*[:–—(]|\s-\s/, 1)[0]!]
  return heads.some((head) => plainName(head) === plainName(name))
}

/** The noun that a text is, and nothing besides. */
function nounIn(text: string): string | null {
  const list = words(`the ${text}`)
  const phrase = phraseAt(list, 0, true)
  return phrase && phrase.next === list.length ? singular(phrase) : null
}

const plainName = (name: string) => name.toLowerCase().replaceAll(/[\s_-]+/g, '')
