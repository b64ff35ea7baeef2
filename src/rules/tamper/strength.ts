// How much an assertion says: 4 the very value, 3 something of it, 2 that there is one, 1 perhaps, 0 nothing.
import { type Language, type Token, args, spell } from './tokens.ts'

export type Strength = 0 | 1 | 2 | 3 | 4

const exact = new Set(
  'toBe toEqual toStrictEqual equal equals eq eql eqls strictEqual deepEqual deepStrictEqual deepequal is same toBeNull toBeUndefined toBeNaN null undefined true false NaN toHaveLength lengthOf length toHaveBeenCalledWith toHaveBeenNthCalledWith toHaveBeenLastCalledWith toHaveBeenCalledTimes toHaveBeenCalledOnce toHaveBeenCalledExactlyOnceWith calledWith calledOnce callCount toHaveReturnedWith toMatchInlineSnapshot toMatchSnapshot toMatchFileSnapshot matchSnapshot toHaveTextContent toHaveText toHaveValue toHaveAttribute toHaveCount toHaveURL toHaveTitle toBeTrue toBeFalse isTrue isFalse Equal EqualValues Exactly Len True False Nil NoError Empty EqualError ErrorIs ErrorAs JSONEq ElementsMatch assertEqual assertEquals assertIs assertIsNone assertListEqual assertDictEqual assertSetEqual assertTupleEqual assertSequenceEqual assertMultiLineEqual assertCountEqual assert_equal assert_array_equal assert_called_once_with assert_called_with assert_has_calls assertNumQueries'.split(
    ' ',
  ),
)
const vague = new Set(
  'toBeDefined toBeTruthy toBeFalsy ok exist exists defined toBeInstanceOf instanceOf instanceof a an toBeTypeOf toHaveBeenCalled called toHaveReturned NotNil NotEmpty Error Panics assertTrue assertFalse assertIsNotNone assertIsInstance assert_called assert_called_once assert_ truthy falsy isOk notEqual notStrictEqual notDeepEqual notDeepStrictEqual isNot not NotEqual assertNotEqual assertIsNot isDefined isNotNull isNotEmpty NotZero IsType'.split(
    ' ',
  ),
)
const throwing = new Set([
  'toThrow',
  'toThrowError',
  'toThrowErrorMatchingInlineSnapshot',
  'throws',
  'throw',
  'throwsAsync',
  'rejects',
  'rejectedWith',
  'assertRaises',
  'assertRaisesRegex',
  'raises',
  'PanicsWithValue',
  'PanicsWithError',
])
const close = new Set([
  'toBeCloseTo',
  'closeTo',
  'approximately',
  'assertAlmostEqual',
  'assert_allclose',
  'assert_almost_equal',
  'InDelta',
  'InEpsilon',
])
const loose = /^(?:any|anything|objectContaining|arrayContaining|stringContaining|stringMatching|ANY|Anything|AnythingOfType)$/
const catchAll = new Set(['Error', 'Exception', 'BaseException'])

export interface Said {
  matcher: string
  negated: boolean
  subject: readonly Token[]
  expected: readonly Token[]
  /** Arguments of the matcher, apart. */
  given: readonly Token[][]
}

export function strengthOf({ matcher, negated, subject, expected, given }: Said, language: Language): Strength {
  if (saysNothing(matcher, subject, expected, given)) return 0
  if (throwing.has(matcher)) {
    const what = given.find((part) => !isCallback(part))
    return what && !(what.length === 1 && catchAll.has(what[0]?.text ?? '')) ? 4 : 2
  }
  if (close.has(matcher)) return closeness(matcher, expected, given)
  if (
    expected.some(
      (token, index) => token.kind === 'word' && loose.test(token.text) && (language !== 'js' || expected[index - 1]?.text === '.'),
    )
  )
    return 2
  if (expected.some((token, index) => token.text === 'approx' && expected[index + 1]?.text === '('))
    return closeness('approx', expected, given)
  if (exact.has(matcher)) return negated ? 2 : 4
  return vague.has(matcher) ? 2 : 3
}

/** The strength of a condition that must hold, by its outermost operator. */
export function conditionStrength(tokens: readonly Token[]): { strength: Strength; matcher: string; at: number } {
  const top = outermost(tokens)
  const find = (...signs: string[]) => top.find((index) => signs.includes((tokens[index] as Token).text)) ?? -1
  const either = find('or', '||')
  if (either >= 0)
    return { strength: alwaysTrue(tokens.slice(0, either)) || alwaysTrue(tokens.slice(either + 1)) ? 0 : 1, matcher: 'or', at: -1 }
  const both = find('and', '&&')
  if (both >= 0) {
    const [left, right] = [conditionStrength(tokens.slice(0, both)), conditionStrength(tokens.slice(both + 1))]
    return left.strength >= right.strength ? left : { ...right, at: -1 }
  }
  const notIs = top.find((index) => tokens[index]?.text === 'is' && tokens[index + 1]?.text === 'not')
  if (notIs !== undefined) return { strength: 2, matcher: 'is not', at: notIs }
  const equal = find('==', '===', 'is')
  if (equal >= 0) return { strength: 4, matcher: '==', at: equal }
  const unequal = find('!=', '!==')
  if (unequal >= 0) return { strength: 2, matcher: '!=', at: unequal }
  const compared = find('in', '<', '>', '<=', '>=')
  if (compared >= 0)
    return { strength: lengthAtLeastNothing(tokens, compared) ? 0 : 3, matcher: (tokens[compared] as Token).text, at: compared }
  return { strength: alwaysTrue(tokens) ? 0 : 2, matcher: 'truthy', at: -1 }
}

/** True whatever the code does. */
function alwaysTrue(tokens: readonly Token[]): boolean {
  const inner = tokens[0]?.text === '(' && tokens.at(-1)?.text === ')' ? tokens.slice(1, -1) : tokens
  if (inner.length !== 1) return false
  const [only] = inner as [Token]
  return (
    ['true', 'True'].includes(only.text) ||
    (only.kind === 'number' && Number(only.text) !== 0) ||
    (only.kind === 'string' && only.text !== '')
  )
}

function saysNothing(matcher: string, subject: readonly Token[], expected: readonly Token[], given: readonly Token[][]): boolean {
  if (subject.length === 0) return false
  if (expected.length > 0 && spell(subject) === spell(expected)) return true
  const orEqual = /OrEqual$|^least$|^>=$/.test(matcher)
  if (
    orEqual &&
    given[0]?.length === 1 &&
    given[0][0]?.text === '0' &&
    subject.some(({ text }) => /^(?:length|size|len|count)$/.test(text))
  )
    return true
  return subject.every(
    (token) =>
      token.kind === 'number' ||
      token.kind === 'string' ||
      /^(?:true|false|null|undefined|True|False|None|nil)$/.test(token.text) ||
      (token.kind === 'sign' && /^[[\](){},:]$/.test(token.text)),
  )
}

function closeness(matcher: string, expected: readonly Token[], given: readonly Token[][]): Strength {
  const decimals = expected.some(({ kind, text }) => kind === 'number' && /\.\d|e-/i.test(text))
  const tolerance = given.slice(matcher === 'InDelta' || matcher === 'InEpsilon' ? 3 : matcher.startsWith('assert') ? 2 : 1).flat()
  const inside = matcher === 'approx' ? approxTolerance(expected) : tolerance
  const number = Number(inside.find(({ kind }) => kind === 'number')?.text ?? Number.NaN)
  const digits = matcher === 'toBeCloseTo' || inside.some(({ text }) => text === 'places')
  const wide = Number.isNaN(number) ? false : digits ? number < 2 : number > 0.01
  if (wide) return 2
  return decimals ? 4 : 3
}

function approxTolerance(tokens: readonly Token[]): Token[] {
  const at = tokens.findIndex((token, index) => token.text === 'approx' && tokens[index + 1]?.text === '(')
  return args(tokens, at + 1)
    .slice(1)
    .flat()
}

function lengthAtLeastNothing(tokens: readonly Token[], at: number): boolean {
  const [left, right] = [tokens.slice(0, at), tokens.slice(at + 1)]
  return (
    ['>=', '>'].includes((tokens[at] as Token).text) &&
    right.length <= 2 &&
    /^(?:0|- ?1)$/.test(spell(right)) &&
    left.some(({ text }) => /^(?:len|length|size)$/.test(text)) &&
    !((tokens[at] as Token).text === '>' && right[0]?.text === '0')
  )
}

function isCallback(part: readonly Token[]): boolean {
  return part.some(({ text }) => text === '=>' || text === 'function' || text === 'lambda' || text === 'func')
}

function outermost(tokens: readonly Token[]): number[] {
  const found: number[] = []
  let depth = 0
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'sign' && '([{'.includes(token.text)) depth++
    if (token.kind === 'sign' && ')]}'.includes(token.text)) depth--
    if (depth === 0) found.push(index)
  }
  return found
}
