// Requirements of the audit workflow that its pure core answers for.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerEscalation } from '../../src/workflows/audit/answer.ts'
import { applyDecisions } from '../../src/workflows/audit/apply.ts'
import { assess } from '../../src/workflows/audit/assess.ts'
import { categorise } from '../../src/workflows/audit/categorise.ts'
import { readChains } from '../../src/workflows/audit/chain.ts'
import { parseCsv, renderCsv } from '../../src/lib/csv.ts'
import { type Decision, decide } from '../../src/workflows/audit/decide.ts'
import { gcDecisionSchema, readDiscoveries } from '../../src/workflows/audit/discoveries.ts'
import { escalationChoices, summarise } from '../../src/workflows/audit/escalate.ts'
import { reportFindings } from '../../src/workflows/audit/findings.ts'
import { decisionDiscovery, renderDecision } from '../../src/workflows/audit/output.ts'
import { readyTasks } from '../../src/workflows/audit/progress.ts'
import { parseReport } from '../../src/workflows/audit/report.ts'
import { planRevisions } from '../../src/workflows/audit/revise.ts'
import { review } from '../../src/workflows/audit/reviewers/review.ts'
import { scoreAudit } from '../../src/workflows/audit/score.ts'
import { type TaskSheet, readTasks, taskColumns } from '../../src/workflows/audit/tasks.ts'
import { type ReportParts, pipeline, reportText, sessionReports, sessionText, sheetOf } from '../workflows/audit/session.ts'

const failing: ReportParts = {
  score: '5',
  critical: ['Contrast of muted text fails (tokens.json:3)'],
  high: ['Off grid (tokens.json:9)'],
  medium: ['Rename bg2'],
  verdict: 'fix_required',
}
const fix = { audit_signal: 'fix_required', audit_score: '5' }
const pass = { audit_signal: 'audit_passed', audit_score: '8.5' }

function outcome(sheet: TaskSheet, report: string | null, auditId = 'AUDIT-001', iteration?: number) {
  return assess({
    sheet,
    auditId,
    report: report === null ? null : { path: `artifacts/audit/${auditId.toLowerCase()}.md`, text: report },
    ...(iteration !== undefined && { iteration }),
  })
}

function decided(sheet: TaskSheet, report: string, auditId = 'AUDIT-001', iteration?: number): Decision {
  const result = outcome(sheet, report, auditId, iteration)
  if (result.outcome !== 'decided') throw new Error(JSON.stringify(result))
  return result.decision
}

const applied = (sheet: TaskSheet, report: string, auditId = 'AUDIT-001') => applyDecisions(sheet, [decided(sheet, report, auditId)])
const section = (markdown: string, heading: string) =>
  markdown
    .split(`${heading}\n`)[1]!
    .split(/^#{2,3} /m)[0]!
    .trim()

describe('input', () => {
  test('AU-001 signal, score and findings come from the row, and without them there is no decision', () => {
    const decision = decided(
      pipeline({ ...fix, audit_score: '4.75', findings: 'High: spacing off grid' }),
      '# AUDIT-001\n## Verdict: fix_required\n',
    )
    expect(decision).toMatchObject({ signal: 'fix_required', score: '4.75' })
    expect(decision.findings).toMatchObject([{ text: 'spacing off grid', at: 'tasks.csv:4' }])
    expect(outcome(pipeline({ status: 'pending' }), reportText({})).outcome).toBe('missing')
  })

  test('AU-002 the report is parsed into dimension scores and single issues', () => {
    const { dimensions, findings } = parseReport('r.md', reportText(failing))
    expect(dimensions.map(({ key, score }) => `${key} ${score}`)).toEqual([
      'consistency 8',
      'accessibility 9',
      'completeness 8',
      'quality 9',
      'industry 8',
    ])
    expect(findings.map(({ stated, text, reference }) => [stated, text, reference])).toEqual([
      ['Critical', 'Contrast of muted text fails (tokens.json:3)', 'tokens.json:3'],
      ['High', 'Off grid (tokens.json:9)', 'tokens.json:9'],
      ['Medium', 'Rename bg2', null],
    ])
  })

  test.each([
    [['10', '0', '0', '0', '0'], 0, '2', 'fix_required'],
    [['0', '10', '0', '0', '0'], 0, '2.5', 'fix_required'],
    [['0', '0', '10', '0', '0'], 0, '2', 'fix_required'],
    [['0', '0', '0', '10', '0'], 0, '1.5', 'fix_required'],
    [['0', '0', '0', '0', '10'], 0, '2', 'fix_required'],
    [['8', '8', '8', '8', '8'], 0, '8', 'audit_passed'],
    [['8', '8', '8', '8', '7.95'], 0, '7.99', 'audit_result'],
    [['6', '6', '6', '6', '6'], 0, '6', 'audit_result'],
    [['6', '6', '6', '6', '5.95'], 0, '5.99', 'fix_required'],
    [['9', '9', '9', '9', '9'], 1, '9', 'fix_required'],
  ])(
    'AU-003 our own audit weighs its five dimensions and signals by 8, 6 and Criticals: %j with %i',
    ([consistency, accessibility, completeness, quality, industry], criticals, score, signal) => {
      expect(
        scoreAudit(
          { consistency: consistency!, accessibility: accessibility!, completeness: completeness!, quality: quality!, industry: industry! },
          criticals,
        ),
      ).toMatchObject({ score, signal })
    },
  )

  test('an audit our reviewer made carries that score and signal in its report', () => {
    const made = review({
      auditId: 'AUDIT-001',
      auditType: 'token-audit',
      files: [{ path: 'tokens.json', text: '{"a":{"$type":"color","$value":"x"}}' }],
    })
    expect(parseReport('r.md', made.report)).toMatchObject({ overall: { score: made.score.score }, verdict: { signal: 'fix_required' } })
  })

  test('AU-006 tasks.csv holds the seventeen columns by name; others are kept as found', () => {
    const text = sessionText('system-bom-crlf')
    const sheet = readTasks(text)
    expect([...sheet.columns.keys()]).toEqual([...taskColumns])
    expect(taskColumns).toHaveLength(17)
    expect(renderCsv(parseCsv(text))).toBe(text)
    const changed = applied(
      readTasks(text.replace('"completed","No blocking', '"pending","No blocking')),
      sessionReports('system-bom-crlf')[0]!.text,
    ).sheet
    expect(renderCsv(changed.document)).toBe(text)
  })
})

describe('iteration', () => {
  test('AU-007 is counted per chain; the first audit of a chain is iteration 1', () => {
    const links = readChains(
      sheetOf([
        { id: 'AUDIT-001' },
        { id: 'DESIGN-fix-001', deps: 'AUDIT-001' },
        { id: 'AUDIT-re-001', deps: 'DESIGN-fix-001' },
        { id: 'AUDIT-002', deps: 'AUDIT-re-001' },
        { id: 'DESIGN-fix-002', deps: 'AUDIT-002' },
        { id: 'AUDIT-re-002', deps: 'DESIGN-fix-002' },
      ]),
    )
    expect(['AUDIT-001', 'AUDIT-re-001', 'AUDIT-002', 'AUDIT-re-002'].map((id) => links.get(id)!.iteration)).toEqual([1, 2, 1, 2])
    expect(decided(pipeline(fix), reportText(failing), 'AUDIT-001', 3).iteration).toBe(3)
  })

  test('AU-008 survives a restart: after each revision the written file alone tells it', () => {
    let text = renderCsv(pipeline(fix).document)
    for (const [auditId, iteration] of [
      ['AUDIT-001', 1],
      ['AUDIT-re-001', 2],
      ['AUDIT-re-002', 3],
    ] as const) {
      const sheet = readTasks(
        text.replace(new RegExp(`^${auditId},.*$`, 'm'), (line) => line.replace('pending,,,,,', 'completed,,,5,fix_required,')),
      )
      const decision = decided(sheet, reportText({ ...failing, id: auditId }), auditId)
      expect(decision.iteration).toBe(iteration)
      text = renderCsv(applyDecisions(sheet, [decision]).sheet.document)
    }
  })

  test('AU-038 an unclear iteration comes from the id, and is 1 if that fails', () => {
    const lone = sheetOf([
      { id: 'AUDIT-re-001', status: 'completed', ...fix },
      { id: 'REVIEW-7', status: 'completed', ...fix },
    ])
    const [fromId, fallback] = ['AUDIT-re-001', 'REVIEW-7'].map((id) => decided(lone, reportText({ ...failing, id }), id))
    expect([fromId!.iteration, fallback!.iteration]).toEqual([2, 1])
    for (const decision of [fromId, fallback]) expect(decision!.anomalies.map((each) => each.code)).toContain('iteration_unclear')
  })
})

describe('findings', () => {
  test.each([
    ['Text contrast fails WCAG AA', 'Critical'],
    ['Invalid token format: color.primary is missing $value', 'Critical'],
    ['Inconsistent spacing between cards', 'High'],
    ['Missing hover state', 'High'],
  ])(
    'AU-009 accessibility failures and token format violations are Critical, inconsistencies and missing states High: %s',
    (text, severity) => {
      expect(categorise(text, null).severity).toBe(severity)
      expect(reportFindings(parseReport('r.md', `## Issues\n- ${text}\n`))[0]!.severity).toBe(severity)
    },
  )

  test.each([
    ['Naming could be clearer: rename bg2', 'Medium'],
    ['Usage is undocumented', 'Medium'],
    ['Prefer rounder corners', 'Low'],
    ['Consider a softer shadow', 'Low'],
  ])('AU-010 names and documentation gaps are Medium, preferences and suggestions Low: %s', (text, severity) => {
    expect(categorise(text, null).severity).toBe(severity)
    expect(reportFindings(parseReport('r.md', `## Issues\n- ${text}\n`))[0]!.severity).toBe(severity)
  })
})

describe('decision', () => {
  const anything = fc.record({
    signal: fc.constantFrom('audit_passed', 'audit_result', 'fix_required', '', 'ok'),
    critical: fc.boolean(),
    high: fc.boolean(),
    iteration: fc.integer({ min: 1, max: 6 }),
  })
  const make = (
    { signal, critical, high, iteration }: { signal: string; critical: boolean; high: boolean; iteration: number },
    score = '8',
    title = 'AUDIT-001',
  ) =>
    decide({
      row: { id: 'AUDIT-001', signal, score, findings: '', source: 'tasks.csv:4' },
      report: parseReport(
        'r.md',
        reportText({ id: title, score, critical: critical ? ['Contrast fails'] : [], high: high ? ['Off grid'] : [], verdict: signal }),
      ),
      iteration: { iteration, source: 'chain' },
    })

  test('AU-011 is one of three, and the same whatever the score, the title or the time', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 60, max: 100 }), (input, tenths) => {
        const first = make(input)
        const other = make(input, String(tenths / 10), 'AUDIT-009')
        expect(['CONVERGE', 'REVISION', 'ESCALATE']).toContain(first.decision)
        expect([other.decision, other.effectiveSignal]).toEqual([first.decision, first.effectiveSignal])
      }),
    )
  })

  test('AU-012 audit_passed converges', () => {
    expect(decided(pipeline(pass), reportText({}))).toMatchObject({ decision: 'CONVERGE', advisory: false })
  })

  test('AU-013 audit_result converges with its findings as an advisory', () => {
    const decision = decided(
      pipeline({ audit_signal: 'audit_result', audit_score: '7' }),
      reportText({ score: '7', high: ['Off grid (t.json:2)'], verdict: 'audit_result' }),
    )
    expect(decision).toMatchObject({ decision: 'CONVERGE', advisory: true, findings: [{ text: 'Off grid', at: 't.json:2' }] })
    const result = applyDecisions(pipeline({ audit_signal: 'audit_result' }), [decision]).results[0]!
    expect(decisionDiscovery(result, 't', 'w').data['advisory']).toEqual([
      'High: Off grid (t.json:2, said in artifacts/audit/audit-001.md:13)',
    ])
  })

  test.each([1, 2])('AU-014 fix_required at iteration %i is a revision', (iteration) => {
    expect(decided(pipeline(fix), reportText(failing), 'AUDIT-001', iteration).decision).toBe('REVISION')
  })

  test.each([3, 4, 9])('AU-015 fix_required at iteration %i escalates, and no revision task is made', (iteration) => {
    const sheet = pipeline(fix)
    const decision = decided(sheet, reportText(failing), 'AUDIT-001', iteration)
    expect(decision.decision).toBe('ESCALATE')
    expect(applyDecisions(sheet, [decision]).sheet.tasks.map((task) => task.id)).toEqual(sheet.tasks.map((task) => task.id))
  })

  test('AU-016 what needs a fix is never approved, but by a person by name', () => {
    fc.assert(
      fc.property(anything, (input) => {
        const decision = make(input)
        expect(decision.decision === 'CONVERGE').toBe(decision.effectiveSignal !== 'fix_required')
        const { sheet } = applyDecisions(pipeline({ audit_signal: input.signal }), [decision])
        const passed = new Set(decision.decision === 'CONVERGE' ? ['AUDIT-001'] : [])
        expect(readyTasks(sheet, readChains(sheet), passed).includes('BUILD-001')).toBe(decision.effectiveSignal !== 'fix_required')
      }),
    )
    const sheet = pipeline(fix)
    const decision = decided(sheet, reportText(failing), 'AUDIT-001', 3)
    const answered = answerEscalation(applyDecisions(sheet, [decision]).sheet, decision, {
      choice: 'force-approve',
      person: 'Dana',
      reason: '',
    })
    expect(answered.actions[0]).toContain('Dana')
    expect(answered.overridden).toHaveLength(3)
    expect(readyTasks(answered.sheet, readChains(answered.sheet), new Set(['AUDIT-001']))).toEqual(['BUILD-001'])
  })

  test.each([
    ['5.9', '6', 'REVISION'],
    ['6', '6', 'CONVERGE'],
    ['6', '7', 'REVISION'],
  ])('AU-017 a dimension of %s against a threshold of %s contradicts a pass: %s', (score, dimension, expected) => {
    const sheet = pipeline(pass)
    const text = reportText({ dimensions: { Consistency: '8', Accessibility: score, Completeness: '8', Quality: '9', Industry: '8' } })
    const result = assess({ sheet, auditId: 'AUDIT-001', report: { path: 'r.md', text }, thresholds: { dimension, rounds: 3 } })
    expect(result).toMatchObject({
      decision: { decision: expected, anomalies: expected === 'REVISION' ? [{ code: 'dimension_below_threshold' }] : [] },
    })
  })

  test('AU-018 convergence marks the design phase complete and says what can be built', () => {
    const { sheet, results } = applied(pipeline({ ...pass, status: 'pending' }), reportText({}))
    expect(sheet.byId.get('AUDIT-001')!.cells.status).toBe('completed')
    expect(results[0]).toMatchObject({ ready: ['BUILD-001'] })
    expect(decisionDiscovery(results[0]!, 't', 'w').data).toMatchObject({ design_phase: 'complete', ready: ['BUILD-001'] })
  })
})

describe('revision', () => {
  const { sheet, results } = applied(pipeline(fix), reportText(failing))

  test('AU-019 adds a DESIGN-fix whose description holds the issues', () => {
    const { description, deps } = sheet.byId.get('DESIGN-fix-001')!.cells
    for (const words of [
      'Contrast of muted text fails (tokens.json:3',
      'Off grid (tokens.json:9',
      'Rename bg2 (artifacts/audit/audit-001.md:',
    ])
      expect(description).toContain(words)
    expect(deps).toBe('AUDIT-001')
  })

  test('AU-020 adds an AUDIT-re that depends on the fix', () => {
    expect(sheet.byId.get('AUDIT-re-001')!.deps).toEqual(['DESIGN-fix-001'])
  })

  test('waves are recomputed over the whole graph', () => {
    expect(sheet.tasks.map((task) => [task.id, task.cells.wave])).toEqual([
      ['RESEARCH-001', '1'],
      ['DESIGN-001', '2'],
      ['AUDIT-001', '3'],
      ['BUILD-001', '6'],
      ['DESIGN-fix-001', '4'],
      ['AUDIT-re-001', '5'],
    ])
  })

  test('AU-022 what depended on the failed audit depends on the newest re-audit', () => {
    expect(sheet.byId.get('BUILD-001')).toMatchObject({ deps: ['AUDIT-re-001'], contextFrom: ['DESIGN-001', 'AUDIT-re-001'] })
    expect(readyTasks(sheet, readChains(sheet), new Set(['AUDIT-001']))).toEqual(['DESIGN-fix-001'])
  })

  test('AU-023 an issue the audit did not find is refused, and so is a revision without any', () => {
    const { findings } = results[0]!.decision
    const own = pipeline(fix)
    const foreign = { ...findings[0]!, text: 'Make the logo bigger' }
    for (const issues of [[foreign], []])
      expect(planRevisions(own, readChains(own), [{ auditId: 'AUDIT-001', iteration: 1, issues, findings }])).toMatchObject({
        append: [],
        cells: [],
        made: [],
        refused: [{ auditId: 'AUDIT-001' }],
      })
    expect(
      planRevisions(own, readChains(own), [{ auditId: 'AUDIT-001', iteration: 1, issues: findings.slice(0, 1), findings }]).append,
    ).toHaveLength(2)
  })

  test('AU-039 when the tasks cannot be made, the file stays, the reason is told and a person is asked', () => {
    const text = renderCsv(pipeline(fix).document).replace('BUILD-001,', 'DESIGN-001,')
    const result = applied(readTasks(text), reportText(failing))
    expect(renderCsv(result.sheet.document)).toBe(text)
    expect(result.results[0]!.decision.decision).toBe('ESCALATE')
    expect(result.results[0]!.decision.rationale[0]).toMatch(/couldn't be made: .*"DESIGN-001" repeats the id of row 3/)
    expect(result.results[0]!.actions).toEqual([expect.stringContaining('left unchanged'), 'Escalated to a person at once.'])
  })
})

describe('escalation', () => {
  const rounds = sessionReports('third-round').map(({ path, text }, index) => ({
    auditId: `round-${index + 1}`,
    iteration: index + 1,
    findings: reportFindings(parseReport(path, text)),
  }))

  test('AU-025 tells over all rounds what was fixed and what remains', () => {
    const [, second, third] = summarise(rounds).rounds
    expect(second!.fixed).toEqual([expect.stringContaining('Token radius.lg has an invalid $value')])
    expect(third!.fixed).toEqual([expect.stringContaining('Inconsistent spacing scale')])
    expect(third!.remaining).toEqual([expect.stringContaining('Contrast of color.text.muted')])
  })

  test('AU-026 lists each unresolved Critical and High with its file', () => {
    expect(summarise(rounds).unresolved.map(({ severity, at }) => [severity, at])).toEqual([
      ['Critical', 'artifacts/design/tokens.json:13'],
      ['High', 'artifacts/design/input.md:9'],
    ])
  })

  test('there are three ways on', () => {
    expect(escalationChoices.map((choice) => choice.id)).toEqual(['force-approve', 'manual-fix', 'abort'])
  })
})

describe('reporting', () => {
  const revision = applied(pipeline(fix), reportText(failing)).results[0]!
  const markdown = renderDecision(revision)
  const converged = renderDecision(applied(pipeline(pass), reportText({})).results[0]!)
  const third = readTasks(sessionText('third-round'))
  const rounds = sessionReports('third-round').map(({ path, text }, index) => ({
    auditId: `round-${index + 1}`,
    iteration: index + 1,
    findings: reportFindings(parseReport(path, text)),
  }))
  const escalated = renderDecision(applied(third, sessionReports('third-round')[2]!.text, 'AUDIT-re-002').results[0]!, summarise(rounds))

  test('the line for discoveries.ndjson holds iteration, signal, score and rationale', () => {
    const line = JSON.stringify(decisionDiscovery(revision, '2026-01-02T03:04:05Z', 'whet'))
    const { data } = readDiscoveries(line).entries[0]!.entry
    expect(gcDecisionSchema.parse(data)).toMatchObject({
      audit_id: 'AUDIT-001',
      iteration: 1,
      decision: 'REVISION',
      signal: 'fix_required',
      score: '5',
      rationale: revision.decision.rationale,
    })
  })

  test("AU-030 the audit's status changes when the decision changes it, and every other row keeps its bytes", () => {
    const before = renderCsv(pipeline({ ...pass, status: 'in_progress' }).document)
    const after = renderCsv(applied(readTasks(before), reportText({})).sheet.document)
    expect(after).toBe(before.replace('in_progress', 'completed'))
    expect(renderCsv(applied(readTasks(after), reportText({})).sheet.document)).toBe(after)
  })

  test('AU-031 the summary shows decision, signal, score and iteration', () => {
    expect(section(markdown, '## Summary')).toBe(
      '- GC Decision: REVISION\n- Audit Signal: fix_required\n- Audit Score: 5/10\n- Iteration: 1 / 3',
    )
  })

  test('AU-032 findings stand by severity, Critical and High with artifact:line', () => {
    expect(markdown).toContain('## Audit Findings\n\n### Critical\n')
    expect(section(markdown, '### Critical')).toMatch(/^- Contrast of muted text fails \(tokens\.json:3, /)
    expect(section(markdown, '### High')).toMatch(/^- Off grid \(tokens\.json:9, /)
    expect(section(markdown, '### Medium/Low')).toMatch(/^- Medium: Rename bg2 /)
    expect(section(converged, '### Critical')).toBe('- (none)')
  })

  test('AU-033 the rationale refers to findings, or to their absence', () => {
    expect(section(markdown, '## Decision Rationale')).toContain('Critical: Contrast of muted text fails (tokens.json:3')
    expect(section(converged, '## Decision Rationale')).toContain('The audit lists no findings.')
  })

  test('AU-034 the actions tell tasks made, statuses and the escalation', () => {
    expect(section(markdown, '## Actions Taken')).toBe(
      '- AUDIT-001 stays completed.\n- Created DESIGN-fix-001 (wave 4) and AUDIT-re-001 (wave 5).\n- Now waiting for AUDIT-re-001: BUILD-001.',
    )
    expect(section(escalated, '## Actions Taken')).toMatch(
      /AUDIT-re-002: status completed → failed\.[\s\S]*Iteration 3 \(round-3\): 1 fixed, 1 remain, 1 new\.[\s\S]*Unresolved Critical and High findings:/,
    )
  })

  test('AU-035 the next step is to build, or names the tasks, or awaits a person', () => {
    expect(section(converged, '## Next Step')).toBe('- CONVERGE: proceed to the BUILD wave (BUILD-001)')
    expect(section(markdown, '## Next Step')).toBe('- REVISION: run DESIGN-fix-001 and then AUDIT-re-001 in the next waves')
    expect(section(escalated, '## Next Step')).toBe("- ESCALATE: awaiting a person's decision: force-approve, manual-fix, abort")
  })
})

describe('errors', () => {
  test.each<[string, TaskSheet, string | null]>([
    ['no report', pipeline(pass), null],
    ['a report that says nothing', pipeline(pass), 'lorem ipsum'],
    ['a row without results', pipeline({ status: 'pending' }), reportText({})],
    ['no row', sheetOf([{ id: 'BUILD-001' }]), reportText({})],
  ])('AU-036 %s: what is missing is told, the audit is asked for again, nothing is decided', (_, sheet, report) => {
    const result = outcome(sheet, report)
    if (result.outcome !== 'missing') throw new Error('decided')
    expect(result.missing).toHaveLength(1)
    expect(result.request).toContain('Run AUDIT-001 again')
    expect(JSON.stringify(result)).not.toMatch(/CONVERGE|REVISION|ESCALATE/)
  })

  test('AU-037 an empty signal counts as fix_required and is logged', () => {
    const decision = decided(pipeline({ status: 'completed', audit_score: '9' }), reportText({ high: ['Off grid'], score: '9' }))
    expect(decision).toMatchObject({ decision: 'REVISION', effectiveSignal: 'fix_required', anomalies: [{ code: 'empty_signal' }] })
  })

  test('AU-040 a pass with a Critical finding counts as fix_required and is logged', () => {
    const decision = decided(pipeline(pass), reportText({ critical: ['Contrast fails (t.json:3)'] }))
    expect(decision).toMatchObject({
      decision: 'REVISION',
      effectiveSignal: 'fix_required',
      anomalies: [{ code: 'critical_despite_signal', message: expect.stringContaining('t.json:3') }],
    })
  })

  test('a partial decision says so, keeps the iteration and changes nothing', () => {
    const sheet = pipeline(fix)
    const result = assess({ sheet, auditId: 'AUDIT-001', report: null, partial: 'the time limit is near' })
    if (result.outcome !== 'decided') throw new Error('not decided')
    const { sheet: after, results } = applyDecisions(sheet, [result.decision])
    expect(renderCsv(after.document)).toBe(renderCsv(sheet.document))
    expect(section(renderDecision(results[0]!), '## Summary')).toBe(
      '- GC Decision: REVISION (partial: the time limit is near)\n- Audit Signal: fix_required\n- Audit Score: 5/10\n- Iteration: 1 / 3',
    )
  })
})
