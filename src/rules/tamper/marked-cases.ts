// The test cases of Rust and Java: functions that an attribute or annotation above them marks as tests.
import type { Found } from './cases.ts'
import { type Token, args, closing, indexFrom, spell } from './tokens.ts'

interface Mark {
  name: string
  tokens: Token[]
}

export function rustCases(tokens: readonly Token[]): Found[] {
  const found: Found[] = []
  let marks: Mark[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token
    if (token.text === '#' && tokens[index + 1]?.text === '[') {
      const end = closing(tokens, index + 1)
      const inner = tokens.slice(index + 2, end)
      const path = inner.slice(0, inner.findIndex(({ kind, text }) => kind === 'sign' && text !== ':') >>> 0)
      marks.push({ name: path.findLast(({ kind }) => kind === 'word')?.text ?? '', tokens: inner })
      index = end
      continue
    }
    const open = token.text === 'fn' && marks.length > 0 ? indexFrom(tokens, index, '{', ';') : -1
    if (
      open >= 0 &&
      tokens[open]?.text === '{' &&
      marks.some(({ name }) => /^(?:test|rstest|test_case|quickcheck|wasm_bindgen_test)$/.test(name))
    ) {
      const title = tokens[index + 1]?.text ?? ''
      const to = closing(tokens, open)
      const rows = marks.filter(({ name }) => /^(?:case|test_case)$/.test(name)).map((mark) => inBrackets(mark.tokens))
      const panics = marks.filter(({ name }) => name === 'should_panic').flatMap((mark) => mark.tokens)
      const body = [...panics, ...tokens.slice(open, to + 1)]
      found.push({ name: title, title, modifiers: marks.flatMap(rustSwitch), body, table: [], rows, line: token.line, from: index, to })
      index = to
    }
    if (!/^(?:pub|async|unsafe|const)$/.test(token.text)) marks = []
  }
  return found
}

function rustSwitch({ name, tokens }: Mark): string[] {
  if (name === 'ignore') return ['ignore']
  return name === 'cfg' || (name === 'cfg_attr' && tokens.some(({ text }) => text === 'ignore')) ? [`if(${spell(tokens)})`] : []
}

const javaTests = /^(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Theory)$/

export function javaCases(tokens: readonly Token[]): Found[] {
  const found: Found[] = []
  const suites: { name: string; marks: Mark[]; to: number }[] = []
  let marks: Mark[] = []
  for (let index = 0; index < tokens.length; index++) {
    while (suites.length > 0 && (suites.at(-1)?.to ?? 0) < index) suites.pop()
    const token = tokens[index] as Token
    if (token.text === '@' && tokens[index + 1]?.kind === 'word' && tokens[index + 1]?.text !== 'interface') {
      const end = tokens[index + 2]?.text === '(' ? closing(tokens, index + 2) : index + 1
      marks.push({ name: tokens[index + 1]?.text ?? '', tokens: tokens.slice(index + 2, end + 1) })
      index = end
      continue
    }
    if (/^(?:class|record|interface|enum)$/.test(token.text) && tokens[index - 1]?.text !== '.') {
      const open = indexFrom(tokens, index, '{')
      if (open < 0) break
      suites.push({ name: tokens[index + 1]?.text ?? '', marks, to: closing(tokens, open) })
      marks = []
      index = open
      continue
    }
    if (token.kind === 'sign' && /^[;{}]$/.test(token.text)) marks = []
    if (token.kind !== 'word' || tokens[index + 1]?.text !== '(') continue
    const open = bodyStart(tokens, closing(tokens, index + 1))
    const marked = marks.some(({ name }) => javaTests.test(name)) || (tokens[index - 1]?.text === 'void' && /^test[A-Z_]/.test(token.text))
    if (open < 0) continue
    const to = closing(tokens, open)
    if (marked) {
      const all = [...marks, ...suites.flatMap((suite) => suite.marks)]
      const expects = marks.find(({ name, tokens: given }) => name === 'Test' && given.some(({ text }) => text === 'expected'))
      found.push({
        name: [...suites.map((suite) => suite.name), token.text].join(' › '),
        title: token.text,
        modifiers: all.flatMap(javaSwitch),
        body: [...(expects?.tokens.slice(1, -1) ?? []), ...tokens.slice(open, to + 1)],
        table: [],
        rows: marks.flatMap((mark) => javaRows(mark, token.text, tokens)),
        line: token.line,
        from: index,
        to,
      })
    }
    marks = []
    index = to
  }
  return found
}

function javaSwitch({ name, tokens }: Mark): string[] {
  if (name === 'Disabled' || name === 'Ignore' || /enabled = false/.test(spell(tokens))) return ['ignore']
  return /^(?:Disabled|Enabled)\w+$/.test(name) ? [`if(${name})`] : []
}

/** The brace that opens a body after the parameters; -1 where none follows. */
function bodyStart(tokens: readonly Token[], end: number): number {
  if (tokens[end + 1]?.text === '{') return end + 1
  return tokens[end + 1]?.text === 'throws' ? indexFrom(tokens, end, '{') : -1
}

/** The rows that an annotation gives, or the method that it names. */
function javaRows({ name, tokens: given }: Mark, title: string, tokens: readonly Token[]): Token[][] {
  const texts = given.filter(({ kind }) => kind === 'string')
  if (name === 'CsvSource')
    return texts.flatMap((token) =>
      token.text
        .split('\n')
        .filter((line) => line.includes(','))
        .map((line) => cells(line, token)),
    )
  if (name === 'ValueSource') return given.filter(({ kind }) => kind === 'number' || kind === 'string').map((token) => [token])
  if (name !== 'MethodSource') return []
  const names = texts.length > 0 ? texts.map(({ text }) => text) : [title]
  return names.flatMap((method) => {
    const at = tokens.findIndex(
      ({ text }, index) => text === method && tokens[index + 1]?.text === '(' && bodyStart(tokens, closing(tokens, index + 1)) > 0,
    )
    if (at < 0) return []
    const open = bodyStart(tokens, closing(tokens, at + 1))
    const body = tokens.slice(open, closing(tokens, open) + 1)
    return body.flatMap((token, index) => {
      const row =
        body[index + 1]?.text === '(' && (token.text === 'arguments' || (token.text === 'of' && body[index - 2]?.text === 'Arguments'))
      return row ? [inBrackets(body.slice(index))] : []
    })
  })
}

function cells(line: string, at: Token): Token[] {
  return line.split(',').map((cell) => {
    const text = cell.trim().replace(/^'(.*)'$/, '$1')
    return { ...at, kind: /^-?\d+(?:\.\d+)?$/.test(text) ? 'number' : 'string', text }
  })
}

function inBrackets(tokens: readonly Token[]): Token[] {
  const open = tokens.findIndex(({ text }) => text === '(')
  return open < 0 ? [] : args(tokens, open).flat()
}
