// The score of a sprint: anchors, weights, caps, the firewall, regressions.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Anchor, type Dimension, anchors, dimensions, overallOf, weights } from '../../src/workflows/sprint/dimensions.ts'
import { criteriaFor } from '../../src/workflows/sprint/criteria.ts'
import { cardText } from '../../src/workflows/sprint/report.ts'
import { feedback } from '../../src/workflows/sprint/prompts.ts'
import { scorecard } from '../../src/workflows/sprint/scorecard.ts'
import { input, parameters, play } from '../workflows/sprint/play.ts'

const one = (...given: Parameters<typeof play>) => play(...given).state.evaluations[0]
const dimension = (state: ReturnType<typeof one>, name: Dimension) => state?.card.dimensions.find((each) => each.dimension === name)

describe('the overall score', () => {
  it('SP-005 SP-006 is the weighted average, in whole numbers', () => {
    expect(weights).toEqual({ 'Design Quality': 30, Originality: 25, Completeness: 25, Functionality: 20 })
    fc.assert(
      fc.property(
        fc.constantFrom(...anchors),
        fc.constantFrom(...anchors),
        fc.constantFrom(...anchors),
        fc.constantFrom(...anchors),
        (a, b, c, d) => {
          const scores = Object.fromEntries(dimensions.map((name, index) => [name, [a, b, c, d][index]])) as Record<Dimension, Anchor>
          expect(overallOf(scores)).toBe(30 * a + 25 * b + 25 * c + 20 * d)
          expect(Number.isInteger(overallOf(scores))).toBe(true)
        },
      ),
    )
  })

  it('SP-010 SP-040 a must-pass failure fails the iteration whatever the score', () => {
    const evaluation = one({}, { 'functionality.console': [1, 20] })
    expect(evaluation).toMatchObject({ card: { overall: 9500, firewall: [] }, decision: { rule: 'pass' } })
    const barred = one({}, { 'functionality.mobile': [1, 20] })
    expect(barred?.card.overall).toBe(9500)
    expect(barred?.card.firewall).toEqual([{ id: 'functionality.mobile', why: '1 of 20' }])
    expect(barred?.decision.rule).toBe('iterate')
  })
})

describe('each dimension', () => {
  it.each([
    ['design.contrast', 'Design Quality'],
    ['originality.patterns', 'Originality'],
    ['completeness.sections', 'Completeness'],
    ['functionality.touch', 'Functionality'],
  ] as const)('SP-007 %s counts for %s', (id, name) => {
    const evaluation = one({}, { [id]: [5, 10] })
    expect(evaluation?.card.dimensions.map((each) => [each.dimension, each.score])).toEqual(
      dimensions.map((each) => [each, each === name ? 25 : 100]),
    )
  })

  it.each([
    [0, 20, 100],
    [2, 20, 75],
    [3, 20, 50],
    [6, 20, 50],
    [7, 20, 25],
  ] as const)('SP-032 %d of %d failing is the anchor %d', (failed, checked, anchor) => {
    expect(dimension(one({}, failed === 0 ? {} : { 'completeness.sections': [failed, checked] }), 'Completeness')?.score).toBe(anchor)
  })

  it('SP-033 every score names its anchor and what was seen', () => {
    const evaluation = one({}, { 'functionality.touch': [3, 20] })
    for (const { score, anchor, message } of evaluation?.card.criteria ?? [])
      expect([score !== null, anchor !== '', message !== '']).toEqual([true, true, true])
  })
})

describe('caps', () => {
  it.each([
    ['SP-041', 'originality.icons', 'Originality'],
    ['SP-042', 'design.spacing', 'Design Quality'],
    ['SP-043', 'functionality.alt', 'Functionality'],
    ['SP-044', 'completeness.copy', 'Completeness'],
  ] as const)('%s %s caps %s at 0.50, before weighting', (_pin, id, name) => {
    const evaluation = one({}, { [id]: [1, 100] })
    expect(dimension(evaluation, name)).toMatchObject({ score: 50, measured: 75, capsBy: [id] })
    expect(evaluation?.card.overall).toBe(10_000 - weights[name] * 50)
  })

  it('SP-045 a cap never raises what lies below it', () => {
    expect(dimension(one({}, { 'functionality.alt': [9, 10] }), 'Functionality')?.score).toBe(25)
  })
})

describe('must pass', () => {
  it.each([
    ['SP-034', 'completeness.copy'],
    ['SP-035', 'originality.slop'],
    ['SP-036', 'functionality.mobile'],
    ['SP-037', 'functionality.actions'],
    ['SP-038', 'functionality.accessibility'],
    ['SP-039', 'functionality.wcag'],
    ['SP-040', 'functionality.one-action'],
  ])('%s %s bars the pass, unmeasured or passed without evidence too', (_pin, id) => {
    expect(one({}, { [id]: [1, 50] })?.card.firewall.map((each) => each.id)).toEqual([id])
    expect(one({}, { [id]: 'unknown' })?.card.firewall).toEqual([{ id, why: expect.stringContaining("couldn't be measured") as string }])
    expect(one({}, { [id]: 'silent' })?.card.firewall).toEqual([{ id, why: "couldn't be measured: passed without evidence" }])
    expect(one({}, { [id]: 'not-applicable' })?.card.firewall).toEqual([])
  })

  it('SP-009 what was not measured is named and moves no score; a dimension without a measurement adds nothing, one mostly without has 0.50 at most, and both say so', () => {
    const partly = one({}, { 'functionality.console': 'unknown' })
    expect(partly?.card).toMatchObject({ unmeasured: ['functionality.console'], overall: 10_000 })
    const all = Object.fromEntries(
      ['design.tokens', 'design.spacing', 'design.contrast', 'design.breakpoints', 'design.text-size'].map((id) => [
        id,
        'unknown' as const,
      ]),
    )
    expect(dimension(one({}, all), 'Design Quality')).toMatchObject({
      score: 0,
      measured: null,
      because: expect.stringContaining('so it adds nothing') as string,
    })
    expect(one({}, all)?.card.overall).toBe(7000)
    const { 'design.tokens': _, ...most } = all
    expect(dimension(one({}, most), 'Design Quality')).toMatchObject({
      score: 50,
      because: expect.stringContaining("most of it couldn't be measured: design.spacing") as string,
    })
  })
})

describe('regression', () => {
  it('a criterion that still holds, if less well, is none', () => {
    const played = play({}, { 'functionality.mobile': [1, 20] }, { 'functionality.mobile': [1, 20], 'design.contrast': [1, 20] })
    expect(played.state.evaluations[1]?.card.regressions).toEqual([])
  })

  it('SP-051 what held before and fails now lowers its dimension by one anchor, not below 0.25', () => {
    const played = play({}, { 'functionality.mobile': [1, 20] }, { 'functionality.mobile': [1, 20], 'design.contrast': [3, 20] })
    expect(played.state.evaluations[1]?.card).toMatchObject({ regressions: ['design.contrast'] })
    expect(dimension(played.state.evaluations[1], 'Design Quality')).toMatchObject({
      measured: 50,
      score: 25,
      regressions: ['design.contrast'],
    })
    const low = play({}, { 'functionality.mobile': [1, 20] }, { 'functionality.mobile': [1, 20], 'design.contrast': [20, 20] })
    expect(dimension(low.state.evaluations[1], 'Design Quality')?.score).toBe(25)
  })

  it('SP-059 the builder is told what failed, must-pass first, with its places and that it held before', () => {
    const played = play(
      { parameters: parameters({ max_iterations: 2 }) },
      { 'functionality.mobile': [1, 20] },
      { 'functionality.mobile': [1, 20], 'design.contrast': [3, 20] },
    )
    const told = feedback(played.state)
    const text = typeof told === 'string' ? told : 'text' in told ? told.text : ''
    expect(text.indexOf('functionality.mobile')).toBeLessThan(text.indexOf('design.contrast'))
    expect(text).toMatch(/design\.contrast \(warn, fail, Design Quality, held before\)/)
    expect(text).toContain('design.contrast fails at main > p')
  })
})

it('SP-057 delivers the best evaluated page, and says so when it is not the last', () => {
  const played = play(
    { parameters: parameters({ max_iterations: 2, escalation_after: 9 }) },
    { 'functionality.mobile': [1, 20] },
    { 'functionality.mobile': [1, 20], 'design.contrast': [9, 10] },
  )
  const [first, last] = played.state.evaluations
  played.answer('abort')
  expect(played.state.artifact).toBe(first?.artifact)
  expect(played.state.artifact).not.toBe(last?.artifact)
  expect(cardText(played.state, { mayBePaid: 0 })).toContain('Delivered: the best page, from iteration 1')
})

describe('what no contract and no silence can lift', () => {
  const mustPass = criteriaFor(input().material).filter((each) => each.mustPass)

  it('SP-023 must-pass criteria count though no contract holds them', () => {
    const verdicts = Object.fromEntries(
      mustPass.map(({ id }) => [id, { ruleId: id, outcome: 'fail' as const, message: 'no', evidence: [{ message: 'here' }] }]),
    )
    const { firewall } = scorecard({ criteria: mustPass, verdicts, contracted: [], passedBefore: [] })
    expect(firewall.map(({ id }) => id)).toEqual(mustPass.map(({ id }) => id))
  })

  it('SP-046 a pass that shows nothing is no pass: it has no score, is named as unmeasured, and bars where it must pass', () => {
    const all = criteriaFor(input().material)
    for (const message of ['', ' \n']) {
      const verdicts = Object.fromEntries(all.map(({ id }) => [id, { ruleId: id, outcome: 'pass' as const, message, evidence: [] }]))
      const card = scorecard({ criteria: all, verdicts, contracted: null, passedBefore: [] })
      expect(card.criteria.filter(({ score, outcome }) => score !== null || outcome === 'pass')).toEqual([])
      expect(card.unmeasured).toEqual(all.map(({ id }) => id))
      expect(card.firewall.map(({ id }) => id)).toEqual(mustPass.map(({ id }) => id))
    }
  })
})
