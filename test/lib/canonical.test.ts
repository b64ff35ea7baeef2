// Canonical JSON: the vectors of RFC 8785, what never matters to the form, and everything that is refused.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalize, canonicalizeText, maxDepth } from '../../src/lib/canonical.ts'
import { Fault } from '../../src/schema/fault.ts'

/** RFC 8785, appendix B: the bits of a double and how it must be written. */
const numbers: [bits: string, written: string][] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
]

test.each(numbers)('the double %s is written %s', (bits, written) => {
  const value = Buffer.from(bits, 'hex').readDoubleBE()
  expect(canonicalize(value)).toBe(written)
  expect(canonicalizeText(value.toPrecision(17))).toBe(written)
})

test.each([
  [
    '[56.0, 1E30, 4.50, 2e-3, 0.000000000000000000000000001, -0, 1e0, 100000000000000000000]',
    '[56,1e+30,4.5,0.002,1e-27,0,1,100000000000000000000]',
  ],
  ['-0', '0'],
  ['-0.0', '0'],
  ['-0e7', '0'],
  ['999999999999999', '999999999999999'],
  ['9007199254740993', '9007199254740992'],
  ['1.10', '1.1'],
  ['10.0', '10'],
  ['0.5', '0.5'],
  ['0.05', '0.05'],
  ['0.00000012', '1.2e-7'],
  ['-0.25', '-0.25'],
  ['0', '0'],
  ['0.0000001', '1e-7'],
  ['0.000001', '0.000001'],
  ['123456789.25', '123456789.25'],
  ['"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/"', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
  [' { } ', '{}'],
  ['[ ]', '[]'],
  ['\t[\r\n1 , true,false ,null]\n', '[1,true,false,null]'],
])('the text %s becomes %s', (text, canonical) => {
  expect(canonicalizeText(text)).toBe(canonical)
  expect(canonicalize(JSON.parse(text))).toBe(canonical)
})

test('keys are sorted by UTF-16 code units, however they are spelled', () => {
  const text = '{"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":7,"":8,"10":9,"2":10}'
  const canonical = '{"":8,"\\r":2,"1":4,"10":9,"2":10,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}'
  expect(canonicalizeText(text)).toBe(canonical)
  expect(canonicalize(JSON.parse(text))).toBe(canonical)
})

test('__proto__, constructor and toString are ordinary keys', () => {
  const text = '{"toString":1,"__proto__":{"polluted":true},"constructor":null}'
  const canonical = '{"__proto__":{"polluted":true},"constructor":null,"toString":1}'
  expect(canonicalizeText(text)).toBe(canonical)
  expect(canonicalize(JSON.parse(text))).toBe(canonical)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('a long object in any order is sorted whole', () => {
  const keys = Array.from({ length: 1000 }, (_, n) => `k${(n * 7919) % 1009}`)
  const expected =
    '{' +
    [...keys]
      .sort()
      .map((key) => `"${key}":1`)
      .join(',') +
    '}'
  expect(canonicalizeText('{' + keys.map((key) => `"${key}" : 1.0`).join(',') + '}')).toBe(expected)
})

describe('whatever the document', () => {
  const json = fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' })

  test('parsing the canonical form gives the value back', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalize(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  test('white space and key order change nothing', () => {
    fc.assert(
      fc.property(json, fc.constantFrom<string | number>(0, 1, 4, '\t', '\r\n'), fc.integer(), (value, indent, seed) => {
        const text = JSON.stringify(shuffled(value, seed), null, indent)
        expect(canonicalizeText(text)).toBe(canonicalize(value))
      }),
    )
  })

  test('escaping every character changes nothing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), (value) => {
        const escape = (text: string) =>
          '"' + Array.from({ length: text.length }, (_, i) => '\\u' + text.charCodeAt(i).toString(16).padStart(4, '0')).join('') + '"'
        const text =
          '{' +
          Object.entries(value)
            .map(([key, member]) => escape(key) + ':' + escape(member))
            .join(',') +
          '}'
        expect(canonicalizeText(text)).toBe(canonicalize(value))
      }),
    )
  })

  test('the canonical form is its own canonical form', () => {
    fc.assert(
      fc.property(json, (value) => {
        const canonical = canonicalize(value)
        expect(canonicalizeText(canonical)).toBe(canonical)
      }),
    )
  })

  test('every double is written as JSON.parse reads it and never in two ways', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e308, max: 1e308 }), fc.integer({ min: 1, max: 17 }), (value, precision) => {
        const text = value.toPrecision(precision)
        expect(canonicalizeText(text)).toBe(canonicalize(JSON.parse(text)))
      }),
      { numRuns: 2000 },
    )
  })

  test('any text is taken exactly when JSON.parse takes it, but for what is refused on purpose', () => {
    const scrap = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '"a"',
        '"b"',
        '\\',
        '0',
        '1',
        '-',
        '.',
        'e',
        '+',
        'true',
        'null',
        ' ',
        '\n',
        '\u0001',
        'x',
      ),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(scrap, (pieces) => {
        const text = pieces.join('')
        const parsed = attempt(() => JSON.parse(text) as unknown)
        const ours = attempt(() => canonicalizeText(text))
        if (ours.ok) expect(parsed.ok && canonicalize(parsed.value)).toBe(ours.value)
        else if (parsed.ok) expect(ours.message).toMatch(/twice|beyond what a double/)
      }),
      { numRuns: 5000 },
    )
  })
})

describe('refused, with line and column', () => {
  test.each([
    ['{"a":1,\n "b":2,\n "a":3}', /line 1, column 1: the key "a" occurs twice/],
    ['{"a":1,"\\u0061":2}', /the key "a" occurs twice/],
    ['[1,\n  {"k":{"x":1,"x":1}}]', /line 2, column 8: the key "x" occurs twice/],
    ['{' + Array.from({ length: 60 }, (_, n) => `"k${(n * 7) % 59}":${n}`).join(',') + '}', /the key "k0" occurs twice/],
    ['{"__proto__":1,"__proto__":2}', /"__proto__" occurs twice/],
    ['NaN', /line 1, column 1: expected a value; found "NaN"/],
    ['[Infinity]', /column 2: expected a value/],
    ['-Infinity', /column 2: expected a digit/],
    ['1e400', /the number 1e400 is beyond what a double can hold/],
    ['-' + '9'.repeat(400), /beyond what a double can hold/],
    ['"\\ud800"', /lone surrogate/],
    ['"\\udc00\\ud800"', /lone surrogate/],
    ['{"\\udead":1}', /lone surrogate/],
    ['["ok", "\ud800"]', /column 8: the string that opens here has a lone surrogate/],
    ['"a\\ud83d" ', /lone surrogate/],
    ['"tab\there"', /column 5: a control character \(U\+0009\) must be escaped/],
    ['"\\x41"', /an escape that JSON doesn't know/],
    ['"\\u12g4"', /an escape that JSON doesn't know/],
    ['"open', /the string that opens here has no end/],
    ['"open\\', /the string that opens here has no end/],
    ['01', /a number can't have leading zeros/],
    ['-01', /a number can't have leading zeros/],
    ['1.', /expected a digit; found the end of the text/],
    ['1.e5', /expected a digit/],
    ['1e+', /expected a digit/],
    ['.5', /expected a value/],
    ['+1', /expected a value/],
    ['0x10', /expected the end of the document/],
    ['[1,]', /column 4: expected a value; found "]"/],
    ['[1 2]', /expected "," or "]"/],
    ['{"a":1,}', /expected a key in double quotes; found "}"/],
    ['{a:1}', /expected a key in double quotes/],
    ["{'a':1}", /expected a key in double quotes/],
    ['{"a" 1}', /expected ":" after the key/],
    ['{"a":1', /expected "," or "}"; found the end of the text/],
    ['{} {}', /expected the end of the document/],
    ['', /line 1, column 1: expected a value; found the end of the text/],
    ['\ufeff{}', /expected a value/],
    ['[\u00a01]', /expected a value/],
    ['// no\n1', /expected a value/],
    ['nul', /expected a value/],
    ['[tru]', /expected a value/],
  ])('the text %j', (text, message) => {
    const fault = faultOf(() => canonicalizeText(text))
    expect(fault.code).toBe('invalid')
    expect(fault.message).toMatch(message)
    expect(fault.data).toMatchObject({ line: expect.any(Number), column: expect.any(Number) })
  })

  test.each<[string, unknown, RegExp]>([
    ['NaN', [NaN], /^NaN at "\/0"/],
    ['Infinity', { a: -Infinity }, /^-Infinity at "\/a"/],
    ['a lone surrogate', { a: ['\ud800'] }, /lone surrogate at "\/a\/0"/],
    ['a lone surrogate in a key', { '\udfff': 1 }, /lone surrogate/],
    ['undefined', undefined, /^undefined at the top/],
    ['undefined in an array', [undefined], /^undefined at "\/0"/],
    ['a hole in an array', Array(1), /^undefined at "\/0"/],
    ['a function', { f: () => 1 }, /^a function at "\/f"/],
    ['a big integer', { n: 1n }, /^a bigint at "\/n"/],
    ['a symbol', Symbol('s'), /^a symbol at the top/],
    ['a Date', { at: new Date(0) }, /^a Date at "\/at"/],
    ['a Map', new Map(), /^a Map at the top/],
  ])('the value %s', (_, value, message) => {
    expect(faultOf(() => canonicalize(value)).message).toMatch(message)
  })

  test('nesting beyond the limit, at the very level, in texts and values', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(canonicalizeText(nested(maxDepth))).toBe(nested(maxDepth))
    expect(canonicalize(JSON.parse(nested(maxDepth)))).toBe(nested(maxDepth))
    for (const text of [nested(maxDepth + 1), nested(200_000), '{"a":'.repeat(100_000), '['.repeat(1_000_000)]) {
      expect(faultOf(() => canonicalizeText(text)).message).toMatch(/nested deeper than 500 levels/)
    }
    expect(faultOf(() => canonicalize(JSON.parse(nested(maxDepth + 1)))).message).toMatch(/nested deeper than 500 levels/)
    const circle: unknown[] = []
    circle.push({ circle })
    expect(faultOf(() => canonicalize(circle)).message).toMatch(/one that holds itself/)
  })
})

test('a member that is undefined is left out, as in the stored file', () => {
  expect(canonicalize({ b: undefined, a: 1, c: undefined })).toBe('{"a":1}')
})

function faultOf(work: () => unknown): Fault {
  try {
    work()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('nothing was refused')
}

function attempt<T>(work: () => T): { ok: true; value: T } | { ok: false; message: string } {
  try {
    return { ok: true, value: work() }
  } catch (error) {
    return { ok: false, message: String(error) }
  }
}

function shuffled(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, seed))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, member]) => [key, shuffled(member, seed)] as const)
  const order = (index: number) => Math.imul(index + 1, seed | 1) >>> 0
  return Object.fromEntries(
    entries
      .map((entry, index) => ({ entry, at: order(index) }))
      .sort((a, b) => a.at - b.at)
      .map(({ entry }) => entry),
  )
}
