// Scores and signals in exact decimals.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Dimension, compareDecimal, dimensions, formatDecimal, parseDecimal, scoreAudit } from '../../../src/workflows/audit/score.ts'

const all = (
  consistency: string | null,
  accessibility: string | null,
  completeness: string | null,
  quality: string | null,
  industry: string | null,
): Record<Dimension, string | null> => ({ consistency, accessibility, completeness, quality, industry })

describe('scores', () => {
  test.each([
    [all('8', '8', '8', '8', '8'), 0, '8', 'audit_passed'],
    [all('7.9', '8', '8', '8', '8'), 0, '7.98', 'audit_result'],
    [all('8', '8', '8', '8', '8'), 1, '8', 'fix_required'],
    [all('6', '6', '6', '6', '6'), 0, '6', 'audit_result'],
    [all('6', '6', '6', '5.9999999999', '6'), 0, '5.999999999985', 'fix_required'],
    [all('7.05', '7.05', '7.05', '7.05', '7.05'), 0, '7.05', 'audit_result'],
    [all('10', '0', '10', '10', '10'), 0, '7.5', 'audit_result'],
    [all('10', '10', '10', '10', '10'), 0, '10', 'audit_passed'],
  ])('%j with %i Critical is %s, %s', (scores, criticals, score, signal) => {
    expect(scoreAudit(scores, criticals)).toMatchObject({ score, signal, error: null })
  })

  test('a dimension nobody measured leaves both sums and is named', () => {
    expect(scoreAudit(all('8', null, '8', '8', '8'), 0)).toMatchObject({
      score: '8',
      signal: 'audit_passed',
      unmeasured: ['accessibility'],
    })
    expect(scoreAudit(all('9', null, null, '8', null), 0)).toMatchObject({ score: '8.57' })
  })

  test.each([['11'], ['-1'], ['NaN'], ['8,5'], ['1e1'], ['']])('%j is a computation error: 0, and reported', (bad) => {
    const score = scoreAudit(all(bad, '8', '8', '8', '8'), 0)
    expect(score).toMatchObject({ score: '0', signal: 'fix_required' })
    expect(score.error).toContain('consistency')
  })

  test('nothing measured is an error, not a pass', () => {
    expect(scoreAudit(all(null, null, null, null, null), 0)).toMatchObject({
      score: '0',
      signal: 'fix_required',
      error: 'no dimension was measured',
    })
  })

  test('with equal dimensions the total is that number, whatever its decimals', () => {
    fc.assert(
      fc.property(fc.nat({ max: 9 }), fc.nat({ max: 999_999 }), (whole, rest) => {
        const text = formatDecimal(parseDecimal(`${whole}.${String(rest).padStart(6, '0')}`)!)
        expect(scoreAudit(Object.fromEntries(dimensions.map((name) => [name, text])) as Record<Dimension, string>, 0).score).toBe(text)
      }),
    )
  })
})

test('decimals compare by value', () => {
  expect(compareDecimal(parseDecimal('8.50')!, parseDecimal('8.5')!)).toBe(0)
  expect(compareDecimal(parseDecimal('7.999999999999999999')!, parseDecimal('8')!)).toBe(-1)
  expect(['1.', 'x', '.', '1.2.3', '9999999', ' '].map(parseDecimal)).toEqual([null, null, null, null, null, null])
})
