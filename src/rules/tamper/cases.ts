// The test cases of a file: their names, what switches them off, and the code each one runs.
import { type Node, type Source, at, leavesOf, parts, spell, walk } from '../reading/syntax.ts'
import { oncePer } from '../reading/once-per.ts'
import { bindingsOf } from './bindings.ts'
import { callOf, callsBelow, memberOf, unwrapped } from './calls.ts'
import type { Language } from './files.ts'
import { cellsOf } from './literals.ts'

export interface Case {
  /** Titles from the outermost suite to the test. */
  name: string
  title: string
  path: string
  language: Language
  /** Words that change whether it runs: skip, only, todo, fails …, also those of its suites. */
  modifiers: string[]
  /** What it runs. */
  body: Node[]
  /** Marks above it that say what it must do, such as `should_panic`. */
  marks: Mark[]
  /** Tables of cases: what `each` and `parametrize` are given, and what loops around the test go over. */
  tables: Node[]
  /** Rows of values that are given one by one. */
  rows: Node[][]
  node: Node
  line: number
}

export interface TestFile {
  path: string
  language: Language
  source: Source
  cases: Case[]
}

export function readTests(path: string, source: Source, language: Language): TestFile {
  const cases: Case[] = []
  const visit = (node: Node, suites: readonly Found[], loops: readonly Node[]) => {
    const found = node.kind === null ? readers[language](node) : null
    if (found && !found.suite)
      cases.push({
        ...found,
        name: [...suites.map(({ title }) => title), found.title].join(' › '),
        path,
        language,
        modifiers: [...found.modifiers, ...suites.flatMap(({ modifiers }) => modifiers)],
        tables: [...loops, ...found.tables],
        rows: [...found.rows, ...suites.flatMap(({ rows }) => rows)],
        node,
        line: (at(node, 'name') ?? node).line,
      })
    if (found && !found.suite && language !== 'js') return
    if (language === 'py' && !found && (node.type === 'class_definition' || node.type === 'function_definition')) return
    const inside = found?.suite ? [...suites, found] : suites
    const loop = language === 'js' || language === 'ruby' ? loopOver(node) : null
    for (const child of node.children) visit(child, inside, loop ? [...loops, loop] : loops)
  }
  visit(source.root, [], [])
  return { path, language, source, cases: cases.filter((one) => !isRedefined(one, cases)) }
}

/** A later function of the same name takes its place, and it never runs. */
function isRedefined({ name, node, language }: Case, cases: readonly Case[]): boolean {
  return (
    (language === 'py' || (language === 'ruby' && node.type === 'method')) &&
    cases.some((other) => other.name === name && other.node.type === node.type && other.node.from > node.from)
  )
}

/** The leaves of a test file that are in no test: imports, helpers, hooks. */
export function outsideCases({ source, cases }: TestFile): Node[] {
  const inside = new Uint8Array(source.leaves.length)
  for (const { node } of cases) inside.fill(1, node.start, node.end)
  return source.leaves.filter((_, index) => inside[index] === 0)
}

interface Found extends Pick<Case, 'title' | 'modifiers' | 'body' | 'marks' | 'tables' | 'rows'> {
  suite: boolean
}

const nothing = { modifiers: [], body: [], marks: [], tables: [], rows: [], suite: false }

const readers: Record<Language, (node: Node) => Found | null> = {
  js: jsCase,
  py: pyCase,
  go: goCase,
  rust: rustCase,
  java: javaCase,
  ruby: rubyCase,
}

/** What a loop or `forEach` around tests goes over: it makes a test of every row. */
function loopOver(node: Node): Node | null {
  if (node.type === 'for_in_statement') return at(node, 'right')
  const call = callOf(node)
  return call && /^(?:forEach|each)$/.test(call.name) && call.on && !/^(?:it|test|describe)$/.test(spell(leavesOf(call.on)))
    ? call.on
    : null
}

const jsTests = /^[xf]?(?:it|test)$|^specify$/
const jsSuites = /^[xf]?(?:describe|context)$|^suite$/

/** `test.skip('title', …)`, `test.each(table)('title', …)`, `test('title', { skip: true }, …)`. */
function jsCase(node: Node): Found | null {
  if (node.type !== 'call_expression') return null
  const head = jsHead(at(node, 'function'))
  if (!head) return null
  const suite = jsSuites.test(head.word) || head.modifiers.includes('describe')
  const [title, ...rest] = callOf(node)?.args ?? []
  if (!title || title.kind === 'number' || !(title.kind !== null || /string|^function|binary|object|member|template/.test(title.type)))
    return null
  // `it.each(table)` is called once more, with the title.
  if (node.parent?.type === 'call_expression' && at(node.parent, 'function') === node) return null
  const options = rest.find(({ type }) => type === 'object')
  const set = parts(options).filter(
    (pair) =>
      /^(?:skip|only|todo|fails|ignore)$/.test(leavesOf(at(pair, 'key'))[0]?.text ?? '') &&
      leavesOf(at(pair, 'value'))[0]?.text !== 'false',
  )
  const modifiers = [...head.modifiers, ...set.map((pair) => leavesOf(at(pair, 'key'))[0]?.text ?? '')]
  return { ...nothing, suite, title: spell(leavesOf(title)), modifiers, body: rest, tables: head.tables }
}

interface Head {
  word: string
  modifiers: string[]
  tables: Node[]
}

/** Names that a file gives values to, such as `const describeFull = full ? describe : describe.skip`. */
const namesIn = oncePer((root: Node) => bindingsOf([root], true))

function aliased(callee: Node): Head | null {
  const value = unwrapped(namesIn(callee.source.root).get(callee.text) ?? null)
  if (value?.type !== 'ternary_expression') return jsHead(value, false)
  const head = jsHead(at(value, 'consequence'), false) ?? jsHead(at(value, 'alternative'), false)
  return head && { ...head, modifiers: [`if(${spell(leavesOf(at(value, 'condition')))})`] }
}

function jsHead(callee: Node | null, mayBeNamed = true): Head | null {
  if (!callee) return null
  if (callee.kind === 'word') {
    const named = mayBeNamed ? aliased(callee) : null
    if (named) return named
    if (!jsTests.test(callee.text) && !jsSuites.test(callee.text)) return null
    const implied = /^x/.test(callee.text) ? ['skip'] : /^f(?!or)/.test(callee.text) ? ['only'] : []
    return { word: callee.text, modifiers: implied, tables: [] }
  }
  const member = memberOf(callee)
  if (member?.on?.kind === 'word' && /^(?:t|Deno|bun)$/.test(member.on.text) && /^(?:test|it|describe)$/.test(member.name))
    return { word: member.name, modifiers: [], tables: [] }
  const call = callOf(callee)
  const inner = jsHead(member ? member.on : call ? call.on : null, mayBeNamed)
  if (!inner) return null
  if (member) return { ...inner, modifiers: [...inner.modifiers, member.name] }
  if (call && /^(?:each|for)$/.test(call.name)) return { ...inner, tables: [...inner.tables, ...call.args] }
  return call && call.name !== ''
    ? { ...inner, modifiers: [...inner.modifiers, `${call.name}(${spell(call.args.flatMap(leavesOf))})`] }
    : inner
}

interface Mark {
  name: string
  node: Node
  spelled: string
}

/** A declaration with the decorators, attributes or annotations above it. */
function declared(node: Node): { title: string; body: Node[]; marks: Mark[] } {
  const siblings = node.parent?.children ?? []
  const before = siblings.slice(0, siblings.indexOf(node))
  const above =
    node.parent?.type === 'decorated_definition'
      ? siblings.filter(({ type }) => type === 'decorator')
      : [
          ...before.slice(before.findLastIndex(({ type }) => type !== 'attribute_item') + 1),
          ...(node.children.find(({ type }) => type === 'modifiers')?.children ?? []).filter(({ type }) => /annotation$/.test(type)),
        ]
  const marks = above.map((mark): Mark => {
    const leaves = leavesOf(mark)
    const end = leaves.findIndex(({ text }) => /^[(\]=]$/.test(text))
    return { name: leaves.slice(0, end >>> 0).findLast(({ kind }) => kind === 'word')?.text ?? '', node: mark, spelled: spell(leaves) }
  })
  return { title: at(node, 'name')?.text ?? '', body: parts(node).filter(({ field }) => field === 'body'), marks }
}

function pyCase(node: Node): Found | null {
  const isClass = node.type === 'class_definition'
  if (!isClass && node.type !== 'function_definition') return null
  const { title, body, marks } = declared(node)
  if (isClass ? !/^Test/.test(title) && !/TestCase/.test(spell(leavesOf(at(node, 'superclasses')))) : !/^test/.test(title)) return null
  // `@full`, where `full = pytest.mark.skipif(…)`.
  const full = ({ name, spelled }: Mark) =>
    spelled === `@ ${name}` ? `@ ${spell(leavesOf(namesIn(node.source.root).get(name))) || name}` : spelled
  const [tables, others] = [marks.filter(({ name }) => name === 'parametrize'), marks.filter(({ name }) => name !== 'parametrize')]
  return { ...nothing, suite: isClass, title, modifiers: others.map(full), body, tables: tables.map((mark) => mark.node) }
}

function goCase(node: Node): Found | null {
  if (!/^(?:function|method)_declaration$/.test(node.type)) return null
  const { title, body } = declared(node)
  return body.length > 0 && /^(?:Test|Fuzz|Example)(?![a-z])/.test(title) && title !== 'TestMain' ? { ...nothing, title, body } : null
}

function rustCase(node: Node): Found | null {
  if (node.type !== 'function_item') return null
  const { title, body, marks } = declared(node)
  if (!marks.some(({ name }) => /^(?:test|rstest|test_case|quickcheck|proptest|wasm_bindgen_test)$/.test(name))) return null
  const modifiers = marks.flatMap(({ name, spelled }) =>
    name === 'ignore' ? ['ignore'] : name === 'cfg' || (name === 'cfg_attr' && /\bignore\b/.test(spelled)) ? [`if(${spelled})`] : [],
  )
  const rows = marks.filter(({ name }) => /^(?:case|test_case)$/.test(name)).map((mark) => leavesOf(mark.node))
  return { ...nothing, title, modifiers, body, marks: marks.filter(({ name }) => name === 'should_panic'), rows }
}

const javaTests = /^(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Theory)$/

function javaCase(node: Node): Found | null {
  const isClass = /^(?:class|record|interface|enum)_declaration$/.test(node.type)
  if (!isClass && node.type !== 'method_declaration') return null
  const { title, body, marks } = declared(node)
  const modifiers = marks.flatMap(({ name, spelled }) =>
    /^(?:Disabled|Ignore)$/.test(name) || /enabled = false/.test(spelled)
      ? ['ignore']
      : /^(?:Dis|En)abled\w+$/.test(name)
        ? [`if(${name})`]
        : [],
  )
  if (isClass) return { ...nothing, suite: true, title, modifiers }
  const old = at(node, 'type')?.text === 'void' && /^test[A-Z_]/.test(title) && parts(at(node, 'parameters')).length === 0
  if (body.length === 0 || (!old && !marks.some(({ name }) => javaTests.test(name)))) return null
  const says = marks.filter(({ name, spelled }) => name === 'Test' && /\bexpected\b/.test(spelled))
  return { ...nothing, title, modifiers, body, marks: says, rows: marks.flatMap((mark) => javaRows(mark, title)) }
}

/** The rows that an annotation gives, or the method that it names. */
function javaRows({ name, node }: Mark, title: string): Node[][] {
  const values = leavesOf(node).filter(({ kind }) => kind === 'string' || kind === 'number')
  if (name === 'ValueSource') return values.map((leaf) => [leaf])
  if (name === 'CsvSource')
    return values.flatMap((leaf) => leaf.text.split('\n').flatMap((line) => (line.includes(',') ? [cellsOf(leaf, line.split(','))] : [])))
  if (name !== 'MethodSource') return []
  const names = values.length > 0 ? values.map(({ text }) => text) : [title]
  const methods = walk(node.source.root).filter((one) => one.type === 'method_declaration' && names.includes(at(one, 'name')?.text ?? ''))
  return methods
    .flatMap(callsBelow)
    .filter((call) => call.name === 'arguments' || (call.name === 'of' && call.on?.text === 'Arguments'))
    .map((call) => leavesOf(at(call.node, 'arguments')))
}

const rubyTests = /^[xf]?(?:it|specify|example|scenario)$|^(?:test|its|pending|skip|should)$/
const rubySuites = /^[xf]?(?:describe|context|feature)$|^shared_(?:examples(?:_for)?|context)$/

function rubyCase(node: Node): Found | null {
  if (node.type === 'method') {
    const { title, body } = declared(node)
    return /^test_/.test(title) ? { ...nothing, title, body, modifiers: body.some(stops) ? ['skip'] : [] } : null
  }
  const call = callOf(node)
  if (!call || (call.on && !(call.on.text === 'RSpec' && rubySuites.test(call.name)))) return null
  const { name, args, block } = call
  const suite = rubySuites.test(name)
  if ((!suite && !rubyTests.test(name)) || (!block && args[0]?.kind !== 'string')) return null
  // `should 'work' do` is a test, `should eq(1)` an assertion.
  if (name === 'should' && !(block && args[0]?.kind === 'string')) return null
  const title = args[0]?.kind === 'string' ? args[0].text : spell(args.flatMap(leavesOf))
  const tagged = (tag: RegExp) =>
    args.slice(1).some((arg) => tag.test((arg.kind === 'string' ? arg : leavesOf(at(arg, 'key'))[0])?.text ?? ''))
  const off = /^x|^(?:pending|skip)$/.test(name) || tagged(/^(?:skip|pending)$/) || (!suite && block && stops(block))
  const only = (/^f/.test(name) && name !== 'feature') || tagged(/^focus$/)
  return {
    ...nothing,
    suite,
    title,
    modifiers: [...(off ? ['skip'] : block ? [] : ['todo']), ...(only ? ['only'] : [])],
    body: block ? [block] : [],
    rows: /^shared_/.test(name) ? givenTo(title, node.source.root) : [],
  }
}

/** What shared examples are given where they are run. */
const givenTo = (title: string, root: Node): Node[][] =>
  callsBelow(root).flatMap(({ name, args }) =>
    /^(?:it_behaves_like|it_should_behave_like|include_examples)$/.test(name) && args[0]?.text === title && args.length > 1
      ? [args.slice(1).flatMap(leavesOf)]
      : [],
  )

/** `skip` or `pending` among the statements of a Ruby test. */
function stops(body: Node): boolean {
  return walk(body).some(
    ({ kind, text, parent }) => kind === 'word' && /^(?:skip|pending)$/.test(text) && !/^(?:pair|argument_list)$/.test(parent?.type ?? ''),
  )
}
