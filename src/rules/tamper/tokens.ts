// Code as tokens, for JavaScript and TypeScript, Python, Go, Rust, Java and Ruby: enough to tell code from comments and strings, in one linear pass.

export type Language = 'js' | 'py' | 'go' | 'rust' | 'java' | 'ruby'

export interface Token {
  kind: 'word' | 'number' | 'string' | 'regex' | 'sign' | 'comment'
  /** As written, but strings hold their content without quotes. */
  text: string
  line: number
  column: number
  /** First code token of its line. */
  first: boolean
}

const wordStart = /[\p{L}_$]/u
const wordPart = /[\p{L}\p{N}_$]/u
const signs = [
  '>>>=',
  '===',
  '!==',
  '**=',
  '...',
  '<<=',
  '>>=',
  '&&=',
  '||=',
  '??=',
  '//=',
  '=>',
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '??',
  '>>',
  '<<',
  '?.',
  '++',
  '--',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  ':=',
  '<-',
  '->',
  '//',
  '**',
]
/** No code nests deeper; brackets beyond it are taken as plain text, which keeps every walk over them linear. */
const deepest = 60
/** After these a slash begins a regular expression. */
const beforeRegex =
  /^(?:[([{,;=:!&|?+\-*%<>~^]|=>|==|===|!=|!==|&&|\|\||\?\?|return|typeof|case|in|of|do|else|throw|await|yield|delete|void|new)$/

export function tokenize(source: string, language: Language): Token[] {
  const tokens: Token[] = []
  let at = 0
  let line = 1
  let lineStart = 0
  let fresh = true
  let depth = 0

  const push = (kind: Token['kind'], text: string, from: number, to: number) => {
    tokens.push({ kind, text, line, column: from - lineStart, first: fresh && kind !== 'comment' })
    if (kind !== 'comment') fresh = false
    if (kind === 'string' || kind === 'comment')
      for (let index = from; index < to; index++)
        if (source[index] === '\n') {
          line++
          lineStart = index + 1
        }
    at = to
  }

  while (at < source.length) {
    const char = source[at] as string
    if (char === '\n') {
      at++
      line++
      lineStart = at
      fresh = true
    } else if (char === ' ' || char === '\t' || char === '\r') at++
    else if (isComment(source, at, language)) {
      const end = commentEnd(source, at, language)
      push('comment', source.slice(at, end), at, end)
    } else if (stringStart(source, at, language) > 0) {
      const opening = stringStart(source, at, language)
      const { end, content } = readString(source, at + opening - 1, language)
      push('string', content, at, end)
    } else if (wordStart.test(char)) {
      const end = scan(source, at + 1, wordPart)
      push('word', source.slice(at, end), at, end)
    } else if (/[0-9]/.test(char) || (char === '.' && /[0-9]/.test(source[at + 1] ?? ''))) {
      const end = numberEnd(source, at)
      push('number', source.slice(at, end), at, end)
    } else if ((language === 'js' || language === 'ruby') && char === '/' && startsRegex(tokens)) {
      const end = regexEnd(source, at)
      push('regex', source.slice(at, end), at, end)
    } else {
      const sign =
        signs.find((one) => source.startsWith(one, at) && !(one === '//' && language !== 'py') && !(one === '//=' && language !== 'py')) ??
        char
      if (sign in pairs) depth++
      push(depth > deepest && /[([{)\]}]/.test(sign) ? 'regex' : 'sign', sign, at, at + sign.length)
      if (sign === ')' || sign === ']' || sign === '}') depth = Math.max(0, depth - 1)
    }
  }
  return tokens
}

/** What runs: everything but comments. */
export function code(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ kind }) => kind !== 'comment')
}

const pairs: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

/** Index of the bracket that closes the one at `open`, or the last index when nothing does. */
export function closing(tokens: readonly Token[], open: number): number {
  let depth = 0
  for (let index = open; index < tokens.length; index++) {
    const token = tokens[index] as Token
    if (token.kind !== 'sign') continue
    if (token.text in pairs) depth++
    else if (token.text === ')' || token.text === ']' || token.text === '}') depth--
    if (depth === 0) return index
  }
  return tokens.length - 1
}

/** The tokens between brackets, split at the commas of their own level. */
export function args(tokens: readonly Token[], open: number): Token[][] {
  const end = closing(tokens, open)
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens.slice(open + 1, end)) {
    if (token.kind === 'sign' && token.text in pairs) depth++
    if (token.kind === 'sign' && [')', ']', '}'].includes(token.text)) depth--
    if (depth === 0 && token.kind === 'sign' && token.text === ',') parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.at(-1)?.length === 0 ? parts.slice(0, -1) : parts
}

/** Index of the first token from here on that is one of these; -1 where none is. */
export function indexFrom(tokens: readonly Token[], from: number, ...texts: string[]): number {
  for (let index = from; index < tokens.length; index++) if (texts.includes((tokens[index] as Token).text)) return index
  return -1
}

/** One spelling for a run of tokens, whatever its white space. */
export function spell(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.kind === 'string' ? JSON.stringify(token.text) : token.text)).join(' ')
}

function isComment(source: string, at: number, language: Language): boolean {
  if (language === 'py' || language === 'ruby') return source[at] === '#'
  return source.startsWith('//', at) || source.startsWith('/*', at)
}

function commentEnd(source: string, at: number, language: Language): number {
  const block = language !== 'py' && language !== 'ruby' && source[at + 1] === '*'
  const end = source.indexOf(block ? '*/' : '\n', at + (block ? 2 : 0))
  return end < 0 ? source.length : end + (block ? 2 : 0)
}

/** Length of prefix and opening quote, or 0 when no string begins here. */
function stringStart(source: string, at: number, language: Language): number {
  const char = source[at] as string
  if (language === 'ruby' && char === ':') return isSymbol(source, at) ? 1 : 0
  if (language === 'rust' && char !== '"') return rustStart(source, at)
  if (char === '"' || char === "'" || (char === '`' && language !== 'py')) return 1
  if (language !== 'py') return 0
  const prefix = /^[rbfuRBFU]{1,2}(?=["'])/.exec(source.slice(at, at + 3))
  return prefix ? prefix[0].length + 1 : 0
}

/** `:name`, which stands for itself, but neither `A::B` nor `key: value`. */
function isSymbol(source: string, at: number): boolean {
  return wordStart.test(source[at + 1] ?? ' ') && !/[\w:)\]]/.test(source[at - 1] ?? ' ')
}

/** `'a'` is a letter and `'a` a lifetime; texts may be raw: `r#"…"#`. */
function rustStart(source: string, at: number): number {
  if (source[at] === "'") return source[at + 1] === '\\' || source[at + 2] === "'" ? 1 : 0
  return /^(?:b?r#{0,8}|b)"/.exec(source.slice(at, at + 12))?.[0].length ?? 0
}

function readString(source: string, open: number, language: Language): { end: number; content: string } {
  const quote = source[open] as string
  if (quote === ':') {
    const end = scan(source, open + 1, wordPart)
    return { end, content: source.slice(open + 1, end) }
  }
  if (language === 'rust' && (source[open - 1] === '#' || source[open - 1] === 'r')) {
    const hashes = /#{0,8}$/.exec(source.slice(Math.max(0, open - 8), open))?.[0] ?? ''
    const end = source.indexOf(quote + hashes, open + 1)
    return { end: end < 0 ? source.length : end + 1 + hashes.length, content: source.slice(open + 1, end < 0 ? undefined : end) }
  }
  const triple = (language === 'py' || (language === 'java' && quote === '"')) && source.startsWith(quote.repeat(3), open)
  if (triple) {
    const end = source.indexOf(quote.repeat(3), open + 3)
    return { end: end < 0 ? source.length : end + 3, content: source.slice(open + 3, end < 0 ? undefined : end) }
  }
  const raw = language === 'go' && quote === '`'
  let at = open + 1
  while (
    at < source.length &&
    source[at] !== quote &&
    !(source[at] === '\n' && quote !== '`' && language !== 'rust' && language !== 'ruby')
  ) {
    if (source[at] === '\\' && !raw) at += 2
    else if (quote === '`' && !raw && source.startsWith('${', at)) at = placeEnd(source, at + 2)
    else at++
  }
  return { end: Math.min(at + 1, source.length), content: source.slice(open + 1, Math.min(at, source.length)) }
}

/** Behind the bracket that closes a `${…}`, which may hold strings and templates of its own. */
function placeEnd(source: string, from: number): number {
  const open: string[] = ['}']
  let at = from
  while (at < source.length && open.length > 0) {
    const [char, until] = [source[at] as string, open.at(-1) as string]
    if (char === '\\') at++
    else if (char === until || (char === '\n' && (until === '"' || until === "'"))) open.pop()
    else if (until === '`' && source.startsWith('${', at)) {
      open.push('}')
      at++
    } else if (until === '}' && (char === '"' || char === "'" || char === '`')) open.push(char)
    else if (until === '}' && char === '{') open.push('}')
    at++
  }
  return at
}

function numberEnd(source: string, at: number): number {
  let end = at
  while (
    end < source.length &&
    (/[0-9a-zA-Z_.]/.test(source[end] as string) ||
      (/[+-]/.test(source[end] as string) && /[eE]/.test(source[end - 1] as string) && !source.startsWith('0x', at)))
  )
    end++
  return end
}

function startsRegex(tokens: readonly Token[]): boolean {
  const last = tokens.findLast(({ kind }) => kind !== 'comment')
  return !last || (last.kind !== 'string' && last.kind !== 'number' && last.kind !== 'regex' && beforeRegex.test(last.text))
}

function regexEnd(source: string, at: number): number {
  let inClass = false
  let end = at + 1
  for (; end < source.length && source[end] !== '\n'; end++) {
    const char = source[end]
    if (char === '\\') end++
    else if (char === '[') inClass = true
    else if (char === ']') inClass = false
    else if (char === '/' && !inClass) break
  }
  return scan(source, Math.min(end + 1, source.length), /[a-z]/)
}

function scan(source: string, from: number, part: RegExp): number {
  let at = from
  while (at < source.length && part.test(source[at] as string)) at++
  return at
}
