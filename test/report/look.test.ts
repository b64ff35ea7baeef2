// Cards as a terminal shows them: bars in columns, colours by meaning.
import { expect, test } from 'vitest'
import { paintCard } from '../../src/report/card.ts'
import { plainLook, scoreBars } from '../../src/report/look.ts'

test('bars stand in one column, whatever the names and figures; what was not measured has none', () => {
  expect(
    scoreBars([
      ['Acceptance', '7.1', 0.71, 'threshold 7.0'],
      ['readability', '–', null, 'does not apply'],
      ['tests', '10.0', 1],
    ]),
  ).toEqual([
    '  Acceptance    7.1  ██████████████······  threshold 7.0',
    '  readability     –                        does not apply',
    '  tests        10.0  ████████████████████',
  ])
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
