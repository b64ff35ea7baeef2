// All tests of a tree, read together: helpers and builders of one file serve the tests of another.
import { type Assertion, type Shared, assertionsOf } from './assertions.ts'
import { bindingsOf } from './bindings.ts'
import { type Case, type TestFile, outsideCases, readTests } from './cases.ts'
import { type Tree, isTestName, languageOf, partOf } from './files.ts'
import { functionsIn } from './functions.ts'
import { type Token, code, spell, tokenize } from './tokens.ts'

export interface Suite {
  files: ReadonlyMap<string, TestFile>
  cases: readonly Case[]
  asserted: ReadonlyMap<Case, Assertion[]>
  /** Every word of the whole tree's code. */
  words: ReadonlySet<string>
  /** Every function that some assertion is about. */
  subjects: ReadonlySet<string>
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
    // Rust has the tests of a module inside it.
    if (partOf(path) === 'test' || (file.cases.length > 0 && (language === 'rust' || isTestName(name, language))))
      files.set(path, { ...file, cases: isPickedUp(path, name, file, earlier) ? file.cases : [] })
  }
  const { helpers, builders } = readShared([...files.values()])
  const asserted = new Map<Case, Assertion[]>()
  const cases = [...files.values()].flatMap((file) => {
    const values = bindingsOf(outsideFunctions(file), file.language)
    for (const one of file.cases) asserted.set(one, assertionsOf(one, { values, builders, helpers }))
    return file.cases
  })
  return { files, cases, asserted, words, subjects: new Set([...asserted.values()].flat().flatMap(({ calls }) => [...calls])) }
}

/** What a name stands for inside a function is nobody else's business. */
function outsideFunctions(file: TestFile): Token[] {
  const outside = outsideCases(file)
  const inside = new Set(functionsIn(outside, file.language).flatMap(({ body }) => body))
  return outside.filter((token) => !inside.has(token))
}

/** By name; in JavaScript, where runners are told by pattern, also a file that was there before, or named like those that were. */
function isPickedUp(path: string, name: string, file: TestFile, earlier: Suite | undefined): boolean {
  if (/\.(?:bak|disabled|skip|old|orig|off)\b/.test(path)) return false
  if (isTestName(name, file.language)) return true
  if (file.language !== 'js') return file.language === 'rust'
  if (!earlier || earlier.files.has(path) || path.includes('__tests__/')) return true
  return [...earlier.files.values()].some((one) => one.cases.length > 0 && !isTestName(one.path.slice(one.path.lastIndexOf('/') + 1), 'js'))
}

/** Functions outside the tests: those that assert something, and those that make what is asserted about. */
function readShared(files: readonly TestFile[]): Pick<Shared, 'helpers' | 'builders'> {
  const helpers = new Map<string, Assertion[]>()
  const builders = new Map<string, Token[]>()
  const functions = files.flatMap((file) =>
    functionsIn(outsideCases(file), file.language).map((one) => ({ ...one, language: file.language })),
  )
  for (const { name, body } of functions) if (name !== '') builders.set(name, body)
  for (const { name, body, language } of functions) {
    const assertions = assertionsOf({ body, table: [], language }, { values: new Map(), builders, helpers: new Map() })
    if (name === '' || assertions.length === 0) continue
    helpers.set(name, assertions)
    builders.delete(name)
  }
  return { helpers, builders }
}

/** The same but for comments and layout. */
export function sameCode(before: string, after: string, path: string): boolean {
  const language = languageOf(path)
  return language !== null && spell(code(tokenize(before, language))) === spell(code(tokenize(after, language)))
}
