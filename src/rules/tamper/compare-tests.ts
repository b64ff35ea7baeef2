// Tests before against tests after: nothing that was asserted may be lost, switched off or made weaker without the task asking for it.
import { leavesOf, spell, walk } from '../reading/syntax.ts'
import type { Assertion } from './assertions.ts'
import { isFunction } from './calls.ts'
import type { Case } from './cases.ts'
import { covers, overlaps, sameLiterals } from './coverage.ts'
import type { Licence } from './licence.ts'
import { callsIn } from './literals.ts'
import { counted } from './matchers.ts'
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
  const words = { before: before.words, after: after.words }
  const live = after.cases.filter((one) => !switchedOff(one) && barred(one.path, one.path) === null)
  const everywhere = live.flatMap((one) => after.asserted.get(one) ?? [])
  for (const old of before.cases) {
    if (switchedOff(old)) continue
    const now = counterpart(old, before, after, licence)
    const off =
      now && (offReason(now) ?? barred(now.path, old.path) ?? (now.marks.length > old.marks.length ? 'it is expected to fail' : null))
    if (now && off && !licence.skips([now.name, now.path, off]))
      found.push(tampering(change(now.path), 'test-skipped', `${now.name}: ${off}`, now.line))
    if (off) continue
    if (now) found.push(...lessEffort(old, now, change(now.path), licence))
    const mine = now ? (after.asserted.get(now) ?? []) : []
    const mayMove = now === undefined || (licence.testEdits && mine.some(({ strength }) => strength > 1))
    const asserted = (before.asserted.get(old) ?? []).map((one) => ({
      ...one,
      literals: new Set([...one.literals].filter((literal) => !inlined.literals.has(literal))),
    }))
    const lost = asserted.filter(
      (one) =>
        one.strength > 0 &&
        !(one.matcher === counted && !inCallback(now)) &&
        !mine.some((other) => covers(other, one, words)) &&
        !(everywhere.some((other) => covers(other, one, words)) && (mayMove || !repeated(old, one))),
    )
    const nothing = now === undefined && asserted.length === 0
    if (lost.length === 0 && !nothing) continue
    if (now === undefined) {
      if (!removable(old, before, after, licence))
        found.push(tampering(change(old.path), 'test-removed', `${old.name} is gone, and nothing else asserts what it did`, old.line))
      continue
    }
    const fresh = mine.filter((one) => !asserted.some((other) => other.strength === one.strength && sameLiterals(one, other)))
    for (const one of lost.slice(0, 3))
      found.push(...explain(one, fresh, { old, now, change: change(now.path), uses: after.uses, licence }))
  }
  return found

  /** A mark on a test's file that was not on the one it came from. */
  function barred(path: string, from: string): string | null {
    const [was, is] = [before.files.get(from), after.files.get(path)]
    const known = was ? barsOf(was) : []
    return (is && barsOf(is).find((bar) => !known.includes(bar))) ?? null
  }

  /** Another test asserted the same before: in its own state, so that it never stood in for this one. */
  function repeated(test: Case, one: Assertion): boolean {
    return before.cases.some((other) => other !== test && (before.asserted.get(other) ?? []).some((its) => covers(its, one, words)))
  }
}

/** A test whose own file did not change lost something through another: that one is shown. */
function showing(before: Suite, after: Suite, change: (path: string) => Change): (path: string) => Change {
  const changed = (path: string) => change(path).before !== change(path).after
  const other = [...before.files.keys(), ...after.files.keys()].find(changed)
  return (path) => change(changed(path) ? path : (other ?? path))
}

/** The same test: by full name in the same file, in another, by title alone, or by its code under another name. */
function counterpart(old: Case, before: Suite, after: Suite, licence: Licence): Case | undefined {
  const same = after.cases.filter(({ name }) => name === old.name)
  const here =
    same.find(({ path }) => path === old.path) ?? same[0] ?? after.cases.find(({ title, path }) => title === old.title && path === old.path)
  if (here) return here
  const known = new Set(before.cases.map(({ name }) => name))
  const code = codeOf(old)
  const place = (suite: Suite, one: Case) => suite.files.get(one.path)?.cases.indexOf(one)
  const isRewritten = (one: Case) => licence.changes([old.name]) && place(before, old) === place(after, one)
  return after.cases.find(
    (one) =>
      one.path === old.path &&
      !known.has(one.name) &&
      (codeOf(one) === code ||
        sharesMost(after.asserted.get(one) ?? [], before.asserted.get(old) ?? []) ||
        (licence.testEdits && asksTheSame(after.asserted.get(one) ?? [], before.asserted.get(old) ?? [], isRewritten(one)))),
  )
}

function sharesMost(now: readonly Assertion[], old: readonly Assertion[]): boolean {
  const shared = old.filter((one) => now.some((other) => sameLiterals(one, other) && overlaps(one.calls, other.calls)))
  return old.length > 0 && shared.length * 2 > old.length
}

/** Every question of the old test, a call with its inputs, is asked by the new one, whatever answer it expects; of a test that is rewritten, with other inputs. */
function asksTheSame(now: readonly Assertion[], old: readonly Assertion[], rewritten: boolean): boolean {
  const asked = (one: Assertion) =>
    one.inputs.size > 0 &&
    now.some(
      ({ calls, reach, strength }) =>
        strength >= one.strength && overlaps(calls, one.calls) && (rewritten || [...one.inputs].every((literal) => reach.has(literal))),
    )
  return old.length > 0 && old.every(asked)
}

interface Pair {
  old: Case
  now: Case
  change: Change
  uses: Suite['uses']
  licence: Licence
}

/** `fresh`: assertions of the same test that were not there before, one of which may stand in for the lost one. */
function explain(lost: Assertion, fresh: readonly Assertion[], { old, now, change, uses, licence }: Pair): Tampering[] {
  const about = fresh.filter(({ calls, strength }) => strength > 0 && (lost.calls.size === 0 || overlaps(lost.calls, calls)))
  const asked = about.filter(
    ({ literals, inputs }) => [...lost.inputs].every((literal) => literals.has(literal)) && inputs.size >= lost.inputs.size,
  )
  const candidates = asked.length > 0 ? asked : about
  const equal = candidates.filter(
    (one) => one.strength >= lost.strength && [...one.lenses].every((lens) => lost.lenses.has(lens)) && !looser(one, lost),
  )
  const showLiterals = (literals: Iterable<string>) => [...literals].map((literal) => literal.slice(2)).join(', ')
  const was = `«${lost.matcher}» ${lost.literals.size > 0 ? `with ${showLiterals(lost.literals)} ` : ''}`
  const report = (what: 'expectation-changed' | 'assertion-weakened', message: string, line: number) => [
    tampering(change, what, `${now.name}: ${message}`, line),
  ]
  if (equal.length === 0) {
    const weaker = candidates[0] ?? fresh[0]
    if (!weaker) return report('assertion-weakened', `${was}is gone`, now.line)
    return report(
      'assertion-weakened',
      `${was}became «${weaker.matcher}»${weaker.strength <= 1 ? ', which may never fail' : ''}`,
      weaker.line,
    )
  }
  const added = [...new Set(equal.flatMap(({ literals }) => [...literals].filter((literal) => !lost.literals.has(literal))))]
  const gone = [...lost.literals].filter((literal) => !equal.some(({ literals }) => literals.has(literal)))
  // A new requirement gives another answer to the same question; another question is another test.
  const follows =
    (asked.length > 0 || licence.testEdits) &&
    (licence.changes([now.name, change.path, ...reached(lost.calls, uses), ...lost.names, ...gone, ...added]) ||
      (licence.followed && licence.mayEdit(now.path)))
  const echoed = licence.testEdits && licence.followed && echoes(old, now)
  if (follows || echoed || moreData(lost, equal) || (added.length > 0 && added.some((literal) => licence.names(literal)))) return []
  const instead = added.length > 0 ? `; ${showLiterals(added)} stands in its place` : ''
  return report(
    'expectation-changed',
    `${showLiterals(gone.length > 0 ? gone : lost.literals)} is no longer asserted${instead}`,
    equal[0]?.line ?? now.line,
  )
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

/** A piece of the text that was looked for, or a pattern that holds on to less of it. */
function looser(now: Assertion, old: Assertion): boolean {
  if (now.slack > old.slack) return true
  const texts = (one: Assertion) => [...one.literals].filter((literal) => literal.startsWith('s:')).map((literal) => literal.slice(2))
  const [gone, added] = [
    texts(old).filter((text) => !now.literals.has(`s:${text}`)),
    texts(now).filter((text) => !old.literals.has(`s:${text}`)),
  ]
  return now.strength === 3 && gone.length > 0 && added.some((text) => gone.some((one) => one !== text && one.includes(text)))
}

/** The number of fixtures a test finds may rise. */
function moreData(lost: Assertion, now: readonly Assertion[]): boolean {
  const count = (one: Assertion) => Number([...one.literals].find((literal) => literal.startsWith('n:'))?.slice(2) ?? Number.NaN)
  return (
    [...lost.calls].some((name) => /readdir|glob|listdir|iterdir|scandir|ReadDir/i.test(name)) &&
    now.some((one) => count(one) > count(lost))
  )
}

/** Tests that try many inputs of their own making: fewer or shorter ones are a weaker test. */
function lessEffort(old: Case, now: Case, change: Change, licence: Licence): Tampering[] {
  const efforts = (test: Case) => {
    const found = [...codeOf(test).matchAll(effort)].map(([, set, given, runs, called, times]) => ({
      name: set ?? called ?? 'loops',
      value: Number(given ?? runs ?? times),
    }))
    return new Map(found.sort((one, other) => one.value - other.value).map(({ name, value }) => [name, value]))
  }
  const [was, is, limit, given] = [efforts(old), efforts(now), timeLimit(old), timeLimit(now)]
  const less = [...was]
    .filter(([name, value]) => (is.get(name) ?? value) < value && !licence.names(`n:${is.get(name)}`))
    .map(([name, value]) => `${name} ${value} became ${is.get(name)}`)
  // A little more time steadies a test; twice as much and more is another test.
  const slower = limit !== null && (given === null || given > 2 * limit) && !licence.names(`n:${given}`)
  const told = slower ? [...less, `its time limit of ${limit} became ${given ?? 'none'}`] : less
  return told.map((what) => tampering(change, 'assertion-weakened', `${now.name}: ${what}`, now.line))
}

/** `{ timeout: 200 }`, `@Timeout(2)`, `}, 200)` at the end of the call: of the test itself, not of what it calls. */
function timeLimit({ node, body }: Case): number | null {
  const functions = body.filter(isFunction)
  const inside = new Set((functions.length > 0 ? functions : body).flatMap(leavesOf))
  const around = spell(leavesOf(/decorat|annotat/.test(node.parent?.type ?? '') ? node.parent : node).filter((leaf) => !inside.has(leaf)))
  const found = /\btimeout [:=(] (?:value = )?(\d[\d_.]*)|, (\d[\d_]*) \)$/i.exec(around)
  return found ? Number((found[1] ?? found[2] ?? '').replaceAll('_', '')) : null
}

/** `numRuns: 100`, `Array.from({ length: 8 }`, `i < 8;`, `range(8)`. */
const effort =
  /\b(numRuns|num_runs|max_examples|numTests|runs|iterations|maxLength|max_size|maxSize|examples|samples|times|(?<=Array \. from \( \{ )length) [:=] (\d+)\b|<=? (\d+) ;|\b(range|repeat) \( (\d+) \)/g

/** Whether some assertion of the test stands in a function inside it, and so may never run. */
function inCallback(test: Case | undefined): boolean {
  if (!test) return true
  const nested = test.body.flatMap((root) => walk(root).filter((node) => isFunction(node) && !test.body.includes(node)))
  return nested.some((node) => leavesOf(node).some(({ text }) => text === 'expect' || text === 'assert'))
}

const leavesIn = (test: Case) => test.body.flatMap(leavesOf)
const codeOf = (test: Case) => spell(leavesIn(test))

/** New tests that run code and assert nothing: they only make coverage look better. */
function empty(before: Suite, after: Suite, change: (path: string) => Change): Tampering[] {
  const known = new Set(before.cases.map(({ name }) => name))
  return after.cases.flatMap((one) => {
    const asserted = after.asserted.get(one) ?? []
    const inVain = asserted.length > 0 && asserted.every(({ strength }) => strength === 0)
    if (inVain && !known.has(one.name))
      return [tampering(change(one.path), 'assertion-weakened', `${one.name} is new, and what it asserts always holds`, one.line)]
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
      (name) => after.words.has(name) && !after.subjects.has(name) && !before.words.has(name),
    )
    return known.has(one.name) || asserts || !unproven || switchedOff(one)
      ? []
      : [tampering(change(one.path), 'assertion-weakened', `${one.name} is new and asserts nothing`, one.line)]
  })
}

/** A test may go when the task asks for removal and what it tested is gone from the code: a name, or a text that the task quotes. */
function removable(old: Case, before: Suite, after: Suite, licence: Licence): boolean {
  if (!licence.removal) return false
  const asserted = before.asserted.get(old) ?? []
  const says = (work: ReadonlySet<string>, text: string) => [...work].some((one) => one.includes(text))
  const quoted = licence.quoted.filter((text) => says(before.work, text) && !says(after.work, text))
  if (quoted.some((text) => asserted.some(({ literals }) => says(literals, text)))) return true
  const calls = [...new Set(asserted.flatMap((one) => [...one.calls]))]
  const used =
    calls.length > 0
      ? calls
      : leavesIn(old)
          .filter(({ kind }) => kind === 'word')
          .map(({ text }) => text)
  return used.some((name) => before.work.has(name) && !after.work.has(name))
}
