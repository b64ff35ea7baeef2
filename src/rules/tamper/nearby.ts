// Tests asked with other values than they were written with: what the work answers there tells a rule from answers that were learnt by heart.
import { type Node, type Parse, at, grammarOf, leavesOf, walk } from '../reading/syntax.ts'
import { isFunction } from './calls.ts'
import { type Case, readTests } from './cases.ts'
import { languageOf } from './files.ts'
import { literalsIn } from './literals.ts'
import { readAssertions } from './matchers.ts'

export interface Asked {
  /** The test file, with the code of each test again and again: as it is, then with one value changed each time. */
  text: string
  /** What each test is given, by the test's number. */
  sites: ReadonlyMap<number, readonly Site[]>
}

interface Site {
  literal: string
  /** The copies of the test that have another value in its place. */
  copies: number[]
}

const [mostSites, mostBeside, mostChars] = [8, 6, 400_000]
const mark = 'whet-nearby'

/** `also`: values that the work tells apart, tried beside the nearby ones. Null where no test of the file can be asked in this way. */
export function askNearby(path: string, text: string, parse: Parse, also: Iterable<string> = []): Asked | null {
  const grammar = grammarOf(path)
  if (!grammar || languageOf(path) !== 'js' || text.length > mostChars) return null
  const source = parse(text, grammar)
  const known = literalsIn(source.leaves)
  const beside = [...also].filter((literal) => !known.has(literal))
  const cases = readTests(path, source, 'js').cases.filter(({ modifiers }) => modifiers.length === 0)
  const asked = cases.flatMap((one, number) => askOne(one, number, text, { known, beside }) ?? [])
  if (asked.length === 0) return null
  const changed = edited(
    text,
    asked.map(({ edit }) => edit),
  )
  return {
    text: `${changed}\n${tells(grammar === 'javascript' ? '' : ': unknown')}`,
    sites: new Map(asked.map(({ number, sites }) => [number, sites])),
  }
}

interface Values {
  /** What the tests have already. */
  known: ReadonlySet<string>
  beside: readonly string[]
}

interface Edit {
  from: number
  to: number
  text: string
}

function askOne({ node, body, language }: Case, number: number, text: string, { known, beside }: Values) {
  const block = at(walk(node).find(isFunction) ?? node, 'body')
  const asserted = readAssertions(body, language).map((one) => ({ ...one, whole: wholeOf(one.node) }))
  const expected = asserted.flatMap((one) => one.expected)
  const given = leavesOf(block).filter((leaf) => /^(?:\d|["'])/.test(text.slice(leaf.from, leaf.to)) && !expected.includes(leaf))
  if (!block || given.length === 0) return null
  const isBlock = block.type === 'statement_block'
  const [from, to] = isBlock ? [block.from + 1, block.to - 1] : [block.from, block.to]
  const copy = (name: number, changed: Edit[]) => {
    const told = asserted.flatMap(({ whole, subject, strength, matcher }, index): Edit[] => {
      const [first, last] = [subject[0], subject.at(-1)]
      if (!/call/.test(whole.type)) return []
      if (!first || !last || strength < 4 || /^not |throw|reject|resolve/i.test(matcher)) return [{ ...whole, text: 'undefined' }]
      return [
        { from: whole.from, to: first.from, text: `whetNearby('${number} ${name} ${index}', ` },
        { from: last.to, to: whole.to, text: ')' },
      ]
    })
    const said = edited(text.slice(0, to), [...told, ...changed]).slice(from)
    return `try { ${said}${isBlock ? '' : ';'}\n} catch (whetError) { whetNearby('${number} ${name} thrown', String(whetError)) }\n`
  }
  const copies = [copy(0, [])]
  const sites = given.slice(0, mostSites).map((leaf): Site => {
    const [literal = ''] = literalsIn([leaf])
    const own = beside.filter((one) => one.slice(0, 2) === literal.slice(0, 2)).map((one) => one.slice(2))
    const others = [...nearby(leaf), ...own.slice(0, mostBeside)].filter((other) => !known.has(`${literal.slice(0, 2)}${other}`))
    const first = copies.length
    for (const other of others) {
      const written = leaf.kind === 'number' ? String(other) : JSON.stringify(other)
      copies.push(copy(copies.length, [{ ...leaf, text: written }]))
    }
    return { literal, copies: others.map((_, n) => first + n) }
  })
  return { number, sites, edit: { ...block, text: `{ ${copies.join('')} }` } }
}

/** `expect(x)` with the links behind it. */
function wholeOf(node: Node): Node {
  let whole = node
  while (whole.parent && whole.parent.from === whole.from && /call|member/.test(whole.parent.type)) whole = whole.parent
  return whole
}

/** Of edits that overlap, the first and longest is made. */
function edited(text: string, edits: readonly Edit[]): string {
  let [done, at] = ['', 0]
  for (const { from, to, text: other } of edits.toSorted((one, two) => one.from - two.from || two.to - one.to)) {
    if (from < at || to > text.length) continue
    done += text.slice(at, from) + other
    at = to
  }
  return done + text.slice(at)
}

/** Numbers keep what is behind the point and their noughts, texts the kind of their letters. */
function nearby({ kind, text }: Node): (number | string)[] {
  if (kind === 'number') {
    const value = Number(text)
    const round = 10 ** (/0*$/.exec(text)?.[0].length ?? 0)
    const steps = Number.isInteger(value) ? [1, -1, 3, value, round, -round] : [1, -1, 3, 10, 27]
    return Number.isFinite(value) && value !== 0 ? [...new Set(steps.map((step) => Number((value + step).toPrecision(12))))] : []
  }
  const places = [...text.matchAll(/[\p{L}\p{N}]/gu)].map(({ index }) => index)
  const digits = [...text.matchAll(/\d/g)].map(({ index }) => index)
  const chosen = [places[0], places[places.length >> 1], places.at(-1), digits[0], digits.at(-1)].filter((at) => at !== undefined)
  const other = (char: string) =>
    /[zZ9]/.test(char) ? { z: 'b', Z: 'B', 9: '4' }[char] : String.fromCodePoint((char.codePointAt(0) ?? 0) + 1)
  const changed = chosen.map((at) => text.slice(0, at) + other(text[at] ?? '') + text.slice(at + 1))
  return places.length > 0 ? [...new Set([...changed, `${text}${text.at(-1)}`, `${text}${text}`])] : []
}

/** By which the probed test speaks, not we. */
const says = ['console', 'log'].join('.')

/** Stands at the end of the test file. */
const tells = (type: string) => `function whetNearby(place${type}, value${type}) {
  let said = 'undefined'
  try { said = JSON.stringify(value) ?? String(value) } catch { said = String(value) }
  ${says}('${mark} ' + String(place) + ' ' + encodeURIComponent(said.slice(0, 2000)) + ' .')
}
`

/** What a copy of a test said at one of its places: one value for each time it came there, or how it ended before. */
type Said = (test: string, copy: number, place: string) => readonly string[]

function readSaid(output: string): { said: Said; places: Set<string> } {
  const all = new Map<string, string[]>()
  for (const [, test, copy, place, value = ''] of output.matchAll(new RegExp(`${mark} (\\d+) (\\d+) (\\w+) (\\S*) \\.`, 'g'))) {
    const key = `${test} ${copy} ${place}`
    all.set(key, [...(all.get(key) ?? []), decodeURIComponent(value)])
  }
  const said: Said = (test, copy, place) =>
    all.get(`${test} ${copy} ${place}`) ?? all.get(`${test} ${copy} thrown`)?.map(() => thrown) ?? []
  return { said, places: new Set([...all.keys()].map((key) => key.replace(/ \d+ /, ' '))) }
}

/** Whether every copy of every test said something: a runner may lose or cut lines on a busy machine. */
export function isWhole({ sites }: Pick<Asked, 'sites'>, output: string): boolean {
  const heard = new Set([...output.matchAll(new RegExp(`${mark} (\\d+ \\d+) \\w+ \\S* \\.`, 'g'))].map(([, copy]) => copy))
  return [...sites].every(([test, all]) => all.every(({ copies }) => [0, ...copies].every((copy) => heard.has(`${test} ${copy}`))))
}

export interface Learnt {
  /** Inputs of the tests that the work gives a new answer to. */
  inputs: string[]
  /** How many others were tried, all of them answered as before. */
  tried: number
}

const leastTried = 3
const thrown = 'thrown'
const empty = /^(?:thrown|null|undefined|false|NaN|""|\[\]|\{\})$/

/**
 * Whether the work was only taught the answers: wherever it answers a test otherwise than before, it answers values beside the tested one as before.
 * Null where it follows a rule, or nothing can be said.
 */
export function learnt(
  { sites }: Pick<Asked, 'sites'>,
  output: { before: string; after: string },
  isTold: (literal: string) => boolean,
): Learnt | null {
  const [was, is] = [readSaid(output.before), readSaid(output.after)]
  const inputs = new Set<string>()
  let tried = 0
  for (const key of is.places) {
    const [test = '', place = ''] = key.split(' ')
    for (const [row, answer] of is.said(test, 0, place).entries()) {
      const old = was.said(test, 0, place)[row]
      if (old === undefined || old === answer) continue
      const both = (copy: number) => ({ then: was.said(test, copy, place)[row], now: is.said(test, copy, place)[row] })
      const told = (sites.get(Number(test)) ?? []).map(({ literal, copies }) => ({ literal, seen: copies.map(both) }))
      const judged = told.filter(({ seen }) => seen.some(({ then, now }) => then !== old || now !== answer))
      const answers = judged.flatMap(({ seen }) => seen).filter(({ then, now }) => then !== undefined && now !== undefined)
      if (answers.some(({ then, now }) => then !== now)) return null
      const alive = answers.filter(({ now = '' }) => !empty.test(now)).length
      if (alive < leastTried || judged.some(({ literal }) => isTold(literal))) continue
      tried += alive
      for (const { literal } of judged) inputs.add(literal.slice(2))
    }
  }
  return inputs.size > 0 ? { inputs: [...inputs], tried } : null
}
