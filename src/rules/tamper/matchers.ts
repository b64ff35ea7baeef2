// The assertions written in a piece of test code, in the words of the common libraries of each language.
import { readJava, readRuby, readRust } from './more-matchers.ts'
import { type Said, type Strength, conditionStrength, strengthOf } from './strength.ts'
import { type Language, type Token, args, closing } from './tokens.ts'

export interface Found {
  matcher: string
  strength: Strength
  subject: readonly Token[]
  expected: readonly Token[]
  line: number
  /** Index of its first token. */
  at: number
}

export function readAssertions(body: readonly Token[], language: Language): Found[] {
  const read = { js: readJs, py: readPy, go: readGo, rust: readRust, java: readJava, ruby: readRuby }[language]
  return body.flatMap((token, index) => (token.kind === 'word' ? read(body, index, token) : []))
}

/** The number of assertions that must have run: the only proof that one in a callback did. */
export const counted = 'number of assertions'

const noise = new Set('to be been is that which and has have with at of same but does still also deep nested own ordered'.split(' '))

function readJs(body: readonly Token[], index: number, token: Token): Found[] {
  const previous = body[index - 1]?.text
  if (previous === '.' || previous === 'function') return []
  if (token.text === 'expect') return readExpect(body, index, token)
  if (token.text === 'assert' && body[index + 1]?.text === '(') return readCondition(args(body, index + 1)[0] ?? [], token, index)
  if (['assert', 't', 'assertions'].includes(token.text) && body[index + 1]?.text === '.') {
    const name = body[index + 2]?.text === 'strict' && body[index + 3]?.text === '.' ? index + 4 : index + 2
    if (
      body[name + 1]?.text !== '(' ||
      body[name]?.kind !== 'word' ||
      /^(?:test|plan|fail|end|context|skip|after|before|mock|diagnostic|log|setTimeout|afterEach|beforeEach|teardown|timeout|pass)$/.test(
        body[name]?.text ?? '',
      )
    )
      return []
    return readCallLike(body, name, token, index, 'js')
  }
  return []
}

/** `expect(subject).not.toBe(expected)`, `expect(subject).to.be.true`, `await expect(promise).rejects.toThrow()`. */
function readExpect(body: readonly Token[], index: number, token: Token): Found[] {
  let at = index + 1
  if (body[at]?.text === '.' && ['soft', 'poll'].includes(body[at + 1]?.text ?? '')) at += 2
  if (body[at]?.text === '.' && ['assertions', 'hasAssertions'].includes(body[at + 1]?.text ?? ''))
    return [{ matcher: counted, strength: 2, subject: [], expected: args(body, at + 2).flat(), line: token.line, at: index }]
  if (body[at]?.text !== '(') return []
  const subject = args(body, at)[0] ?? []
  at = closing(body, at) + 1
  let negated = false
  let promised = false
  let matcher = ''
  let given: Token[][] = []
  while (body[at]?.text === '.' && body[at + 1]?.kind === 'word') {
    const word = (body[at + 1] as Token).text
    at += 2
    if (word === 'not' || word === 'never') negated = true
    else if (word === 'rejects' || word === 'resolves' || word === 'eventually') promised = true
    else if (!noise.has(word)) matcher = word
    if (body[at]?.text !== '(') continue
    given = args(body, at)
    matcher = word
    at = closing(body, at) + 1
  }
  if (matcher === '') return []
  const said: Said = { matcher, negated, subject, expected: given.flat(), given }
  const strength = strengthOf(said, 'js')
  const waited = !promised || ['await', 'return', ',', '[', '=>'].includes(body[index - 1]?.text ?? '')
  return [
    {
      matcher: (negated ? 'not ' : '') + matcher,
      strength: waited ? strength : (Math.min(strength, 1) as Strength),
      subject,
      expected: said.expected,
      line: token.line,
      at: index,
    },
  ]
}

function readCondition(condition: readonly Token[], token: Token, index: number): Found[] {
  const { strength, matcher, at } = conditionStrength(condition)
  const [subject, expected] = at < 0 ? [condition, []] : [condition.slice(0, at), condition.slice(at + 1)]
  const compared =
    at < 0
      ? strength
      : Math.min(
          strength,
          strengthOf(
            { matcher: matcher === '==' ? 'equal' : matcher, negated: false, subject, expected, given: [expected as Token[]] },
            'py',
          ) || 0,
        )
  return [{ matcher, strength: compared as Strength, subject, expected, line: token.line, at: index }]
}

/** `assert.equal(actual, expected)` and its like; Go's testify has the test in front. */
function readCallLike(body: readonly Token[], name: number, token: Token, index: number, language: Language): Found[] {
  const matcher = (body[name] as Token).text
  const all = args(body, name + 1)
  const given = language === 'go' && all[0]?.length === 1 && all[0][0]?.text === 't' ? all.slice(1) : all
  const [subject = [], ...rest] = given
  if (/^(?:ok|isTrue|isOk|True|assertTrue|true|truthy)$/.test(matcher)) {
    const [read] = readCondition(subject, token, index)
    if (read && read.strength !== 2) return [{ ...read, at: index }]
  }
  const expected = rest.slice(0, 1).flat()
  const swapped = subject.some(({ text }) => text === '(')
    ? { subject, expected }
    : { subject: expected.length > 0 ? expected : subject, expected: expected.length > 0 ? subject : [] }
  const strength = strengthOf({ matcher, negated: false, ...swapped, given: [swapped.expected as Token[], ...rest.slice(1)] }, language)
  return [{ matcher, strength, subject: [...subject], expected: rest.flatMap(tolerance), line: token.line, at: index }]
}

/** `places=2` says what `abs=0.005` does. */
function tolerance(part: Token[]): Token[] {
  const [name, , value] = part
  return name?.text === 'places' && value?.kind === 'number' && part.length === 3
    ? [{ ...value, text: `5e-${Number(value.text) + 1}` }]
    : part
}

function readPy(body: readonly Token[], index: number, token: Token): Found[] {
  if (token.text === 'assert' && token.first) {
    const end = pyStatementEnd(body, index)
    const whole = body.slice(index + 1, end)
    const comma = topLevelComma(whole)
    const condition = comma < 0 ? whole : whole.slice(0, comma)
    // `assert (value, "message")` is a tuple, and a tuple is always true.
    const tuple = condition[0]?.text === '(' && closing(condition, 0) === condition.length - 1 && args(condition, 0).length > 1
    const [read] = readCondition(tuple ? [] : unwrap(condition), token, index)
    return read ? [{ ...read, strength: tuple ? 0 : read.strength }] : []
  }
  const called = body[index + 1]?.text === '('
  if (!called || !/^(?:assert\w+|raises|fail_unless)$/.test(token.text)) return []
  if (token.text === 'raises' || /^assertRaises/.test(token.text)) {
    const given = args(body, index + 1)
    const block = body.slice(closing(body, index + 1), pyStatementEnd(body, index) + 40)
    return [
      {
        matcher: token.text,
        strength: strengthOf({ matcher: token.text, negated: false, subject: block, expected: given.flat(), given }, 'py'),
        subject: block.slice(0, blockEnd(block)),
        expected: given.flat(),
        line: token.line,
        at: index,
      },
    ]
  }
  return readCallLike(body, index, token, index, 'py')
}

function readGo(body: readonly Token[], index: number, token: Token): Found[] {
  if (['assert', 'require', 'is'].includes(token.text) && body[index + 1]?.text === '.' && body[index + 3]?.text === '(')
    return readCallLike(body, index + 2, token, index, 'go')
  if (token.text !== 'if') return []
  const open = body.findIndex((one, at) => at > index && one.text === '{')
  if (open < 0) return []
  const block = body.slice(open, closing(body, open) + 1)
  if (!block.some(({ text }, at) => /^(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/.test(text) && block[at - 1]?.text === '.')) return []
  const header = body.slice(index + 1, open)
  const semicolon = header.findIndex(({ text }) => text === ';')
  const condition = header.slice(semicolon + 1)
  return [{ matcher: 'if', strength: failsWhen(condition), subject: header, expected: [], line: token.line, at: index }]
}

/** In Go a test fails when a condition holds, so the weaker condition is the one with more to it. */
function failsWhen(condition: readonly Token[]): Strength {
  const spelled = condition.map(({ text }) => text)
  if (spelled.includes('&&')) return spelled.includes('false') ? 0 : 2
  if (spelled.length === 1 && spelled[0] === 'false') return 0
  if (spelled.some((one) => one === '!=')) return 4
  if (spelled[0] === '!') return spelled.some((one) => /^(?:DeepEqual|Equal|Is|As)$/.test(one)) ? 4 : 3
  return spelled.some((one) => one === '==' || one === '<' || one === '>' || one === '<=' || one === '>=') ? 3 : 2
}

function pyStatementEnd(body: readonly Token[], from: number): number {
  let depth = 0
  for (let index = from; index < body.length; index++) {
    const token = body[index] as Token
    if (depth === 0 && index > from && token.first) return index
    if (token.kind === 'sign' && '([{'.includes(token.text)) depth++
    if (token.kind === 'sign' && ')]}'.includes(token.text)) depth--
  }
  return body.length
}

function blockEnd(tokens: readonly Token[]): number {
  const lines = tokens.flatMap((token, index) => (token.first ? [index] : []))
  return lines[1] ?? tokens.length
}

function topLevelComma(tokens: readonly Token[]): number {
  let depth = 0
  return tokens.findIndex(({ kind, text }) => {
    if (kind === 'sign' && '([{'.includes(text)) depth++
    if (kind === 'sign' && ')]}'.includes(text)) depth--
    return depth === 0 && text === ','
  })
}

function unwrap(tokens: readonly Token[]): readonly Token[] {
  return tokens[0]?.text === '(' && closing(tokens, 0) === tokens.length - 1 ? tokens.slice(1, -1) : tokens
}
