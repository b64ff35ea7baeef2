// Lessons: who gets them, what they cost, and what their trial says.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Outcome, blocks, effectOf, interval } from '../../src/learning/effect.ts'
import { bandOf, failureCategory, isSampled } from '../../src/learning/failures.ts'
import { type Asked, type LastOrder, guidelinesFor, isHeldOut, tokensOf } from '../../src/learning/told.ts'
import { sentencesOf } from '../../src/workflows/lessons/import.ts'
import { type Application, type Lesson, analyse, lessonId, windowsInARow } from '../../src/learning/lesson.ts'

const lesson = (more: Partial<Lesson> = {}): Lesson => ({
  id: lessonId(more.code ?? 'TS2304', more.text ?? 'Import it.', null),
  code: 'TS2304',
  text: 'Import it.',
  version: 1,
  parent: null,
  reason: 'test',
  status: 'trial',
  proposers: null,
  minComplexity: null,
  maxComplexity: null,
  addedAt: 0,
  ...more,
})
const fine: LastOrder = {
  scores: { architecture: 9, readability: 9, completeness: 9, test_coverage: 9, build_success: 10 },
  todos: 0,
  coverage: 90,
  longestFile: 100,
  worstComplexity: 5,
  lintWarnings: 0,
  firstBuildError: null,
}
const asked = (more: Partial<Asked> = {}): Asked => ({
  order: 'o-1',
  proposer: 'p',
  complexity: 0.35,
  band: '0.3-0.4',
  last: null,
  lessons: [],
  seed: 's',
  ...more,
})

describe('guidelines', () => {
  it('say nothing where there is nothing to say', () => {
    expect(guidelinesFor(asked({ last: fine })).text).toBe('')
  })

  it('put each weak dimension in words with what was measured, worst first', () => {
    const last = {
      ...fine,
      scores: { architecture: 4, readability: 6, completeness: 2, test_coverage: 3, build_success: 0 },
      todos: 7,
      coverage: 12,
      longestFile: 812,
      worstComplexity: 31,
      lintWarnings: 9,
      firstBuildError: 'TS2304 at a.ts:3',
    }
    const { injected, text } = guidelinesFor(asked({ last }))
    expect(injected.map(({ dimension }) => dimension)).toEqual([
      'build_success',
      'completeness',
      'test_coverage',
      'architecture',
      'readability',
    ])
    for (const measured of ['7 TODOs', '12%', '812 lines', '31', '9 warnings', 'TS2304 at a.ts:3']) expect(text).toContain(measured)
    expect(text.startsWith('IMPORTANT GUIDELINES:\n\n')).toBe(true)
  })

  it('leave a dimension out that nobody measured', () => {
    expect(guidelinesFor(asked({ last: { ...fine, scores: { ...fine.scores, test_coverage: null } } })).injected).toEqual([])
  })

  it('never exceed number or tokens, and name what was left out', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 600 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 10, max: 400 }),
        (texts, most, tokens) => {
          const lessons = texts.map((text, i) => lesson({ id: `L-${i}`, text }))
          const { injected, heldOut, leftOut } = guidelinesFor(asked({ lessons, most, tokens }))
          expect(injected.length).toBeLessThanOrEqual(most)
          expect(injected.reduce((sum, item) => sum + tokensOf(item.text), 0)).toBeLessThanOrEqual(tokens)
          expect([...injected.map((item) => item.lesson), ...heldOut, ...leftOut.map((item) => item.lesson)].sort()).toEqual(
            lessons.map(({ id }) => id).sort(),
          )
        },
      ),
    )
  })

  it.each<[string, Partial<Lesson>, boolean]>([
    ['another proposer', { proposers: ['q'] }, false],
    ['this proposer', { proposers: ['q', 'p'] }, true],
    ['too simple an order', { minComplexity: 0.5 }, false],
    ['too hard an order', { maxComplexity: 0.3 }, false],
    ['its range', { minComplexity: 0.35, maxComplexity: 0.35 }, true],
    ['a retired lesson', { status: 'retired' }, false],
    ['a promoted one, which is in the base prompt', { status: 'promoted' }, false],
  ])('%s', (_name, more, meant) => {
    const { injected, heldOut } = guidelinesFor(asked({ lessons: [lesson(more)] }))
    expect(injected.length + heldOut.length).toBe(meant ? 1 : 0)
  })
})

describe('the coin', () => {
  it('holds out a fifth, the same ones each time, other ones for another lesson', () => {
    const held = (name: string) =>
      Array.from({ length: 5000 }, (_, i) => isHeldOut({ seed: 's', proposer: 'p', band: 'b', order: `o-${i}` }, name))
    const [one, two] = [held('L-1'), held('L-2')]
    const share = one.filter(Boolean).length / one.length
    expect(Math.abs(share - 0.2)).toBeLessThan(0.02)
    expect(held('L-1')).toEqual(one)
    expect(one).not.toEqual(two)
  })
})

describe('outcomes', () => {
  it.each([
    [0, '0.0-0.1'],
    [0.3, '0.3-0.4'],
    [0.7, '0.7-0.8'],
    [0.999, '0.9-1.0'],
    [1, '0.9-1.0'],
  ])('complexity %d is in band %s', (complexity, band) => expect(bandOf(complexity)).toBe(band))

  it.each([
    [{ codes: ['TS1005', 'TS2304'], contractViolated: true, compiles: false }, 'contract_violation'],
    [{ codes: ['TS2304', 'TS1005'], contractViolated: false, compiles: false }, 'syntax_error'],
    [{ codes: ['TS2322', 'TS2307'], contractViolated: false, compiles: false }, 'import_error'],
    [{ codes: ['TS2322'], contractViolated: false, compiles: false }, 'type_error'],
    [{ codes: ['E0308'], contractViolated: false, compiles: false }, 'compile_error'],
    [{ codes: [], contractViolated: false, compiles: true }, 'unknown_failure'],
  ])('%j is %s', (failed, category) => expect(failureCategory(failed)).toBe(category))

  it('samples one success in ten', () => {
    const share = Array.from({ length: 5000 }, (_, i) => isSampled(`order-${i}`)).filter(Boolean).length / 5000
    expect(Math.abs(share - 0.1)).toBeLessThan(0.015)
  })
})

/** A week of orders each, one in five held out, failing at the given rates by turns. */
function trial(orders: number, withRate: number, withoutRate: number): Application[] {
  let [treated, held] = [0, 0]
  return Array.from({ length: orders }, (_, i) => {
    const arm = i % 5 === 4 ? 'held_out' : 'treated'
    const failed = arm === 'treated' ? due(++treated, withRate) : due(++held, withoutRate)
    return { stratum: 'p 0.3-0.4', arm, failed, at: i * 3600_000 * 4 }
  })
}
const due = (count: number, rate: number) => Math.floor(count * rate) > Math.floor((count - 1) * rate)

describe('the trial', () => {
  it.each<[string, Partial<Lesson>, Application[], string]>([
    ['too few orders', {}, trial(20, 0, 0.5), 'wait'],
    ['an error that never occurs', {}, trial(400, 0, 0), 'wait'],
    ['a lesson that helps', {}, trial(400, 0.1, 0.5), 'promote'],
    ['one that helps a little', {}, trial(3000, 0.35, 0.5), 'rewrite'],
    ['a sentence about nothing in particular that helps a little', { code: 'ORDER_NOT_ACCEPTED' }, trial(3000, 0.35, 0.5), 'keep'],
    ['one that does nothing, at length', { version: 3 }, trial(3000, 0.5, 0.5), 'retire'],
    ['one that does harm', {}, trial(400, 0.9, 0.1), 'retire'],
  ])('%s', (_name, more, applications, advice) => {
    const said = analyse(lesson(more), applications)
    expect([said.advice, said.because]).toEqual([advice, expect.any(String)])
  })

  it('at three errors in a thousand: what would do at three in ten is not shown yet after 100 orders, and is after 150', () => {
    const seen = (orders: number) =>
      Array.from({ length: orders }, (_, n): Application => {
        const held = n % 5 === 4
        return { stratum: 's', arm: held ? 'held_out' : 'treated', failed: held ? Math.floor(n / 5) % 2 === 0 : n % 10 === 0, at: 0 }
      })
    expect(analyse(lesson(), seen(100)).because).toBe("the trial hasn't shown yet that it helps")
    expect(analyse(lesson(), seen(150)).because).toBe('it helps; seen in 1 of 3 weeks in a row')
  })

  it('promotes only after three weeks in a row', () => {
    const quick = trial(400, 0.1, 0.5).map((each) => ({ ...each, at: 0 }))
    expect(analyse(lesson(), quick)).toMatchObject({ advice: 'keep', windows: 1 })
  })

  it('compares like with like: a lesson that only easy orders got looks useful and is not', () => {
    const outcomes: Outcome[] = [
      ...Array.from({ length: 80 }, (_, i): Outcome => ({ stratum: 'easy', arm: 'treated', failed: i % 10 === 0 })),
      ...Array.from({ length: 20 }, (_, i): Outcome => ({ stratum: 'hard', arm: 'held_out', failed: i % 2 === 0 })),
    ]
    expect(effectOf(outcomes, 0.05)).toMatchObject({ reduction: null, difference: { low: -1, high: 1 } })
  })

  it('a rate may be negative, and has no number without a control', () => {
    expect(effectOf(trial(100, 0.5, 0.25), 0.05).reduction).toBeLessThan(0)
    expect(effectOf(trial(100, 0.5, 0), 0.05).reduction).toBeNull()
  })

  it('an interval holds the mean and shrinks with more blocks', () => {
    const of = (count: number) => interval(blocks(trial(count, 0.1, 0.5)), 0.05)
    const [few, many] = [of(100), of(2000)]
    expect(few.low).toBeLessThan(0.4)
    expect(many.high - many.low).toBeLessThan(few.high - few.low)
    expect([many.low < 0.4, many.high > 0.4]).toEqual([true, true])
  })

  it('counts weeks in a row up to the last full one', () => {
    const week = 7 * 24 * 3600_000
    const times = (...weeks: number[]) => weeks.flatMap((each) => Array.from({ length: 5 }, () => each * week + 1000))
    expect([windowsInARow([]), windowsInARow(times(1)), windowsInARow(times(1, 2, 3)), windowsInARow(times(1, 3, 4))]).toEqual([0, 1, 3, 2])
  })
})

describe('sentences of a file that tells assistants what to do', () => {
  it.each<[string, string, string[]]>([
    ['a paragraph over two lines', 'Keep it short. Write\ntests first.', ['Keep it short.', 'Write tests first.']],
    ['words without spaces between them', '- 不要默认绕过 approvals。', ['不要默认绕过 approvals。']],
    ['a heading that forbids', '## Never do\n\n- Log a secret in plain text.', ['Never do: Log a secret in plain text.']],
    ['a heading that does not', '## Style\n\n- Name things after what they are.', ['Name things after what they are.']],
    ['items below a lead-in', '**Disallowed**:\n\n- raw calls in `src/**` files', ['Disallowed: raw calls in `src/**` files']],
    [
      'a lead-in that ends with its list',
      '3. Before you stop:\n   - run all the tests\n4. Write a short report.\n\nThen wait for me.',
      ['Before you stop: run all the tests', 'Write a short report.', 'Then wait for me.'],
    ],
    ['code, tables and quotes', '```\nnpm run all tests\n```\n| a | b | c |\n> somebody said this once', []],
  ])('%s', (_name, text, expected) => {
    expect(sentencesOf(text).sentences.map((each) => each.text)).toEqual(expected)
  })
})
