// Tests that no longer test the work: the module under test mocked away, or its functions rewritten inside the test.
import { type Node, at, leavesOf, spell, walk } from '../reading/syntax.ts'
import { oncePer } from '../reading/once-per.ts'
import { type Bindings, bindingsOf } from './bindings.ts'
import { type Call, callOf, callsBelow, chainWords, functionsIn } from './calls.ts'
import { type Case, readTests } from './cases.ts'
import { type Language, type Tree, languageOf, partOf } from './files.ts'
import { type Imports, fileOf, importsOf } from './imports.ts'
import type { Licence } from './licence.ts'
import { type Added, type Read, readAdded } from './read.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

export interface Work {
  /** Functions that assertions anywhere are about, for set-up files that replace them from outside. */
  subjects(): ReadonlySet<string>
  before: Tree
  after: Tree
  licence: Licence
  read: Read
}

export function findMocks(change: Change, { subjects, before, after, licence, read }: Work): Tampering[] {
  const part = partOf(change.path)
  const added = part === 'test' || part === 'settings' ? readAdded(change, read) : null
  if (!added) return []
  const { root } = added.source
  const imports = importsOf(root)
  const { cases } = readTests(change.path, added.source, added.language)
  const isSetup = cases.length === 0
  const subject = subjectOf(change.path)
  const isSubject = (name: string) => calledDirectly(root, name) || (isSetup && subjects().has(name))
  const values = bindingsOf([root], true)
  // The functions of the work as it was, with the words in them.
  const functions = oncePer((tree: Tree) =>
    Object.entries(tree).flatMap(([path, text]) => {
      const source = partOf(path) === 'source' && languageOf(path) === added.language ? read(path, text) : null
      return source ? functionsIn(source.root) : []
    }),
  )
  const isReached = (name: string) => {
    const reached = new Set([name])
    const all = functions(before)
    if (!all.some((one) => one.name === name)) return false
    for (const inner of reached)
      for (const one of all) if (one.leaves.some(({ kind, text }) => kind === 'word' && text === inner)) reached.add(one.name)
    return [...reached].some((one) => one !== name && calledDirectly(root, one))
  }
  const old = change.before === null ? null : read(change.path, change.before)
  const wereThere = new Map((old ? readTests(change.path, old, added.language).cases : []).map((one) => [one.name, one]))
  const mocksIn = (nodes: readonly Node[]) => nodes.flatMap((node) => mockedBy(node, added.language, { imports, values, subject, after }))
  // Behind what an old test calls: with an answer in its place, the test that stays the same asks for less.
  const holds = (line: number, one: Case) => one.node.line <= line && line <= one.node.line + lineCount(one.node)
  const isBehind = (name: string, line: number, isWhole: boolean) =>
    cases.some((one) => {
      const was = wereThere.get(one.name)
      // One mock in the place of another asks for no less.
      return was && (isWhole || (holds(line, one) && mocksIn(walk(one.node)).length > mocksIn(walk(was.node)).length))
    }) &&
    !['stub', 'mock', 'fake', 'network', 'offline', 'clock'].some(licence.mentions) &&
    isReached(name)
  const functionsOf = (path: string) => {
    const file = fileOf(change.path, path, after)
    const source = file === undefined ? null : read(file, after[file] ?? '')
    return source ? functionsIn(source.root).map(({ name }) => name) : []
  }
  const found = mocksIn(walk(root).filter(added.isNew)).flatMap(({ names, sure, line, module }) => {
    const hit = [
      ...names.filter((name) => sure || isSubject(name)),
      ...(module === undefined ? names : [...names, ...functionsOf(module)]).filter(
        (name) => !isSubject(name) && isBehind(name, line, module !== undefined),
      ),
    ]
    const told = `${hit.join(', ')} is what ${sure ? 'the file is' : 'tests are'} about, and is mocked`
    return hit.length > 0 ? [tampering(change, 'subject-replaced', told, line)] : []
  })
  return old ? [...found, ...standIns(change, added, importsOf(old.root), imports, { before, after })] : found
}

const lineCount = ({ source, from, to }: Node) => source.text.slice(from, to).split('\n').length - 1

interface Mocked {
  names: string[]
  /** By the file's own name it is what the file is about. */
  sure: boolean
  line: number
  /** Where a whole module is replaced, its path. */
  module?: string
}

interface Known {
  imports: Imports
  /** Names that the file gives values to. */
  values: Bindings
  /** What the file is about, by its own name. */
  subject: string
  after: Tree
}

/** By its name neither a file, a folder nor a class of the tree: `requests` in `patch('app.client.requests.get')`. */
function isForeign(name: string, tree: Tree): boolean {
  if (!/^[A-Za-z]\w*$/.test(name)) return false
  const defines = new RegExp(`\\bclass ${name}\\b|\\b${name} = |\\bas ${name}\\b`)
  return !Object.entries(tree).some(
    ([path, text]) => path.split(/[/.]/).includes(name) || (languageOf(path) === 'py' && text.includes(name) && defines.test(text)),
  )
}

function mockedBy(node: Node, language: Language, { imports, values, subject, after }: Known): Mocked[] {
  const say = (names: string[], sure = false): Mocked[] => [{ names, sure, line: node.line }]
  const call = callOf(node)
  if (language === 'js') {
    const module = call && isModuleMock(call) ? leavesOf(call.args[0]).find(({ kind }) => kind === 'string')?.text : undefined
    if (call) return say(jsMock(call, imports, values)).map((one) => ({ ...one, ...(module !== undefined && { module }) }))
    // `service.total = jest.fn()`
    const [left, right] = node.type === 'assignment_expression' ? [at(node, 'left'), at(node, 'right')] : []
    const isStub = /^(?:jest|vi|sinon|mock) \. (?:fn|stub)\b/.test(spell(leavesOf(right)))
    const [owner, , name] = leavesOf(left)
    return isStub && name && isOurs(owner?.text, imports, values) ? say([name.text]) : []
  }
  if (language === 'py') {
    const target =
      call && /^(?:patch|setattr|object)$/.test(call.name) ? call.args.slice(0, 2).find(({ kind }) => kind === 'string')?.text : undefined
    if (call && target !== undefined) {
      const path = [...(target === call.args[0]?.text ? [] : chainWords(call.args[0] ?? null)), ...target.split('.')]
      const [owner, name] = [path.at(-2), path.at(-1) ?? '']
      const isImported =
        target.includes('.') || node.source.text.match(/^import [\w., ]+$/gm)?.some((line) => line.split(/[ .,]+/).includes(path[0] ?? ''))
      return owner !== undefined && isImported && isForeign(owner, after) ? [] : say([name])
    }
    const [left, right] = node.type === 'assignment' ? [at(node, 'left'), at(node, 'right')] : []
    return left?.type === 'attribute' && /^(?:lambda|Mock|MagicMock|mock|fake\w*|_\w+)$/.test(leavesOf(right)[0]?.text ?? '')
      ? say([leavesOf(left).at(-1)?.text ?? ''])
      : []
  }
  const given = headOf(call?.args[0])
  const isIt = (name: string) => name === subject || name === 'described_class'
  if (language === 'ruby' && call && /^stubs?$/.test(call.name) && isIt(headOf(call.on ?? undefined))) return say([subject], true)
  if (language === 'ruby' && call?.name === 'receive' && call.on === null && call.args[0]?.kind === 'string')
    return say([call.args[0].text])
  const aboutIt = isIt(given) || isIt(headOf(values.get(given)))
  if (
    call &&
    aboutIt &&
    /^(?:mock|spy|mockStatic|mockConstruction|createMock|allow|allow_any_instance_of|instance_double|class_double|stub_const)$/.test(
      call.name,
    )
  ) {
    // On a thing of that kind one method may be stubbed, unless it is the one that the tests call.
    const stubbed =
      isIt(given) || call.name !== 'allow'
        ? []
        : leavesOf(node.parent)
            .filter(({ kind }, index, all) => kind === 'string' && all.slice(0, index).some(({ text }) => /^receive/.test(text)))
            .slice(0, 1)
    return stubbed.length > 0 ? say(stubbed.map(({ text }) => text)) : say([subject], true)
  }
  const marked =
    /annotation$/.test(node.type) &&
    /^(?:Mock|Spy|MockBean)$/.test(at(node, 'name')?.text ?? '') &&
    leavesOf(at(node.parent?.parent, 'type'))[0]?.text === subject
  return marked ? say([subject], true) : []
}

/** The first name in a value: `Fare` of `new Fare(3)` and of `{ Fare.new(3) }`. */
function headOf(value: Node | undefined): string {
  return leavesOf(value).find(({ kind, text }) => kind !== 'sign' && !/^(?:new|do|await)$/.test(text))?.text ?? ''
}

const isModuleMock = ({ name, on }: Pick<Call, 'name' | 'on'>) =>
  /^(?:mock|doMock|setMock|unstable_mockModule|module)$/.test(name) && /^(?:vi|jest|mock|td|vitest)$/.test(on?.text ?? '')

/** `vi.mock('../src/cart', factory)`, `vi.spyOn(cart, 'total').mockReturnValue(…)`, `t.mock.method(cart, 'total', …)`, `sinon.stub(cart, 'total')`. */
function jsMock({ node, name, on, args }: Call, imports: Imports, values: Bindings): string[] {
  if (isModuleMock({ name, on })) {
    const names = imports.get(leavesOf(args[0]).find(({ kind }) => kind === 'string')?.text ?? '') ?? []
    const factory = args.slice(1).flatMap(leavesOf)
    const partial = /\b(?:importActual|importOriginal|requireActual|original|actual)\b/.test(spell(factory))
    return partial
      ? names.filter((one) => factory.some(({ text }, index) => text === one && /^[:,}(]$/.test(factory[index + 1]?.text ?? '')))
      : names
  }
  const links = [node.parent, node.parent?.parent].map((up) => at(up, 'property')?.text ?? '')
  const spied = name === 'spyOn' && links.some((one) => /^(?:mock\w+|and)$/.test(one))
  const stubbed =
    /^(?:stub|replace)$/.test(name) || (/^(?:method|getter)$/.test(name) && chainWords(on).at(-1) === 'mock' && args.length > 2)
  if (!spied && !stubbed) return []
  const [owner, method] = [leavesOf(args[0])[0]?.text, args[1]?.kind === 'string' ? args[1].text : undefined]
  return method !== undefined && isOurs(owner, imports, values) ? [method] : []
}

/** Imported from the project, or made of what is. */
function isOurs(owner: string | undefined, imports: Imports, values: Bindings): boolean {
  const names = new Set([...imports].flatMap(([path, all]) => (path.startsWith('.') ? all : [])))
  return (
    owner !== undefined && (names.has(owner) || leavesOf(values.get(owner)).some(({ kind, text }) => kind === 'word' && names.has(text)))
  )
}

/** Called as `name(…)` or `module.name(…)`, or shown as `<Name>`, by the tests, apart from the mock's own set-up. */
function calledDirectly(root: Node, name: string): boolean {
  if (walk(root).some((one) => /^jsx_(?:opening|self_closing)_element$/.test(one.type) && at(one, 'name')?.text === name)) return true
  return callsBelow(root).some((call) => call.name === name && !/^(?:mocked|patch|setattr|spyOn)$/.test(chainWords(call.on).at(-1) ?? ''))
}

/** `FareTest.java` and `fare_spec.rb` are about `Fare`. */
function subjectOf(path: string): string {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  const bare = stem.replace(/^(?:Test(?=[A-Z])|test_)|(?:Tests?|TestCase|IT|Spec|_test|_spec)$/g, '')
  return bare.replace(/(?:^|_)(\p{L})/gu, (_, letter: string) => letter.toUpperCase())
}

const assertionLibrary =
  /^(?:node:)?(?:assert(?:\/strict)?|test)$|^(?:chai|vitest|@jest\/globals|expect|should|power-assert|uvu\/assert|tap|ava|bun:test|@playwright\/test)$/
const standInPath = /(?:^|[/._-])(?:fakes?|mocks?|__mocks__|stubs?|stand-?ins?|dummy|shims?)(?:[/._-]|$)/i

/** Names that came from the work or from the assertion library, and now come from elsewhere or are defined in the test itself. */
function standIns(change: Change, { source }: Added, old: Imports, now: Imports, trees: { before: Tree; after: Tree }): Tampering[] {
  const work = [...old].filter(([path]) => partOf(fileOf(change.path, path, trees.before) ?? '') === 'source').flatMap(([, names]) => names)
  const library = [...old].filter(([path]) => assertionLibrary.test(path))
  const lineOf = (path: string) => source.leaves.find(({ text }) => text === path)?.line
  const moved = [...now].flatMap(([path, names]) =>
    names.flatMap((name): Tampering[] => {
      const file = fileOf(change.path, path, trees.after)
      const text = file === undefined ? '' : (trees.after[file] ?? '')
      const from = path.startsWith('.') ? library.find(([, all]) => all.includes(name))?.[0] : undefined
      // A file that hands the library's own function on, perhaps extended, is no stand-in for it.
      if (from !== undefined && !(text.includes(from) && /\bexport\b.{0,80}\bfrom\b|\.extend\b/.test(text)))
        return [tampering(change, 'harness-altered', `${name} came from ${from} and now comes from ${path}`, lineOf(path))]
      const elsewhere =
        (work.includes(name) && file !== undefined && partOf(file) !== 'source') ||
        (work.includes(name) && !old.has(path) && standInPath.test(path))
      return elsewhere
        ? [tampering(change, 'subject-replaced', `${name} now comes from ${file ?? path}, which is no part of the work`, lineOf(path))]
        : []
    }),
  )
  const known = new Set([...now.values()].flat())
  const defined = new Map([...functionsIn(source.root).map(({ name, line }) => [name, line] as const), ...definitions(source.root)])
  const anew = work.filter((name) => !known.has(name) && defined.has(name))
  return [
    ...moved,
    ...anew.map((name) =>
      tampering(change, 'subject-replaced', `${name} was imported from the work and is now defined in the test itself`, defined.get(name)),
    ),
  ]
}

/** Classes, and names given a value at the top of a file. */
function definitions(root: Node): (readonly [string, number])[] {
  return walk(root).flatMap((node) => {
    const name = /^(?:class_declaration|class_definition|variable_declarator)$/.test(node.type)
      ? at(node, 'name')
      : node.type === 'assignment' && node.parent?.parent === root
        ? at(node, 'left')
        : null
    return name?.kind === 'word' ? [[name.text, node.line] as const] : []
  })
}
