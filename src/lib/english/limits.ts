// What a statement is limited by: conditions, exceptions, "with" and "without", each with the side from which it holds.
import { overlapOf, turnedWords } from './match.ts'
import { wordsIn, type Statement } from './statement.ts'

export interface Limit {
  text: string
  start: number
  end: number
  /** "unless it rains" and "until it rains" hold while it does not; two turns cancel each other. */
  sign: 1 | -1
  words: string[]
  /** Something inside is denied. */
  denies: boolean
}

const turning = /^(?:(?:only |even )?(?:until|till|unless|before|prior|except|excluding|without|with no)|but)\b/i

const known = new WeakMap<Statement, Limit[]>()

export function limitsOf(statement: Statement): Limit[] {
  let limits = known.get(statement)
  if (!limits) known.set(statement, (limits = readLimits(statement)))
  return limits
}

function readLimits(statement: Statement): Limit[] {
  const spans = [...statement.conditions, ...statement.exceptions]
  const tokens = statement.tokens
  for (const [i, { lower, start }] of tokens.entries()) {
    const isLead = /^(?:with|without)$/.test(lower) || (/^(?:prior|on|upon|after)$/.test(lower) && i === 0)
    if (!isLead || spans.some((span) => start >= span.start && start < span.end)) continue
    const stop = tokens.findIndex(
      ({ tag }, k) => k > i + 1 && (/^(?:PUNCT|AUX|PRON|SCONJ)$/.test(tag) || (tag === 'ADP' && tokens[k]!.lower !== 'of')),
    )
    const last = tokens[stop < 0 ? tokens.length - 1 : stop - 1]!
    spans.push({ start, end: last.end, text: statement.text.slice(start - statement.start, last.end - statement.start) })
  }
  return spans.map(({ text, start, end }) => {
    const denies = statement.acts.some(({ at, negated }) => negated && tokens[at]!.start >= start && tokens[at]!.start < end)
    const turns = turning.test(text)
    const isTurned = /^with/i.test(text) ? turns : turns !== denies
    return { text, start, end, denies, sign: isTurned ? -1 : 1, words: wordsIn(statement, { start, end }) }
  })
}

/** Whether both have a limit that speaks of the same, and holds from the other side. */
export function haveOpposedLimits(claim: Statement, source: Statement): boolean {
  const theirs = limitsOf(source)
  return limitsOf(claim).some((own) => {
    const other = theirs.find(({ words }) => overlapOf(own.words, words) >= 0.5)
    return other !== undefined && (own.sign !== other.sign) !== (turnedWords(own.words, other.words).length % 2 === 1)
  })
}
