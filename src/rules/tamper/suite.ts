// All tests of a tree, read together: helpers and builders of one file serve the tests of another.
import { oncePer } from '../reading/once-per.ts'
import type { Node } from '../reading/syntax.ts'
import { type Assertion, type Shared, assertionsOf } from './assertions.ts'
import { bindingsOf } from './bindings.ts'
import { functionsIn } from './calls.ts'
import { type Case, type TestFile, readTests } from './cases.ts'
import { type Tree, isTestName, languageOf, nameOf, partOf } from './files.ts'
import { callsIn } from './literals.ts'
import type { Read } from './read.ts'

export interface Suite {
  files: ReadonlyMap<string, TestFile>
  cases: readonly Case[]
  /** What a test asserts, worked out when somebody asks. */
  assertions(test: Case): readonly Assertion[]
  /** Names that the changed test files give to functions and values outside their tests. */
  shared: ReadonlySet<string>
  /** Every word of the whole tree's code. */
  words: ReadonlySet<string>
  /** Those of the work, tests aside, and the texts in what changed of it. */
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
    const mayTest = part === 'test' || (language === 'rust' && /#\[.{0,40}test/.test(text)) || isTestName(nameOf(path), language)
    const source = changed(path) || mayTest ? read(path, text) : null
    const spelled = source
      ? source.leaves.flatMap((leaf) => (leaf.kind === 'word' ? [leaf.text] : []))
      : (text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [])
    for (const word of spelled) words.add(word)
    if (part === 'source') {
      for (const word of spelled) work.add(word)
      for (const { kind, text: said } of source?.leaves ?? []) if (kind === 'string') work.add(said)
      if (source) for (const { name, leaves } of functionsIn(source.root)) uses.set(name, callsIn(leaves))
    }
    if (!source || !mayTest) continue
    const file = readTests(path, source, language)
    if (part === 'test' || file.cases.length > 0) files.set(path, { ...file, cases: isPickedUp(path, file, earlier) ? file.cases : [] })
  }
  const { helpers, builders } = readShared([...files.values()])
  const cases = [...files.values()].flatMap((file) => file.cases)
  const valuesOf = oncePer((file: TestFile) => bindingsOf(outermost(file), true))
  const assertions = oncePer((one: Case) => assertionsOf(one, { values: valuesOf(files.get(one.path) as TestFile), builders, helpers }))
  const shared = [...files.values()]
    .filter(({ path }) => changed(path))
    .flatMap((file) => [...valuesOf(file).keys(), ...outermost(file).flatMap((root) => functionsIn(root).map(({ name }) => name))])
  const subjects = new Set<string>()
  return {
    files,
    cases,
    assertions,
    shared: new Set(shared),
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
function isPickedUp(path: string, file: TestFile, earlier: Suite | undefined): boolean {
  if (/\.(?:bak|disabled|skip|old|orig|off)\b/.test(path)) return false
  if (isTestName(nameOf(path), file.language)) return true
  if (file.language === 'ruby' && sharedExamples.test(file.source.text)) return true
  if (file.language !== 'js') return file.language === 'rust'
  if (!earlier || earlier.files.has(path) || path.includes('__tests__/')) return true
  return [...earlier.files.values()].some((one) => one.cases.length > 0 && !isTestName(nameOf(one.path), 'js'))
}

/** Examples that other files run, wherever they are kept. */
const sharedExamples = /\bshared_examples(?:_for)?\b/

/** Functions outside the tests: those that assert something, and those that make what is asserted about. */
function readShared(files: readonly TestFile[]): Pick<Shared, 'helpers' | 'builders'> {
  const builders = new Map<string, Node>()
  const functions = files.flatMap((file) =>
    outermost(file).flatMap((root) => functionsIn(root).map((one) => ({ ...one, language: file.language }))),
  )
  for (const { name, body } of functions) builders.set(name, body)
  const helpers = new Map<string, Assertion[]>()
  for (const { name, body, language } of functions) {
    const assertions = assertionsOf(
      { body: [body], tables: [], rows: [], marks: [], language },
      { values: new Map(), builders, helpers: new Map() },
    )
    if (assertions.length === 0) continue
    helpers.set(name, assertions)
    builders.delete(name)
  }
  return { helpers, builders }
}
