// Whether one assertion says at least as much as another did, and which of many do.
import type { Assertion } from './assertions.ts'
import { literalsInText } from './literals.ts'
import { boundsAlike, isRoomier } from './slack.ts'

/** Words that were in the code before and are now. */
export interface Vocabulary {
  before: ReadonlySet<string>
  after: ReadonlySet<string>
  /** What functions of the changed work call now, by their names. */
  uses: ReadonlyMap<string, ReadonlySet<string>>
}

export function covers(later: Assertion, earlier: Assertion, words: Vocabulary): boolean {
  if (later.strength < earlier.strength || isRoomier(later, earlier) || ![...later.lenses].every((lens) => earlier.lenses.has(lens)))
    return false
  if (answersOtherwise(later, earlier) || isReordered(later, earlier)) return false
  if (earlier.isOpen && !later.isOpen && later.expects.size > 0 && !overlaps(later.expects, earlier.literals)) return false
  // What is asked about an empty list is not told to be none.
  if (earlier.expects.has('n:0') && later.inputs.has('w:[]') && later.expects.size > 0 && !holds(later.expects, 'n:0')) return false
  // How much room there was, as a distance or as digits, need not be said where there is less of it now.
  const digits = earlier.matcher === 'toBeCloseTo' ? [Math.round(-Math.log10(2 * earlier.slack))] : []
  const room = later.slack < earlier.slack ? [earlier.slack, ...digits].map((one) => `n:${one}`) : []
  const isWithin = (literal: string) =>
    !earlier.inputs.has(literal) && (room.includes(literal) || (boundsAlike(later, earlier) && earlier.bound?.said.has(literal)))
  if (![...earlier.literals].every((literal) => holds(later.reach, literal) || isWithin(literal) || refined(later, earlier, literal)))
    return supersedes(later, earlier)
  if (earlier.calls.size === 0) return earlier.literals.size > 0 || earlier.matcher === later.matcher || supersedes(later, earlier)
  if (overlaps(earlier.asked.size > 0 ? earlier.asked : earlier.calls, later.via)) return true
  // Renamed: the old name is nowhere any more, or hands on to the new one, which was nowhere before.
  return isRenamed(earlier, words) && [...later.calls].some((name) => !words.before.has(name))
}

/** A list of the same values one after the other, and now in another order. */
const isReordered = (later: Assertion, earlier: Assertion) =>
  later.sequence !== earlier.sequence &&
  !earlier.lenses.has('order') &&
  later.sequence.split('\n').sort().join('\n') === earlier.sequence.split('\n').sort().join('\n')

/** What was expected stands in the question as well, and is no longer expected: `same(1) == 1` became `same(1) == 4`. */
function answersOtherwise(later: Assertion, earlier: Assertion): boolean {
  return (
    later.expects.size > 0 &&
    !later.isOpen &&
    [...earlier.expects].some((literal) => earlier.inputs.has(literal) && !holds(later.expects, literal) && !later.literals.has('w:[]'))
  )
}

/** Of many assertions those that cover another, looked for only among the ones that share a call or a value with it. */
export function finder(assertions: readonly Assertion[], words: Vocabulary): (earlier: Assertion) => Assertion[] {
  const [byCall, byValue, byMatcher] = [new Map<string, Assertion[]>(), new Map<string, Assertion[]>(), new Map<string, Assertion[]>()]
  const file = (index: Map<string, Assertion[]>, key: string, one: Assertion) => {
    const known = index.get(key)
    if (known) known.push(one)
    else index.set(key, [one])
  }
  for (const one of assertions) {
    for (const name of one.via) file(byCall, name, one)
    for (const literal of one.reach) file(byValue, literal.replace(/^e:/, 's:'), one)
    if (one.reach.has('w:[]')) file(byValue, 'n:0', one)
    if ([...one.reach].some((literal) => gaps.test(literal))) file(byMatcher, 'gaps', one)
    if (piece.test(one.matcher)) file(byMatcher, 'piece', one)
    file(byMatcher, `=${one.matcher}`, one)
  }
  const calling = (names: Iterable<string>) => [...names].flatMap((name) => byCall.get(name) ?? [])
  return (earlier) => {
    const { calls, asked, names, literals, matcher } = earlier
    const called = calls.size > 0 && !isRenamed(earlier, words) ? calling(new Set([...calls, ...asked])) : assertions
    const valued = [...literals].map((literal) => [
      ...(byValue.get(literal.replace(/^e:/, 's:')) ?? []),
      ...partsOf(literal).flatMap((one) => byValue.get(one) ?? []),
      ...(literal.includes('/') ? (byValue.get(`s:${literal.slice(literal.lastIndexOf('/') + 1)}`) ?? []) : []),
    ])
    const [fewest = byMatcher.get(`=${matcher}`) ?? []] = valued.sort((one, other) => one.length - other.length)
    const alike = [
      ...fewest,
      ...(byMatcher.get('gaps') ?? []),
      ...(piece.test(matcher) ? (byMatcher.get('piece') ?? []) : []),
      ...(isPartial(earlier) || earlier.slack > 0 ? calling(calls.size > 0 ? calls : names) : []),
    ]
    const near = literals.size === 0 && calls.size > 0 ? called : alike.length < called.length ? alike : called
    return near.filter((later) => covers(later, earlier, words))
  }
}

const isRenamed = ({ asked, calls }: Assertion, { before, after, uses }: Vocabulary) =>
  [...(asked.size > 0 ? asked : calls)].every(
    (name) => !after.has(name) || [...(uses.get(name) ?? [])].some((other) => !before.has(other) && uses.has(other)),
  )

/** It asks for a part of the value, or for no more than its type. */
const isPartial = ({ strength, lenses, expects }: Assertion) => strength < 4 || (lenses.has('typeof') && expects.has('s:number'))

/** The very value says all that a weaker assertion about the same input said, and a call says that its function is there. */
function supersedes(later: Assertion, earlier: Assertion): boolean {
  if (later.strength < 4 || !isPartial(earlier)) return false
  if (earlier.calls.size === 0) return earlier.strength <= 2 && overlaps(earlier.names, later.calls)
  return (
    overlaps(earlier.calls, later.calls) &&
    (earlier.lenses.has('typeof') || [...earlier.inputs].every((literal) => holds(later.reach, literal)))
  )
}

/** Where tests are rewritten: the same values are in one test, and an assertion there that is as strong holds on to what was expected. */
export function restates(test: Restated, earlier: Assertion, sameTest: boolean): boolean {
  const values = [...earlier.literals].filter((one) => !one.startsWith('w:'))
  // Another library finds and does things by other words.
  const isHow = (one: string) => !earlier.expects.has(one) && sameTest && /^s:[a-z_-]+$/.test(one)
  if (!values.every((one) => holds(test.values, one) || isHow(one))) return false
  const asStrong = test.asserted.filter(
    (later) =>
      later.strength >= earlier.strength &&
      !isRoomier(later, earlier) &&
      [...later.lenses].every((lens) => earlier.lenses.has(lens)) &&
      !isReordered(later, earlier),
  )
  const held = (one: string) => asStrong.some((later) => holds(later.reach, one))
  const expected = [...earlier.expects].filter((one) => !sameTest || !one.startsWith('w:'))
  const kept = values.filter((one) => !isHow(one))
  return (
    expected.every(held) && (kept.length > 0 ? kept.some(held) : sameTest && asStrong.some((later) => overlaps(earlier.names, later.names)))
  )
}

export interface Restated {
  asserted: readonly Assertion[]
  /** Every literal in the test. */
  values: ReadonlySet<string>
}

const piece = /match|throw|rais|contain|includ/i

/** More of the text that is looked for says more. */
function refined(later: Assertion, earlier: Assertion, literal: string): boolean {
  return (
    literal.startsWith('s:') &&
    literal.length > 4 &&
    piece.test(later.matcher) &&
    piece.test(earlier.matcher) &&
    [...later.literals].some((one) => one.startsWith('s:') && one.includes(literal.slice(2)))
  )
}

/** The literal itself, or a text with gaps in it that it fits. */
function holds(literals: ReadonlySet<string>, literal: string): boolean {
  // What equals an empty list has no length.
  if (literal === 'n:0' && literals.has('w:[]')) return true
  // An error is named by its class or by its name.
  const other = literal.startsWith('e:') ? 's:' : 'e:'
  if (literals.has(literal) || (/^[es]:\w+(?:Error|Exception)$/.test(literal) && literals.has(other + literal.slice(2)))) return true
  if (!literal.startsWith('s:')) return false
  // A structure written as text holds what the structure does.
  const inside = partsOf(literal)
  if (inside.length > 0 && inside.every((one) => literals.has(one))) return true
  // A path may be put together from its pieces.
  const pieces = literal.slice(2).split('/').filter(Boolean)
  if (pieces.length > 1 && !/\s/.test(literal) && pieces.every((one) => literals.has(`s:${one}`))) return true
  return [...literals].some((one) => one.startsWith('s:') && gaps.test(one) && fits(literal.slice(2), one.slice(2).split(gaps)))
}

/** The values in a structure that is written as text. */
const partsOf = (literal: string) => (/^s:[[{]./.test(literal) ? [...literalsInText(literal.slice(2))] : [])

export const gaps = /\$\{[^}]*\}|\{[^}]*\}|%[sdq]/

export function fits(text: string, parts: readonly string[]): boolean {
  if (parts.join('').length < 3 || !text.startsWith(parts[0] ?? '') || !text.endsWith(parts.at(-1) ?? '')) return false
  let at = 0
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return true
}

export function overlaps(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((name) => other.has(name))
}

/** Equal where the values are. */
export const valuesOf = ({ literals }: Assertion) => [...literals].sort().join('\n')
