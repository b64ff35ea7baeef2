// Numbers of a sentence with what they count and how they bound it: "at most three tools", "within 24 hours", "5–10 %", "before 5 pm".
import { boundOf, type Bound } from './bounds.ts'
import type { Token } from './read.ts'
import { abbreviations, currencies, fractions, monthly, months, periods, seconds } from './units.ts'

export interface Quantity {
  /** In the base of its unit: seconds for hours, 24-hour clock as minutes of the day. */
  value: number
  bound: Bound
  /** `time`, `months`, `clock`, `percent`, a currency, or the lemma of the noun that is counted; '' when nothing says. */
  unit: string
  /** Bounded by a negation: "cannot borrow more than 3". */
  turned: boolean
  /** Said by an article or as a figure of speech ("a day", "one of"): matches a number, but claims none. */
  weak: boolean
  text: string
  start: number
  end: number
  /** Index of its first token. */
  at: number
}

/** `isNegated` says whether a negation governs the token at an index: "not more than 3" is at most 3. */
export function quantitiesOf(tokens: readonly Token[], isNegated: (index: number) => boolean = () => false): Quantity[] {
  const found: Quantity[] = []
  for (let i = 0; i < tokens.length;) {
    const read = readNumber(tokens, i)
    if (!read) {
      i++
      continue
    }
    const { values, next, weak } = read
    const unit = unitAt(tokens, i, next)
    const bound = boundOf(tokens, i, unit.head, isNegated)
    // "cannot vote twice" is once at most
    const isOften = unit.unit === 'rate' && bound === 'exactly' && values[0]! > 1 && isNegated(i)
    const rangeBounds: Bound[] = values.length === 2 ? ['least', 'most'] : [isOften ? 'most' : bound]
    const turned = isOften || (isNegated(i) && bound !== boundOf(tokens, i, unit.head, () => false) && !(bound === 'over'))
    for (const [k, value] of values.entries()) {
      const first = tokens[i]!
      const last = tokens[Math.max(next, unit.next) - 1]!
      if (isReference(tokens, i) && !isMeasure(unit.unit)) continue
      found.push({
        value: round(value * unit.factor) - Number(isOften),
        bound: rangeBounds[k]!,
        unit: unit.unit,
        turned,
        weak: weak && (!isMeasure(unit.unit) || !/^(?:one|half)$/.test(tokens[i]!.lower)),
        text: tokens
          .slice(i, Math.max(next, unit.next))
          .map(({ text }) => text)
          .join(' '),
        at: i,
        start: first.start,
        end: last.end,
      })
    }
    i = Math.max(next, unit.next)
  }
  return found.flatMap((each, k) => (isSpan(each, found[k - 1]) ? [] : [isSpan(found[k + 1], each) ? every(each, found[k + 1]!) : each]))
}

/** "twice | a day" */
function isSpan(span: Quantity | undefined, count: Quantity | undefined): boolean {
  return span !== undefined && count?.unit === 'rate' && count.bound !== 'least' && span.start === count.end + 1 && lengthOf(span) !== null
}

/** "twice a day" is every twelve hours. */
const every = (count: Quantity, span: Quantity): Quantity => ({
  ...count,
  unit: 'period',
  value: round(lengthOf(span)! / count.value),
  text: `${count.text} ${span.text}`,
  end: span.end,
})

/** In seconds. */
export function lengthOf({ unit, value }: Quantity): number | null {
  return unit === 'months' ? value * monthly : unit === 'time' || unit === 'period' ? value : null
}

const words: Record<string, number> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, i) => [word, i]),
)
for (const [i, word] of 'thirty forty fifty sixty seventy eighty ninety'.split(' ').entries()) words[word] = 30 + 10 * i
Object.assign(words, { dozen: 12, twice: 2, thrice: 3, half: 0.5, noon: 12, midday: 12, midnight: 0 })
const scales: Record<string, number> = { hundred: 100, thousand: 1000, million: 1e6, k: 1000 }
const ordinals: Record<string, number> = Object.fromEntries(
  'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ').map((word, i) => [word, i + 1]),
)

function readNumber(tokens: readonly Token[], i: number): { values: number[]; next: number; weak: boolean } | null {
  const glued = /^(\d+)[-–](\d+)$/.exec(tokens[i]!.lower)
  if (glued && Number(glued[2]) > Number(glued[1])) return { values: [Number(glued[1]), Number(glued[2])], next: i + 1, weak: false }
  const first = simple(tokens, i)
  if (!first) return null
  // "5–10", "5 to 10", "between 5 and 10"
  const joint = tokens[first.next]
  const between = tokens[i - 1]?.lower === 'between' && joint?.lower === 'and'
  if (joint && (/^[-–—]$/.test(joint.text) || joint.lower === 'to' || between)) {
    const second = simple(tokens, first.next + 1)
    if (second && second.value > first.value) return { values: [first.value, second.value], next: second.next, weak: false }
  }
  return { values: [first.value], next: first.next, weak: first.weak }
}

function simple(tokens: readonly Token[], i: number): { value: number; next: number; weak: boolean } | null {
  const token = tokens[i]
  if (!token) return null
  const { lower } = token
  // "10 000"
  const group = /^\d{1,3}$/.test(lower) && tokens[i + 1]?.start === token.end + 1 ? tokens[i + 1]!.lower : ''
  if (/^\d{3}$/.test(group) && !/^[\d.,]/.test(tokens[i + 2]?.lower ?? ''))
    return { value: Number(lower + group), next: i + 2, weak: false }
  const figure = /^(\d+(?:[.,]\d+)*)(?:st|nd|rd|th)?$/.exec(lower)
  if (figure) {
    const value = Number(figure[1]!.replaceAll(/,(?=\d{3}\b)/g, '').replace(',', '.'))
    if (!Number.isFinite(value)) return null
    const scale = scales[tokens[i + 1]?.lower ?? '']
    return scale === undefined ? { value, next: i + 1, weak: false } : { value: value * scale, next: i + 2, weak: false }
  }
  const clock = /^(\d{1,2})(?::(\d{2}))?([ap]m)?$/.exec(lower)
  if (clock)
    return {
      value: (Number(clock[1]) + (clock[3] === 'pm' && Number(clock[1]) < 12 ? 12 : 0)) * 60 + Number(clock[2] ?? 0),
      next: i + 1,
      weak: false,
    }
  // "half an hour", "a year and a half"
  const isLength = (at: number) => Object.hasOwn({ ...seconds, ...months }, tokens[at]?.lemma ?? '')
  const isArticle = (at: number) => /^(?:a|an)$/.test(tokens[at]?.lower ?? '')
  if (lower === 'half' && isArticle(i + 1) && isLength(i + 2)) return { value: 0.5, next: i + 2, weak: false }
  if (isArticle(i) && isLength(i + 1) && tokens[i + 2]?.lower === 'and' && isArticle(i + 3) && tokens[i + 4]?.lower === 'half')
    return { value: 1.5, next: i + 1, weak: false }
  if (parts(tokens, i) !== null) return { value: parts(tokens, i)!, next: i + 2, weak: false }
  if (lower === 'both') return { value: 2, next: i + 1, weak: true }
  if (lower === 'single' && tokens[i + 1] && !isPeriod(tokens[i + 1]!.lower)) return { value: 1, next: i + 1, weak: true }
  if (isFraction(tokens, i)) return { value: fractions[lower]!, next: i + 1, weak: false }
  if (Object.hasOwn(words, lower)) return spelled(tokens, i)
  const [back, ahead] = [tokens[i - 1], tokens[i + 1]]
  const isOnce =
    (/^(?:a|per|every|each|in)$/.test(ahead?.lower ?? '') && (isPeriod(tokens[i + 2]?.lower) || tokens[i + 2]?.tag === 'NUM')) ||
    /^(?:than|most|least|only|exactly)$/.test(back?.lower ?? '') ||
    // "renew a loan once unless …"
    (/^(?:NOUN|VERB)$/.test(back?.tag ?? '') && (ahead === undefined || /^(?:[.;,]|unless|until|if|when)$/.test(ahead.lower)))
  if (lower === 'once' && isOnce) return { value: 1, next: isPeriod(tokens[i + 2]?.lower) ? i + 2 : i + 1, weak: false }
  // "every month", "per day", "monthly"
  if (isEvery(tokens, i)) return { value: 1, next: i + 1, weak: false }
  if (Object.hasOwn(periods, lower)) return { value: 1, next: i, weak: false }
  if (Object.hasOwn(ordinals, lower) && lower !== 'second') return { value: ordinals[lower]!, next: i + 1, weak: true }
  if (lower === 'second' && tokens[i + 1]?.tag === 'NOUN' && !/^\d|^(?:a|one|per)$/.test(tokens[i - 1]?.lower ?? ''))
    return { value: 2, next: i + 1, weak: true }
  if (
    /^(?:a|an|single)$/.test(lower) &&
    !(tokens[i + 1] && isFraction(tokens, i + 1)) &&
    Object.hasOwn({ ...seconds, ...months, dozen: 1, hundred: 1 }, tokens[i + 1]?.lemma ?? '') &&
    tokens[i + 1]!.lower !== 's'
  ) {
    const scale = scales[tokens[i + 1]!.lower] ?? (tokens[i + 1]!.lower === 'dozen' ? 12 : undefined)
    return scale === undefined ? { value: 1, next: i + 1, weak: true } : { value: scale, next: i + 2, weak: false }
  }
  return null
}

/** "every month", "two hours a day" */
const isEvery = (tokens: readonly Token[], i: number) =>
  isPeriod(tokens[i + 1]?.lower) &&
  (/^(?:every|each|per)$/.test(tokens[i]!.lower) || (/^an?$/.test(tokens[i]!.lower) && tokens[i - 2]?.tag === 'NUM'))

const isFraction = (tokens: readonly Token[], i: number) =>
  Object.hasOwn(fractions, tokens[i]!.lower) && tokens[i + 1]?.lower === 'of' && tokens[i + 2]?.tag !== 'NUM'

/** "two thirds", "three quarters" */
function parts(tokens: readonly Token[], i: number): number | null {
  const count = words[tokens[i]!.lower]
  const part = fractions[tokens[i + 1]?.lower.replace(/s$/, '') ?? '']
  return count === undefined || count < 1 || part === undefined || tokens[i + 1]!.lower === 'half' || count * part >= 100
    ? null
    : count * part
}

export function isPeriod(word = ''): boolean {
  return Object.hasOwn(seconds, word) || Object.hasOwn(months, word)
}

function spelled(tokens: readonly Token[], i: number): { value: number; next: number; weak: boolean } {
  let value = words[tokens[i]!.lower]!
  let next = i + 1
  if (value >= 20 && value < 100) {
    const dash = tokens[next]?.text === '-' ? 1 : 0
    const ones = words[tokens[next + dash]?.lower ?? '']
    if (ones !== undefined && ones > 0 && ones < 10) {
      value += ones
      next += dash + 1
    }
  }
  const scale = scales[tokens[next]?.lower ?? '']
  if (scale !== undefined) {
    value *= scale
    next++
  }
  // "four and a half"
  if (tokens[next]?.lower === 'and' && tokens[next + 1]?.lower === 'a' && tokens[next + 2]?.lower === 'half')
    return { value: value + 0.5, next: next + 3, weak: false }
  // "one of", "the one", "one by one": a figure of speech more often than a count
  const isWeak = /^(?:one|half|zero)$/.test(tokens[i]!.lower)
  return { value, next, weak: isWeak }
}

/** `next` is the token behind number and unit, `head` the one behind the noun that is counted. */
function unitAt(tokens: readonly Token[], i: number, next: number): { unit: string; factor: number; next: number; head: number } {
  const found = namedUnit(tokens, i, next)
  return { ...found, head: Math.max(found.next, found.head ?? 0) }
}

function namedUnit(tokens: readonly Token[], i: number, next: number): { unit: string; factor: number; next: number; head?: number } {
  // "a quarter of an hour"
  const of = parts(tokens, i) === null ? (isFraction(tokens, i) ? i + 1 : -1) : i + 2
  const whole = /^of an?$/.test(`${tokens[of]?.lower} ${tokens[of + 1]?.lower}`) ? seconds[tokens[of + 2]?.lemma ?? ''] : undefined
  if (whole !== undefined) return { unit: 'time', factor: whole / 100, next: of + 3 }
  if (isFraction(tokens, i) || parts(tokens, i) !== null) return { unit: 'percent', factor: 1, next }
  const symbol = currencies[tokens[i - 1]?.lower ?? '']
  if (symbol) return { unit: symbol, factor: 1, next }
  if (/^\d+(?::\d+|[ap]m)$/.test(tokens[i]!.lower)) return { unit: 'clock', factor: 1, next }
  if (/^(?:noon|midday|midnight)$/.test(tokens[i]!.lower)) return { unit: 'clock', factor: 60, next }
  const isRate = isEvery(tokens, i) || (tokens[i]!.lower === 'once' && next === i + 2)
  const period = periods[tokens[i]!.lower] ?? (isRate ? tokens[next]!.lower : undefined)
  if (period !== undefined) return { unit: 'period', factor: seconds[period] ?? months[period]! * monthly, next: Math.max(next, i) + 1 }
  let at = next
  if (tokens[at]?.text === '-') at++
  // "two or more days"
  if (tokens[at]?.lower === 'or' && /^(?:more|fewer|less)$/.test(tokens[at + 1]?.lower ?? '')) at += 2
  const token = tokens[at]
  if (/^(?:once|twice|thrice)$/.test(tokens[i]!.lower)) return { unit: 'rate', factor: 1, next }
  if (!token) return { unit: '', factor: 1, next }
  if (/^(?:%|percent|percentage)$/.test(token.lower) || (token.lower === 'per' && tokens[at + 1]?.lower === 'cent'))
    return { unit: 'percent', factor: 1, next: at + 1 }
  if (/^(?:am|a\.m\.?|pm|p\.m\.?|o'clock)$/.test(token.lower)) {
    const value = Number(tokens[i]!.lower)
    const shift = token.lower.startsWith('p') && value < 12 ? (value + 12) / value : 1
    return { unit: 'clock', factor: 60 * shift, next: at + 1 }
  }
  // "3 failed attempts", "20 open tickets": the noun that is counted is the last of its phrase
  let noun = at
  while (
    noun < Math.min(tokens.length, at + 4) &&
    /^(?:ADJ|VERB|PROPN|NOUN)$/.test(tokens[noun]!.tag) &&
    !(tokens[noun]!.tag === 'VERB' && noun > at)
  ) {
    if (Object.hasOwn(seconds, tokens[noun]!.lemma)) return { unit: 'time', factor: seconds[tokens[noun]!.lemma]!, next: noun + 1 }
    if (Object.hasOwn(months, tokens[noun]!.lemma)) return { unit: 'months', factor: months[tokens[noun]!.lemma]!, next: noun + 1 }
    if (Object.hasOwn(currencies, tokens[noun]!.lemma)) return { unit: currencies[tokens[noun]!.lemma]!, factor: 1, next: noun + 1 }
    noun++
    // "two calculations side by side": a plural ends the phrase
    if (tokens[noun - 1]!.tag === 'NOUN' && (tokens[noun - 1]!.lower !== tokens[noun - 1]!.lemma || tokens[noun - 1]!.lower === 'people'))
      break
  }
  const head = tokens.slice(at, noun).findLast(({ tag }) => tag === 'NOUN' || tag === 'PROPN')
  // "four times an hour", "twice": counts that measure no time
  return { unit: head?.lemma === 'time' ? 'rate' : (abbreviations[head?.lemma ?? ''] ?? head?.lemma ?? ''), factor: 1, next, head: noun }
}

/** "FR-3", "step 2", "version 1.2", "§ 4": a name, not an amount. */
function isReference(tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]
  if (before === undefined) return /^[.)]$/.test(tokens[i + 1]?.text ?? '') && tokens[i + 2] !== undefined
  const glued = before.end === tokens[i]!.start && /[-\p{L}_#.]$/u.test(before.text)
  return (
    glued ||
    (/^\d|^(?:one|two|three)$/.test(tokens[i]!.lower) &&
      /^(?:step|section|version|v|fr|nfr|req|requirement|story|item|chapter|page|figure|table|phase|level|scenario|rule|§|#|no\.?|number|criterion|iso|wcag|rfc|utf|sha|tls|oauth|http)$/i.test(
        before.lower,
      ))
  )
}

/** Units that stand for an amount by themselves, whatever is counted in them. */
export function isMeasure(unit: string): boolean {
  return /^(?:time|months|period|clock|percent|euro|dollar|pound|cent)$/.test(unit)
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
