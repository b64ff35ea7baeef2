// Reports that once read wrong: what is fixed beside what is not, places without lines, findings of the row, plain scores, examples in fences.
import { describe, expect, test } from 'vitest'
import { assess } from '../../../src/workflows/audit/assess.ts'
import { categoryOf } from '../../../src/workflows/audit/categorise.ts'
import { applyDecisions } from '../../../src/workflows/audit/apply.ts'
import type { Decision } from '../../../src/workflows/audit/decide.ts'
import { decisionDiscovery } from '../../../src/workflows/audit/output.ts'
import { parseReport, unknownIn } from '../../../src/workflows/audit/report.ts'
import { sheetOf } from './session.ts'

const scores = ['Consistency', 'Accessibility', 'Completeness', 'Quality', 'Industry']
const report = (issues: string, dimensions = scores.map((name) => `- ${name}: 9/10`).join('\n'), verdict = 'audit_passed') =>
  `# Design Audit Report: AUDIT-001\n\n## Overall Score: 9/10\n\n## Dimension Scores\n\n${dimensions}\n\n## Issues Found\n\n${issues}\n\n## Recommendations\n\n- Go on.\n\n## Verdict: ${verdict}\n`

const sheet = (row: object = {}) =>
  sheetOf([
    { id: 'DESIGN-001', role: 'designer', status: 'completed' },
    {
      id: 'AUDIT-001',
      role: 'reviewer',
      audit_type: 'final-audit',
      deps: 'DESIGN-001',
      status: 'completed',
      audit_signal: 'audit_passed',
      audit_score: '9',
      ...row,
    },
    { id: 'BUILD-001', role: 'implementer', deps: 'AUDIT-001' },
  ])

function decided(text: string, row: object = {}): Decision {
  const result = assess({ sheet: sheet(row), auditId: 'AUDIT-001', report: { path: 'artifacts/audit/audit-001.md', text } })
  if (result.outcome !== 'decided') throw new Error(JSON.stringify(result))
  return result.decision
}

describe('what is not fixed counts, whatever else the sentence says', () => {
  test.each([
    'Body text contrast still fails WCAG AA at 2.1:1 (tokens.json:3); the heading contrast was fixed',
    'The heading contrast was fixed, but body text contrast fails at 2.1:1',
    'Fixed: heading contrast. Body text fails WCAG AA.',
    'While the link contrast has been resolved, the muted text violates WCAG 1.4.3',
    'Keyboard users cannot reach the menu — the dialog was fixed',
    'Missing aria-label on the close button, the open button was already addressed',
    'Contrast was fixed in light mode; it still fails in dark mode',
    'Contrast of captions is not yet fixed and fails AA',
    'Invalid $type in a colour token; all naming issues were fixed',
  ])('%s', (text) => {
    expect(categoryOf(text)?.severity).toBe('Critical')
    expect(decided(report(`- ${text}`))).toMatchObject({
      decision: 'REVISION',
      anomalies: expect.arrayContaining([expect.objectContaining({ code: 'critical_despite_signal' })]),
    })
  })

  test.each([
    'The body text contrast failure was fixed',
    'All contrast failures were resolved; the focus ring failure was fixed',
    'Fixed: the keyboard trap',
    'No accessibility issues remain',
  ])('what is fixed does not: %s', (text) => {
    expect(categoryOf(text)).toBeNull()
    expect(decided(report(`- ${text}`)).decision).toBe('CONVERGE')
  })

  test.each([
    ['### Critical', '- Heading contrast was fixed; captions are the same as before'],
    ['### Critical (1)', '- The old menu was resolved'],
    ['**Critical**', '- Now fixed for buttons'],
    ['### Accessibility failures', '- Body text on the card; the heading was fixed'],
    ['### WCAG violations', '- 1.4.3 in captions, everything else was fixed'],
  ])('under %s: %s', (heading, item) => {
    expect(decided(report(`${heading}\n\n${item}`))).toMatchObject({ decision: 'REVISION', findings: [{ severity: 'Critical' }] })
  })
})

describe('a place that is named survives', () => {
  test.each([
    ['Contrast fails (tokens.json)', 'tokens.json'],
    ['Contrast fails in `design/tokens.json`', 'design/tokens.json'],
    ['Contrast fails (tokens.json:3)', 'tokens.json:3'],
    ['Contrast fails, see specs/button.md line 14', 'specs/button.md:14'],
    ['Contrast fails', 'artifacts/audit/audit-001.md:15'],
  ])('%s: decision, fix task and discoveries say %s', (text, place) => {
    const decision = decided(report(`- ${text}`))
    expect(decision.findings[0]).toMatchObject({ at: place, source: 'artifacts/audit/audit-001.md:15' })
    expect(decision.rationale.join('\n')).toContain(place)
    const { sheet: after, results } = applyDecisions(sheet(), [decision])
    expect(after.byId.get('DESIGN-fix-001')?.cells.description).toContain(place)
    expect(decisionDiscovery(results[0]!, 't', 'w').data).toMatchObject({ findings: [{ severity: 'Critical', at: place }] })
  })
})

describe('findings of the task row', () => {
  const reported = '### Critical (1)\n\n- Contrast of muted text fails (tokens.json:3)'
  const texts = (decision: Decision) => decision.findings.map(({ severity, text }) => `${severity}: ${text}`)

  test.each([
    [
      'beside another of the same severity',
      '[CRITICAL] Focus ring is invisible on dark',
      ['Critical: Contrast of muted text fails', 'Critical: Focus ring is invisible on dark'],
    ],
    [
      'without a severity of their own',
      'Hover state of the button is missing',
      ['Critical: Contrast of muted text fails', 'High: Hover state of the button is missing'],
    ],
    [
      'several of them',
      'High: spacing off grid; Low: prefer rounder corners',
      ['Critical: Contrast of muted text fails', 'High: spacing off grid', 'Low: prefer rounder corners'],
    ],
    ['more severe than the report says', 'Critical: Rename bg2', ['Critical: Contrast of muted text fails', 'Critical: Rename bg2']],
    ['said twice, once is enough', 'Critical: contrast of muted text fails', ['Critical: Contrast of muted text fails']],
    ['counts that the report lists', '1 critical', ['Critical: Contrast of muted text fails']],
    [
      'counts beyond what the report lists',
      '3 critical, 0 high',
      ['Critical: Contrast of muted text fails', 'Critical: 3 critical, 0 high'],
    ],
    ['none', 'none', ['Critical: Contrast of muted text fails']],
  ])('%s', (_what, findings, expected) => {
    expect(texts(decided(report(reported), { findings }))).toEqual(expected)
  })

  test('a Critical in the row alone is enough', () => {
    expect(decided(report('(none)'), { findings: 'Body text contrast fails AA (tokens.json)' })).toMatchObject({
      decision: 'REVISION',
      findings: [{ severity: 'Critical', at: 'tokens.json', source: 'tasks.csv:3' }],
    })
  })
})

describe('plain scores', () => {
  const five = (write: (name: string, score: string) => string, score = '4') =>
    scores.map((name) => write(name, name === 'Accessibility' ? score : '9')).join('\n')
  test.each([
    ['a table', five((name, score) => `| ${name} | ${score} |`)],
    ['a table with a head', `| Dimension | Score |\n|---|---|\n${five((name, score) => `| ${name} | ${score} |`)}`],
    [
      'a table with weights first',
      `| Dimension | Weight | Score |\n|---|---|---|\n${five((name, score) => `| ${name} | 20 | ${score} |`)}`,
    ],
    ['a table with weights in per cent', five((name, score) => `| ${name} | 20% | ${score} | fine |`)],
    ['lines', five((name, score) => `${name}: ${score}`)],
    ['items', five((name, score) => `- ${name}: ${score}`)],
    ['items with weights', five((name, score) => `- **${name}** (20%): ${score}`)],
    ['items with a dash', five((name, score) => `- ${name} – ${score}`)],
    ['items with a remark', five((name, score) => `- ${name}: ${score} (see below)`)],
    ['out of a hundred', five((name, score) => `- ${name}: ${score}0/100`)],
  ])('%s', (_what, dimensions) => {
    for (const text of [report('(none)', dimensions), report('(none)', '').replace('## Dimension Scores\n', dimensions)]) {
      expect(parseReport('r.md', text).dimensions.map(({ key, score }) => [key, score])).toEqual(
        scores.map((name) => [name.toLowerCase(), name === 'Accessibility' ? '4' : '9']),
      )
      expect(decided(text)).toMatchObject({ decision: 'REVISION', anomalies: [{ code: 'dimension_below_threshold' }] })
    }
  })

  test.each(['?', 'poor', 'TBD', '—', '', 'n/a', 'not measured', '4 issues found', 'eleven', '12', '7/9'])(
    'a score of "%s" is unknown, and the audit is asked for again',
    (score) => {
      const text = report(
        '(none)',
        five((name, value) => `- ${name}: ${value}`, score),
      )
      expect(unknownIn(parseReport('r.md', text), 'final-audit')).toHaveLength(1)
      expect(assess({ sheet: sheet(), auditId: 'AUDIT-001', report: { path: 'r.md', text } })).toMatchObject({
        outcome: 'missing',
        missing: [expect.stringMatching(/^r\.md: .*accessibility/i)],
      })
    },
  )

  test('a dimension that is left out is unknown, too', () => {
    const text = report(
      '(none)',
      five((name) => (name === 'Accessibility' ? '' : `- ${name}: 9/10`)),
    )
    expect(assess({ sheet: sheet(), auditId: 'AUDIT-001', report: { path: 'r.md', text } })).toMatchObject({
      outcome: 'missing',
      missing: ['r.md: there is no score of accessibility'],
    })
  })

  test('with something to fix the fix comes first', () => {
    expect(
      decided(
        report(
          '- Contrast fails',
          five((name, value) => `- ${name}: ${value}`, '?'),
        ),
      ).decision,
    ).toBe('REVISION')
  })

  test('an audit of tokens alone may leave one unmeasured, but may not leave it open', () => {
    const of = (score: string) =>
      assess({
        sheet: sheet({ audit_type: 'token-audit' }),
        auditId: 'AUDIT-001',
        report: {
          path: 'r.md',
          text: report(
            '(none)',
            five((name, value) => `- ${name}: ${value}`, score),
          ),
        },
      }).outcome
    expect([of('not measured'), of('?')]).toEqual(['decided', 'missing'])
  })

  test('without the time to read it, nothing converges', () => {
    expect(assess({ sheet: sheet(), auditId: 'AUDIT-001', report: null, partial: 'no time' })).toMatchObject({
      decision: { decision: 'REVISION', partial: 'no time', anomalies: [{ code: 'dimension_unknown' }] },
    })
  })
})

describe('examples in fences are no findings', () => {
  const fence = (mark: string, inner: string, info = '') => `${mark}${info}\n${inner}\n${mark}\n`
  test.each([
    [
      'four backticks around three',
      fence('````', `### Critical (1)\n\n${fence('```', '{ "a": 1 }', 'json')}\n- [CRITICAL] an example`, 'md'),
    ],
    ['several of them', [1, 2, 3].map((n) => fence('````', `- [CRITICAL] example ${n}\n${fence('```', 'x')}`)).join('\n')],
    ['tildes around backticks', fence('~~~~', `${fence('```', 'a')}\n- Contrast fails`)],
    ['five around four around three', fence('`````', fence('````', `${fence('```', 'a')}\n- Contrast fails`))],
    ['an empty line alone', `${fence('```', '')}\n`],
    [
      'inside an item',
      `- Rename bg2\n\n  ${fence('````', '  - Contrast fails\n  ```\n  x\n  ```')
        .trimEnd()
        .replace(/\n````$/, '\n  ````')}`,
    ],
  ])('%s', (_what, issues) => {
    expect(parseReport('r.md', report(issues)).findings.filter(({ text }) => text !== 'Rename bg2')).toEqual([])
    expect(parseReport('r.md', report(`${issues}\n- Contrast fails`)).findings.at(-1)?.text).toContain('Contrast fails')
  })
})
