// How much an assertion says: 4 the very value, 3 something of it, 2 that there is one, 1 perhaps, 0 nothing.
import { type Node, leavesOf, parts, spell } from '../reading/syntax.ts'
import { callOf, isFunction, unwrapped } from './calls.ts'

export type Strength = 0 | 1 | 2 | 3 | 4

/** The name of a matcher in words: `toHaveBeenCalledWith`, `assert_not_equal`, `isEqualTo`. */
function wordsOf(name: string): string {
  return ` ${name
    .replace('NaN', 'Nan')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[_!?]+/g, ' ')
    .toLowerCase()} `
}

const word = (words: string) => new RegExp(` (?:${words.replaceAll(' ', '|')}) `)
const negating = word('not refute wont never isnt doesnt')
const throwing = word('throws? thrown raises? rejects? rejected panics? exception')
const close = word('close almost approx approximately delta epsilon allclose')
const surely = word('members exactly snapshot elements array equals? eq eqls? same identical strict with times once')
/** `toHaveProperty('name', 'Ann')` says what the property is. */
const valued = word('property attribute style')
const vague = word('defined truthy falsy falsey exists? instance instanceof type typeof kind present any an? ok called returned error')
const partly = word(
  'contains? containing includes? match matches greater less above below least most starts? ends? prefix suffix property keys? subset object like between within than regexp?',
)
const exact = word(
  'be is null nil none undefined nan true false length len size count text value attribute title url zero empty message received',
)
const loose = /^(?:any|anything|objectContaining|arrayContaining|stringContaining|stringMatching|ANY|Anything|AnythingOfType)$/
const catchAll = /^(?:Error|Exception|BaseException|Throwable|RuntimeException|StandardError|class)$/

/** Whether the words of a matcher are known at all. */
export function isMatcher(name: string): boolean {
  const words = wordsOf(name)
  return [throwing, close, surely, vague, partly, exact].some((one) => one.test(words))
}

/** What the matcher itself says the value is, as a literal. */
export function impliedBy(name: string): string[] {
  const words = wordsOf(name)
  if (word('true truthy ok').test(words)) return ['w:true']
  if (word('false falsy falsey').test(words)) return ['w:false']
  if (word('null nil none').test(words)) return ['w:null']
  return word('undefined defined').test(words) ? ['w:undefined'] : []
}

export interface Said {
  matcher: string
  negated: boolean
  subject: readonly Node[]
  /** What is given to the matcher, apart. */
  given: readonly Node[]
}

export function strengthOf({ matcher, negated, subject, given }: Said): Strength {
  const expected = given.flatMap(leavesOf)
  if (saysNothing(matcher, subject, given)) return 0
  const words = wordsOf(matcher)
  const denied = negated || negating.test(words)
  if (throwing.test(words)) {
    // A function that is given the error says something of it by a text or a class.
    const isSaid = (one: Node) => (leaf: Node) =>
      leaf.kind === 'string' || (leaf.kind === 'word' && (!isFunction(one) || /^[A-Z]/.test(leaf.text)))
    const what = given.flatMap((one) => leavesOf(one).filter(isSaid(one)))
    const named = what.some(({ text }) => !catchAll.test(text))
    return denied ? 2 : named ? 4 : 2
  }
  const approx = given.map((one) => callOf(one)).find((call) => call?.name === 'approx')
  // How near is a matter of the room it leaves.
  if (close.test(words) || approx) return expected.some(({ kind, text }) => kind === 'number' && /\.\d|e-/i.test(text)) ? 4 : 3
  if (
    expected.some(({ kind, text }, index) => kind === 'word' && loose.test(text) && (text !== 'any' || expected[index - 1]?.text === '.'))
  )
    return 2
  // What kind of thing it is says no more by its name than by a matcher.
  if (subject[0]?.text === 'typeof') return 2
  if (surely.test(words)) return denied ? 2 : 4
  // Never called says as much as called three times.
  if (denied && / called /.test(words)) return 4
  if (/ error /.test(words) && given.length > 0 && !partly.test(words)) return 4
  if (/ no error /.test(words)) return 4
  if (vague.test(words)) return 2
  if (valued.test(words) && given.length === 2) return denied ? 2 : 4
  if (partly.test(words)) return 3
  if (exact.test(words)) return denied ? 2 : 4
  return 3
}

function saysNothing(matcher: string, subject: readonly Node[], given: readonly Node[]): boolean {
  if (subject.length === 0) return false
  const expected = given.flatMap(leavesOf)
  if (expected.length > 0 && spell(subject) === spell(expected)) return true
  if (
    /OrEqual|least|>=/.test(matcher) &&
    expected.length === 1 &&
    expected[0]?.text === '0' &&
    subject.some(({ text }) => sized.test(text))
  )
    return true
  return subject.every(
    ({ kind, text }) =>
      kind === 'number' ||
      kind === 'string' ||
      /^(?:true|false|null|undefined|True|False|None|nil)$/.test(text) ||
      (kind === 'sign' && /^[[\](){},:]$/.test(text)),
  )
}

const sized = /^(?:len|length|size|count)$/

export interface Condition {
  strength: Strength
  matcher: string
  subject: Node[]
  expected: Node[]
  /** Literals that say how it must turn out. */
  implied: string[]
}

/** A condition that must hold, or must not, by its outermost operator. `booleans`: a call in the language gives true or false and nothing else. */
export function readCondition(given: Node | null, holds: boolean, booleans: boolean): Condition {
  const node = unwrapped(given)
  const whole = leavesOf(node)
  const say = (strength: number, matcher: string, subject = whole, expected: Node[] = [], implied: string[] = []): Condition => ({
    strength: strength as Strength,
    matcher,
    subject,
    expected,
    implied,
  })
  if (!node || whole.length === 0) return say(0, 'nothing')
  const operands = parts(node)
  const operator = /^(?:binary_expression|boolean_operator|comparison_operator|binary)$/.test(node.type)
    ? spell(leavesOf(node.children.find(({ field }) => field === 'operator' || field === 'operators') ?? null))
    : ''
  if (/^(?:unary_expression|not_operator|unary)$/.test(node.type) && /^(?:!|not)$/.test(node.children[0]?.text ?? ''))
    return readCondition(operands.at(-1) ?? null, !holds, booleans)
  const [left = null, right = null] = operator === '' ? [] : operands
  if (/^(?:\|\||or|&&|and)$/.test(operator)) {
    const either = /^(?:\|\||or)$/.test(operator) === holds
    const both = [readCondition(left, holds, booleans), readCondition(right, holds, booleans)] as const
    // Of two that may stand in for each other little is sure, of two that are both asked for all that either says.
    if (either) return say(both.some((one) => one.strength === 0) || [left, right].some((one) => settled(one) === holds) ? 0 : 1, operator)
    const [strong, other] = both[0].strength >= both[1].strength ? both : [both[1], both[0]]
    return {
      ...strong,
      subject: [...strong.subject, ...other.subject],
      expected: [...strong.expected, ...other.expected],
      implied: [...strong.implied, ...other.implied],
    }
  }
  const sought = left && callOf(left)
  if (
    sought?.name === 'indexOf' &&
    sought.on &&
    /^(?:[!=]==?|>) -1$|^(?:>=|<) 0$/.test(`${operator} ${spell(leavesOf(right)).replace(' ', '')}`)
  )
    return say(3, /^(?:==|<)/.test(operator) === holds ? 'not contains' : 'contains', leavesOf(sought.on), sought.args.flatMap(leavesOf))
  if (/^(?:===?|is|!==?|is not)$/.test(operator)) {
    const equal = !/!|not/.test(operator) === holds
    const sides = sidesOf(left, right)
    const strength = strengthOf({
      matcher: equal ? 'equal' : 'notEqual',
      negated: false,
      subject: leavesOf(sides.subject),
      given: sides.expected ? [sides.expected] : [],
    })
    const value = settledWord(sides.expected)
    // Not to be true is to be false: what is written is what must not come of it.
    const isFlipped = value !== null && !equal
    return say(
      isFlipped && booleans ? 4 : strength,
      equal ? '==' : '!=',
      leavesOf(sides.subject),
      isFlipped ? [] : leavesOf(sides.expected),
      isFlipped ? [`w:${value === 'true' ? 'false' : 'true'}`] : [],
    )
  }
  if (/^(?:<|>|<=|>=|in|not in|=~|=== ~)$/.test(operator)) {
    const empty =
      /^>=?$/.test(operator) &&
      leavesOf(left).some(({ text }) => sized.test(text)) &&
      new RegExp(operator === '>=' ? '^(?:0|- 1)$' : '^- 1$').test(spell(leavesOf(right)))
    return say(empty && holds ? 0 : 3, holds ? operator : `not ${operator}`, leavesOf(left), leavesOf(right))
  }
  if (settled(node) === holds) return say(0, 'truthy')
  const call = callOf(node)
  if (call && /^(?:DeepEqual|Equal|EqualFold|equals|isEqual|eql\?|Is|As|deepEqual|isclose|allclose|array_equal)$/.test(call.name)) {
    const [first, second] = call.on && call.args.length === 1 ? [call.on, call.args[0]] : call.args
    return say(holds ? 4 : 2, holds ? '==' : '!=', leavesOf(first), leavesOf(second), [])
  }
  if (call?.name === 'matches' && call.args.length === 2)
    return say(holds ? 4 : 2, 'matches', leavesOf(call.args[0]), leavesOf(call.args[1]))
  // `/a/.test(x)`, `x.includes(a)`: yes or no to a question about a part of it.
  if (call?.on && call.args.length === 1 && question.test(call.name)) {
    const [subject, expected] = call.name === 'test' ? [call.args[0], call.on] : [call.on, call.args[0]]
    return say(3, (holds ? '' : 'not ') + (call.name === 'test' ? 'matches' : call.name), leavesOf(subject), leavesOf(expected))
  }
  // Whether there is a result says nothing of what it is; a pattern with gaps says little.
  if (holds && call?.on && vagueQuestion.test(call.name)) return say(2, call.name)
  return say(booleans ? 4 : 2, 'holds', whole, [], [`w:${holds}`])
}

const vagueQuestion = /^(?:is_ok|is_some|is_err|isPresent|ok\?|present\?|any\?)$/
const question = /^(?:test|match|match\?|includes|include\?|contains|startsWith|endsWith|startswith|endswith)$/

/** What is looked at, and what it is compared with: a call is looked at, a value is expected. */
export function sidesOf(left: Node | null | undefined, right: Node | null | undefined): { subject: Node | null; expected: Node | null } {
  const computed = (node: Node | null | undefined) => leavesOf(node).some(({ text, field }) => text === '(' || field === 'method')
  const fixed = (node: Node | null | undefined) =>
    leavesOf(node).every(({ kind, text }) => kind !== 'word' || /^[A-Z]|^(?:class|true|false|null|nil|undefined)$/.test(text))
  const swap = computed(left)
    ? false
    : computed(right) || (fixed(left) && !fixed(right)) || leavesOf(left)[0]?.text === 'expected' || leavesOf(left)[0]?.text === 'want'
  return swap ? { subject: right ?? null, expected: left ?? null } : { subject: left ?? null, expected: right ?? null }
}

/** True or false whatever the code does; undefined where that depends. */
function settled(node: Node | null): boolean | undefined {
  const leaves = leavesOf(unwrapped(node))
  const [only] = leaves
  if (leaves.length !== 1 || !only) return undefined
  if (
    /^(?:true|True)$/.test(only.text) ||
    (only.kind === 'number' && Number(only.text) !== 0) ||
    (only.kind === 'string' && only.text !== '')
  )
    return true
  return /^(?:false|False|0|null|None|nil)$/.test(only.text) ? false : undefined
}

function settledWord(node: Node | null): string | null {
  const text = leavesOf(node).length === 1 ? (leavesOf(node)[0]?.text.toLowerCase() ?? '') : ''
  return /^(?:true|false)$/.test(text) ? text : null
}
