// Cards as a terminal shows them: bars in columns, colours by meaning.
import { expect, test } from 'vitest'
import { paintCard } from '../../src/report/card.ts'
import { columns, plainLook, scoreBars } from '../../src/report/look.ts'

test('bars stand in one column, whatever the names and figures; what was not measured has none', () => {
  expect(
    scoreBars([
      ['Acceptance', '7.1', 0.71, 'threshold 7.0'],
      ['readability', '–', null, 'does not apply'],
      ['tests', '10.0', 1],
    ]),
  ).toEqual([
    '  Acceptance    7.1  ██████████████······  threshold 7.0',
    '  Readability     –                        does not apply',
    '  Tests        10.0  ████████████████████',
  ])
})

test('a long name loses its middle before a column goes, and no line is wider than the terminal', () => {
  const rows = [
    ['alias', 'workflow', 'status', 'score'],
    ['write-a-readme-for-tidy-that-nobody-needs-to-explain-2', 'reflex', 'completed', '0.84'],
  ]
  expect(columns(rows, { width: 60, least: [1, 3] }).split('\n')[1]).toBe('write-a-readme-f…ds-to-explain-2  reflex    completed  0.84')
  for (const width of [20, 30, 40, 60, 80])
    for (const line of columns(rows, { width, least: [1, 3] }).split('\n')) expect(line.length).toBeLessThanOrEqual(width)
})

test.each([
  ['Passed: converged', 'good(Passed)'],
  ['Completed: the acceptance score is 7.1', 'good(Completed)'],
  ['Needs review: tests fail', 'warn(Needs review)'],
  ['Needs rework: it does not compile', 'bad(Needs rework)'],
  ['FAILED: max_iterations, because it is weak', 'bad(FAILED)'],
  ['Waits for a person: AUDIT-001', 'warn(Waits for a person)'],
])('%s is painted by what it means', (line, start) => {
  const paint = (meaning: string) => (text: string) => `${meaning}(${text})`
  const look = {
    ...plainLook,
    paint: { good: paint('good'), bad: paint('bad'), warn: paint('warn'), calm: paint('calm'), dim: paint('dim'), strong: paint('strong') },
  }
  expect(paintCard(line, look).startsWith(start)).toBe(true)
})
