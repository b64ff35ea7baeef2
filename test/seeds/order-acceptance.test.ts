// Orders: the five scores and their tables, what is kept apart from a number, the three statuses, complexity, categories and the prompt.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Acceptance,
  acceptance,
  barsOf,
  lossesOf,
  dimensions,
  statusOf,
  weighted,
  weights,
} from '../../src/rules/measure/acceptance.ts'
import { type Metrics, measured, notApplicable, unmeasured } from '../../src/rules/measure/metrics.ts'
import { bandOf, failureCategory } from '../../src/learning/failures.ts'
import { choose, estimate } from '../../src/workflows/order/estimate.ts'
import { guidelines } from '../../src/workflows/order/prompts.ts'

const good: Metrics = {
  fileLines: measured([100]),
  worstComplexity: measured(5),
  lintWarnings: measured(0),
  lintErrors: measured(0),
  todos: measured(0),
  buildPassed: measured(true),
  testsPassed: measured(true),
  coverage: measured(90),
}
const scores = (change: Partial<Metrics>): Acceptance['dimension_scores'] => acceptance({ ...good, ...change }, 0).dimension_scores

it('tests that fail for want of the network say so, and what to do', () => {
  const red = { ...good, testsPassed: measured(false) }
  const spot = (message: string) => [{ metric: 'testsPassed' as const, message }]
  expect(barsOf(red, [], spot('Error: getaddrinfo EAI_AGAIN example.org'))).toEqual([expect.stringContaining('need the network')])
  expect(barsOf(red, [], spot('1 !== 2'))).toEqual(['tests fail'])
  expect(barsOf(good, [], spot('getaddrinfo'))).toEqual([])
})

describe('scores', () => {
  it('OR-006 an acceptance result holds its named fields', () => {
    expect(acceptance(good, 0)).toEqual({
      dimension_scores: { architecture: 10, readability: 10, completeness: 10, test_coverage: 10, build_success: 10 },
      acceptance_score: 10,
      build_passed: true,
      tests_passed: true,
      lint_errors: 0,
      todo_count: 0,
      test_coverage_percent: 90,
      unmeasured: [],
      timestamp: '1970-01-01T00:00:00.000Z',
    })
  })

  it('OR-007 weights are data and add up to one', () => {
    expect(weights).toEqual({ architecture: 25, readability: 15, completeness: 25, test_coverage: 20, build_success: 15 })
  })

  it('OR-008 7, 8, 5, 4, 10 give 6.5', () => {
    expect(weighted({ architecture: 7, readability: 8, completeness: 5, test_coverage: 4, build_success: 10 })).toBe(6.5)
  })

  it.each([
    [[500], 5, 8],
    [[501], 5, 7],
    [[701], 5, 6],
    [[1001], 5, 4],
    [[300, 300], 5, 10],
    [[301, 301], 5, 9],
    [[401, 401], 5, 8],
    [[501, 100, 100], 5, 9],
    [[501, 501, 0, 0, 0, 0], 5, 8],
    [[501, 501, 501, 501, 0, 0, 0, 0, 0], 5, 7],
    [[1], 20, 10],
    [[1], 21, 9],
    [[1], 31, 8],
    [[1], 51, 7],
    [[2000, 2000, 2000, 2000], 99, 1],
  ])('OR-009 files of %j lines and a complexity of %i score %i for architecture', (lines, complexity, score) => {
    expect(scores({ fileLines: measured(lines), worstComplexity: measured(complexity) }).architecture).toBe(score)
  })

  it.each([
    [10, 0, 10],
    [11, 0, 9],
    [21, 0, 8],
    [31, 0, 7],
    [51, 0, 6],
    [1, 5, 10],
    [1, 6, 9],
    [1, 11, 8],
    [1, 16, 7],
    [1, 21, 6],
    [51, 21, 2],
  ])('OR-010 a complexity of %i and %i warnings score %i for readability', (complexity, warnings, score) => {
    expect(scores({ worstComplexity: measured(complexity), lintWarnings: measured(warnings) }).readability).toBe(score)
  })

  it.each([
    [0, 10],
    [1, 9],
    [3, 9],
    [4, 8],
    [5, 8],
    [6, 7],
    [8, 7],
    [9, 6],
    [10, 6],
    [11, 5],
  ])('OR-011 %i marks score %i for completeness', (todos, score) => {
    expect(scores({ todos: measured(todos) }).completeness).toBe(score)
  })

  it('OR-011 a build that fails scores 2 for completeness, whatever else is true', () => {
    expect(scores({ buildPassed: measured(false), todos: measured(0) }).completeness).toBe(2)
  })

  it.each([
    [0, 0],
    [5, 2],
    [9.99, 2],
    [10, 3],
    [20, 4],
    [35, 5],
    [42, 6],
    [59.9, 7],
    [60, 8],
    [79.9, 9],
    [80, 10],
    [100, 10],
  ])('OR-012 %d%% with passing tests score %i', (percent, score) => {
    expect(scores({ coverage: measured(percent) }).test_coverage).toBe(score)
  })

  it.each([
    [0, 0],
    [5, 1],
    [39, 1],
    [40, 2],
    [60, 3],
    [80, 4],
    [100, 4],
  ])('OR-012 %d%% with failing tests score %i', (percent, score) => {
    expect(scores({ coverage: measured(percent), testsPassed: measured(false) }).test_coverage).toBe(score)
  })

  it('OR-013 a build scores 10 or 0', () => {
    expect([scores({}).build_success, scores({ buildPassed: measured(false) }).build_success]).toEqual([10, 0])
  })

  it('OR-014 unmeasured adds nothing and keeps its weight; not applicable leaves both sums', () => {
    expect(acceptance({ ...good, buildPassed: notApplicable('none') }, 0)).toMatchObject({
      acceptance_score: 10,
      build_passed: null,
      unmeasured: [],
      dimension_scores: { build_success: 'not-applicable', completeness: 10 },
    })
    expect(acceptance({ ...good, lintWarnings: unmeasured('it broke') }, 0)).toMatchObject({
      acceptance_score: 8.5,
      unmeasured: [{ metric: 'lintWarnings', why: 'it broke' }],
      dimension_scores: { readability: 'unmeasured' },
    })
    expect(scores({ lintWarnings: notApplicable('no linter') }).readability).toBe(10)
  })

  it('OR-014 what a score lost is told with its points and its weight, and adds up', () => {
    const metrics = {
      ...good,
      buildPassed: notApplicable('none'),
      coverage: measured(42),
      todos: measured(4),
      worstComplexity: measured(22),
    }
    const losses = lossesOf(metrics)
    expect(losses.map(({ dimension, score, why, share }) => [dimension, score, why, share])).toEqual([
      ['architecture', 9, '−1: the worst function has a complexity of 22', 29],
      ['readability', 8, '−2: the worst function has a complexity of 22', 18],
      ['completeness', 8, '−2: 4 TODO marks', 29],
      ['test_coverage', 6, '−4: 42% of lines are covered', 24],
    ])
    expect(10 - losses.reduce((sum, { cost }) => sum + cost, 0)).toBeCloseTo(acceptance(metrics, 0).acceptance_score, 1)
  })

  it('OR-015 no tests are a measured 0; coverage that cannot be read is no number', () => {
    expect(acceptance({ ...good, testsPassed: notApplicable('none'), coverage: measured(0) }, 0)).toMatchObject({
      test_coverage_percent: 0,
      tests_passed: null,
      dimension_scores: { test_coverage: 0 },
    })
    expect(acceptance({ ...good, coverage: unmeasured('unreadable') }, 0)).toMatchObject({
      test_coverage_percent: null,
      dimension_scores: { test_coverage: 'unmeasured' },
    })
  })

  it('OR-014 whatever is unmeasured is named, and no score leaves its scale', () => {
    const any = <T>(value: fc.Arbitrary<T>) => fc.oneof(value.map(measured), fc.constant(unmeasured('?')), fc.constant(notApplicable('-')))
    const metrics = fc.record({
      fileLines: any(fc.array(fc.nat(3000))),
      worstComplexity: any(fc.nat(200)),
      lintWarnings: any(fc.nat(99)),
      lintErrors: any(fc.nat(99)),
      todos: any(fc.nat(30)),
      buildPassed: any(fc.boolean()),
      testsPassed: any(fc.boolean()),
      coverage: any(fc.double({ min: 0, max: 100, noNaN: true })),
    })
    fc.assert(
      fc.property(metrics, (given) => {
        const result = acceptance(given as Metrics, 0)
        expect(result.acceptance_score).toBeGreaterThanOrEqual(0)
        expect(result.acceptance_score).toBeLessThanOrEqual(10)
        expect(result.unmeasured.map(({ metric }) => metric)).toEqual(
          Object.entries(given).flatMap(([name, { is }]) => (is === 'unmeasured' ? [name] : [])),
        )
        for (const name of dimensions)
          if (typeof result.dimension_scores[name] === 'number') expect(result.dimension_scores[name]).toBeLessThanOrEqual(10)
      }),
    )
  })
})

describe('status', () => {
  const at = (score: number, bars: string[] = []) => statusOf({ ...acceptance(good, 0), acceptance_score: score }, bars)

  it('OR-018 7 or more is completed', () => expect(at(7).status).toBe('completed'))
  it('OR-019 under 7 needs review', () =>
    expect(at(6.99)).toEqual({ status: 'needs_review', because: 'the acceptance score is 6.99, under 7' }))

  it.each<[string, Partial<Metrics>, string[]]>([
    ['failing tests', { testsPassed: measured(false) }, []],
    ['an unmeasured test run', { testsPassed: unmeasured('time-out') }, []],
    ['an unmeasured build', { buildPassed: unmeasured('gone') }, []],
    ['tampering', {}, ['a.test.ts: a test is gone']],
  ])('OR-018 %s bars completed at any score (D61)', (_what, change, tampering) => {
    const bars = barsOf({ ...good, ...change }, tampering)
    expect(bars).toHaveLength(1)
    expect(at(10, bars)).toEqual({ status: 'needs_review', because: bars[0] })
  })

  it('OR-018 no tests at all bar nothing', () => expect(barsOf({ ...good, testsPassed: notApplicable('none') }, [])).toEqual([]))
})

describe('complexity, proposers, categories, prompt', () => {
  it.each([
    [0, '0.0-0.1'],
    [0.3, '0.3-0.4'],
    [0.39, '0.3-0.4'],
    [0.9, '0.9-1.0'],
    [1, '0.9-1.0'],
  ])('OR-003 %d lies in %s', (score, band) => expect(bandOf(score)).toBe(band))

  it('OR-003 every estimate lies between 0 and 1, in its own band, and says why', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 4000 }), fc.nat(1e6), (task, files) => {
        const { score, band } = estimate(task, 'code', files)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        expect(band).toBe(bandOf(score))
      }),
    )
    expect(estimate('Fix a typo', 'docs', 5).score).toBeLessThan(
      estimate('Refactor the authentication protocol so that concurrent transactions lock rows in src/a.ts and src/b.ts', 'code', 5000)
        .score,
    )
  })

  it('OR-058 the first proposer whose threshold holds is asked; the last where none does', () => {
    const proposers = [
      { maker: 'small', upTo: 0.3 },
      { maker: 'large', upTo: 0.8 },
    ]
    expect([0.3, 0.31, 0.9].map((score) => choose(proposers, score).maker)).toEqual(['small', 'large', 'large'])
  })

  it.each([
    [{ contractViolated: true, codes: ['TS1005'], compiles: false }, 'contract_violation'],
    [{ contractViolated: false, codes: ['TS2304', 'TS1005'], compiles: false }, 'syntax_error'],
    [{ contractViolated: false, codes: ['TS2322', 'TS2307'], compiles: false }, 'import_error'],
    [{ contractViolated: false, codes: ['TS2304'], compiles: false }, 'import_error'],
    [{ contractViolated: false, codes: ['TS2322'], compiles: false }, 'type_error'],
    [{ contractViolated: false, codes: ['TS6133'], compiles: false }, 'compile_error'],
    [{ contractViolated: false, codes: [], compiles: true }, 'unknown_failure'],
  ])('OR-044 %j is %s', (given, category) => expect(failureCategory(given)).toBe(category))

  it('OR-029 guidelines follow in one block, apart by blank lines; without any there is no block', () => {
    expect(guidelines('')).toBe('')
    expect(guidelines('IMPORTANT GUIDELINES:\n\nWrite tests.')).toBe('\n\nIMPORTANT GUIDELINES:\n\nWrite tests.')
  })
})
