// The test cases of a file: their names, what switches them off, and the code each one runs.
import { type Node, type Source, at, leavesOf, parts, spell, walk } from '../reading/syntax.ts'
import { oncePer } from '../reading/once-per.ts'
import { bindingsOf } from './bindings.ts'
import { callOf, memberOf, unwrapped } from './calls.ts'
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
  return { path, language, source, cases }
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
  if (!title || !(title.kind !== null || /string|function|binary|object|member|template/.test(title.type))) return null
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

function pyCase(node: Node): Found | null {
  const name = at(node, 'name')?.text ?? ''
  const marks = node.parent?.type === 'decorated_definition' ? node.parent.children.filter(({ type }) => type === 'decorator') : []
  const spelled = (mark: Node) => spell(leavesOf(mark)).replace(/^@ (\w+)$/, (all, name: string) => named(node, name) ?? all)
  const modifiers = marks.map(spelled).filter((mark) => !/parametrize/.test(mark))
  if (node.type === 'class_definition')
    return /^Test/.test(name) || /TestCase/.test(spell(leavesOf(at(node, 'superclasses'))))
      ? { ...nothing, suite: true, title: name, modifiers }
      : null
  if (node.type !== 'function_definition' || !/^test/.test(name)) return null
  const tables = marks.filter((mark) => /parametrize/.test(spell(leavesOf(mark))))
  return { ...nothing, title: name, modifiers, body: parts(node).filter(({ field }) => field === 'body'), tables }
}

/** `@full`, where `full = pytest.mark.skipif(…)`. */
function named(node: Node, name: string): string | undefined {
  const value = namesIn(node.source.root).get(name)
  return value && `@ ${spell(leavesOf(value))}`
}

function goCase(node: Node): Found | null {
  const [name, body] = [at(node, 'name')?.text ?? '', at(node, 'body')]
  if (!/^(?:function|method)_declaration$/.test(node.type) || !body || !/^(?:Test|Fuzz|Example)(?![a-z])/.test(name) || name === 'TestMain')
    return null
  return { ...nothing, title: name, body: [body] }
}

interface Mark {
  name: string
  node: Node
}

function rustCase(node: Node): Found | null {
  const body = node.type === 'function_item' ? at(node, 'body') : null
  if (!body) return null
  const siblings = node.parent?.children ?? []
  const above = siblings.slice(0, siblings.indexOf(node))
  const marks = above.slice(above.findLastIndex(({ type }) => type !== 'attribute_item') + 1).map((mark): Mark => {
    const path = leavesOf(mark).slice(2)
    const end = path.findIndex(({ text }) => /^[(\]=]$/.test(text))
    return { name: path.slice(0, end >>> 0).findLast(({ kind }) => kind === 'word')?.text ?? '', node: mark }
  })
  if (!marks.some(({ name }) => /^(?:test|rstest|test_case|quickcheck|proptest|wasm_bindgen_test)$/.test(name))) return null
  const rows = marks.filter(({ name }) => /^(?:case|test_case)$/.test(name)).map((mark) => leavesOf(mark.node))
  return {
    ...nothing,
    title: at(node, 'name')?.text ?? '',
    modifiers: marks.flatMap(rustSwitch),
    body: [body],
    marks: marks.filter(({ name }) => name === 'should_panic'),
    rows,
  }
}

function rustSwitch({ name, node }: Mark): string[] {
  if (name === 'ignore') return ['ignore']
  return name === 'cfg' || (name === 'cfg_attr' && leavesOf(node).some(({ text }) => text === 'ignore'))
    ? [`if(${spell(leavesOf(node))})`]
    : []
}

const javaTests = /^(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Theory)$/

function javaCase(node: Node): Found | null {
  const isClass = /^(?:class|record|interface|enum)_declaration$/.test(node.type)
  if (!isClass && node.type !== 'method_declaration') return null
  const [title, body] = [at(node, 'name')?.text ?? '', at(node, 'body')]
  const marks = (node.children.find(({ type }) => type === 'modifiers')?.children ?? [])
    .filter(({ type }) => /annotation$/.test(type))
    .map((mark): Mark => ({ name: leavesOf(at(mark, 'name')).at(-1)?.text ?? '', node: mark }))
  const modifiers = marks.flatMap(javaSwitch)
  if (isClass) return { ...nothing, suite: true, title, modifiers }
  const old = at(node, 'type')?.text === 'void' && /^test[A-Z_]/.test(title)
  if (!body || (!old && !marks.some(({ name }) => javaTests.test(name)))) return null
  const says = marks.filter((mark) => mark.name === 'Test' && leavesOf(mark.node).some(({ text }) => text === 'expected'))
  return { ...nothing, title, modifiers, body: [body], marks: says, rows: marks.flatMap((mark) => javaRows(mark, title)) }
}

function javaSwitch({ name, node }: Mark): string[] {
  if (name === 'Disabled' || name === 'Ignore' || /enabled = false/.test(spell(leavesOf(node)))) return ['ignore']
  return /^(?:Disabled|Enabled)\w+$/.test(name) ? [`if(${name})`] : []
}

/** The rows that an annotation gives, or the method that it names. */
function javaRows({ name, node }: Mark, title: string): Node[][] {
  const values = leavesOf(node).filter(({ kind }) => kind === 'string' || kind === 'number')
  if (name === 'CsvSource')
    return values.flatMap((leaf) =>
      leaf.text
        .split('\n')
        .filter((line) => line.includes(','))
        .map((line) => cellsOf(leaf, line.split(','))),
    )
  if (name === 'ValueSource') return values.map((leaf) => [leaf])
  if (name !== 'MethodSource') return []
  const names = values.length > 0 ? values.map(({ text }) => text) : [title]
  const methods = walk(node.source.root).filter((one) => one.type === 'method_declaration' && names.includes(at(one, 'name')?.text ?? ''))
  return methods.flatMap((method) =>
    walk(method).flatMap((one) => {
      const call = callOf(one)
      return call && (call.name === 'arguments' || (call.name === 'of' && call.on?.text === 'Arguments'))
        ? [leavesOf(at(one, 'arguments'))]
        : []
    }),
  )
}

const rubyTests = /^[xf]?(?:it|specify|example|scenario)$|^(?:test|its|pending|skip)$/
const rubySuites = /^[xf]?(?:describe|context|feature)$/

function rubyCase(node: Node): Found | null {
  if (node.type === 'method') {
    const title = at(node, 'name')?.text ?? ''
    return /^test_/.test(title) ? withStops({ ...nothing, title, body: parts(node).filter(({ field }) => field === 'body') }) : null
  }
  const call = callOf(node)
  if (!call || (call.on && !(call.on.text === 'RSpec' && rubySuites.test(call.name)))) return null
  const suite = rubySuites.test(call.name)
  if ((!suite && !rubyTests.test(call.name)) || (!call.block && call.args[0]?.kind !== 'string')) return null
  const [first] = call.args
  const title = first?.kind === 'string' ? first.text : spell(call.args.flatMap(leavesOf))
  const tagged = (name: string) =>
    call.args.slice(1).some((arg) => (arg.kind === 'string' ? arg : leavesOf(at(arg, 'key'))[0])?.text === name)
  const off = /^x|^(?:pending|skip)$/.test(call.name) || tagged('skip') || tagged('pending') ? ['skip'] : call.block ? [] : ['todo']
  const only =
    /^f(?:it|describe|context|specify|example|eature)?$/.test(call.name) && call.name !== 'feature'
      ? ['only']
      : tagged('focus')
        ? ['only']
        : []
  return withStops({ ...nothing, suite, title, modifiers: [...off, ...only], body: call.block ? [call.block] : [] })
}

/** `skip` or `pending` among the statements of a Ruby test. */
function withStops(found: Found): Found {
  if (found.suite) return found
  const stops = found.body.some((body) =>
    walk(body).some(
      (one) => /^(?:skip|pending)$/.test(one.text) && one.kind === 'word' && !/^(?:pair|argument_list)$/.test(one.parent?.type ?? ''),
    ),
  )
  return stops ? { ...found, modifiers: [...found.modifiers, 'skip'] } : found
}
