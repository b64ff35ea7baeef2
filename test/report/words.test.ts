// A finding in words: nothing that is known about it is left out, and what has no room is counted.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Told, evidenceText, findingsText, heldOf, ruleText, verdictText } from '../../src/report/words.ts'
import { fail } from '../../src/rules/check.ts'

const told = (id: string, evidence: Told['evidence'], more: Partial<Told> = {}): Told => ({
  id,
  severity: 'fail',
  outcome: 'fail',
  message: 'it is not so',
  evidence,
  ...more,
})

describe('evidence', () => {
  it.each([
    [
      { message: 'no section "Install"', expected: 'a heading "Install"', actual: 'no headings' },
      'no section "Install"; expected a heading "Install"; found no headings',
    ],
    [{ message: 'bad', quote: 'a\n  b', location: { file: 'a.md', line: 3, column: 2 } }, 'line 3, column 2: bad; saw «a ⏎ b»'],
    [{ message: 'bad', location: { file: 'other.md', line: 3, column: 2, pointer: '/a/b' } }, 'other.md:3:2 (/a/b): bad'],
    [{ message: 'bad', location: { pointer: '/a' } }, '/a: bad'],
    [{ message: 'bad', location: { file: 'a.md' } }, 'bad'],
  ])('%j', (evidence, words) => expect(evidenceText(evidence, { artifact: 'a.md' })).toBe(words))
})

it('a rule is told with its description, its sentence and what its check demands', () => {
  const rule = { id: 'a.x.y', description: 'Sections are there', severity: 'fail', weight: 2, phase: 'A', check: 'c' } as const
  expect(ruleText({ ...rule, check: { kind: 'markdown.sections' } }, 'has the sections "A"')).toBe(
    'a.x.y (fail, weight 2): Sections are there. It has the sections "A".',
  )
  expect(ruleText({ ...rule, check: 'All of them.' }, undefined)).toBe('a.x.y (fail, weight 2): Sections are there. All of them.')
})

it('a verdict is one line with its first findings, the rest counted, a single one not said twice', () => {
  expect(verdictText({ message: '3 are missing', evidence: ['a', 'b', 'c'].map((message) => ({ message })) }, { most: 2 })).toBe(
    '3 are missing: (1) a; (2) b; and 1 more',
  )
  expect(verdictText({ message: '1 problem: a', evidence: [{ message: 'a', expected: 'b' }] })).toBe('1 problem: a; expected b')
})

describe('findings within a budget', () => {
  it('every rule stands there before any takes more than its turn, in the order given', () => {
    const many = Array.from({ length: 40 }, (_, n) => ({ message: `one ${n} ${'x'.repeat(60)}` }))
    const text = findingsText([told('a.x.first', many), told('a.x.second', many.slice(0, 2))], { tokens: 150 })
    expect(
      text
        .split('\n')
        .filter((line) => line.startsWith('- '))
        .map((line) => line.split(' ')[1]),
    ).toEqual(['a.x.first', 'a.x.second'])
    expect(text).toMatch(/a\.x\.second[\s\S]*one 0/)
    expect(text).toMatch(/… and 3\d more of this rule, left out/)
  })

  it('says how many rules had no room at all', () => {
    expect(
      findingsText(
        Array.from({ length: 9 }, (_, n) => told(`a.x.r${n}`, [], { description: 'd'.repeat(100) })),
        { tokens: 80 },
      ),
    ).toMatch(/… and \d more rules that do not hold, left out$/)
  })

  it('whatever is found, what is shown and what is counted as left out are all of it', () => {
    const evidence = fc.array(fc.record({ message: fc.stringMatching(/^[a-z]{1,200}$/) }), { maxLength: 60 })
    fc.assert(
      fc.property(fc.array(evidence, { minLength: 1, maxLength: 5 }), fc.integer({ min: 300, max: 3000 }), (found, tokens) => {
        // As checks give it: bounded, with the rest counted.
        const rules = found.map((each, n) => told(`a.x.r${n}`, fail('no', each).evidence))
        const lines = findingsText(rules, { tokens }).split('\n')
        const shown = lines.filter((line) => /^ {2}- (?!…)/.test(line)).length
        const left = lines.reduce((sum, line) => sum + Number(/^ {2}- … and (\d+) more/.exec(line)?.[1] ?? 0), 0)
        expect(shown + left).toBe(found.flat().length)
      }),
    )
  })
})

it.each([
  [['pass', 'fail'], '1 of 2 rules hold'],
  [['pass', 'not-applicable', 'unknown'], '1 of 2 rules hold, 1 does not apply'],
  [['not-applicable', 'not-applicable'], '0 of 0 rules hold, 2 do not apply'],
] as const)('of %j: %s', (outcomes, says) => expect(heldOf(outcomes, ' rules hold')).toBe(says))
