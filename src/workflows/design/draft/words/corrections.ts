// Corrections of the tagger's reading, one for each way of writing it gets wrong: a table, tried from top to bottom, the first that fits wins.
import { correctFirst } from './first-word.ts'
import { baseVerb, looksPlural, singular } from './forms.ts'
import { isPropertyWord } from './kinds.ts'
import { isRoleWord, isSoftware } from './roles.ts'
import { become, opensObject, subordinators, type Part, type Token } from './token.ts'
import { isActionVerb, isHoldingVerb, isOftenNoun } from './verbs.ts'

interface Place {
  tokens: Token[]
  at: number
  token: Token
  previous: Token
  next: Token | undefined
  /** No punctuation between it and the word before. */
  joined: boolean
}

interface Correction {
  /** The word in question is the one in capitals. */
  example: string
  fits(place: Place): boolean
  part: Part
  form?: Token['form']
}

export function correct(tokens: Token[], at: number): void {
  const token = tokens[at]
  if (!token) return
  const place: Place = {
    tokens,
    at,
    token,
    previous: tokens[at - 1] ?? nothing,
    next: tokens[at + 1],
    joined: at > 0 && !/[,;:.)]/.test(tokens[at - 1]?.after ?? ''),
  }
  if (apply(anywhere, place)) return
  if (gerundNouns.has(token.lower)) return
  if (at === 0 || /^[:.]$/.test(place.previous.after)) correctFirst(tokens, at)
  else if (!apply(toVerb, place) && token.part === 'verb') apply(fromVerb, place)
}

function apply(corrections: readonly Correction[], place: Place): boolean {
  const found = corrections.find((correction) => correction.fits(place))
  if (found) become(place.token, found.part, found.form)
  return found !== undefined
}

const nothing: Token = { text: '', lower: '', part: 'other', form: '', owner: false, before: '', after: '' }
const gerundNouns = new Set(
  'booking listing rating meeting setting training building posting shipping billing pricing parking holding reading filing recording opening ending finding ruling landing spending offering warning drawing painting heading spelling greeting rating onboarding ticketing backing housing banking marketing hearing outing wedding screening savings earnings accounting tracking messaging seating'.split(
    ' ',
  ),
)
const particles = new Set('up out off back away down'.split(' '))
const article = /^(?:determiner|possessive)$/

// prettier-ignore
const anywhere: readonly Correction[] = [
  { example: 'a confirmation MESSAGE is shown', fits: ({ token, previous, joined, next, at }) => token.part === 'verb' && token.form !== 'past' && token.form !== 'gerund' && at > 0 && joined && token.after === '' && /^(?:noun|adjective|determiner)$/.test(previous.part) && /^(?:be|modal)$/.test(next?.part ?? '') && next?.lower !== 'be', part: 'noun' },
  { example: 'sections should be RENAMABLE and ordered', fits: ({ token, previous }) => token.part === 'noun' && (previous.part === 'be' || previous.part === 'conjunction') && /[^aeiou](?:able|ible)$/.test(token.lower) && token.lower.length > 7, part: 'adjective' },
  { example: 'a card is USED to pay', fits: ({ token, previous }) => token.lower === 'used' && previous.part === 'be', part: 'verb', form: 'past' },
  { example: 'THAT order is paid', fits: ({ token, at, next, previous }) => token.lower === 'that' && (at === 0 || (next?.part === 'noun' && previous.part !== 'noun')), part: 'determiner' },
  { example: 'view BOOKING history', fits: ({ token, next }) => token.form === 'gerund' && token.part === 'verb' && gerundNouns.has(token.lower.replace(/s$/, '')) && (next?.part === 'noun' || !opensObject(next)), part: 'noun' },
  { example: 'for every PATIENT we keep a file', fits: ({ token, next }) => token.part === 'adjective' && isRoleWord(token.lower) && (token.after !== '' || next?.part !== 'noun'), part: 'noun' },
  { example: 'renew it ONCE unless it is lost', fits: ({ token, next, at }) => token.lower === 'once' && at > 1 && (token.after !== '' || next === undefined || next.part === 'preposition' || next.part === 'conjunction'), part: 'adverb' },
  { example: 'a class NAMED Math exists', fits: ({ token, previous, joined }) => /^(?:named|called|titled|entitled)$/.test(token.lower) && joined && previous.part === 'noun', part: 'preposition' },
  { example: 'filter BASED on price', fits: ({ token, next }) => token.lower === 'based' && next?.lower === 'on', part: 'preposition' },
  { example: 'guests check OUT', fits: ({ token, tokens, at, previous }) => particles.has(token.lower) && (previous.part === 'verb' || tokens[at - 2]?.part === 'verb'), part: 'adverb' },
  { example: 'BACK of the card', fits: ({ token }) => particles.has(token.lower), part: 'preposition' },
  { example: 'a list, SHOWING names', fits: ({ token, at, joined, next }) => token.part === 'noun' && at > 0 && !joined && /ing$/.test(token.lower) && (opensObject(next) || next?.part === 'verb') && isActionVerb(baseVerb(token.lower, 'gerund')), part: 'verb', form: 'gerund' },
  { example: 'each BOOKING has a date', fits: ({ token }) => gerundNouns.has(token.lower) && token.part !== 'verb', part: 'noun' },
]

/** Words that stand where only a verb can stand. */
// prettier-ignore
const toVerb: readonly Correction[] = [
  { example: 'they Create, UPDATE and Delete rooms', fits: ({ token, tokens, at, previous, next }) => /^(?:noun|adjective)$/.test(token.part) && isActionVerb(token.lower) && previous.part === 'verb' && previous.form === 'base' && /^,/.test(previous.after) && (token.after === ',' || (next?.part === 'conjunction' && isActionVerb(tokens[at + 2]?.lower ?? ''))), part: 'verb', form: 'base' },
  { example: 'they fill in the form and CLICK "Save"', fits: ({ token, previous, next }) => token.part === 'noun' && (previous.part === 'conjunction' || /,$/.test(previous.after)) && isActionVerb(token.lower) && token.after === '' && /["“]/.test(next?.before ?? ''), part: 'verb', form: 'base' },
  {
    example: 'members can BOOK rooms',
    fits: ({ token, tokens, at, joined, previous }) => joined && (previous.part === 'modal' || (previous.part === 'not' && tokens[at - 2]?.part === 'modal')) && (token.part === 'noun' || token.part === 'adjective' || token.lower === 'like'),
    part: 'verb', form: 'base',
  },
  {
    example: 'they want to BOOK a room',
    fits: ({ token, tokens, at, joined, previous, next }) => joined && previous.part === 'to' && token.part === 'noun' && isActionVerb(token.lower) && opensObject(next) && !(tokens[at - 2]?.part === 'noun' && next?.part === 'noun'),
    part: 'verb', form: 'base',
  },
  {
    example: 'the order is PLACED',
    fits: ({ token, joined, previous }) => joined && previous.part === 'be' && token.part === 'adjective' && /ed$|(?:sent|paid|kept|held|made|given|shown|sold|taken|written|lost|found|set|met)$/.test(token.lower),
    part: 'verb', form: 'past',
  },
  {
    example: 'leads CLOSE tasks',
    fits: ({ token, tokens, at, joined, previous, next }) => joined && (token.part === 'adverb' || token.part === 'adjective') && isRoleWord(previous.lower) && looksPlural(previous.lower) && token.after === '' && isActionVerb(token.lower) && next !== undefined && !inPredicate(tokens, at),
    part: 'verb', form: 'base',
  },
  { example: 'staff COMMENT on tickets', fits: (place) => followsDoer(place) && looksPlural(place.previous.lower) && isActionVerb(place.token.lower), part: 'verb', form: 'base' },
  { example: 'the clerk RECORDS the weight', fits: (place) => followsDoer(place) && isThird(place.token) && place.next?.part !== 'preposition', part: 'verb', form: 'third' },
  { example: 'when a guest PAYS, the desk is told', fits: ({ token, tokens, at, previous, joined, next }) => joined && token.part === 'noun' && isRoleWord(previous.lower) && isThird(token) && (next === undefined || /^,/.test(token.after)) && tokens.slice(Math.max(0, at - 4), at).some((one) => subordinators.has(one.lower)), part: 'verb', form: 'third' },
  { example: 'members of the club BOOK courts', fits: (place) => followsLongSubject(place) && isActionVerb(place.token.lower), part: 'verb', form: 'base' },
  { example: 'he opens it, PICKS a slot and leaves', fits: (place) => continues(place) && isThird(place.token) && /^(?:determiner|possessive|pronoun)$/.test(place.next?.part ?? ''), part: 'verb', form: 'third' },
  { example: 'they write notes and UPLOAD photos', fits: (place) => continues(place) && isActionVerb(place.token.lower) && (!isOftenNoun(place.token.lower) || article.test(place.next?.part ?? '')), part: 'verb', form: 'base' },
  {
    example: 'they open and CLOSE slots',
    fits: ({ token, tokens, at, previous, next }) => previous.part === 'conjunction' && tokens[at - 2]?.part === 'verb' && tokens[at - 2]?.form === 'base' && tokens[at - 2]?.after === '' && (token.part === 'adjective' || token.part === 'noun') && isActionVerb(token.lower) && (opensObject(next) || (next?.form === 'third' && isOftenNoun(singular(next.lower)))),
    part: 'verb', form: 'base',
  },
]

/** Words taken for verbs that stand where a noun or an adjective stands. */
// prettier-ignore
const fromVerb: readonly Correction[] = [
  { example: 'the class takes PART', fits: ({ token, joined, previous }) => joined && isFinite(token) && previous.part === 'verb' && previous.form !== 'past' && !/^(?:let|help|make|go|come)s?$/.test(previous.lower), part: 'noun' },
  { example: 'she reviews REPORTED messages', fits: ({ token, joined, previous, next }) => joined && token.form === 'past' && previous.part === 'verb' && token.after === '' && (next?.part === 'noun' || next?.form === 'third'), part: 'adjective' },
  { example: 'the SELECTED seats are held', fits: ({ token, joined, previous, next }) => joined && opensNoun(previous) && token.form === 'past' && (next?.part === 'noun' || next?.part === 'adjective'), part: 'adjective' },
  { example: 'the BOOK', fits: ({ token, joined, previous }) => joined && opensNoun(previous) && token.form !== 'gerund', part: 'noun' },
  { example: 'sort by DATE', fits: ({ token, joined, previous }) => joined && previous.part === 'preposition' && isFinite(token) && !/^(?:if|when|once|while|unless)$/.test(previous.lower), part: 'noun' },
  { example: 'marked as PAID', fits: ({ token, joined, previous }) => joined && previous.part === 'preposition' && token.form === 'past', part: 'adjective' },
  { example: "the order's STATE", fits: ({ previous }) => previous.owner, part: 'noun' },
  {
    example: 'a date, START time and place',
    fits: ({ token, next }) => /^(?:start|end|return|finish|close|open|order|purchase|contact|release|issue|pick-?up|drop-?off|call|post|birth)$/.test(token.lower) && token.after === '' && /^(?:time|date|day|month|week|year|number|point|station|location|code|address|price)s?$/.test(next?.lower ?? ''),
    part: 'noun',
  },
  {
    example: 'approve expense REPORTS',
    fits: ({ token, tokens, at, joined, previous }) => joined && previous.part === 'noun' && (token.form === 'third' || (token.form === 'base' && (isOftenNoun(token.lower) || !looksPlural(previous.lower)))) && inPredicate(tokens, at),
    part: 'noun',
  },
  { example: 'date, time and PARTY size', fits: (place) => continuesNouns(place) && place.token.form === 'base' && !isActionVerb(place.token.lower) && !isHoldingVerb(place.token.lower), part: 'noun' },
  { example: 'activities and TASKS with roles', fits: (place) => continuesNouns(place) && place.token.form === 'third' && !isThird(place.token) && !isHoldingVerb(baseVerb(place.token.lower, 'third')) && !article.test(place.next?.part ?? ''), part: 'noun' },
  {
    example: 'status and DATE',
    fits: (place) => continuesNouns(place) && place.token.form !== 'past' && (isOftenNoun(singular(place.token.lower)) || isPropertyWord(place.token.lower)) && (place.token.after !== '' || !opensObject(place.next)),
    part: 'noun',
  },
]

function isFinite({ form }: Token): boolean {
  return form === 'base' || form === 'third'
}

function opensNoun({ part }: Token): boolean {
  return /^(?:determiner|possessive|adjective|number)$/.test(part)
}

/** "records": the third person of a verb we know. */
function isThird({ lower }: Token): boolean {
  const base = baseVerb(lower, 'third')
  return base !== lower && isActionVerb(base)
}

/** A noun right behind somebody who acts, with something to act on behind it. */
function followsDoer({ token, tokens, at, joined, previous, next }: Place): boolean {
  if (
    !joined ||
    token.part !== 'noun' ||
    previous.part !== 'noun' ||
    previous.owner ||
    token.after !== '' ||
    !(isRoleWord(previous.lower) || isSoftware(previous.lower)) ||
    inPredicate(tokens, at)
  )
    return false
  return opensObject(next) || next?.part === 'preposition' || (next?.form === 'past' && /^(?:noun|verb)$/.test(tokens[at + 2]?.part ?? ''))
}

/** "Members of a public library borrow books": the plural that opens the sentence acts, whatever hangs on it. */
function followsLongSubject({ token, tokens, at, joined, previous, next }: Place): boolean {
  if (
    !joined ||
    token.part !== 'noun' ||
    token.owner ||
    token.after !== '' ||
    previous.part !== 'noun' ||
    previous.owner ||
    at > 9 ||
    !opensObject(next)
  )
    return false
  const hang = tokens.findIndex((one) => /^(?:of|in|at|from|with|on)$/.test(one.lower))
  const subject = tokens[hang - 1]
  if (hang < 1 || hang >= at - 1 || hang > 3 || subject?.part !== 'noun' || !looksPlural(subject.lower)) return false
  return (
    tokens
      .slice(0, at)
      .every((one) => one.after === '' && /^(?:noun|adjective|determiner|possessive|preposition|number)$/.test(one.part)) &&
    !(next?.part === 'noun' && !looksPlural(next.lower) && next.after === '')
  )
}

/** A noun after a comma or "and", with a verb before and something to act on behind: a place where the next verb may stand. */
function continues({ token, tokens, at, previous, next }: Place): boolean {
  if (token.part !== 'noun' || token.after !== '' || !next || !(opensObject(next) || isPropertyWord(next.lower))) return false
  if (!(previous.part === 'conjunction' || /,$/.test(previous.after))) return false
  return tokens.slice(Math.max(0, at - 14), at).some((one) => one.part === 'verb' || one.part === 'modal')
}

function continuesNouns({ tokens, at, previous }: Place): boolean {
  const listed = previous.part === 'conjunction' || /,$/.test(previous.after)
  return listed && (previous.part === 'conjunction' ? tokens[at - 2] : previous)?.part === 'noun'
}

/** Whether a verb already stands in the same stretch of words, so that a second finite one must be a noun. */
function inPredicate(tokens: Token[], at: number): boolean {
  for (let back = at - 1; back >= 0; back -= 1) {
    const token = tokens[back]
    if (
      !token ||
      (token.after !== '' && back < at - 1) ||
      (/^(?:conjunction|relative|pronoun|be|have)$/.test(token.part) && tokens[back + 1]?.lower !== 'more') ||
      subordinators.has(token.lower)
    )
      return false
    if (token.part === 'verb' && token.form !== 'gerund')
      return (
        !/^(?:let|help|make|allow|enable|permit|have)s?$/.test(token.lower) &&
        !(/^(?:see|watch)(?:e?s)?$/.test(token.lower) && isRoleWord(tokens[at - 1]?.lower ?? ''))
      )
  }
  return false
}

/** For the tests: every correction with the sentence it is for. */
export const corrections: readonly Correction[] = [...anywhere, ...toVerb, ...fromVerb]
