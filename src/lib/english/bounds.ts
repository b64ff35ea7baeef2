// From which side words around a number bound it: "at least", "or fewer", "not before".
import type { Token } from './read.ts'

export type Bound = 'exactly' | 'least' | 'most' | 'over' | 'under'

export function boundOf(tokens: readonly Token[], i: number, next: number, isNegated: (index: number) => boolean): Bound {
  const start = Math.max(0, i - 4)
  const cut = tokens.slice(start, i).findLastIndex(({ text }) => /^[,;()]$/.test(text))
  const before = tokens
    .slice(start + cut + 1, i)
    .filter(({ lower }) => !/^(?:a|an|the|[€$£.])$/.test(lower))
    .map(({ lower }) => (lower === "n't" ? 'not' : lower))
    .join(' ')
  const from = tokens[i + 1]?.lower === 'or' ? i + 1 : next
  const behind = tokens
    .slice(from, from + 3)
    .map(({ lower }) => lower)
    .join(' ')
  const behindBound = /^(?:(?:or|and) (?:more|over|above|older|up|later)|at (?:the earliest|least)|minimum)/.test(behind)
    ? 'least'
    : /^(?:or (?:less|fewer|under|below|younger|earlier)|at (?:the latest|most)|maximum)/.test(behind)
      ? 'most'
      : null
  if (behindBound) return behindBound
  if (least.test(before)) return 'least'
  // "until two hours before the meal" leaves at least two hours
  if (most.test(before) && /^(?:before|prior)/.test(behind)) return /within$/.test(before) ? 'most' : 'least'
  if (/(?:until|till|by)$/.test(before) && /^(?:ahead|in advance)/.test(behind)) return 'least'
  if (most.test(before)) return isNegated(i) && /(?:within|until|till|by)$/.test(before) ? 'over' : 'most'
  // "Members cannot borrow more than 3" and "a stay of over 5 days is not allowed" bound from the other side
  const negated = isNegated(i) && !/(?:after|before|past)$/.test(before)
  if (over.test(before)) return negated ? 'most' : 'over'
  if (under.test(before)) return negated ? 'least' : 'under'
  return 'exactly'
}

const least =
  /(?:at least|no (?:fewer|less) than|not (?:fewer|less) than|minimum(?: of)?|min\.?|or more|and (?:over|above|older|up)|or (?:over|above|older|later)|from|starting (?:at|from)|at the earliest|not (?:before|earlier than)|no earlier than)$/
const most =
  /(?:at most|no (?:more|later|longer|greater|larger|older) than|not (?:more|later|longer|greater|larger|over|above|after) than|up to|maximum(?: of)?|max\.?|or (?:less|fewer|under|below|younger|earlier)|within|until|till|by|limit(?:ed)? (?:of|to)|at the latest|not exceed(?:ing)?|does not exceed|capped at|in under)$/
const over =
  /(?:more than|over|above|exceed(?:s|ing)?|greater than|longer than|later than|larger than|older than|after|beyond|in excess of|past)$/
const under = /(?:less than|fewer than|under|below|shorter than|earlier than|younger than|before|smaller than)$/
