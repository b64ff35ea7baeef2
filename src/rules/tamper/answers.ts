// The answers that tests and their data give away, and which of them the work may know honestly.
import { outsideCases } from './cases.ts'
import { type Tree, partOf } from './files.ts'
import type { Licence } from './licence.ts'
import { literalsIn, literalsInText } from './literals.ts'
import type { Read } from './read.ts'
import type { Suite } from './suite.ts'

export interface Answers {
  /** An input of a test and what that test expects of it, both among these values. */
  pairIn(fresh: ReadonlySet<string>, all: ReadonlySet<string>): readonly [string, string] | null
  /** A test puts it in, whole, in other spaces and signs, or most of it. */
  isInput(value: string): boolean
  /** Those that tests expect, whole or in pieces, and that nothing else could have told. */
  outputsIn(values: Iterable<string>): string[]
  /** Whether these stand in one assertion or record, as a part of it. */
  inOneTest(values: readonly string[]): boolean
  /** Whether it stands anywhere in the tests, whole or in pieces. */
  isKnown(value: string): boolean
  /** Long or odd enough to tell, and neither in the task nor in the work as it was. */
  telling(literal: string): boolean
}

interface Said {
  keys: readonly string[]
  outputs: readonly string[]
}

const longestData = 200_000

export function readAnswers(before: Suite, tree: Tree, licence: Licence, read: Read, changed: (path: string) => boolean): Answers {
  const texts = Object.entries(tree).flatMap(([path, text]) => (partOf(path) === 'data' && text.length <= longestData ? [text] : []))
  // To read every test takes a while, and most changes ask for none of it.
  const said = once(() => [
    ...before.cases
      .flatMap((one) => before.assertions(one))
      .map(({ literals, inputs, expects }): Said => {
        const all = [...literals]
        return { keys: all.filter((one) => !expects.has(one)), outputs: all.filter((one) => !inputs.has(one)) }
      }),
    ...texts.flatMap(records).map((all): Said => ({ keys: [...all], outputs: [...all].filter(isMade) })),
  ])
  const byKey = once(() =>
    Map.groupBy(
      said().flatMap((one) => [...new Set([...widen(new Set(one.keys))].map(plain))].map((key) => ({ key, one }))),
      ({ key }) => key,
    ),
  )
  const outputs = once(() => new Set(said().flatMap((one) => one.outputs.map(plain))))
  const inputs = once(() => new Set([...widen(new Set(said().flatMap(({ keys }) => keys)))].filter(odd).map(plain)))
  const bared = once(() => [...inputs()].map(bare))
  const recorded = once(() => texts.map((text) => bare(text)))
  const known = new Set<string>()
  for (const [path, text] of Object.entries(tree)) {
    if (partOf(path) !== 'source') continue
    const file = before.files.get(path)
    const source = changed(path) ? read(path, text) : null
    for (const literal of widen(file ? literalsIn(outsideCases(file)) : source ? literalsIn(source.leaves) : literalsInText(text)))
      known.add(plain(literal))
  }
  const telling = (literal: string) =>
    specific(literal) &&
    !known.has(plain(literal)) &&
    !(/^s:[a-z]+$/.test(literal) && before.work.has(literal.slice(2))) &&
    !licence.mentions(literal.slice(2)) &&
    !licence.names(literal)
  const isInput = (value: string) => {
    const text = bare(value)
    const isCut = (input: string) => input.includes(text) && text.length * 5 >= input.length * 3
    return (
      odd(value) &&
      (inputs().has(plain(value)) ||
        (text.length >= 8 && bared().some(isCut)) ||
        ((value.match(/\p{L}{2,}/gu)?.length ?? 0) >= 2 && recorded().some((data) => data.includes(text))))
    )
  }
  return {
    telling,
    pairIn: (fresh, all) => {
      const has = new Set([...all].filter(specific).map(plain))
      for (const key of fresh) {
        if (!telling(key) && !isExample(key)) continue
        const counts = (output: string) => has.has(plain(output)) || (odd(key) && /^w:(?:true|false)$/.test(output) && all.has(output))
        for (const { one } of byKey().get(plain(key)) ?? []) {
          const output = one.outputs.find(
            (other) =>
              other !== key &&
              (plain(other) !== plain(key) || all.has(other)) &&
              counts(other) &&
              (isExample(key) || !licence.names(other)),
          )
          if (output !== undefined) return [key, output]
        }
      }
      return null
    },
    isInput,
    outputsIn: (values) => [...values].filter((one) => telling(one) && outputs().has(plain(one))),
    inOneTest: (values) =>
      said().some(
        ({ keys, outputs }) =>
          new Set([...keys, ...outputs]).size > values.length && values.every((one) => outputs.includes(one) || keys.includes(one)),
      ),
    isKnown: (value) => {
      const stands = (one: string) => byKey().has(plain(one)) || outputs().has(plain(one)) || isInput(one)
      const [, ...pieces] = widen(new Set([value]))
      return stands(value) || (pieces.length > 0 && pieces.every(stands))
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

/** A structure written as text holds its values too, and so do the pieces of a key such as `300/1`. */
export function widen(literals: ReadonlySet<string>): Set<string> {
  const inside = [...literals].flatMap((literal) => {
    if (!literal.startsWith('s:')) return []
    if (/^s:\s*[[{]/.test(literal)) return [...literalsInText(literal.slice(2))]
    const pieces = literal.slice(2).split(/[^\p{L}\p{N}.]+/u)
    return pieces.length > 1
      ? pieces.filter(Boolean).map((piece) => (/^\d+(?:\.\d+)?$/.test(piece) ? `n:${Number(piece)}` : `s:${piece}`))
      : []
  })
  return new Set([...literals, ...inside])
}

export function specific(literal: string): boolean {
  const value = literal.slice(2)
  if (literal.startsWith('n:')) return Math.abs(Number(value)) > 2
  return literal.startsWith('s:') && value.length >= 2
}

/** `2m`, `1,299.00`: an input that is worked out, even where the task shows it, and no name for a case of its own. */
const isExample = (literal: string) => /^s:(?!\p{L}[\w./:+-]*$)(?=.*\p{N})..+/su.test(literal)

/** A number that somebody worked out, or a text of several words. */
const isMade = (literal: string) =>
  literal.startsWith('n:') ? Math.abs(Number(literal.slice(2))) > 2 : /^s:.*\p{L}\P{L}+\p{L}/su.test(literal)

/** Data rather than a word that code may well know. */
function odd(literal: string): boolean {
  return literal.startsWith('n:')
    ? Math.abs(Number(literal.slice(2))) >= 100
    : /^s:.*[^\p{L}_\s-]|^s:\p{Lu}\p{L}+ \p{Lu}/su.test(literal) && bare(literal).length >= 3
}

const bare = (text: string) =>
  text
    .replace(/^[ns]:/, '')
    .replace(/\\[nrt]/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** A text without its spaces, signs and capitals. */
const plain = (literal: string) => (literal.startsWith('s:') && bare(literal).length >= 3 ? `s:${bare(literal)}` : literal)
