// Main clause → acts: who does what to what. One act for each verb, shared subjects and objects filled in.
import { baseVerb } from '../words/forms.ts'
import { isRole, isSoftware } from '../words/roles.ts'
import type { Token } from '../words/token.ts'
import { isActionVerb, isHoldingVerb } from '../words/verbs.ts'
import { phraseList, textOf, type Phrase } from './phrases.ts'
import { verbGroups, type VerbGroup } from './verb-groups.ts'

export interface Act {
  /** The doer as written, or undefined for commands and passives. */
  subject: Phrase | undefined
  /** "I", "they", "it" … when the doer is a pronoun. */
  pronoun: string
  /** Base form with its particle: "log in". */
  verb: string
  kind: 'do' | 'hold' | 'state' | 'passive'
  modal: string
  negative: boolean
  /** Told as something that happened ("residents complained"), not as what happens. */
  past: boolean
  /** "has paid": how things stand. */
  perfect: boolean
  objects: Phrase[]
  /** What hangs on the subject: "older than four years", "in that period"; empty where the subject is shared. */
  tail: string
  /** The words after the verb, as written. */
  rest: string
  /** The tokens after the verb, for those who look for data in them. */
  tokens: Token[]
  /** The software lets somebody do it. */
  granted: boolean
}

export function actsOf(tokens: readonly Token[]): Act[] {
  const groups = verbGroups(tokens)
  const acts: Act[] = []
  let previous: Act | undefined
  for (const [index, group] of groups.entries()) {
    const from = index === 0 ? 0 : (groups[index - 1]?.end ?? 0)
    const until = regionEnd(tokens, groups, index)
    const act = readAct(tokens, group, { from, until, previous })
    acts.push(act)
    previous = act
  }
  shareObjects(acts)
  return acts.filter((act) => act.verb !== '')
}

interface Region {
  from: number
  until: number
  previous: Act | undefined
}

function readAct(tokens: readonly Token[], group: VerbGroup, region: Region): Act {
  const coordinated = region.previous !== undefined && group.kind === 'joined'
  const shared = coordinated ? region.previous?.subject : undefined
  // "a member reserves a book and is notified": the same member.
  const subject = !coordinated
    ? group.subject
    : shared && group.passive && /^an?$/.test(shared.determiner)
      ? { ...shared, determiner: 'the' }
      : shared
  const pronoun = coordinated ? (region.previous?.pronoun ?? '') : group.pronoun
  const spoken = tokens[group.verb]
  let verb = baseVerb(spoken?.lower ?? '', group.granted && spoken?.part === 'noun' ? 'gerund' : (spoken?.form ?? ''))
  verb = { login: 'log in', logout: 'log out', signup: 'sign up', checkout: 'check out', checkin: 'check in' }[verb] ?? verb
  let start = group.end
  if (group.granted && /ing$/.test(spoken?.lower ?? '') && tokens[start]?.lower === 'of') start += 1 // "editing of orders"
  const particle = tokens[start]
  const fixed = /^(?:check|log|sign|fill|hand|turn|opt|clock|type|phase|trade)$/.test(verb) && /^(?:in|on|off)$/.test(particle?.lower ?? '')
  if (particle && (fixed || isParticle(particle, tokens[start + 1])) && tokens[group.end - 1]?.after === '') {
    verb = `${verb} ${particle.lower}`
    start += 1
  }
  const after = trimJoint(tokens.slice(start, region.until))
  const word = tokens[group.verb]
  // "can't check out and gets an email": the second verb is not under the modal.
  const finite = tokens.slice(group.start, group.verb).some((one) => /^(?:is|are|was|were|has)$/.test(one.lower))
  const inherits = coordinated && group.modal === '' && word?.form !== 'third' && !finite
  // "The director wants a report": what somebody wants from software, they get.
  if (verb === 'want' && subject && isRole(subject.nouns.join(' ')) && after.length > 0 && after[0]?.part !== 'to') verb = 'get'
  const kind = group.passive
    ? 'passive'
    : word?.part === 'be'
      ? 'state'
      : word?.part === 'have' || (isHoldingVerb(verb) && !isActionVerb(verb)) || isKeptBy(verb, subject)
        ? 'hold'
        : 'do'
  return {
    subject,
    pronoun,
    verb: word?.part === 'be' ? 'be' : word?.part === 'have' ? 'have' : verb,
    kind,
    modal: inherits ? (region.previous?.modal ?? '') : group.modal,
    negative: group.negative || (inherits && (region.previous?.negative ?? false)),
    past: group.modal === '' && word?.form === 'past' && tokens[group.verb - 1]?.part !== 'be',
    perfect: group.perfect,
    objects: group.passive ? [] : phraseList(after, skipAdverbs(after)),
    tail: coordinated || group.granted ? '' : tailOf(tokens, group),
    rest: textOf(after),
    tokens: after,
    granted: coordinated ? (region.previous?.granted ?? false) : group.granted,
  }
}

function tailOf(tokens: readonly Token[], { subject, first }: VerbGroup): string {
  const tail = subject ? tokens.slice(subject.end, first) : []
  while (tail.at(-1)?.part === 'adverb') tail.pop()
  const listed =
    tail[0]?.part === 'conjunction' &&
    tail.every((one) => /^(?:conjunction|determiner|adjective|noun|number|possessive|preposition)$/.test(one.part))
  const hangs = (listed || /^(?:preposition|relative|adjective|verb)$/.test(tail[0]?.part ?? '')) && tail.at(-1)?.part !== 'pronoun'
  return hangs ? textOf(tail) : ''
}

/** "A prescription contains …" speaks of data; "the clerk includes …" of an act. */
function isKeptBy(verb: string, subject: Phrase | undefined): boolean {
  const name = subject?.nouns.join(' ') ?? ''
  return /^(?:contain|include|comprise|hold|carry|need|require)$/.test(verb) && name !== '' && !isRole(name) && !isSoftware(name)
}

/** Where this verb's words stop: before the next verb's own subject or joint. */
function regionEnd(tokens: readonly Token[], groups: readonly VerbGroup[], index: number): number {
  return groups[index + 1]?.start ?? tokens.length
}

function isParticle(token: Token, next: Token | undefined): boolean {
  if (/^(?:up|out|off|back|away|down)$/.test(token.lower)) return true
  return (
    /^(?:in|on|over|through)$/.test(token.lower) &&
    (next === undefined || token.after !== '' || /^(?:conjunction|preposition|to|adverb)$/.test(next.part))
  )
}

function trimJoint(tokens: Token[]): Token[] {
  let end = tokens.length
  while (end > 0 && (tokens[end - 1]?.part === 'conjunction' || tokens[end - 1]?.lower === 'also')) end -= 1
  return tokens.slice(0, end)
}

function skipAdverbs(tokens: readonly Token[]): number {
  let at = 0
  while (tokens[at]?.part === 'adverb' && tokens[at]?.after === '') at += 1
  return at
}

/** "create, edit and delete bookings": the first two verbs take the object of the last. */
function shareObjects(acts: Act[]): void {
  for (let at = acts.length - 2; at >= 0; at -= 1) {
    const [act, next] = [acts[at], acts[at + 1]]
    if (
      !act ||
      !next ||
      (act.rest !== '' && !isBareInfinitive(act)) ||
      act.verb.includes(' ') ||
      act.kind !== 'do' ||
      next.kind !== 'do' ||
      act.subject !== next.subject
    )
      continue
    act.objects = next.objects
    act.rest = `${act.rest} ${next.rest}`.trim()
    act.tokens = [...act.tokens, ...next.tokens]
  }
}

/** "tries to create or update a department": what is created is the department, too. */
function isBareInfinitive({ tokens }: Act): boolean {
  return tokens.length === 2 && tokens[0]?.part === 'to' && tokens[1]?.part === 'verb' && isActionVerb(tokens[1].lower)
}
