// Tests before against tests after: nothing that was asserted may be lost, switched off or made weaker without the task asking for it.
import { oncePer } from '../reading/once-per.ts'
import { leavesOf } from '../reading/syntax.ts'
import type { Assertion } from './assertions.ts'
import type { Case } from './cases.ts'
import { type Restated, finder, restates, valuesOf } from './coverage.ts'
import { lessEffort } from './effort.ts'
import { explain } from './explain.ts'
import { type Licence, sharesStem } from './licence.ts'
import { callsIn, literalsIn } from './literals.ts'
import { leavesIn, pairUp } from './pair-tests.ts'
import type { Inlined } from './relied.ts'
import type { Suite } from './suite.ts'
import { barsOf, offReason, switchedOff } from './switches.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

export interface SuiteChange {
  before: Suite
  after: Suite
  change(path: string): Change
  inlined: Inlined
  licence: Licence
}

export function compareTests({ before, after, change: changeOf, inlined, licence }: SuiteChange): Tampering[] {
  const change = showing(before, after, changeOf)
  const found: Tampering[] = [...empty(before, after, change)]
  const words = { before: before.words, after: after.words, uses: after.uses }
  const isTouched = (one: Case) => {
    const { before: was, after: is } = changeOf(one.path)
    if (was !== is) return true
    const shared = [before, after].flatMap((suite) => (suite.files.has(one.path) ? [suite.shared(one)] : []))
    return leavesIn(one).some(({ kind, text }) => kind === 'word' && shared.some((names) => names.has(text)))
  }
  const touched = new Set([...before.cases, ...after.cases].filter(isTouched))
  const partner = pairUp(before, after, touched, licence)
  const off = (now: Case, old: Case) => offReason(now) ?? barred(now.path, old.path)
  // A task that names tests to skip means those; one that only gives a reason leaves it to the work which they are.
  const isFree = licence.skipsTests && !before.cases.some((one) => licence.skips([one.name, one.path]))
  const maySkip = (one: Case, why = '') => isFree || licence.skips([one.name, one.path, why])
  const isOff = (one: Case) => {
    const why = off(one, one)
    return why !== null && !maySkip(one, why)
  }
  const live = after.cases.filter((one) => !isOff(one))
  const liveTouched = live.filter((test) => touched.has(test))
  const [isAsserted, wasAsserted] = [assertedBy(live, after), assertedBy(before.cases, before)]
  const restated = oncePer((one: Case): Restated => ({
    asserted: after.assertions(one),
    values: new Set([
      ...literalsIn([...leavesIn(one), ...one.tables.flatMap(leavesOf), ...one.rows.flat()]),
      ...after.assertions(one).flatMap(({ reach }) => [...reach]),
    ]),
  }))
  // A task that asks for the tests to be rewritten lets them say the same in other words.
  const isRestated = (one: Assertion, now: Case | undefined) =>
    licence.rewrites && (now ? [now] : liveTouched).some((test) => restates(restated(test), one, test === now))
  for (const old of before.cases) {
    if (!touched.has(old) || switchedOff(old)) continue
    const now = partner(old)
    if (now?.name !== old.name && licence.dropsTest(old.title)) continue
    const why = now && (off(now, old) ?? (now.marks.length > old.marks.length ? 'it is expected to fail' : null))
    if (now && why && !maySkip(now, why)) found.push(tampering(change(now.path), 'test-skipped', `${now.name}: ${why}`, now.line))
    if (why) continue
    if (now) found.push(...lessEffort(old, now, change(now.path), licence))
    const mine = now ? after.assertions(now) : []
    const covering = finder(mine, words)
    const mayMove = now === undefined || (licence.testEdits && mine.some(({ strength }) => strength > 1))
    const asserted = before
      .assertions(old)
      .map((one) => ({ ...one, literals: new Set([...one.literals].filter((literal) => !inlined.literals.has(literal))) }))
    const lost = asserted.filter(
      (one) =>
        one.strength > 0 &&
        covering(one).length === 0 &&
        !isRestated(one, now) &&
        !(
          isAsserted(one) &&
          // Nothing says that the same values without a call are of the same question.
          ((mayMove && one.calls.size > 0) || !wasAsserted(one, old))
        ),
    )
    const nothing = now === undefined && asserted.length === 0
    if (lost.length === 0 && !nothing) continue
    if (now === undefined) {
      if (!maySkip(old) && !removable(old, before, after, licence))
        found.push(tampering(change(old.path), 'test-removed', `${old.name} is gone, and nothing else asserts what it did`, old.line))
      continue
    }
    const said = (one: Assertion) => [one.strength, one.slack, one.bound?.value, one.sequence, valuesOf(one)].join('\n')
    const known = new Set(asserted.map(said))
    const fresh = mine.filter((one) => !known.has(said(one)))
    for (const one of lost.slice(0, 3)) found.push(...explain(one, fresh, { old, now, change: change(now.path), before, after, licence }))
  }
  return found

  /** A mark on a test's file that was not on the one it came from, nor came with the code it is for. */
  function barred(path: string, from: string): string | null {
    const [was, is] = [before.files.get(from), after.files.get(path)]
    const work = changeOf(path.replace('_test.go', '.go'))
    const known = was ? barsOf(was) : []
    const isNew = (bar: string) => !known.includes(bar) && (work.path === path || !work.after?.includes(bar.split(' keeps')[0] ?? bar))
    return (is && barsOf(is).find(isNew)) ?? null
  }

  /** Whether a test, apart from one, asserts as much. */
  function assertedBy(cases: readonly Case[], suite: Suite): (one: Assertion, apart?: Case) => boolean {
    const owners = new Map<Assertion, Case>()
    for (const test of cases) if (touched.has(test)) for (const one of suite.assertions(test)) owners.set(one, test)
    const among = finder([...owners.keys()], words)
    return (one, apart) => among(one).some((other) => owners.get(other) !== apart)
  }
}

/** A test whose own file did not change lost something through another: that one is shown. */
function showing(before: Suite, after: Suite, change: (path: string) => Change): (path: string) => Change {
  const changed = (path: string) => change(path).before !== change(path).after
  const other = [...before.files.keys(), ...after.files.keys()].find(changed)
  return (path) => change(changed(path) ? path : (other ?? path))
}

/** New tests that run code and assert nothing: they only make coverage look better. */
function empty(before: Suite, after: Suite, change: (path: string) => Change): Tampering[] {
  const known = new Set(before.cases.map(({ name }) => name))
  return after.cases.flatMap((one) => {
    if (known.has(one.name)) return []
    const asserted = after.assertions(one)
    // Where assertions are counted, the one that always holds shows that it was reached.
    const isCounted = leavesIn(one).some(({ text }) => /^(?:plan|assertions)$/.test(text))
    const inVain = !isCounted && asserted.length > 0 && asserted.every(({ strength, isVoid }) => strength === 0 || isVoid)
    if (inVain) return [tampering(change(one.path), 'assertion-weakened', `${one.name} is new, and what it asserts always holds`, one.line)]
    const asserts =
      asserted.length > 0 ||
      leavesIn(one).some(
        ({ kind, text }) =>
          kind === 'word' &&
          /assert|expect|should|throw|reject|raise|verify|fatal|error|fail|must|check|snapshot|match|screen|^cy$|^is$|^ok$|skip/i.test(
            text,
          ),
      )
    // A test that code which others assert about ends without an error says something; one of code nobody asserts about does not.
    const unproven = [...callsIn(leavesIn(one))].some(
      (name) => after.words.has(name) && !after.subjects().has(name) && !before.words.has(name),
    )
    return asserts || !unproven || switchedOff(one)
      ? []
      : [tampering(change(one.path), 'assertion-weakened', `${one.name} is new and asserts nothing`, one.line)]
  })
}

/** A test may go when the task asks for removal and what it tested is gone from the code: a name, or a text that the task quotes. */
function removable(old: Case, before: Suite, after: Suite, licence: Licence): boolean {
  const asserted = before.assertions(old)
  const isGone = (name: string) => before.uses.has(name) && !after.words.has(name)
  if (licence.dropsTest(old.title) || (asserted.length > 0 && asserted.every(({ asked }) => [...asked].some(isGone)))) return true
  if (!licence.removal) return false
  const calls = [...new Set(asserted.flatMap((one) => [...one.calls]))]
  const used =
    calls.length > 0
      ? [...calls, ...asserted.flatMap((one) => [...one.names])]
      : leavesIn(old)
          .filter(({ kind }) => kind === 'word')
          .map(({ text }) => text)
  if (used.some((name) => before.work.has(name) && !after.work.has(name))) return true
  // "Remove the XML export with its tests": the test and what went from the work are both about that.
  const gone = [...before.work].filter((word) => !after.work.has(word))
  const about = [old.title, ...asserted.flatMap(({ inputs }) => [...inputs].map((literal) => literal.slice(2)))]
  return about.some((word) => licence.removes([word]) && gone.some((one) => licence.removes([one]) && sharesStem(one, word)))
}
