// Pairs each act of a claim with the acts of its statements that speak of the same, and says whether one denies the other.
import { dutyOf, type Duty } from './duties.ts'
import { hasWord, overlapOf, turnedWords, verbLikeness } from './match.ts'
import { governs, isComplement, refuses } from './negation.ts'
import { isActor, isAnybody, isRole } from './roles.ts'
import { wordsIn, type Act, type Statement } from './statement.ts'

export interface Aligned {
  claim: Act
  act: Act
  /** Index of the statement the act stands in. */
  statement: number
  likeness: 'same' | 'similar' | 'opposite' | 'light'
  /** Share of the smaller side's things that both name. */
  overlap: number
  turned: boolean
}

/** What is only a purpose or is asked for is not claimed. */
export function alignments(claim: Statement, sources: readonly Statement[]): Aligned[] {
  return claim.acts.flatMap((act) => (act.part === 'purpose' || isAsked(claim, act) ? [] : answers(act, claim, sources)))
}

/** "checks that the loan was not renewed", "asks whether", "tries to" */
const isAsked = ({ text, start, tokens }: Statement, { at }: Act) =>
  /\b(?:whether|tr(?:y|ies|ied)|attempts?|(?:checks?|verif(?:y|ies)|asks?|tests?|determines?|sees?|knows?) (?:that|if|for))\b/i.test(
    text.slice(0, tokens[at]!.start - start),
  )

function answers(claim: Act, whole: Statement, sources: readonly Statement[]): Aligned[] {
  const found: Aligned[] = []
  for (const [statement, source] of sources.entries())
    for (const act of source.acts) {
      const likeness = verbLikeness(claim, act)
      if (likeness === 'opposite' && visits(claim)) continue
      if (likeness === 'light' && (leads(whole, claim) || leads(source, act))) continue
      if (likeness === null || act.part === 'purpose' || (likeness === 'light' && act.part !== 'main')) continue
      const overlap = overlapOf(things(claim, whole), things(act, source))
      if (overlap === 0 || (likeness === 'light' && overlap < 0.6)) continue
      found.push({ claim, act, statement, likeness, overlap, turned: isTurned({ claim, whole, act, source, likeness }) })
    }
  return found
}

/** Somebody opens a thing to look at it; that turns no "close" around. */
export const visits = ({ verb, subjects, negated }: Act) =>
  verb === 'open' && !negated && subjects.some((who) => isRole(who) || isAnybody(who))

/** "is allowed to refuse": the verb behind says it all. */
function leads({ tokens, acts }: Statement, { at, verb }: Act): boolean {
  return governs(verb) && acts.some((other) => other.at > at && isComplement(tokens, at, other.at))
}

/** By verb. */
export function agrees({ likeness }: Aligned): boolean {
  return likeness === 'same' || likeness === 'similar'
}

/** What an act is about: its objects, and its subject where that is no person ("stock goes negative"). */
function things(act: Act, whole: Statement): string[] {
  const own = [...act.objects, ...act.subjects].filter((word) => !isActor(word))
  return own.length > 0 ? own : whole.content.filter((word) => word !== act.verb)
}

interface Pair {
  claim: Act
  whole: Statement
  act: Act
  source: Statement
  likeness: Aligned['likeness']
}

/** An odd number of turns: a negation, an opposite verb, an opposite word beside it, a bound from the other side. */
function isTurned({ claim, whole, act, source, likeness }: Pair): boolean {
  let turns = likeness === 'light' ? 0 : turnedWords(around(whole, claim), around(source, act)).length
  if (denied(claim, whole, act.subjects) !== denied(act, source, claim.subjects)) turns++
  if (claim.part !== 'main' && act.part !== 'main' && claim.sign * act.sign < 0) turns++
  if (likeness === 'opposite') turns++
  // "may refuse a ride" and "need not take a ride"
  const duties = [dutyOf(whole, claim), dutyOf(source, act)]
  if (likeness === 'opposite' && duties.includes('free') && duties.includes('may')) turns++
  if (likeness === 'same' && areOpposedDuties(duties) && !claim.only && !act.only) turns++
  if (likeness === 'light' && refuses(claim.verb) !== refuses(act.verb)) turns++
  if (
    likeness === 'opposite' &&
    // "kept for at least a year" and "not deleted before a year has passed" agree as they are
    claim.negated === act.negated &&
    claim.amounts.some((own) =>
      act.amounts.some((other) => own.value === other.value && own.bound !== other.bound && !own.turned && !other.turned),
    )
  )
    turns++
  return turns % 2 === 1
}

/** "do not have to sign" lets people off, "must sign" asks for it, "may sign" does not. */
const areOpposedDuties = (duties: readonly Duty[]) => duties.includes('must') && (duties.includes('free') || duties.includes('may'))

/** "cannot borrow more than 3" allows 3; "nobody except an admin deletes" lets admins delete, "everyone except admins" does not. */
function denied(act: Act, whole: Statement, others: readonly string[]): boolean {
  const absorbed = act.amounts.some(({ turned }) => turned)
  const duty = dutyOf(whole, act)
  const negated = act.negated !== absorbed && duty !== 'free' && duty !== 'must'
  const excepted = whole.exceptions
    .filter(({ text }) => negated || /^(?:except|but|other|apart|excluding)\b/i.test(text))
    .flatMap((span) => wordsIn(whole, span))
  return others.some((other) => isRole(other) && hasWord(excepted, other)) ? !negated : negated
}

/** Words of the clause an act stands in, the act itself aside; participles as they are written ("unpaid", "paid"). */
function around(statement: Statement, act: Act): string[] {
  const spans = [...statement.conditions, ...statement.exceptions, ...statement.purposes]
  const at = statement.tokens[act.at]!.start
  const own = spans.find(({ start, end }) => at >= start && at < end)
  return statement.tokens
    .filter(
      ({ start, tag }, i) =>
        i !== act.at &&
        /^(?:NOUN|VERB|ADJ|ADV|PROPN)$/.test(tag) &&
        (own ? start >= own.start && start < own.end : !spans.some((span) => start >= span.start && start < span.end)),
    )
    .map(({ lemma, tag, lower }) => (tag === 'VERB' && lower !== lemma && !/(?:s|ing)$/.test(lower) ? lower : lemma))
}
