// Statement → steps: every act becomes one, a condition that is somebody's act becomes a step before it, any other condition stays with the act.
import { capital } from '../words/forms.ts'
import { doerOf, system, type Actors } from '../understand/actors.ts'
import type { Act } from '../understand/acts.ts'
import { phrases } from '../understand/phrases.ts'
import { meaningOf } from '../understand/things.ts'
import type { Deed, Statement } from '../understand/understand.ts'
import { isRole } from '../words/roles.ts'
import { asClause, objectText, thingMeant } from './clause.ts'
import { lowerFirst, say, sayBare, withArticle, type Voice } from './phrasing.ts'

export interface Step {
  text: string
  /** The same without its doer: "add items to the cart". */
  bare: string
  /** The verb and what it acts on: "add items". */
  short: string
  doer: string
  verb: string
  /** What is acted on, as written; may be empty. */
  object: string
  /** act: somebody changes something; look: somebody sees something; answer: the software does it; check: something must hold. */
  role: 'act' | 'look' | 'answer' | 'check'
  /** What must hold for it, in the text's words, or empty. */
  trigger: string
  statement: Statement
  /** Ids of further statements that say the same. */
  also: string[]
}

export interface Context {
  actors: Actors
  /** Who the unit is about. */
  actor: string
  /** The thing last acted on, as written. */
  last: string
}

const looking =
  /^(?:view|see|browse|search|find|filter|sort|look|track|check(?! in| out)|read|list|compare|monitor|explore|preview|inspect|watch|visualize|visualise|follow|access|navigate)\b/

export function stepsOf(statement: Statement, context: Context): Step[] {
  const steps: Step[] = []
  const acted = actedConditions(statement, context)
  for (const deed of acted) steps.push(stepOf(deed, statement, context))
  const [given] = statement.conditionActs
  if (given?.subject && given.kind !== 'do' && meaningOf(given.subject).thing)
    context.last = withArticle(given.subject).replace(/^an? /, 'the ')
  const deeds = mended(statement).filter(
    ({ act }) =>
      act.kind !== 'hold' ||
      /^(?:become|remain|appear)$/.test(act.verb) ||
      statement.kind === 'given' ||
      statement.kind === 'then' ||
      isSomebody(statement, act, context),
  )
  for (const [at, deed] of deeds.entries()) {
    const step = stepOf(ofThing(ofActor(deed, statement, context), given), statement, context)
    if (acted.length === 0 && statement.condition !== '' && (statement.leading || isUnderCondition(deeds, at)))
      addCondition(step, statement, context)
    else if (acted.length > 0) step.trigger = steps[0]?.text ?? ''
    steps.push(step)
  }
  if (steps.length === 0 && statement.kind !== 'fields' && !statement.deeds.some(({ act }) => act.kind === 'hold'))
    steps.push(...bare(statement, context))
  return steps.filter((step) => /\p{L}/u.test(step.text))
}

const transitive = /^(?:see|view|verify|check|validate|scope|keep|show|display|create|set|enter|ensure|find|get|try|attempt)$/

/** "Users see what items are currently free": where a verb seems to have no object and the rest reads as acts of their own, the rest is its object, in the text's words. */
function mended({ deeds, core }: Statement): readonly Deed[] {
  const at = deeds.findIndex(
    ({ act }, place) => act.kind === 'do' && act.rest === '' && transitive.test(act.verb) && place < deeds.length - 1,
  )
  const [broken] = at < 0 ? [] : deeds.slice(at)
  const rest = broken && new RegExp(`\\b${broken.act.verb}(?:s|es)?\\b[:\\s]+(.{3,300}?)[.!]?$`, 'i').exec(core)?.[1]
  return broken && rest !== undefined ? [...deeds.slice(0, at), { ...broken, act: { ...broken.act, rest } }] : deeds
}

/** "When a customer places an order, …": the placing is a step of its own. */
function actedConditions(statement: Statement, { actors, actor }: Context): Deed[] {
  return statement.conditionActs.flatMap((act) => {
    // "Members get a discount if they show their card": they are the members.
    const main = statement.deeds.find(({ act: { subject }, doer: name }) => subject !== undefined && name !== '' && name !== system)?.doer
    const doer = doerOf(act, statement, (statement.leading ? undefined : main) ?? actor, actors)
    return act.kind === 'do' &&
      doer !== '' &&
      doer !== system &&
      !act.negative &&
      !isStanding(act, statement.conjunction) &&
      statement.conjunction !== 'unless' &&
      statement.conjunction !== 'until' &&
      statement.conjunction !== 'before'
      ? [{ act, doer }]
      : []
  })
}

/** A condition behind "reserve a book and is notified" belongs to the last act; behind "edit and delete a comment" to both. */
function isUnderCondition(deeds: readonly Deed[], at: number): boolean {
  return at === deeds.length - 1 || deeds.slice(at).every(({ act }) => act.rest === deeds.at(-1)?.act.rest)
}

/** "If another member has reserved the book": how things stand, not what is done now. */
function isStanding(act: Act, conjunction: string): boolean {
  return (
    (act.perfect && /^(?:if|where)$/.test(conjunction)) ||
    /^(?:another|other|any|no|two|three|several|\d+)$/.test(act.subject?.determiner ?? '')
  )
}

/** "Bookings can be cancelled": what can be done is done by the actor, not by the software. */
function ofActor({ act, doer }: Deed, statement: Statement, context: Context): Deed {
  const able =
    act.kind === 'passive' &&
    doer === system &&
    /^(?:can|may|could)$/.test(act.modal) &&
    !isDoneTo(act, context) &&
    statement.kind !== 'then' &&
    statement.kind !== 'given'
  const grantee = act.granted && doer === system ? context.actor : doer
  return { act, doer: able ? context.actor || context.actors.usual || doer : grantee }
}

/** "I want to be paid", "drivers can be reached": the actor is not the one who does it. */
function isDoneTo(act: Act, { actor, actors }: Context): boolean {
  return act.subject ? actors.nameOf(act.subject.nouns.join(' ')) === actor : /^(?:i|we|they|he|she|you)$/.test(act.pronoun)
}

/** "Once a budget is created, it persists": the budget does. */
function ofThing({ act, doer }: Deed, given: Act | undefined): Deed {
  const thing = given?.subject && isRole(given.subject.nouns.join(' ')) ? given.objects[0] : given?.subject
  if (act.pronoun !== 'it' || act.kind === 'passive' || !thing) return { act, doer }
  return { act: { ...act, pronoun: '', subject: { ...thing, determiner: 'the' } }, doer: '' }
}

function isSomebody(statement: Statement, act: Act, { actors }: Context): boolean {
  return (
    act.kind === 'hold' &&
    act.subject !== undefined &&
    actors.isActor(act.subject.nouns.join(' ')) &&
    (statement.condition !== '' || act.modal !== '')
  )
}

function stepOf({ act, doer }: Deed, statement: Statement, context: Context): Step {
  const voice: Voice = { act, doer, actor: context.actor, last: context.last }
  const written =
    act.kind === 'passive' ? (act.subject ? withArticle(act.subject, true) : '') : act.objects[0] ? objectText(act.objects[0]) : ''
  const object = written === '' && /^(?:it|them)\b/.test(act.rest) ? context.last.replace(/^(?:the|an?|their|each|all) /, '') : written
  const acted = act.kind === 'passive' ? act.subject : act.objects[0]
  const bare = sayBare(voice)
  const step: Step = {
    text: say(voice),
    bare,
    short:
      acted && act.kind !== 'state'
        ? lowerFirst(sayBare({ ...voice, act: { ...act, kind: 'do', negative: false, rest: withArticle(acted) } }))
        : bare,
    doer: doer === '' ? system : doer,
    verb: act.verb,
    object,
    role: roleOf(act, doer),
    trigger: '',
    also: [],
    statement,
  }
  if (
    (statement.kind === 'given' && (act.kind !== 'do' || doer === '' || act.negative)) ||
    (act.kind === 'hold' && act.modal !== '' && statement.kind !== 'then')
  ) {
    if (act.subject && (meaningOf(act.subject).thing || meaningOf(act.subject).property) && !isRole(act.subject.nouns.join(' ')))
      context.last = withArticle(act.subject).replace(/^an? /, 'the ')
    return checked(step, voice)
  }
  if (act.kind === 'state' && (act.pronoun === 'there' || act.subject?.text.toLowerCase() === 'there'))
    return { ...step, text: `System offers ${act.rest}`, bare: `offer ${act.rest}`, doer: system, verb: 'offer', role: 'answer' }
  if (act.kind === 'state' || act.kind === 'hold' || (act.kind === 'passive' && act.verb === 'need'))
    return {
      ...step,
      text: `System shows that ${lowerFirst(asClause(voice))}`,
      bare: `show that ${lowerFirst(asClause(voice))}`,
      doer: system,
      verb: 'show',
      role: 'answer',
    }
  const noun = act.objects[0]
  if (noun && act.kind === 'do' && (meaningOf(noun).thing || meaningOf(noun).property || /^an?$/.test(noun.determiner)))
    context.last = withArticle(noun, false)
  else if (act.kind === 'passive' && act.subject) context.last = withArticle(act.subject, false)
  return step
}

/** A precondition: where somebody is, or what the software finds to hold. */
function checked(step: Step, voice: Voice): Step {
  const { act } = voice
  const somebody = voice.act.subject === undefined ? /^(?:i|we|they|he|she)$/.test(act.pronoun) : voice.doer !== '' && voice.doer !== system
  const place = /^(?:on|at|in|viewing|looking)\b/.exec(act.rest)
  if (act.kind === 'state' && somebody && place && voice.actor !== '')
    return {
      ...step,
      text: `${capital(voice.actor)} starts ${act.rest.replace(/\bmy\b/g, 'their')}`,
      bare: `start ${act.rest.replace(/\bmy\b/g, 'their')}`,
      role: 'look',
      doer: voice.actor,
      verb: 'start at',
      object: act.rest.replace(/^(?:on|at|in|viewing|looking at)\s+(?:an?\s|the\s|my\s)?/, '').replace(/["“”]/g, ''),
    }
  return {
    ...step,
    text: `System checks that ${lowerFirst(asClause(voice))}`,
    bare: `check that ${lowerFirst(asClause(voice))}`,
    doer: system,
    verb: 'check',
    role: 'check',
  }
}

function addCondition(step: Step, statement: Statement, { actor }: Context): void {
  const person = actor === '' || actor === system ? 'the user' : `the ${actor}`
  const words = statement.condition
    .replace(/^it\b/, thingMeant(statement))
    .replace(/\b(?:my|our)\b/gi, 'their')
    .replace(/\bI am\b/g, `${person} is`)
    .replace(/\b(?:I|me)\b/g, person)
  step.trigger = words
  const conjunction = statement.conjunction === 'whenever' || statement.conjunction === 'upon' ? 'when' : statement.conjunction
  step.text = `${step.text} ${conjunction} ${words}`
}

/** A duty whose verb was not found: its own words, without the modal. */
function bare(statement: Statement, context: Context): Step[] {
  const { actor } = context
  const words = statement.core
    .replace(/\b(?:shall|must|should|will)\s+(?:be\s+)?/i, '')
    .replace(/\b(?:my|our)\b/gi, 'their')
    .replace(/[.!]$/, '')
  const [thing] = statement.kind === 'given' ? phrases(statement.tokens) : []
  if (thing && meaningOf(thing).thing && !isRole(thing.nouns.join(' '))) context.last = `the ${thing.text}`
  if (words.split(' ').length < 2 || statement.kind === 'item' || statement.kind === 'sentence') return []
  const looked = statement.kind === 'then'
  if (statement.kind === 'story')
    return [
      {
        text: `System offers ${lowerFirst(words)}`,
        bare: `offer ${lowerFirst(words)}`,
        short: `offer ${lowerFirst(words)}`,
        doer: system,
        verb: 'offer',
        object: '',
        role: 'answer',
        trigger: '',
        also: [],
        statement,
      },
    ]
  if (statement.kind === 'when')
    return [
      {
        text: `System finds that ${lowerFirst(words)}`,
        bare: `find that ${lowerFirst(words)}`,
        short: `find that ${lowerFirst(words)}`,
        doer: system,
        verb: 'find',
        object: '',
        role: 'check',
        trigger: '',
        also: [],
        statement,
      },
    ]
  return [
    {
      bare: `open ${lowerFirst(words)}`,
      short: `open ${lowerFirst(words)}`,
      text: looked
        ? `System shows ${lowerFirst(words)}`
        : statement.kind === 'given'
          ? `System checks that there is ${lowerFirst(words)}`
          : `${capital(actor || 'user')} opens ${lowerFirst(words)}`,
      doer: looked || statement.kind === 'given' ? system : actor,
      verb: looked ? 'show' : 'open',
      object: words,
      role: looked ? 'answer' : statement.kind === 'given' ? 'check' : 'look',
      trigger: '',
      also: [],
      statement,
    },
  ]
}

function roleOf(act: Act, doer: string): Step['role'] {
  if (doer === system || doer === '') return 'answer'
  return looking.test(act.verb) ? 'look' : 'act'
}
