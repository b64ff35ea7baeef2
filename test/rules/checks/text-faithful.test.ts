// A text against its requirements: turned, changed, dropped and invented statements, with places in both files.
import { describe, expect, test } from 'vitest'
import { table, tryCheck } from './try-check.ts'

const requirements = `# Tool library

- Members may not borrow more than 3 tools at once.
- Only a librarian can delete a member.
- Deleted members are kept for 30 days.
- The system never shows phone numbers to other members.
`
const files = { 'requirements.md': requirements }
const base = { kind: 'text.faithful', params: { against: 'requirements.md' }, files }
const faithful = [
  'A member borrows at most three tools at a time.',
  'A librarian deletes a member.',
  'Deleted members are retained for thirty days.',
  'Phone numbers are never shown to other members.',
]
const but = (line: number, text: string) => faithful.map((each, i) => (i === line ? text : each)).join('\n')

describe('text.faithful', () => {
  table([
    { ...base, title: 'a paraphrase passes', text: faithful.join('\n'), outcome: 'pass' },
    { ...base, title: 'the requirements themselves pass', text: requirements, outcome: 'pass' },
    {
      ...base,
      title: 'a turned statement fails',
      text: but(3, 'The system shows phone numbers to other members.'),
      outcome: 'fail',
      says: /turned: .*requirements\.md:6/,
      lines: [4],
    },
    {
      ...base,
      title: 'a changed number fails',
      text: but(0, 'A member borrows at most five tools at a time.'),
      outcome: 'fail',
      says: /changed: .*requirements\.md:3/,
      lines: [1],
    },
    {
      ...base,
      files: { 'requirements.md': '- A member borrows a tool.\n- Members can rate a tool.\n' },
      title: 'a short statement about the same things, dropped, fails',
      text: 'A member borrows a tool.\n',
      outcome: 'fail',
      says: /dropped/,
    },
    {
      ...base,
      title: 'what the system is said to do out of nothing fails without a “must”',
      files: { 'requirements.md': '- A member borrows a tool.\n- Members can rate a tool.\n' },
      text: 'A member borrows a tool.\nMembers can rate a tool.\nThe system plays music.\n',
      outcome: 'fail',
      says: /invented: .*music/,
      lines: [3],
    },
    {
      ...base,
      title: 'another actor fails',
      text: but(1, 'A visitor can delete a member.'),
      outcome: 'fail',
      says: /changed: .*requirements\.md:4/,
      lines: [2],
    },
    {
      ...base,
      title: 'a dropped statement fails, at its place in the requirements',
      text: faithful.slice(0, 2).concat(faithful[3]!).join('\n'),
      outcome: 'fail',
      says: /dropped/,
      lines: [5],
    },
    {
      ...base,
      title: 'an invented duty fails',
      text: `${faithful.join('\n')}\nThe cashier must print a coupon with a barcode.`,
      outcome: 'fail',
      says: /invented/,
      lines: [5],
    },
    {
      ...base,
      title: 'a condition that nobody asked for fails',
      text: but(2, 'Deleted members are kept for 30 days unless a librarian objects.'),
      outcome: 'fail',
      says: /invented: adds a condition to requirements\.md:5/,
      lines: [3],
    },
    {
      ...base,
      title: 'a clause that nobody asked for fails',
      text: but(1, 'A librarian deletes a member and mails an apology to the mayor.'),
      outcome: 'fail',
      says: /invented: adds to requirements\.md:4/,
      lines: [2],
    },
    {
      ...base,
      title: 'only what is asked for is reported',
      params: { against: 'requirements.md', report: ['turned'] },
      text: 'Something else entirely is written in this file.',
      outcome: 'pass',
    },
    {
      ...base,
      title: 'code and headings are not read',
      text: `${faithful.join('\n')}\n\`\`\`\nMembers must never borrow 9 tools.\n\`\`\`\n# Members must borrow 9 tools`,
      outcome: 'pass',
    },
    { ...base, title: 'a missing file is an error, not a verdict', params: { against: 'nowhere.md' }, text: '', outcome: 'error' },
    {
      ...base,
      title: 'requirements without a statement do not apply',
      files: { 'requirements.md': '# Title\n' },
      text: 'Anything goes.',
      outcome: 'not-applicable',
    },
  ])

  test('expected and found stand in the evidence', async () => {
    const { evidence } = await tryCheck('text.faithful', { against: 'requirements.md' }, but(2, 'Deleted members are kept for 90 days.'), {
      files,
    })
    expect(evidence[0]).toMatchObject({
      expected: '30 days',
      actual: '90 days',
      quote: 'Deleted members are kept for 90 days.',
      location: { line: 3 },
    })
  })
})
