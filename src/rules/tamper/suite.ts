// All tests of a tree, read together: helpers and builders of one file serve the tests of another.
import { oncePer } from '../reading/once-per.ts'
import type { Node } from '../reading/syntax.ts'
import { type Assertion, type Helper, type Shared, assertionsOf } from './assertions.ts'
import { bindingsOf } from './bindings.ts'
import { functionsIn } from './calls.ts'
import { type Case, type TestFile, outsideCases, readTests } from './cases.ts'
import { type Language, type Tree, isTestName, languageOf, nameOf, partOf } from './files.ts'
import { callsIn, literalsIn } from './literals.ts'
import type { Read } from './read.ts'

export interface Suite {
  files: ReadonlyMap<string, TestFile>
  cases: readonly Case[]
  /** What a test asserts, worked out when somebody asks. */
  assertions(test: Case): readonly Assertion[]
  /** Names that changed test files, of those that this test can see, give to functions and values outside their tests. */
  shared(test: Case): ReadonlySet<string>
  /** Every word of the whole tree's code. */
  words: ReadonlySet<string>
  /** Those of the work, tests aside, and the texts and numbers (`n:5`) in what changed of it. */
  work: ReadonlySet<string>
  /** What the functions of the changed work call, by their names. */
  uses: ReadonlyMap<string, ReadonlySet<string>>
  /** Every function that some assertion is about. */
  subjects(): ReadonlySet<string>
}

/** `changed`: whether a path is part of the change. `earlier`: the suite before it, which shows how this project names its tests. */
export function readSuite(tree: Tree, read: Read, changed: (path: string) => boolean, earlier?: Suite): Suite {
  const files = new Map<string, TestFile>()
  const words = new Set<string>()
  const work = new Set<string>()
  const uses = new Map<string, ReadonlySet<string>>()
  for (const [path, text] of Object.entries(tree)) {
    const language = languageOf(path)
    if (!language) continue
    const part = partOf(path)
    // Rust has the tests of a module inside it. What is no test and did not change is only looked through for words.
    const mayTest =
      part === 'test' || isFixtures(path) || (language === 'rust' && /#\[.{0,40}test/.test(text)) || isTestName(nameOf(path), language)
    const source = changed(path) || mayTest ? read(path, text) : null
    const spelled = source ? wordsAmong(source.leaves) : (text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [])
    for (const word of spelled) words.add(word)
    const file = source && mayTest ? readTests(path, source, language) : null
    if (part === 'source') {
      // The tests of a Rust module stand in its file.
      const own = file && file.cases.length > 0 ? outsideCases(file) : source?.leaves
      for (const word of own ? wordsAmong(own) : spelled) work.add(word)
      for (const literal of literalsIn(own ?? [])) work.add(literal.replace(/^s:/, ''))
      if (source)
        for (const { name, leaves } of functionsIn(source.root))
          // Ruby calls without brackets.
          uses.set(name, language === 'ruby' ? new Set(wordsAmong(leaves)) : callsIn(leaves))
    }
    if (!file) continue
    if (part === 'test' || isFixtures(path) || file.cases.length > 0)
      files.set(path, { ...file, cases: isPickedUp(path, file, earlier, tree) ? file.cases : [] })
  }
  const sharedBy = readShared([...files.values()])
  const cases = [...files.values()].flatMap((file) => file.cases)
  const valuesOf = oncePer((file: TestFile) => bindingsOf(outermost(file), true))
  const fileOf = ({ path }: Case) => files.get(path) as TestFile
  const assertions = oncePer((one: Case) => assertionsOf(one, { values: valuesOf(fileOf(one)), ...sharedBy.of(fileOf(one)) }))
  const sharedNames = oncePer((one: TestFile) => {
    const seen = sharedBy.seenFrom(one).filter(({ path }) => changed(path))
    return new Set(seen.flatMap((file) => [...valuesOf(file).keys(), ...functionsOf(file).map(({ name }) => name)]))
  })
  const subjects = new Set<string>()
  return {
    files,
    cases,
    assertions,
    shared: (one) => sharedNames(fileOf(one)),
    words,
    work,
    uses,
    subjects: () => {
      if (subjects.size === 0)
        for (const one of cases) for (const { calls } of assertions(one)) for (const name of calls) subjects.add(name)
      return subjects
    },
  }
}

const wordsAmong = (leaves: readonly Node[]) => leaves.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []))

/** What pytest gives the tests in and below a folder by the names of their parameters. */
const isFixtures = (path: string) => nameOf(path) === 'conftest.py'

/** The largest pieces of a file that hold no test. */
const outermost = oncePer(({ source, cases }: TestFile): Node[] => {
  const tests = new Set(cases.map(({ node }) => node))
  const visit = (node: Node): Node[] => {
    if (tests.has(node)) return []
    const holds = cases.some((one) => one.node.start >= node.start && one.node.end <= node.end)
    return holds && node.children.length > 0 ? node.children.flatMap(visit) : [node]
  }
  return visit(source.root)
})

/** By name; in JavaScript, where runners are told by pattern, also a file that was there before, or named like those that were. */
function isPickedUp(path: string, file: TestFile, earlier: Suite | undefined, tree: Tree): boolean {
  if (/\.(?:bak|disabled|skip|old|orig|off)\b/.test(path)) return false
  if (isTestName(nameOf(path), file.language)) return true
  if (file.language === 'ruby' && sharedExamples.test(file.source.text)) return true
  if (file.language !== 'js') return file.language === 'rust'
  if (!earlier || earlier.files.has(path) || path.includes('__tests__/')) return true
  // What `node test` runs, and what a test file that was there brings in.
  if (/(?:^|\/)tests?\/index\.[cm]?[jt]s$/.test(path)) return true
  const stem = nameOf(path).replace(/\.\w+$/, '')
  const brings = (other: string) => new RegExp(`/${stem.replace(/[^\w-]/g, '.')}(?:\\.\\w+)?['"]`).test(tree[other] ?? '')
  return [...earlier.files.values()].some((one) => brings(one.path) || (one.cases.length > 0 && !isTestName(nameOf(one.path), 'js')))
}

/** Examples that other files run, wherever they are kept. */
const sharedExamples = /\bshared_examples(?:_for)?\b/

const functionsOf = oncePer((file: TestFile) => outermost(file).flatMap((root) => functionsIn(root)))

/** One name each, whatever type stands beside it; that of the thing itself is no argument. */
function parameterNames(leaves: readonly Node[], language: Language): string[] {
  const names: string[][] = [[]]
  let depth = 0
  for (const { kind, text } of leaves) {
    if (/^[[({<]$/.test(text)) depth++
    else if (/^[\])}>]$/.test(text)) depth--
    else if (text === ',' && depth <= 1) names.push([])
    else if (kind === 'word') names.at(-1)?.push(text)
  }
  return names.map((words) => words.at(language === 'java' ? -1 : 0) ?? '').filter((name) => !/^(?:self|cls)$/.test(name))
}

interface SharedBy {
  /** Functions outside the tests that this file can call: those that assert something, and those that make what is asserted about. */
  of(file: TestFile): Pick<Shared, 'helpers' | 'builders'>
  seenFrom(file: TestFile): readonly TestFile[]
}

function readShared(files: readonly TestFile[]): SharedBy {
  const seenFrom = scopesOf(files)
  const all = oncePer((file: TestFile) => new Map(seenFrom(file).flatMap((one) => functionsOf(one).map(({ name, body }) => [name, body]))))
  const helpersOf = oncePer((file: TestFile) =>
    functionsOf(file).flatMap(({ name, body, parameters }): [string, Helper][] => {
      const none = { tables: [], rows: [], marks: [] }
      const found = assertionsOf(
        { body: [body], ...none, language: file.language },
        { values: bindingsOf(outermost(file), true), builders: all(file), helpers: new Map() },
      )
      return found.length > 0 ? [[name, { parameters: parameterNames(parameters, file.language), asserted: found }]] : []
    }),
  )
  const of = oncePer((file: TestFile) => {
    const helpers = new Map(seenFrom(file).flatMap(helpersOf))
    return { helpers, builders: new Map([...all(file)].filter(([name]) => !helpers.has(name))) }
  })
  return { of, seenFrom }
}

/** The files whose functions a test file can call, itself last: those it names, those these name, and in some languages those beside it. */
function scopesOf(files: readonly TestFile[]): SharedBy['seenFrom'] {
  const called = new Map<string, TestFile[]>()
  const folderOf = ({ path }: TestFile) => path.slice(0, path.lastIndexOf('/') + 1)
  for (const file of files) {
    const stem = nameOf(file.path).replace(/\..*$/, '')
    const isFolder = file.language === 'go' || /^(?:index|__init__|mod|main|lib)$/.test(stem)
    const beside = file.language === 'go' || file.language === 'ruby' ? [folderOf(file)] : []
    for (const name of [isFolder ? (folderOf(file).split('/').at(-2) ?? stem) : stem, ...beside])
      called.set(name, [...(called.get(name) ?? []), file])
  }
  // A Go package is named by the end of a path.
  const wordsOf = ({ language, source: { text } }: TestFile) => text.match(language === 'go' ? /[\w-]+(?=")/g : /[\w-]+/g) ?? []
  const given = files.filter(({ path }) => isFixtures(path))
  const direct = oncePer((file: TestFile) => [
    ...given.filter((one) => file.path.startsWith(folderOf(one))),
    ...[...new Set([folderOf(file), ...wordsOf(file)])].flatMap((word) => called.get(word) ?? []),
  ])
  return oncePer((file: TestFile) => {
    const seen = new Set([file])
    for (const one of seen) for (const other of direct(one)) seen.add(other)
    return [...seen].reverse()
  })
}
