// Requirements of the audit workflow that only the wired whole answers for: real folders, real journals, makers and a person.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ProviderRequest } from '../../src/agents/provider.ts'
import type { RunReport } from '../../src/operations/runs.ts'
import * as answer from '../../src/operations/answer.ts'
import * as assess from '../../src/workflows/audit/verbs/assess.ts'
import type { Assessed } from '../../src/workflows/audit/verbs/assessed.ts'
import * as auditNew from '../../src/workflows/audit/verbs/new.ts'
import * as auditRun from '../../src/workflows/audit/verbs/run.ts'
import * as inbox from '../../src/operations/inbox.ts'
import * as resume from '../../src/operations/resume.ts'
import { gcDecisionSchema, readDiscoveries } from '../../src/workflows/audit/discoveries.ts'
import { renderCsv } from '../../src/lib/csv.ts'
import { crew, newProject, run, typist, worldOf } from '../workflows/audit/project.ts'
import { pipeline, reportText, sheetOf } from '../workflows/audit/session.ts'

const session = { session: 'session' }
const failing = { score: '5', critical: ['Contrast of muted text fails (artifacts/design/tokens.json:3)'], verdict: 'fix_required' }
const fix = { audit_signal: 'fix_required', audit_score: '5' }
const design = { 'artifacts/design/tokens.json': '{"a":1}\n', 'artifacts/design/button.md': '# Button\n' }

const rounds = { first: 'AUDIT-001', second: 'AUDIT-re-001', third: 'AUDIT-re-002' } as const

/** A chain that failed in its third round. */
function escalating(): Record<string, string> {
  const sheet = sheetOf([
    { id: 'DESIGN-001', role: 'designer', status: 'completed' },
    { id: 'AUDIT-001', role: 'reviewer', deps: 'DESIGN-001', status: 'completed', audit_type: 'final-audit', ...fix },
    { id: 'DESIGN-fix-001', role: 'designer', deps: 'AUDIT-001', status: 'completed' },
    { id: 'AUDIT-re-001', role: 'reviewer', deps: 'DESIGN-fix-001', status: 'completed', audit_type: 'final-audit', ...fix },
    { id: 'DESIGN-fix-002', role: 'designer', deps: 'AUDIT-re-001', status: 'completed' },
    { id: 'AUDIT-re-002', role: 'reviewer', deps: 'DESIGN-fix-002', status: 'completed', audit_type: 'final-audit', ...fix },
    { id: 'BUILD-001', role: 'implementer', deps: 'AUDIT-re-002' },
  ])
  const reports = Object.values(rounds).map((id) => [`artifacts/audit/${id.toLowerCase()}.md`, reportText({ ...failing, id })] as const)
  return { 'tasks.csv': renderCsv(sheet.document), ...design, ...Object.fromEntries(reports) }
}

const single = (cells: Parameters<typeof pipeline>[0], report: Parameters<typeof reportText>[0]) => ({
  'tasks.csv': renderCsv(pipeline(cells).document),
  'artifacts/audit/audit-001.md': reportText(report),
  ...design,
})
const fresh = (files: Record<string, string> = {}) => ({
  'tasks.csv': renderCsv(
    sheetOf([
      { id: 'RESEARCH-001', role: 'researcher', wave: '1' },
      { id: 'DESIGN-001', role: 'designer', deps: 'RESEARCH-001', wave: '2' },
      { id: 'AUDIT-001', role: 'reviewer', audit_type: 'final-audit', deps: 'DESIGN-001', wave: '3' },
      { id: 'BUILD-001', role: 'implementer', deps: 'AUDIT-001', wave: '4' },
    ]).document,
  ),
  ...files,
})

const decisions = (text: string) =>
  readDiscoveries(text)
    .entries.filter(({ entry }) => entry.type === 'gc_decision')
    .map(({ entry }) => gcDecisionSchema.parse(entry.data))

describe('input', () => {
  test('AU-001 the row alone turns the decision: signal, score and findings are each read from the file before it', async () => {
    const told = async (cells: object) =>
      (await run<Assessed>(assess, { ...session, dryRun: true }, worldOf(newProject(single(cells, {}))))).audits[0]
    expect(await told({ audit_signal: 'audit_passed', audit_score: '8.5' })).toMatchObject({
      decision: 'CONVERGE',
      signal: 'audit_passed',
      score: '8.5',
      findings: [],
    })
    expect(await told({ audit_signal: 'fix_required', audit_score: '3.5', findings: 'High: spacing off grid' })).toMatchObject({
      decision: 'REVISION',
      signal: 'fix_required',
      score: '3.5',
      findings: [{ severity: 'High', text: 'spacing off grid' }],
    })
    expect(await told({ audit_signal: 'audit_passed', audit_score: '8.5', findings: 'Critical: contrast fails' })).toMatchObject({
      decision: 'REVISION',
      findings: [{ severity: 'Critical' }],
    })
    expect(await told({ audit_signal: '', audit_score: '8.5' })).toMatchObject({
      signal: 'fix_required',
      anomalies: expect.arrayContaining([expect.objectContaining({ code: 'empty_signal' })]),
    })
  })

  test('AU-002 the report under artifacts/audit/ turns the decision: every dimension and every issue of it is read', async () => {
    const passing = { audit_signal: 'audit_passed', audit_score: '9' }
    const told = async (report: Parameters<typeof reportText>[0]) =>
      (await run<Assessed>(assess, { ...session, dryRun: true }, worldOf(newProject(single(passing, report))))).audits[0]
    expect(await told({})).toMatchObject({ decision: 'CONVERGE', findings: [] })
    for (const low of ['Consistency', 'Accessibility', 'Completeness', 'Quality', 'Industry']) {
      const dimensions = { Consistency: '8', Accessibility: '8', Completeness: '8', Quality: '8', Industry: '8', [low]: '5' }
      expect(await told({ dimensions })).toMatchObject({
        decision: 'REVISION',
        findings: [{ text: `${low} scored 5/10, below the threshold of 6` }],
      })
    }
    const listed = await told({
      critical: ['One fails'],
      high: ['Two is inconsistent', 'Three is inconsistent'],
      medium: ['Rename four'],
      low: ['Prefer five'],
    })
    expect(listed?.findings.map(({ severity, text }) => [severity, text])).toEqual([
      ['Critical', 'One fails'],
      ['High', 'Two is inconsistent'],
      ['High', 'Three is inconsistent'],
      ['Medium', 'Rename four'],
      ['Low', 'Prefer five'],
    ])
  })

  test.each([
    ['5.99', null, 'REVISION'],
    ['6', null, 'CONVERGE'],
    ['6.5', 7, 'REVISION'],
    ['4', 3.5, 'CONVERGE'],
  ] as const)('AU-017 a dimension of %s against the configured %s: %s', async (score, threshold, decision) => {
    const report = { dimensions: { Consistency: '8', Accessibility: '8', Completeness: '8', Quality: '8', Industry: score } }
    const project = newProject({ ...single({ audit_signal: 'audit_passed', audit_score: '8.5' }, report) })
    if (threshold !== null) writeFileSync(join(project.root, 'whetstone.yaml'), `audit: { dimension_threshold: ${threshold} }\n`)
    const [told] = (await run<Assessed>(assess, { ...session, dryRun: true }, worldOf(project))).audits
    expect(told).toMatchObject({
      decision,
      anomalies:
        decision === 'REVISION'
          ? [{ code: 'dimension_below_threshold', message: expect.stringContaining(`below the threshold of ${threshold ?? 6}`) }]
          : [],
    })
  })

  test('AU-004 without design artifacts, or with one that leads out of the folder, the decision is made all the same', async () => {
    const { 'artifacts/design/tokens.json': _t, 'artifacts/design/button.md': _b, ...bare } = single(fix, failing) as Record<string, string>
    const project = newProject(bare)
    expect(await run<Assessed>(assess, { ...session, dryRun: true }, worldOf(project))).toMatchObject({
      audits: [{ audit: 'AUDIT-001', decision: 'REVISION' }],
      remarks: [],
    })
    mkdirSync(project.path('artifacts/design'))
    writeFileSync(join(project.root, 'elsewhere.json'), '{"secret":true}')
    symlinkSync(join(project.root, 'elsewhere.json'), project.path('artifacts/design/tokens.json'))
    const seen = await run<Assessed>(assess, session, worldOf(project))
    expect(seen).toMatchObject({
      audits: [{ decision: 'REVISION' }],
      remarks: [expect.stringMatching(/^artifacts\/design\/tokens\.json .*leaves the session folder through a link$/)],
    })
  })

  test('AU-005 every maker is asked with the definition of its role at the head', async () => {
    const world = worldOf(newProject(fresh()), { says: crew() })
    await run(auditRun, session, world)
    expect(world.asked.map(({ role, prompt }) => [role, prompt.split('\n')[0]])).toEqual([
      ['researcher', 'ROLE: RESEARCHER'],
      ['designer', 'ROLE: DESIGNER'],
      ['reviewer', 'ROLE: REVIEWER'],
      ['implementer', 'ROLE: IMPLEMENTER'],
    ])
    for (const { role, prompt } of world.asked)
      expect(
        prompt.indexOf(
          `artifacts/${{ researcher: 'research', designer: 'design', reviewer: 'audit', implementer: 'build' }[role]}/ and nowhere else`,
        ),
      ).toBeLessThan(prompt.indexOf('\nTASK '))
  })
})

describe('decision', () => {
  test('AU-016 a design that needs a fix is approved by nothing but the attested word of a person', async () => {
    const project = newProject(escalating())
    const world = worldOf(project, { says: crew() })
    const resting = await run<RunReport>(auditRun, session, world)
    expect(resting).toMatchObject({ at: 'gate', gate: { key: 'escalate:AUDIT-re-002:3' } })
    await expect(run(answer, { run: resting.run, choice: 'force-approve' }, world)).rejects.toMatchObject({ code: 'needs_person' })
    await expect(
      run(
        answer,
        { run: resting.run, choice: 'force-approve' },
        worldOf(project, { says: crew(), person: { ...typist, text: async () => 'yes' } }),
      ),
    ).rejects.toMatchObject({ code: 'refused' })
    expect(await run<RunReport>(resume, { run: resting.run }, world)).toMatchObject({ at: 'gate' })
    expect([project.cell('BUILD-001', 'status'), world.asked]).toEqual(['pending', []])
    const forced = await run<RunReport>(
      answer,
      { run: resting.run, choice: 'force-approve' },
      worldOf(project, { says: crew(), person: typist }),
    )
    expect(forced).toMatchObject({ at: 'end', reason: 'force_approved', passed: false })
    expect(project.cell('BUILD-001', 'status')).toBe('completed')
  })

  test('AU-018 convergence completes the design phase and tells that the build can start', async () => {
    const project = newProject(single({ audit_signal: 'audit_passed', audit_score: '8.5', status: 'in_progress' }, {}))
    const { audits } = await run<Assessed>(assess, session, worldOf(project))
    expect(audits).toMatchObject([{ decision: 'CONVERGE', ready: ['BUILD-001'] }])
    expect(project.cell('AUDIT-001', 'status')).toBe('completed')
    expect(decisions(project.read('discoveries.ndjson'))).toMatchObject([{ design_phase: 'complete', ready: ['BUILD-001'] }])
    expect(project.read('artifacts/audit/gc-decision-AUDIT-001-1.md')).toContain(
      'Design phase complete for AUDIT-001; ready to start: BUILD-001.',
    )
  })
})

describe('revision', () => {
  test('AU-021 new tasks get later waves, all waves follow from the dependencies, and the added waves are run', async () => {
    const project = newProject(fresh())
    const world = worldOf(project, { says: crew({ 'AUDIT-001': 'fix' }) })
    expect(await run<RunReport>(auditRun, session, world)).toMatchObject({ at: 'end', reason: 'converged', passed: true })
    expect(world.asked.map(({ task }) => task)).toEqual([
      'do:RESEARCH-001',
      'do:DESIGN-001',
      'do:AUDIT-001',
      'do:DESIGN-fix-001',
      'do:AUDIT-re-001',
      'do:BUILD-001',
    ])
    expect(project.sheet().tasks.map(({ id, cells: { wave, status } }) => [id, wave, status])).toEqual([
      ['RESEARCH-001', '1', 'completed'],
      ['DESIGN-001', '2', 'completed'],
      ['AUDIT-001', '3', 'completed'],
      ['BUILD-001', '6', 'completed'],
      ['DESIGN-fix-001', '4', 'completed'],
      ['AUDIT-re-001', '5', 'completed'],
    ])
  })

  test.each([
    ['CONVERGE', single({ audit_signal: 'audit_passed', audit_score: '8.5' }, {})],
    ['REVISION', single(fix, failing)],
    ['ESCALATE', escalating()],
  ])('AU-024 %s leaves every design artifact as it was', async (decision, files) => {
    const project = newProject(files)
    const before = project.hashes('artifacts/design')
    expect(await run<Assessed>(assess, session, worldOf(project))).toMatchObject({ audits: [{ decision }] })
    if (decision === 'ESCALATE') {
      const { run: id } = await run<RunReport>(auditNew, session, worldOf(project))
      await run(answer, { run: id, choice: 'manual-fix' }, worldOf(project))
    }
    expect(Object.keys(before)).toHaveLength(2)
    expect(project.hashes('artifacts/design')).toEqual(before)
  })

  test('AU-039 where the tasks cannot be made, tasks.csv stays and a person is asked at once', async () => {
    const files = single(fix, failing)
    const broken = { ...files, 'tasks.csv': (files['tasks.csv'] as string).replace('BUILD-001,', 'DESIGN-001,') }
    const project = newProject(broken)
    const resting = await run<RunReport>(auditNew, session, worldOf(project))
    expect(resting.gate).toMatchObject({ key: 'escalate:AUDIT-001:1' })
    expect(project.read('tasks.csv')).toBe(broken['tasks.csv'])
    expect(project.read('artifacts/audit/gc-decision-AUDIT-001-1.md')).toMatch(
      /Revision tasks couldn't be made: .*"DESIGN-001" repeats the id/,
    )
  })
})

describe('escalation', () => {
  test('AU-027 offers exactly three choices, takes none by itself, and waits for years', async () => {
    const project = newProject(escalating())
    const { run: id, gate } = await run<RunReport>(auditNew, session, worldOf(project))
    expect(gate?.choices.map(({ name }) => name)).toEqual(['force-approve', 'manual-fix', 'abort'])
    const later = worldOf(project, { now: () => Date.now() + 10 * 365 * 86_400_000 })
    expect(await run<RunReport>(resume, { run: id }, later)).toMatchObject({ at: 'gate', gate: { key: gate!.key } })
    expect(await run(inbox, {}, later)).toMatchObject({
      waiting: [{ run: id, gate: { choices: gate!.choices.map(({ name }) => ({ name })) } }],
    })
    for (const choice of ['', 'yes', 'approve'])
      await expect(run(answer, { run: id, choice }, later)).rejects.toMatchObject({ code: 'refused' })
  })

  test('AU-025, AU-026 shows what each iteration fixed and what remains, with file references', async () => {
    const files = escalating()
    files['artifacts/audit/audit-001.md'] = reportText({
      ...failing,
      critical: [...failing.critical, 'Token radius has an invalid $value (artifacts/design/tokens.json:9)'],
      id: 'AUDIT-001',
    })
    const { gate, card } = await run<RunReport>(auditNew, session, worldOf(newProject(files)))
    expect(gate?.facts['history']).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Iteration 2 (AUDIT-re-001): 1 fixed, 1 remain, 0 new'),
        expect.stringMatching(/fixed: Token radius .*tokens\.json:9/),
      ]),
    )
    expect(gate?.facts['unresolved']).toEqual([
      expect.stringMatching(/^Critical: Contrast of muted text fails \(artifacts\/design\/tokens\.json:3/),
    ])
    expect(card).toContain('Unresolved Critical and High findings:')
  })

  test('AU-028 a force-approve records the person and the findings overridden', async () => {
    const project = newProject(escalating())
    const { run: id, gate } = await run<RunReport>(auditNew, session, worldOf(project))
    await run(
      answer,
      { run: id, choice: 'force-approve', text: 'The launch is tomorrow' },
      Object.assign(worldOf(project, { person: typist }), { user: 'dana@desk' }),
    )
    const record = project.read('artifacts/audit/gc-answer-AUDIT-re-002-3.md')
    for (const words of [
      'Answer: force-approve',
      'By: dana@desk (attended)',
      'Reason: The launch is tomorrow',
      gate!.decides!.hash,
      '## Findings Overridden\n- Critical: Contrast of muted text fails (artifacts/design/tokens.json:3',
    ])
      expect(record).toContain(words)
    expect(project.sheet().byId.get('AUDIT-re-002')!.cells).toMatchObject({ status: 'completed', error: '' })
    expect(readDiscoveries(project.read('discoveries.ndjson')).entries.at(-1)!.entry).toMatchObject({
      type: 'gc_answer',
      data: {
        answer: 'force-approve',
        by: 'dana@desk',
        assurance: 'attended',
        overridden: [expect.stringContaining('Contrast of muted text')],
      },
    })
  })

  test('AU-028 a manual fix leaves the chain waiting for a re-audit, and the re-audit waiting for the fix', async () => {
    const project = newProject(escalating())
    const world = worldOf(project, { says: crew() })
    const { run: id } = await run<RunReport>(auditRun, session, world)
    const waiting = await run<RunReport>(answer, { run: id, choice: 'manual-fix' }, world)
    expect(waiting).toMatchObject({ at: 'gate', gate: { key: 'fixed:AUDIT-re-003' } })
    expect(project.sheet().byId.get('AUDIT-re-003')!.cells).toMatchObject({ status: 'pending', deps: 'AUDIT-re-002' })
    expect([project.cell('BUILD-001', 'deps'), world.asked]).toEqual(['AUDIT-re-003', []])
    project.write('artifacts/design/tokens.json', '{"a":2}\n')
    expect(await run<RunReport>(answer, { run: id, choice: 'done' }, world)).toMatchObject({ at: 'end', reason: 'converged' })
    expect(world.asked.map(({ task }) => task)).toEqual(['do:AUDIT-re-003', 'do:BUILD-001'])
    expect(world.asked[0]!.prompt).toContain('{"a":2}')
  })

  test('AU-028 abort ends the pipeline with its tasks kept', async () => {
    const project = newProject(escalating())
    const world = worldOf(project, { says: crew() })
    const { run: id } = await run<RunReport>(auditRun, session, world)
    const before = project.read('tasks.csv')
    expect(await run<RunReport>(answer, { run: id, choice: 'abort', text: 'no money' }, world)).toMatchObject({
      at: 'end',
      reason: 'aborted',
      passed: false,
    })
    expect(project.read('tasks.csv')).toBe(before)
    expect(world.asked).toEqual([])
    expect(project.read('artifacts/audit/gc-answer-AUDIT-re-002-3.md')).toContain('Reason: no money')
  })
})

describe('reporting', () => {
  test('AU-029 every round and its end adds a line of its own, with the numbers of that round', async () => {
    const project = newProject(fresh(design))
    await run<RunReport>(auditRun, session, worldOf(project, { says: crew({ 'AUDIT-001': 'fix' }) }))
    const lines = decisions(project.read('discoveries.ndjson'))
    expect(lines.map(({ audit_id, iteration, decision, signal }) => [audit_id, iteration, decision, signal])).toEqual([
      ['AUDIT-001', 1, 'REVISION', 'fix_required'],
      ['AUDIT-re-001', 2, 'CONVERGE', 'audit_passed'],
    ])
    const rows = project.sheet()
    for (const { audit_id, score, rationale } of lines) {
      expect(score).toBe(rows.byId.get(audit_id)?.cells.audit_score)
      expect(score).not.toBe('')
      expect(rationale.join(' ')).toContain(audit_id)
    }
  })

  test('AU-029 each decision adds one line with its iteration, signal, score and rationale, and only once', async () => {
    const project = newProject({
      ...single(fix, failing),
      'discoveries.ndjson': '{"ts":"t","worker":"w","type":"tech_stack_detected","data":{"stack":"css"}}\n{broken',
    })
    const world = worldOf(project)
    await run(assess, session, world)
    const [first, torn, line] = project.read('discoveries.ndjson').split('\n')
    expect([first, torn]).toEqual([expect.stringContaining('tech_stack_detected'), '{broken'])
    expect(gcDecisionSchema.parse((JSON.parse(line!) as { data: unknown }).data)).toMatchObject({
      audit_id: 'AUDIT-001',
      iteration: 1,
      decision: 'REVISION',
      signal: 'fix_required',
      score: '5',
      rationale: expect.arrayContaining([expect.stringContaining('Contrast of muted text fails')]),
    })
    const after = project.read('discoveries.ndjson')
    await run(assess, session, world)
    expect(project.read('discoveries.ndjson')).toBe(after)
  })

  test('AU-029 a decision that is made again at a later time, on the same results, adds no second line', async () => {
    const project = newProject(single({ audit_signal: 'audit_passed', audit_score: '8.5' }, {}))
    for (const hour of [1, 2]) {
      const { audits } = await run<Assessed>(assess, session, worldOf(project, { now: () => Date.UTC(2030, 0, 1, hour) }))
      expect(audits).toMatchObject([{ decision: 'CONVERGE' }])
    }
    expect(decisions(project.read('discoveries.ndjson'))).toMatchObject([{ audit_id: 'AUDIT-001', decision: 'CONVERGE' }])
  })
})

describe('errors', () => {
  test('AU-036 without tasks.csv, or with one that is not text, it says what is missing and decides nothing', async () => {
    const project = newProject({ 'artifacts/audit/audit-001.md': reportText({}) })
    expect(await run<Assessed>(assess, session, worldOf(project))).toMatchObject({
      reason: 'missing',
      because: 'there is no tasks.csv in the session folder',
      audits: [],
      run: null,
    })
    writeFileSync(project.path('tasks.csv'), Buffer.from('id,title\nAUDIT-001,\xff\xfe\n', 'latin1'))
    expect(await run<Assessed>(assess, session, worldOf(project))).toMatchObject({
      reason: 'missing',
      because: expect.stringContaining("tasks.csv isn't UTF-8: line 2"),
      audits: [],
    })
    expect(project.has('discoveries.ndjson')).toBe(false)
  })

  test('AU-036 an audit that is done but has no report is asked for again, and a run has it made again', async () => {
    const project = newProject(single({ audit_signal: 'audit_passed', audit_score: '9' }, {}))
    rmSync(project.path('artifacts/audit/audit-001.md'))
    const seen = await run<Assessed>(assess, session, worldOf(project))
    expect(seen).toMatchObject({
      audits: [],
      missing: [
        {
          auditId: 'AUDIT-001',
          missing: ['no report of AUDIT-001 under artifacts/audit/'],
          request: expect.stringContaining('Run AUDIT-001 again'),
        },
      ],
      files: [],
    })
    const world = worldOf(project, { says: crew() })
    expect(await run<RunReport>(auditRun, session, world)).toMatchObject({ reason: 'converged' })
    expect(world.asked.map(({ task }) => task)).toEqual(['do:AUDIT-001', 'do:BUILD-001'])
  })

  test('AU-041 when there is no time to read a report, the decision is marked partial and nothing is applied', async () => {
    const project = newProject(single(fix, failing))
    const before = project.read('tasks.csv')
    let now = 1_800_000_000_000
    const seen = await run<Assessed>(assess, { ...session, timeLimit: 1 }, worldOf(project, { now: () => (now += 600) }))
    expect(seen).toMatchObject({
      reason: 'partial',
      audits: [{ decision: 'REVISION', iteration: 1, partial: expect.stringContaining('time limit of 1 s') }],
    })
    expect(project.read('tasks.csv')).toBe(before)
    expect(project.read('artifacts/audit/gc-decision-AUDIT-001-1.md')).toContain(
      '- GC Decision: REVISION (partial: the time limit of 1 s left no time to read its report)\n- Audit Signal: fix_required\n- Audit Score: 5/10\n- Iteration: 1 / 3',
    )
    expect(await run<Assessed>(assess, session, worldOf(project))).toMatchObject({ reason: 'revision', audits: [{ partial: null }] })
  })

  test.each([0, 60])(
    'AU-041 a run whose audit is not done when %i s are nearly up puts out where it stands, in its card, its report and the discoveries',
    async (timeLimit) => {
      const project = newProject({
        'tasks.csv': renderCsv(
          sheetOf([
            { id: 'AUDIT-001', role: 'reviewer', audit_type: 'final-audit' },
            { id: 'BUILD-001', role: 'implementer', deps: 'AUDIT-001' },
          ]).document,
        ),
        ...design,
      })
      const before = project.read('tasks.csv')
      const never = (request: ProviderRequest) =>
        new Promise<string>((_resolve, reject) => request.signal.addEventListener('abort', () => reject(new Error('told to stop'))))
      const world = worldOf(project, { says: never, clock: Promise.resolve() })
      const ended = await run<RunReport>(auditRun, { ...session, timeLimit }, world)
      expect(ended).toMatchObject({ reason: 'time_limit', passed: false })
      expect(JSON.stringify(ended)).toMatch(/AUDIT-001\s.{0,40}REVISION \(partial: the time limit of/)
      expect(decisions(project.read('discoveries.ndjson'))).toMatchObject([
        {
          audit_id: 'AUDIT-001',
          iteration: 1,
          decision: 'REVISION',
          partial: `the time limit of ${timeLimit} s is near, and AUDIT-001 isn't done`,
        },
      ])
      expect(project.read('artifacts/audit/gc-decision-AUDIT-001-1.md')).toContain('Nothing was applied')
      expect(project.read('tasks.csv')).toBe(before)
    },
  )

  test('AU-041 a run whose time is nearly up puts out what it has, marked partial, though a maker never answers', async () => {
    const project = newProject({
      'tasks.csv': renderCsv(
        sheetOf([
          { id: 'AUDIT-001', role: 'reviewer', audit_type: 'final-audit' },
          { id: 'RESEARCH-001', role: 'researcher' },
          { id: 'BUILD-001', role: 'implementer', deps: 'AUDIT-001' },
        ]).document,
      ),
      ...design,
    })
    const says = crew({ 'AUDIT-001': 'fix' })
    const never = (request: ProviderRequest) =>
      new Promise<string>((_resolve, reject) => request.signal.addEventListener('abort', () => reject(new Error('told to stop'))))
    const audited = Promise.withResolvers<void>()
    const world = worldOf(project, {
      says: (request) => (request.role === 'researcher' ? never(request) : says(request)),
      clock: audited.promise,
      onCommit: (events) => events.some(({ type }) => type === 'task_done') && audited.resolve(),
    })
    const ended = await run<RunReport>(auditRun, { ...session, timeLimit: 60 }, world)
    expect(ended).toMatchObject({ at: 'end', reason: 'time_limit', passed: false })
    expect(decisions(project.read('discoveries.ndjson'))).toMatchObject([
      { audit_id: 'AUDIT-001', iteration: 1, decision: 'REVISION', partial: expect.stringContaining('time limit of 60 s is near') },
    ])
    expect(project.sheet().tasks.map(({ id, cells: { status } }) => [id, status])).toEqual([
      ['AUDIT-001', 'completed'],
      ['RESEARCH-001', 'pending'],
      ['BUILD-001', 'pending'],
    ])
  })
})
