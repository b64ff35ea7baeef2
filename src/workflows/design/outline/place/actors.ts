// Who acts: roles of stories, role lists, and subjects of requirement sentences. A heading is nobody unless it names people and its list says what they do.
import { verbBase } from '../../../../lib/english/correct.ts'
import type { Token } from '../../../../lib/english/read.ts'
import type { SourceRef } from '../../intent.ts'
import { opensList, type Entry } from '../entry.ts'
import { labelEnd } from '../forms/slice.ts'
import { titleOf, type Statement } from '../read/statements.ts'
import { capital, isDeterminer, isModal, isVerb, phraseAt, singular, words, type Phrase } from '../words.ts'
import { isSlip, namesSoftware, namesSomebody, roleName, rolesIn, termOf } from './roles.ts'
import { peopleByName, roleCell, rolesInline, rolesListed } from './listed-roles.ts'
import { isAmongScreens } from './screen-names.ts'

export const system = 'System'

export interface Actors {
  list: { name: string; refs: SourceRef[] }[]
  /** Who acts in a statement, or brings about what the system does; null where it does not say. */
  of(entry: Entry): string | null
  /** Whether it is the system that does what somebody brings about. */
  isAnswer(entry: Entry): boolean
}

export function findActors(entries: readonly Entry[]): Actors {
  const found = new Map<string, { name: string; refs: SourceRef[] }>()
  const spelling = new Map<string, string>()
  const add = (said: string, ref: SourceRef) => {
    const name = roleName(said.replaceAll(/\s*_\s*/g, ' '))
    const key = known(name)
    const actor = found.get(key) ?? { name: capital(name), refs: [] }
    if (actor.refs.length < 20) actor.refs.push(ref)
    found.set(key, actor)
    return actor.name
  }
  const somebody = (phrase: Phrase, id: string) => add(singular(phrase), { id, start: phrase.start, end: phrase.end })
  const own = new Map<string, string | null>()
  const answering = new Set<string>()
  let listed: string[] = []
  // "as a guild officer" in a story, and "the officer" below it
  const roles = entries.flatMap(({ statement: { text }, form }) =>
    form.form === 'story' && form.role ? rolesIn(text.slice(form.role.start, form.role.end)).map((role) => role.toLowerCase()) : [],
  )
  const products = productsIn(entries)
  for (const entry of entries) for (const role of rolesListed(entry.statement)) add(role.name, role.ref)
  listed = [...found.keys(), ...peopleByName(entries, products)]
  for (const [i, entry] of entries.entries()) own.set(entry.statement.id, actorOf(entry) ?? meant(entry, entries[i - 1]))
  for (const entry of entries) if (entry.quote.length > 0 && !own.get(entry.statement.id)) own.set(entry.statement.id, opening(entry))
  return {
    list: [...found.values()],
    of: ({ statement }) => own.get(statement.id) ?? null,
    isAnswer: ({ statement }) => answering.has(statement.id),
  }

  /** One name for what differs by a slip of the pen, and "clerk" where the only one in the list of roles is the "office clerk", or the "last clerk". */
  function known(name: string): string {
    const key = name.toLowerCase()
    const before = spelling.get(key) ?? [...found.keys()].find((other) => other === key || isSlip(other, key))
    const longer = [...new Set([...listed, ...roles])].filter((other) => other.endsWith(` ${key}`))
    const bare = key.replace(
      /^(?:\S+(?:ed|-in)|last|next|first|second|third|another|different|same|current|affected|respective|responsible|concerned|assigned) /,
      '',
    )
    const same = before ?? (longer.length === 1 ? (longer[0] as string) : found.has(bare) ? bare : key)
    spelling.set(key, same)
    return same
  }

  /** "Then she puts the dog in a kennel": whoever acted just before, in the same section. */
  function meant(entry: Entry, before: Entry | undefined): string | null {
    const isPointed = entry.quote.length > 0 && /^(?:he|she)\b/i.test(entry.statement.text.slice(starts(entry)[0]))
    const same = before?.statement.section.at(-1) === entry.statement.section.at(-1)
    const actor = isPointed && same ? own.get(before?.statement.id ?? '') : null
    return actor === system ? null : (actor ?? null)
  }

  function isProduct(text: string, from: number): boolean {
    const said = text.slice(from).replace(/^the\s+/i, '')
    return products.some((product) => said.startsWith(`${product} `))
  }

  /** Whoever acts elsewhere acts here too where a statement begins with the name, whatever the tagger makes of it. */
  function opening(entry: Entry): string | null {
    const { id, text } = entry.statement
    const [from = 0] = starts(entry)
    const said = text.slice(from).replace(/^(?:the|an?|each|every|all)\s+/i, '')
    const at = text.length - said.length
    if (isProduct(text, from)) return system
    const actor = [...found.values()]
      .filter(({ name }) => said.toLowerCase().startsWith(name.toLowerCase()) && /^s?\s+\p{L}/u.test(said.slice(name.length)))
      .sort((a, b) => b.name.length - a.name.length)[0]
    return actor && !isStated(said.slice(actor.name.length)) && !/^\S*\s+(?:is|are|was|were)\b/i.test(said.slice(actor.name.length))
      ? add(actor.name, { id, start: at, end: at + actor.name.length })
      : (own.get(id) ?? null)
  }

  function actorOf({ statement, form, quote }: Entry): string | null {
    const { id, text, kind } = statement
    if (quote.length === 0 || rolesInline.test(text)) return null
    if (isAmongScreens(statement)) return system
    // "Donor: person who gave a sample" says what is kept
    if (statement.sectionKind === 'data' && /^[^:.]{2,40}:\s/.test(text)) return null
    if (form.form === 'story' && form.role) {
      const { role } = form
      return rolesIn(text.slice(role.start, role.end)).map((name) => add(name, { id, ...role }))[0]!
    }
    if (isAnswered({ statement, form })) answering.add(id)
    let [software, thing] = [false, false]
    for (const from of starts({ statement, form, quote })) {
      const subject = isProduct(text, from) ? system : subjectAt(text, from, /\bgiven\s$/i.test(text.slice(0, from)))
      const isListed = subject && subject !== system && listed.includes(singular(subject).toLowerCase())
      if (subject === system) software = true
      if (subject === system || subject === null) continue
      if (isAble(text.slice(subject.end))) return somebody(subject, id)
      else if (!isListed && !namesSomebody(subject, true) && form.form !== 'scenario') {
        // "The Book_Catalog SHALL store": a part of the system
        if (isDuty.test(text.slice(subject.end))) software = true
        thing = true
      } else if (isStated(text.slice(subject.end))) return null
      else if (isListed || namesSomebody(subject)) {
        for (const other of alsoAt(text, subject)) somebody(other, id)
        return somebody(subject, id)
      }
    }
    const cell = kind === 'row' && !software ? roleCell(statement) : undefined
    if (cell) return namesSoftware({ words: words(cell.name) }) ? system : add(cell.name, cell.ref)
    const whom = startsWithVerb(text) ? (led(statement) ?? helped(statement)) : (helped(statement) ?? led(statement))
    const inside =
      whom === null && !software && !thing && !pronoun.test(text.slice(starts({ statement, form, quote })[0])) ? actingIn(text) : null
    return inside ? somebody(inside, id) : (whom ?? (software ? system : null))
  }

  /** Whether the system does what is said, also to somebody or when somebody acts; of a scenario unless its answer names who. */
  function isAnswered({ statement: { text }, form }: Pick<Entry, 'statement' | 'form'>): boolean {
    if (form.form === 'plain' || /\b(?:allow|let|enable|permit)s?\b/i.test(text)) return false
    const from = form.form === 'conditional' || form.form === 'scenario' ? form.response.start : labelEnd(text)
    const subject = isProduct(text, from) ? system : subjectAt(text, afterKeyword(text, from))
    return subject === system || (form.form === 'scenario' && (subject === null || !namesSomebody(subject, true)))
  }

  /** "Allow the grower to set limits": whoever is allowed acts. */
  function helped({ id, text }: Statement): string | null {
    const list = words(text)
    const at = list.findIndex(({ lemma }) => /^(?:allow|let|enable|permit|require|ask|prompt)$/.test(lemma))
    const whom = at < 0 ? null : phraseAt(list, at + 1)
    return whom && (namesSomebody(whom) || listed.includes(singular(whom).toLowerCase())) ? somebody(whom, id) : null
  }

  /** "Organizers can:" above a list, or people as the heading of a list of what they do. */
  function led({ lead, section, kind, text }: Statement): string | null {
    if (lead) {
      const subject = subjectAt(lead.text, labelEnd(lead.text), true)
      if (subject && subject !== system && namesSomebody(subject)) return somebody(subject, lead.id)
      return subject === system ? system : led({ ...lead, text })
    }
    // "They can:" below the heading that names them
    const isMeant = pronoun.test(text) && opensList.test(text)
    const heading = section.findLast((title) => !pronoun.test(titleOf(title)))
    if ((kind !== 'item' && !isMeant) || !heading || !(isMeant || startsWithVerb(text))) return null
    const title = titleOf(heading)
    if (opensList.test(title)) {
      const from = heading.text.indexOf(title)
      const subject = subjectAt(title, 0, true)
      return subject && subject !== system && namesSomebody(subject)
        ? add(singular(subject), { id: heading.id, start: from + subject.start, end: from + subject.end })
        : null
    }
    const list = words(title)
    const phrase = phraseAt(list, 0, true)
    const at = heading.text.indexOf(title)
    return phrase && phrase.next === list.length && namesSomebody(phrase) && !anybody.test(title)
      ? add(singular(phrase), { id: heading.id, start: at, end: at + title.length })
      : null
  }
}

/** "Toolshed lets neighbours borrow tools": the product under its name. */
export const helps = /^(\p{Lu}\p{L}+) (?:lets|helps|allows|enables) /u

/** The system under its name: "Berthly – guest berths" as the title, "Berthly lets skippers …" , "Berthly: the web application" in a glossary. */
function productsIn(entries: readonly Entry[]): string[] {
  const title = entries.find(({ statement }) => statement.kind === 'heading')?.statement
  const named = /^(?:prd\s*[:–—-]\s*)?(\p{Lu}\p{L}+)(?:\s*[:–—]|\s-\s)/iu.exec(title ? titleOf(title) : '')?.[1]
  return [
    ...(named === undefined ? [] : [named]),
    ...entries.flatMap(({ statement: { text, sectionKind } }) => {
      const term = sectionKind === 'terms' ? termOf(text) : null
      return term ? (term.isSoftware ? [term.name] : []) : (helps.exec(text)?.[1] ?? [])
    }),
  ]
}

const anybody = /^(?:users?|people|actors?|roles?)$/i
const pronoun = /^(?:they|he|she|i|we|you)\b/i

/** "A child has a name", "every child belongs to a group": nobody acts. */
const isStated = (text: string) => /^\s+(?:has|have|belongs?|contains?|consists?|includes?)\b(?! to\b)/i.test(text)

const isDuty = /^\s+(?:shall|must|should|will)\b/i

/** "shall be able to": whoever that is said of acts. */
const isAble = (text: string) =>
  /^\s+(?:(?:shall|should|must|will) (?:not )?be|(?:is|are)(?: not)?) (?:able|allowed|permitted) to\b/i.test(text)

/** "the resident books it": the tagger may take such a verb for a noun. */
const acts = ({ words: own }: Phrase, after: Token | undefined) =>
  after !== undefined && /[^s]s$/.test(after.lower) && verbBase(after.lower) !== null && !/s$/.test(own.at(-1)?.lower ?? '')

/** "During the stay the keepers write a note": somebody with a verb right behind. */
function actingIn(text: string): Phrase | null {
  const list = words(text)
  for (let at = 0; at < list.length; at += 1) {
    if (!isDeterminer(list[at]) && list[at]?.tag !== 'NOUN' && list[at]?.tag !== 'PROPN') continue
    const phrase = phraseAt(list, at)
    if (!phrase) continue
    const after = list[phrase.next]
    // "where a house has insect screens", "six finishers gets": one of somebody has an article, several take no -s
    const isOne = singular(phrase) === text.slice(phrase.start, phrase.end)
    if (isOne ? !isDeterminer(list[at]) && list[at]?.tag === 'NOUN' : /[^s]s$/.test(after?.lower ?? '')) continue
    if (namesSomebody(phrase) && (isVerb(after) || isModal(after) || acts(phrase, after)) && !/(?:ed|ing)$/.test(after?.lower ?? ''))
      return phrase
    const shorter = { ...phrase, words: phrase.words.slice(0, -1), end: phrase.words.at(-2)?.end ?? 0 }
    if (shorter.words.length > 0 && namesSomebody(shorter) && !isVerb(after) && acts(shorter, phrase.words.at(-1))) return shorter
    at = phrase.next - 1
  }
  return null
}

/** Where a subject may begin: the effect before its condition. */
function starts({ statement: { text }, form, quote }: Pick<Entry, 'statement' | 'form' | 'quote'>): number[] {
  if (form.form === 'question') return form.answer ? [afterKeyword(text, afterAnswer(text, form.answer.start))] : []
  const cell = form.form === 'plain' || form.form === 'modal' ? quote.at(-1) : undefined
  if (cell && cell.start > 0) return [afterKeyword(text, cell.start)]
  const when = form.form === 'scenario' ? /\bwhen\s(?!(?:s?he|they)\s)/i.exec(text)?.index : undefined
  if (when !== undefined && form.form === 'scenario') return [when, form.response.start].map((at) => afterKeyword(text, at))
  if (form.form === 'conditional' || form.form === 'scenario')
    return [form.response.start, form.trigger.start].map((at) => afterKeyword(text, at))
  return [afterKeyword(text, labelEnd(text))]
}

/** "A: No, a warden sees …": behind the mark and the yes or no. */
function afterAnswer(text: string, from: number): number {
  return from + (/^(?:(?:a|answer|ans)\s*[:.)]\s*)?(?:(?:yes|no)\b[,;.]?\s*)?/i.exec(text.slice(from))?.[0].length ?? 0)
}

const keyword =
  /^(?:given|when|whenever|then|and|but|if|once|while|after|before|as soon as|where|that|also|so|for each \w+,?|for every \w+,?)\s+/i

function afterKeyword(text: string, from: number): number {
  let at = from
  for (let found = keyword.exec(text.slice(at)); found; found = keyword.exec(text.slice(at))) at += found[0].length
  return at
}

/** The phrase a clause begins with, if a verb follows it. */
export function subjectAt(text: string, from: number, alone = false): Phrase | typeof system | null {
  const list = words(text)
  const first = list.findIndex(({ start }) => start >= from)
  if (first < 0) return null
  const phrase = phraseAt(list, first)
  if (!phrase) return null
  const after = list.slice(phrase.next).find(({ tag }) => tag !== 'ADV')
  // "an admin or librarian adds": the first of them stands for all
  const last = namesSomebody(phrase, true) ? alsoAt(text, phrase).at(-1) : undefined
  if (last && (isVerb(list[last.next]) || isModal(list[last.next]))) return phrase
  const subject =
    alone || isVerb(after) || isModal(after) || /^(?:who|that|which|of|with|in|at|from|to|:)$/.test(after?.lower ?? '') ? phrase : null
  if (subject && namesSoftware(subject, isModal(after))) return system
  if (subject && (namesSomebody(subject, true) || isVerb(after) || isModal(after))) return subject
  // The tagger took the verb for a noun: "Volunteers swap shifts with each other".
  for (let end = phrase.words.length - 1; end > 0; end -= 1) {
    const shorter = { ...phrase, words: phrase.words.slice(0, end), end: phrase.words[end - 1]?.end ?? 0 }
    if (namesSoftware(shorter)) return system
    if (namesSomebody(shorter) && agrees(shorter, phrase.words[end]!)) return shorter
  }
  return subject
}

/** "volunteers swap", "the resident books", not "team score". */
const agrees = (subject: Phrase, { lower }: Token): boolean =>
  verbBase(lower) !== null && /[^s]s$/.test(lower) === (singular(subject) === subject.words.map(({ text }) => text).join(' '))

/** Of "an admin or a librarian" the librarian. */
function alsoAt(text: string, { next }: Phrase): Phrase[] {
  const list = words(text)
  const other = /^(?:and|or|,|\/)$/.test(list[next]?.lower ?? '') ? phraseAt(list, next + 1) : null
  return other && namesSomebody(other) ? [other, ...alsoAt(text, other)] : []
}

function startsWithVerb(text: string): boolean {
  const list = words(text.slice(labelEnd(text)))
  const [first, second] = list
  return (
    isVerb(first) ||
    (first !== undefined &&
      first.tag !== 'PROPN' &&
      !isDeterminer(first) &&
      (isDeterminer(second) || second?.tag === 'ADP' || /^[a-z]/.test(first.text)))
  )
}
