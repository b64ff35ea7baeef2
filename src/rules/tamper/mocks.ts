// Tests that no longer test the work: the module under test mocked away, or its functions written anew inside the test.
import { readAdded } from './added.ts'
import { readTests } from './cases.ts'
import { type Tree, partOf } from './files.ts'
import { namedMocks } from './named-mocks.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'
import { type Language, type Token, args, closing, code, spell, tokenize } from './tokens.ts'

export interface Work {
  /** Functions that assertions anywhere are about, for set-up files that replace them from outside. */
  subjects: ReadonlySet<string>
  before: Tree
  after: Tree
}

export function findMocks(change: Change, { subjects, before, after }: Work): Tampering[] {
  const added = readAdded(change)
  const part = partOf(change.path)
  if (!added || change.after === null || (part !== 'test' && part !== 'settings')) return []
  const tokens = code(added.tokens)
  const fresh = new Set(added.tokens.flatMap((token, index) => (added.isNew(index) ? [token] : [])))
  const imports = importsOf(tokens, added.language)
  const mocked = added.language === 'py' ? pyMocks(tokens, fresh) : added.language === 'js' ? jsMocks(tokens, fresh, imports) : []
  const isSetup = readTests(change.path, change.after, added.language).cases.length === 0
  const isSubject = (name: string) => calledDirectly(tokens, name) || (isSetup && subjects.has(name))
  const found = mocked
    .filter(({ names }) => names.some(isSubject))
    .map(({ names, line }) =>
      tampering(change, 'subject-replaced', `${names.filter(isSubject).join(', ')} is what tests are about, and is mocked`, line),
    )
  return [
    ...found,
    ...namedMocks(change.path, tokens, fresh, added.language).map(({ name, line }) =>
      tampering(change, 'subject-replaced', `${name} is what the file is about, and is mocked`, line),
    ),
    ...standIns(change, tokens, imports, added.language),
    ...lookAlikes(change, tokens, imports, added.language, { before, after }),
  ]
}

interface Mocked {
  names: string[]
  line: number
}

/** Module path → names imported from it. */
type Imports = Map<string, string[]>

function importsOf(tokens: readonly Token[], language: Language): Imports {
  const found: Imports = new Map()
  for (const [index, token] of tokens.entries()) {
    if (language === 'js' && (token.text === 'import' || token.text === 'const') && token.first) {
      const end = tokens.findIndex((one, at) => at > index && one.kind === 'string')
      if (end < 0 || end - index > 60) continue
      const between = tokens.slice(index, end)
      if (!between.some(({ text }) => text === 'from' || text === 'require' || text === 'import')) continue
      const names = between.flatMap((one, at) =>
        one.kind === 'word' && !/^(?:import|from|as|type|const|require|await|default)$/.test(one.text) && between[at + 1]?.text !== 'as'
          ? [one.text]
          : [],
      )
      const path = (tokens[end] as Token).text
      found.set(path, [...(found.get(path) ?? []), ...names])
    }
    if (language === 'py' && token.text === 'from' && token.first) {
      const at = tokens.findIndex((one, place) => place > index && one.text === 'import')
      const end = tokens.findIndex((one, place) => place > at && one.first)
      const names = tokens
        .slice(at + 1, end < 0 ? undefined : end)
        .filter(({ kind, text }) => kind === 'word' && text !== 'as')
        .map(({ text }) => text)
      found.set(spell(tokens.slice(index + 1, at)).replaceAll(' ', ''), names)
    }
  }
  return found
}

/** `vi.mock('../src/cart', factory)`, `vi.spyOn(cart, 'total').mockReturnValue(…)`. */
function jsMocks(tokens: readonly Token[], fresh: ReadonlySet<Token>, imports: Imports): Mocked[] {
  return tokens.flatMap((token, index): Mocked[] => {
    if (token.kind !== 'word' || tokens[index - 1]?.text !== '.' || tokens[index + 1]?.text !== '(' || !fresh.has(token)) return []
    const given = args(tokens, index + 1)
    if (
      /^(?:mock|doMock|setMock|unstable_mockModule|module)$/.test(token.text) &&
      ['vi', 'jest', 'mock', 'td', 'vitest'].includes(tokens[index - 2]?.text ?? '')
    ) {
      const path = given[0]?.find(({ kind }) => kind === 'string')?.text
      const names = path === undefined ? undefined : imports.get(path)
      if (!names) return []
      const factory = given.slice(1).flat()
      const partial = /\b(?:importActual|importOriginal|requireActual|original|actual)\b/.test(spell(factory))
      return [
        {
          names: partial
            ? names.filter((name) =>
                factory.some((one, at) => one.text === name && [':', ',', '}', '('].includes(factory[at + 1]?.text ?? '')),
              )
            : names,
          line: token.line,
        },
      ]
    }
    if (token.text === 'spyOn' && /^(?:mock\w+|and)$/.test(tokens[closing(tokens, index + 1) + 2]?.text ?? '')) {
      const name = given[1]?.find(({ kind }) => kind === 'string')?.text
      const owner = given[0]?.[0]?.text
      return name !== undefined &&
        owner !== undefined &&
        [...imports].some(([path, names]) => path.startsWith('.') && names.includes(owner))
        ? [{ names: [name], line: token.line }]
        : []
    }
    return []
  })
}

/** `@patch('cart.total')`, `monkeypatch.setattr(cart, 'total', …)`, `mocker.patch('cart.total')`, `cart.total = lambda …`. */
function pyMocks(tokens: readonly Token[], fresh: ReadonlySet<Token>): Mocked[] {
  return tokens.flatMap((token, index): Mocked[] => {
    if (!fresh.has(token)) return []
    if (token.kind === 'word' && /^(?:patch|setattr|object)$/.test(token.text) && tokens[index + 1]?.text === '(') {
      const given = args(tokens, index + 1)
      const target = given
        .slice(0, 2)
        .flat()
        .find(({ kind }) => kind === 'string')?.text
      return target === undefined ? [] : [{ names: [target.slice(target.lastIndexOf('.') + 1)], line: token.line }]
    }
    if (
      token.first &&
      token.kind === 'word' &&
      tokens[index + 1]?.text === '.' &&
      tokens[index + 3]?.text === '=' &&
      /^(?:lambda|Mock|MagicMock|mock|fake\w*|_\w+)$/.test(tokens[index + 4]?.text ?? '')
    )
      return [{ names: [tokens[index + 2]?.text ?? ''], line: token.line }]
    return []
  })
}

/** Called as `name(…)` or `module.name(…)` by the tests, apart from the mock's own set-up. */
function calledDirectly(tokens: readonly Token[], name: string): boolean {
  return tokens.some(
    (token, index) =>
      token.kind === 'word' &&
      token.text === name &&
      tokens[index + 1]?.text === '(' &&
      !['function', 'def', 'func', 'mocked', 'new'].includes(tokens[index - 1]?.text ?? '') &&
      !/^(?:patch|setattr|spyOn)$/.test(tokens[index - 2]?.text ?? '') &&
      !isFactoryKey(tokens, index),
  )
}

function isFactoryKey(tokens: readonly Token[], index: number): boolean {
  return ['{', ','].includes(tokens[index - 1]?.text ?? '') && tokens[closing(tokens, index + 1) + 1]?.text === '{'
}

/** A name that came from the work and now comes from a file among the tests. */
function lookAlikes(
  change: Change,
  tokens: readonly Token[],
  imports: Imports,
  language: Language,
  trees: { before: Tree; after: Tree },
): Tampering[] {
  if (change.before === null || language !== 'js') return []
  const source = (tree: Tree, path: string) =>
    path.startsWith('.') ? candidates(change.path, path).find((one) => Object.hasOwn(tree, one)) : undefined
  const old = [...importsOf(code(tokenize(change.before, language)), language)].flatMap(([path, names]) => {
    const file = source(trees.before, path)
    return file !== undefined && partOf(file) === 'source' ? names : []
  })
  const library = [...importsOf(code(tokenize(change.before, language)), language)].filter(([path]) => assertionLibrary.test(path))
  const shims = [...imports].flatMap(([path, names]) => {
    const file = source(trees.after, path)
    const text = file === undefined ? '' : (trees.after[file] ?? '')
    return library.flatMap(([from, all]) =>
      all
        // A file that hands the library's own function on, perhaps extended, is no stand-in for it.
        .filter(
          (name) =>
            path.startsWith('.') && names.includes(name) && !(text.includes(from) && /\bexport\b.{0,80}\bfrom\b|\.extend\b/.test(text)),
        )
        .map((name) => {
          const line = tokens.find((token) => token.text === path)?.line
          return tampering(change, 'harness-altered', `${name} came from ${from} and now comes from ${path}`, line)
        }),
    )
  })
  const alike = [...imports].flatMap(([path, names]) => {
    const file = source(trees.after, path)
    return file !== undefined && partOf(file) !== 'source'
      ? names
          .filter((name) => old.includes(name))
          .map((name) =>
            tampering(
              change,
              'subject-replaced',
              `${name} now comes from ${file}, which is no part of the work`,
              tokens.find(({ text }) => text === path)?.line,
            ),
          )
      : []
  })
  return [...shims, ...alike]
}

const assertionLibrary =
  /^(?:node:)?(?:assert(?:\/strict)?|test)$|^(?:chai|vitest|@jest\/globals|expect|should|power-assert|uvu\/assert|tap|ava|bun:test|@playwright\/test)$/

/** What a relative import may mean: the path itself, or with the extensions and index files that tools fill in. */
function candidates(from: string, path: string): string[] {
  const parts = from.split('/').slice(0, -1)
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  const base = parts.join('/')
  return [
    base,
    ...['.ts', '.js', '.tsx', '.jsx', '.mjs', '.cjs', '/index.ts', '/index.js'].map((end) => base + end),
    base.replace(/\.js$/, '.ts'),
  ]
}

/** A name that the test imported from the work before, and now defines for itself. */
function standIns(change: Change, tokens: readonly Token[], imports: Imports, language: Language): Tampering[] {
  if (change.before === null) return []
  const now = new Set([...imports.values()].flat())
  const before = importsOf(code(tokenize(change.before, language)), language)
  const ours = [...before]
    .filter(([path]) =>
      language === 'py'
        ? !/^(?:unittest|pytest|typing|os|sys|re|json|datetime|collections|math|decimal)\b/.test(path)
        : path.startsWith('.') || path.startsWith('@/') || path.startsWith('~'),
    )
    .flatMap(([, names]) => names)
  const gone = ours.filter((name) => !now.has(name))
  const redirected = [...imports]
    .filter(
      ([path]) => !before.has(path) && /(?:^|[/._-])(?:fakes?|mocks?|__mocks__|stubs?|stand-?ins?|dummy|shims?)(?:[/._-]|$)/i.test(path),
    )
    .flatMap(([path, names]) =>
      names
        .filter((name) => ours.includes(name))
        .map((name) =>
          tampering(change, 'subject-replaced', `${name} now comes from ${path}`, tokens.find(({ text }) => text === path)?.line),
        ),
    )
  return [
    ...redirected,
    ...gone.flatMap((name): Tampering[] => {
      const at = tokens.findIndex(
        (token, index) =>
          token.text === name &&
          (['function', 'def', 'class', 'func'].includes(tokens[index - 1]?.text ?? '') ||
            (['const', 'let', 'var'].includes(tokens[index - 1]?.text ?? '') && tokens[index + 1]?.text === '=') ||
            (token.first && tokens[index + 1]?.text === '=' && language === 'py')),
      )
      const moved = at >= 0 && /^(?:= (?:require|await import) \()/.test(spell(tokens.slice(at + 1, at + 5)))
      return at < 0 || moved
        ? []
        : [
            tampering(
              change,
              'subject-replaced',
              `${name} was imported from the work and is now defined in the test itself`,
              tokens[at]?.line,
            ),
          ]
    }),
  ]
}
