// Which statements ask for something, and which only tell: by form, by section, by who or what they are about.
import { verbBase } from '../../../../lib/english/correct.ts'
import { readStatements } from '../../../../lib/english/statement.ts'
import { refId, type Entity } from '../../intent.ts'
import { quoteText, type Entry } from '../entry.ts'
import { labelEnd } from '../forms/slice.ts'
import { hasVerb, isDeterminer, isVerb, words } from '../words.ts'
import type { Statement } from '../read/statements.ts'
import { type Actors, helps, subjectAt } from './actors.ts'
import { peopleWeHave, rolesInline } from './listed-roles.ts'
import type { Fields } from './fields.ts'
import type { Mentions } from './mentions.ts'
import { screenIn } from './screen-names.ts'

export type Place = 'step' | 'screen' | 'goal' | 'data' | 'background' | 'unread'

const now =
  /(?<!\b(?:due|for|from|of|until|by|before|after|than) )\btoday\b(?!['’]s)|\b(?:currently|right now|at the moment|nowadays|these days|so far|until now|in the past|as discussed|is a mess|(?:nobody|no one) knows|(?:in an?|in the same) (?:spreadsheet|excel \w+)|on paper)\b|(?<!\b(?:can|may|must|should|will|could) )\bstill\b(?! be\b)/i
const aim =
  /\b(?:goals?|aims?|purpose|objectives?) (?:is|are|of)\b|^(?:this|the) (?:feature|app|project|tool|product|change|service|spec\w*|document|initiative)\s+(?:lets?|allows?|helps?|enables?|provides?|aims?|gives?|covers|describes)\b|^(?:lets?|allows?|helps?|enables?)\s+\p{L}|^(?:i|we) (?:want|would like|need|aim for|are looking for) (?:(?:an?|the|our)\b(?!.*\bto\b)|[\p{L} ]{0,20}\b(?:pages|screens|views):\s)/iu

export function placesOf(entries: readonly Entry[], told: Told): Map<Entry, Place> {
  const places = new Map(entries.map((entry) => [entry, placeOf(entry, told)]))
  const asking = new Set(entries.filter((entry) => places.get(entry) === 'step').map(({ statement }) => statement.block))
  // A sentence among requests goes on with them: "When they give consent they state allergies."
  for (const [entry, place] of places) {
    const { text, block, section } = entry.statement
    if (place !== 'unread') continue
    if (asking.has(block) && hasVerb(text) && !isDescriptive(text)) places.set(entry, 'step')
    else if (section.every(({ level }) => level === 1) && block < 3) places.set(entry, 'background') // what stands below the title introduces the rest
  }
  return places
}

export interface Told {
  actors: Actors
  mentions: Mentions
  /** Statements an entity comes from. */
  held: ReadonlySet<string>
  /** What statements list of things. */
  fields: Fields
  /** Sentences in which somebody describes how things are now. */
  tells: ReadonlySet<Statement>
  /** Whether there are sections below the title. */
  isDivided: boolean
}

function placeOf(entry: Entry, { actors, mentions, held, fields, tells, isDivided }: Told): Place {
  const { statement, form, aside, quote } = entry
  const { kind, text, sectionKind, section } = statement
  // a term of the glossary with fields, or that says who somebody is
  if (sectionKind === 'terms' && (held.has(statement.id) || namedIn(actors, statement.id) > 0)) return 'data'
  if (aside !== null) return aside === 'background' && kind === 'sentence' && aim.test(text) ? 'goal' : 'background'
  if (quote.length === 0 || quoteText(quote).length > 3900) return 'unread'
  // "I would like these pages: …" has a modal of courtesy
  const formal = form.form !== 'plain' && !(form.form === 'modal' && kind === 'sentence' && aim.test(text))
  if (kind === 'sentence' && isAboutWriter.test(text)) return 'background'
  if (rolesInline.test(text) || (peopleWeHave.test(text) && namedIn(actors, statement.id) > 1)) return 'data'
  if (isDivided && introduces(statement) && !formal && !denies.test(text)) return aim.test(text) || helps.test(text) ? 'goal' : 'background'
  if (sectionKind === 'goals') return form.form === 'story' ? 'step' : 'goal'
  if (form.form === 'plain' && screenIn(statement) !== null) return 'screen'
  const isKept = actors.of(entry) === null && /^(?:for|about|per) (?:each|every)\b|\bstores\b/i.test(text)
  // "shall be logged with the reason": somebody does that
  const isDone = /\b(?:shall|must|should|will) be \p{L}+(?:ed|en|de|pt|nt)\b/iu.test(text)
  const isFields = isKept || (!isDone && (fields.get(statement)?.some(({ isDefined }) => isDefined) ?? false))
  if (held.has(statement.id) && (isFields || (isAboutData(statement, form.form) && !bounds.test(text)))) return 'data'
  if (sectionKind === 'data') return held.has(statement.id) ? 'data' : formal || isRule(text) ? 'step' : 'unread'
  if (sectionKind === 'roles') {
    const roles = namedIn(actors, statement.id)
    return form.form === 'story' || (form.form === 'modal' && roles < 2 && !/:\s+would (?:like|love|want)\b/i.test(text))
      ? 'step'
      : roles > 0
        ? 'data'
        : 'unread'
  }
  if (formal) return 'step'
  if (kind === 'sentence' && (aim.test(text) || helps.test(text))) return 'goal'
  if (wishes.test(text)) return 'step'
  if (tells.has(statement) || now.test(text)) return 'background'
  if (kind === 'row') return isSaid(text) ? 'step' : 'unread'
  if (isRule(text) && sectionKind === 'request') return 'step'
  if (isDescriptive(text)) return 'unread'
  // "Ability to add notes to a profile.": a line below a heading needs no verb to ask for something
  if (kind === 'item' || (isDivided && sectionKind === 'request' && section.length > 1))
    return (quoteText(quote).match(/\p{L}+/gu) ?? []).length > (hasVerb(text) ? 2 : 3) ? 'step' : 'unread'
  const subject = subjectAt(text, labelEnd(text))
  if (hasVerb(text) && (actors.of(entry) !== null || (subject !== null && mentions(text).length > 0))) return 'step'
  return isPronoun(text) && hasVerb(text) ? 'step' : 'unread'
}

/** "I'd like the program to do the sums", "at the end of the month I want to print a sheet". */
const wishes = /\b(?:i|we)(?: (?:want|wish|need|would like)|['’]d like) (?:to|(?:the|our|every|all|each)\b.*\bto) \p{L}/iu

/** "I have been doing this in a spreadsheet", "Here is what I need": tells of whoever wrote the text. */
const isAboutWriter =
  /^(?:(?:i|we)(?:['’]ve| have| had) (?:\p{L}+ly |now |just |never |always )?(?:been|tried|made|written|used|kept|put|collected|attached|listed|\p{L}+ed)\b|here (?:is|are|['’]s)\b|below (?:is|are)\b|(?:defines|describes|specifies|documents) (?:the|how|what)\b|(?:this|the) (?:document|spec\p{L}*|text|page|prd) (?:says|explains|lists|specifies|defines|collects|is about)\b)/iu

/** How many of those who act a statement names. */
const namedIn = ({ list }: Actors, id: string): number => list.filter(({ refs }) => refs.some((ref) => refId(ref) === id)).length

/** What stands between the title and the first section tells what it is all about. */
const introduces = ({ kind, section, block }: Statement): boolean =>
  kind === 'sentence' && block < 4 && section.every(({ level }) => level === 1)

/** "The design is modern", "we believe in quality": says how something is, asks for nothing. */
function isDescriptive(text: string): boolean {
  const list = words(text)
  const acts = list.filter(
    ({ tag, lemma }) => tag === 'VERB' && !/^(?:be|believe|think|hope|feel|love|matter|deserve|know|like)$/.test(lemma),
  )
  // "The inspector lists the tools": the tagger takes the verb for a noun
  const hidden = list.some(({ lower }, at) => at > 0 && /[^s]s$/.test(lower) && isDeterminer(list[at + 1]) && verbBase(lower) !== null)
  return acts.length === 0 && !hidden && list.some(({ tag }) => tag === 'AUX' || tag === 'VERB')
}

/** A limit is a rule, also where it says what belongs to what. */
const bounds = /\b(?:not?|never|only|at most|no more than)\b|n['’]t\b/i
const denies = /\b(?:no|not|never|nobody|none|only|always|except|unless|until|at most|at least|up to)\b|n['’]t\b/i

/** Denies, limits, names an amount or begins with what is to be done: "access is denied to …", "the fee is 2 euros", "skip the tutorial for …". */
function isRule(text: string): boolean {
  if (denies.test(text)) return true
  if (!hasVerb(text)) return false
  const [first, second] = words(text)
  if (first?.tag === 'VERB' && first.lower === first.lemma && second !== undefined && !isVerb(second)) return true
  const claims = readStatements(text)
  return claims.some(({ acts, quantities }) => acts.some(({ negated }) => negated) || quantities.length > 0)
}

/** What paragraphs tell of the present state, up to what is to come; what is asked for in them is said with a duty. */
export function telling(entries: readonly Entry[]): Set<Statement> {
  const sentences = entries.flatMap(({ statement }) => (statement.kind === 'sentence' ? [statement] : []))
  return new Set(
    [...Map.groupBy(sentences, ({ block }) => block).values()].flatMap((own) => {
      const turn = own.findIndex(({ text }) => /^(?:in (?:the )?future|from now on|instead|soon)\b/i.test(text))
      const before = turn < 0 ? own : own.slice(0, turn)
      return before.some(({ text }) => now.test(text)) ? before : []
    }),
  )
}

const isPronoun = (text: string) => /^(?:they|he|she|it|i|we|this|these)\b/i.test(text)
const isSaid = (text: string) => text.split(' | ').some((cell) => words(cell).length > 3 && hasVerb(cell))

/** "A loan has a start date": nobody does anything. */
function isAboutData({ text, sectionKind }: Statement, form: Entry['form']['form']): boolean {
  if (form === 'question') return /\bwhat is kept about each\b/i.test(text)
  if (form !== 'plain' && form !== 'modal') return false
  const list = words(text)
  const at = list.findIndex(
    ({ tag, lower }) => (tag === 'VERB' || tag === 'AUX') && !/^(?:must|shall|should|may|can|will|could)$/.test(lower),
  )
  // "is logged with the reason" logs: the data comes along.
  const done = list[at]?.lemma === 'be' && list[at + 1]?.tag === 'VERB' && !/^(?:made|identified|described)$/.test(list[at + 1]!.lower)
  const main = list[done ? at + 1 : at]
  return (
    (main === undefined && sectionKind === 'data') ||
    /^(?:have|contain|include|consist|comprise|be|need|state|hold|carry|bear|belong|refer|concern|identify)$/.test(main?.lemma ?? '') ||
    /\b(?:is|are) (?:stored|kept|saved|recorded) as\b/i.test(text) ||
    /\|/.test(text)
  )
}

export const heldBy = (entities: readonly Entity[]): Set<string> =>
  new Set(entities.flatMap(({ sourceRefs, assumed }) => (assumed ? [] : sourceRefs.map((ref) => (typeof ref === 'string' ? ref : ref.id)))))
