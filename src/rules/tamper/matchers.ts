// The assertions written in a piece of test code: chains, calls, conditions that must hold, and failures on a condition.
import { type Node, ancestors, at, leavesOf, parts, spell, walk } from '../reading/syntax.ts'
import { type Call, callOf, callsBelow, chainWords, isFunction, memberOf, unwrapped } from './calls.ts'
import type { Language } from './files.ts'
import { fails } from './failing.ts'
import { type Strength, impliedBy, isMatcher, readCondition, sidesOf, strengthOf } from './strength.ts'

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
  return body.flatMap((root) => walk(root).flatMap((node) => readOne(node, language)))
}

function readOne(node: Node, language: Language): Found[] {
  // Ruby's matchers without arguments are plain words: `expect(x).to be_nil`, `is_expected.to …`.
  if (node.kind !== null)
    return node.text === 'is_expected' && node.parent && callOf(node.parent)?.on === node ? readLinks(node, [node], language) : []
  if (node.type === 'assert_statement') return [asserted(node, parts(node)[0] ?? null, true, language)]
  const failing = failsOn(node)
  if (failing) return [asserted(node, failing.condition, failing.holds, language)]
  const call = callOf(node)
  if (!call) return []
  const words = chainWords(call.on)
  if (isOpening(call, words, language)) return readChain(call, language)
  if (call.on && language !== 'rust' && /^(?:expect|should)$/.test(call.name)) return [chained(call, language)]
  return isAssertCall(call, words, language) ? readCall(call, words, language) : []
}

/** What is said with a matcher about a subject, with what is given to it. */
function say(
  node: Node,
  called: string,
  subject: readonly Node[],
  given: readonly Node[],
  also: Partial<Found> & { negated?: boolean } = {},
): Found {
  const { negated = false, ...rest } = also
  // Names that Jest gave up for others.
  const matcher = called
    .replace(/^toBeCalled/, 'toHaveBeenCalled')
    .replace(/^toThrowError$/, 'toThrow')
    .replace(/^toReturn(?=$|With|Times)/, 'toHaveReturned')
  const strength = rest.strength ?? strengthOf({ matcher, negated, subject, given })
  return {
    subject,
    expected: given.flatMap(leavesOf),
    implied: [...impliedBy(matcher), ...given.flatMap(kindOf)],
    node,
    ...rest,
    matcher: (negated ? 'not ' : '') + matcher,
    strength,
  }
}

/** `expect.any(String)` is `typeof … === 'string'`. */
function kindOf(given: Node): string[] {
  const call = callOf(given)
  return call?.name === 'any' && call.args[0]?.kind === 'word' ? [`s:${call.args[0].text.toLowerCase()}`] : []
}

const openings = /^(?:expect|assertThat\w*|assert_that|expectTypeOf|verify|then|Expect|Eventually|Consistently)$/

function isOpening({ name, on }: Call, words: readonly string[], language: Language): boolean {
  if (on === null) return openings.test(name) && !(language === 'rust' && name === 'expect')
  return words.join('.') === 'expect' && /^(?:soft|poll|assertions|hasAssertions)$/.test(name)
}

function readChain({ node, name, on, args, block }: Call, language: Language): Found[] {
  if (on && /assertions$/i.test(name)) return [say(node, counted, [], args, { strength: 2, implied: [] })]
  // `assertThat(actual, is(expected))`.
  if (name === 'assertThat' && args[1]) return [matched(node, leavesOf(args[0]), args[1], false, language)]
  const found = readLinks(node, leavesOf(block ?? args[0]), language, name === 'verify').map((one) => askedOf(one, args[0] ?? null))
  // `assertThatThrownBy(…).isInstanceOf(…)` names the error.
  return /Thrown/.test(name)
    ? found.map((one) => (/nstanceOf$/.test(one.matcher) ? { ...one, matcher: 'throws', strength: 4 } : one))
    : found
}

interface Link {
  name: string
  /** Null where the link is no call. */
  args: Node[] | null
}

/** `expect(a.includes(b)).toBe(true)` says what `expect(a).toContain(b)` does, and `expect(a > b).toBe(true)` what a matcher of its own would. */
function askedOf(found: Found, subject: Node | null): Found {
  const answer = found.implied[0] ?? (found.expected.length === 1 ? `w:${found.expected[0]?.text}` : '')
  // `fn.mock.calls[0][1]` is what it was called with.
  const calls = found.subject.findIndex(({ text }, index, all) => text === 'calls' && all[index - 2]?.text === 'mock')
  if (calls > 0 && found.subject[calls + 1]?.text === '[') return { ...found, subject: found.subject.slice(0, calls - 3) }
  if (found.matcher.startsWith('not ') || !/^w:(?:true|false)$/.test(answer)) return found
  const read = readCondition(subject, answer === 'w:true', false)
  return /^(?:holds|truthy|nothing|matches|&&|\|\||and|or)$/.test(read.matcher) ? found : { ...found, ...read }
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
  const found = links.flatMap(({ name, args }, index): Found[] => {
    const negated = links.slice(0, index + 1).some((link) => negations.test(link.name))
    if (takesMatcher.test(name) && args?.[0]) return [matched(opening, subject, args[0], negated, language)]
    const last = index === links.length - 1 && !negations.test(name)
    const says = noise.test(name) ? (args?.length ?? 0) > 0 && /^(?:be|is|same)$/.test(name) : args !== null || last
    const sure = calls && !/^(?:times|never|atLeast|atMost|only)$/.test(name) ? { strength: 4 as const } : {}
    const given = (args ?? []).filter(({ type }) => type !== 'comment')
    return says ? [say(opening, name, subject, given, { negated, ...sure })] : []
  })
  const promised = links.some(({ name }) => /^(?:rejects|resolves|eventually)$/.test(name))
  const waited = /^(?:await_expression|return_statement|arguments|array|arrow_function)$/.test(top.parent?.type ?? '')
  return promised && !waited && !isAwaited(top.parent)
    ? found.map((one) => ({ ...one, strength: Math.min(one.strength, 1) as Strength }))
    : found
}

/** `const done = expect(…).rejects…; await done`. */
function isAwaited(holder: Node | null): boolean {
  const name = holder?.type === 'variable_declarator' ? at(holder, 'name')?.text : undefined
  const around = holder && name !== undefined ? [...ancestors(holder)].find(isFunction) : undefined
  return leavesOf(around).some(({ text }, index, all) => text === name && /^(?:await|return)$/.test(all[index - 1]?.text ?? ''))
}

/** `eq(3)`, `be_nil`, `be > 4`, `is(equalTo(3))`: a matcher that is itself a value. */
function matched(node: Node, subject: readonly Node[], value: Node, negated: boolean, language: Language): Found {
  const outer = unwrapped(value) ?? value
  const compared = /^binary/.test(outer.type)
  let call = callOf(outer)
  while (call?.on && callOf(call.on)) call = callOf(call.on)
  const inner = call && /^(?:is|not|Not|be)$/.test(call.name) && call.args[0] ? callOf(call.args[0]) : null
  const denied = negated || /^(?:not|Not)$/.test(call?.name ?? '')
  const name = compared ? operatorOf(outer) : (inner?.name ?? call?.name ?? outer.text)
  const given = compared ? parts(outer).slice(1) : ((inner ?? call)?.args ?? [])
  const own = name.startsWith('be_') && impliedBy(name).length === 0
  const implied = own ? [`s:${name}`, `w:${!denied}`] : name === 'raise_error' ? [`w:${!denied}`] : impliedBy(name)
  const strength = strengthOf({ matcher: name, negated: denied, subject, given })
  // `be_valid` asks `valid?`, which gives true or false.
  const predicate =
    language === 'ruby' && !denied && strength === 3 && /^be_(?!a$|an$|kind|instance|truthy|fals|present|within|close)/.test(name)
  const expected = compared ? given.flatMap(leavesOf) : leavesOf(outer).filter(({ text, kind }) => kind !== 'word' || text !== name)
  return say(node, name, subject, given, { negated: denied, expected, implied, strength: predicate ? 4 : strength })
}

const operatorOf = ({ children }: Node) => spell(leavesOf(children.find(({ field }) => field === 'operator')))

/** `request(app).get('/').expect(200)`, `cy.get('a').should('have.text', 'b')`. */
function chained({ node, name, on, args }: Call, language: Language): Found {
  const [first, ...rest] = args
  if (name === 'should' && first?.kind === 'string') {
    const matcher = first.text.split('.').at(-1) ?? ''
    return { ...say(node, matcher, leavesOf(on), rest, { negated: first.text.startsWith('not.') }), matcher }
  }
  return say(node, language === 'js' ? 'equal' : name, leavesOf(on), args)
}

/** By its own name, or by what it is called on. */
function isAssertCall({ name, on, node }: Call, said: readonly string[], language: Language): boolean {
  // Whatever a test calls what its runner gives it: `t.test('…', (st) => st.equal(…))`.
  const isGiven = language === 'js' && said.length > 0 && said.length < 3 && on !== null && isMatcher(name) && said[0] !== 't'
  const words = isGiven && isContext(node, said[0] ?? '') ? ['t', ...said.slice(1)] : said
  const last = words.at(-1) ?? ''
  if (name === 'assert') return on === null || /^(?:assert|t|chai|console|strict)$/.test(last)
  if (/^(?:debug_)?assert(?![a-z])|^Assert[A-Z]|^refute|^(?:must|wont)_|^fail_unless$/.test(name)) return true
  if (name === 'raises' || name === 'warns') return language === 'py'
  if (!on || !isMatcher(name) || name === 'end') return false
  if (language === 'js' && words.length === 1 && last === 't') return true
  const library = language === 'go' ? /^(?:assert|require|is)$/ : /^(?:[Aa]ssert(?:ions?)?|strict|should|be|have|to|deep)$/
  return library.test(last) && (words.includes('should') || /^(?:[Aa]ssert(?:ions?)?|require|is|t|chai)$/.test(words[0] ?? ''))
}

/** The first parameter of the function that a test is. */
function isContext(node: Node, name: string): boolean {
  return [...ancestors(node)].some((up) => {
    if (!isFunction(up) || leavesOf(at(up, 'parameters', 'parameter')).find(({ kind }) => kind === 'word')?.text !== name) return false
    const call = up.parent?.parent ? callOf(up.parent.parent) : null
    return call !== null && /^(?:test|it|serial|only)$/.test(call.name)
  })
}

const throwing = /raises?|throws?|warns|panics/i
const truth =
  /^(?:debug_)?assert$|^refute$|^(?:ok|isOk|isTrue|isFalse|True|False|true|false|truthy|falsy|notOk|assertTrue|assertFalse|assert_true|assert_false|assert_not|assert_)$/

function readCall({ node, name, on, args, block }: Call, words: readonly string[], language: Language): Found[] {
  const takesT = language === 'go' && /^(?:t|tb|b|c|s|suite|r)$|\. T \( \)/.test(spell(leavesOf(args[0])))
  const should = words.includes('should') || /^(?:must|wont)_/.test(name)
  const given = should ? [on as Node, ...args] : takesT ? args.slice(1) : args
  const [first = null, second = null, third = null] = given
  if (throwing.test(name) && !/not|NoThrow/i.test(name)) {
    const run = block ?? withBody(node) ?? given.find((one) => isFunction(one)) ?? null
    const what = given.filter((one) => one !== run)
    const strength = strengthOf({ matcher: 'throws', negated: false, subject: leavesOf(run), given: what })
    return [say(node, name, leavesOf(run), what, { strength, implied: [] })]
  }
  if (truth.test(name) && first) return [asserted(node, first, !/^refute$|fals|not/i.test(name), language)]
  if (given.length === 1 || impliedBy(name).length > 0) return [say(node, name, leavesOf(first), [])]
  const { subject, expected } = language === 'rust' || should ? { subject: first, expected: second } : sidesOf(first, second)
  const has = (kind: Node['kind']) => leavesOf(third).some((leaf) => leaf.kind === kind)
  const values = [expected, has('number') && !has('string') ? third : null].filter((one) => one !== null)
  const strength = strengthOf({
    matcher: name.replace(/^.*_eq$/, 'equal').replace(/^.*_ne$/, 'notEqual'),
    negated: false,
    subject: leavesOf(subject),
    given: values,
  })
  // `places=2` says what `abs=0.005` does.
  const places = at(third, 'name')?.text === 'places' ? Number(spell(leavesOf(at(third, 'value')))) : null
  const precise = places === null ? { implied: [] } : { implied: [`n:${Number(`5e-${places + 1}`)}`], expected: leavesOf(expected) }
  return [
    say(node, values.length > 1 && /equals?$/i.test(name) ? `${name} within` : name, leavesOf(subject), values, { strength, ...precise }),
  ]
}

/** What runs inside `with pytest.raises(…):`. */
function withBody(node: Node): Node | null {
  let up = node.parent
  while (up && up.type !== 'with_statement' && /with_|as_pattern/.test(up.type)) up = up.parent
  return up?.type === 'with_statement' ? at(up, 'body') : null
}

function asserted(node: Node, condition: Node | null, holds: boolean, language: Language): Found {
  const compared = comparedBy(node, condition)
  if (compared) return say(node, 'equal', leavesOf(compared[1]), [compared[0]])
  const read = readCondition(condition, holds, language !== 'js' && language !== 'py')
  // `assert (value, "message")` is a tuple, and a tuple is always true.
  return { ...read, strength: condition?.type === 'tuple' ? 0 : read.strength, node }
}

/** `if diff := cmp.Diff(want, got); diff != ""` compares the two. */
function comparedBy(node: Node, condition: Node | null): [Node, Node] | null {
  if (!/ != ""$/.test(spell(leavesOf(condition)))) return null
  const before = node.parent?.children[node.parent.children.indexOf(node) - 1]
  const name = leavesOf(condition)[0]?.text
  const given = [at(node, 'initializer'), before].find((one) => leavesOf(one)[0]?.text === name) ?? condition
  const call = given && callsBelow(given).find((one) => one.name === 'Diff')
  const [want, got] = call?.args ?? []
  return want && got ? [want, got] : null
}

const branching = /^(?:if_statement|if_expression|if|unless|if_modifier|unless_modifier)$/

/** `if got != want { t.Errorf(…) }`, `if (x) throw …`, `raise … unless ok`, `case <-time.After(limit): t.Fatal(…)`. */
function failsOn(node: Node): { condition: Node | null; holds: boolean } | null {
  if (node.type === 'communication_case') return directly(node) ? { condition: at(node, 'communication'), holds: false } : null
  if (!branching.test(node.type) || !directly(at(node, 'consequence', 'body'))) return null
  return { condition: at(node, 'condition'), holds: /^unless/.test(node.type) }
}

/** The block itself fails, and no further condition in it decides that. */
function directly(block: Node | null): boolean {
  if (!block || !fails(block)) return false
  const nested = walk(block).filter(({ type }) => branching.test(type) || /switch_statement$|^match_expression$/.test(type))
  const inside = (node: Node) => nested.some((one) => node.start >= one.start && node.end <= one.end)
  return nested.every((one) => !fails(one)) || callsBelow(block).some(({ node }) => fails(node) && !inside(node))
}
