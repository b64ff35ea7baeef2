// Tests before against tests after: nothing that was asserted may be lost, switched off or made weaker without the task asking for it.
import { type Assertion, type Bindings, type Helpers, assertionsOf, bindingsOf } from './assertions.ts'
import { type Case, type TestFile, outsideCases, readTests } from './cases.ts'
import { type Tree, isTestName, languageOf, partOf } from './files.ts'
import { functionsIn } from './functions.ts'
import type { Licence } from './licence.ts'
import { offReason, switchedOff } from './switches.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'
import { code, spell, tokenize } from './tokens.ts'

export interface Suite {
  files: ReadonlyMap<string, TestFile>
  cases: readonly Case[]
  asserted: ReadonlyMap<Case, Assertion[]>
  /** Every word of the whole tree's code. */
  words: ReadonlySet<string>
}

/** `earlier`: the suite before the change, which shows how this project names its tests. */
export function readSuite(tree: Tree, earlier?: Suite): Suite {
  const files = new Map<string, TestFile>()
  const words = new Set<string>()
  for (const [path, source] of Object.entries(tree)) {
    const language = languageOf(path)
    if (!language) continue
    for (const { kind, text } of tokenize(source, language)) if (kind === 'word') words.add(text)
    const name = path.slice(path.lastIndexOf('/') + 1)
    const file = readTests(path, source, language)
    if (partOf(path) === 'test' || (file.cases.length > 0 && isTestName(name, language))) files.set(path, { ...file, cases: isPickedUp(path, name, file, earlier) ? file.cases : [] })
  }
  const helpers = readHelpers([...files.values()])
  const asserted = new Map<Case, Assertion[]>()
  const cases = [...files.values()].flatMap((file) => {
    const shared: Bindings = bindingsOf(outsideCases(file), file.language)
    for (const one of file.cases) asserted.set(one, assertionsOf(one, shared, helpers))
    return file.cases
  })
  return { files, cases, asserted, words }
}

/** By name; in JavaScript, where runners are told by pattern, also a file that was there before, or named like those that were. */
function isPickedUp(path: string, name: string, file: TestFile, earlier: Suite | undefined): boolean {
  if (/\.(?:bak|disabled|skip|old|orig|off)\b/.test(path)) return false
  if (isTestName(name, file.language) || file.language !== 'js' || !earlier || earlier.files.has(path) || path.includes('__tests__/')) return file.language === 'js' || isTestName(name, file.language)
  return [...earlier.files.values()].some((one) => one.cases.length > 0 && !isTestName(one.path.slice(one.path.lastIndexOf('/') + 1), 'js'))
}

/** Functions outside the tests that assert something. */
function readHelpers(files: readonly TestFile[]): Helpers {
  const found = new Map<string, Assertion[]>()
  for (const file of files)
    for (const { name, body } of functionsIn(outsideCases(file), file.language)) {
      const assertions = assertionsOf({ body, table: [], language: file.language }, new Map(), new Map())
      if (name !== '' && assertions.length > 0) found.set(name, assertions)
    }
  return found
}

export interface SuiteChange {
  before: Suite
  after: Suite
  change(path: string): Change
  licence: Licence
}

export function compareTests({ before, after, change, licence }: SuiteChange): Tampering[] {
  const found: Tampering[] = []
  const live = after.cases.filter((one) => !switchedOff(one))
  const everywhere = live.flatMap((one) => after.asserted.get(one) ?? [])
  for (const old of before.cases) {
    if (switchedOff(old)) continue
    const now = counterpart(old, before, after)
    const off = now && offReason(now)
    if (now && off && !licence.skips) found.push(tampering(change(now.path), 'test-skipped', `${now.name}: ${off}`, now.line))
    if (off) continue
    const mine = now ? (after.asserted.get(now) ?? []) : []
    const lost = (before.asserted.get(old) ?? []).filter((one) => one.strength > 0 && !mine.some((other) => covers(other, one, before, after)) && !everywhere.some((other) => covers(other, one, before, after)))
    const nothing = now === undefined && (before.asserted.get(old) ?? []).length === 0
    if (lost.length === 0 && !nothing) continue
    if (now === undefined) {
      if (!removable(old, before, after, licence)) found.push(tampering(change(old.path), 'test-removed', `${old.name} is gone, and nothing else asserts what it did`, old.line))
      continue
    }
    const fresh = mine.filter((one) => !(before.asserted.get(old) ?? []).some((other) => other.strength === one.strength && same(one.literals, other.literals)))
    for (const one of lost.slice(0, 3)) found.push(...explain(one, fresh, now, change(now.path), licence))
  }
  return found
}

/** The same test: by full name in the same file, in another, by title alone, or by its code under another name. */
function counterpart(old: Case, before: Suite, after: Suite): Case | undefined {
  const same = after.cases.filter(({ name }) => name === old.name)
  const here = same.find(({ path }) => path === old.path) ?? same[0] ?? after.cases.find(({ title, path }) => title === old.title && path === old.path)
  if (here) return here
  const known = new Set(before.cases.map(({ name }) => name))
  const code = spell(old.body)
  return after.cases.find((one) => one.path === old.path && !known.has(one.name) && (spell(one.body) === code || sharesMost(after.asserted.get(one) ?? [], before.asserted.get(old) ?? [])))
}

function sharesMost(now: readonly Assertion[], old: readonly Assertion[]): boolean {
  const shared = old.filter((one) => now.some((other) => same(one.literals, other.literals) && overlaps(one.calls, other.calls)))
  return old.length > 0 && shared.length * 2 > old.length
}

/** Whether the later assertion says at least as much about the same thing. */
function covers(later: Assertion, earlier: Assertion, before: Suite, after: Suite): boolean {
  if (later.strength < earlier.strength || ![...later.lenses].every((lens) => earlier.lenses.has(lens)) || ![...earlier.literals].every((literal) => later.literals.has(literal))) return false
  if (earlier.calls.size === 0) return earlier.literals.size > 0 || earlier.matcher === later.matcher
  if (overlaps(earlier.calls, later.calls)) return true
  // Renamed: the old name is nowhere any more, and the new one was nowhere before.
  return [...earlier.calls].every((name) => !after.words.has(name)) && [...later.calls].some((name) => !before.words.has(name))
}

/** `fresh`: assertions of the same test that were not there before, one of which may stand in for the lost one. */
function explain(lost: Assertion, fresh: readonly Assertion[], now: Case, change: Change, licence: Licence): Tampering[] {
  const about = fresh.filter(({ calls, strength }) => strength > 0 && (lost.calls.size === 0 || overlaps(lost.calls, calls)))
  const equal = about.filter(({ strength }) => strength >= lost.strength)
  const showLiterals = (literals: Iterable<string>) => [...literals].map((literal) => literal.slice(2)).join(', ')
  if (equal.length > 0) {
    const added = equal.flatMap(({ literals }) => [...literals].filter((literal) => !lost.literals.has(literal)))
    const gone = [...lost.literals].filter((literal) => !equal.some(({ literals }) => literals.has(literal)))
    if (licence.newBehaviour || licence.testEdits || (added.length > 0 && added.some((literal) => licence.names(literal)))) return []
    return [tampering(change, 'expectation-changed', `${now.name}: ${gone.length > 0 ? showLiterals(gone) : showLiterals(lost.literals)} is no longer asserted${added.length > 0 ? `; ${showLiterals(new Set(added))} stands in its place` : ''}`, equal[0]?.line ?? now.line)]
  }
  const weaker = about[0] ?? fresh[0]
  if (weaker) return [tampering(change, 'assertion-weakened', `${now.name}: «${lost.matcher}» ${lost.literals.size > 0 ? `with ${showLiterals(lost.literals)} ` : ''}became «${weaker.matcher}»${weaker.strength <= 1 ? ', which may never fail' : ''}`, weaker.line)]
  return [tampering(change, 'assertion-weakened', `${now.name}: «${lost.matcher}» ${lost.literals.size > 0 ? `with ${showLiterals(lost.literals)} ` : ''}is gone`, now.line)]
}

/** A test may go when the task asks for removal and what it tested is gone from the code, or is named in the task. */
function removable(old: Case, before: Suite, after: Suite, licence: Licence): boolean {
  if (!licence.removal) return false
  const calls = [...new Set((before.asserted.get(old) ?? []).flatMap((one) => [...one.calls]))]
  const used = calls.length > 0 ? calls : old.body.filter(({ kind }) => kind === 'word').map(({ text }) => text)
  return used.some((name) => before.words.has(name) && !after.words.has(name))
}

function overlaps(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((name) => other.has(name))
}

function same(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((literal) => other.has(literal))
}

/** Tests outside any suite change: comments and layout do not count. */
export function sameCode(before: string, after: string, path: string): boolean {
  const language = languageOf(path)
  return language !== null && spell(code(tokenize(before, language))) === spell(code(tokenize(after, language)))
}
