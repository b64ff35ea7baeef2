// How much room an assertion leaves: a bound, a tolerance, or the ends that a pattern leaves open.
import { type Node, parts } from '../reading/syntax.ts'
import { type Bindings, expand } from './bindings.ts'
import { statementsOf, unwrapped } from './calls.ts'
import { callsIn, literalsIn } from './literals.ts'
import type { Found } from './matchers.ts'
import { readCondition } from './strength.ts'

/** A number that a value is to be at most, or at least. */
export interface Bound {
  isMost: boolean
  value: number
  /** The literals that make it. */
  said: ReadonlySet<string>
}

type Compared = Pick<Found, 'matcher' | 'subject' | 'expected'>

/** `builders`: functions of the tests, one of which may hold the comparison. */
export function boundOf(found: Compared & Pick<Found, 'implied'>, bindings: Bindings, builders: Bindings): Bound | null {
  const [callee, bracket] = found.subject
  const predicate = bracket?.text === '(' ? builders.get(callee?.text ?? '') : undefined
  const holds = found.implied.includes('w:true') || (found.expected.length === 1 && /^true$/i.test(found.expected[0]?.text ?? ''))
  const last = predicate && holds ? statementsOf(predicate).at(-1) : undefined
  const answer = last && /^return/.test(last.type) ? (parts(last).at(-1) ?? last) : (last ?? null)
  return compared(answer ? readCondition(unwrapped(answer), true, true) : found, bindings)
}

function compared({ matcher, subject, expected }: Compared, bindings: Bindings): Bound | null {
  const [most, least] = [/<|less|below|most|^lte?$/i, />|greater|above|least|^gte?$/i].map((side) =>
    side.test(matcher.replace(/^not /, '')),
  )
  const isSwapped = subject.length === 1 && subject[0]?.kind === 'number'
  const leaves = expand(isSwapped ? subject : expected, bindings)
  const value = most === least ? null : valueOf(leaves, bindings)
  return value === null ? null : { isMost: (most !== matcher.startsWith('not ')) !== isSwapped, value, said: literalsIn(leaves) }
}

/** `2 * time.Second` in milliseconds; what grows with something else leaves more room than any number. */
function valueOf(leaves: readonly Node[], bindings: Bindings): number | null {
  const scales = leaves.flatMap(({ kind, text }) => (kind === 'word' ? (units.find(([unit]) => unit.test(text))?.[1] ?? []) : []))
  const numbers = leaves.flatMap(({ kind, text }, at) =>
    kind === 'number' ? [Number(text.replace(/_|[fdlL]$/g, '')) * (leaves[at - 1]?.text === '-' ? -1 : 1)] : [],
  )
  const isProduct = leaves.some(({ text }) => text === '*')
  const isOpen = leaves.some(({ kind, text }) => kind === 'word' && !bindings.has(text))
  const called = callsIn(leaves).size
  if (numbers.length === 0 || numbers.some(Number.isNaN) || (numbers.length > 1 && !isProduct) || called > scales.length) return null
  return numbers.reduce((one, other) => one * other, 1) * (scales[0] ?? (isProduct && isOpen ? 1e9 : 1))
}

const units: readonly (readonly [RegExp, number])[] = [
  [/^(?:from_|of)?nano/i, 1e-6],
  [/^(?:from_|of)?micro/i, 1e-3],
  [/^(?:from_|of)?milli/i, 1],
  [/^(?:from_|of)?sec(?:ond)?(?:s|_f\d+)?$/i, 1_000],
  [/^(?:from_|of)?min(?:ute)?s?$/i, 60_000],
]

interface Room {
  slack: number
  bound: Bound | null
  inputs: ReadonlySet<string>
  literals: ReadonlySet<string>
}

/** Whether both say how much, or how little, the same may be. */
export const boundsAlike = (later: Room, earlier: Room) =>
  later.bound !== null &&
  later.bound.isMost === earlier.bound?.isMost &&
  [...earlier.inputs].every((literal) => later.literals.has(literal) || earlier.bound?.said.has(literal))

export function isRoomier(later: Room, earlier: Room): boolean {
  const [is, was] = boundsAlike(later, earlier) ? [later.bound, earlier.bound] : [null, null]
  return later.slack > earlier.slack || (is !== null && was !== null && (is.isMost ? is.value > was.value : is.value < was.value))
}

export function slackOf({ matcher, subject, expected, implied }: Found, bindings: Bindings): number {
  // Of the message of an error, a piece is looked for in either form.
  const anywhere = /throw|rais/i.test(matcher)
  const pattern = expected.find(
    ({ type, kind }) => type === 'regex' || (kind === 'string' && /match|regex/i.test(matcher) && !/snapshot/i.test(matcher)),
  )?.text
  if (pattern !== undefined)
    return (
      (anywhere || pattern.startsWith('^') ? 0 : 1) +
      (anywhere || pattern.endsWith('$') ? 0 : 1) +
      (/^\^?(?:\\?[.wsSdD][*+]?)?\$?$/.test(pattern) ? 3 : 0)
    )
  const named = expected.findIndex(({ text }) => /^(?:abs|rel|delta|atol|rtol|rel_tol|abs_tol|epsilon|precision)$/.test(text))
  const numbers = expand(expected.slice(Math.max(0, named)), bindings)
    .filter(({ kind }) => kind === 'number')
    .map(({ text }) => Number(text))
  if (named >= 0) return numbers[0] ?? 0
  // `abs(got - want) <= limit` is a tolerance.
  if (/^<=?$/.test(matcher) && subject.some(({ text }) => /^f?abs$/i.test(text)))
    return compared({ matcher, subject, expected }, bindings)?.value ?? 0
  if (/between|^(?:not )?(?:within|toBeWithin)$|in_?range/i.test(matcher) && numbers.length === 2)
    return Math.abs((numbers[1] ?? 0) - (numbers[0] ?? 0))
  if (/be_within$/.test(matcher)) return numbers[0] ?? 0
  if (!/close|almost|delta|epsilon|within/i.test(matcher)) return 0
  if (implied[0]?.startsWith('n:')) return Number(implied[0].slice(2))
  const last = numbers.length > 1 ? (numbers.at(-1) ?? 0) : 2
  return /^(?:not )?toBeCloseTo$/.test(matcher) ? 0.5 * 10 ** -last : numbers.length > 1 ? last : 0
}
