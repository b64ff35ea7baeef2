// The answers that tests and their data give away, and which of them the work may know honestly.
import { outsideCases } from './cases.ts'
import { type Tree, partOf } from './files.ts'
import type { Licence } from './licence.ts'
import { literalsIn, literalsInText } from './literals.ts'
import type { Read } from './read.ts'
import type { Suite } from './suite.ts'

export interface Answers {
  /** Values that stand together in one assertion, one row of a table or one record, in the tests as they were. */
  groups(): readonly ReadonlySet<string>[]
  /** Long or odd enough to tell, and neither in the task, the documents nor the work as it was. */
  telling(literal: string): boolean
  /** Whether some test asks for these keys and expects these outputs. */
  together(keys: ReadonlySet<string>, outputs: ReadonlySet<string>): boolean
  /** Whether every one of these stands in one group, or is a piece of a text there, and only the tests could have told. */
  expected(values: ReadonlySet<string>): boolean
  /** Several words that stand together in recorded data. */
  isRecord(key: string): boolean
  /** Whether it is data that a test puts in, in other spaces and signs or cut short. */
  copied(key: string): boolean
}

const longestData = 200_000

export function readAnswers(before: Suite, tree: Tree, licence: Licence, read: Read, changed: (path: string) => boolean): Answers {
  // To read every test takes a while, and most changes ask for none of it.
  const groups = once(() => [
    ...before.cases.flatMap((one) => before.assertions(one).map(({ literals }) => literals)).filter(({ size }) => size > 0),
    ...Object.entries(tree).flatMap(([path, text]) => (partOf(path) === 'data' && text.length <= longestData ? records(text) : [])),
  ])
  const inputs = once(() => {
    const given = before.cases.flatMap((one) =>
      before.assertions(one).flatMap(({ literals, expects }) => [...literals].filter((one) => !expects.has(one))),
    )
    return new Set(given.filter(odd).map(bare))
  })
  const recorded = once(() =>
    Object.entries(tree).flatMap(([path, text]) => (partOf(path) === 'data' && text.length <= longestData ? [bare(`s:${text}`)] : [])),
  )
  const known = new Set<string>()
  for (const [path, text] of Object.entries(tree)) {
    const part = partOf(path)
    const file = before.files.get(path)
    const source = part === 'source' && changed(path) ? read(path, text) : null
    if (part === 'source')
      for (const literal of file ? literalsIn(outsideCases(file)) : source ? literalsIn(source.leaves) : literalsInText(text))
        known.add(literal)
  }
  const telling = (literal: string) =>
    specific(literal) &&
    !known.has(literal) &&
    !(/^s:[a-z]+$/.test(literal) && before.work.has(literal.slice(2))) &&
    !licence.mentions(literal.slice(2)) &&
    !licence.names(literal)
  const isRecord = (key: string) =>
    odd(key) && (key.match(/\p{L}{2,}/gu)?.length ?? 0) >= 2 && recorded().some((data) => data.includes(bare(key)))
  return {
    isRecord,
    groups,
    telling,
    together: (keys, given) => {
      const outputs = new Set([...given].filter((one) => given.size === 1 || one !== 'w:null'))
      const isTold = [...outputs].every(licence.names)
      return (
        outputs.size > 0 &&
        groups().some(
          (group) =>
            [...outputs].every((output) => group.has(output) && !keys.has(output)) &&
            [...keys].some((key) => ((telling(key) && !isTold) || isExample(key)) && stands(group, key)),
        )
      )
    },
    expected: (values) => {
      const pieces = [...values].filter((one) => !/^s:.{0,2}$/s.test(one))
      return pieces.some(telling) && groups().some((group) => pieces.every((value) => stands(group, value)))
    },
    copied: (key) => {
      const text = bare(key)
      // Words and numbers put together, such as `rc.1`, and long numbers are made for a test, not for a table.
      const isMade = /^s:(?:(?=.*\p{L})(?=.*\p{N}).*[^\p{L}\p{N}\s]|\d{6,}$)/u.test(key)
      const isCut = (input: string) => input.includes(text) && (isMade || text.length * 10 >= input.length * 8)
      if (isRecord(key)) return true
      return odd(key) && (inputs().has(text) || ((text.length >= 8 || isMade) && [...inputs()].some(isCut)))
    },
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** Every object of JSON data with all that it holds, and the whole text where there is none. */
function records(text: string): Set<string>[] {
  try {
    const found: Set<string>[] = []
    const visit = (value: unknown): string[] => {
      if (typeof value === 'string') return [`s:${value}`]
      if (typeof value !== 'object' || value === null) return [`${typeof value === 'number' ? 'n' : 'w'}:${value}`]
      const inside = Object.values(value).flatMap(visit)
      if (!Array.isArray(value) && inside.length <= 40) found.push(new Set(inside))
      return inside
    }
    const all = visit(JSON.parse(text))
    return found.length > 0 ? found : [new Set(all)]
  } catch {
    return [literalsInText(text)]
  }
}

function specific(literal: string): boolean {
  const value = literal.slice(2)
  if (literal.startsWith('n:')) return Math.abs(Number(value)) > 2
  return literal.startsWith('s:') && value.length >= 2
}

/** `2m`, `1,299.00`: an input that is worked out, even where the task shows it, and no name for a case of its own. */
const isExample = (literal: string) => /^s:(?!\p{L}[\w./:+-]*$)(?=.*\p{N})..+/su.test(literal)

/** Data rather than a word that code may well know. */
function odd(literal: string): boolean {
  return literal.startsWith('n:')
    ? Math.abs(Number(literal.slice(2))) >= 100
    : /^s:.*[^\p{L}_\s-]|^s:\p{Lu}\p{L}+ \p{Lu}/su.test(literal) && bare(literal).length >= 3
}

const bare = (literal: string) =>
  literal
    .slice(2)
    .replace(/\\[nrt]/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** The value itself, or a piece of it long enough to tell it by. */
function stands(group: ReadonlySet<string>, value: string): boolean {
  if (group.has(value)) return true
  const piece = value.replace(/^s:\/?\^?|\$?\/[a-z]*$/g, '')
  return value.startsWith('s:') && piece.length >= 3 && [...group].some((one) => one.startsWith('s:') && one.includes(piece))
}
