// What a sentence states: its acts with polarity, who acts on what, its numbers, conditions and exceptions. Everything by place.
import { actsOf, headOf, headsOf, type Act } from './acts.ts'
import { clausesOf, type Clause, type Part, type Span } from './clauses.ts'
import { isPerson } from './lexicon.ts'
import { effectOf, isComplement, negatedActs, refuses } from './negation.ts'
import { quantitiesOf, type Quantity } from './quantities.ts'
import { isActor } from './roles.ts'
import { readSentences, type Sentence, type Token } from './read.ts'

export type { Act } from './acts.ts'

export interface Statement extends Span {
  tokens: Token[]
  acts: Act[]
  quantities: Quantity[]
  conditions: Span[]
  exceptions: Span[]
  purposes: Span[]
  /** "who registered in advance" */
  relatives: Span[]
  /** Lemmas of everything that is not grammar. */
  content: string[]
  /** Who the statement is about, when it says so: "As a clerk, I …" → "clerk". */
  actor: string | null
}

/** Designs are judged again and again with most of their sentences unchanged: what was read is kept, up to a limit. */
const known = new Map<string, Statement[]>()
const maxKnown = 5000

export function readStatements(text: string): Statement[] {
  let statements = known.get(text)
  if (!statements) {
    statements = readSentences(text).map((sentence) => statementOf(sentence))
    if (known.size >= maxKnown) known.clear()
    known.set(text, statements)
  }
  return statements
}

export function statementOf({ tokens, text, start, end }: Sentence): Statement {
  const clauses = clausesOf(tokens)
  const acts = actsOf(tokens, clauses)
  const negated = negatedActs(tokens, clauses, acts)
  for (const [i, act] of acts.entries()) act.negated = negated.has(i)
  acts.push(...contrasted(tokens, clauses, acts), ...spokenOf(tokens, clauses, acts))
  // "Nobody but a manager approves more than 200" allows it to the manager: nothing is bounded from the other side
  const isReserved = clauses.some(
    ({ part, from }) => part === 'exception' && /^(?:nobody|none|no-one|one)$/.test(tokens[from - 1]?.lower ?? ''),
  )
  const quantities = quantitiesOf(tokens, (index) => !isReserved && isDenied(acts, clauses, index))
  for (const quantity of quantities) actAt(acts, clauses, quantity.at)?.amounts.push(quantity)
  const story = storyRole(tokens) ?? label(tokens)
  for (const act of acts) if (story && (act.subjects.length === 0 || act.subjects.includes('i'))) act.subjects = [story]
  const spans = (part: Part) => clauses.filter((clause) => clause.part === part).map((clause) => spanOf(tokens, clause))
  const main = acts.find((act) => act.part === 'main' && act.subjects.length > 0)
  return {
    text,
    start,
    end,
    tokens,
    acts,
    quantities,
    conditions: spans('condition'),
    exceptions: spans('exception'),
    purposes: spans('purpose'),
    relatives: spans('relative'),
    content: tokens.filter(isContent).map(({ lemma }) => lemma),
    actor: story ?? main?.subjects[0] ?? null,
  }
}

/** "sees the address but not the medicine" does not see the medicine; "but neither … nor", "but no" the same. */
function contrasted(tokens: readonly Token[], clauses: readonly Clause[], acts: readonly Act[]): Act[] {
  return clauses.flatMap(({ from, to, part }): Act[] => {
    const act =
      part === 'exception' && tokens[from]!.lower === 'but' && /^(?:not|neither|no)$/.test(tokens[from + 1]?.lower ?? '')
        ? acts.findLast(({ at }) => at < from)
        : undefined
    if (!act || act.part !== 'main' || acts.some(({ at }) => at >= from && at < to)) return []
    // "but not on Sundays" denies the day, not the thing
    const objects = tokens[from + 2]?.tag === 'ADP' ? [] : headsOf(tokens.slice(from, to), false)
    return objects.length > 0 ? [{ ...act, negated: !act.negated, objects, amounts: [] }] : []
  })
}

/** "Photography by visitors is prohibited": visitors do not photograph. What a predicate permits or forbids is an act, too. */
function spokenOf(tokens: readonly Token[], clauses: readonly Clause[], acts: readonly Act[]): Act[] {
  const there = tokens.findIndex(
    ({ lower }, i) => lower === 'there' && tokens[i + 1]?.tag === 'AUX' && !clauses.some(({ from, to }) => i >= from && i < to),
  )
  // "there is no refund": nobody refunds
  const [verb] = there < 0 ? [] : headsOf(tokens.slice(there + 2), false)
  const at = tokens.findIndex(({ lemma }, i) => i > there && lemma === verb)
  const negated = tokens.slice(there, at).some(({ lower, lemma }) => lower === 'no' || lemma === 'not')
  const plain = { particle: '', only: false, modal: '', passive: false, part: 'main', sign: 1 } as const
  const said: Act[] =
    verb === undefined
      ? []
      : [
          {
            ...plain,
            subjects: [],
            verb,
            at,
            negated,
            objects: headsOf([...tokens.slice(0, there), ...tokens.slice(at + 1)], false),
            amounts: [],
          },
        ]
  return said.concat(permitted(tokens, acts), given(tokens, acts))
}

/** "gives the driver a rating" rates the driver, "gets a notice from the bank" is notified by it. */
function given(tokens: readonly Token[], acts: readonly Act[]): Act[] {
  return acts.flatMap((act): Act[] => {
    const verb = act.objects.find((object) => !isActor(object))
    const people = act.objects.filter(isActor)
    const gets = /^(?:get|receive|obtain)$/.test(act.verb)
    if (verb === undefined || people.length === 0 || act.passive || !(gets || /^(?:give|send|make|issue)$/.test(act.verb))) return []
    const at = tokens.findIndex(({ lemma }, i) => i > act.at && lemma === verb)
    const [subjects, objects] = gets ? [people, act.subjects] : [act.subjects, people]
    return at < 0 ? [] : [{ ...act, verb, particle: '', subjects, objects, at, amounts: [] }]
  })
}

function permitted(tokens: readonly Token[], acts: readonly Act[]): Act[] {
  return acts.flatMap((act): Act[] => {
    const effect = effectOf(act.verb, act.particle)
    const [verb, ...others] = act.passive ? act.objects : [...act.subjects, ...act.objects]
    const at = tokens.findIndex(({ lemma, tag }, i) => i < act.at && lemma === verb && tag === 'NOUN')
    if (effect === null || at < 0 || isActor(verb!) || acts.some((other) => isComplement(tokens, act.at, other.at))) return []
    const by = tokens.slice(at, act.at).findIndex(({ lower }) => lower === 'by')
    const subjects = by < 0 ? [] : headsOf(tokens.slice(at + by + 1, act.at), true)
    return [
      {
        ...act,
        verb: verb!,
        particle: '',
        negated: effect < 0 !== act.negated,
        passive: false,
        subjects,
        objects: others,
        at,
        amounts: [],
      },
    ]
  })
}

/** Whether what an amount belongs to is denied: by a negation, or by a verb that turns it away ("over 10 MB are rejected"). */
function isDenied(acts: readonly Act[], clauses: readonly Clause[], index: number): boolean {
  const denies = (act: Act | undefined) => act !== undefined && act.negated !== refuses(act.verb)
  const act = actAt(acts, clauses, index)
  // "any password that has fewer than ten characters is rejected"
  const main = act?.part === 'relative' ? acts.find(({ part }) => part === 'main') : undefined
  return denies(act) !== denies(main)
}

/** The act a token belongs to: the nearest before it in its clause, else the first behind. */
function actAt(acts: readonly Act[], clauses: readonly Clause[], index: number): Act | undefined {
  const clause = (i: number) => clauses.findIndex(({ from, to }) => i >= from && i < to)
  const own = acts.filter((act) => clause(act.at) === clause(index))
  return own.findLast(({ at }) => at < index) ?? own.find(({ at }) => at > index) ?? acts.findLast(({ at }) => at < index) ?? acts[0]
}

export function isContent({ tag, lemma, lower }: Token): boolean {
  return (
    /^(?:NOUN|PROPN|VERB|ADJ|NUM)$/.test(tag) &&
    /[\p{L}\p{N}]/u.test(lower) &&
    !/^(?:be|have|do|can|may|must|shall|should|will|such|other|same|own)$/.test(lemma)
  )
}

/** Lemmas of the content words inside a span. */
export function wordsIn(statement: Statement, { start, end }: { start: number; end: number }): string[] {
  return statement.tokens.filter((token) => token.start >= start && token.end <= end && isContent(token)).map(({ lemma }) => lemma)
}

function spanOf(tokens: readonly Token[], { from, to }: Clause): Span {
  const first = tokens[from]!
  const last = tokens[to - 1]!
  return {
    text: tokens
      .slice(from, to)
      .map(({ text }) => text)
      .join(' '),
    start: first.start,
    end: last.end,
  }
}

/** "As a clerk, I want …" */
function storyRole(tokens: readonly Token[]): string | null {
  const as = tokens.findIndex(({ lower }) => lower === 'as')
  if (as < 0 || as > 3 || !/^(?:a|an|the|any)$/.test(tokens[as + 1]?.lower ?? '')) return null
  const i = tokens.findIndex(({ lower }, k) => k > as && (lower === 'i' || lower === 'we'))
  const comma = tokens.findIndex(({ text }, k) => k > as && text === ',')
  const stop = [i, comma].filter((k) => k > 0).sort((a, b) => a - b)[0]
  if (i < 0 || stop === undefined) return null
  return headOf(tokens.slice(as + 1, stop))
}

/** "Clerk: approves permits" */
function label(tokens: readonly Token[]): string | null {
  const colon = tokens.findIndex(({ text }) => text === ':')
  const role = colon > 0 && colon < 5 ? headOf(tokens.slice(0, colon)) : null
  return role !== null && isPerson(role) ? role : null
}
