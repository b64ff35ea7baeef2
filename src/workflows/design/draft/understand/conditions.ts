// A sentence's frame: what must hold first ("if the card is declined"), the main clause, and what it is for ("so that …").
import { looksPlural } from '../words/forms.ts'
import { subordinators, type Token } from '../words/token.ts'
import { phraseAt } from './phrases.ts'

export interface Frame {
  /** Without its first word, e.g. the tokens of "the card is declined". */
  condition: Token[]
  /** "if", "when", "after" … or empty. */
  conjunction: string
  /** True when the condition stood before the main clause. */
  leading: boolean
  main: Token[]
  purpose: Token[]
}

export function frameOf(tokens: readonly Token[]): Frame {
  const { rest, purpose } = cutPurpose(tokens)
  const first = rest[0]
  if (first && (subordinators.has(first.lower) || first.lower === 'upon')) {
    const cut = endOfLeadingClause(rest)
    if (cut > 0) return { condition: rest.slice(1, cut), conjunction: first.lower, leading: true, main: skipThen(rest.slice(cut)), purpose }
  }
  for (let at = 2; at < rest.length - 1; at += 1) {
    const token = rest[at]
    if (!token || !subordinators.has(token.lower) || token.part === 'adverb' || token.lower === 'where' || asks(rest[at - 1], token))
      continue
    if (/^(?:after|before|until)$/.test(token.lower) && !opensClause(rest.slice(at + 1))) continue // "after each walk and leave a comment"
    if (hasVerb(rest.slice(0, at)) && hasVerb(rest.slice(at + 1)))
      return { condition: rest.slice(at + 1), conjunction: token.lower, leading: false, main: rest.slice(0, at), purpose }
  }
  return { condition: [], conjunction: '', leading: false, main: [...rest], purpose }
}

/** "see if", "depending on when": the clause is what is seen, no condition. "Books it in when …", "is sent when …" are. */
function asks(previous: Token | undefined, { lower }: Token): boolean {
  if (previous?.part === 'preposition') return !/^(?:in|on|off|up|out|over|back|away|down)$/.test(previous.lower) || lower === 'where'
  return previous?.part === 'verb' && (previous.form !== 'past' || !/^(?:after|before|until|unless|once|when|if|while)$/.test(lower))
}

function cutPurpose(tokens: readonly Token[]): { rest: readonly Token[]; purpose: Token[] } {
  // "To prevent mistakes, all fields must be marked."
  const comma = tokens[0]?.lower === 'to' && tokens[1]?.part === 'verb' ? tokens.findIndex((token) => /,$/.test(token.after)) : -1
  if (comma > 0 && opensClause(tokens.slice(comma + 1))) return { rest: tokens.slice(comma + 1), purpose: tokens.slice(1, comma + 1) }
  for (let at = 1; at < tokens.length - 1; at += 1) {
    const [token, next, third] = [tokens[at], tokens[at + 1], tokens[at + 2]]
    if (token?.lower === 'so' && next && /^(?:that|i|we|they|you|the|users?|it|he|she|my|our|their|customers?|staff)$/.test(next.lower))
      return { rest: tokens.slice(0, at), purpose: tokens.slice(at + (next.lower === 'that' ? 2 : 1)) }
    if (token?.lower === 'because' && next?.lower !== 'of') return { rest: tokens.slice(0, at), purpose: tokens.slice(at + 1) }
    if (token?.lower === 'in' && next?.lower === 'order' && third?.lower === 'to')
      return { rest: tokens.slice(0, at), purpose: tokens.slice(at + 3) }
  }
  return { rest: tokens, purpose: [] }
}

/** Index where the main clause begins, or 0 when the sentence is one clause. */
function endOfLeadingClause(tokens: readonly Token[]): number {
  for (let at = 1; at < tokens.length - 1; at += 1) {
    if (!/[,;]/.test(tokens[at]?.after ?? '') && tokens[at + 1]?.lower !== 'then') continue
    const rest = skipThen(tokens.slice(at + 1))
    if (opensClause(rest) && hasVerb(rest)) return at + 1
  }
  // No comma: the main clause starts at the second subject that is followed by its verb.
  let seenVerb = false
  for (let at = 1; at < tokens.length - 2; at += 1) {
    const token = tokens[at]
    if (!token) break
    if (seenVerb && (token.part === 'determiner' || token.part === 'pronoun' || token.part === 'noun')) {
      const end = token.part === 'pronoun' ? at + 1 : (phraseAt(tokens, at)?.end ?? at + 1)
      const next = tokens[end]
      const many = token.part === 'pronoun' || looksPlural(tokens[end - 1]?.lower ?? '')
      if (next && (next.part === 'modal' || (next.part === 'verb' && (next.form === 'third' || (next.form === 'base' && many))))) return at
      at = end - 1
    }
    if (token.part === 'verb' || token.part === 'be' || token.part === 'have') seenVerb = true
  }
  return 0
}

function opensClause(tokens: readonly Token[]): boolean {
  const first = tokens[0]
  if (!first) return false
  if (first.part === 'pronoun' || first.part === 'modal') return true
  if (first.part === 'verb') return first.form === 'base'
  if (first.part === 'adverb' || first.part === 'not') return opensClause(tokens.slice(1))
  const subject = phraseAt(tokens, 0)
  const next = subject && tokens[subject.end]
  return next !== undefined && next !== null && /^(?:verb|modal|be|have|relative|not|adverb|preposition)$/.test(next.part)
}

function skipThen(tokens: readonly Token[]): Token[] {
  return tokens[0]?.lower === 'then' ? tokens.slice(1) : [...tokens]
}

function hasVerb(tokens: readonly Token[]): boolean {
  return tokens.some((token) => token.part === 'verb' || token.part === 'be' || token.part === 'have')
}
