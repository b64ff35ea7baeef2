// The assertions of Rust, Java and Ruby tests, in the words of their common libraries.
import type { Found } from './matchers.ts'
import { blockAfter, lineEnd } from './ruby-cases.ts'
import { type Strength, conditionStrength, strengthOf } from './strength.ts'
import { type Language, type Token, args, closing } from './tokens.ts'

type Given = readonly Token[]

export function readRust(body: Given, index: number, token: Token): Found[] {
  if (token.text === 'should_panic') {
    const expected = body.slice(index + 1, body.findIndex(({ text }) => text === '{') >>> 0)
    return [
      {
        matcher: 'should_panic',
        strength: expected.length > 0 ? 4 : 2,
        subject: body.slice(expected.length),
        expected,
        line: token.line,
        at: index,
      },
    ]
  }
  if (!/^(?:debug_)?assert/.test(token.text) || body[index + 1]?.text !== '!' || body[index + 2]?.text !== '(') return []
  const [first = [], second = [], ...rest] = args(body, index + 2)
  if (/assert$/.test(token.text)) return [truth(first, true, token, index)]
  const unequal = /_ne$/.test(token.text)
  const matcher = /_eq$/.test(token.text) && rest.length < 2 ? 'equal' : unequal ? 'notEqual' : 'like'
  return [compared(matcher, first, second, [], token, index, 'rust')]
}

const javaSame = /^assert(?:Equals|Same|ArrayEquals|IterableEquals|LinesMatch)$/

export function readJava(body: Given, index: number, token: Token): Found[] {
  if (body[index + 1]?.text !== '(')
    return token.text === 'expected' && index === 0 ? [thrown(body.slice(2, 3), body.slice(3), token, index)] : []
  const given = args(body, index + 1)
  const [first = [], second = []] = given
  if (/^(?:assertThat\w*|verify|then)$/.test(token.text) && body[index - 1]?.text !== '.')
    return given.length > 1 && token.text === 'assertThat' ? hamcrest(given, token, index) : chained(body, index, token)
  if (!/^assert[A-Z]\w*$/.test(token.text)) return []
  if (token.text === 'assertTrue' || token.text === 'assertFalse') return [truth(first, token.text === 'assertTrue', token, index)]
  if (/^assertThrows/.test(token.text)) return [thrown(first, second, token, index)]
  if (javaSame.test(token.text))
    return [
      compared(
        'equal',
        first,
        second,
        given
          .slice(2, 3)
          .flat()
          .filter(({ kind }) => kind === 'number'),
        token,
        index,
        'java',
      ),
    ]
  if (/^assert(?:Null)$/.test(token.text))
    return [{ matcher: token.text, strength: 4, subject: first, expected: [word('null', token)], line: token.line, at: index }]
  return [compared(/^assertNot/.test(token.text) ? 'notEqual' : token.text, first, second, [], token, index, 'java')]
}

const exactChain =
  /^(?:isEqualTo|isSameAs|isNull|containsExactly|containsExactlyInAnyOrder|hasSize|isZero|isEmpty|hasMessage|hasToString|isEqualByComparingTo|hasValue|contains)$/

/** `assertThat(subject).isEqualTo(expected)`, a finding for every link; `verify(mock).call(…)`. */
function chained(body: Given, index: number, token: Token): Found[] {
  const subject = args(body, index + 1).flat()
  const found: Found[] = []
  for (let at = closing(body, index + 1) + 1; body[at]?.text === '.' && body[at + 2]?.text === '('; at = closing(body, at + 2) + 1) {
    const matcher = body[at + 1]?.text ?? ''
    const expected = args(body, at + 2).flat()
    const told = /^(?:isTrue|isFalse)$/.test(matcher) ? [word(matcher === 'isTrue' ? 'true' : 'false', token)] : expected
    if (/^(?:as|describedAs|extracting|asString)$/.test(matcher)) continue
    const strength: Strength =
      told !== expected || token.text === 'verify' || exactChain.test(matcher)
        ? 4
        : /^(?:is|does)Not|^isInstanceOf$|^isPresent$/.test(matcher)
          ? 2
          : 3
    found.push({
      matcher,
      strength,
      subject,
      expected: expected.length === 0 ? [...told, name(matcher, token)] : told,
      line: token.line,
      at: index,
    })
  }
  return found
}

/** `assertThat(actual, is(expected))`. */
function hamcrest(given: readonly Token[][], token: Token, index: number): Found[] {
  const [subject = [], matcher = []] = given.length > 2 ? given.slice(1) : given
  const words = matcher.filter(({ kind }) => kind === 'word').map(({ text }) => text)
  const strength =
    words[0] === 'not'
      ? 2
      : words.every((one) => !/^(?:is|equalTo|nullValue|contains|hasSize|empty|emptyString|closeTo)$/.test(one))
        ? 3
        : 4
  return [
    {
      matcher: words[0] ?? 'that',
      strength,
      subject,
      expected: words.includes('nullValue') ? [...matcher, word('null', token)] : matcher,
      line: token.line,
      at: index,
    },
  ]
}

export function readRuby(body: Given, index: number, token: Token): Found[] {
  if ((token.text === 'expect' || token.text === 'is_expected') && body[index - 1]?.text !== '.') return readExpectation(body, index, token)
  if (!/^(?:assert|refute|must|wont)(?:_\w+)?$/.test(token.text)) return []
  const given = rubyArguments(body, index)
  const [first = [], second = []] = given
  if (/^(?:assert|refute)$/.test(token.text) && body[index + 1]?.text !== ':') return [truth(first, token.text === 'assert', token, index)]
  if (/^must_equal$/.test(token.text))
    return [compared('equal', body.slice(lineStart(body, index), index - 1), first, [], token, index, 'ruby')]
  if (/^(?:must|wont)_\w+$/.test(token.text))
    return [
      {
        matcher: token.text,
        strength: 3,
        subject: body.slice(lineStart(body, index), index - 1),
        expected: [...first, name(token.text, token)],
        line: token.line,
        at: index,
      },
    ]
  if (/^assert_raises?$/.test(token.text)) {
    const block = blockAfter(body, index)
    return [thrown(given.flat(), block ? body.slice(block.open, block.to) : [], token, index)]
  }
  if (!/^(?:assert|refute)_\w+$/.test(token.text)) return []
  if (/_nil$/.test(token.text))
    return [
      {
        matcher: token.text,
        strength: /^a/.test(token.text) ? 4 : 2,
        subject: first,
        expected: [word('nil', token)],
        line: token.line,
        at: index,
      },
    ]
  return [
    compared(
      /^(?:assert_equal|assert_same)$/.test(token.text) ? 'equal' : /^refute/.test(token.text) ? 'notEqual' : token.text,
      first,
      second,
      [],
      token,
      index,
      'ruby',
    ),
  ]
}

/** `expect(subject).to eq(expected)`, `expect { … }.not_to raise_error`. */
function readExpectation(body: Given, index: number, token: Token): Found[] {
  const bare = token.text === 'is_expected'
  const end = bare
    ? index
    : ['(', '{'].includes(body[index + 1]?.text ?? '')
      ? closing(body, index + 1)
      : (blockAfter(body, index)?.to ?? index)
  const subject = bare ? [name('subject', token)] : body.slice(index + 2, end)
  const said = body[end + 2]
  const matcher = body[end + 3]
  if (body[end + 1]?.text !== '.' || !/^(?:to|not_to|to_not)$/.test(said?.text ?? '') || !matcher) return []
  const negated = said?.text !== 'to'
  const expected = body.slice(end + 4, lineEnd(body, end + 3))
  const at = { subject, line: token.line, at: index }
  if (matcher.text === 'raise_error') {
    const { strength } = thrown(expected, subject, token, index)
    return [{ matcher: 'raise_error', strength: negated ? 2 : strength, expected: [...expected, word(String(!negated), token)], ...at }]
  }
  const told =
    matcher.text === 'be_nil'
      ? [word('nil', token)]
      : /^be_(?:truthy|falsey|falsy)$/.test(matcher.text)
        ? [word(String(matcher.text === 'be_truthy'), token)]
        : []
  const predicate = /^be_/.test(matcher.text) && told.length === 0 ? [name(matcher.text, token), word(String(!negated), token)] : []
  const exact =
    /^(?:eq|eql|equal|match_array|contain_exactly|be_nil|be_empty|have_received)$/.test(matcher.text) ||
    (matcher.text === 'be' && !expected.some(({ text }) => /^[<>]=?$/.test(text)))
  const strength: Strength = /^be_(?:truthy|falsey|falsy|a|an|kind_of|instance_of|present)$/.test(matcher.text)
    ? 2
    : exact
      ? negated
        ? 2
        : 4
      : 3
  return [{ matcher: (negated ? 'not ' : '') + matcher.text, strength, expected: [...expected, ...told, ...predicate], ...at }]
}

/** What is given to a call, with or without brackets. */
function rubyArguments(body: Given, index: number): Token[][] {
  if (body[index + 1]?.text === '(' && !body[index + 1]?.first) return args(body, index + 1)
  const open = body[index] as Token
  return args(
    [{ ...open, kind: 'sign', text: '(' }, ...body.slice(index + 1, lineEnd(body, index)), { ...open, kind: 'sign', text: ')' }],
    0,
  )
}

function lineStart(body: Given, index: number): number {
  let at = index
  while (at > Math.max(0, index - 500) && !body[at]?.first) at--
  return at
}

/** A condition that must hold: a comparison, or a call that gives true or false and is thereby told exactly. */
function truth(condition: Given, holds: boolean, token: Token, at: number): Found {
  const { strength, matcher, at: operator } = conditionStrength(condition)
  if (operator >= 0 && holds)
    return { matcher, strength, subject: condition.slice(0, operator), expected: condition.slice(operator + 1), line: token.line, at }
  const negated = condition[0]?.text === '!'
  const plain =
    condition.some(({ text }) => text === '(' || text === '.') || condition.every(({ kind }) => kind === 'word' || kind === 'sign')
  return {
    matcher: 'holds',
    strength: matcher !== 'truthy' || strength === 0 || !plain ? strength : 4,
    subject: negated ? condition.slice(1) : condition,
    expected: [word(String(holds !== negated), token)],
    line: token.line,
    at,
  }
}

function compared(matcher: string, first: Given, second: Given, more: Given, token: Token, at: number, language: Language): Found {
  const swap = language !== 'rust' && second.length > 0
  const [subject, expected] = swap ? [second, first] : [first, second]
  const strength = strengthOf(
    {
      matcher,
      negated: false,
      subject: subject.some(({ text }) => text === '(') ? subject : [...subject, ...expected],
      expected,
      given: [[...expected]],
    },
    language,
  )
  return { matcher, strength, subject, expected: [...expected, ...more], line: token.line, at }
}

function thrown(what: Given, subject: Given, token: Token, at: number): Found {
  const vague = what
    .filter(({ kind }) => kind !== 'sign')
    .every(({ text }) => /^(?:Exception|Throwable|RuntimeException|StandardError|class)$/.test(text))
  return { matcher: 'throws', strength: vague ? 2 : 4, subject, expected: what, line: token.line, at }
}

function word(text: string, at: Token): Token {
  return { ...at, kind: 'word', text, first: false }
}

function name(text: string, at: Token): Token {
  return { ...at, kind: 'string', text, first: false }
}
