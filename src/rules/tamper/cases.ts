// The test cases of a file: their names, what switches them off, and the code each one runs.
import { javaCases, rustCases } from './marked-cases.ts'
import { rubyCases } from './ruby-cases.ts'
import { type Language, type Token, args, closing, code, spell, tokenize } from './tokens.ts'

export interface Case {
  /** Titles from the outermost suite to the test. */
  name: string
  title: string
  path: string
  language: Language
  /** Words that change whether it runs: skip, only, todo, fails …, also those of its suites. */
  modifiers: string[]
  /** What it runs. */
  body: Token[]
  /** Parameter tables: `each`, `parametrize`. */
  table: Token[]
  /** Rows of values that are given one by one. */
  rows?: readonly Token[][]
  line: number
  /** Its own place among the file's tokens. */
  from: number
  to: number
}

export interface TestFile {
  path: string
  language: Language
  tokens: Token[]
  cases: Case[]
}

export function readTests(path: string, source: string, language: Language): TestFile {
  const tokens = code(tokenize(source, language))
  const cases = readers[language](tokens)
  return { path, language, tokens, cases: cases.map((one) => ({ ...one, path, language })) }
}

const readers: Record<Language, (tokens: readonly Token[]) => Found[]> = {
  js: jsCases,
  py: pyCases,
  go: goCases,
  rust: rustCases,
  java: javaCases,
  ruby: rubyCases,
}

/** The code of a test file that is no test: imports, helpers, hooks. */
export function outsideCases({ tokens, cases }: TestFile): Token[] {
  const inside = new Uint8Array(tokens.length)
  for (const { from, to } of cases) inside.fill(1, from, to + 1)
  return tokens.filter((_, index) => inside[index] === 0)
}

export type Found = Omit<Case, 'path' | 'language'>

const jsTests = new Set(['it', 'test', 'specify', 'xit', 'xtest', 'fit', 'ftest'])
const jsSuites = new Set(['describe', 'suite', 'context', 'xdescribe', 'fdescribe', 'xcontext'])
const implied: Record<string, string> = {
  xit: 'skip',
  xtest: 'skip',
  xdescribe: 'skip',
  xcontext: 'skip',
  fit: 'only',
  ftest: 'only',
  fdescribe: 'only',
}

function jsCases(tokens: readonly Token[]): Found[] {
  const found: Found[] = []
  const suites: { title: string; modifiers: string[]; to: number }[] = []
  const loops: { header: Token[]; to: number }[] = []
  for (let index = 0; index < tokens.length; index++) {
    while (suites.length > 0 && (suites.at(-1)?.to ?? 0) < index) suites.pop()
    while (loops.length > 0 && (loops.at(-1)?.to ?? 0) < index) loops.pop()
    const token = tokens[index] as Token
    const loop = readLoop(tokens, index)
    if (loop) loops.push(loop)
    const isSuite = jsSuites.has(token.text)
    if (token.kind !== 'word' || !(isSuite || jsTests.has(token.text))) continue
    const previous = tokens[index - 1]?.text
    if (previous === 'function' || (previous === '.' && !['t', 'Deno', 'bun'].includes(tokens[index - 2]?.text ?? ''))) continue
    const call = readCall(tokens, index)
    if (!call) continue
    const title = spell(call.title)
    const modifiers = [
      ...(implied[token.text] ? [implied[token.text] as string] : []),
      ...call.modifiers,
      ...suites.flatMap((suite) => suite.modifiers),
    ]
    if (isSuite)
      suites.push({ title, modifiers: [...(implied[token.text] ? [implied[token.text] as string] : []), ...call.modifiers], to: call.to })
    else
      found.push({
        name: [...suites.map((suite) => suite.title), title].join(' › '),
        title,
        modifiers,
        body: call.body,
        table: [...loops.flatMap((loop) => loop.header), ...call.table],
        line: token.line,
        from: index,
        to: call.to,
      })
  }
  return found
}

/** `for (const row of rows) {…}` and `rows.forEach((row) => {…})`, which make a test of every row. */
function readLoop(tokens: readonly Token[], index: number): { header: Token[]; to: number } | null {
  const { kind, text } = tokens[index] as Token
  if (kind !== 'word' || tokens[index + 1]?.text !== '(') return null
  const end = closing(tokens, index + 1)
  if (text === 'for' && tokens[end + 1]?.text === '{') {
    const header = tokens.slice(index + 2, end)
    const over = header.findIndex((token) => token.text === 'of')
    return over < 0 ? null : { header: header.slice(over + 1), to: closing(tokens, end + 1) }
  }
  if (text !== 'forEach' || tokens[index - 1]?.text !== '.') return null
  const owner = tokens[index - 2] as Token
  return owner.kind === 'word' ? { header: [owner], to: end } : null
}

interface JsCall {
  title: Token[]
  modifiers: string[]
  table: Token[]
  body: Token[]
  to: number
}

/** `test.skip('title', …)`, `test.each(table)('title', …)`, `test('title', { skip: true }, …)`. */
function readCall(tokens: readonly Token[], start: number): JsCall | null {
  const modifiers: string[] = []
  const table: Token[] = []
  let at = start + 1
  for (;;) {
    const token = tokens[at]
    if (token?.text === '.' && tokens[at + 1]?.kind === 'word') {
      const modifier = tokens[at + 1] as Token
      at += 2
      if (
        ['each', 'for', 'skipIf', 'runIf', 'if', 'skip', 'only'].includes(modifier.text) &&
        tokens[at]?.text === '(' &&
        tokens[closing(tokens, at) + 1]?.text === '('
      ) {
        const end = closing(tokens, at)
        const inner = tokens.slice(at + 1, end)
        if (modifier.text === 'each' || modifier.text === 'for') table.push(...inner)
        else modifiers.push(`${modifier.text}(${spell(inner)})`)
        at = end + 1
      } else if (modifier.text === 'each' && tokens[at]?.kind === 'string') {
        table.push(tokens[at] as Token)
        at++
      } else modifiers.push(modifier.text)
    } else break
  }
  if (tokens[at]?.text !== '(') return null
  const [title, ...rest] = args(tokens, at)
  const named = title?.length === 1 && (title[0]?.kind === 'string' || title[0]?.kind === 'word')
  const first = title?.[0]
  if (
    !title ||
    !(
      named ||
      first?.kind === 'string' ||
      first?.text === 'function' ||
      first?.text === '(' ||
      first?.text === 'async' ||
      first?.text === '{'
    )
  )
    return null
  const options = rest.find((part) => part[0]?.text === '{')
  if (options)
    for (const [index, token] of options.entries())
      if (
        ['skip', 'only', 'todo', 'fails', 'ignore'].includes(token.text) &&
        options[index + 1]?.text === ':' &&
        options[index + 2]?.text !== 'false'
      )
        modifiers.push(token.text)
  return { title, modifiers, table, body: rest.flat(), to: closing(tokens, at) }
}

function pyCases(tokens: readonly Token[]): Found[] {
  const found: Found[] = []
  let suite: { name: string; column: number; modifiers: string[]; collected: boolean } | null = null
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token
    if (suite && token.first && token.column <= suite.column && !['@', ')', ']', '}'].includes(token.text)) suite = null
    const name = tokens[index + 1]
    if (token.text === 'class' && token.first && name) {
      const bases = tokens[index + 2]?.text === '(' ? spell(args(tokens, index + 2).flat()) : ''
      suite = {
        name: name.text,
        column: token.column,
        modifiers: decorators(tokens, index),
        collected: name.text.startsWith('Test') || /TestCase/.test(bases),
      }
      continue
    }
    if (token.text !== 'def' || !name || !/^test/.test(name.text)) continue
    const start = tokens[index - 1]?.text === 'async' ? index - 1 : index
    const column = (tokens[start] as Token).column
    if (suite ? !suite.collected : column > 0) continue
    const to = pyBlockEnd(tokens, index, column)
    const own = decorators(tokens, start)
    found.push({
      name: suite ? `${suite.name} › ${name.text}` : name.text,
      title: name.text,
      modifiers: [...own, ...(suite?.modifiers ?? [])].filter((one) => !/parametrize/.test(one)),
      body: tokens.slice(index + 2, to + 1),
      table: own.some((one) => /parametrize/.test(one)) ? decoratorTokens(tokens, start) : [],
      line: token.line,
      from: decoratorStart(tokens, start),
      to,
    })
    index = to
  }
  return found
}

/** Last token of the block that the line of `at` opens. */
export function pyBlockEnd(tokens: readonly Token[], at: number, column: number): number {
  let depth = 0
  for (let index = at; index < tokens.length; index++) {
    const token = tokens[index] as Token
    if (depth === 0 && index > at && token.first && token.column <= column) return index - 1
    if (token.kind === 'sign' && '([{'.includes(token.text)) depth++
    if (token.kind === 'sign' && ')]}'.includes(token.text)) depth = Math.max(0, depth - 1)
  }
  return tokens.length - 1
}

function decoratorStart(tokens: readonly Token[], at: number): number {
  const column = tokens[at]?.column ?? 0
  let start = at
  for (let index = at - 1; index >= 0; index--) {
    const token = tokens[index] as Token
    if (token.first && token.text === '@' && token.column === column) start = index
    else if (token.first && token.column <= column && !')]}'.includes(token.text)) break
  }
  return start
}

function decoratorTokens(tokens: readonly Token[], at: number): Token[] {
  return tokens.slice(decoratorStart(tokens, at), at)
}

/** One text a decorator. */
function decorators(tokens: readonly Token[], at: number): string[] {
  const all = decoratorTokens(tokens, at)
  const starts = all.flatMap((token, index) => (token.text === '@' && token.first ? [index] : []))
  return starts.map((start, index) => spell(all.slice(start, starts[index + 1])))
}

function goCases(tokens: readonly Token[]): Found[] {
  return tokens.flatMap((token, index): Found[] => {
    const name = tokens[index + 1]
    if (
      token.text !== 'func' ||
      !name ||
      !/^(?:Test|Fuzz)(?![a-z])/.test(name.text) ||
      name.text === 'TestMain' ||
      tokens[index + 2]?.text !== '('
    )
      return []
    const open = closing(tokens, index + 2) + 1
    if (tokens[open]?.text !== '{') return []
    const to = closing(tokens, open)
    return [
      { name: name.text, title: name.text, modifiers: [], body: tokens.slice(open, to + 1), table: [], line: token.line, from: index, to },
    ]
  })
}
