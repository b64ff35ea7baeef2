// Assessments of session folders as they come: the same shown and written, round trips, remarks that name row and column.
import { describe, expect, test } from 'vitest'
import * as assess from '../../../src/workflows/audit/verbs/assess.ts'
import { type Assessed, assessedText } from '../../../src/workflows/audit/verbs/assessed.ts'
import { newProject, run, worldOf } from './project.ts'
import { reportText, sessionNames, sessionReports, sessionText, sheetOf } from './session.ts'
import { renderCsv } from '../../../src/lib/csv.ts'

const session = { session: 'session' }
const load = (name: string) =>
  newProject({ 'tasks.csv': sessionText(name), ...Object.fromEntries(sessionReports(name).map(({ path, text }) => [path, text])) })

describe.each(sessionNames)('the session %s', (name) => {
  test('is shown without being touched, written as shown, and not written again', async () => {
    const project = load(name)
    const before = project.files()
    const looked = await run<Assessed>(assess, { ...session, dryRun: true }, worldOf(project))
    expect([project.files(), project.read('tasks.csv')]).toEqual([before, sessionText(name)])
    const { run: id, ...written } = await run<Assessed>(assess, session, worldOf(project))
    expect({ ...written, discoveries: null }).toEqual({ ...looked, run: undefined, discoveries: null })
    expect(id === null).toBe(written.files.length === 0)
    expect(written.changes.length > 0).toBe(project.read('tasks.csv') !== sessionText(name))
    const again = await run<Assessed>(assess, session, worldOf(project))
    if (looked.reason !== 'revision') expect(again.files).toEqual([])
  })
})

test.each([
  ['system-bom-crlf', 'converged', 'CONVERGE', 'ready to start: DESIGN-002, BUILD-001'],
  ['component-no-last-newline', 'revision', 'REVISION', '+ DESIGN-fix-001'],
  ['third-round', 'escalated', 'ESCALATE', 'whet audit new --session session'],
  ['all-quoted-audited', 'revision', 'REVISION', '~ BUILD-001 deps: AUDIT-001 → AUDIT-re-001'],
  ['older-columns', 'missing', undefined, 'no audit among them'],
  ['departments', 'missing', undefined, 'tasks.csv has 3 tasks and no audit among them'],
  ['all-quoted', 'missing', undefined, 'tasks.csv has 2 tasks and no audit among them'],
  ['skill-calls', 'missing', undefined, 'columns are missing: title, description,'],
  ['json-in-cells', 'missing', undefined, 'no audit among them'],
  ['context-elsewhere', 'missing', undefined, 'row 2 (line 2), "T1" takes context from "E1", which isn\'t a task'],
  ['broken', 'missing', undefined, 'row 5 (line 5), column 3 (description): the quote that opens this cell is never closed'],
])('%s is %s', async (name, reason, decision, words) => {
  const seen = await run<Assessed>(assess, session, worldOf(load(name)))
  expect([seen.reason, seen.audits[0]?.decision]).toEqual([reason, decision])
  expect(assessedText(seen)).toContain(words)
})

test('a file that quotes every cell goes on to', async () => {
  const project = load('all-quoted-audited')
  await run<Assessed>(assess, session, worldOf(project))
  const [, ...rows] = project.sheet().document.rows
  expect(rows.map(({ cells }) => cells.every((cell) => cell.startsWith('"')))).toEqual(Array(6).fill(true))
  expect(project.read('tasks.csv').split('\n').slice(0, 4)).toEqual(sessionText('all-quoted-audited').split('\n').slice(0, 4))
  expect(project.sheet().byId.get('DESIGN-fix-001')?.cells.description).toContain(
    'Contrast of the disabled text is 2.9:1 (artifacts/design/tokens.json:41',
  )
})

test('audits that have not run are named', async () => {
  const project = newProject({
    'tasks.csv': renderCsv(
      sheetOf([
        { id: 'AUDIT-001', role: 'reviewer' },
        { id: 'AUDIT-002', role: 'reviewer' },
      ]).document,
    ),
  })
  expect(await run<Assessed>(assess, session, worldOf(project))).toMatchObject({
    reason: 'missing',
    missing: [
      {
        missing: ['AUDIT-001, AUDIT-002 have not run yet: there is no signal, score or findings'],
        request: 'Run AUDIT-001, AUDIT-002, then assess.',
      },
    ],
  })
})

test('many audits are told a line each', async () => {
  const ids = Array.from({ length: 12 }, (_, n) => `AUDIT-${String(n + 1).padStart(3, '0')}`)
  const project = newProject({
    'tasks.csv': renderCsv(
      sheetOf(
        ids.map((id, n) => ({
          id,
          role: 'reviewer',
          status: 'completed',
          audit_score: '7',
          audit_signal: n % 2 === 0 ? 'audit_passed' : 'fix_required',
        })),
      ).document,
    ),
    ...Object.fromEntries(
      ids.map((id, n) => [
        `artifacts/audit/${id.toLowerCase()}.md`,
        reportText({ id, score: '7', high: ['Off grid (t.json:1)'], verdict: n % 2 === 0 ? 'audit_passed' : 'fix_required' }),
      ]),
    ),
  })
  const seen = await run<Assessed>(assess, session, worldOf(project))
  expect(assessedText(seen)).toMatch(
    /AUDIT-001: CONVERGE.*\nAUDIT-002: REVISION, .* creates DESIGN-fix-001, AUDIT-re-001\n[\s\S]*tasks\.csv \(changed\), .*… and 6 more, discoveries\.ndjson \(12 lines added\)/,
  )
  expect(project.sheet().tasks).toHaveLength(24)
})

test('a threshold of the project counts', async () => {
  const files = {
    'tasks.csv': renderCsv(
      sheetOf([{ id: 'AUDIT-001', role: 'reviewer', status: 'completed', audit_score: '8.4', audit_signal: 'audit_passed' }]).document,
    ),
    'artifacts/audit/audit-001.md': reportText({ score: '8.4' }),
  }
  expect(await run<Assessed>(assess, session, worldOf(newProject(files)))).toMatchObject({ reason: 'converged' })
  expect(await run<Assessed>(assess, session, worldOf(newProject(files, 'audit: { dimension_threshold: 8.5 }\n')))).toMatchObject({
    reason: 'revision',
    audits: [{ anomalies: [{ code: 'dimension_below_threshold' }, {}, {}] }],
  })
})

test('however many there are, no sentence names them all', async () => {
  const ids = Array.from({ length: 60 }, (_, n) => `AUDIT-${String(n + 1).padStart(3, '0')}`)
  const missing = newProject({
    'tasks.csv': renderCsv(
      sheetOf(ids.map((id) => ({ id, role: 'reviewer', status: 'completed', audit_signal: 'audit_passed' }))).document,
    ),
  })
  const told = await run<Assessed>(assess, session, worldOf(missing))
  expect(told.missing).toHaveLength(60)
  expect(told.because).toBe(
    `${ids
      .slice(0, 7)
      .map((id) => `no report of ${id} under artifacts/audit/`)
      .join('; ')} and 53 more`,
  )
  expect(assessedText(told)).toMatch(/No decision on AUDIT-030:[\s\S]*No decision on 30 more \(--json has them all\)\.\n/)

  const waiting = ids.map((id) => ({ id: id.replace('AUDIT', 'BUILD'), role: 'implementer', deps: 'AUDIT-001' }))
  const failed = newProject({
    'tasks.csv': renderCsv(
      sheetOf([{ id: 'AUDIT-001', role: 'reviewer', status: 'completed', audit_score: '5', audit_signal: 'fix_required' }, ...waiting])
        .document,
    ),
    'artifacts/audit/audit-001.md': reportText({ score: '5', high: ['Off grid (t.json:1)'], verdict: 'fix_required' }),
  })
  const rewired = await run<Assessed>(assess, session, worldOf(failed))
  expect(rewired.audits[0]?.report.text).toContain('BUILD-019 and 41 more.')
  expect(failed.sheet().byId.get('BUILD-060')?.deps).toEqual(['AUDIT-re-001'])
})
