// Who acts: the roles the text names, found by the word itself or by what it is seen doing, and the doer of each act.
import { clip, singular } from '../words/forms.ts'
import { isPropertyWord } from '../words/kinds.ts'
import { isRole, isRoleWord, isSoftwareSubject, mayBeRole } from '../words/roles.ts'
import { tag } from '../words/tag.ts'
import { isGeneralWord, isScreenWord } from '../words/nouns.ts'
import { isActionVerb, isServiceVerb } from '../words/verbs.ts'
import type { Act } from './acts.ts'
import { phraseAt, phrases, type Phrase } from './phrases.ts'
import type { Reading } from './reading.ts'

export const system = 'system'

export interface Actors {
  /** Names, the busiest first. */
  names: string[]
  /** The doer for commands that name nobody. */
  usual: string
  isActor(name: string): boolean
  /** "kennel manager" is the manager where the text knows only one. */
  nameOf(name: string): string
}

export function findActors(readings: readonly Reading[]): Actors {
  const weight = new Map<string, number>()
  const maybe = new Map<string, number>()
  const acted = new Set<string>()
  const changed = new Set<string>()
  const merged = new Map<string, string>()
  const add = (map: Map<string, number>, name: string, amount: number) => name !== '' && map.set(name, (map.get(name) ?? 0) + amount)
  for (const reading of readings) {
    add(weight, storyActor(reading), 4)
    if (reading.kind === 'item' && reading.acts[0]?.subject === undefined) add(weight, headingRole(reading), 2)
    for (const act of [...reading.acts, ...reading.conditionActs, ...reading.purposeActs]) {
      for (const object of act.objects) acted.add(object.nouns.join(' '))
      if (/^(?:create|add|edit|update|delete|remove|deactivate|rename)$/.test(act.verb))
        for (const object of act.objects) changed.add(object.nouns.join(' '))
      const name = act.subject ? roleName(act.subject) : ''
      if (name === '' || act.subject === undefined) continue
      if (isRole(name) && act.kind !== 'passive') add(weight, name, 2)
      else if (isSeenActing(act, name)) add(maybe, name, act.granted ? 3 : 1)
    }
  }
  // A team that others create or edit is a thing here, not somebody.
  for (const name of weight.keys())
    if (/^(?:team|family|household|board|committee|council|jury)$/.test(name) && changed.has(name)) weight.delete(name)
  for (const [name, count] of maybe) if (!acted.has(name) || count > 2) add(weight, name, count)
  // "You can …" and "I want to …" name their reader or writer: the user.
  if (weight.size === 0 && readings.some((reading) => reading.acts.some((act) => /^(?:you|i)$/.test(act.pronoun) && act.kind === 'do')))
    add(weight, 'user', 1)
  if (weight.size === 0) for (const name of mentioned(readings)) add(weight, name, 1)
  for (const [long, short] of shortNames([...weight.keys()])) {
    add(weight, short, weight.get(long) ?? 0)
    weight.delete(long)
    merged.set(long, short)
  }
  const names = [...weight.keys()].sort((a, b) => (weight.get(b) ?? 0) - (weight.get(a) ?? 0))
  return {
    names,
    usual: names[0] ?? '',
    isActor: (name) => weight.has(merged.get(name) ?? name),
    nameOf: (name) => merged.get(name) ?? name,
  }
}

/** Compound → head, where exactly one compound ends in a head that also stands alone. */
function shortNames(names: readonly string[]): [string, string][] {
  const byHead = Map.groupBy(
    names.filter((name) => name.includes(' ')),
    (name) => name.slice(name.lastIndexOf(' ') + 1),
  )
  return [...byHead].flatMap(([head, [long, ...others]]): [string, string][] =>
    long !== undefined &&
    others.length === 0 &&
    names.includes(head) &&
    isRoleWord(head) &&
    !/^(?:registered|anonymous|guest|new|logged-in|premium|signed-in)\b/.test(long)
      ? [[long, head]]
      : [],
  )
}

const unagentive =
  /^(?:show|list|display|include|contain|support|apply|expire|change|start|end|open|close|work|appear|need|require|hold|match|exist|provide|report|return|track|count|run|load|fail|update|refresh|offer|cover|record|store|point|link|follow)\b/

/** An unknown noun that does what only somebody does. */
function isSeenActing(act: Act, name: string): boolean {
  if (act.kind !== 'do' || !mayBeRole(name) || isPropertyWord(name) || isGeneralWord(name) || isScreenWord(name) || !isActionVerb(act.verb))
    return false
  if (act.granted) return true
  if (unagentive.test(act.verb) || isServiceVerb(act.verb)) return false
  return /^(?:can|may|must|should|shall)$/.test(act.modal) || /(?:er|or|ist|ian|eer|man|men|woman|women|eur)$/.test(name)
}

/** The doer of an act, given who acted last in the same unit. */
export function doerOf(act: Act, reading: Reading, last: string, actors: Actors): string {
  if (act.kind === 'passive') return agent(act, actors) || system
  if (act.subject) {
    const name = roleName(act.subject)
    if (actors.isActor(name)) return actors.nameOf(name)
    return isSoftwareSubject(name, act.modal) ? system : ''
  }
  const story = actors.nameOf(storyActor(reading))
  if (
    act.pronoun === 'we' &&
    story === '' &&
    /^(?:keep|store|need|record|save|track|know|remember|hold|provide|offer|show|send|build|support|allow|display|have)\b/.test(act.verb)
  )
    return system
  if (/^(?:i|we|you|me|us|my)$/.test(act.pronoun)) return story || last || actors.usual
  if (/^(?:they|he|she|them|him|someone|anyone|everyone)$/.test(act.pronoun)) return last || story || actors.usual
  if (act.pronoun === 'it') return system
  const heading = rowActor(reading) || titleActor(reading, actors)
  if (story === '' && heading !== '') return heading
  if (/^(?:shall|must|should|will|would)$/.test(act.modal) && story === '' && reading.kind !== 'story') return system // "Must integrate with …"
  if (isServing(act.verb) && reading.kind !== 'story') return system
  return story || last || actors.usual
}

/** "I" and "we" are whoever tells the story, however many others act in it. */
export function spokenBy(act: Act, teller: string): string {
  return /^(?:i|we|me|us|my)$/.test(act.pronoun) ? teller : ''
}

/** "Given a manager": whoever stands there alone is who acts next. */
export function givenActor(reading: Reading, actors: Actors): string {
  const [only] = reading.kind === 'given' && reading.acts.length === 0 ? phrases(reading.tokens) : []
  const name = only ? roleName(only) : ''
  return actors.isActor(name) ? actors.nameOf(name) : ''
}

/** Commands that only software can be given: "Display a list", "Prevent double bookings". */
function isServing(verb: string): boolean {
  return /^(?:display|show|provide|include|validate|highlight|prevent|support|limit|generate|calculate|restrict|ensure|enforce|integrate|redirect|notify|remind|alert|warn|encrypt|persist|prompt|handle|detect|enable|allow|offer|protect|hide|default|auto-\w+|autosave|expire|trigger|send|deliver|reduce|increase|maintain|retain)\b/.test(
    verb,
  )
}

/** "is approved by the manager" → manager. */
function agent(act: Act, actors: Actors): string {
  if (/^(?:sort|filter|group|order|rank|search|find|categori[sz]e|arrange|list)$/.test(act.verb)) return '' // "sorted by owner"
  const at = act.tokens.findIndex((token) => token.lower === 'by')
  const by = at < 0 ? undefined : phraseAt(act.tokens, at + 1)
  const name = by ? roleName(by) : ''
  return actors.isActor(name) || isRole(name) ? actors.nameOf(name) : ''
}

export function storyActor(reading: Reading): string {
  if (reading.kind !== 'story') return rowActor(reading)
  return roleText(reading.actor)
}

/** "a registered user of the site" → "registered user". */
function roleText(words: string): string {
  const found = phrases(
    tag(
      words
        .replace(/\(.*?\)/g, ' ')
        .replace(/\b(?:who|that|which|with|of|at|in|from|looking|and|or)\b.*$/i, '')
        .replace(/[/|&].*$/, '')
        .trim() || words,
    ),
  )
  const role = found[0]
  if (!role)
    return singular(
      words
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .trim(),
    )
      .slice(0, 60)
      .toWellFormed()
  return clip([...role.adjectives, ...role.nouns].join(' '), 60)
}

function rowActor(reading: Reading): string {
  return reading.kind === 'item' && reading.actor !== '' ? roleText(reading.actor) : ''
}

/** "Supervisors" above a list of commands. */
function headingRole({ title, lead }: Reading): string {
  const name = [lead ?? '', title]
    .map((words) =>
      words
        .replace(
          /^(?:for|from|by|as an?)\s+(?:the\s+)?|(?:\s+(?:features|functions|capabilities|(?:user )?stories|requirements|persona|side|portal|app|dashboard))?[:.]?$/gi,
          '',
        )
        .toLowerCase()
        .trim(),
    )
    .find((words) => words !== '' && words.split(' ').length <= 3 && isRole(words))
  return name === undefined ? '' : singular(name)
}

/** "Admin dashboard", "For customers": a heading that names who its list is about. */
function titleActor(reading: Reading, actors: Actors): string {
  const words = `${reading.title} ${reading.lead !== undefined && reading.lead.length < 40 ? reading.lead : ''}`
    .toLowerCase()
    .split(/[^\p{L}-]+/u)
    .map(singular)
  return actors.names.find((name) => words.includes(name)) ?? ''
}

function roleName(phrase: Phrase): string {
  const words = phrase.nouns
  // "customer accounts", "admin role": who is meant is the first word.
  const tail = words.length > 1 && /^(?:account|profile|role|type|group|side)$/.test(words.at(-1) ?? '') && isRoleWord(words.at(-2) ?? '')
  const kept = tail ? words.slice(0, -1) : words
  // "Helps stakeholders", "means the team": a verb taken for part of the name.
  const first = kept[0] ?? ''
  const name = (kept.length > 1 && /^(?:helps|means|lets|allows|enables|gives|makes|requires)$/.test(first) ? kept.slice(1) : kept).join(
    ' ',
  )
  if (name === 'there' || name.length < 2) return ''
  return name === 'administrator' ? 'admin' : name
}

/** Roles the text mentions without letting them act; better than none. */
function mentioned(readings: readonly Reading[]): string[] {
  const names: string[] = []
  for (const reading of readings)
    for (const phrase of phrases(reading.tokens)) {
      const at = phrase.nouns.findIndex(isRoleWord)
      if (at >= 0) names.push(singular(phrase.nouns.slice(0, at + 1).join(' ')))
    }
  return names
}
