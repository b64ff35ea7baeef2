// A session driven by the wired workflow: waves, wrong answers, foreign edits, crashes, breaches and persons, on real folders.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as answer from '../../../src/operations/answer.ts'
import * as assess from '../../../src/workflows/audit/verbs/assess.ts'
import type { Assessed } from '../../../src/workflows/audit/verbs/assessed.ts'
import * as auditNew from '../../../src/workflows/audit/verbs/new.ts'
import * as auditRun from '../../../src/workflows/audit/verbs/run.ts'
import * as history from '../../../src/operations/history.ts'
import * as resume from '../../../src/operations/resume.ts'
import { readRecord } from '../../../src/operations/run-record.ts'
import { gateText } from '../../../src/operations/decisions.ts'
import type { RunReport } from '../../../src/operations/runs.ts'
import * as stop from '../../../src/operations/stop.ts'
import * as verify from '../../../src/operations/verify.ts'
import { Fault } from '../../../src/schema/fault.ts'
import { renderCsv } from '../../../src/lib/csv.ts'
import { readDiscoveries } from '../../../src/workflows/audit/discoveries.ts'
import { crew, newProject, type Project, run, typist, worldOf } from './project.ts'
import { type Cells, pipeline, reportText, sessionReports, sessionText, sheetOf } from './session.ts'

const session = { session: 'session' }
const csv = (rows: readonly Cells[]) => renderCsv(sheetOf(rows).document)
const chain: readonly Cells[] = [
  { id: 'DESIGN-001', role: 'designer' },
  { id: 'AUDIT-001', role: 'reviewer', audit_type: 'final-audit', deps: 'DESIGN-001' },
  { id: 'BUILD-001', role: 'implementer', deps: 'AUDIT-001' },
]
const fix = { audit_signal: 'fix_required', audit_score: '5' }
const failing = { score: '5', critical: ['Contrast of muted text fails (artifacts/design/tokens.json:3)'], verdict: 'fix_required' }
const third = () =>
  newProject({
    'tasks.csv': csv([
      { id: 'AUDIT-re-002', role: 'reviewer', status: 'completed', ...fix },
      { id: 'BUILD-001', role: 'implementer', deps: 'AUDIT-re-002' },
    ]),
    'artifacts/audit/audit-re-002.md': reportText({ ...failing, id: 'AUDIT-re-002' }),
  })
const statuses = (project: Project) => Object.fromEntries(project.sheet().tasks.map(({ id, cells }) => [id, cells.status]))
const kinds = (project: Project) => readDiscoveries(project.read('discoveries.ndjson')).entries.map(({ entry }) => entry.type)

describe('waves', () => {
  test('three tasks are at work at once and never more, and each is asked for once', async () => {
    const ids = Array.from({ length: 7 }, (_, n) => `RESEARCH-00${n + 1}`)
    const project = newProject({ 'tasks.csv': csv(ids.map((id) => ({ id, role: 'researcher' }))) })
    let [atWork, most] = [0, 0]
    const three = Promise.withResolvers<void>()
    const world = worldOf(project, {
      says: async (request) => {
        most = Math.max(most, ++atWork)
        if (atWork === 3) three.resolve()
        await three.promise
        atWork -= 1
        return crew()(request)
      },
    })
    expect(await run<RunReport>(auditRun, session, world)).toMatchObject({ reason: 'converged' })
    expect([most, world.asked.map(({ task }) => task).sort()]).toEqual([3, ids.map((id) => `do:${id}`)])
  })

  test('what a task says goes into its row, its files into its folder, and later tasks are told', async () => {
    const project = newProject({ 'tasks.csv': csv(chain), 'context.md': 'Notes of a person\n' })
    const world = worldOf(project)
    expect(await run<RunReport>(auditRun, session, world)).toMatchObject({ reason: 'converged', passed: true })
    expect(project.sheet().byId.get('DESIGN-001')!.cells).toMatchObject({
      status: 'completed',
      findings: 'Made for DESIGN-001.',
      artifacts_produced: 'artifacts/design/design-001.md',
    })
    expect(project.sheet().byId.get('AUDIT-001')!.cells).toMatchObject({
      audit_score: '9',
      audit_signal: 'audit_passed',
      findings: 'No findings.',
      artifacts_produced: 'artifacts/audit/audit-001.md',
    })
    expect(project.read('artifacts/build/build-001.md')).toBe('# BUILD-001\n')
    expect(world.asked[1]!.prompt).toMatch(/<<<DATA [0-9a-f]+\n```md file="artifacts\/design\/design-001\.md"\n# DESIGN-001\n```/)
    expect(world.asked[2]!.prompt).toContain('audit: audit_passed, 9/10')
    expect(kinds(project)).toEqual(['artifact_produced', 'artifact_produced', 'gc_decision', 'artifact_produced'])
    expect([project.read('results.csv'), project.read('context.md')]).toEqual([project.read('tasks.csv'), 'Notes of a person\n'])
    expect(await run(verify, {}, world)).toMatchObject({ ok: true })
  })

  test('the account of an earlier run is replaced by that of the next', async () => {
    const project = newProject({ 'tasks.csv': csv(chain.slice(0, 1)) })
    await run(auditRun, session, worldOf(project, { says: () => 'no files here' }))
    expect(project.read('context.md')).toMatch(/^# Pipeline Report\n\nEnded: tasks_failed/)
    await run(auditRun, { ...session, retry: true }, worldOf(project))
    expect(project.read('context.md')).toMatch(/^# Pipeline Report\n\nEnded: converged/)
  })

  test('column order, unknown columns, quoting, line endings and the byte order mark survive a whole run', async () => {
    const before = sessionText('system-bom-crlf')
    const project = newProject({
      'tasks.csv': before,
      ...Object.fromEntries(sessionReports('system-bom-crlf').map(({ path, text }) => [path, text])),
    })
    expect(await run<RunReport>(auditRun, session, worldOf(project))).toMatchObject({ reason: 'converged' })
    const after = project.read('tasks.csv')
    expect([after.startsWith('\uFEFF'), /[^\r]\n/.test(after.replaceAll(/"[^"]*"/g, ''))]).toEqual([true, false])
    expect(after.split('\r\n')[0]).toBe(before.split('\r\n')[0])
    const untouched = ['id', 'title', 'description', 'role', 'deps', 'wave'] as const
    for (const task of project.sheet().tasks)
      for (const column of untouched) expect(task.cells[column]).toBe(sheetOfText(before).byId.get(task.id)!.cells[column])
  })

  test('tasks left in progress are done, tasks closed by hand meanwhile stay closed, and edits between waves count', async () => {
    const project = newProject({
      'tasks.csv': csv([
        { id: 'RESEARCH-001', role: 'researcher', status: 'in_progress' },
        { id: 'RESEARCH-002', role: 'researcher' },
        { id: 'DESIGN-001', role: 'designer', deps: 'RESEARCH-001' },
      ]),
    })
    const world = worldOf(project, {
      says: (request) => {
        if (request.task === 'do:RESEARCH-002')
          project.write(
            'tasks.csv',
            project
              .read('tasks.csv')
              .replace('What RESEARCH-002 is for,researcher,,,,,,,,pending', 'What RESEARCH-002 is for,researcher,,,,,,,,skipped')
              .replace('What DESIGN-001 is for', 'Make it blue'),
          )
        return crew()(request)
      },
    })
    await run(auditRun, session, world)
    expect(statuses(project)).toEqual({ 'RESEARCH-001': 'completed', 'RESEARCH-002': 'skipped', 'DESIGN-001': 'completed' })
    expect(world.asked.at(-1)!.prompt).toContain('Make it blue')
  })

  test('our own checks audit where no reviewer is named, and each round is an iteration of its own', async () => {
    const project = newProject({ 'tasks.csv': csv(chain) })
    const { replies } = parse(readFileSync(new URL('../../../examples/audit-session/makers.yaml', import.meta.url), 'utf8')) as {
      replies: { role: string; key?: string; text: string }[]
    }
    const world = worldOf(project, {
      reviewer: 'builtin',
      says: ({ role, task }) => replies.find((reply) => reply.role === role && (reply.key ?? task) === task)!.text,
    })
    expect(await run<RunReport>(auditRun, session, world)).toMatchObject({ reason: 'converged' })
    expect(world.asked.map(({ task }) => task)).toEqual(['do:DESIGN-001', 'do:DESIGN-fix-001', 'do:BUILD-001'])
    expect(world.asked[1]!.prompt).toMatch(/\[Critical\] insufficient contrast .*color\.text-muted.*artifacts\/design\/tokens\.json:6/)
    const [name = ''] = await world.store.list()
    const { steps, judged } = await readRecord(world, name, await world.workflows.get('audit'))
    const rounds = new Map([...steps.values()].map(({ key, iteration }) => [key, iteration]))
    expect(['do:DESIGN-001', 'do:DESIGN-fix-001', 'do:AUDIT-re-001', 'do:BUILD-001'].map((key) => rounds.get(key))).toEqual([1, 2, 2, 2])
    expect(judged.map(({ label }) => label)).toEqual(['AUDIT-001, iteration 1 of 3: to be fixed', 'AUDIT-re-001, iteration 2 of 3: done'])
  })
})

describe('what goes wrong', () => {
  test('a wrong answer is asked for again with what was wrong; a second one fails the task and skips what waits for it', async () => {
    const project = newProject({ 'tasks.csv': csv(chain) })
    const world = worldOf(project, {
      says: (request) =>
        request.role === 'designer' ? { summary: 'x', artifacts: [{ path: '../../escape.md', content: 'x' }] } : crew()(request),
    })
    expect(await run<RunReport>(auditRun, session, world)).toMatchObject({ at: 'end', reason: 'tasks_failed', status: 'failed' })
    expect(world.asked.map(({ task }) => task)).toEqual(['do:DESIGN-001', 'do:DESIGN-001#2'])
    expect(world.asked[1]!.prompt).toContain('An earlier answer was refused: "../../escape.md" isn\'t a path inside artifacts/design/')
    expect(project.sheet().tasks.map(({ cells: { status, error } }) => [status, error])).toEqual([
      ['failed', expect.stringContaining('escape.md')],
      ['skipped', 'dependency DESIGN-001 failed'],
      ['skipped', 'dependency AUDIT-001 was skipped'],
    ])
    expect(project.files()).toEqual(['context.md', 'results.csv', 'tasks.csv'])
    expect(await run<RunReport>(auditRun, { ...session, retry: true }, worldOf(project))).toMatchObject({ reason: 'converged' })
  })

  test.each([
    ['reviewer', 'do:AUDIT-001'],
    ['implementer', 'do:BUILD-001'],
  ])('a design changed while a %s was at work is an error that names the file, and its work does not count', async (role, task) => {
    const project = newProject({ 'tasks.csv': csv(chain), 'artifacts/design/tokens.json': '{}\n' })
    const world = worldOf(project, {
      says: (request) => {
        if (request.task === task) project.write('artifacts/design/tokens.json', '{"nicer": true}\n')
        return crew()(request)
      },
    })
    const ended = await run<RunReport>(auditRun, session, world)
    expect(ended).toMatchObject({ reason: 'tasks_failed' })
    expect(project.cell(task.slice(3), 'status')).toBe('failed')
    expect(project.cell(task.slice(3), 'error')).toMatch(
      /only a designer's task may change them: artifacts\/design\/tokens\.json \([0-9a-f]{8} → [0-9a-f]{8}\)/,
    )
    expect(project.has(role === 'reviewer' ? 'artifacts/audit/audit-001.md' : 'artifacts/build/build-001.md')).toBe(false)
    expect((await run<{ events: { event: string }[] }>(history, { run: ended.run }, world)).events.map(({ event }) => event)).toContain(
      'design_changed',
    )
  })

  test('nobody else is at work beside a designer, so that an implementer cannot change a design unseen', async () => {
    const project = newProject({ 'tasks.csv': csv([...chain, { id: 'DESIGN-002', role: 'designer', deps: 'AUDIT-001', wave: '4' }]) })
    const world = worldOf(project, {
      says: (request) => {
        if (request.task === 'do:BUILD-001') project.write('artifacts/design/design-001.md', 'quietly bent\n')
        return crew()(request)
      },
    })
    const ended = await run<RunReport>(auditRun, session, world)
    expect([ended.reason, project.cell('DESIGN-002', 'status'), project.cell('BUILD-001', 'status')]).toEqual([
      'tasks_failed',
      'completed',
      'failed',
    ])
    expect(ended.card).toContain('`whet audit run --session session --retry` retries them')
    await run<RunReport>(auditRun, { ...session, retry: true }, worldOf(project))
    expect(project.cell('BUILD-001', 'status')).toBe('completed')
  })

  test('nobody there for a role leaves its task pending and says so', async () => {
    const project = newProject({ 'tasks.csv': csv(chain) })
    const world = worldOf(project, {
      says: (request) =>
        request.role === 'implementer' ? Promise.reject(new Fault('maker', 'nobody makes implementer')) : crew()(request),
    })
    expect(await run<RunReport>(auditRun, session, world)).toMatchObject({ reason: 'no_maker', status: 'stopped' })
    expect(statuses(project)).toEqual({ 'DESIGN-001': 'completed', 'AUDIT-001': 'completed', 'BUILD-001': 'pending' })
    expect(await run<RunReport>(auditRun, session, worldOf(project))).toMatchObject({ reason: 'converged' })
  })

  test('with no time left nobody is asked', async () => {
    const world = worldOf(newProject({ 'tasks.csv': csv(chain) }))
    expect(await run<RunReport>(auditRun, { ...session, timeLimit: 0 }, world)).toMatchObject({ reason: 'time_limit', status: 'stopped' })
    expect(world.asked).toEqual([])
  })

  test('two tasks of a wave that make the same file: the later one failed', async () => {
    const project = newProject({
      'tasks.csv': csv([
        { id: 'RESEARCH-001', role: 'researcher' },
        { id: 'RESEARCH-002', role: 'researcher' },
      ]),
    })
    await run(auditRun, session, worldOf(project, { says: ({ task }) => `${task}\n\`\`\`md file=same.md\n${task}\n\`\`\`\n` }))
    expect([project.read('artifacts/research/same.md'), project.cell('RESEARCH-002', 'error')]).toEqual([
      'do:RESEARCH-001\n',
      'RESEARCH-001 made artifacts/research/same.md in the same wave',
    ])
  })

  test.each([
    ['a column is missing', 'id,description,deps\nA-1,x,\n', /no column status/],
    [
      'an id stands twice',
      csv([
        { id: 'DESIGN-001', role: 'designer' },
        { id: 'DESIGN-001', role: 'designer' },
      ]),
      /row 3 .*repeats the id of row 2/,
    ],
    [
      'tasks wait for each other',
      csv([
        { id: 'DESIGN-001', role: 'designer', deps: 'BUILD-001' },
        { id: 'BUILD-001', role: 'implementer', deps: 'DESIGN-001' },
      ]),
      /cycle/,
    ],
    ['a task has no role', csv([{ id: 'THING-001' }]), /THING-001 has no role/],
    ['an id is none', csv([{ id: '__proto__', role: 'designer' }]), /"__proto__" can't be the id/],
  ])('a sheet that cannot be run is refused before anybody is asked: %s', async (_, text, because) => {
    const world = worldOf(newProject({ 'tasks.csv': text }))
    const ended = await run<RunReport>(auditRun, session, world)
    expect(ended).toMatchObject({ at: 'end', reason: 'invalid', status: 'failed', card: expect.stringMatching(because) })
    expect(world.asked).toEqual([])
  })
})

describe('others in the session', () => {
  const edit = (project: Project) =>
    project.write('tasks.csv', project.read('tasks.csv').replace('What BUILD-001 is for', 'Build it in red'))

  test('an assessment that meets a foreign edit writes nothing and tells both sides', async () => {
    const project = newProject({ 'tasks.csv': renderCsv(pipeline(fix).document), 'artifacts/audit/audit-001.md': reportText(failing) })
    const files = project.files()
    await expect(run(assess, session, worldOf(project, { aroundEffect: (act) => (edit(project), act()) }))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /theirs: ~ BUILD-001 description: What BUILD-001 is for → Build it in red\n.*ours: ~ BUILD-001 deps: AUDIT-001 → AUDIT-re-001.*\+ DESIGN-fix-001; \+ AUDIT-re-001\n.*Both sides changed different cells/s,
      ),
    })
    expect(project.files()).toEqual(files)
    expect(await run<Assessed>(assess, session, worldOf(project))).toMatchObject({ reason: 'revision' })
    expect(project.sheet().byId.get('BUILD-001')!.cells).toMatchObject({ description: 'Build it in red', deps: 'AUDIT-re-001' })
  })

  test('a run that meets one rests, and on the word of a person keeps both', async () => {
    const project = newProject({ 'tasks.csv': csv(chain) })
    let met = false
    const world = worldOf(project, { aroundEffect: (act) => (met || ((met = true), edit(project)), act()) })
    const resting = await run<RunReport>(auditRun, session, world)
    expect(resting).toMatchObject({
      at: 'gate',
      gate: {
        key: 'conflict:1',
        choices: [{ name: 'retry' }, { name: 'abort' }],
        facts: { differences: expect.arrayContaining([expect.stringContaining('Build it in red')]) },
      },
    })
    expect(resting.card).toMatch(
      /^Waits for a person: someone else changed the session\n[\s\S]*theirs: ~ BUILD-001 description: [\s\S]*Both sides changed different cells/,
    )
    expect(statuses(project)).toMatchObject({ 'DESIGN-001': 'pending' })
    expect(await run<RunReport>(answer, { run: resting.run, choice: 'retry' }, world)).toMatchObject({ reason: 'converged' })
    expect([project.cell('BUILD-001', 'description'), world.asked.filter(({ task }) => task === 'do:DESIGN-001').length]).toEqual([
      'Build it in red',
      1,
    ])
  })

  test.each(['before', 'after'])('a process that dies just %s a change is followed by one that makes it once', async (when) => {
    for (let dies = 1; dies <= 6; dies++) {
      const project = newProject({ 'tasks.csv': csv(chain) })
      let changes = 0
      const says = crew({ 'AUDIT-001': 'fix' })
      const killed = worldOf(project, {
        says,
        aroundEffect: async (act) => {
          const dead = ++changes === dies
          if (dead && when === 'before') throw new Fault('storage', 'killed')
          const done = await act()
          if (dead) throw new Fault('storage', 'killed')
          return done
        },
      })
      await expect(run(auditRun, session, killed)).rejects.toThrow('killed')
      const heir = worldOf(project, { says })
      expect(await run<RunReport>(auditRun, session, heir)).toMatchObject({ reason: 'converged' })
      expect(project.sheet().tasks.map(({ id }) => id)).toEqual(['DESIGN-001', 'AUDIT-001', 'BUILD-001', 'DESIGN-fix-001', 'AUDIT-re-001'])
      expect(kinds(project).filter((type) => type === 'gc_decision')).toHaveLength(2)
      expect([...killed.asked, ...heir.asked].map(({ task }) => task)).toEqual([
        'do:DESIGN-001',
        'do:AUDIT-001',
        'do:DESIGN-fix-001',
        'do:AUDIT-re-001',
        'do:BUILD-001',
      ])
      expect(heir.said[0]).toMatch(/^Continuing audit-session-/)
    }
  })

  test('the ways on stand in columns', async () => {
    const project = third()
    const { gate, summary } = await run<RunReport>(auditRun, session, worldOf(project))
    const [, ...ways] = gateText(gate!, summary.name).split('\n')
    expect(ways.map((line) => line.slice(0, 43))).toEqual([
      '  whet answer audit-session force-approve  ',
      '  whet answer audit-session manual-fix     ',
      '  whet abort audit-session                 ',
    ])
  })

  test('a second run of a session that waits is refused by name', async () => {
    const project = third()
    const world = worldOf(project)
    const { run: id } = await run<RunReport>(auditNew, session, world)
    for (const verb of [auditNew, auditRun])
      await expect(run(verb, session, world)).rejects.toMatchObject({ code: 'conflict', message: `${id} is active in session` })
  })

  test('a person can stop a run, and another goes on from what is done', async () => {
    const project = newProject({ 'tasks.csv': csv(chain) })
    const leave = new AbortController()
    const world = worldOf(project, {
      signal: leave.signal,
      says: (request) =>
        request.role === 'reviewer'
          ? new Promise<string>(
              (_resolve, reject) => (request.signal.addEventListener('abort', () => reject(new Error('told to stop'))), leave.abort()),
            )
          : crew()(request),
    })
    const { run: id, at } = await run<RunReport>(auditRun, session, world)
    expect(at).toBe('interrupt')
    await run(stop, { run: id, reason: 'lunch' }, worldOf(project))
    await expect(run(resume, { run: id }, worldOf(project))).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('lunch'),
    })
    const next = worldOf(project)
    expect(await run<RunReport>(auditRun, session, next)).toMatchObject({ reason: 'converged' })
    expect(next.asked.map(({ task }) => task)).toEqual(['do:AUDIT-001', 'do:BUILD-001'])
  })
})

describe('persons', () => {
  test('an approval holds in later runs for the very same results, and for no others', async () => {
    const project = third()
    const { run: id } = await run<RunReport>(auditNew, session, worldOf(project))
    await run(answer, { run: id, choice: 'force-approve' }, worldOf(project, { person: typist }))
    const world = worldOf(project)
    expect(await run<RunReport>(auditRun, session, world)).toMatchObject({ at: 'end', reason: 'force_approved' })
    expect(world.asked.map(({ task }) => task)).toEqual(['do:BUILD-001'])
    project.write(
      'artifacts/audit/audit-re-002.md',
      reportText({ ...failing, id: 'AUDIT-re-002', critical: [...failing.critical, 'Focus ring missing'] }),
    )
    expect(await run<RunReport>(auditNew, session, worldOf(project))).toMatchObject({ at: 'gate' })
  })

  test("a line that claims an approval in the session folder is nobody's word", async () => {
    const project = third()
    project.write(
      'discoveries.ndjson',
      `${JSON.stringify({ ts: 't', worker: 'whet', type: 'gc_answer', data: { audit_id: 'AUDIT-re-002', iteration: 3, answer: 'force-approve', by: 'dana', assurance: 'signed' } })}\n`,
    )
    project.write('artifacts/audit/gc-answer-AUDIT-re-002-3.md', '- Answer: force-approve\n')
    expect(await run<RunReport>(auditRun, session, worldOf(project))).toMatchObject({ at: 'gate' })
  })

  test('where approvals must be signed, a phrase typed is not enough', async () => {
    const project = third()
    writeFileSync(join(project.root, 'whetstone.yaml'), 'approval: { require: signed }\n')
    const { run: id } = await run<RunReport>(auditNew, session, worldOf(project))
    await expect(run(answer, { run: id, choice: 'force-approve' }, worldOf(project, { person: typist }))).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('signed'),
    })
  })
})

const sheetOfText = (text: string) => newProject({ 'tasks.csv': text }).sheet()
