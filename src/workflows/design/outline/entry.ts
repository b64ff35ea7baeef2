// A statement with the form it has and the slices of it that a design may quote.
import type { SourceRef } from '../intent.ts'
import { formOf, type Form } from './forms/forms.ts'
import { labelEnd, slice, whole } from './forms/slice.ts'
import { titleOf, type Statement } from './read/statements.ts'
import { namesSomebody } from './place/roles.ts'
import { isVerb, phraseAt, words } from './words.ts'

export interface Entry {
  statement: Statement
  form: Form
  /** Why it asks for nothing; null where it asks. */
  aside: string | null
  /** What a step says of it: slices in order, a lead-in before its item. Empty where it asks for nothing. */
  quote: Quote[]
}

export interface Quote {
  statement: Statement
  start: number
  end: number
}

export const quoteText = (quotes: readonly Quote[]): string =>
  quotes.map(({ statement, start, end }) => statement.text.slice(start, end)).join(' ')
export const quoteRefs = (quotes: readonly Quote[]): SourceRef[] =>
  quotes.map(({ statement, start, end }) => ({ id: statement.id, start, end }))

export function readEntries(statements: readonly Statement[]): Entry[] {
  let before: 'given' | 'when' | 'then' | null = null
  return statements.map((statement, at) => {
    if (statement.kind === 'heading' || statement.kind === 'titles') before = null
    const form = formOf(statement, { before, next: statements[at + 1]?.text ?? '' })
    if (form.form === 'given' || form.form === 'when' || form.form === 'then') before = form.form
    else if (statement.kind !== 'row') before = null
    const aside = asideOf(statement, form, statements)
    return { statement, form, aside, quote: aside === null ? quoteOf(statement, form) : [] }
  })
}

/** What a statement without a request is: a heading, code, or one of the ways to say something about the document. */
function asideOf(statement: Statement, form: Form, all: readonly Statement[]): string | null {
  const { kind, text, sectionKind, section } = statement
  if (kind === 'heading' || kind === 'code' || kind === 'titles') return kind === 'code' ? 'code' : 'heading'
  if (kind === 'meta') return 'about the document'
  if (/^~~.*~~\.?$/.test(text)) return 'struck out'
  if (sectionKind === 'excluded') return 'out of scope'
  if (form.form === 'question') return form.answer ? null : 'question'
  if (sectionKind === 'terms' || (sectionKind === 'background' && !(kind === 'item' && isAct(text)))) return 'background'
  if (/\b(?:TBD|TBC|TODO)\b/.test(text) && all.some((other) => /^q\W/i.test(other.text) && other.text.includes(`“${text}”`)))
    return 'answered'
  if (section.some(({ text: title }) => /^examples?\s*:/i.test(title)) && kind === 'row') return 'example'
  if (/:$/.test(text) && all.some(({ lead }) => lead === statement)) return 'heading'
  if (kind === 'item' && all.some(({ lead }) => lead === statement) && words(text).length < 4) return 'heading'
  if (kind === 'sentence' && (greeting.test(text) || (all.slice(-3).includes(statement) && /^\p{Lu}\p{L}{1,14}$/u.test(text))))
    return 'greeting'
  if (
    /^\p{L}[\p{L} &/-]{1,40}[.:]$/u.test(text) &&
    words(text).length < 5 &&
    all.find((other) => other.block === statement.block) === statement &&
    all.some((other) => other !== statement && other.block === statement.block)
  )
    return 'heading'
  return null
}

/** "The coordinator opens an evening.": in a list, somebody's act, whatever its section is called. */
function isAct(text: string): boolean {
  const list = words(text)
  const subject = /^(?:the|an?)\s/i.test(text) ? phraseAt(list, 0) : null
  return subject !== null && namesSomebody(subject) && isVerb(list[subject.next]) && list[subject.next]?.lemma !== 'be'
}

const greeting =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|thanks?|thank you|cheers|best|best regards|kind regards|regards|sincerely|yours)\b[^.]{0,40}[,.!]?(?:\s+\p{Lu}\p{L}+)?$/iu

/** A lead-in stays with its item, so that "Users cannot:" is never lost. A heading is quoted only where it denies. */
function quoteOf(statement: Statement, form: Form): Quote[] {
  const { text, lead } = statement
  const own = form.form === 'story' ? form.want : (statedIn(statement) ?? whole(text))
  if (own.end <= own.start) return []
  const leads: Quote[] = []
  for (let above = lead; above && leads.length < 3 && !standsAlone(above); above = above.lead)
    leads.unshift({ statement: above, ...whole(above.text) })
  const above = statement.section.filter(
    ({ text: title }) => (denies.test(title) && !namesCase.test(title)) || opensList.test(titleOf({ ...statement, text: title })),
  )
  const denying = (statement.sectionKind === 'questions' ? [] : above).map((heading) => ({
    statement: heading,
    ...headingSlice(heading.text),
  }))
  return [...denying, ...leads, { statement, ...own }]
}

/** A whole sentence above its items, which say more about it: quoting both as one would say neither. */
const standsAlone = ({ text }: Statement) =>
  /[.!?]$/.test(text) && !denies.test(text) && !/\b(?:following|below|these)\b/i.test(text) && words(text).length > 4

/** "Scenario: No network" is the name of a case, and denies nothing of what follows. */
const namesCase = /^[\W\d]*(?:scenario|example|requirement|user story|story|edge case|rules|principles|promises)\b/i

const says =
  /^(?:(?:functional |business |system |user )?requirements?(?: description| text| statement)?|descriptions?|user stor(?:y|ies)|stor(?:y|ies)|features?|statement|acceptance(?: criteria)?|behaviou?r|rules?|criteria|use cases?|capability|what|need)$/i

/** The cell of a requirements table that says it, where the others only number, rank or name it. */
function statedIn({ text, cells }: Statement): { start: number; end: number } | null {
  const cell = cells.find(({ title }) => says.test(title.trim()))
  const others = cells.filter((one) => one !== cell)
  const silent = others.every(({ start, end }) => words(text.slice(start, end)).length < 4 && !denies.test(text.slice(start, end)))
  return cell && silent ? slice(text, cell.start + labelEnd(text.slice(cell.start, cell.end)), cell.end) : null
}

/** "Gardeners can" above a list of what. */
export const opensList = /\b(?:can|cannot|can['’]t|must|may|shall|should|will|need to|be able to|do|does)(?: not| never| also| only)?:?$/i

/** The words of a heading without its marks. */
function headingSlice(text: string): { start: number; end: number } {
  const start = /^(?:[#=*_\s]+|h[1-6]\.\s*)*/.exec(text)?.[0].length ?? 0
  return slice(text, start, text.length - (/[\s#=*_:]*$/.exec(text)?.[0].length ?? 0))
}

const denies =
  /\b(?:not|never|no|cannot|can['’]t|must not|won['’]t|don['’]t|doesn['’]t|without|except|unless|excluding|forbidden|prohibited|disallowed|denied|restrictions?|limitations?)\b/i
