// What a test case asserts: how strongly, about which calls, with which literal values, directly or through names, tables and helpers.
import { type Bindings, bindingsOf } from './bindings.ts'
import type { Case } from './cases.ts'
import { type Guard, findGuards } from './guards.ts'
import { readAssertions } from './matchers.ts'
import type { Strength } from './strength.ts'
import { type Language, type Token, args, closing, spell } from './tokens.ts'

export interface Assertion {
  strength: Strength
  /** Normalised: `n:5`, `s:text`, `w:true`. */
  literals: ReadonlySet<string>
  /** These and the values that functions called in it bring along: enough to stand for another assertion, not asked of another. */
  reach: ReadonlySet<string>
  /** Those among them that stand in what is looked at, rather than in what is expected of it. */
  inputs: ReadonlySet<string>
  /** Names in what is looked at. */
  names: ReadonlySet<string>
  calls: ReadonlySet<string>
  /** What it looks at instead of the whole: `length`, `typeof`, `trim` … */
  lenses: ReadonlySet<string>
  line: number
  matcher: string
}

/** What a test may use beyond its own code. */
export interface Shared {
  /** Names given a value in the same file. */
  values: Bindings
  /** Functions of the tests that make things, by name. */
  builders: Bindings
  /** Functions of the tests that assert on behalf of others, by name. */
  helpers: ReadonlyMap<string, Assertion[]>
}

const maxAssertions = 4_000

export function assertionsOf(test: Pick<Case, 'body' | 'table' | 'rows' | 'language'>, { values, builders, helpers }: Shared): Assertion[] {
  const { body, table, language } = test
  const bindings = new Map([...values, ...bindingsOf(body, language)])
  const guards = findGuards(body, language)
  const looped = loopHeaders(body)
  const grouped = [table, body, ...tablesNamed([...table, ...looped], values)].flatMap(rowsOf)
  const given = [...(test.rows ?? []), ...grouped].map((row) => literalsIn(valuesNamed(row, language)))
  const rows = given.length > 0 ? given : [...literalsIn(table)].map((literal) => new Set([literal]))
  const narrowed = narrowing(expand([...table, ...looped], bindings))
  const parametrised = rows.length > 0 || table.length > 0
  const own = readAssertions(body, language).map((found): Assertion => {
    // A name given in the very statement, as in Go's `if got := …; got != …`, stands for that and no other value.
    const near = language === 'go' ? new Map([...bindings, ...bindingsOf(found.subject, language)]) : bindings
    const [subject, expected] = [expand(found.subject, near), expand(valuesNamed(found.expected, language), near)]
    const tokens = [...subject, ...expected]
    const beyond = expand(tokens, builders)
    const strength = sameByName(found.subject, found.expected, bindings)
      ? 0
      : guarded(found.strength, found.at, guards, parametrised || language === 'go')
    return {
      strength,
      literals: literalsIn(tokens),
      reach: literalsIn(beyond),
      inputs: literalsIn(subject),
      names: new Set(subject.filter(({ kind }) => kind === 'word').map(({ text }) => text)),
      calls: callsIn(tokens),
      lenses: union(lensesIn(beyond), narrowed),
      line: found.line,
      matcher: found.matcher,
    }
  })
  const helped = body.flatMap((token, index): Assertion[] => {
    const helper =
      token.kind === 'word' && body[index + 1]?.text === '(' && body[index - 1]?.text !== '.' ? helpers.get(token.text) : undefined
    if (!helper) return []
    const given = expand(body.slice(index + 2, closing(body, index + 1)), bindings)
    return helper.map((one) => ({
      ...one,
      strength: guarded(one.strength, index, guards, parametrised || language === 'go'),
      literals: union(one.literals, literalsIn(given)),
      reach: union(one.reach, literalsIn(expand(given, builders))),
      inputs: union(one.inputs, literalsIn(given)),
      lenses: union(one.lenses, narrowed),
      calls: union(one.calls, callsIn(given)),
      line: token.line,
    }))
  })
  const all = [...own, ...helped]
  if (rows.length === 0) return all
  return all
    .flatMap((one) => [one, ...rows.map((row) => ({ ...one, literals: union(one.literals, row), reach: union(one.reach, row) }))])
    .slice(0, maxAssertions)
}

/** Where answers are often constants of an enumeration or variants, such a name is a value; what stands before a dot or colon is not. */
function valuesNamed(tokens: readonly Token[], language: Language): readonly Token[] {
  if (language !== 'rust' && language !== 'java' && language !== 'ruby') return tokens
  return tokens.map((token, index) =>
    token.kind === 'word' &&
    /^[A-Z]/.test(token.text) &&
    literalOf(token, undefined, undefined) === null &&
    !/^[.:<]$/.test(tokens[index + 1]?.text ?? '')
      ? { ...token, kind: 'string' }
      : token,
  )
}

function union(one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> {
  return new Set([...one, ...other])
}

/** Code that may not run proves little; a condition inside a table-driven test, or in Go at all, is ordinary. */
function guarded(strength: Strength, at: number, guards: readonly Guard[], ordinary: boolean): Strength {
  const around = guards.filter(({ from, to }) => at >= from && at <= to)
  if (around.some(({ kind }) => kind !== 'if')) return Math.min(strength, 1) as Strength
  return around.length > 0 && !ordinary ? (Math.min(strength, 2) as Strength) : strength
}

/** The tokens and, for every name in them that was given a value, that value's tokens too. */
function expand(tokens: readonly Token[], bindings: Bindings): Token[] {
  const found = [...tokens]
  const seen = new Set<string>()
  for (let index = 0; index < found.length && found.length < 5_000; index++) {
    const { kind, text } = found[index] as Token
    const value = kind === 'word' && !seen.has(text) && found[index - 1]?.text !== '.' ? bindings.get(text) : undefined
    // A table's rows are taken one by one elsewhere.
    if (!value || (value.length > 6 && !value.some(({ text }) => text === 'return' || text === '=>') && rowsOf(value).length > 0)) continue
    seen.add(text)
    found.push(...value)
  }
  return found
}

export function literalsIn(tokens: readonly Token[]): Set<string> {
  const found = new Set<string>()
  for (const [index, token] of tokens.entries()) {
    const literal = literalOf(token, tokens[index - 1], tokens[index - 2])
    if (literal !== null) found.add(literal)
  }
  return found
}

function literalOf(token: Token, previous: Token | undefined, before: Token | undefined): string | null {
  if (token.kind === 'string') return `s:${token.text}`
  if (token.kind === 'regex') return `s:${token.text.replace(/^\/|\/[a-z]*$/g, '')}`
  if (token.kind === 'number') {
    const minus =
      previous?.text === '-' && (!before || (before.kind === 'sign' && !/^[)\]]$/.test(before.text)) || before.text === 'return')
    const value = Number(plainNumber(token.text))
    return Number.isNaN(value) ? `n:${token.text}` : `n:${minus ? -value : value}`
  }
  if (token.kind !== 'word') return null
  if (/^(?:true|True|false|False)$/.test(token.text)) return `w:${token.text.toLowerCase()}`
  if (/^(?:null|None|nil|undefined|NaN|Infinity)$/.test(token.text))
    return `w:${token.text === 'None' || token.text === 'nil' ? 'null' : token.text}`
  return /^[A-Z]\w*(?:Error|Exception)$/.test(token.text) ? `e:${token.text}` : null
}

/** Without the type that Rust and Java write behind it. */
function plainNumber(text: string): string {
  const digits = text.replaceAll('_', '')
  return /^0x/i.test(digits) ? digits : digits.replace(/(?:[iu](?:8|16|32|64|128|size)|f(?:32|64)|[LlFfDd])$/, '')
}

const lens = new Set(
  'len length size typeof type Boolean bool toLowerCase lower upper toUpperCase trim strip toFixed round floor slice substring substr charAt startsWith startswith hasOwnProperty keys'.split(
    ' ',
  ),
)

function lensesIn(tokens: readonly Token[]): Set<string> {
  return new Set(tokens.flatMap(({ kind, text }) => (kind === 'word' && lens.has(text) ? [text] : [])))
}

/** What leaves cases of a table out, among its tokens and those of the loops over it. */
function narrowing(tokens: readonly Token[]): Set<string> {
  return new Set(
    tokens.flatMap(({ kind, text }, index) =>
      (kind === 'word' &&
        tokens[index + 1]?.text === '(' &&
        /^(?:filter|slice|splice|pop|shift|take|islice|head|first|find|sample|reduce)$/.test(text)) ||
      (kind === 'sign' && /^(?:>>|\/|%|-|-=)$/.test(text))
        ? [`cases ${text}`]
        : [],
    ),
  )
}

/** The values of names of the file that a table or a loop goes over. */
function tablesNamed(tokens: readonly Token[], values: Bindings): Token[][] {
  const names = new Set(tokens.filter(({ kind }, index) => kind === 'word' && tokens[index - 1]?.text !== '.').map(({ text }) => text))
  return [...names].map((name) => values.get(name) ?? [])
}

function loopHeaders(body: readonly Token[]): Token[] {
  return body.flatMap((token, index) => {
    if (token.kind !== 'word' || token.text !== 'for') return []
    const open = index + 1
    const end =
      body[open]?.text === '(' ? closing(body, open) : body.findIndex(({ text }, at) => at > index && (text === '{' || text === ':'))
    return body.slice(open, Math.max(open, end))
  })
}

/** `const wanted = work(x)` and then `expect(work(x)).toBe(wanted)`. */
function sameByName(subject: readonly Token[], expected: readonly Token[], bindings: Bindings): boolean {
  const resolve = (tokens: readonly Token[]) => {
    const only = tokens.length === 1 ? bindings.get(tokens[0]?.text ?? '') : undefined
    return spell((only ?? tokens).filter(({ text }) => text !== 'await'))
  }
  return expected.length > 0 && subject.length > 0 && resolve(subject) === resolve(expected)
}

const ordinary = new Set(
  'expect assert String Number Boolean JSON parse stringify len str int float list dict set tuple sorted repr range print map filter async await function func typeof Promise all resolve then raises approx assertEqual assertTrue if for while return match toString Object keys values entries Array from isArray DeepEqual Errorf Fatalf Error Fatal Sprintf any anything objectContaining arrayContaining stringContaining not fn'.split(
    ' ',
  ),
)

export function callsIn(tokens: readonly Token[]): Set<string> {
  return new Set(
    tokens.flatMap((token, index) =>
      token.kind === 'word' && tokens[index + 1]?.text === '(' && !ordinary.has(token.text) ? [token.text] : [],
    ),
  )
}

/** Groups in brackets whose parts are all groups in brackets: the rows of a table of cases. */
function rowsOf(tokens: readonly Token[]): Token[][] {
  const rows: Token[][] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token
    if (token.kind === 'string' && token.text.includes('|') && token.text.includes('\n')) rows.push(...textRows(token))
    if (token.kind !== 'sign' || (token.text !== '[' && token.text !== '{' && token.text !== '(')) continue
    if (token.text === '(' && tokens[index - 1]?.kind === 'word') continue
    const parts = args(tokens, index)
    const grouped = parts.length > 0 && parts.every((part) => isGroup(part) && literalsIn(part).size >= 2)
    if (!grouped) continue
    rows.push(...parts)
    index = closing(tokens, index)
  }
  return rows
}

function isGroup(part: readonly Token[]): boolean {
  const start = part.findIndex(({ text }) => text === '[' || text === '{' || text === '(')
  if (start < 0 || closing(part, start) !== part.length - 1) return false
  // A Go row may be named by its key or type, a pytest row wrapped in `pytest.param(…)`.
  const prefix = part.slice(0, start)
  if (part[start]?.text === '(') return start === 0 || prefix.at(-1)?.text === 'param'
  return (
    start === 0 ||
    prefix.at(-1)?.text === ':' ||
    (part[start]?.text === '{' && start <= 3 && prefix.every(({ kind, text }) => kind === 'word' || text === '.'))
  )
}

/** A table written as a template literal: one row a line, cells between bars. */
function textRows(table: Token): Token[][] {
  return table.text
    .split('\n')
    .slice(1)
    .filter((line) => line.includes('|'))
    .map((line) =>
      line.split('|').map((cell): Token => ({
        ...table,
        text: cell
          .trim()
          .replace(/^\$\{(.*)\}$/, '$1')
          .replace(/^(['"])(.*)\1$/, '$2'),
      })),
    )
}
