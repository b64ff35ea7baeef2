// Scores as every face shows them: never better than they are, always with the same digits.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changeShown, gained, onScale, shownScore } from '../../src/lib/on-scale.ts'

it.each([
  [33.33, 1, '0.33'],
  [79.99, 1, '0.79'],
  [80, 1, '0.80'],
  [100, 1, '1.00'],
  [0, 1, '0.00'],
  [0.34, 1, '0.0034'],
  [55, 10, '5.5'],
  [64.5, 10, '6.45'],
  [100, 10, '10.0'],
  [94.06, 100, '94.06'],
  [86.4, 100, '86.40'],
  [80, 100, '80'],
  [3.129, 100, '3.12'],
])('%d of a hundred, of %d: %s', (score, scale, text) => expect(onScale(score, scale)).toBe(text))

it.each([
  [0.57, 1, '0.57'],
  [8.43, 10, '8.43'],
  [86.4, 100, '86.40'],
  [0, 1, '0.00'],
  [null, 1, ''],
  [undefined, 100, ''],
])('%s on its scale of %d: %s', (score, scale, text) => expect(shownScore(score, scale)).toBe(text))

it('never shows a score as reached that is not', () => {
  const cents = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(cents, cents, fc.constantFrom(1, 10, 100), (score, threshold, scale) => {
      const shown = (points: number) => Number(onScale(points / 100, scale))
      if (score < threshold) expect(shown(score)).toBeLessThanOrEqual(shown(threshold))
      expect(shown(score)).toBeLessThanOrEqual((score / 10_000) * scale + 1e-9)
    }),
  )
})

it.each([
  [5.352, 100, '+5.35 points'],
  [0.8, 100, '+0.80 points'],
  [40, 1, '+0.40 points'],
])('mending what costs %d of a hundred of a score out of %d gains %s', (gain, scale, text) => expect(gained(gain, scale)).toBe(text))

it.each([
  [57.5, 100, 1, '+0.43'],
  [33.34, 100, 1, '+0.67'],
  [98.36, 92.76, 100, '−5.60'],
  [40, 55, 10, '+1.5'],
  [75.001, 75.004, 1, ''],
])('from %d to %d of a hundred, of %d, is %j: the difference of the figures as they are shown', (before, now, scale, told) => {
  expect(changeShown(before, now, scale)).toBe(told)
})
