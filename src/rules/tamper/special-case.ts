// Code that knows the answers: values of the fixtures answered by name, expected results read from the tests, input no longer looked at.
import { readAdded } from './added.ts'
import { type Answers, specific } from './answers.ts'
import { literalsIn } from './assertions.ts'
import { partOf } from './files.ts'
import { type Func, expressionEnd, functionsIn } from './functions.ts'
import { type Branch, branches, constant, hiddenLiterals, tables, usesDigest, widen } from './literal-code.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'
import { type Language, type Token, code, tokenize } from './tokens.ts'

export function findSpecialCases(change: Change, answers: Answers): Tampering[] {
  const added = readAdded(change)
  if (!added || partOf(change.path) !== 'source') return []
  const tokens = code(added.tokens)
  const fresh = new Set(added.tokens.filter((_, index) => added.isNew(index)))
  const isNew = (index: number) => fresh.has(tokens[index] as Token)
  const digested = usesDigest(tokens)
  const report = (message: string, line: number | undefined) => tampering(change, 'special-case', message, line)
  return [
    ...branches(tokens, added.language)
      .filter(
        (branch) =>
          isNew(branch.at) && (answers.together(branch.inputs, branch.outputs) || (disguised(branch) && known(branch.outputs, answers))),
      )
      .map(({ at, inputs, outputs }) => report(`answers ${show(outputs)} on ${show(inputs)}, as a test has it`, tokens[at]?.line)),
    ...tables(tokens).flatMap(({ at, entries }) => {
      const hits = entries.filter(
        ({ key, values }) => isNew(at) && (answers.together(keyParts(key), values) || (digested && known(values, answers))),
      )
      return hits.length > 0 && hits.length * 2 >= entries.length
        ? [report(`${hits.length} of ${entries.length} entries of a table are inputs and answers of the tests`, tokens[at]?.line)]
        : []
    }),
    ...tokens.flatMap((token, index): Tampering[] => {
      if (!isNew(index)) return []
      if (token.kind === 'string' && namesTestData(token.text))
        return [report(`reads ${token.text.slice(0, 80)}, which belongs to the tests`, token.line)]
      const joined = pathInPieces(tokens, index)
      if (joined !== null && namesTestData(joined)) return [report(`reads ${joined.slice(0, 80)}, which belongs to the tests`, token.line)]
      const hidden = [...hiddenLiterals(tokens, index)].filter((one) => specific(one) && answers.groups.some((group) => group.has(one)))
      if (hidden.length >= 2) return [report(`hides ${show(new Set(hidden.slice(0, 5)))} in an encoded text, as tests expect`, token.line)]
      return returnsExpected(tokens, index, answers) ? [report('returns the very result a test expects', token.line)] : []
    }),
    ...wholeFunctions(change, tokens, isNew, added.language, answers),
  ]
}

function disguised({ hashed, counting, assembled }: Branch): boolean {
  return hashed || counting || assembled
}

/** The result, separators aside, is one that a test expects and nothing but the tests could have told. */
function known(outputs: ReadonlySet<string>, { telling, expected }: Answers): boolean {
  const pieces = new Set([...outputs].filter((one) => !/^s:.{0,2}$/s.test(one)))
  return [...pieces].some(telling) && expected(pieces)
}

function show(literals: ReadonlySet<string>): string {
  return [...literals]
    .map((one) => one.slice(2))
    .join(', ')
    .slice(0, 120)
}

/** A key made of several values counts as those values, when all of them stand together. */
function keyParts(key: string): string[] {
  return [...widen(new Set([key]))]
}

/** `return [1, 2, 3]` with just the values of an assertion, some of them telling. */
function returnsExpected(tokens: readonly Token[], index: number, { telling, groups }: Answers): boolean {
  if (tokens[index]?.text !== 'return' || !['[', '{', '('].includes(tokens[index + 1]?.text ?? '')) return false
  const value = tokens.slice(index + 1, expressionEnd(tokens, index + 1))
  const literals = literalsIn(value)
  return (
    literals.size >= 2 &&
    constant(value) &&
    [...literals].some(telling) &&
    groups.some((group) => [...literals].every((one) => group.has(one)))
  )
}

/** Functions that give one answer whatever they are asked, or that stopped looking at what they are given. */
function wholeFunctions(
  change: Change,
  tokens: readonly Token[],
  isNew: (index: number) => boolean,
  language: Language,
  { groups, telling }: Answers,
): Tampering[] {
  const earlier = change.before === null ? [] : functionsIn(code(tokenize(change.before, language)), language)
  const touched = new Set(tokens.filter((_, index) => isNew(index)))
  return functionsIn(tokens, language).flatMap((one): Tampering[] => {
    if (parameterNames(one).length === 0 || !one.body.some((token) => touched.has(token))) return []
    const old = earlier.find(({ name }) => name === one.name)
    const computed = old !== undefined && !constant(answerOf(old.body)) && !isStub(old)
    const value = answerOf(one.body)
    const values = constant(value) ? literalsIn(value) : new Set<string>()
    const inTests =
      values.size > 0 && groups.some((group) => group.size > values.size && [...values].every((literal) => group.has(literal)))
    if (inTests && (computed || [...values].some(telling)))
      return [
        tampering(change, 'special-case', `${one.name || 'a function'} gives one answer of the tests, whatever it is asked`, one.line),
      ]
    if (old && computed && !constant(value) && looksAt(old) && !looksAt(one) && !isStub(one))
      return [tampering(change, 'special-case', `${one.name} no longer looks at what it is given`, one.line)]
    return []
  })
}

function parameterNames({ parameters }: Func): string[] {
  return parameters
    .filter(
      ({ kind, text }, index) =>
        kind === 'word' && !['self', 'cls'].includes(text) && ![':', '|', '<', '.', '='].includes(parameters[index - 1]?.text ?? ''),
    )
    .map(({ text }) => text)
}

function looksAt(one: Func): boolean {
  const names = new Set([...parameterNames(one), 'arguments', 'kwargs', 'args'])
  return (
    one.body.some(({ kind, text }) => kind === 'word' && names.has(text)) ||
    one.body.some(({ kind, text }) => kind === 'string' && [...names].some((name) => text.includes(name)))
  )
}

function isStub({ body }: Func): boolean {
  return /^(?:pass|throw|raise|panic|todo|unimplemented)$/.test(body[0]?.text ?? '') || body.length === 0
}

/** What a body that only returns gives; a comment in the form of a string aside. */
function answerOf(body: readonly Token[]): Token[] {
  const start = body[0]?.kind === 'string' && body[1]?.first ? 1 : 0
  const statement = body.slice(start).filter(({ text }) => text !== ';')
  return statement[0]?.text === 'return' ? statement.slice(1) : statement
}

/** `join(here, '..', 'test', 'data')` and `here / 'test' / 'data'` as the path they make; null where no such begins here. */
function pathInPieces(tokens: readonly Token[], index: number): string | null {
  const joins = (at: number) => tokens[at]?.text === ',' || tokens[at]?.text === '/'
  if (tokens[index]?.kind !== 'string' || (joins(index - 1) && tokens[index - 2]?.kind === 'string')) return null
  const pieces = [tokens[index]?.text ?? '']
  let at = index + 1
  for (; joins(at) && tokens[at + 1]?.kind === 'string' && pieces.length < 20; at += 2) pieces.push(tokens[at + 1]?.text ?? '')
  const before = tokens.slice(Math.max(0, index - 12), index)
  const made =
    tokens[index + 1]?.text === '/' ||
    tokens[index - 1]?.text === '/' ||
    before.some(({ text }) => /^(?:join|resolve|Join|joinpath|Path)$/.test(text))
  return made && pieces.length > 1 ? `${pieces.join('/')}/` : null
}

function namesTestData(text: string): boolean {
  return /(?:^|[./\\])(?:tests?|__tests__|specs?|fixtures?|testdata|__snapshots__|goldens?|expected)[/\\][\w./\\-]+|[\w-]+\.(?:test|spec|snap|golden)\b|(?:^|\/)expected[\w.-]*\.(?:json|txt|csv|ya?ml)$/.test(
    text,
  )
}
