// Chooses the entities of the data model from what was seen and claimed, with their attributes and relationships.
import { isPropertyWord, kindOf } from '../words/kinds.ts'
import { isGeneralWord, isScreenWord } from '../words/nouns.ts'
import { isRole, isSoftware } from '../words/roles.ts'
import { clip, singular } from '../words/forms.ts'
import type { Claims, PropertyClaim, RelationClaim } from './claim.ts'

export interface ModelAttribute {
  name: string
  type: string
  required: boolean
  statement: number
}
export interface ModelRelation {
  to: string
  kind: RelationClaim['kind']
}

export interface ModelEntity {
  /** Singular, lower-case, as the text says it. */
  name: string
  attributes: ModelAttribute[]
  relations: ModelRelation[]
  /** Statements that speak of it, in order. */
  statements: number[]
}

interface Tally {
  statements: Set<number>
  objects: number
  acting: number
  creating: number
  made: number
  properties: number
}

const making =
  /^(?:create|add|edit|delete|remove|update|upload|submit|place|book|register|save|store|record|schedule|publish|post|write|cancel|approve|assign|import|export|archive|order|request|reserve|track|generate|issue|rent|borrow|lend|sell|buy|review|manage|maintain|log|invite|enter|file|collect|process|have|open|close|share|list|view|see|search|browse|find|filter|send|pay|print|scan|report)\b/

/** What is done to a record and to nothing else. */
const changing = /^(?:create|add|delete|edit|update|archive|duplicate|cancel|assign)\b/

export function chooseEntities(claims: Claims, isActor: (name: string) => boolean): ModelEntity[] {
  const alias = aliases(claims)
  // What is known of "the user" is kept in the account or profile the text speaks of.
  const kept = ['account', 'profile'].find((name) => claims.sightings.some((sighting) => sighting.thing === name))
  if (kept !== undefined) alias.set('user', kept)
  const named = (thing: string) => alias.get(thing) ?? thing
  const tallies = new Map<string, Tally>()
  const tallyOf = (thing: string) => {
    const found = tallies.get(thing) ?? { statements: new Set<number>(), objects: 0, acting: 0, creating: 0, made: 0, properties: 0 }
    tallies.set(thing, found)
    return found
  }
  for (const { thing, statement, as, verb } of claims.sightings) {
    const tally = tallyOf(named(thing))
    tally.statements.add(statement)
    if (as === 'object') tally.objects += 1
    if (as !== 'other') tally.acting += 1
    if (as === 'object' && making.test(verb)) tally.creating += 1
    if (as === 'object' && changing.test(verb)) tally.made += 1
  }
  const known = (thing: string) => isRole(thing) || (tallies.get(thing)?.acting ?? 0) > 0 || (tallies.get(thing)?.statements.size ?? 0) > 2
  const acted = (thing: string) => (tallies.get(thing)?.objects ?? 0) > 0
  const properties = claims.properties.flatMap((claim) => resolve(claim, { named, known, acted }))
  for (const claim of properties) tallyOf(claim.owner).properties += 1

  const chosen = choose(tallies, isActor)
  const entities = [...chosen].map((name): ModelEntity => ({
    name,
    attributes: [],
    relations: [],
    statements: [...(tallies.get(name)?.statements ?? [])],
  }))
  const byName = new Map(entities.map((entity) => [entity.name, entity]))
  for (const claim of properties) addAttribute(claim, byName)
  const relations = claims.relations.map((claim) => ({ ...claim, from: named(claim.from), to: named(claim.to) }))
  for (const claim of relations) if (!claim.weak) addRelation(claim, byName)
  const related = new Set(entities.flatMap((entity) => entity.relations.flatMap(({ to }) => [entity.name, to])))
  for (const claim of relations)
    if (claim.weak && !(related.has(claim.from) && related.has(claim.to)) && addRelation(claim, byName))
      related.add(claim.from).add(claim.to)
  for (const entity of entities) entity.statements.sort((a, b) => a - b)
  return entities.filter((entity) => entity.statements.length > 0)
}

/** "shopping cart" and "cart" are one thing when only one compound ends in the short name. */
function aliases(claims: Claims): Map<string, string> {
  const things = new Set(claims.sightings.map((sighting) => sighting.thing))
  const compounds = new Map<string, string[]>()
  for (const thing of things) {
    const short = thing.slice(thing.lastIndexOf(' ') + 1)
    if (short !== thing && things.has(short)) compounds.set(short, [...(compounds.get(short) ?? []), thing])
  }
  const alias = new Map<string, string>()
  for (const [short, longs] of compounds) if (longs.length === 1 && longs[0] !== undefined && !isRole(short)) alias.set(longs[0], short)
  return alias
}

type Owned = PropertyClaim & { name: string }

interface Lookup {
  named(thing: string): string
  known(thing: string): boolean
  acted(thing: string): boolean
}

function resolve(claim: PropertyClaim, { named, known, acted }: Lookup): Owned[] {
  const { meaning } = claim
  const hint = named(singular(meaning.ownerHint))
  const byHint = hint !== '' && known(hint) && !isPropertyWord(hint) && !isSoftware(hint)
  const owner = byHint ? hint : named(claim.owner)
  const name = (byHint ? meaning.rest : meaning.property).trim()
  const head = owner.split(' ').at(-1) ?? ''
  if (
    owner === '' ||
    name === '' ||
    name === owner ||
    isSoftware(owner) ||
    isScreenWord(head) ||
    (isGeneralWord(head) && !isRole(owner) && !acted(owner)) ||
    (isPropertyWord(owner) && !acted(owner))
  )
    return []
  return [{ ...claim, owner, name }]
}

function choose(tallies: Map<string, Tally>, isActor: (name: string) => boolean): Set<string> {
  const usable = [...tallies].filter(([name, tally]) => isNameable(name, tally))
  const strong = usable.filter(
    ([name, tally]) =>
      tally.properties > 0 ||
      (!isPerson(name, isActor) && ((tally.creating > 1 && tally.statements.size > 1) || (tally.objects > 0 && tally.statements.size > 2))),
  )
  const enough = strong.length > 0 ? strong : usable.filter(([name, tally]) => !isPerson(name, isActor) && tally.objects > 0)
  return new Set(enough.map(([name]) => name))
}

function isPerson(name: string, isActor: (name: string) => boolean): boolean {
  return isActor(name) || isRole(name)
}

/** Verbs that no text uses as the name of a thing it keeps; where one was found, a sentence was misread. */
const onlyVerbs = new Set(
  'compare create delete remove edit add select choose enter submit show display provide include ensure allow represent contain receive assign send notify manage handle verify validate confirm cancel approve reject archive maintain generate calculate modify configure see find get make take give keep let go ask know sign have able'.split(
    ' ',
  ),
)

function isNameable(name: string, { made }: Tally): boolean {
  const head = name.split(' ').at(-1) ?? ''
  return (
    !onlyVerbs.has(head) &&
    /^\p{L}[\p{L}\p{N}' _-]*$/u.test(name) &&
    name.length <= 60 &&
    head.length > 1 &&
    !isSoftware(name) &&
    !(isGeneralWord(head) && !name.includes(' ') && !isRole(name) && made === 0) &&
    !isScreenWord(head)
  )
}

function addAttribute(claim: Owned, byName: Map<string, ModelEntity>): void {
  const entity = byName.get(claim.owner)
  if (!entity) return
  if (!entity.statements.includes(claim.statement)) entity.statements.push(claim.statement)
  if (byName.has(claim.name) && claim.name !== claim.owner) {
    // "a loan with the member and the book": other loans may have them too.
    const held = claim.meaning.plural ? 'many' : claim.own && !isRole(claim.name) ? 'one' : 'shared'
    addRelation(
      {
        statement: claim.statement,
        from: held === 'shared' ? claim.name : claim.owner,
        to: held === 'shared' ? claim.owner : claim.name,
        kind: held === 'one' ? 'one-to-one' : 'one-to-many',
      },
      byName,
    )
    return
  }
  const name = clip(claim.name, 80)
  const found = entity.attributes.find((attribute) => attribute.name === name || singular(attribute.name) === singular(claim.name))
  if (found) {
    found.required ||= claim.firm && !claim.optional
    return
  }
  if (entity.attributes.length < 60)
    entity.attributes.push({
      name,
      type: typeOf(claim.name, claim.note),
      required: claim.firm && !claim.optional,
      statement: claim.statement,
    })
}

function typeOf(name: string, note: string): string {
  const noted = note.toLowerCase()
  if (/\b(?:bool|boolean|yes\/no|true\/false|checkbox|flag)\b/.test(noted)) return 'yes/no'
  if (/\b(?:enum|one of|dropdown|choice|select)\b/.test(noted)) return 'choice'
  if (/\b(?:datetime|timestamp|time)\b/.test(noted)) return 'time'
  if (/\bdate\b/.test(noted)) return 'date'
  if (/\b(?:money|currency|price|amount)\b/.test(noted)) return 'money'
  if (/\b(?:int|integer|number|numeric|decimal|float|count)\b/.test(noted)) return kindOf(name) === 'money' ? 'money' : 'number'
  if (/\b(?:uuid|identifier|primary key|unique id)\b/.test(noted)) return 'identifier'
  return kindOf(name) ?? 'text'
}

function addRelation(claim: RelationClaim, byName: Map<string, ModelEntity>): boolean {
  const [from, to] = [byName.get(claim.from), byName.get(claim.to)]
  if (!from || !to || from === to) return false
  if (from.relations.some((relation) => relation.to === to.name) || to.relations.some((relation) => relation.to === from.name)) return false
  from.relations.push({ to: to.name, kind: claim.kind })
  return true
}
