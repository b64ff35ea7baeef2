// The assertions written in a piece of test code: chains, calls, conditions that must hold, and failures on a condition.
import { type Node, at, leavesOf, parts, spell, walk } from '../reading/syntax.ts'
import { type Call, callOf, callsBelow, chainWords, memberOf, unwrapped } from './calls.ts'
import type { Language } from './files.ts'
import { fails } from './failing.ts'
import { type Condition, type Strength, impliedBy, isMatcher, readCondition, sidesOf, strengthOf } from './strength.ts'

export interface Found {
  matcher: string
  strength: Strength
  subject: readonly Node[]
  expected: readonly Node[]
  /** Literals that the matcher itself stands for. */
  implied: readonly string[]
  node: Node
}

/** The number of assertions that must have run: the only proof that one in a callback did. */
export const counted = 'number of assertions'

export function readAssertions(body: readonly Node[], language: Language): Found[] {
  return body.flatMap((root) => walk(root).flatMap((node) => (node.kind === null ? readOne(node, language) : readWord(node, language))))
}

function readOne(node: Node, language: Language): Found[] {
  if (node.type === 'assert_statement') return [asserted(node, parts(node)[0] ?? null, true, language)]
  const failing = failsOn(node)
  if (failing) return [asserted(node, failing.condition, failing.holds, language)]
  const call = callOf(node)
  if (!call) return []
  const words = chainWords(call.on)
  if (isOpening(call, words, language)) return readChain(call, language)
  if (call.on && language !== 'rust' && (call.name === 'expect' || call.name === 'should')) return [chained(call, language)]
  return isAssertCall(call, words, language) ? readCall(call, language) : []
}

/** Ruby's matchers without arguments are plain words: `expect(x).to be_nil`, `is_expected.to …`. */
function readWord(node: Node, language: Language): Found[] {
  return language === 'ruby' && node.text === 'is_expected' && node.parent && callOf(node.parent)?.on === node
    ? readLinks(node, leavesOf(node), language)
    : []
}

const openings = /^(?:expect|assertThat\w*|assert_that|expectTypeOf|verify|then|Expect|Eventually|Consistently)$/

function isOpening(call: Call, words: readonly string[], language: Language): boolean {
  if (call.on === null) return openings.test(call.name) && !(language === 'rust' && call.name === 'expect')
  return words[0] === 'expect' && words.length === 1 && /^(?:soft|poll|assertions|hasAssertions)$/.test(call.name)
}

function readChain(call: Call, language: Language): Found[] {
  if (/^(?:assertions|hasAssertions)$/.test(call.name) && call.on)
    return [{ matcher: counted, strength: 2, subject: [], expected: call.args.flatMap(leavesOf), implied: [], node: call.node }]
  const [first, second] = call.args
  // `assertThat(actual, is(expected))`.
  if (call.name === 'assertThat' && second) return [matched(call.node, leavesOf(first), second, false, language)]
  return readLinks(call.node, call.block ? leavesOf(call.block) : leavesOf(first), language, call.name === 'verify')
}

interface Link {
  name: string
  /** Null where the link is no call. */
  args: Node[] | null
}

/** The links behind an opening, each with what it is given. */
function linksAbove(opening: Node): { links: Link[]; top: Node } {
  const links: Link[] = []
  let top = opening
  for (let up = top.parent; up; up = top.parent) {
    const call = callOf(up)
    const member = memberOf(up)
    if (call && (call.on === top || at(up, 'receiver', 'object') === top)) links.push({ name: call.name, args: call.args })
    else if (member && member.on === top) {
      const outer = up.parent ? callOf(up.parent) : null
      const called = outer !== null && at(outer.node, 'function') === up
      links.push({ name: member.name, args: called ? outer.args : null })
      if (called) up = outer.node
    } else break
    top = up
  }
  return { links, top }
}

const noise =
  /^(?:to|be|been|is|that|which|and|has|have|with|at|of|same|but|does|still|also|deep|nested|own|ordered|as|describedAs|extracting|asString|withContext|Should|soft)$/
const negations = /^(?:not|never|not_to|to_not|NotTo|ToNot|ShouldNot|isNot)$/
const takesMatcher = /^(?:to|not_to|to_not|To|NotTo|ToNot|Should|ShouldNot)$/

function readLinks(opening: Node, subject: readonly Node[], language: Language, calls = false): Found[] {
  const { links, top } = linksAbove(opening)
  let negated = false
  let promised = false
  const found: Found[] = []
  for (const [index, { name, args }] of links.entries()) {
    if (negations.test(name)) negated = true
    if (/^(?:rejects|resolves|eventually)$/.test(name)) promised = true
    if (takesMatcher.test(name) && args?.[0]) found.push(matched(opening, subject, args[0], negated, language))
    else if (
      args
        ? !noise.test(name) || (args.length > 0 && /^(?:be|is|same)$/.test(name))
        : index === links.length - 1 && !noise.test(name) && !negations.test(name)
    ) {
      const given = (args ?? []).filter(({ type }) => type !== 'comment')
      const strength =
        calls && !/^(?:times|never|atLeast|atMost|only)$/.test(name) ? 4 : strengthOf({ matcher: name, negated, subject, given })
      found.push({
        matcher: (negated ? 'not ' : '') + name,
        strength,
        subject,
        expected: given.flatMap(leavesOf),
        implied: impliedBy(name),
        node: opening,
      })
    }
  }
  const waited = !promised || /^(?:await_expression|return_statement|arguments|array|arrow_function)$/.test(top.parent?.type ?? '')
  return waited ? found : found.map((one) => ({ ...one, strength: Math.min(one.strength, 1) as Strength }))
}

/** `eq(3)`, `be_nil`, `be > 4`, `is(equalTo(3))`: a matcher that is itself a value. */
function matched(node: Node, subject: readonly Node[], given: Node, negated: boolean, language: Language): Found {
  const outer = unwrapped(given) ?? given
  const compared = /^binary/.test(outer.type)
  let call = callOf(outer)
  while (call?.on && callOf(call.on)) call = callOf(call.on)
  const inner = call && /^(?:is|not|Not|be)$/.test(call.name) && call.args[0] ? callOf(call.args[0]) : null
  const denied = negated || /^(?:not|Not)$/.test(call?.name ?? '')
  const name = compared ? 'greater' : inner ? inner.name : (call?.name ?? outer.text)
  const args = compared ? parts(outer).slice(1) : ((inner ?? call)?.args ?? [])
  const strength = strengthOf({ matcher: name, negated: denied, subject, given: args })
  const says =
    name.startsWith('be_') && impliedBy(name).length === 0
      ? [`s:${name}`, `w:${!denied}`]
      : name === 'raise_error'
        ? [`w:${!denied}`]
        : impliedBy(name)
  const predicate = /^be_(?!a$|an$|kind|instance|truthy|fals|present|within|close)/.test(name) && language === 'ruby' && !denied
  return {
    matcher: (denied ? 'not ' : '') + name,
    strength: predicate && strength === 3 ? 4 : strength,
    subject,
    expected: compared ? args.flatMap(leavesOf) : leavesOf(outer).filter(({ text, kind }) => kind !== 'word' || text !== name),
    implied: says,
    node,
  }
}

/** `request(app).get('/').expect(200)`, `cy.get('a').should('have.text', 'b')`. */
function chained(call: Call, language: Language): Found {
  const [first, ...rest] = call.args
  const named = call.name === 'should' && first?.kind === 'string'
  const matcher = named ? (first.text.split('.').at(-1) ?? '') : language === 'js' ? 'equal' : call.name
  const given = named ? rest : call.args
  return {
    matcher,
    strength: strengthOf({ matcher, negated: named && first.text.startsWith('not.'), subject: leavesOf(call.on), given }),
    subject: leavesOf(call.on),
    expected: given.flatMap(leavesOf),
    implied: impliedBy(matcher),
    node: call.node,
  }
}

/** By its own name, or by what it is called on. */
function isAssertCall({ name, on }: Call, words: readonly string[], language: Language): boolean {
  if (name === 'assert') return on === null || /^(?:assert|t|chai|console|strict)$/.test(words.at(-1) ?? '')
  if (/^(?:debug_)?assert(?![a-z])|^Assert[A-Z]|^refute|^(?:must|wont)_|^fail_unless$/.test(name)) return true
  if (name === 'raises' || name === 'warns') return language === 'py'
  if (!on || !isMatcher(name)) return false
  const last = words.at(-1) ?? ''
  const library =
    language === 'go' ? /^(?:assert|require|is)$/ : /^(?:assert|assertions?|Assertions?|Assert|strict|should|be|have|to|deep)$/
  return library.test(last) &&
    (words.includes('should') || /^(?:assert|assertions?|Assertions?|Assert|require|is|t|chai)$/.test(words[0] ?? ''))
    ? true
    : language === 'js' && words.length === 1 && last === 't'
}

function readCall(call: Call, language: Language): Found[] {
  const { name, node } = call
  const all =
    language === 'go' && /^(?:t|tb|b|c|s|suite|r)$|\. T \( \)/.test(spell(leavesOf(call.args[0]))) ? call.args.slice(1) : call.args
  const should = chainWords(call.on).includes('should') || /^(?:must|wont)_/.test(name)
  const given = should ? [call.on as Node, ...all] : all
  const [first = null, second = null, third] = given
  const say = (
    matcher: string,
    strength: number,
    subject: readonly Node[],
    expected: readonly Node[],
    implied: readonly string[] = [],
  ): Found[] => [{ matcher, strength: strength as Strength, subject, expected, implied, node }]
  if (/raises?|[Tt]hrows?|warns|[Pp]anics/i.test(name) && !/not|NoThrow/i.test(name)) {
    const block = call.block ?? withBody(node) ?? given.find(({ type }) => /function|lambda|closure|func_literal/.test(type)) ?? null
    const what = given.filter((one) => one !== block)
    return say(
      name,
      strengthOf({ matcher: 'throws', negated: false, subject: leavesOf(block), given: what }),
      leavesOf(block),
      what.flatMap(leavesOf),
    )
  }
  const truth =
    /^(?:debug_)?assert$|^refute$|^(?:ok|isOk|isTrue|isFalse|True|False|true|false|truthy|falsy|notOk|assertTrue|assertFalse|assert_true|assert_false|assert_not|assert_)$/.test(
      name,
    )
  if (truth && first) {
    const holds = !/^refute$|[Ff]als|not/i.test(name)
    return [asserted(node, first, holds, language)]
  }
  const implied = impliedBy(name)
  if (given.length === 1 || implied.length > 0)
    return say(name, strengthOf({ matcher: name, negated: false, subject: leavesOf(first), given: [] }), leavesOf(first), [], implied)
  const sides = language === 'rust' || should ? { subject: first, expected: second } : sidesOf(first, second)
  const tolerance =
    third && leavesOf(third).some(({ kind }) => kind === 'number') && !leavesOf(third).some(({ kind }) => kind === 'string') ? [third] : []
  // `places=2` says what `abs=0.005` does.
  const places = third && at(third, 'name')?.text === 'places' ? Number(spell(leavesOf(at(third, 'value')))) : null
  const strength = strengthOf({
    matcher: /_eq$/.test(name) ? 'equal' : /_ne$/.test(name) ? 'notEqual' : name,
    negated: false,
    subject: leavesOf(sides.subject),
    given: sides.expected ? [sides.expected, ...tolerance] : [],
  })
  return say(
    name,
    strength,
    leavesOf(sides.subject),
    [...leavesOf(sides.expected), ...(places === null ? tolerance.flatMap(leavesOf) : [])],
    places === null ? [] : [`n:${Number(`5e-${places + 1}`)}`],
  )
}

/** What runs inside `with pytest.raises(…):`. */
function withBody(node: Node): Node | null {
  for (let up = node.parent; up; up = up.parent) {
    if (up.type === 'with_statement') return at(up, 'body')
    if (!/with_|as_pattern/.test(up.type)) return null
  }
  return null
}

function asserted(node: Node, condition: Node | null, holds: boolean, language: Language): Found {
  // `assert (value, "message")` is a tuple, and a tuple is always true.
  const tuple = condition?.type === 'tuple'
  const read: Condition = readCondition(condition, holds, language !== 'js' && language !== 'py')
  return { ...read, strength: tuple ? 0 : read.strength, node }
}

/** `if got != want { t.Errorf(…) }`, `if (x) throw …`, `raise … unless ok`, `case <-time.After(limit): t.Fatal(…)`. */
function failsOn(node: Node): { condition: Node | null; holds: boolean } | null {
  if (node.type === 'communication_case') return directly(node) ? { condition: at(node, 'communication'), holds: false } : null
  if (!/^(?:if_statement|if_expression|if|unless|if_modifier|unless_modifier)$/.test(node.type)) return null
  const then = at(node, 'consequence', 'body')
  if (!then || !directly(then)) return null
  return { condition: at(node, 'condition'), holds: /^unless/.test(node.type) }
}

/** The block itself fails, and no further condition in it decides that. */
function directly(block: Node): boolean {
  if (!fails(block)) return false
  const nested = walk(block).filter(({ type }) =>
    /^(?:if_statement|if_expression|if|unless|switch_statement|expression_switch_statement|match_expression)$/.test(type),
  )
  return (
    nested.length === 0 ||
    callsBelow(block).some(({ node }) => fails(node) && !nested.some((one) => node.start >= one.start && node.end <= one.end)) ||
    nested.every((one) => !fails(one))
  )
}
