// Files of rules: what is read, what is filled in, and where each mistake is.
import { describe, expect, test } from 'vitest'
import { erase } from '../../src/rules/catalog.ts'
import { defineCheck, pass } from '../../src/rules/check.ts'
import { parseRules } from '../../src/rules/load.ts'
import * as z from 'zod'

const one = (lines: string) => `rules:\n  - id: a.style.x\n    description: d\n    severity: warn\n    check: a sentence\n${lines}`

test('a complete file is read as it stands', async () => {
  const text = `
name: mine
max_iterations: 6
thresholds: {A: 0.7, B: 0.95}
rules:
  - id: a.completeness.words
    description: long enough
    severity: fail
    weight: 3.5
    phase: A
    hidden: true
    check: {kind: content.count, of: words, min: 10}
  - id: b.style.tone
    description: friendly
    severity: info
    check: The tone is friendly.
`
  expect(await parseRules(text, 'rules.yaml')).toEqual({
    file: {
      maxIterations: 6,
      thresholds: { A: 7000, B: 9500 },
      rules: [
        {
          id: 'a.completeness.words',
          description: 'long enough',
          severity: 'fail',
          weight: 3.5,
          phase: 'A',
          hidden: true,
          check: { kind: 'content.count', of: 'words', min: 10 },
        },
        { id: 'b.style.tone', description: 'friendly', severity: 'info', weight: 0, phase: 'B', check: 'The tone is friendly.' },
      ],
    },
  })
})

test('JSON is read too', async () => {
  expect(await parseRules('{"rules": [{"id": "x", "description": "d", "severity": "fail", "check": "s"}]}', 'r.json')).toMatchObject({
    file: { rules: [{ weight: 2, phase: 'A' }], thresholds: {} },
  })
})

test('weights follow severity when they are absent', async () => {
  const text = `rules:\n${['fail', 'warn', 'info'].map((severity) => `  - {id: ${severity}, description: d, severity: ${severity}, check: s}\n`).join('')}`
  const loaded = await parseRules(text, 'r.yaml')
  expect('file' in loaded && loaded.file.rules.map((rule) => rule.weight)).toEqual([2, 1, 0])
})

describe('problems name the line and column', () => {
  test.each([
    [
      'an unknown severity',
      one('').replace('severity: warn', 'severity: wran'),
      'rule a.style.x: severity is fail, warn or info, found "wran"; did you mean "warn"?',
      4,
      5,
    ],
    [
      'a severity of another tool',
      one('').replace('severity: warn', 'severity: critical'),
      'rule a.style.x: severity is fail, warn or info, found "critical"',
      4,
      5,
    ],
    [
      'an id twice',
      one('  - id: a.style.x\n    description: e\n    severity: fail\n    check: s\n'),
      'the id a.style.x is used twice; the first is on line 2',
      6,
      5,
    ],
    [
      'an unknown check',
      one('').replace('a sentence', '{kind: content.contain, text: x}'),
      'rule a.style.x: there is no check "content.contain"; did you mean "content.contains"?',
      5,
      13,
    ],
    [
      'the kind of a check as if it were a sentence',
      one('').replace('a sentence', 'content.contains'),
      'rule a.style.x: "content.contains" isn\'t a sentence; did you mean { kind: content.contains }?',
      5,
      5,
    ],
    [
      'nearly the kind of a check as if it were a sentence',
      one('').replace('a sentence', 'markdown.link'),
      'rule a.style.x: "markdown.link" isn\'t a sentence; did you mean { kind: markdown.links }?',
      5,
      5,
    ],
    [
      'a kind of another family as if it were a sentence',
      one('').replace('a sentence', 'content.links'),
      'rule a.style.x: "content.links" isn\'t a sentence; did you mean { kind: markdown.links }?',
      5,
      5,
    ],
    [
      'an unknown parameter',
      one('').replace('a sentence', '{kind: content.contains, text: x, absnt: true}'),
      'rule a.style.x: absnt: content.contains has no parameter "absnt"; did you mean "absent"?',
      5,
      46,
    ],
    [
      'a missing parameter',
      one('').replace('a sentence', '{kind: content.contains}'),
      'rule a.style.x: text: content.contains needs this parameter',
      5,
      5,
    ],
    [
      'a parameter of another type',
      one('').replace('a sentence', '{kind: content.contains, text: 7}'),
      /rule a.style.x: text: .*expected string.*; or .*expected array/,
      5,
      37,
    ],
    [
      'a rule that no text can satisfy',
      one('').replace('a sentence', '{kind: content.regex, pattern: x, min: 2, max: 1}'),
      'rule a.style.x: min: min 2 is above max 1: no text can satisfy this',
      5,
      46,
    ],
    [
      'a regular expression that is none',
      one('').replace('a sentence', '{kind: content.regex, pattern: "("}'),
      /rule a.style.x: pattern: Invalid regular expression/,
      5,
      34,
    ],
    ['a missing field', one('').replace(/    check: .*\n/, ''), 'rule a.style.x has no check', 2, 5],
    ['a mistyped field', one('    wieght: 2\n'), 'rule a.style.x has no field "wieght"; did you mean "weight"?', 6, 5],
    ['a weight that is none', one('    weight: heavy\n'), /rule a.style.x: weight: .*number/, 6, 5],
    ['a negative weight', one('    weight: -1\n'), /weight/, 6, 5],
    ['a phase that is none', one('    phase: C\n'), /phase is A or B, found "C"/, 6, 5],
    ['a phase against its id', one('    phase: B\n'), 'rule a.style.x has level A in its id but phase B', 6, 5],
    ['an id with spaces', one('').replace('a.style.x', '"a b"'), /rule a b: id: use lower-case letters/, 2, 5],
    [
      'a check that is a list',
      one('').replace('a sentence', '[x]'),
      'rule a.style.x: a check is a sentence, or a mapping with a kind',
      5,
      5,
    ],
    ['an empty check', one('').replace('a sentence', '" "'), 'rule a.style.x: the check is empty', 5, 5],
    [
      'a rule that is none',
      'rules:\n  - just words\n',
      'a rule is a mapping with id and check, and optionally description and severity',
      2,
      5,
    ],
    ['no rules', 'rules: []\n', 'the list of rules is empty: nothing would be judged', 1, 1],
    ['no list', 'rule: []\n', 'expected "rules:" with a list of rules', 1, 1],
    ['a list alone', '- a\n', 'expected "rules:" with a list of rules', 1, 1],
    ['a mistyped setting', one('max_iteration: 3\n'), 'a file of rules has no field "max_iteration"; did you mean "max_iterations"?', 6, 1],
    ['iterations that are none', one('max_iterations: 0\n'), 'max_iterations is a whole number of at least 1, found 0', 6, 1],
    ['a threshold in percent', one('thresholds:\n  A: 80\n'), 'a threshold is a number from 0 to 1, found 80', 7, 3],
    ['a threshold of no level', one('thresholds: {C: 0.8}\n'), 'thresholds has no field "C"', 6, 14],
    ['broken YAML', 'rules:\n  - id: [x\n', /r.yaml can't be read/, 3, 1],
    ['a key twice', 'rules: []\nrules: []\n', 'r.yaml can\'t be read: the key "rules" appears twice', 2, 1],
  ])('%s', async (_title, text, message, line, column) => {
    const loaded = await parseRules(text, 'r.yaml')
    if (!('problems' in loaded)) throw new Error('accepted')
    expect(loaded.problems).toEqual([{ message: typeof message === 'string' ? message : expect.stringMatching(message), line, column }])
  })

  test('every problem of a file is reported at once', async () => {
    const loaded = await parseRules('rules:\n  - id: a.x.y\n    severity: bad\n    check: {kind: nope}\n  - {}\n', 'r.yaml')
    expect('problems' in loaded && loaded.problems.map((problem) => problem.line)).toEqual([3, 4, 5, 5])
  })

  test('broken JSON is located', async () => {
    expect(await parseRules('{\n "rules": [,]\n}', 'r.json')).toEqual({
      problems: [{ message: 'r.json can\'t be read: expected a value but found ","', line: 2, column: 12 }],
    })
  })
})

test('a file that is not text is refused', async () => {
  for (const text of ['\0\0', '\uFFFD', 'x'.repeat(5_000_000)]) expect(await parseRules(text, 'r.yaml')).toMatchObject({ problems: [{}] })
})

test('keys called __proto__ are unknown fields, nothing more', async () => {
  const loaded = await parseRules('{"rules": [{"__proto__": {"severity": "fail"}, "id": "x", "description": "d", "check": "s"}]}', 'r.json')
  expect('problems' in loaded && loaded.problems.map((problem) => problem.message)).toEqual(['rule x has no field "__proto__"'])
})

test('what a rule says of itself may be left out', async () => {
  expect(
    await parseRules('rules: [{id: no-todo, check: {kind: content.placeholders}}, {id: calm, check: It is calm}]', 'r.yaml'),
  ).toMatchObject({
    file: {
      rules: [
        { description: 'no todo', severity: 'fail', weight: 2 },
        { description: 'It is calm', severity: 'fail' },
      ],
    },
  })
})

test("checks of one's own can be used", async () => {
  const mine = erase(
    defineCheck({ kind: 'my.check', summary: 's', version: '1', params: z.strictObject({ n: z.int() }), run: () => pass('ok') }),
  )
  const catalog = new Map([['my.check', async () => mine]])
  const text = 'rules: [{id: x, description: d, severity: fail, check: {kind: my.check, n: 1}}]'
  expect(await parseRules(text, 'r.yaml', catalog)).toMatchObject({ file: {} })
  expect(await parseRules(text.replace('n: 1', 'n: x'), 'r.yaml', catalog)).toMatchObject({ problems: [{ line: 1 }] })
})
