// Content checks, as tables of texts that pass and fail.
import { describe, expect, test } from 'vitest'
import { refusals, table, tryCheck } from './try-check.ts'

const text = '# Title\n\nOne TODO here.\nTwo words, and a TODO.\n'

describe('content', () => {
  table([
    {
      title: 'a string that is there passes with its line',
      kind: 'content.contains',
      params: { text: 'Two' },
      text,
      outcome: 'pass',
      lines: [4],
    },
    {
      title: 'a missing string fails by name',
      kind: 'content.contains',
      params: { text: ['One', 'Three'] },
      text,
      outcome: 'fail',
      says: /does not contain "Three"/,
    },
    { title: 'case matters', kind: 'content.contains', params: { text: 'title' }, text, outcome: 'fail' },
    {
      title: 'unless it is ignored',
      kind: 'content.contains',
      params: { text: 'title', ignore_case: true },
      text,
      outcome: 'pass',
      lines: [1],
    },
    {
      title: 'an unwanted string fails with every line it stands in',
      kind: 'content.contains',
      params: { text: 'TODO', absent: true },
      text,
      outcome: 'fail',
      lines: [3, 4],
    },
    {
      title: 'so does one in another case',
      kind: 'content.contains',
      params: { text: 'todo', absent: true, ignore_case: true },
      text,
      outcome: 'fail',
      lines: [3, 4],
    },
    {
      title: 'an unwanted string that is absent passes',
      kind: 'content.contains',
      params: { text: 'FIXME', absent: true },
      text,
      outcome: 'pass',
    },
    {
      title: 'a regular expression character is only a character',
      kind: 'content.contains',
      params: { text: 'a.b' },
      text: 'axb',
      outcome: 'fail',
    },
    { title: 'an empty text contains nothing', kind: 'content.contains', params: { text: 'x' }, text: '', outcome: 'fail' },
    { title: 'a match passes', kind: 'content.regex', params: { pattern: '^Two' }, text, outcome: 'pass', lines: [4] },
    { title: 'no match fails', kind: 'content.regex', params: { pattern: '^Three' }, text, outcome: 'fail', says: /0 matches.*at least 1/ },
    {
      title: 'a match that should be absent fails with every line',
      kind: 'content.regex',
      params: { pattern: 'TODO', absent: true },
      text,
      outcome: 'fail',
      lines: [3, 4],
    },
    { title: 'too few matches fail', kind: 'content.regex', params: { pattern: 'TODO', min: 3 }, text, outcome: 'fail', says: /2 matches/ },
    { title: 'too many matches fail', kind: 'content.regex', params: { pattern: 'TODO', max: 1 }, text, outcome: 'fail' },
    { title: 'a count inside the range passes', kind: 'content.regex', params: { pattern: 'TODO', min: 2, max: 2 }, text, outcome: 'pass' },
    { title: 'a maximum alone accepts none', kind: 'content.regex', params: { pattern: 'FIXME', max: 1 }, text, outcome: 'pass' },
    { title: 'matches of nothing end', kind: 'content.regex', params: { pattern: 'x*', min: 4 }, text: 'abc', outcome: 'pass' },
    { title: 'flags are used', kind: 'content.regex', params: { pattern: 'todo', flags: 'i' }, text, outcome: 'pass' },
    {
      title: 'words are counted, marks are not',
      kind: 'content.count',
      params: { of: 'words', min: 9, max: 9 },
      text: '# One - two | three\n\n* four five, six seven-eight (nine) 10',
      outcome: 'pass',
    },
    {
      title: 'too few words fail with both numbers',
      kind: 'content.count',
      params: { of: 'words', min: 100 },
      text,
      outcome: 'fail',
      says: /9 words, at least 100/,
    },
    {
      title: 'words of other scripts count',
      kind: 'content.count',
      params: { of: 'words', min: 2, max: 2 },
      text: 'Привет мир',
      outcome: 'pass',
    },
    {
      title: 'a last line without an end counts',
      kind: 'content.count',
      params: { of: 'lines', min: 2, max: 2 },
      text: 'a\nb',
      outcome: 'pass',
    },
    { title: 'an end of line adds no line', kind: 'content.count', params: { of: 'lines', max: 2 }, text: 'a\nb\n', outcome: 'pass' },
    { title: 'an empty text has no line', kind: 'content.count', params: { of: 'lines', max: 0 }, text: '', outcome: 'pass' },
    { title: 'characters', kind: 'content.count', params: { of: 'characters', max: 3 }, text: 'abcd', outcome: 'fail' },
    {
      title: 'occurrences',
      kind: 'content.count',
      params: { of: 'occurrences', text: 'TODO', max: 1 },
      text,
      outcome: 'fail',
      lines: [3, 4],
    },
    {
      title: 'marks left for later are found',
      kind: 'content.placeholders',
      text: 'ok\nTBD\n\nLorem ipsum dolor\n[insert name here]\n',
      outcome: 'fail',
      lines: [2, 4, 5],
    },
    {
      title: 'links and values of the reader are not placeholders',
      kind: 'content.placeholders',
      text: 'Use <your-token>; see [add a user](#add), `TODOS`.',
      outcome: 'pass',
    },
    {
      title: 'a word can be allowed and another added',
      kind: 'content.placeholders',
      params: { allow: ['TODO'], also: ['???'] },
      text: 'TODO ok\nwhat ???',
      outcome: 'fail',
      lines: [2],
    },
  ])

  test.each([
    ['content.contains', { text: '' }, /text/],
    ['content.contains', {}, /text/],
    ['content.regex', { pattern: '(' }, /pattern: Invalid regular expression/],
    ['content.regex', { pattern: 'a', min: 3, max: 2 }, /min 3 is above max 2: no text can satisfy this/],
    ['content.regex', { pattern: '(?!)' }, /can match nothing/],
    ['content.regex', { pattern: 'a', absent: true, max: 2 }, /can't be combined with min/],
    ['content.regex', { pattern: 'a', flags: 'g' }, /only the flags/],
    ['content.regex', { patern: 'a' }, /no parameter "patern"; did you mean "pattern"/],
    ['content.count', { of: 'words' }, /give min, max or both/],
    ['content.count', { of: 'occurrences', min: 1 }, /needs "text"/],
    ['content.count', { of: 'word', min: 1 }, /of: /],
  ])('%s refuses %j', async (kind, params, message) => {
    expect(await refusals(kind, params)).toMatch(message)
  })

  describe('a hundred megabytes', () => {
    const huge = 'line of text\n'.repeat(8_000_000)
    table([
      { title: 'are searched', kind: 'content.contains', params: { text: 'needle' }, text: huge, outcome: 'fail' },
      { title: 'are counted', kind: 'content.count', params: { of: 'lines', max: 10 }, text: huge, outcome: 'fail', says: /8000000 lines/ },
    ])
  })
})

test.each([
  ['content.contains', { text: 'ab', absent: true }],
  ['content.regex', { pattern: 'ab', absent: true }],
  ['content.count', { of: 'occurrences', text: 'ab', max: 3 }],
])('%s shows a hundred places and counts the rest', async (kind, params) => {
  const { evidence } = await tryCheck(kind, params, 'ab\n'.repeat(130))
  expect(evidence).toHaveLength(101)
  expect(evidence.at(99)).toMatchObject({ location: { line: 100 } })
  expect(evidence.at(100)).toEqual({ message: '… and 30 more' })
})
