// Code that knows the answers: values of the fixtures answered by name, expected results read from the tests, constants for functions.
import { readAdded } from './added.ts'
import { literalsIn } from './assertions.ts'
import type { Suite } from './compare-tests.ts'
import { type Tree, languageOf, partOf } from './files.ts'
import { functionsIn } from './functions.ts'
import type { Licence } from './licence.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'
import { type Language, type Token, args, closing, code, tokenize } from './tokens.ts'

export interface Answers {
  /** Values that stand together in one assertion or one row of a table, in the tests as they were. */
  groups: readonly ReadonlySet<string>[]
  /** Values the work already knew before, outside its tests. */
  known: ReadonlySet<string>
}

export function readAnswers(before: Suite, tree: Tree): Answers {
  const groups = [...before.asserted.values()].flat().map(({ literals }) => literals).filter((literals) => literals.size > 0)
  const known = new Set<string>()
  for (const [path, text] of Object.entries(tree)) {
    const language = languageOf(path)
    const part = partOf(path)
    if (part === 'source' && language) for (const literal of literalsIn(code(tokenize(text, language)))) known.add(literal)
    if (part === 'data' || (part === 'test' && !language)) groups.push(dataLiterals(text))
  }
  return { groups, known }
}

export function findSpecialCases(change: Change, answers: Answers, licence: Licence): Tampering[] {
  const { groups, known } = answers
  const added = readAdded(change)
  if (!added || partOf(change.path) !== 'source') return []
  const tokens = code(added.tokens)
  const fresh = new Set(added.tokens.filter((_, index) => added.isNew(index)))
  const isNew = (token: Token | undefined) => token !== undefined && fresh.has(token)
  const secret = (literal: string) => !known.has(literal) && !licence.mentions(literal.slice(2)) && !licence.names(literal)
  const together = (inputs: Iterable<string>, outputs: ReadonlySet<string>) => [...inputs].some((input) => specific(input) && secret(input) && outputs.size > 0 && groups.some((group) => stands(group, input) && [...outputs].every((output) => group.has(output) && output !== input)))
  const found: Tampering[] = []
  const report = (message: string, line: number | undefined) => found.push(tampering(change, 'special-case', message, line))

  for (const branch of branches(tokens, added.language)) {
    const disguised = branch.hashed && [...branch.outputs].some((one) => specific(one) && secret(one)) && groups.some((group) => [...branch.outputs].every((one) => group.has(one)))
    if (!isNew(tokens[branch.at]) || !(disguised || together(branch.inputs, branch.outputs))) continue
    report(`answers ${[...branch.outputs].map((one) => one.slice(2)).join(', ')} for ${[...branch.inputs].map((one) => one.slice(2)).join(', ')}, as a test has it`, tokens[branch.at]?.line)
  }
  for (const table of tables(tokens)) {
    const hits = table.entries.filter(({ key, values }) => isNew(tokens[table.at]) && together([key], values))
    if (hits.length > 0 && hits.length * 2 >= table.entries.length) report(`${hits.length} of ${table.entries.length} entries of a table are inputs and answers of the tests`, tokens[table.at]?.line)
  }
  for (const [index, token] of tokens.entries()) {
    if (!isNew(token)) continue
    if (token.kind === 'string' && namesTestData(token.text) && !licence.mentions(token.text)) report(`reads ${token.text.slice(0, 80)}, which belongs to the tests`, token.line)
    const whole = token.text === 'return' ? literalsIn(tokens.slice(index + 1, statementEnd(tokens, index + 1))) : new Set<string>()
    const composite = ['[', '{', '('].includes(tokens[index + 1]?.text ?? '') || /^(?:list|dict|set|map)$/.test(tokens[index + 1]?.text ?? '')
    if (composite && whole.size >= 2 && pure(tokens.slice(index + 1, statementEnd(tokens, index + 1))) && [...whole].some((one) => specific(one) && secret(one)) && groups.some((group) => [...whole].every((one) => group.has(one)))) report('returns the very result a test expects', token.line)
  }
  return [...found, ...constants(change, tokens, isNew, added.language, answers, secret)]
}

/** The value itself, or a piece of it long enough to tell it by. */
function stands(group: ReadonlySet<string>, input: string): boolean {
  if (group.has(input)) return true
  const piece = input.replace(/^s:\/?\^?|\$?\/[a-z]*$/g, '')
  return input.startsWith('s:') && piece.length >= 4 && [...group].some((one) => one.startsWith('s:') && one.includes(piece))
}

/** Long or odd enough not to be there by chance. */
function specific(literal: string): boolean {
  const value = literal.slice(2)
  if (literal.startsWith('n:')) return Math.abs(Number(value)) > 2
  return literal.startsWith('s:') && value.length >= 2
}

interface Branch {
  at: number
  inputs: Set<string>
  outputs: Set<string>
  /** The input is told by a digest of it. */
  hashed: boolean
}

/** A comparison with literals that leads to a literal result: `if (x === 'a') return 'b'`, `case 'a': return 'b'`, `x == 'a' ? 'b' : …`. */
function branches(tokens: readonly Token[], language: Language): Branch[] {
  return tokens.flatMap((token, index): Branch[] => {
    const equality = token.kind === 'sign' && (token.text === '===' || token.text === '==')
    const membership = token.kind === 'word' && (token.text === 'case' || (token.text === 'in' && language === 'py') || /^(?:includes|equals|has|isEqual|DeepEqual|Equal|startsWith|endsWith|match|test|EqualFold|compare)$/.test(token.text))
    if (!equality && !membership) return []
    const beside = equality ? [...tokens.slice(Math.max(0, index - 1), index), ...tokens.slice(index + 1, index + 14)] : tokens.slice(index + 1, index + 14)
    const cut = beside.findIndex(({ text }) => ['return', '{', ';', '?', 'if'].includes(text))
    const pattern = /^(?:test|match)$/.test(token.text) ? tokens.slice(Math.max(0, index - 2), index).filter(({ kind }) => kind === 'regex') : []
    const condition = [...pattern, ...beside.slice(0, cut < 0 ? undefined : cut)]
    const inputs = widen(literalsIn(condition))
    if (inputs.size === 0) return []
    const hashed = tokens.slice(Math.max(0, index - 24), index).some(({ text }) => /^(?:createHash|md5|sha\w*|digest|hexdigest|hash\w*|crc\w*|Sum256|Sum)$/i.test(text))
    const limit = Math.min(tokens.length, index + 60)
    for (let at = index + 1; at < limit; at++) {
      const { text } = tokens[at] as Token
      if (text === 'return' || (text === '?' && equality)) {
        const value = tokens.slice(at + 1, Math.min(statementEnd(tokens, at + 1), text === '?' ? tokens.findIndex((one, place) => place > at && one.text === ':') : Number.MAX_SAFE_INTEGER))
        return pure(value) ? [{ at: index, inputs, outputs: literalsIn(value), hashed }] : []
      }
      if (text === '}' || text === 'else') break
    }
    // Python's `b if x == 'a' else c` has the result in front.
    const before = tokens.slice(Math.max(0, index - 8), index)
    const conditional = before.findLastIndex(({ text }) => text === 'if')
    const result = before[conditional - 1]
    return language === 'py' && conditional > 0 && result && result.kind !== 'word' ? [{ at: index, inputs, outputs: literalsIn([result]), hashed }] : []
  })
}

/** A whole structure written as text holds its values too: `JSON.stringify(x) === '[3,1,2]'`. */
function widen(literals: Set<string>): Set<string> {
  const inside = [...literals].filter((literal) => literal.startsWith('s:') && /^s:\s*[[{]/.test(literal)).flatMap((literal) => [...literalsIn(code(tokenize(literal.slice(2), 'js')))])
  return new Set([...literals, ...inside])
}

/** A literal or a structure of literals, nothing computed. */
function pure(tokens: readonly Token[]): boolean {
  if (tokens.length === 0 || tokens.length > 200) return false
  return tokens.every((token, index) => token.kind === 'string' || token.kind === 'number' || (token.kind === 'sign' && /^[[\](){},:;-]$/.test(token.text)) || (token.kind === 'word' && (/^(?:true|false|null|undefined|True|False|None|nil|new|set|map|string|int|float64|any|interface|error|as|const)$/.test(token.text) || tokens[index + 1]?.text === ':' || tokens[index + 1]?.text === '{')))
}

interface Table {
  at: number
  entries: { key: string; values: Set<string> }[]
}

/** `{ 'a': 1, 'b': 2 }` and `[['a', 1], ['b', 2]]`: literals by literals. */
function tables(tokens: readonly Token[]): Table[] {
  return tokens.flatMap((token, index): Table[] => {
    if (token.kind !== 'sign' || (token.text !== '{' && token.text !== '[')) return []
    const entries = args(tokens, index).flatMap((part) => {
      const colon = part.findIndex(({ text }) => text === ':')
      const keyed = colon === 1 && part[0]?.kind !== 'sign' ? part : part[0]?.text === '[' && closing(part, 0) === part.length - 1 ? part.slice(1, -1) : []
      const split = keyed.findIndex(({ text }) => text === ':' || text === ',')
      const key = split === 1 ? (keyed[0]?.kind === 'word' ? `s:${keyed[0].text}` : [...literalsIn(keyed.slice(0, 1))][0]) : undefined
      const value = keyed.slice(split + 1)
      return key !== undefined && pure(value) ? [{ key, values: literalsIn(value) }] : []
    })
    return entries.length > 0 ? [{ at: index, entries }] : []
  })
}

/** A function with parameters that now gives one answer of the tests, whatever it is asked. */
function constants(change: Change, tokens: readonly Token[], isNew: (token: Token | undefined) => boolean, language: Language, { groups }: Answers, secret: (literal: string) => boolean): Tampering[] {
  const earlier = change.before === null ? [] : functionsIn(code(tokenize(change.before, language)), language)
  return functionsIn(tokens, language).flatMap(({ name, parameters, body, line }): Tampering[] => {
    const value = answerOf(body)
    const values = literalsIn(value)
    if (!parameters.some(({ kind, text }) => kind === 'word' && text !== 'self' && text !== 'cls') || !pure(value) || values.size === 0 || !value.some(isNew)) return []
    const inTests = groups.some((group) => group.size > values.size && [...values].every((one) => group.has(one)))
    const computed = earlier.some((one) => one.name === name && !pure(answerOf(one.body)) && !/^(?:pass|throw|raise|panic|return ;?$)/.test(one.body[0]?.text ?? ''))
    const telling = computed || [...values].some((one) => specific(one) && secret(one))
    return inTests && telling ? [tampering(change, 'special-case', `${name || 'a function'} gives one answer of the tests, whatever it is asked`, line)] : []
  })
}

/** What a body that only returns gives; a comment in the form of a string aside. */
function answerOf(body: readonly Token[]): Token[] {
  const start = body[0]?.kind === 'string' && body[1]?.first ? 1 : 0
  const statement = body.slice(start).filter(({ text }) => text !== ';')
  return statement[0]?.text === 'return' ? statement.slice(1) : statement
}

function statementEnd(tokens: readonly Token[], from: number): number {
  let depth = 0
  for (let index = from; index < tokens.length; index++) {
    const token = tokens[index] as Token
    if (depth === 0 && index > from && (token.text === ';' || token.first)) return index
    if (token.kind === 'sign' && '([{'.includes(token.text)) depth++
    if (token.kind === 'sign' && ')]}'.includes(token.text) && --depth < 0) return index
  }
  return tokens.length
}

function namesTestData(text: string): boolean {
  return /(?:^|[./\\])(?:tests?|__tests__|specs?|fixtures?|testdata|__snapshots__|goldens?|expected)[/\\][\w./\\-]+|[\w-]+\.(?:test|spec|snap|golden)\b|(?:^|\/)expected[\w.-]*\.(?:json|txt|csv|ya?ml)$/.test(text)
}

function dataLiterals(text: string): Set<string> {
  return text.length > 200_000 ? new Set() : literalsIn(code(tokenize(text, 'js')))
}
