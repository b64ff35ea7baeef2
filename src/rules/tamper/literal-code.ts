// Code that gives literal results: branches on literals, tables of literals, texts that hide literals.
import { literalsIn } from './assertions.ts'
import { expressionEnd } from './functions.ts'
import { type Language, type Token, args, closing, code, tokenize } from './tokens.ts'

export interface Branch {
  at: number
  inputs: Set<string>
  outputs: Set<string>
  /** The input is told by a digest of it. */
  hashed: boolean
  /** The condition is on something that the code counts up. */
  counting: boolean
  /** The result is put together from several literals. */
  assembled: boolean
}

const digests = /^(?:createHash|md5|sha\w*|digest|hexdigest|hash\w*|crc\w*|Sum256|Sum|hexDigest|xxhash\w*|fnv\w*)$/i

export function usesDigest(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind, text }) => kind === 'word' && digests.test(text))
}

/** A comparison with literals that leads to a literal result: `if (x === 'a') return 'b'`, `case 'a': return 'b'`, `x == 'a' ? 'b' : …`. */
export function branches(tokens: readonly Token[], language: Language): Branch[] {
  const constants = literalNames(tokens)
  const counters = new Set(
    tokens.flatMap(({ kind, text }, at) =>
      kind === 'word' &&
      (['+=', '++', '-=', '--'].includes(tokens[at + 1]?.text ?? '') || ['++', '--'].includes(tokens[at - 1]?.text ?? ''))
        ? [text]
        : [],
    ),
  )
  return tokens.flatMap((token, index): Branch[] => {
    const arm = language === 'rust' && token.kind === 'sign' && token.text === '=>'
    const equality = token.kind === 'sign' && (token.text === '===' || token.text === '==')
    const membership =
      token.kind === 'word' &&
      (token.text === 'case' ||
        (token.text === 'when' && language === 'ruby') ||
        (token.text === 'in' && language === 'py') ||
        /^(?:includes|equals|has|isEqual|DeepEqual|Equal|startsWith|endsWith|startswith|endswith|match|test|EqualFold|compare|HasPrefix)$/.test(
          token.text,
        ))
    if (!equality && !membership && !arm) return []
    const beside = arm
      ? pattern(tokens, index)
      : equality
        ? [...tokens.slice(Math.max(0, index - 1), index), ...tokens.slice(index + 1, index + 14)]
        : tokens.slice(index + 1, index + 14)
    const cut = beside.findIndex(({ text }) => ['return', '{', ';', '?', 'if', 'then', '->'].includes(text))
    const expression = /^(?:test|match)$/.test(token.text)
      ? tokens.slice(Math.max(0, index - 2), index).filter(({ kind }) => kind === 'regex')
      : []
    const inputs = widen(literalsIn([...expression, ...beside.slice(0, cut < 0 ? undefined : cut)]))
    if (inputs.size === 0) return []
    const value = resultOf(tokens, index, equality, language)
    const resolved = value.flatMap((one) => (one.kind === 'word' ? (constants.get(one.text) ?? [one]) : [one]))
    if (!constant(resolved)) return []
    return [
      {
        at: index,
        inputs,
        outputs: literalsIn(resolved),
        hashed: usesDigest(tokens.slice(Math.max(0, index - 24), index)),
        counting: equality && counters.has(tokens[index - 1]?.text ?? ''),
        assembled: literalsIn(resolved).size > 1 && resolved.some(({ text }) => text === 'join' || text === 'concat' || text === '+'),
      },
    ]
  })
}

/** The tokens of the result that the comparison at `index` decides; empty where there is none. */
function resultOf(tokens: readonly Token[], index: number, equality: boolean, language: Language): Token[] {
  const limit = Math.min(tokens.length, index + 60)
  const start = language === 'rust' && tokens[index]?.text === '=>' ? index : -1
  if (start >= 0) return armResult(tokens, start)
  if (language === 'ruby') return rubyResult(tokens, index)
  for (let at = index + 1; at < limit; at++) {
    const { text } = tokens[at] as Token
    if (text === '?' && equality)
      return tokens.slice(
        at + 1,
        tokens.findIndex((one, place) => place > at && one.text === ':'),
      )
    if (text === '->' && language === 'java') return armResult(tokens, at)
    if (text === 'return') return tokens.slice(at + 1, expressionEnd(tokens, at + 1))
    if (text === '}' || text === 'else' || text === ';') break
  }
  // Python's `b if x == 'a' else c` has the result in front.
  const before = tokens.slice(Math.max(0, index - 8), index)
  const conditional = before.findLastIndex(({ text }) => text === 'if')
  const result = before[conditional - 1]
  return language === 'py' && conditional > 0 && result && result.kind !== 'word' ? [result] : []
}

/** What an arm matches, back to the arm before. */
function pattern(tokens: readonly Token[], arrow: number): Token[] {
  const before = tokens.slice(Math.max(0, arrow - 14), arrow)
  return before.slice(before.findLastIndex(({ kind, text }) => kind === 'sign' && /^[,{}]$/.test(text)) + 1)
}

/** `=> value`, `=> return value`, `=> { value }`. */
function armResult(tokens: readonly Token[], arrow: number): Token[] {
  let from = arrow + 1
  while (['{', 'return', 'yield'].includes(tokens[from]?.text ?? '')) from++
  return tokens.slice(from, expressionEnd(tokens, from))
}

/** `return value if …`, `when … then value`, or the value on the line below. */
function rubyResult(tokens: readonly Token[], index: number): Token[] {
  const line = tokens[index]?.line ?? 0
  let start = index
  while (start > Math.max(0, index - 30) && tokens[start - 1]?.line === line) start--
  const below = tokens.slice(index, index + 60).findIndex((token) => token.line > line)
  const end = below < 0 ? -1 : index + below
  const row = tokens.slice(start, end < 0 ? index + 60 : end)
  const [condition, then] = [row.findIndex(({ text }) => text === 'if'), row.findIndex(({ text }) => text === 'then' || text === '?')]
  if (row[0]?.text === 'return' && condition > 0) return row.slice(1, condition)
  if (then >= 0) return row.slice(then + 1, then + 2)
  if (end < 0 || !/^(?:if|elsif|when|case)$/.test(row[0]?.text ?? '')) return []
  const from = tokens[end]?.text === 'return' ? end + 1 : end
  return tokens.slice(from, expressionEnd(tokens, from))
}

/** Names that stand for one literal. */
function literalNames(tokens: readonly Token[]): Map<string, Token[]> {
  const found = new Map<string, Token[]>()
  for (const [index, token] of tokens.entries()) {
    const value = tokens[index + 2]
    if (
      token.kind === 'word' &&
      tokens[index + 1]?.text === '=' &&
      value &&
      (value.kind === 'number' || value.kind === 'string') &&
      (!tokens[index + 3] || tokens[index + 3]?.first || tokens[index + 3]?.text === ';')
    )
      found.set(token.text, [value])
  }
  return found
}

/** A whole structure written as text holds its values too: `JSON.stringify(x) === '[3,1,2]'`, and so does `'300/1'`. */
export function widen(literals: Set<string>): Set<string> {
  const inside = [...literals].flatMap((literal) => {
    if (!literal.startsWith('s:')) return []
    if (/^s:\s*[[{]/.test(literal)) return [...literalsIn(code(tokenize(literal.slice(2), 'js')))]
    const parts = literal.slice(2).split(/[^\p{L}\p{N}.]+/u)
    return parts.length > 1 ? parts.filter(Boolean).map((part) => (/^\d+(?:\.\d+)?$/.test(part) ? `n:${Number(part)}` : `s:${part}`)) : []
  })
  return new Set([...literals, ...inside])
}

/** Literals, structures of them and what joins them: nothing that depends on anything. */
export function constant(tokens: readonly Token[]): boolean {
  if (tokens.length === 0 || tokens.length > 200) return false
  return tokens.every(
    (token, index) =>
      token.kind === 'string' ||
      token.kind === 'number' ||
      (token.kind === 'sign' && /^[[\](){},:;.+-]$/.test(token.text)) ||
      (token.kind === 'word' &&
        (/^(?:true|false|null|undefined|True|False|None|nil|new|set|map|string|int|float64|any|interface|error|as|const|join|concat|into|to_string|to_owned|from|of|valueOf|freeze|vec|Some|Ok|String|Number|toString|Set|Map|Decimal|Fraction)$/.test(
          token.text,
        ) ||
          tokens[index + 1]?.text === ':' ||
          tokens[index + 1]?.text === '{')),
  )
}

export interface Table {
  at: number
  entries: { key: string; values: Set<string> }[]
}

/** `{ 'a': 1, 'b': 2 }` and `[['a', 1], ['b', 2]]`: literals by literals. */
export function tables(tokens: readonly Token[]): Table[] {
  return tokens.flatMap((token, index): Table[] => {
    if (token.kind !== 'sign' || (token.text !== '{' && token.text !== '[')) return []
    const entries = args(tokens, index).flatMap((part) => {
      const keyed =
        (part[1]?.text === ':' || part[1]?.text === '=>') && part[0]?.kind !== 'sign'
          ? part
          : (part[0]?.text === '[' || part[0]?.text === '(') && closing(part, 0) === part.length - 1
            ? part.slice(1, -1)
            : []
      if (![':', ',', '=>'].includes(keyed[1]?.text ?? '')) return []
      const key = keyed[0]?.kind === 'word' ? `s:${keyed[0].text}` : [...literalsIn(keyed.slice(0, 1))][0]
      const value = keyed.slice(2)
      return key !== undefined && constant(value) ? [{ key, values: literalsIn(value) }] : []
    })
    return entries.length > 0 ? [{ at: index, entries }] : []
  })
}

/** What a text in base64 or hexadecimal holds, where it is decoded on the spot and can be read. */
export function hiddenLiterals(tokens: readonly Token[], index: number): Set<string> {
  const token = tokens[index] as Token
  if (token.kind !== 'string' || token.text.length < 24 || token.text.length > 100_000 || !/^[A-Za-z0-9+/_=\s-]+$/.test(token.text))
    return new Set()
  const around = tokens.slice(Math.max(0, index - 8), index + 4)
  if (!around.some(({ text }) => /^(?:base64|base64url|atob|b64decode|DecodeString|fromhex|unhexlify|hex|decode)$/.test(text)))
    return new Set()
  const text = token.text.replace(/\s+/g, '')
  try {
    const plain = /^[0-9a-f]+$/i.test(text)
      ? (text.match(/../g) ?? []).map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('')
      : atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return widen(literalsIn(code(tokenize(plain, 'js'))))
  } catch {
    return new Set()
  }
}
