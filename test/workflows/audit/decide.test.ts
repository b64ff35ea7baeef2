// Decisions at the edges: contradictions, oddities, partial ones, and audits that cannot be decided.
import { describe, expect, test } from 'vitest'
import { assess, decidableAudits } from '../../../src/workflows/audit/assess.ts'
import { reportPicker } from '../../../src/workflows/audit/session.ts'
import { readChains } from '../../../src/workflows/audit/chain.ts'
import { readTasks } from '../../../src/workflows/audit/tasks.ts'
import { type Cells, type ReportParts, pipeline, reportText, sessionReports, sessionText, sheetOf } from './session.ts'

function decided(row: Partial<Cells>, report: ReportParts | string, more: { iteration?: number; partial?: string } = {}) {
  const text = typeof report === 'string' ? report : reportText(report)
  const result = assess({ sheet: pipeline(row), auditId: 'AUDIT-001', report: { path: 'artifacts/audit/audit-001.md', text }, ...more })
  if (result.outcome !== 'decided') throw new Error(JSON.stringify(result))
  return result.decision
}
const odd = (decision: ReturnType<typeof decided>) => decision.anomalies.map((each) => each.code)
const passed = { audit_signal: 'audit_passed', audit_score: '8.5' }

describe('contradictions', () => {
  test.each<[string, Partial<Cells>, ReportParts | string, string, string, string[]]>([
    ['nothing odd', passed, {}, 'CONVERGE', 'audit_passed', []],
    ['a signal with spaces and capitals', { ...passed, audit_signal: ' Audit_Passed ' }, {}, 'CONVERGE', 'audit_passed', []],
    ['an unknown signal', { ...passed, audit_signal: 'approved' }, {}, 'REVISION', 'fix_required', ['unknown_signal']],
    [
      'a result with a Critical finding',
      { ...passed, audit_signal: 'audit_result' },
      { critical: ['Contrast fails'], verdict: 'audit_result' },
      'REVISION',
      'fix_required',
      ['critical_despite_signal'],
    ],
    [
      'a Critical hidden under Low',
      passed,
      { low: ['Contrast of muted text fails WCAG AA'] },
      'REVISION',
      'fix_required',
      ['critical_despite_signal', 'severity_raised'],
    ],
    [
      'something critical that is read as no finding',
      passed,
      `${reportText({})}\n## Afterthoughts\n\nSince yesterday the export is in a critical state.\n`,
      'REVISION',
      'fix_required',
      ['critical_unread'],
    ],
    [
      'a Critical only the row tells of',
      { ...passed, findings: 'Critical: contrast fails; all else fine' },
      {},
      'REVISION',
      'fix_required',
      ['critical_despite_signal'],
    ],
    [
      'a row that counts Criticals the report lacks',
      { ...passed, findings: '2 critical, 1 high' },
      { high: ['Off grid'] },
      'REVISION',
      'fix_required',
      ['critical_despite_signal'],
    ],
    ['a row that counts none', { ...passed, findings: '0 critical, 1 high' }, { high: ['Off grid'] }, 'CONVERGE', 'audit_passed', []],
    [
      'a heading that announces Criticals',
      passed,
      '# AUDIT-001\n## Overall Score: 8.5/10\n## Issues\n### Critical (1)\n### High (0)\n',
      'REVISION',
      'fix_required',
      ['critical_despite_signal', 'count_differs', 'report_incomplete'],
    ],
    ['a verdict that asks for a fix', passed, { verdict: 'fix_required' }, 'REVISION', 'fix_required', ['verdict_differs']],
    ['a verdict a step weaker', passed, { verdict: 'audit_result' }, 'CONVERGE', 'audit_result', ['verdict_differs']],
    [
      'a verdict that is kinder',
      { ...passed, audit_signal: 'fix_required' },
      { high: ['Off grid'] },
      'REVISION',
      'fix_required',
      ['verdict_differs'],
    ],
    ['a verdict in words of its own', passed, { verdict: 'approved' }, 'CONVERGE', 'audit_passed', ['unknown_verdict']],
    [
      'a total below the threshold without dimensions',
      passed,
      '# AUDIT-001\n## Overall Score: 3/10\n## Verdict: audit_passed\n',
      'REVISION',
      'fix_required',
      ['dimension_below_threshold', 'score_differs', 'report_incomplete'],
    ],
    ['scores that differ', { ...passed, audit_score: '9' }, {}, 'CONVERGE', 'audit_passed', ['score_differs']],
    ['a report of another audit', passed, { id: 'AUDIT-002' }, 'CONVERGE', 'audit_passed', ['other_audit']],
    ['High findings alone', passed, { high: ['Off grid'] }, 'CONVERGE', 'audit_passed', []],
  ])('%s', (_, row, report, decision, effectiveSignal, anomalies) => {
    const result = decided(row, report)
    expect(result).toMatchObject({ decision, effectiveSignal })
    expect(odd(result)).toEqual(anomalies)
  })

  test('a dimension exactly at the threshold is enough', () => {
    const at = (score: string) =>
      decided(passed, { dimensions: { Consistency: '8', Accessibility: score, Completeness: '8', Quality: '9', Industry: '8' } }).decision
    expect([at('6'), at('6.0'), at('5.999')]).toEqual(['CONVERGE', 'CONVERGE', 'REVISION'])
  })
})

test("when the report lists no issue, the row's findings go to the designer", () => {
  const decision = decided({ audit_signal: 'fix_required', findings: 'Missing hover state; Rename bg2' }, { verdict: 'fix_required' })
  expect(decision.findings.map(({ severity, text, at }) => [severity, text, at])).toEqual([
    ['High', 'Missing hover state', 'tasks.csv:4'],
    ['Medium', 'Rename bg2', 'tasks.csv:4'],
  ])
})

test('session state can give the iteration', () => {
  expect(decided({ audit_signal: 'fix_required' }, { high: ['Off grid'], verdict: 'fix_required' }, { iteration: 3 })).toMatchObject({
    decision: 'ESCALATE',
    iteration: 3,
  })
})

describe('audits that cannot be decided', () => {
  test('one that a later round replaced', () => {
    expect(assess({ sheet: readTasks(sessionText('third-round')), auditId: 'AUDIT-001', report: null })).toEqual({
      outcome: 'missing',
      auditId: 'AUDIT-001',
      missing: ['AUDIT-001 was repeated by AUDIT-re-002, whose result counts'],
      request: 'Assess AUDIT-re-002 instead.',
    })
  })

  test('a task that is no audit, and one that is not there', () => {
    const sheet = readTasks(sessionText('older-columns'))
    for (const auditId of ['1', 'AUDIT-001']) expect(assess({ sheet, auditId, report: null })).toMatchObject({ outcome: 'missing' })
    expect(decidableAudits(sheet, readChains(sheet))).toEqual([])
  })

  test('the newest audits that ran can', () => {
    for (const [name, expected] of [
      ['system-bom-crlf', ['AUDIT-001']],
      ['third-round', ['AUDIT-re-002']],
    ] as const) {
      const sheet = readTasks(sessionText(name))
      expect(decidableAudits(sheet, readChains(sheet))).toEqual(expected)
    }
  })
})

describe('the report of an audit', () => {
  const task = (cells: Cells) => sheetOf([cells]).tasks[0]!
  test.each([
    [
      'what the row names',
      task({ id: 'AUDIT-001', artifacts_produced: 'artifacts/audit/tokens.md' }),
      ['a/artifacts/audit/tokens.md', 'a/audit-001.md'],
      'a/artifacts/audit/tokens.md',
    ],
    [
      'what is named after it',
      task({ id: 'AUDIT-001' }),
      ['audit-0010.md', 'audit-re-001.md', 'x/AUDIT-001-report.md'],
      'x/AUDIT-001-report.md',
    ],
    ["a re-audit's own", task({ id: 'AUDIT-re-001' }), ['audit-001.md', 'audit-re-001.md'], 'audit-re-001.md'],
    ['the only one', task({ id: 'AUDIT-003' }), ['report.md'], 'report.md'],
    ["not another audit's", task({ id: 'AUDIT-003' }), ['audit-001.md'], null],
    ['none', task({ id: 'AUDIT-003' }), [], null],
  ])('%s', (_, row, paths, expected) => {
    expect(reportPicker(paths)(row)).toBe(expected)
  })
})

test('every session with an audit is decided from its files alone', () => {
  const outcome = (name: string) => {
    const sheet = readTasks(sessionText(name))
    const [auditId] = decidableAudits(sheet, readChains(sheet))
    const reports = sessionReports(name)
    const path = reportPicker(reports.map((each) => each.path))(sheet.byId.get(auditId!)!)
    const result = assess({ sheet, auditId: auditId!, report: reports.find((each) => each.path === path) ?? null })
    return result.outcome === 'decided' ? [result.decision.decision, result.decision.iteration] : result.outcome
  }
  expect(['system-bom-crlf', 'component-no-last-newline', 'third-round'].map(outcome)).toEqual([
    ['CONVERGE', 1],
    ['REVISION', 1],
    ['ESCALATE', 3],
  ])
})

test.each<[string, string, string[]]>([
  [
    'a summary with verdict, score, counts and the first issue',
    'fix_required at 8.75/10: 1 Critical, 1 High, 0 Medium, 0 Low. First: Critical, contrast of the label is 2.16:1, 4.5:1 is required; passing: #71777d (design/tokens.json:6).',
    [],
  ],
  ['counts and a verdict', '1 Critical, 1 High. fix_required at 8.75/10.', []],
  [
    'a summary that adds something',
    'fix_required at 8.75/10: 1 Critical, 1 High. No print style.',
    ['fix_required at 8.75/10: 1 Critical, 1 High. No print style.'],
  ],
  ['a summary that counts more', 'fix_required at 8.75/10: 2 Critical, 1 High.', ['fix_required at 8.75/10: 2 Critical, 1 High.']],
])('a row that restates the report is not counted twice: %s', (_case, findings, beyond) => {
  const report = {
    critical: ['contrast of the label is 2.16:1, 4.5:1 is required; passing: #71777d (design/tokens.json:6)'],
    high: ['the focus state is missing (design/button.md:1)'],
    verdict: 'fix_required',
  }
  const decision = decided({ audit_signal: 'fix_required', findings }, report)
  expect(decision.findings.filter(({ source }) => source.startsWith('tasks.csv')).map(({ text }) => text)).toEqual(beyond)
})
