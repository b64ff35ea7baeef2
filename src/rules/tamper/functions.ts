// The functions of a piece of code: name, parameters and body, in every language that is read.
import { pyBlockEnd } from './cases.ts'
import { rubyBlockEnd } from './ruby-cases.ts'
import { type Language, type Token, closing, indexFrom } from './tokens.ts'

export interface Func {
  name: string
  parameters: Token[]
  /** Without the brackets around it. */
  body: Token[]
  line: number
}

export function functionsIn(tokens: readonly Token[], language: Language): Func[] {
  const read = { js: jsFunction, py: pyFunction, go: goFunction, rust: rustFunction, java: javaFunction, ruby: rubyFunction }[language]
  return tokens.flatMap((token, index) => {
    const found = token.kind === 'word' ? read(tokens, index) : null
    return found ? [found] : []
  })
}

function pyFunction(tokens: readonly Token[], index: number): Func | null {
  const [keyword, name] = [tokens[index] as Token, tokens[index + 1]]
  if (keyword.text !== 'def' || !name || tokens[index + 2]?.text !== '(') return null
  const end = closing(tokens, index + 2)
  const colon = tokens.findIndex(({ text }, at) => at > end && text === ':')
  const column = tokens[index - 1]?.text === 'async' ? (tokens[index - 1] as Token).column : keyword.column
  return {
    name: name.text,
    parameters: tokens.slice(index + 3, end),
    body: tokens.slice(colon + 1, pyBlockEnd(tokens, index, column) + 1),
    line: keyword.line,
  }
}

function goFunction(tokens: readonly Token[], index: number): Func | null {
  if (tokens[index]?.text !== 'func') return null
  const at = tokens[index + 1]?.text === '(' ? closing(tokens, index + 1) + 1 : index + 1
  const name = tokens[at]
  if (name?.kind !== 'word' || tokens[at + 1]?.text !== '(') return null
  return braced(tokens, name.text, at + 1, name.line)
}

function rustFunction(tokens: readonly Token[], index: number): Func | null {
  const name = tokens[index + 1]
  if (tokens[index]?.text !== 'fn' || name?.kind !== 'word') return null
  const open = indexFrom(tokens.slice(index, index + 40), 0, '(')
  return open < 0 ? null : braced(tokens, name.text, index + open, name.line)
}

function javaFunction(tokens: readonly Token[], index: number): Func | null {
  const [token, before] = [tokens[index] as Token, tokens[index - 1]]
  const typed =
    before !== undefined &&
    ((before.kind === 'word' && !control.has(before.text) && before.text !== 'else' && before.text !== 'throw') ||
      before.text === '>' ||
      before.text === ']')
  if (!typed || tokens[index + 1]?.text !== '(' || control.has(token.text)) return null
  const next = tokens[closing(tokens, index + 1) + 1]?.text
  return next === '{' || next === 'throws' ? braced(tokens, token.text, index + 1, token.line) : null
}

function rubyFunction(tokens: readonly Token[], index: number): Func | null {
  const at = tokens[index + 1]?.text === 'self' ? index + 3 : index + 1
  const name = tokens[at]
  if (tokens[index]?.text !== 'def' || name?.kind !== 'word') return null
  const end = tokens[at + 1]?.text === '(' && !tokens[at + 1]?.first ? closing(tokens, at + 1) : at
  return {
    name: name.text,
    parameters: tokens.slice(at + 2, end),
    body: tokens.slice(end + 1, rubyBlockEnd(tokens, index)),
    line: name.line,
  }
}

const control = new Set(['if', 'for', 'while', 'switch', 'catch', 'with', 'return', 'await', 'function', 'super', 'typeof', 'new'])

function jsFunction(tokens: readonly Token[], index: number): Func | null {
  const token = tokens[index] as Token
  if (token.text === 'function') {
    const name = tokens[index + 1]?.text === '*' ? index + 2 : index + 1
    const named = tokens[name]?.kind === 'word'
    const open = named ? name + 1 : name
    return tokens[open]?.text === '(' ? braced(tokens, named ? (tokens[name] as Token).text : '', open, token.line) : null
  }
  const assigned = tokens[index + 1]?.text === '=' || tokens[index + 1]?.text === ':'
  const from = tokens[index + 2]?.text === 'async' ? index + 3 : index + 2
  if (assigned && tokens[from]?.text === '(') {
    const arrow = tokens.findIndex(({ text }, at) => at > closing(tokens, from) && text === '=>')
    return arrow > 0 && arrow - closing(tokens, from) < 12
      ? arrowed(tokens, token, tokens.slice(from + 1, closing(tokens, from)), arrow)
      : null
  }
  if (assigned && tokens[from]?.kind === 'word' && tokens[from + 1]?.text === '=>')
    return arrowed(tokens, token, [tokens[from] as Token], from + 1)
  const method =
    tokens[index + 1]?.text === '(' &&
    !control.has(token.text) &&
    (token.first ||
      ['async', 'static', 'get', 'set', 'public', 'private', 'protected', '{', ',', '#'].includes(tokens[index - 1]?.text ?? ''))
  return method ? braced(tokens, token.text, index + 1, token.line) : null
}

function arrowed(tokens: readonly Token[], name: Token, parameters: Token[], arrow: number): Func {
  const open = arrow + 1
  const body = tokens[open]?.text === '{' ? tokens.slice(open + 1, closing(tokens, open)) : tokens.slice(open, expressionEnd(tokens, open))
  return { name: name.text, parameters, body, line: name.line }
}

/** `(parameters) result type {body}`; null when no body follows soon. */
function braced(tokens: readonly Token[], name: string, open: number, line: number): Func | null {
  const end = closing(tokens, open)
  let at = end + 1
  while (at < tokens.length && at < end + 16 && tokens[at]?.text !== '{' && tokens[at]?.text !== ';' && tokens[at]?.text !== '=>') at++
  if (tokens[at]?.text !== '{' || (at === end + 1 ? false : tokens[end + 1]?.first)) return null
  return { name, parameters: tokens.slice(open + 1, end), body: tokens.slice(at + 1, closing(tokens, at)), line }
}

export function expressionEnd(tokens: readonly Token[], from: number): number {
  let depth = 0
  for (let index = from; index < tokens.length; index++) {
    const token = tokens[index] as Token
    if (depth === 0 && index > from && (token.text === ';' || token.text === ',' || (token.first && !/^[.?:&|+*=]/.test(token.text))))
      return index
    if (token.kind === 'sign' && '([{'.includes(token.text)) depth++
    if (token.kind === 'sign' && ')]}'.includes(token.text) && --depth < 0) return index
  }
  return tokens.length
}
