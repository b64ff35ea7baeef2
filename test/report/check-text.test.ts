// What `whet check` shows a person: nothing wraps, and however many files fail, the end says which and why.
import { expect, it } from 'vitest'
import { checkText } from '../../src/report/check-text.ts'
import { codeFrame, frameText, linesOf } from '../../src/report/code-frame.ts'
import { columns, fit, plainLook } from '../../src/report/look.ts'
import type { Rule } from '../../src/schema/rule.ts'

const rule: Rule = {
  id: 'a.style.todo',
  description: 'Nothing is left open',
  severity: 'fail',
  weight: 1,
  phase: 'A',
  check: { kind: 'content.placeholders' },
}
const file = (name: string, passed: boolean) => ({
  file: name,
  passed,
  shown: passed ? '1.00' : '0.00',
  blockers: passed ? [] : [rule.id],
  rules: [rule],
  source: {},
  verdicts: [
    {
      ruleId: rule.id,
      outcome: passed ? ('pass' as const) : ('fail' as const),
      message: 'a word that stands for text that nobody has written yet, which is said at some length',
      evidence: [],
    },
  ],
})
const all = Array.from({ length: 150 }, (_, at) => file(`d${at}.md`, at >= 140))

it('names the first files that fail, counts the rest, and says by rule what they break', () => {
  const told = checkText(all, { ...plainLook, width: 80 })
  expect(told.split('\n').filter((line) => line.startsWith('failed  '))).toHaveLength(20)
  expect(told).toContain('… and 40 more findings')
  expect(told.slice(-150)).toMatch(
    /… and 120 more that failed\n\n140 files {2}a\.style\.todo {2}Nothing is left open\n\n150 files: 10 passed, 140 failed$/,
  )
  expect(told.split('\n').filter((line) => line.length > 80)).toEqual([])
})

it('gives a pipe every finding, and a few files one line each', () => {
  expect(checkText(all).match(/^d\d+\.md {2}fail/gm)).toHaveLength(140)
  expect(checkText(all.slice(138, 142)).match(/^(?:passed|failed) /gm)).toHaveLength(4)
})

it.each([
  ['whole words, and what follows further in', '- one two three', 10, '- one two\n  three'],
  ['what follows below its column', '  stop  end it all now', 18, '  stop  end it all\n        now'],
  ['a word that is longer than the line', 'averyveryverylongword x', 10, 'averyveryverylongword\n  x'],
  ['the space between columns', 'a  b  c', 10, 'a  b  c'],
  ['letters that are two cells wide within the line', 'a 漢字漢字漢字', 10, 'a 漢字漢字\n  漢字'],
  ['marks on a letter, which take no cell', 'e\u0301e\u0301 e\u0301e\u0301', 5, 'e\u0301e\u0301 e\u0301e\u0301'],
])('keeps %s', (_what, text, width, lines) => expect(fit(text, width)).toBe(lines))

it('puts the caret under its word behind letters of two cells, and no line of the frame over the width', () => {
  const text = `漢字😀 TODO ${'漢'.repeat(60)}`
  const frame = codeFrame(linesOf(text), { line: 1, column: text.indexOf('TODO') + 1, quote: 'TODO' }, { width: 40 })
  const [line, carets] = frameText(frame!, { mark: (each) => each, dim: (each) => each })
  expect(carets).toBe(`    | ${' '.repeat(2 + 2 + 2 + 1)}^^^^`)
  expect(line!.length).toBeLessThan(35)
})

it('lines columns up by cells', () => {
  expect(
    columns([
      ['漢字', 'x'],
      ['abcd', 'y'],
    ]),
  ).toBe('漢字  x\nabcd  y')
})

it('tells once why many rules of a file are undecided, with what each asks', () => {
  const rules = ['a', 'b', 'c'].map((id): Rule => ({ ...rule, id, check: `The tone of part ${id} fits its readers` }))
  const undecided = (count: number) =>
    checkText([
      {
        ...file('a.md', true),
        rules,
        verdicts: rules
          .slice(0, count)
          .map(({ id }) => ({ ruleId: id, outcome: 'unknown', message: 'only a judge can decide', evidence: [] })),
      },
    ])
  expect(undecided(3)).toContain(
    'a.md  unknown  3 rules\n  only a judge can decide\n  a  The tone of part a fits its readers\n  b  The tone of part b fits its readers\n',
  )
  expect(undecided(2)).toMatch(/a\.md {2}unknown {2}a\n {2}only a judge can decide\n/)
})
