// Hidden rules stay out of a maker's sight, and their score is set against that of the visible ones.
import { expect, test } from 'vitest'
import { hiddenGap, visibleRules } from '../../../src/rules/tamper/hidden.ts'
import type { Rule } from '../../../src/schema/rule.ts'
import type { Outcome } from '../../../src/schema/verdict.ts'

const rule = (id: string, weight: number, hidden?: boolean): Rule => ({ id, description: id, severity: 'warn', weight, phase: 'A', check: 'x', ...(hidden !== undefined && { hidden }) })
const rules = [rule('a', 3), rule('b', 1), rule('c', 2, true), rule('d', 2, true), rule('e', 1, false)]
const outcomes = (all: Record<string, Outcome>) => new Map(Object.entries(all))

test('only rules not marked hidden are visible', () => {
  expect(visibleRules(rules).map(({ id }) => id)).toEqual(['a', 'b', 'e'])
})

test.each<[string, Record<string, Outcome>, { visible: number | null; hidden: number | null; gap: number | null }]>([
  ['all pass', { a: 'pass', b: 'pass', c: 'pass', d: 'pass', e: 'pass' }, { visible: 10_000, hidden: 10_000, gap: 0 }],
  ['work made for the visible rules', { a: 'pass', b: 'pass', c: 'fail', d: 'pass', e: 'pass' }, { visible: 10_000, hidden: 5_000, gap: 5_000 }],
  ['unknown and error are no pass', { a: 'pass', b: 'error', c: 'unknown', d: 'pass', e: 'pass' }, { visible: 8_000, hidden: 5_000, gap: 3_000 }],
  ['not-applicable leaves both sums', { a: 'pass', b: 'not-applicable', c: 'not-applicable', d: 'pass', e: 'fail' }, { visible: 7_500, hidden: 10_000, gap: -2_500 }],
  ['nothing hidden applied', { a: 'pass', b: 'pass', c: 'not-applicable', d: 'not-applicable', e: 'pass' }, { visible: 10_000, hidden: null, gap: null }],
])('%s', (_, all, gap) => {
  expect(hiddenGap(rules, outcomes(all))).toEqual(gap)
})
