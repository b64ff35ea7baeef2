// One evaluation beside those before it: regressions, coming back, and forecasts against what came; and the probe of a maker's checks.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { compareForecast, lookBack, remembered } from '../../../src/workflows/reflex/compare.ts'
import { preparedText, planted } from '../../../src/workflows/reflex/prepared.ts'
import { probesFor, rejection } from '../../../src/workflows/reflex/probe.ts'
import type { Evaluation, Issue, Prepared, PreparedCheck } from '../../../src/workflows/reflex/state.ts'
import type { Outcome } from '../../../src/schema/verdict.ts'
import { stopRules } from '../../../src/workflows/reflex/stop.ts'

const evaluation = (iteration: number, verdicts: Record<string, Outcome>, artifact = `text ${iteration}`): Evaluation => ({
  iteration,
  level: 'A',
  artifact,
  score: 0,
  passed: false,
  blockers: [],
  results: Object.entries(verdicts).map(([id, verdict]) => ({ id, severity: 'fail', verdict, details: '' })),
})
const issue = (rule_id: string, expected_effect = 'It holds.'): Issue => ({ rule_id, problem: 'p', fix_instruction: 'f', expected_effect })

describe('looking back', () => {
  it('a rule that held in any earlier evaluation and fails now is a regression; one that is undecided or never held is none', () => {
    let memory = { held: {}, judgedBefore: {} }
    memory = remembered(memory, evaluation(1, { 'a.x.a': 'pass', 'a.x.b': 'fail', 'a.x.c': 'pass' }))
    memory = remembered(memory, evaluation(2, { 'a.x.a': 'fail', 'a.x.b': 'fail', 'a.x.c': 'pass' }))
    expect(lookBack(memory, evaluation(3, { 'a.x.a': 'fail', 'a.x.b': 'fail', 'a.x.c': 'unknown' }))).toEqual({ regressions: ['a.x.a'] })
  })

  it('an artifact that was judged before at this level is known again by its first iteration, at the other level it is not', () => {
    const memory = remembered({ held: {}, judgedBefore: {} }, evaluation(1, {}, 'same'))
    expect(lookBack(memory, evaluation(3, {}, 'same'))).toEqual({ sameAs: 1 })
    expect(lookBack(memory, { ...evaluation(3, {}, 'same'), level: 'B' })).toEqual({})
    expect(lookBack(remembered(memory, evaluation(3, {}, 'same')), evaluation(5, {}, 'same'))).toEqual({ sameAs: 1 })
  })

  it('coming back ends a run as stagnation told as going back and forth, and a pass is never ended by it', () => {
    const stagnation = stopRules.find(({ reason }) => reason === 'stagnation')
    const state = (passed: boolean) => ({ stagnation: 0, evaluation: { ...evaluation(3, {}), passed, sameAs: 1 } }) as never
    expect(stagnation?.holds(state(false))).toBe('it is going back and forth: the artifact of iteration 3 is the one judged in iteration 1')
    expect(stagnation?.holds(state(true))).toBeNull()
  })
})

describe('a forecast against what came', () => {
  const before = evaluation(1, { 'a.x.a': 'fail', 'a.x.b': 'fail', 'a.x.c': 'pass', 'a.x.d': 'pass', 'a.x.e': 'pass' })
  const after = evaluation(2, { 'a.x.a': 'pass', 'a.x.b': 'fail', 'a.x.c': 'fail', 'a.x.d': 'pass', 'a.x.e': 'fail' })

  it('counts named fixes that came, feared breakages that came, and breakages nobody had named', () => {
    const said = [issue('a.x.a', 'It holds. May break: a.x.c, a.x.d.'), issue('a.x.b'), issue('a.x.b')]
    expect(compareForecast(said, before, after)).toEqual({ fixes: 2, fixesCame: 1, breaks: 2, breaksCame: 1, unforeseen: 1 })
  })

  it('what was failing already cannot break, and a rule that is gone says nothing', () => {
    expect(compareForecast([issue('a.x.gone', 'May break a.x.b and a.x.gone')], before, after)).toEqual({
      fixes: 0,
      fixesCame: 0,
      breaks: 0,
      breaksCame: 0,
      unforeseen: 2,
    })
  })
})

describe('the probe of a check that a maker wrote', () => {
  const check = (more: Partial<PreparedCheck> = {}): PreparedCheck => ({
    rule_id: 'a.x.y',
    type: 'content',
    search: 'stone',
    expected: 'present',
    ...more,
  })

  /** What a check that searches plain text or a pattern would say. */
  const tried = (of: PreparedCheck): Prepared => {
    const texts = probesFor([of])
    const holds = (text: string) => {
      const pattern = /^\/(.+)\/([a-z]*)$/.exec(of.search ?? '')
      const count = pattern
        ? [...text.matchAll(new RegExp(pattern[1] as string, `g${pattern[2] || 'm'}`))].length
        : text.toLowerCase().split((of.search ?? '').toLowerCase()).length - 1
      const most = /^at most (\d+)$/.exec(of.expected)?.[1]
      return of.expected === 'absent' ? count === 0 : most ? count <= Number(most) : count > 0
    }
    return {
      level: 'A',
      checks: [of],
      probes: texts.map((_, n) => String(n)),
      tried: Object.fromEntries(texts.map((text, n) => [String(n), [holds(text) ? 'pass' : 'fail']])),
    }
  }
  const rejected = (of: PreparedCheck) => rejection(tried(of), of)

  test.each<[string, PreparedCheck, RegExp | null]>([
    ['demands something of its own', check(), null],
    ['demands what every API has', check({ search: 'openapi' }), /about something else/],
    ['demands what every text has', check({ search: '/\\w/' }), /about something else/],
    ['demands what every Markdown has', check({ search: '/^# /m' }), /about something else/],
    ['forbids a text', check({ expected: 'absent' }), null],
    ['allows a text so often', check({ expected: 'at most 3' }), null],
    ['forbids a pattern and shows it', check({ search: '/st+one/', expected: 'absent', example: 'a sttone' }), null],
    ['forbids a pattern and shows nothing', check({ search: '/st+one/', expected: 'absent' }), /may never fail at all/],
    ['forbids a pattern that nothing matches', check({ search: '/a^b/', expected: 'absent', example: 'a b' }), /may never fail at all/],
  ])('one that %s', (_, of, why) => {
    const prepared = tried(of)
    const says = rejection(prepared, prepared.checks[0] as PreparedCheck)
    if (why) expect(says).toMatch(why)
    else expect(says).toBeNull()
  })

  it('a check that was not tried, or could not be, does not count', () => {
    expect(rejection({ level: 'A', checks: [check()] }, check())).toBe('it was never tried')
    const of = check()
    expect(rejection({ level: 'A', checks: [of], probes: ['a', 'b'], tried: { a: ['error'], b: ['fail'] } }, of)).toBe(
      "it couldn't be tried",
    )
  })

  it('whatever plain text is forbidden, its own plant is found', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z ]{1,30}$/).filter((text) => text.trim() !== ''),
        fc.nat({ max: 20 }),
        (search, most) => {
          expect(rejected(check({ search, expected: 'absent' }))).toBeNull()
          expect(planted(check({ search, expected: `at most ${most}` }))).toHaveLength(most + 1)
        },
      ),
    )
  })

  it('is shown in words', () => {
    expect(preparedText(check())).toBe('contains "stone", in upper or lower case')
    expect(preparedText(check({ search: '/v\\d/', expected: 'at least 2' }))).toBe('has at least 2 matches of /v\\d/m')
    expect(preparedText({ rule_id: 'a.x.y', type: 'executable', command: 'node x.js', expected: '0' })).toMatch(
      /^lets "node x\.js" end with exit code 0/,
    )
  })
})
