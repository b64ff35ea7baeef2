// What the frozen checksum rests on: one canonical form, or a refusal.
import { expect, test } from 'vitest'
import { canonicalizeText } from '../../src/lib/canonical.ts'
import { sha256 } from '../../src/lib/hash.ts'

test('DE-078 key order, white space and number spelling leave the checksum as it is; any other change moves it', () => {
  const checksum = (text: string) => sha256(canonicalizeText(text))
  const intent = '{"featureId":"orders","version":"1.0.0","goals":["Order é"],"weight":2.5}'
  // computed with another tool: printf '%s' '{"featureId":"orders","goals":["Order é"],"version":"1.0.0","weight":2.5}' | sha256sum
  expect(checksum(intent)).toBe('fbb7426596f0674a3c8b7fc64578c0d7d01b1c19731143b2baccad79a700bae5')
  for (const same of [
    '{"weight":2.5,"version":"1.0.0","goals":["Order é"],"featureId":"orders"}',
    '{\r\n\t"goals" : [ "Order é" ],\n "weight": 25e-1, "version":"1.0.0","featureId":"orders"}\n',
    '{"featureId":"orders","version":"1.0.0","goals":["Order \\u00e9"],"weight":2.50}',
  ])
    expect(checksum(same)).toBe(checksum(intent))
  for (const other of [intent.replace('2.5', '2.6'), intent.replace('é', 'e'), intent.replace('orders', 'Orders')])
    expect(checksum(other)).not.toBe(checksum(intent))
})

test.each([
  ['a duplicate key', '{"goals":["a"],"goals":["b"]}', /the key "goals" occurs twice/],
  ['NaN', '{"weight":NaN}', /column 11: expected a value; found "NaN/],
  ['Infinity', '{"weight":Infinity}', /column 11: expected a value; found "Infinity/],
  ['a lone surrogate', '{"name":"\\ud800"}', /column 9: .*lone surrogate/],
])('DE-079 %s is refused with a message and not repaired', (_, text, message) => {
  expect(() => canonicalizeText(text)).toThrow(message)
})
