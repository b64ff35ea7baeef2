// Audit reports as they are written: the contract's form, looser forms, and texts that are no report.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reportFindings } from '../../../src/workflows/audit/findings.ts'
import { isUnreadable, parseReport } from '../../../src/workflows/audit/report.ts'
import { placeOf, referenceIn } from '../../../src/workflows/audit/report-places.ts'
import { reportText, sessionReports } from './session.ts'

const told = (text: string) => reportFindings(parseReport('r.md', text)).map(({ severity, text: said, at }) => [severity, said, at])

describe("the contract's form", () => {
  test('is read whole, with lines', () => {
    const report = parseReport('artifacts/audit/audit-001.md', sessionReports('system-bom-crlf')[0]!.text)
    expect(report).toMatchObject({
      auditId: 'AUDIT-001',
      overall: { score: '8.6', line: 3 },
      verdict: { signal: 'audit_passed', line: 25 },
      missing: [],
      recommendations: ['Shorten names'],
    })
    expect(report.dimensions.map(({ key, score }) => [key, score])).toEqual([
      ['consistency', '9'],
      ['accessibility', '8.5'],
      ['completeness', '8'],
      ['quality', '8.5'],
      ['industry', '9'],
    ])
    expect(report.findings.map(({ stated, line, reference }) => [stated, line, reference])).toEqual([
      ['Medium', 18, 'artifacts/design/tokens.json:31'],
      ['Low', 20, null],
    ])
  })

  test('a finding is quoted by the artifact it names, else by its place in the report', () => {
    expect(told(reportText({ high: ['Inconsistent spacing (a/tokens.json:7)', 'Inconsistent radius'] }))).toEqual([
      ['High', 'Inconsistent spacing', 'a/tokens.json:7'],
      ['High', 'Inconsistent radius', 'r.md:14'],
    ])
  })
})

describe('looser forms', () => {
  test('headings with pictures, numbered items with details, a table of scores, a verdict in words', () => {
    const report = parseReport('r.md', sessionReports('component-no-last-newline')[0]!.text)
    expect(report).toMatchObject({
      auditId: 'AUDIT-001',
      overall: { score: '5.25' },
      verdict: { signal: 'fix_required' },
      missing: ['recommendations'],
    })
    expect(report.dimensions.map(({ key, score }) => [key, score])).toEqual([
      ['consistency', '7'],
      ['accessibility', '3.5'],
      ['completeness', '5'],
      ['quality', '7'],
      ['industry', '5'],
    ])
    expect(report.findings.map(({ stated, reference }) => [stated, reference])).toEqual([
      ['Critical', 'artifacts/design/card.md:22'],
      ['High', 'card.md:40'],
    ])
  })

  test.each<[string, string, [string, string][]]>([
    [
      'a severity at the head of each bullet',
      '## Findings\n- [CRITICAL] Contrast fails\n- **High**: Off grid\n- Medium - Rename it\n- Looks fine (severity: low)\n',
      [
        ['Critical', 'Contrast fails'],
        ['High', 'Off grid'],
        ['Medium', 'Rename it'],
        ['Low', 'Looks fine (severity: low)'],
      ],
    ],
    [
      'a table',
      '## Issues\n| # | Severity | Issue | File |\n|---|---|---|---|\n| 1 | High | Off grid | t.json:3 |\n| 2 | Low | Taste | |\n',
      [
        ['High', 'Off grid — t.json:3'],
        ['Low', 'Taste'],
      ],
    ],
    [
      'headings as findings',
      '## Issues\n### Critical\n#### Contrast fails\nOn the card.\n- a\n#### Token malformed\n### Low\nNo issues found.\n',
      [
        ['Critical', 'Contrast fails — On the card. — a'],
        ['Critical', 'Token malformed'],
      ],
    ],
    [
      'bold lines as headings',
      '## Issues\n**Critical (1)**\n- Contrast fails\n**Low:**\n- Taste\n',
      [
        ['Critical', 'Contrast fails'],
        ['Low', 'Taste'],
      ],
    ],
    [
      'a paragraph under a severity',
      '### High\nThe disabled\nstate is missing.\n\nThese too:\n- Off grid\n',
      [
        ['High', 'The disabled — state is missing.'],
        ['High', 'Off grid'],
      ],
    ],
    ['several lines of none', '### Critical\n(none)\n### High\nNone found.\n### Medium\n- n/a\n### Low\n- No low issues were found\n', []],
    [
      'issues by subject, without a severity',
      '## Issues\n### Accessibility\n- Muted text fails 4.5:1\n### Naming\n- Rename bg2\n',
      [
        ['Critical', 'Muted text fails 4.5:1'],
        ['Medium', 'Rename bg2'],
      ],
    ],
    [
      'high contrast is no severity',
      '## Issues\n- High-contrast mode is missing\n- High contrast theme: absent\n',
      [
        ['Critical', 'High-contrast mode is missing'],
        ['Critical', 'High contrast theme: absent'],
      ],
    ],
    ['medium and low in one', '## Issues\n### Medium/Low\n- Rename it\n', [['Medium', 'Rename it']]],
    ['code in fences says nothing', '## Issues\n### High\n```\n### Critical\n- fake\n```\n- Off grid\n', [['High', 'Off grid']]],
  ])('%s', (_, text, expected) => {
    expect(told(text).map(([severity, said]) => [severity, said])).toEqual(expected)
  })

  test.each([
    ['## Overall Score: 8.25 / 10', '8.25'],
    ['**Overall Score**: 85/100', '8.5'],
    ['Overall: 4/5', '8'],
    ['| Total | 7.05 |', '7.05'],
    ['## Score: 9', '9'],
    ['Overall score: 11/10', undefined],
    ['Overall impression: 3 screens', undefined],
  ])('%j is a total of %s', (line, expected) => {
    expect(parseReport('r.md', `# Audit\n\n${line}\n`).overall?.score).toBe(expected)
  })

  test.each([
    ['## Verdict: audit_passed', 'audit_passed'],
    ['## Verdict\n\n**fix required**', 'fix_required'],
    ['**Audit Signal:** `audit-result`', 'audit_result'],
    ['Verdict: approved', null],
  ])('%j', (line, expected) => {
    expect(parseReport('r.md', line).verdict?.signal).toBe(expected)
  })

  test('a heading that announces what is not listed is a finding of its own', () => {
    expect(told('## Issues\n### Critical (2)\n### Low (0)\n')).toEqual([
      ['Critical', '2 Critical findings announced, none listed', 'r.md:2'],
    ])
  })

  test('what is left out is said', () => {
    expect(parseReport('r.md', '## Dimension Scores\n- Quality: 8/10\n').missing).toEqual([
      'audit id in the title',
      'overall score',
      'score of consistency',
      'score of accessibility',
      'score of completeness',
      'score of industry',
      'issues',
      'recommendations',
      'verdict',
    ])
  })
})

describe('any text', () => {
  test.each(['', 'hello', '\u0000\uFFFD', '# Notes\n\nnothing here'])('%j is no report', (text) => {
    expect(isUnreadable(parseReport('r.md', text))).toBe(true)
  })

  test('never throws, and every line number lies in the text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '# ',
        '## Issues\n',
        '### Critical (1)\n',
        '- ',
        '|',
        '**',
        '```\n',
        '\n',
        ': ',
        '8/10',
        'Overall Score',
        'Verdict',
        '[HIGH]',
        'a.json:3',
        '  ',
      ),
      fc.string({ maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('')
        const lines = text.split(/\r\n|\n|\r/).length
        const report = parseReport('r.md', text)
        for (const { line } of [...report.findings, ...report.dimensions, ...report.announced])
          expect(line >= 1 && line <= lines).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

test.each([
  ['spaces', `a${' '.repeat(3990)}b\n`.repeat(1000)],
  ['digits', `Overall Score ${'1'.repeat(3900)}\n`.repeat(1000)],
  ['marks', `- ${'*_#'.repeat(1300)}x\n`.repeat(1000)],
  ['one line', 'a'.repeat(5_000_000)],
  ['bullets', '- x\n'.repeat(50_000)],
  ['paths', `- ${'a/'.repeat(1900)}x.json\n`.repeat(1000)],
])('megabytes of %s are read in one go', (_, text) => {
  reportFindings(parseReport('r.md', `## Issues\n${text}`))
  parseReport('r.md', text)
})

test.each([
  ['see tokens.json:14', 'tokens.json:14'],
  ['in `artifacts/design/card.md:7-9`.', 'artifacts/design/card.md:7'],
  ['tokens.json#L3 and b.css:4', 'tokens.json:3'],
  ['tokens.json, line 12', 'tokens.json:12'],
  ['in tokens.json at line 9', 'tokens.json:9'],
  ['look at line 54 of `a/step.scss`', 'a/step.scss:54'],
  ['a.css and line 3 of it, then b.css line 9', 'a.css:3'],
  ['only button.md here', 'button.md'],
  ['ratio 3.1:1 and 10:30', null],
  ['https://example.org:8080/x', null],
])('the place in %j is %s', (text, expected) => {
  expect(referenceIn(text)).toBe(expected)
})

test.each<[string, string[], string[], string | null]>([
  ['a line below a heading with the file', ['L76 Long-press is the only way'], ['lib/chat/bubble.dart'], 'lib/chat/bubble.dart:76'],
  ['both in what it is listed under', ['the id is not there'], ['line 34', '`ui/Box.svelte`'], 'ui/Box.svelte:34'],
  ['a field of its own', ['Polling goes on', 'File: web/poll.js', 'Line: 51'], [], 'web/poll.js:51'],
  ['its own file, with a line of another one above', ['odd radius in a.css'], ['b.css:3'], 'a.css'],
  ['no file', ['line 4 is odd'], ['Findings'], null],
])('the place of a finding: %s', (_, own, around, expected) => {
  expect(placeOf(own, around)).toBe(expected)
})
