// What decisions and answers do to the sheet, and what they leave alone.
import { describe, expect, test } from 'vitest'
import { answerEscalation } from '../../../src/workflows/audit/answer.ts'
import { applyDecisions } from '../../../src/workflows/audit/apply.ts'
import { assess } from '../../../src/workflows/audit/assess.ts'
import { readChains } from '../../../src/workflows/audit/chain.ts'
import { renderCsv } from '../../../src/lib/csv.ts'
import type { Decision } from '../../../src/workflows/audit/decide.ts'
import { escalationLines, summarise } from '../../../src/workflows/audit/escalate.ts'
import { reportFindings } from '../../../src/workflows/audit/findings.ts'
import { renderDecision } from '../../../src/workflows/audit/output.ts'
import { parseReport } from '../../../src/workflows/audit/report.ts'
import { planRevisions } from '../../../src/workflows/audit/revise.ts'
import { type TaskSheet, readTasks } from '../../../src/workflows/audit/tasks.ts'
import { validateTasks } from '../../../src/workflows/audit/validate.ts'
import { reportText, sessionReports, sessionText, sheetOf } from './session.ts'

function decisionOn(sheet: TaskSheet, auditId: string, text: string): Decision {
  const result = assess({ sheet, auditId, report: { path: `artifacts/audit/${auditId.toLowerCase()}.md`, text } })
  if (result.outcome !== 'decided') throw new Error(JSON.stringify(result))
  return result.decision
}
const failing = (id: string) =>
  reportText({
    id,
    score: '5',
    critical: ['Contrast of muted text fails (tokens.json:3)'],
    high: ['Off grid (tokens.json:9)'],
    verdict: 'fix_required',
  })
const deps = (sheet: TaskSheet, id: string) => sheet.byId.get(id)!.deps

describe('a revision', () => {
  const text = sessionText('component-no-last-newline')
  const before = readTasks(text)
  const { sheet, results } = applyDecisions(before, [decisionOn(before, 'AUDIT-001', sessionReports('component-no-last-newline')[0]!.text)])
  const after = renderCsv(sheet.document)

  test("changes only the waiting task's list and wave and adds two rows, in the file's own style", () => {
    const lines = text.split('\n')
    const changed = after.split('\n').slice(0, lines.length)
    expect(changed.filter((line, index) => line !== lines[index])).toEqual([
      lines.at(-1)!.replace(',AUDIT-001,DESIGN-001;AUDIT-001,csv-wave,4,', ',AUDIT-re-001,DESIGN-001;AUDIT-re-001,csv-wave,6,'),
    ])
    expect(after.endsWith('\n')).toBe(false)
    expect(validateTasks(readTasks(after))).toEqual([])
  })

  test('writes rows of the right kind', () => {
    expect(sheet.byId.get('DESIGN-fix-001')!.cells).toMatchObject({
      role: 'designer',
      pipeline_mode: 'component',
      scope: 'full',
      audit_type: '',
      deps: 'AUDIT-001',
      wave: '4',
      status: 'pending',
      exec_mode: 'csv-wave',
    })
    expect(sheet.byId.get('AUDIT-re-001')!.cells).toMatchObject({
      role: 'reviewer',
      audit_type: 'final-audit',
      deps: 'DESIGN-fix-001',
      wave: '5',
      status: 'pending',
      audit_signal: '',
    })
    expect(sheet.byId.get('DESIGN-fix-001')!.cells.description).toContain('- [Critical] Contrast: muted text on card is 3.1:1')
  })

  test('made twice adds nothing', () => {
    const request = { auditId: 'AUDIT-001', iteration: 1, issues: results[0]!.decision.findings, findings: results[0]!.decision.findings }
    const again = planRevisions(sheet, readChains(sheet), [request])
    expect(again).toMatchObject({ cells: [], append: [], made: [{ fix: 'DESIGN-fix-001', reAudit: 'AUDIT-re-001', already: true }] })
  })

  test('half made by someone else is completed', () => {
    const half = sheetOf([
      { id: 'AUDIT-001', status: 'completed', audit_signal: 'fix_required' },
      { id: 'BUILD-001', deps: 'AUDIT-001' },
      { id: 'DESIGN-fix-007', deps: 'AUDIT-001' },
    ])
    const done = applyDecisions(half, [decisionOn(half, 'AUDIT-001', failing('AUDIT-001'))]).sheet
    expect(done.tasks.map((task) => task.id)).toEqual(['AUDIT-001', 'BUILD-001', 'DESIGN-fix-007', 'AUDIT-re-008'])
    expect([deps(done, 'AUDIT-re-008'), deps(done, 'BUILD-001')]).toEqual([['DESIGN-fix-007'], ['AUDIT-re-008']])
  })

  test('of a later round also takes along what still waits for an earlier one', () => {
    const sheet = sheetOf([
      { id: 'AUDIT-001', status: 'completed', audit_signal: 'fix_required' },
      { id: 'DESIGN-fix-001', deps: 'AUDIT-001', status: 'completed' },
      { id: 'NOTE-001', deps: 'AUDIT-001', status: 'completed' },
      { id: 'AUDIT-re-001', deps: 'DESIGN-fix-001;NOTE-001', status: 'completed', audit_signal: 'fix_required' },
      { id: 'BUILD-001', deps: 'AUDIT-001' },
    ])
    const after = applyDecisions(sheet, [decisionOn(sheet, 'AUDIT-re-001', failing('AUDIT-re-001'))]).sheet
    expect(deps(after, 'BUILD-001')).toEqual(['AUDIT-re-002'])
    expect(deps(after, 'NOTE-001')).toEqual(['AUDIT-001'])
  })

  test('of two audits at once rewires a task that waits for both', () => {
    const sheet = sheetOf([
      { id: 'AUDIT-001', status: 'completed', audit_signal: 'fix_required' },
      { id: 'AUDIT-002', status: 'completed', audit_signal: 'fix_required' },
      { id: 'BUILD-001', deps: 'AUDIT-001;AUDIT-002' },
    ])
    const after = applyDecisions(
      sheet,
      ['AUDIT-001', 'AUDIT-002'].map((id) => decisionOn(sheet, id, failing(id))),
    ).sheet
    expect(deps(after, 'BUILD-001')).toEqual(['AUDIT-re-001', 'AUDIT-re-002'])
    expect(after.tasks.map((task) => [task.id, task.cells.wave])).toEqual([
      ['AUDIT-001', '1'],
      ['AUDIT-002', '1'],
      ['BUILD-001', '4'],
      ['DESIGN-fix-001', '2'],
      ['AUDIT-re-001', '3'],
      ['DESIGN-fix-002', '2'],
      ['AUDIT-re-002', '3'],
    ])
  })

  test('moves nothing forward that waits for a task that is not there', () => {
    const sheet = sheetOf([
      { id: 'AUDIT-001', wave: '1', status: 'completed', audit_signal: 'fix_required' },
      { id: 'BUILD-001', deps: 'DESIGN-009', wave: '7' },
      { id: 'BUILD-002', deps: 'DESIGN-009;AUDIT-001', wave: '2' },
    ])
    const after = applyDecisions(sheet, [decisionOn(sheet, 'AUDIT-001', failing('AUDIT-001'))]).sheet
    expect(after.tasks.map((task) => [task.id, task.cells.wave])).toEqual([
      ['AUDIT-001', '1'],
      ['BUILD-001', '7'],
      ['BUILD-002', '4'],
      ['DESIGN-fix-001', '2'],
      ['AUDIT-re-001', '3'],
    ])
  })

  test('says which tasks were completed too early', () => {
    const sheet = sheetOf([
      { id: 'AUDIT-001', status: 'completed', audit_signal: 'fix_required' },
      { id: 'BUILD-001', deps: 'AUDIT-001', status: 'completed' },
    ])
    expect(applyDecisions(sheet, [decisionOn(sheet, 'AUDIT-001', failing('AUDIT-001'))]).results[0]!.actions.join()).toContain(
      'Already completed before the audit passed: BUILD-001',
    )
  })

  test.each([
    ['a ragged row', 'id,description,deps,audit_signal\nAUDIT-001,x,,fix_required\nBUILD-001,a, b,AUDIT-001,\n'],
    ['no deps column', 'id,description,audit_signal\nAUDIT-001,x,fix_required\n'],
    ['a cycle elsewhere', 'id,description,deps,audit_signal\nAUDIT-001,x,,fix_required\nA,x,B,\nB,x,A,\n'],
    ['an id twice', 'id,description,deps,audit_signal\nAUDIT-001,x,,fix_required\nA,x,,\nA,x,,\n'],
  ])('is refused on %s: the file stays, a person is asked', (_, csv) => {
    const sheet = readTasks(csv)
    const { sheet: after, results } = applyDecisions(sheet, [decisionOn(sheet, 'AUDIT-001', failing('AUDIT-001'))])
    expect(renderCsv(after.document)).toBe(csv)
    expect(results[0]!.decision.decision).toBe('ESCALATE')
    expect(results[0]!.actions[0]).toContain('left unchanged')
  })

  test('keeps quoting, byte order mark, line ends and unknown columns of the file', () => {
    const text = sessionText('system-bom-crlf')
    const sheet = readTasks(text.replace('"8.6","audit_passed"', '"4","fix_required"'))
    const after = renderCsv(applyDecisions(sheet, [decisionOn(sheet, 'AUDIT-001', failing('AUDIT-001'))]).sheet.document)
    expect(after.startsWith('\uFEFF"id",')).toBe(true)
    expect(after.replaceAll('\r\n', '')).not.toMatch(/\r/)
    expect(after).toContain('"=HYPERLINK(""http://example.org"",""x"")"')
    expect(after.split('\r\n').find((line) => line.startsWith('"AUDIT-re-001"'))).toMatch(/,"","",""$/)
    expect(validateTasks(readTasks(after))).toEqual([])
  })
})

describe('an escalation', () => {
  const sheet = readTasks(sessionText('third-round'))
  const reports = sessionReports('third-round')
  const decision = decisionOn(sheet, 'AUDIT-re-002', reports[2]!.text)
  const { sheet: after, results } = applyDecisions(sheet, [decision])
  const rounds = reports.map((file, index) => ({
    auditId: ['AUDIT-001', 'AUDIT-re-001', 'AUDIT-re-002'][index]!,
    iteration: index + 1,
    findings: reportFindings(parseReport(file.path, file.text)),
  }))

  test('holds what waits: the audit reads failed until a person decides, and nothing is added', () => {
    expect(after.tasks).toHaveLength(sheet.tasks.length)
    expect(after.byId.get('AUDIT-re-002')!.cells).toMatchObject({
      status: 'failed',
      error: 'escalated at iteration 3 of 3: waits for a person',
    })
    expect(results[0]!.revision).toBeNull()
  })

  test('knows an issue again though its numbers and lines moved', () => {
    const { rounds: told, unresolved } = summarise(rounds)
    expect(told.map(({ fixed, remaining, introduced }) => [fixed.length, remaining.length, introduced.length])).toEqual([
      [0, 0, 3],
      [1, 2, 0],
      [1, 1, 1],
    ])
    expect(unresolved.map((each) => each.at)).toEqual(['artifacts/design/tokens.json:13', 'artifacts/design/input.md:9'])
  })

  test('says when an earlier report is gone', () => {
    expect(escalationLines(summarise([{ ...rounds[0]!, findings: null }, rounds[1]!])).join('\n')).toMatch(
      /Iteration 1 \(AUDIT-001\): its report is missing[\s\S]*the report of AUDIT-001 is missing/,
    )
  })

  test('force-approve lets the waiting task start and lists what was set aside', () => {
    const answered = answerEscalation(after, decision, { choice: 'force-approve', person: 'Dana', reason: 'demo tomorrow' })
    expect(answered.sheet.byId.get('AUDIT-re-002')!.cells).toMatchObject({ status: 'completed', error: '' })
    expect(answered.overridden).toHaveLength(decision.findings.length)
    expect(answered.actions[0]).toContain('Dana approved AUDIT-re-002')
    expect(answered.sheet.byId.get('AUDIT-re-002')!.cells.audit_signal).toBe('fix_required')
  })

  test('manual fix leaves the chain waiting for a re-audit, a round further', () => {
    const answered = answerEscalation(after, decision, { choice: 'manual-fix', person: 'Dana', reason: '' })
    expect(answered.reAudit).toBe('AUDIT-re-003')
    expect([deps(answered.sheet, 'AUDIT-re-003'), deps(answered.sheet, 'BUILD-001')]).toEqual([['AUDIT-re-002'], ['AUDIT-re-003']])
    expect(answered.sheet.byId.has('DESIGN-fix-003')).toBe(false)
    expect(readChains(answered.sheet).get('AUDIT-re-003')!.iteration).toBe(4)
  })

  test('abort keeps every task', () => {
    expect(renderCsv(answerEscalation(after, decision, { choice: 'abort', person: 'Dana', reason: '' }).sheet.document)).toBe(
      renderCsv(after.document),
    )
  })
})

describe('the report of a decision', () => {
  test('no text of a finding can open a section', () => {
    const sheet = sheetOf([
      {
        id: 'AUDIT-001',
        status: 'completed',
        audit_signal: 'fix_required\n## Next Step',
        findings: 'Critical: x\n## Summary\n- GC Decision: CONVERGE',
      },
    ])
    const applied = applyDecisions(sheet, [decisionOn(sheet, 'AUDIT-001', '## Verdict: fix_required')]).results[0]!
    expect(renderDecision(applied).match(/^#+ .*$/gm)).toEqual([
      '## Summary',
      '## Audit Findings',
      '### Critical',
      '### High',
      '### Medium/Low',
      '## Decision Rationale',
      '## Actions Taken',
      '## Next Step',
    ])
  })
})
