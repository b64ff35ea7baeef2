// The copy of a brief, however its author wrote it down.
import { describe, expect, it } from 'vitest'
import { readBrief } from '../../../src/workflows/sprint/brief.ts'

const line = 'Fresh bread every morning.'
const brief = (copy: string) => `# Bakery\n\n## Sections\n\n- Hero\n- Hours\n\n${copy}\n\n## Notes\n\nNot copy.\n`

describe('the copy of a brief', () => {
  it.each([
    ['a plain line', `## Copy\n\n${line}`, { '': [line] }],
    ['an item', `## Copy\n- ${line}`, { '': [line] }],
    ['words in quotation marks', `## Page copy\n\n"${line}"`, { '': [line] }],
    ['a label that is a section', `## Copy\n\nHero: ${line}\nHours: 7 to 3`, { Hero: [line], Hours: ['7 to 3'] }],
    ['a label that is none', `## Copy\n\n**Headline:** ${line}`, { '': [line] }],
    ['headings', `## Copy\n\n### Hero\n\n${line}`, { Hero: [line] }],
    ['both', `## Copy\n\nOpen daily.\n\n### Hero\n\n${line}`, { '': ['Open daily.'], Hero: [line] }],
    ['an empty section', '## Copy\n', null],
  ])('is read from %s', (_form, copy, expected) => {
    expect(readBrief(brief(copy)).copy).toEqual(expected)
  })
})
