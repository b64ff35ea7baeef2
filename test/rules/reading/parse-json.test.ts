// Our JSON parser agrees with the engine's on what is JSON and what it means.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from '../../../src/rules/reading/parse-json.ts'

test('reads whatever JSON.stringify writes, to the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const parsed = parseJson(text)
      expect(parsed.ok && parsed.value).toEqual(JSON.parse(text))
    }),
  )
})

test('refuses what the engine refuses, whatever is cut out of or put into a document', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom('', ',', '}', ']', '"', ':', '0', '\\', ' ', 'x', '-', '.'),
      (value, position, piece) => {
        const whole = JSON.stringify(value)
        const at = position % (whole.length + 1)
        const text = whole.slice(0, at) + piece + whole.slice(at + 1)
        const parsed = parseJson(text)
        if (!parsed.ok && parsed.message.includes('appears twice')) return
        expect({ text, ok: parsed.ok }).toEqual({ text, ok: engineReads(text) })
      },
    ),
    { numRuns: 2000 },
  )
})

test('finds the place of every key and item', () => {
  const parsed = parseJson('{\n  "a": [1,\n    {"b": 2}]\n}')
  if (!parsed.ok) throw new Error(parsed.message)
  expect([[], ['a'], ['a', '1'], ['a', '1', 'b'], ['a', '2'], ['c']].map((path) => parsed.find(path))).toEqual([
    { line: 1, column: 1 },
    { line: 2, column: 3 },
    { line: 3, column: 5 },
    { line: 3, column: 6 },
    undefined,
    undefined,
  ])
})

function engineReads(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
