// What a test case asserts: how strongly, about which calls, with which literal values, directly or through names, tables and helpers.
import { type Node, ancestors, at, leavesOf, parts, spell, walk } from '../reading/syntax.ts'
import { type Bindings, bindingsOf, expand } from './bindings.ts'
import { callOf, callsBelow, isFunction } from './calls.ts'
import type { Case } from './cases.ts'
import { guardsOf } from './guards.ts'
import { callsIn, lensesIn, literalsIn, narrowing, valuesNamed } from './literals.ts'
import { type Found, readAssertions } from './matchers.ts'
import { type Bound, boundOf, slackOf } from './slack.ts'
import type { Strength } from './strength.ts'
import { groups, rowsOf } from './table-rows.ts'

export interface Assertion {
  strength: Strength
  /** Normalised: `n:5`, `s:text`, `w:true`. */
  literals: ReadonlySet<string>
  /** These and the values that functions called in it bring along: enough to stand for another assertion, not asked of another. */
  reach: ReadonlySet<string>
  /** Those among them that stand in what is looked at, rather than in what is expected of it. */
  inputs: ReadonlySet<string>
  /** Those that stand in what is expected. */
  expects: ReadonlySet<string>
  /** Those again, one after the other, where they are a list. */
  sequence: string
  /** What is expected comes from elsewhere, such as the row of a table. */
  isOpen: boolean
  /** Names in what is looked at. */
  names: ReadonlySet<string>
  calls: ReadonlySet<string>
  /** These and those that functions called in it bring along. */
  via: ReadonlySet<string>
  /** Those whose results are looked at themselves, rather than what they were made from. */
  asked: ReadonlySet<string>
  /** Calls in what is expected, also through names. */
  wanted: ReadonlySet<string>
  /** Names that stand in what is expected themselves. */
  expectedNames: ReadonlySet<string>
  /** What it looks at instead of the whole, and on which conditions: `length`, `typeof`, `if ready` … */
  lenses: ReadonlySet<string>
  /** How much room it leaves: a tolerance, or the ends that a pattern leaves open. */
  slack: number
  /** The number that it lets nothing pass beyond. */
  bound: Bound | null
  /** It never runs, or nobody waits for it or hears of its failure. */
  isVoid: boolean
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
  helpers: ReadonlyMap<string, Helper>
}

export interface Helper {
  parameters: readonly string[]
  asserted: readonly Assertion[]
}

const maxAssertions = 4_000

export function assertionsOf(
  test: Pick<Case, 'body' | 'tables' | 'rows' | 'marks' | 'language'>,
  { values, builders, helpers }: Shared,
): Assertion[] {
  const { body, tables, language } = test
  const bindings = new Map([...values, ...bindingsOf(body)])
  const loops = body.flatMap((root) => walk(root).flatMap((node) => loopHeader(node)))
  const over = [...tables, ...loops]
  const overNames = new Set(
    over
      .flatMap(leavesOf)
      .filter(({ kind }) => kind === 'word')
      .map(({ text }) => text),
  )
  const grouped = [...tables, ...body, ...[...overNames].flatMap((name) => values.get(name) ?? [])].flatMap(rowsOf)
  const given = [...test.rows, ...grouped.map(leavesOf)].map((row) => literalsIn(valuesNamed(row, language)))
  const rows = given.length > 0 ? given : [...literalsIn(tables.flatMap(leavesOf))].map((literal) => new Set([literal]))
  const narrowed = narrowing(expand(over.flatMap(leavesOf), bindings))
  const sorted = new Set(
    body
      .flatMap(callsBelow)
      .flatMap(({ node, name, on }) => (/^sort/i.test(name) || on?.text === 'sort' ? wordsAmong(leavesOf(node)) : [])),
  )
  const drawn = [...over, ...body.flatMap(callsBelow).flatMap(({ name, on }) => (on && /^(?:each\w*|forEach)$/.test(name) ? [on] : []))]
  const filled = callsIn(expand(drawn.flatMap(leavesOf), bindings))
  // The rows hold what the work itself gives for them.
  const isEcho = ({ subject, expected }: Found) =>
    expected.length > 0 && expected.every(({ kind }) => kind === 'word') && [...callsIn(subject)].some((name) => filled.has(name))
  // Of a helper counts what it does, not what it is called.
  const written = readAssertions(body, language).filter(({ node }) => !helpers.has(callOf(node)?.name ?? ''))
  const own = written.map((found): Assertion => {
    // A name given in the very statement, as in Go's `if got := …; got != …`, stands for that and no other value.
    const start = at(found.node, 'initializer')
    const near = start ? new Map([...bindings, ...bindingsOf([start])]) : bindings
    const [subject, expected] = [expand(found.subject, near), expand(valuesNamed(found.expected, language), near)]
    const tokens = [...subject, ...expected]
    const beyond = expand(tokens, builders)
    const guards = guardsOf(found.node, body)
    const strength =
      isEcho(found) || sameByName(found.subject, found.expected, near) ? 0 : guards.void ? Math.min(found.strength, 1) : found.strength
    const [inputs, expects] = [literalsIn(subject), literalsIn(expected)]
    const literals = new Set([...inputs, ...expects, ...found.implied])
    return {
      strength: strength as Strength,
      literals,
      reach: union(literals, literalsIn(beyond)),
      inputs,
      expects,
      sequence: sequenceOf(found.expected),
      isOpen: found.expected.some(({ kind }) => kind === 'word') && literalsIn(found.expected).size === 0,
      names: new Set(wordsAmong(subject)),
      calls: callsIn(tokens),
      via: callsIn(beyond),
      asked: askedIn([found.subject, found.expected], near),
      wanted: callsIn(expected),
      expectedNames: new Set(wordsAmong(found.expected)),
      lenses: union(
        union(
          lensesIn(expand([...subject, ...expected.filter(({ text }) => !/^(?:\w*Set|frozenset)$/.test(text))], builders), found.matcher),
          narrowed,
        ),
        // Sorted in place, it has lost its order as well.
        union(guards.conditions, new Set(wordsAmong(found.subject).some((word) => sorted.has(word)) ? ['order'] : [])),
      ),
      slack: slackOf(found, near),
      bound: boundOf(found, near, builders),
      isVoid: guards.void,
      line: found.node.line,
      matcher: found.matcher,
    }
  })
  const all = [...own, ...markedAs(test), ...body.flatMap((root) => helpedBy(root))]
  if (rows.length === 0) return all
  return all
    .flatMap((one) => [one, ...rows.map((row) => ({ ...one, literals: union(one.literals, row), reach: union(one.reach, row) }))])
    .slice(0, maxAssertions)

  function helpedBy(root: Node): Assertion[] {
    return callsBelow(root).flatMap(({ node, name, on, args }) => {
      // A helper of the test itself, or of a module: what the test gave a name is a thing of the work.
      const leavesThrough = (arg: Node) => expand(leavesOf(arg), bindings)
      const helper = on === null || (on.kind === 'word' && !bindings.has(on.text)) ? helpers.get(name) : undefined
      if (!helper) return []
      const given = expand(args.flatMap(leavesOf), bindings)
      const guards = guardsOf(node, body)
      const isAsked = args.some((arg) => callsIn(expand(leavesOf(arg), bindings)).size > 0)
      return helper.asserted.map((one) => ({
        ...one,
        strength: (guards.void ? Math.min(one.strength, 1) : one.strength) as Strength,
        literals: union(one.literals, literalsIn(given)),
        reach: union(one.reach, literalsIn(expand(given, builders))),
        inputs: union(one.inputs, literalsIn(args.filter((arg, at) => !isWanted(arg, at, one)).flatMap(leavesThrough))),
        expects: union(one.expects, literalsIn(args.filter((arg, at) => isWanted(arg, at, one)).flatMap(leavesThrough))),
        lenses: union(union(one.lenses, narrowed), guards.conditions),
        bound: one.bound ?? boundOf({ ...one, subject: [], expected: limits(one), implied: [] }, bindings, builders),
        calls: union(one.calls, callsIn(given)),
        via: union(one.via, callsIn(expand(given, builders))),
        asked: union(one.asked, callsIn(given)),
        isVoid: one.isVoid || guards.void,
        line: node.line,
      }))

      function limits({ expectedNames }: Assertion) {
        return args.filter((_, at) => expectedNames.has(helper?.parameters[at] ?? '')).flatMap(leavesOf)
      }

      // What the helper compares with, or a plain value beside something that the work gives.
      function isWanted(arg: Node, at: number, one: Assertion): boolean {
        const name = helper?.parameters[at] ?? ''
        return one.expectedNames.has(name) || (isAsked && one.names.has(name) && callsIn(leavesThrough(arg)).size === 0)
      }
    })
  }
}

/** Calls on either side, or in the values of the names there. */
function askedIn(sides: readonly (readonly Node[])[], bindings: Bindings): Set<string> {
  const direct = new Set(sides.flatMap((side) => [...callsIn(side)]))
  const values = sides.flat().flatMap(({ kind, text }) => (kind === 'word' ? [leavesOf(bindings.get(text))] : []))
  return direct.size > 0 ? direct : new Set(values.flatMap((value) => [...callsIn(value)]))
}

/** The keys of an object stand in any order. */
const sequenceOf = (expected: readonly Node[]) =>
  expected[0]?.text === '[' && !expected.some(({ text }) => text === ':') ? [...literalsIn(expected)].join('\n') : ''

function wordsAmong(leaves: readonly Node[]): string[] {
  return leaves.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []))
}

/** `#[should_panic(expected = "…")]`, `@Test(expected = X.class)`: the whole test must fail in that way. */
function markedAs({ marks, body }: Pick<Case, 'marks' | 'body'>): Assertion[] {
  return marks.map((mark) => {
    const said = leavesOf(mark.node).filter(({ kind, text }) => kind === 'string' || /^[A-Z]/.test(text))
    const subject = body.flatMap(leavesOf)
    const literals = new Set(said.filter(({ text }) => text !== 'Test').map(({ text }) => `s:${text}`))
    const inputs = literalsIn(subject)
    return {
      strength: literals.size > 0 ? 4 : 2,
      literals,
      reach: union(literals, inputs),
      inputs,
      expects: literals,
      sequence: '',
      isOpen: false,
      names: new Set(),
      calls: callsIn(subject),
      via: callsIn(subject),
      asked: callsIn(subject),
      wanted: new Set(),
      expectedNames: new Set(),
      lenses: new Set(),
      slack: 0,
      bound: null,
      isVoid: false,
      line: mark.node.line,
      matcher: mark.name,
    }
  })
}

function union(one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> {
  return new Set([...one, ...other])
}

function loopHeader(node: Node): Node[] {
  if (!/^(?:for_statement|for_in_statement|for_expression|enhanced_for_statement|for)$/.test(node.type)) return []
  const range = node.children.find(({ type }) => type === 'range_clause')
  const over = at(range ?? node, 'right', 'value')
  return over ? [over] : parts(node).filter(({ field }) => field !== 'body')
}

/** `const wanted = work(x)` and then `expect(work(x)).toBe(wanted)`. */
function sameByName(subject: readonly Node[], expected: readonly Node[], bindings: Bindings): boolean {
  const resolve = (leaves: readonly Node[]) => {
    const value = leaves.length === 1 ? bindings.get(leaves[0]?.text ?? '') : undefined
    // A list or an object fills up later.
    const only = value && (groups.test(value.type) || isParameter(value)) ? undefined : value
    return spell((only ? leavesOf(only) : leaves).filter(({ text }) => text !== 'await'))
  }
  return expected.length > 0 && subject.length > 0 && resolve(subject) === resolve(expected)
}

/** What a function inside the test was given: somebody else's value. */
function isParameter(value: Node): boolean {
  const inside = value.kind === 'word' ? [...ancestors(value)].find(isFunction) : undefined
  return leavesOf(at(inside, 'parameters', 'parameter')).some(({ text }) => text === value.text)
}
