// What a passport says, what it is bound to, and what a policy makes of it; and how labels are read.
import { describe, expect, test } from 'vitest'
import { type LabelledItem, Passport, calibrate, checkPassport, passportHash } from '../../src/learning/calibrate.ts'
import { readLabels } from '../../src/learning/labels.ts'

const identity = { template: 'judge {{artifact}}', rubric: 'It is clear.\nmet | not met', model: 'model:x/y-1' }

/** As many items as given for each pair of (person, judge). */
function items(counts: [LabelledItem['people'][string], LabelledItem['judge'], number][]): LabelledItem[] {
  return counts.flatMap(([person, judge, times]) => Array.from({ length: times }, () => ({ people: { anna: person }, judge })))
}

// The textbook table (20 5 / 10 15): κ 0.40, accuracy 0.70.
const table = items([['pass', 'pass', 20], ['pass', 'fail', 5], ['fail', 'pass', 10], ['fail', 'fail', 15]])

describe('calibrate', () => {
  test('gives the figures of the textbook table with intervals around them', () => {
    const passport = calibrate(identity, table, 1_700_000_000_000)
    expect(passport).toMatchObject({ v: 1, hash: passportHash(identity), n: 50, split: 0, undecided: 0, madeAt: 1_700_000_000_000 })
    const { accuracy, tpr, tnr, kappa, alpha } = passport.figures
    expect([accuracy?.value, tpr?.value, tnr?.value, kappa?.value]).toEqual([7000, 8000, 6000, 4000])
    // α = 1 − (n−1)·Do/De by hand: n = 100, 30 unequal coincidences, 55 pass and 45 fail: 1 − 99·30/(2·55·45).
    expect(alpha?.value).toBe(Math.round((1 - (99 * 30) / (2 * 55 * 45)) * 10_000))
    for (const figure of [accuracy, tpr, tnr, kappa, alpha]) {
      expect(figure?.low).toBeLessThan(figure?.value ?? 0)
      expect(figure?.high).toBeGreaterThan(figure?.value ?? 0)
    }
    // Normal theory: 0.70 ± 1.96·√(0.7·0.3/50) = 0.573 … 0.827.
    expect(accuracy?.low).toBeGreaterThan(5400)
    expect(accuracy?.high).toBeLessThan(8600)
    expect(Passport.parse(JSON.parse(JSON.stringify(passport)))).toEqual(passport)
    expect(calibrate(identity, table, 1_700_000_000_000)).toEqual(passport)
  })

  test('a verdict that could not be used is wrong whichever way', () => {
    const { figures, undecided } = calibrate(identity, items([['pass', null, 2], ['pass', 'pass', 2], ['fail', null, 1], ['fail', 'fail', 1]]), 0)
    expect(undecided).toBe(3)
    expect([figures.accuracy?.value, figures.tpr?.value, figures.tnr?.value]).toEqual([5000, 5000, 5000])
  })

  test('people decide by majority, and an even split counts for α alone', () => {
    const several: LabelledItem[] = [
      { people: { anna: 'pass', bert: 'pass', cleo: 'fail' }, judge: 'pass' },
      { people: { anna: 'pass', bert: 'fail' }, judge: 'fail' },
      { people: { bert: 'fail' }, judge: 'fail' },
    ]
    expect(calibrate(identity, several, 0)).toMatchObject({ n: 2, split: 1, figures: { accuracy: { value: 10_000 }, alpha: { value: expect.any(Number) } } })
  })

  test('says nothing where there is nothing to say', () => {
    expect(calibrate(identity, items([['pass', 'pass', 5]]), 0).figures).toMatchObject({ accuracy: { value: 10_000 }, tnr: null, kappa: null, alpha: null })
    expect(calibrate(identity, [], 0)).toMatchObject({ n: 0, figures: { accuracy: null } })
  })
})

describe('checkPassport', () => {
  const passport = calibrate(identity, table, 0)

  test.each([
    ['rubric', { ...identity, rubric: identity.rubric.replace('clear', 'cleaR') }],
    ['rubric, by a space at its end', { ...identity, rubric: `${identity.rubric} ` }],
    ['template', { ...identity, template: `${identity.template}.` }],
    ['model', { ...identity, model: 'model:x/y-2' }],
  ])('one changed byte of the %s makes it another judge', (_, changed) => {
    expect(checkPassport(passport, changed, {})).toMatchObject({ valid: false, why: expect.stringContaining('another judge') })
  })

  test('parts cannot be moved from one field to the next', () => {
    expect(passportHash({ template: 'a', rubric: 'bc', model: 'd' })).not.toBe(passportHash({ template: 'ab', rubric: 'c', model: 'd' }))
  })

  test.each([
    [{}, null],
    [{ minKappa: 0.4, minTpr: 0.8, minTnr: 0.6, minN: 50 }, null],
    [{ minKappa: 0.41 }, 'κ is 0.40; at least 0.41'],
    [{ minTpr: 0.9 }, 'true positive rate is 0.80'],
    [{ minTnr: 0.61 }, 'true negative rate is 0.60'],
    [{ minN: 51 }, 'measured on 50'],
  ])('holds %j against it', (policy, why) => {
    expect(checkPassport(passport, identity, policy)).toEqual(why === null ? { valid: true } : { valid: false, why: expect.stringContaining(why) })
  })

  test('a missing passport and an unmeasured figure reach no bound', () => {
    expect(checkPassport(undefined, identity, {})).toMatchObject({ valid: false })
    expect(checkPassport(calibrate(identity, items([['pass', 'pass', 9]]), 0), identity, { minKappa: 0 })).toMatchObject({ valid: false, why: expect.stringContaining('could not be measured') })
  })
})

describe('readLabels', () => {
  test('reads CSV with quoted cells, line breaks and every spelling of a label', () => {
    const csv = 'text,label,rule,rater\r\n"one, ""two""\nthree",Met,a.b,anna\r\nplain,no,,\r\n\r\nlast,0,a.b,bert'
    expect(readLabels(csv, 'csv')).toEqual({
      labels: [
        { text: 'one, "two"\nthree', label: 'pass', rule: 'a.b', rater: 'anna', line: 2 },
        { text: 'plain', label: 'fail', rule: '', rater: '', line: 4 },
        { text: 'last', label: 'fail', rule: 'a.b', rater: 'bert', line: 6 },
      ],
      problems: [],
    })
  })

  test('reads JSONL, and names every line it cannot use', () => {
    const jsonl = '{"path":"a.md","label":true,"rule":"a.b"}\n\nnot json\n{"text":"x","label":"maybe"}\n{"label":"pass"}\n{"text":"y","label":"fail"}'
    const { labels, problems } = readLabels(jsonl, 'jsonl')
    expect(labels).toEqual([{ path: 'a.md', label: 'pass', rule: 'a.b', rater: '', line: 1 }, { text: 'y', label: 'fail', rule: '', rater: '', line: 6 }])
    expect(problems).toEqual(['line 3: expected one JSON object', expect.stringContaining('line 4: the label «maybe»'), expect.stringContaining('line 5: one of text')])
  })

  test.each([
    ['a row of another length', 'text,label\na,b,c', ['line 2: expected 2 cells (text, label), found 3']],
    ['an open quote', 'text,label\n"a,pass', ['line 2: expected 2 cells (text, label), found 1']],
    ['a prototype column', '__proto__,label\nx,pass', [expect.stringContaining('line 2: one of text')]],
  ])('names %s', (_, csv, problems) => {
    expect(readLabels(csv, 'csv')).toEqual({ labels: [], problems })
  })

  test('an empty last cell is a cell', () => {
    expect(readLabels('text,label,rater\na,pass,\n', 'csv').labels).toHaveLength(1)
    expect(readLabels('', 'csv')).toEqual({ labels: [], problems: [] })
  })
})
