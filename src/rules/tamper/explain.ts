// Why an assertion was lost: made weaker, or changed in what it expects; none where the task or the work accounts for it.
import { oncePer } from '../reading/once-per.ts'
import { leavesOf } from '../reading/syntax.ts'
import type { Assertion } from './assertions.ts'
import type { Case } from './cases.ts'
import { fits, gaps, overlaps } from './coverage.ts'
import { isPutOtherwise } from './data.ts'
import { type Licence, sharesStem } from './licence.ts'
import { leavesIn } from './pair-tests.ts'
import { boundsAlike, isRoomier } from './slack.ts'
import type { Suite } from './suite.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

interface Pair {
  old: Case
  now: Case
  change: Change
  before: Suite
  after: Suite
  licence: Licence
}

/** `fresh`: assertions of the same test that were not there before, one of which may stand in for the lost one. */
export function explain(lost: Assertion, fresh: readonly Assertion[], { old, now, change, before, after, licence }: Pair): Tampering[] {
  const about = fresh.filter(({ calls, strength }) => strength > 0 && (lost.calls.size === 0 || overlaps(lost.calls, calls)))
  const moves = shift(before, after)
  const isAsked =
    ({ literals, inputs }: Assertion) =>
    (literal: string) =>
      literals.has(literal) ||
      (licence.follows && [...inputs].some((other) => !lost.inputs.has(other) && moves(numberOf(literal), numberOf(other))))
  const asked = about.filter((one) => [...lost.inputs].every(isAsked(one)) && one.inputs.size >= lost.inputs.size)
  const bounding = asked.filter((one) => boundsAlike(one, lost))
  const candidates = [bounding, asked].find(({ length }) => length > 0) ?? about
  const equal = candidates.filter(
    (one) => (isAsStrong(one, lost) || isOtherNothing(one, lost)) && !isRoomier(one, lost) && !isDerived(one, lost, before.subjects()),
  )
  const showLiterals = (literals: Iterable<string>) => [...literals].map((literal) => literal.slice(2)).join(', ')
  const was = `«${lost.matcher}» ${lost.literals.size > 0 ? `with ${showLiterals(lost.literals)} ` : ''}`
  const report = (what: 'expectation-changed' | 'assertion-weakened', message: string, line: number) => [
    tampering(change, what, `${now.name}: ${message}`, line),
  ]
  if (equal.length === 0) {
    const weaker = candidates[0] ?? fresh[0]
    const mayLoosen = licence.loosens(lost.bound?.isMost ?? true, [now.name, change.path, ...lost.calls, ...lost.names])
    // The task names how much room there is to be, or asks for more of it.
    if (
      candidates.some(
        (one) =>
          [...one.lenses].every((lens) => lost.lenses.has(lens)) &&
          [...lost.inputs].every((literal) => one.literals.has(literal)) &&
          ((mayLoosen && isRoomier(one, lost)) ||
            [...one.literals, `n:${one.bound?.value}`].some((literal) => !lost.literals.has(literal) && licence.names(literal))),
      )
    )
      return []
    if (!weaker) return report('assertion-weakened', `${was}is gone`, now.line)
    return report(
      'assertion-weakened',
      `${was}became «${weaker.matcher}»${weaker.strength <= 1 ? ', which may never fail' : ''}`,
      weaker.line,
    )
  }
  const added = [...new Set(equal.flatMap(({ literals }) => [...literals].filter((literal) => !lost.literals.has(literal))))]
  // Another row of a table is no answer to the one that is gone.
  const near = equal.filter(({ literals }) => !lost.isOpen || overlaps(literals, lost.literals))
  const isNamed = near.some(({ literals }) => [...literals].some((literal) => !lost.literals.has(literal) && licence.names(literal)))
  const gone = [...lost.literals].filter((literal) => !equal.some(({ literals }) => literals.has(literal)))
  const worked = isWorked(lost, equal, before, after)
  // Where the task only says what is to be, a text that left the work is not answered by one that never came into it.
  const isUntrue = !worked && gone.some((one) => one.startsWith('s:') && before.work.has(one.slice(2)) && !after.work.has(one.slice(2)))
  const words = [now.name, change.path, ...reached(lost.calls, after.uses), ...lost.names, ...gone, ...added]
  const isAbout =
    !licence.isAhead(old.title, gone) && (licence.contrasts(words) || (gone.length > 0 && !isUntrue && licence.changes(words)))
  // A new requirement gives another answer to the same question; another question is another test.
  const follows = near.length > 0 && isAbout
  // What comes on top leaves the other answers as they were, or adds to them.
  const isOnTop =
    !licence.adds ||
    licence.changes([old.title, ...lost.inputs, ...gone].filter((word) => ![...lost.calls].some((name) => sharesStem(name, word))))
  const echoed = licence.testEdits && licence.follows && echoes(old, now)
  const reformed = gone.length > 0 && gone.every((literal) => added.some((one) => isReformed(literal, one, licence)))
  const isTraced = worked || (isOnTop && licence.follows && lost.strength === 4 && isReworked(lost, before, after))
  if ((follows && isOnTop) || echoed || reformed || isTraced || ((isOnTop || !lost.isOpen) && isNamed)) return []
  const instead = added.length > 0 ? `; ${showLiterals(added)} stands in its place` : ''
  return report(
    'expectation-changed',
    `${showLiterals(gone.length > 0 ? gone : lost.literals)} is no longer asserted${instead}`,
    equal[0]?.line ?? now.line,
  )
}

export const isAsStrong = (now: Assertion, old: Assertion) =>
  now.strength >= old.strength && [...now.lenses].every((lens) => old.lenses.has(lens))

/** Where there was no value, there is an error instead. */
const isOtherNothing = (now: Assertion, old: Assertion) => old.asked.has('is_none') && now.asked.has('is_err')

/** What was a value is now worked out by the work itself. */
export function isDerived(now: Assertion, old: Assertion, tested: ReadonlySet<string>): boolean {
  const keeps = [...old.expects].every((literal) => now.expects.has(literal))
  return old.expects.size > 0 && !keeps && !overlaps(old.wanted, tested) && overlaps(now.wanted, tested)
}

/** What is no longer expected went from the work itself, and what is expected now came into it: the test follows the work. */
export function isWorked(lost: Assertion, now: readonly Assertion[], before: Suite, after: Suite): boolean {
  const [gone, come] = [beyond(before)(after), beyond(after)(before)]
  // What a row of a table expects stands among its other values, and the row that has most of them is the one to look at.
  const said = (one: Assertion) => (lost.isOpen && one.isOpen ? one.literals : one.expects)
  const left = [...said(lost)].filter((one) => !now.some((other) => said(other).has(one)))
  const kept = [...lost.literals].filter((one) => !left.includes(one))
  const rows = lost.isOpen ? now.filter(({ literals }) => kept.every((one) => literals.has(one))) : now
  const added = rows.flatMap((one) => [...said(one)].filter((literal) => !lost.literals.has(literal)))
  const within = (literal: string, work: readonly string[]) => {
    const text = literal.replace(/^s:/, '')
    const isPiece = (one: string) => one.includes(text) || text.includes(one) || (gaps.test(one) && fits(text, one.split(gaps)))
    return work.some((one) => one === text || (literal.startsWith('s:') && text.length > 3 && one.length > 3 && isPiece(one)))
  }
  const isCut = (one: string) => left.some((old) => old.startsWith('s:') && one.length > 5 && old.includes(one.slice(2)))
  return (
    rows.length > 0 && left.length > 0 && left.every((one) => within(one, gone)) && added.every((one) => within(one, come) || isCut(one))
  )
}

const numberOf = (word: string) => Number(/^(?:[ns]:)?(-?[\d.]+)$/.exec(word)?.[1] ?? Number.NaN)

/** A bound of the work moved, and with it the values around it: where 50 became 75, 49.99 became 74.99, and 100 became 150. */
function shift(before: Suite, after: Suite): (was: number, is: number) => boolean {
  const [gone, come] = [beyond(before)(after), beyond(after)(before)].map((words) => words.map(numberOf)) as [number[], number[]]
  const isNear = (one: number, other: number) => Math.abs(one - other) < 1e-9
  const moves = (was: number, is: number) => (old: number, fresh: number) =>
    (Math.abs(was - old) <= 1 && isNear(was - old, is - fresh)) ||
    ((Number.isInteger(was / old) || old > 2) && isNear(was / old, is / fresh))
  return (was, is) => gone.some((old) => come.some((fresh) => moves(was, is)(old, fresh)))
}

/** What the work of one suite has and that of the other has not. */
const beyond = oncePer((one: Suite) => oncePer((other: Suite) => [...one.work].filter((word) => !other.work.has(word))))

/** A function that it asks, or one that this uses, does its work by other calls than before. */
function isReworked({ calls }: Assertion, before: Suite, after: Suite): boolean {
  return [...reached(calls, after.uses)].some((name) => {
    const [was, is] = [before.uses.get(name), after.uses.get(name)]
    return was && is && [...was, ...is].some((one) => was.has(one) !== is.has(one))
  })
}

/** The same text in other spaces, of which the task speaks, with other signs where it asks for something, or the same digits in a form that it shows. */
function isReformed(was: string, is: string, licence: Licence): boolean {
  const [dense, digits] = [(text: string) => text.replace(/\s/g, ''), (text: string) => text.replace(/\D/g, '')]
  if (was.startsWith('s:') && dense(was) === dense(is)) return ['space', 'indent', 'trim', 'newline', 'line break'].some(licence.mentions)
  if (was.startsWith('s:') && licence.follows && isPutOtherwise(was, is)) return true
  const isShown = (sign: string) => licence.quoted.some((text) => text.includes(sign))
  return digits(was) !== '' && digits(was) === digits(is) && [...is.slice(2).replace(/\d/g, '')].every(isShown) && /\D/.test(is.slice(2))
}

/** These functions and those of the changed work that they call. */
function reached(calls: Iterable<string>, uses: Suite['uses']): Set<string> {
  const found = new Set(calls)
  for (const name of found) for (const used of uses.get(name) ?? []) found.add(used)
  return found
}

/** The same test with another value, put in the place of the old one wherever it goes in and comes out. */
function echoes(old: Case, now: Case): boolean {
  const given = (test: Case) => [...test.tables.flatMap(leavesOf), ...test.rows.flat(), ...leavesIn(test)]
  const [was, is] = [given(old), given(now)]
  const swapped = new Map<string, Set<string>>()
  for (const [index, { kind, text }] of was.entries())
    if (kind === 'string' || kind === 'number') swapped.set(text, (swapped.get(text) ?? new Set()).add(is[index]?.text ?? ''))
  const changed = was.filter(({ text }, index) => text !== is[index]?.text)
  return (
    was.length === is.length &&
    changed.length > 0 &&
    changed.every(({ text }) => swapped.get(text)?.size === 1 && changed.filter((other) => other.text === text).length > 1)
  )
}
