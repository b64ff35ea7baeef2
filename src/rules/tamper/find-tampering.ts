// The tamper guard: what a change did to the means by which it is judged. Pure: two trees of files in, findings with diffs out.
//
// What is compared. Not texts, but what tests say: every test is read into assertions (how strong, about which calls, with which values, on
// which conditions), settings into bounds, lists and switches, commands into what they run, recorded data into records. Tests are paired by
// name, place, code or what they assert, so that one may be moved, renamed or rewritten.
// What counts as weaker. An assertion of before that no live test still covers: none that is as strong, asks the same calls with the same
// values, expects as much and looks at as much. Also a test that no longer runs or cannot fail, a bound that gives way, a command that may
// succeed without its tests, and work that knows the answers, tells tests from use or drops failures. More, and the same in other words, is
// never weaker; nor is a setting of a checker that comes with the change.
// What licenses. Only the task, read once into orders (orders.ts): a verb, what it is about, and whether a word denies it. What a test expects
// may change with the work, unless the task mends a fault or lets the tests say what is right: then only what it names, what the work itself
// changed from the one to the other, or what its words about the tests speak of. A skip where tests are to be skipped, other words where they
// are to be rewritten. It never licenses an assertion that says less, unless it names how much less or asks for
// that limit to be loosened.
import type { Verdict } from '../../schema/verdict.ts'
import { oncePer } from '../reading/once-per.ts'
import type { Parse } from '../reading/syntax.ts'
import { readAnswers } from './answers.ts'
import { compareTests } from './compare-tests.ts'
import { findLoosened } from './equality.ts'
import { type Tree, languageOf, nameOf, partOf } from './files.ts'
import { readLicence } from './licence.ts'
import { findMocks } from './mocks.ts'
import { findPatterns } from './patterns.ts'
import { reader, sameCode } from './read.ts'
import { findInlined, findRelied } from './relied.ts'
import { findSettings } from './settings.ts'
import { type Suite, readSuite } from './suite.ts'
import { findSpecialCases } from './special-case.ts'
import { findSwallowed } from './swallowed.ts'
import type { Change, Tampering } from './tampering.ts'

export type { Tree } from './files.ts'
export type { TamperKind, Tampering } from './tampering.ts'

export interface TamperInput {
  before: Tree
  after: Tree
  /** Paths that checks rely on; one that ends in a slash stands for everything below it. */
  reliedOn: readonly string[]
  /** What was asked for, in the person's words: the only thing that can excuse a change to tests. */
  artifactTask?: string
  /** Knows the grammars of the languages that the change touches. */
  parse: Parse
}

const tamperRule = 'tamper-guard'

export function findTampering({ before, after, reliedOn, artifactTask, parse }: TamperInput): Tampering[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const all = new Map(paths.map((path): [string, Change] => [path, { path, before: own(before, path), after: own(after, path) }]))
  const change = (path: string): Change => all.get(path) ?? { path, before: null, after: null }
  const changes = [...all.values()].filter((one) => one.before !== one.after)
  if (changes.length === 0) return []
  const read = reader(parse)
  // Other comments and another layout are no work; another version of what it runs with is.
  const needs = (text: string | null) => /"dependencies"\s{0,4}:\s{0,4}\{[^}]*\}/.exec(text ?? '')?.[0]
  const worked = changes.some(
    ({ path, before: old, after: now }) =>
      (partOf(path) === 'source' && !sameCode(old ?? '', now ?? '', path, read)) ||
      (nameOf(path) === 'package.json' && needs(old) !== needs(now)),
  )
  const tested = Object.keys(before).filter((path) => partOf(path) === 'test')
  const changed = new Set(changes.map(({ path }) => path))
  const touched = new Set(changes.map(({ path }) => languageOf(path)))
  // Tests in a language that the change does not touch are as they were.
  const ofLanguages = (tree: Tree): Tree => Object.fromEntries(Object.entries(tree).filter(([path]) => touched.has(languageOf(path))))
  const isChanged = (path: string) => changed.has(path)
  const was = readSuite(ofLanguages(before), read, isChanged)
  // Tests go by the names of their files, and by titles of several words.
  const told = was.cases.map(({ title }) => title.replace(/^["'`]|["'`]$/g, '')).filter((title) => /\w \w/.test(title))
  const licence = readLicence(artifactTask, worked, [
    ...told,
    ...new Set(tested.flatMap((path) => [path, nameOf(path), ...testName(path)])),
  ])
  const is = readSuite(ofLanguages(after), read, isChanged, was)
  const inlined = findInlined(changes, read)
  const answers = readAnswers(was, before, licence, read, isChanged)
  const found = changes.flatMap((one) => [
    ...findRelied(one, {
      reliedOn,
      before: was,
      tree: after,
      isNew: (path) => own(before, path) === null,
      follows: (word, isNew) => piecesOf(isNew ? is : was).has(word) && !piecesOf(isNew ? was : is).has(word),
      isOver: (title) => titles(was).has(title) && !titles(is).has(title),
      inlined,
      licence,
      read,
    }),
    ...findSettings(one, { before, after, licence, read }),
    ...findMocks(one, { subjects: was.subjects, before, after, licence, read }),
    ...findPatterns(one, { licence, read }),
    ...findSpecialCases(one, answers, read),
    ...findSwallowed(one, licence, read),
    ...findLoosened(one, licence, read),
  ])
  return distinct([...found, ...compareTests({ before: was, after: is, change, inlined, licence })])
}

/** The must-pass verdict of the guard. */
export function tamperVerdict(found: readonly Tampering[]): Verdict {
  if (found.length === 0) return { ruleId: tamperRule, outcome: 'pass', message: 'nothing that checks rely on was weakened', evidence: [] }
  return {
    ruleId: tamperRule,
    outcome: 'fail',
    message: `${found.length} ${found.length === 1 ? 'change weakens' : 'changes weaken'} what the work is judged by`,
    evidence: found.map(({ path, message, evidence }) => ({ ...evidence, message: `${path}: ${message}` })),
  }
}

/** Words in the code and the texts of the work. */
const piecesOf = oncePer(({ work }: Suite) => new Set([...work].flatMap((text) => text.match(/[\p{L}\p{N}_]+/gu) ?? [])))

/** As a snapshot is called by them. */
const titles = oncePer(({ cases }: Suite) => new Set(cases.map(({ name }) => name.replace(/["'`]/g, '').replaceAll(' › ', ' '))))

/** `StackTest`, by which a task may speak of its file. */
const testName = (path: string) => /^\w*(?:test|spec)\w*(?=\.\w+$)/i.exec(nameOf(path)) ?? []

function own(tree: Tree, path: string): string | null {
  return Object.hasOwn(tree, path) ? (tree[path] ?? null) : null
}

function distinct(found: readonly Tampering[]): Tampering[] {
  const seen = new Set<string>()
  return found.filter(({ path, what, message }) => {
    const key = `${path}\n${what}\n${message}`
    return seen.has(key) ? false : seen.add(key)
  })
}
