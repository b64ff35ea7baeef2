// What a passport says, what it is bound to, and what a policy makes of it; and how labels are read.
import { describe, expect, test } from 'vitest'
import { type LabelledItem, Passport, calibrate, checkPassport, passportHash } from '../../src/learning/calibrate.ts'
import { roganGladen } from '../../src/lib/statistics.ts'
import { readLabels } from '../../src/learning/labels.ts'

const identity = { template: 'judge {{artifact}}', rubric: 'It is clear.\nmet | not met', model: 'model:x/y-1' }

/** As many items as given for each pair of (person, judge). */
function items(counts: [LabelledItem['people'][string], LabelledItem['judge'], number][]): LabelledItem[] {
  return counts.flatMap(([person, judge, times]) => Array.from({ length: times }, () => ({ people: { anna: person }, judge })))
}

// The textbook table (20 5 / 10 15): κ 0.40, accuracy 0.70.
const table = items([
  ['pass', 'pass', 20],
  ['pass', 'fail', 5],
  ['fail', 'pass', 10],
  ['fail', 'fail', 15],
])

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
    // Wilson for 35, 20 and 15 of 50, 25 and 25; for κ the same with chance at 0.5: 2·0.5625 − 1 … 2·0.8090 − 1.
    expect([accuracy, tpr, tnr, kappa].map((each) => [each?.low, each?.high])).toEqual([
      [5625, 8090],
      [6087, 9114],
      [4074, 7660],
      [1250, 6179],
    ])
    expect(Passport.parse(JSON.parse(JSON.stringify(passport)))).toEqual(passport)
    expect(calibrate(identity, table, 1_700_000_000_000)).toEqual(passport)
  })

  test('a verdict that could not be used is wrong whichever way', () => {
    const { figures, undecided } = calibrate(
      identity,
      items([
        ['pass', null, 2],
        ['pass', 'pass', 2],
        ['fail', null, 1],
        ['fail', 'fail', 1],
      ]),
      0,
    )
    expect(undecided).toBe(3)
    expect([figures.accuracy?.value, figures.tpr?.value, figures.tnr?.value]).toEqual([5000, 5000, 5000])
  })

  test('people decide by majority, and an even split counts for α alone', () => {
    const several: LabelledItem[] = [
      { people: { anna: 'pass', bert: 'pass', cleo: 'fail' }, judge: 'pass' },
      { people: { anna: 'pass', bert: 'fail' }, judge: 'fail' },
      { people: { bert: 'fail' }, judge: 'fail' },
    ]
    expect(calibrate(identity, several, 0)).toMatchObject({
      n: 2,
      split: 1,
      figures: { accuracy: { value: 10_000 }, alpha: { value: expect.any(Number) } },
    })
  })

  test('says nothing where there is nothing to say', () => {
    expect(calibrate(identity, items([['pass', 'pass', 5]]), 0).figures).toMatchObject({
      accuracy: { value: 10_000 },
      tnr: null,
      kappa: null,
      alpha: null,
    })
    expect(calibrate(identity, [], 0)).toMatchObject({ n: 0, figures: { accuracy: null } })
  })
})

describe('intervals of small sets', () => {
  test('three of three are 0.44 to 1.00, never 1.00 to 1.00, and reach no high bound', () => {
    const passport = calibrate(
      identity,
      items([
        ['pass', 'pass', 3],
        ['fail', 'fail', 3],
      ]),
      0,
    )
    expect(passport.figures.tpr).toEqual({ value: 10_000, low: 4385, high: 10_000 })
    expect(passport.figures.tnr).toEqual({ value: 10_000, low: 4385, high: 10_000 })
    expect(passport.figures.accuracy).toEqual({ value: 10_000, low: 6097, high: 10_000 })
    expect(passport.figures.kappa).toEqual({ value: 10_000, low: 2193, high: 10_000 })
    expect(passport.figures.alpha).toMatchObject({ value: 10_000, low: null })
    expect(checkPassport(passport, identity, { minTpr: 0.5 })).toMatchObject({
      valid: false,
      why: expect.stringContaining('may be as low as 0.44'),
    })
    expect(checkPassport(passport, identity, { minTpr: 0.43, minTnr: 0.43, minKappa: 0.2 })).toEqual({ valid: true })
  })

  test('more labels of the same kind narrow them until the bound is reached', () => {
    const of = (times: number) =>
      checkPassport(
        calibrate(
          identity,
          items([
            ['pass', 'pass', times],
            ['fail', 'fail', times],
          ]),
          0,
        ),
        identity,
        { minTpr: 0.8, minTnr: 0.8 },
      ).valid
    expect([3, 10, 15, 16, 50].map(of)).toEqual([false, false, false, true, true])
  })

  test('none of three is 0 to 0.56', () => {
    expect(calibrate(identity, items([['pass', 'fail', 3]]), 0).figures.tpr).toEqual({ value: 0, low: 0, high: 5615 })
  })
})

describe('the pass rate', () => {
  test("is corrected by the judge's own errors: what it says of the set it was measured on comes back to what people say", () => {
    expect(calibrate(identity, table, 0).passRate).toEqual({ said: 6000, corrected: 5000, people: 5000 })
  })

  test.each([
    [
      'one that passes everything tells nothing',
      [
        ['pass', 'pass', 5],
        ['fail', 'pass', 5],
      ],
      { said: 10_000, corrected: null, people: 5000 },
    ],
    [
      'one that guesses tells nothing',
      [
        ['pass', 'pass', 5],
        ['pass', 'fail', 5],
        ['fail', 'pass', 5],
        ['fail', 'fail', 5],
      ],
      { said: 5000, corrected: null, people: 5000 },
    ],
    ['one without artifacts that fail cannot be corrected', [['pass', 'pass', 5]], { said: 10_000, corrected: null, people: 10_000 }],
    [
      'one that is never wrong needs no correction',
      [
        ['pass', 'pass', 3],
        ['fail', 'fail', 7],
      ],
      { said: 3000, corrected: 3000, people: 3000 },
    ],
  ] as const)('%s', (_what, counts, expected) => {
    expect(calibrate(identity, items(counts as never), 0).passRate).toEqual(expected)
  })

  test.each([
    [0.6, 0.8, 0.6, 0.5],
    [0.1, 0.9, 0.8, 0],
    [0.99, 0.9, 0.8, 1],
    [0.5, 0.5, 0.5, null],
    [0.5, 0.2, 0.3, null],
  ])('Rogan–Gladen of %d with %d and %d is %s', (said, sensitivity, specificity, expected) => {
    const found = roganGladen(said, sensitivity, specificity)
    expect(found === null ? null : Math.round(found * 1e9) / 1e9).toBe(expected)
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
    [{ minKappa: 0.12, minTpr: 0.6, minTnr: 0.4, minN: 50 }, null],
    [{ minKappa: 0.4 }, 'κ is 0.40 on these labels and may be as low as 0.13; at least 0.4'],
    [{ minTpr: 0.7 }, 'true positive rate is 0.80 on these labels and may be as low as 0.61'],
    [{ minTnr: 0.5 }, 'true negative rate is 0.60 on these labels and may be as low as 0.41'],
    [{ minN: 51 }, 'measured on 50'],
  ])('holds %j against it', (policy, why) => {
    expect(checkPassport(passport, identity, policy)).toEqual(
      why === null ? { valid: true } : { valid: false, why: expect.stringContaining(why) },
    )
  })

  test('a missing passport and an unmeasured figure reach no bound', () => {
    expect(checkPassport(undefined, identity, {})).toMatchObject({ valid: false })
    expect(checkPassport(calibrate(identity, items([['pass', 'pass', 9]]), 0), identity, { minKappa: 0 })).toMatchObject({
      valid: false,
      why: expect.stringContaining("couldn't be measured"),
    })
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
    const jsonl =
      '{"path":"a.md","label":true,"rule":"a.b"}\n\nnot json\n{"text":"x","label":"maybe"}\n{"label":"pass"}\n{"text":"y","label":"fail"}'
    const { labels, problems } = readLabels(jsonl, 'jsonl')
    expect(labels).toEqual([
      { path: 'a.md', label: 'pass', rule: 'a.b', rater: '', line: 1 },
      { text: 'y', label: 'fail', rule: '', rater: '', line: 6 },
    ])
    expect(problems).toEqual([
      'line 3: expected one JSON object',
      expect.stringContaining('line 4: the label «maybe»'),
      expect.stringContaining('line 5: needs one of text'),
    ])
  })

  test.each([
    ['a row of another length', 'text,label\na,b,c', ['line 2: expected 2 cells (text, label), found 3']],
    ['an open quote', 'text,label\n"a,pass', ['line 2: expected 2 cells (text, label), found 1']],
    ['a prototype column', '__proto__,label\nx,pass', [expect.stringContaining('line 2: needs one of text')]],
  ])('names %s', (_, csv, problems) => {
    expect(readLabels(csv, 'csv')).toEqual({ labels: [], problems })
  })

  test('an empty last cell is a cell', () => {
    expect(readLabels('text,label,rater\na,pass,\n', 'csv').labels).toHaveLength(1)
    expect(readLabels('', 'csv')).toEqual({ labels: [], problems: [] })
  })
})
