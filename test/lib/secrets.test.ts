// Finding secrets: every case of the table, places that can be cut out, and texts around them that change nothing.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { findSecrets } from '../../src/lib/secrets.ts'
import { harmless, mixed, secrets } from './secret-cases.ts'

const cut = (text: string) =>
  findSecrets(text)
    .toReversed()
    .reduce((rest, { start, end }) => `${rest.slice(0, start)}[redacted]${rest.slice(end)}`, text)

describe('a secret', () => {
  test.each(secrets)('%s', (_name, text) => {
    const [first] = findSecrets(text)
    expect(first).toBeDefined()
    expect(findSecrets(cut(text))).toEqual([])
    expect(cut(text)).not.toMatch(/(?=[A-Za-z]*\d)[A-Za-z0-9]{24}/) // the generated part is gone, not only its beginning
  })

  it('is named by its issuer, not by the name it is assigned to', () => {
    const token = `${'gh'}p_${mixed(36)}`
    expect(findSecrets(`token: "${token}"`)).toEqual([{ name: 'GitHub token', start: 8, end: 8 + token.length }])
  })
})

test.each(harmless)('no secret: %s', (text) => {
  expect(findSecrets(`${text}\n`)).toEqual([])
})

test('places are in order, apart and inside the text, whatever stands around', () => {
  const part = fc.oneof(fc.constantFrom(...secrets.map(([, text]) => text)), fc.constantFrom(...harmless), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.join('\n')
      const places = findSecrets(text)
      expect(places.every(({ start, end }, index) => start >= (places[index - 1]?.end ?? 0) && end > start && end <= text.length)).toBe(
        true,
      )
      expect(findSecrets(text)).toEqual(places)
    }),
    { numRuns: 200 },
  )
})

test('a secret is found between any two harmless lines', () => {
  fc.assert(
    fc.property(fc.constantFrom(...secrets), fc.constantFrom(...harmless), fc.constantFrom(...harmless), ([, text], before, after) => {
      const whole = `${before}\n\n${text}\n\n${after}\n`
      expect(findSecrets(whole).some(({ start }) => start > before.length && start < before.length + text.length + 2)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('no more than asked for, the first ones', () => {
  const text = Array.from({ length: 50 }, (_, index) => `password=${mixed(20, undefined, index + 1)}`).join('\n')
  expect(findSecrets(text, 5)).toEqual(findSecrets(text).slice(0, 5))
})
