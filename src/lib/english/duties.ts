// What a sentence makes of an act: it must be done, may be done, need not be done, or must not; and what has to be there for it.
import { placeOf, type Place } from './difference.ts'
import { refuses } from './negation.ts'
import { isRole } from './roles.ts'
import { wordsIn, type Act, type Statement } from './statement.ts'

export type Duty = 'must' | 'may' | 'free' | 'forbidden' | null

const asked = /^(?:need|require|necessary|mandatory|compulsory|obligatory|essential|indispensable)$/
const unasked = /^(?:optional|voluntary|unnecessary|dispensable|superfluous)$/
const skipping = /^(?:skip|omit|bypass|forgo)$/

const bound = '(?:have|has|need|needs|required|obliged|forced|compelled|expected|necessary|mandatory|compulsory)'
const ends = (pattern: string) => new RegExp(`\\b(?:${pattern})(?: (?:be|been|first|always|also))*$`)
const freed = ends(
  `(?:not|never|nobody|no one|longer) (?:be )?${bound} to|need not|no (?:need|obligation|duty|requirement) to|(?:optional|voluntary|free|up to \\w+) (?:whether )?to`,
)
const barred = ends('(?:must|may|shall|can|ca|could|might) (?:not|never)|cannot')
const bidden = ends(`must|shall|${bound} to`)
const allowed = ends('may|can|could|might|(?:allowed|permitted|able|entitled) to')

export function dutyOf({ tokens, acts }: Statement, { at, negated, part }: Act): Duty {
  const before = tokens
    .slice(Math.max(0, at - 6), at)
    .map(({ lower, lemma }) => (lemma === 'not' ? 'not' : lower))
    .join(' ')
  if (freed.test(before)) return 'free'
  // "may post without signing in", "cannot post without signing in"
  if (before.endsWith('without')) return acts.findLast((act) => act.at < at)?.negated ? 'must' : 'free'
  // "Wearing a helmet is up to each climber"
  const behind = tokens
    .slice(at + 1, at + 12)
    .map(({ lower }) => lower)
    .join(' ')
  if (tokens[at]!.lower.endsWith('ing') && /\b(?:is|are) (?:left )?up to [a-z]/.test(behind)) return 'free'
  const judged = tokens[at]!.lower.endsWith('ing') ? acts.find((act) => act.at > at && act.part === part) : undefined
  if (judged && (asked.test(judged.verb) || unasked.test(judged.verb))) return asked.test(judged.verb) === judged.negated ? 'free' : 'must'
  if (negated) return barred.test(before) ? 'forbidden' : null
  return bidden.test(before) ? 'must' : allowed.test(before) ? 'may' : null
}

export interface Need {
  words: string[]
  needed: boolean
  /** The act somebody must or need not do, where it is said of the act and not of the thing. */
  duty?: Act
  at: Place
}

/** "Without a licence nobody can rent a boat" needs a licence, "may pay without a receipt", "can skip the survey" and "a tip is optional" need none. */
export function needsOf(statement: Statement): Need[] {
  const found: Need[] = []
  for (const span of without(statement)) {
    const at = statement.tokens.findIndex(({ start }) => start === span.start)
    const from = statement.tokens.findLastIndex(({ text }, i) => i < at && /^[:;]$/.test(text))
    const act = statement.acts.findLast((each) => each.at < at && each.at > from) ?? statement.acts.find((each) => each.at > at)
    const end = statement.tokens.find(({ tag, lower }, i) => i > at + 1 && (/^(?:PUNCT|AUX|PRON|SCONJ)$/.test(tag) || lower === 'nobody'))
    const words = wordsIn(statement, { start: span.start, end: end?.start ?? span.end })
    if (act && words.length > 0) found.push({ words, needed: act.negated !== refuses(act.verb), at: placeOf(span) })
  }
  for (const act of statement.acts.filter(({ part }) => part === 'main')) {
    const at = placeOf(statement.tokens[act.at]!)
    const things = [...act.objects, ...act.subjects].filter((word) => !isRole(word))
    const duty = dutyOf(statement, act)
    const isSkipped = skipping.test(act.verb) || (act.verb === 'leave' && act.particle === 'out')
    if (asked.test(act.verb) || unasked.test(act.verb)) found.push({ words: things, needed: act.negated === unasked.test(act.verb), at })
    else if (isSkipped && duty !== 'must') found.push({ words: things, needed: act.negated, duty: act, at })
    else if (duty === 'must' || duty === 'free') found.push({ words: things, needed: duty === 'must', duty: act, at })
  }
  return found.filter(({ words }) => words.length > 0)
}

export function without(statement: Statement): Place[] {
  const at = statement.tokens.findIndex(({ lower }) => lower === 'without')
  return at < 0 ? [] : [{ start: statement.tokens[at]!.start, end: statement.end }]
}
