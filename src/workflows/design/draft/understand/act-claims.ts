// What one act claims: the things it is about, whose properties it names, and which things go together.
import { singular } from '../words/forms.ts'
import { isGeneralWord } from '../words/nouns.ts'
import { isRole } from '../words/roles.ts'
import type { Act } from './acts.ts'
import { system } from './actors.ts'
import { chunksOf, type Chunk } from './chunks.ts'
import { asProperty, isTheirs, ownerName, property, type Claims, type RelationClaim } from './claim.ts'
import { lists, readChunk, readGift } from './property-claims.ts'
import { phrases, type Phrase } from './phrases.ts'
import { meaningOf } from './things.ts'

export interface SeenAct {
  act: Act
  statement: number
  doer: string
  /** What the text was about before. */
  current: string
  /** From "for every patient we keep …". */
  front: string
}

const owning =
  /^(?:create|submit|book|place|upload|register|request|add|write|order|reserve|own|post|publish|rent|borrow|buy|open|report|donate|apply|propose|record|enter|keep|save|make|schedule|plan)\b/
const containing = /^(?:add|put|place|attach|assign|upload|save|post|append)\b/
const changing = /^(?:create|add|delete|edit|update|archive|duplicate|cancel|assign)\b/
/** What is done to a program, not to a form somebody fills in. */
const running = /^(?:open|close|access|use|launch|exit|start|install|develop|build|integrate|enter|leave)\b/

/** Reads one act; answers the thing it was about. */
export function readAct(seen: SeenAct, claims: Claims): string {
  const { act, statement, doer, current, front } = seen
  const subject = act.subject ? meaningOf(act.subject) : undefined
  const subjectThing = subject?.thing ?? ''
  if (subjectThing)
    claims.sightings.push({ statement, thing: subjectThing, as: act.kind === 'passive' ? 'object' : 'subject', verb: act.verb })
  if (act.kind === 'state') readState(act, statement, subjectThing, claims)
  if (act.kind === 'hold' && /^(?:remain|become|appear|seem|exist|depend|differ|vary|last|mean)$/.test(act.verb))
    return subjectThing || current // they say how something is, not what it has
  if (act.kind === 'hold')
    return readHolding(act, statement, subjectThing || holderOf(act, statement, claims) || subject?.ownerHint || current, claims)
  const chunks = chunksOf(act.tokens)
  const objectThing = readObjects(seen, chunks, claims) || (act.kind === 'passive' ? subjectThing : '')
  const about = front || objectThing || (act.kind === 'passive' || doer === '' ? subjectThing : '') || current
  for (const at of chunks.keys())
    if (!readGift({ verb: act.verb, chunks, at, statement }, claims))
      readChunk({ chunks, at, verb: act.verb, about, doer, statement, subjectThing }, claims)
  relate(seen, chunks, objectThing, claims)
  return ownerName(chunks[0]?.phrases[0]) || about
}

/** "Each room has a price": what has properties is a thing, though elsewhere it may be one of them. */
function holderOf({ subject, verb }: Act, statement: number, claims: Claims): string {
  if (!subject || subject.nouns.length !== 1 || subject.of || subject.owner || verb !== 'have' || meaningOf(subject).property === '')
    return ''
  const [thing = ''] = subject.nouns
  claims.sightings.push({ statement, thing, as: 'object', verb })
  return thing
}

/** Said of anything, and nothing one would keep. */
const judging =
  /^(?:accurate|wrong|correct|incorrect|right|updated|clear|easy|simple|done|required|optional|mandatory|unique|important|possible|necessary|sure|able|aware|interested|consistent|similar|different|same|good|bad|new|\p{L}{3,}(?:able|ible)(?<!available))$/u

/** "A loan is overdue": whether it is so has to be known. */
function readState({ tokens }: Act, statement: number, thing: string, claims: Claims): void {
  const [only, ...others] = tokens
  if (thing === '' || isRole(thing) || only?.part !== 'adjective' || others.length > 0) return
  if (judging.test(only.lower)) return
  claims.properties.push({
    ...property(statement, { thing: '', property: only.lower, ownerHint: '', rest: '', plural: false }, thing, false),
    note: 'yes/no',
  })
}

/** Notes what is acted on; answers the first thing that is not the doer. */
function readObjects({ act, statement, doer }: SeenAct, chunks: readonly Chunk[], claims: Claims): string {
  const object = chunks[0]?.link === '' || chunks[0]?.link === 'for' ? chunks[0].phrases : []
  const named = object.map((phrase) => ({ phrase, ...meaningOf(phrase) }))
  // "create new needs": a general word for something that is made is a thing here.
  for (const one of named)
    if (
      !one.thing &&
      !one.property &&
      changing.test(act.verb) &&
      one.phrase.nouns.length === 1 &&
      isGeneralWord(one.phrase.nouns[0] ?? '') &&
      /^(?:an?|)$/.test(one.phrase.determiner)
    )
      one.thing = one.phrase.nouns[0] ?? ''
  for (const { thing } of named)
    if (thing && !(thing === 'application' && running.test(act.verb)))
      claims.sightings.push({ statement, thing, as: 'object', verb: act.verb })
  // In "weight, blood pressure and haemoglobin" a bare word among properties is a property too.
  const mixed = named.some((one) => one.property)
  return named.find(({ phrase, thing }) => thing && thing !== doer && (!mixed || phrase.determiner !== ''))?.thing ?? ''
}

function relate({ act, statement, doer }: SeenAct, chunks: readonly Chunk[], thing: string, claims: Claims): void {
  for (const {
    link,
    phrases: [first],
  } of chunks) {
    const beside = first ? meaningOf(first).thing : ''
    if (thing === '' || beside === '' || beside === thing) continue
    if (/^(?:for|of|on|in|to|from|with|at|into|per|about|between)$/.test(link))
      claims.relations.push({ statement, from: beside, to: thing, kind: 'one-to-many', weak: true })
    if (/^(?:to|into|in)$/.test(link) && containing.test(act.verb))
      claims.relations.push({ statement, from: beside, to: thing, kind: 'one-to-many' })
  }
  if (doer && doer !== system && thing && owning.test(act.verb))
    claims.relations.push({ statement, from: doer, to: thing, kind: 'one-to-many', weak: true })
  for (const phrase of act.objects) {
    const meaning = meaningOf(phrase)
    if (meaning.thing === '') continue
    const owners = [isTheirs(phrase) ? doer : phrase.owner ? singular(phrase.owner) : '', phrase.of ? meaningOf(phrase.of).thing : '']
    for (const from of owners)
      if (from !== '' && from !== system && from !== meaning.thing) claims.relations.push(relation(statement, from, meaning.thing))
  }
}

/** What somebody has one of. */
const single = /\b(?:account|profile|cart|basket|wallet|card|passport|password|signature|avatar|dashboard|inbox|calendar|wishlist)$/

/** Whoever has one may have more, unless it is of the kind one has once; "the dog's owner" may own more dogs. */
function relation(statement: number, from: string, to: string): RelationClaim {
  if (isRole(to) && !isRole(from)) return { statement, from: to, to: from, kind: 'one-to-many' }
  return { statement, from, to, kind: single.test(to) ? 'one-to-one' : 'one-to-many' }
}

/** "Each project belongs to one client and has many tasks." */
function readHolding(act: Act, statement: number, owner: string, claims: Claims): string {
  if (owner === '') return ''
  if (act.verb === 'belong') {
    const whole = phrases(act.tokens)[0]
    const thing = whole ? meaningOf(whole).thing : ''
    if (thing) claims.relations.push({ statement, from: thing, to: owner, kind: whole?.plural ? 'many-to-many' : 'one-to-many' })
    return owner
  }
  let listing = false
  for (const { link, phrases: held } of chunksOf(act.tokens)) {
    // "has a location on the van, a severity and a note": the list goes on behind what hangs on its first word.
    if (listing && /^(?:on|in|at|for|from|to|of)$/.test(link))
      for (const phrase of held.slice(1)) if (phrase.determiner !== '') holdOne(phrase, statement, owner, claims)
    listing = link === ''
    if (/^(?:|of|at least|up|up to|at most|exactly|and|also|only|both|either)$/.test(link) || lists.test(link))
      for (const phrase of held) holdOne(phrase, statement, owner, claims)
  }
  return owner
}

function holdOne(phrase: Phrase, statement: number, owner: string, claims: Claims): void {
  const meaning = meaningOf(phrase)
  const many = phrase.plural || /^(?:many|several|multiple|more|some)$/.test(phrase.determiner)
  if (meaning.thing && (many || /^(?:one|exactly|single)$/.test(phrase.determiner))) {
    claims.relations.push({ statement, from: owner, to: meaning.thing, kind: many ? 'one-to-many' : 'one-to-one' })
    claims.sightings.push({ statement, thing: meaning.thing, as: 'object', verb: 'have' })
    return
  }
  const held = asProperty(meaning)
  if (held) claims.properties.push(property(statement, held, owner, true, /^(?:an?|one)$/.test(phrase.determiner)))
}
