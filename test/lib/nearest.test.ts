// The nearest name is one that could have been meant.
import { expect, test } from 'vitest'
import { didYouMean, nearest } from '../../src/lib/nearest.ts'

test.each([
  ['seveirty', ['severity', 'phase'], 'severity'],
  ['Weight', ['weight'], 'weight'],
  ['x', ['xy', 'yz'], undefined],
  ['xz', ['xy', 'yz'], 'xy'],
  ['', ['a'], undefined],
  ['openapi.path', ['openapi.paths', 'openapi.schemas'], 'openapi.paths'],
  ['banana', ['severity', 'phase'], undefined],
  ['anything', [], undefined],
  ['same', ['same', 'some'], 'some'],
  ['alone', ['alone'], undefined],
])('%s among %j is %s', (name, candidates, expected) => expect(nearest(name, candidates)).toBe(expected))

test('a clause is added only when something is near', () => {
  expect(didYouMean('wieght', ['weight'])).toBe('; did you mean "weight"?')
  expect(didYouMean('zzz', ['weight'])).toBe('')
})

test('a name as long as a book is answered', () => expect(nearest('x'.repeat(1_000_000), ['weight'])).toBeUndefined())
