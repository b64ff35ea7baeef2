// Which part of a sentence each word belongs to: the main clause, a condition, an exception, a purpose, a relative clause.
import { isPeriod } from './quantities.ts'
import type { Token } from './read.ts'

export type Part = 'main' | 'condition' | 'exception' | 'purpose' | 'relative'

export interface Span {
  text: string
  start: number
  end: number
}

export interface Clause {
  part: Part
  /** First token, the opening word included, and the token behind the last. */
  from: number
  to: number
}

/** Everything that is not the main clause, in order; the rest is main. */
export function clausesOf(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = []
  let i = 0
  while (i < tokens.length) {
    const part = opens(tokens, i)
    if (!part) {
      i++
      continue
    }
    const to = closes(tokens, i, part)
    clauses.push({ part, from: i, to })
    i = Math.max(i + 1, to)
  }
  return clauses
}

export function isFinite(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]
  if (!token) return false
  if (token.tag === 'AUX') return true
  if (token.tag !== 'VERB' || token.lower.endsWith('ing')) return false
  const before = tokens[i - 1]
  // "failed attempts", "to pay", "the paid order"
  if (before && (before.lower === 'to' || before.lower === 'as' || /^(?:DET|NUM|ADJ)$/.test(before.tag))) return false
  const isParticiple = /(?:ed|en)$/.test(token.lower) && token.lower !== token.lemma
  return !(
    isParticiple &&
    tokens[i + 1] !== undefined &&
    /^(?:by|in|on|for|with|from)$/.test(tokens[i + 1]!.lower) &&
    before?.tag === 'NOUN'
  )
}

function opens(tokens: readonly Token[], i: number): Part | null {
  const here = (pattern: RegExp) =>
    pattern.test(
      tokens
        .slice(i, i + 5)
        .map(({ lower }) => lower)
        .join(' ') + ' ',
    )
  const before = tokens[i - 1]
  if (here(/^(?:except|unless|other than|apart from|aside from|with the exception of|excluding|but (?:not|neither|no)|save for|save if) /))
    return 'exception'
  // "every day but Sunday"
  if (
    here(/^but /) &&
    before?.tag === 'NOUN' &&
    /^(?:NOUN|PROPN|DET)$/.test(tokens[i + 1]?.tag ?? '') &&
    /^(?:every|all|any|each|no)$/.test(tokens[i - 2]?.lower ?? '')
  )
    return 'exception'
  if (here(/^but /) && before && /^(?:everyone|everybody|anyone|anybody|nobody|no-one|all|any|nothing|everything)$/.test(before.lower))
    return 'exception'
  if (here(/^(?:so that|in order to|in order that|so (?:i|they|he|she|it|we|you|the) )/)) return 'purpose'
  if (
    !(here(/^till /) && before?.tag === 'DET') &&
    here(/^(?:if|when|whenever|while|until|till|provided|(?:as|so) long as|as soon as|in case|in the event|assuming) /)
  )
    return 'condition'
  // "Providing a number is optional" sets no condition
  if (here(/^providing /))
    return here(/^providing that /) || !isStart(tokens, i) || tokens.some(({ text }) => text === ',') ? 'condition' : null
  if (here(/^during /)) return isStart(tokens, i) ? 'condition' : null
  if (here(/^only (?:if|when|once|after|while|until) /)) return 'condition'
  if (here(/^once /))
    return /^(?:DET|NOUN|PROPN|PRON|ADJ|VERB)$/.test(tokens[i + 1]?.tag ?? '') &&
      !(/^(?:a|an|per|every|each)$/.test(tokens[i + 1]!.lower) && isPeriod(tokens[i + 2]?.lower))
      ? 'condition'
      : null
  if (here(/^(?:given|where) /)) return isStart(tokens, i) ? 'condition' : null
  // "two hours before the meal" belongs to its number
  if (here(/^(?:before|after|upon|prior to) /))
    return tokens[i + 1]?.tag === 'NUM' || /^(?:second|minute|hour|day|week|month|year)$/.test(before?.lemma ?? '') ? null : 'condition'
  if (
    here(/^(?:who|which|whose) /) ||
    (here(/^that /) && before !== undefined && /^(?:NOUN|PROPN)$/.test(before.tag) && !/^(?:DET|ADJ|NOUN)$/.test(tokens[i]!.tag))
  ) {
    // ", who also pay the driver" goes on telling; it tells nobody apart
    if (here(/^who /) && before?.text === ',') return null
    return before && /^(?:NOUN|PROPN|PRON|PUNCT)$/.test(before.tag) ? 'relative' : null
  }
  return null
}

/** Nothing but list marks, labels or "and" before it. */
function isStart(tokens: readonly Token[], i: number): boolean {
  const before = tokens.slice(0, i)
  return before.every(({ tag, lower }) => /^(?:PUNCT|SYM|NUM|X)$/.test(tag) || lower === 'and') || before.at(-1)?.text === ':'
}

function closes(tokens: readonly Token[], from: number, part: Part): number {
  const leads = isStart(tokens, from) || tokens.slice(0, from).every((_, i) => !isFinite(tokens, i))
  // "After that, only …", "before that it is …"
  if (/^(?:before|after)$/.test(tokens[from]!.lower) && tokens[from + 1]?.lower === 'that' && tokens[from + 2]?.tag !== 'NOUN')
    return from + 2
  const isTime = /^(?:after|before|upon|until|till|during)$/.test(tokens[from]!.lower)
  let hasVerb = false
  let depth = 0
  for (let i = from + 1; i < tokens.length; i++) {
    const { text, lower } = tokens[i]!
    if (text === '(') depth++
    if (text === ')' && depth-- <= 0) return i
    if (depth > 0) continue
    if (text === ';' || text === '—' || text === '–' || (/^[.!?]$/.test(text) && i === tokens.length - 1)) return i
    if (lower === 'then' && hasVerb) return i
    if (text === ',' && (hasVerb || !leads || nextFinite(tokens, i) !== -1) && !continues(tokens, i, leads)) return i
    if (i > from + 1 && opens(tokens, i) !== null && !(part === 'condition' && opens(tokens, i) === 'relative')) return i
    if (isFinite(tokens, i)) {
      const chained = isChained(tokens, i)
      if (part === 'exception' && leads && !hasVerb && tokens[from]!.lower !== 'unless') return i
      if (part === 'relative' && hasVerb && !chained) return i
      hasVerb = true
    }
    // "After the treatment the clerk prints the bill"
    if (isTime && !hasVerb && leads && i > from + 1 && tokens[i]!.tag === 'DET' && tokens[i - 1]!.tag === 'NOUN') return i
    // "After the survey is closed the answers are deleted": nothing is done to an object by a passive
    if (hasVerb && leads && tokens[i]!.tag === 'DET' && tokens[i - 1]!.tag === 'VERB' && tokens[i - 2]!.lemma === 'be') return i
    // "When the door opens the system shall ring": the subject of the duty begins the main clause
    if (
      hasVerb &&
      leads &&
      part === 'condition' &&
      /^(?:the|a|an|each|every)$/.test(lower) &&
      /^(?:shall|must|should|will|may|can)$/.test(tokens[i + 2]?.lower ?? tokens[i + 3]?.lower ?? '')
    )
      return i
  }
  return tokens.length
}

/** A comma inside a list, not at the end of a clause: "when a, b or c is chosen, …". */
function continues(tokens: readonly Token[], comma: number, leads: boolean): boolean {
  if (!leads) return false
  const rest = tokens.slice(comma + 1)
  const nextComma = rest.findIndex(({ text }) => text === ',')
  const stretch = nextComma < 0 ? rest : rest.slice(0, nextComma)
  return nextComma >= 0 && !stretch.some((_, i) => isFinite(tokens, comma + 1 + i))
}

function nextFinite(tokens: readonly Token[], from: number): number {
  for (let i = from; i < tokens.length; i++) if (isFinite(tokens, i)) return i
  return -1
}

/** "is not paid", "has been sent", "books and pays": one group of verbs. */
function isChained(tokens: readonly Token[], i: number): boolean {
  for (let k = i - 1; k >= 0 && k >= i - 4; k--) {
    const { tag, lemma, lower } = tokens[k]!
    if (tag === 'AUX') return true
    if (/^(?:and|or|nor|to)$/.test(lower)) return true
    if (tag !== 'ADV' && lemma !== 'not') return false
  }
  return false
}
