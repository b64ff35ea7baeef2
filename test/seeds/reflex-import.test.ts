// Loops that other tools wrote: listed, shown and gone on with; nothing of theirs is lost, trusted or run.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as historyVerb from '../../src/operations/history.ts'
import * as list from '../../src/operations/list.ts'
import * as reflexList from '../../src/workflows/reflex/verbs/list.ts'
import * as reflexNew from '../../src/workflows/reflex/verbs/new.ts'
import * as reflexStatus from '../../src/workflows/reflex/verbs/status.ts'
import * as replay from '../../src/operations/replay.ts'
import * as resume from '../../src/operations/resume.ts'
import * as show from '../../src/operations/show.ts'
import * as status from '../../src/operations/status.ts'
import * as stop from '../../src/operations/stop.ts'
import * as verify from '../../src/operations/verify.ts'
import { foreignLoop, theirHistory, theirRules, theirRun } from '../operations/foreign.ts'
import {
  type Project,
  events,
  evolution,
  history,
  makerWorld,
  openWorld,
  person,
  project,
  run,
  runFile,
  steady,
  withChecks,
} from '../operations/support.ts'

const alias = 'courses-api'
const place = `${evolution}/${alias}`
const finish = steady(['', 'word done\n', 'word done\n', 'word done\n', 'word done\n'])

async function goOn(at: Project, input: object = { workflow: 'reflex' }, makes = finish) {
  const world = makerWorld(at, makes)
  const report = await withChecks(await run(resume, input, world), world)
  return { report, world, asked: world.asked.map(({ task }) => task), said: world.said.join('\n') }
}

/** Only what another tool wrote, byte for byte. */
const bytes = (at: Project) => at.files(evolution).map((name) => [name, at.read(`${evolution}/${name}`)])

describe('a foreign loop', () => {
  it('RX-034 is listed and shown as it is, and looking changes nothing', async () => {
    const at = project()
    foreignLoop(at)
    const before = bytes(at)
    const world = openWorld(at)
    expect(await run(reflexList, {}, world)).toMatchObject({
      loops: [{ alias, status: 'running', iteration: '2', last_score: '0.95', updated_at: '2026-02-18T12:09:00Z' }],
    })
    expect(await run(reflexStatus, {}, world)).toMatchObject({
      active: { alias, status: 'running', iteration: '2', phase: 'A', current_step: 'CRITIQUE' },
    })
    expect(await run(list, {}, world)).toMatchObject({ runs: [{ name: alias, status: 'running' }] })
    expect(await run(show, { run: alias }, world)).toMatchObject({ artifact: { text: 'nothing yet\n' } })
    expect((await run(historyVerb, { run: alias }, world)).events.map(({ event }) => event)).toEqual(
      theirHistory.map((line) => JSON.parse(line).event),
    )
    expect(bytes(at)).toEqual(before)
    expect(at.has('.whetstone/runs')).toBe(false)
  })

  it('RX-034 shows the score it recorded where it kept no results to count it from', async () => {
    const at = project()
    foreignLoop(at, { run: theirRun({ evaluation: { score: 0.95, passed: true, failed: [], warnings: [], rule_results: [] } }) })
    expect(await run(list, {}, openWorld(at))).toMatchObject({ runs: [{ name: alias, score: 0.95, scale: 1 }] })
  })

  it('RX-034 goes on, and every field of theirs survives in run.json, current.json and the history', async () => {
    const at = project()
    foreignLoop(at)
    let pointer = {}
    await goOn(at, { workflow: 'reflex' }, (request) => ((pointer = at.json(`${evolution}/current.json`)), finish(request)))
    expect(runFile(at, alias)).toMatchObject({
      $generator: 'another-loop/2.1',
      labels: { deep: ['kept', { as: 'is' }] },
      run_id: 'courses-api-20260218-120000',
      task: { prompt: 'Describe the courses API', ideal_result: 'A spec.', tracker: 'TICKET-7' },
      criteria: {
        name: 'theirs',
        version: 3,
        reviewed_by: 'k.',
        phase: { A: { threshold: 0.7, note: 'lenient' }, B: { threshold: 0.85 } },
        rules: [{ ...theirRules[0] }, { ...theirRules[1] }],
      },
      created_at: '2026-02-18T12:00:00Z',
      max_iterations: 5,
      status: 'completed',
    })
    expect(pointer).toMatchObject({ host: 'laptop-3', active_run_id: 'courses-api-20260218-120000' })
    expect(at.read(`${place}/history.jsonl`).startsWith(`${theirHistory.join('\n')}\n`)).toBe(true)
    expect(at.has(`${evolution}/current.json`)).toBe(false)
  })

  it.each<[string, string]>([
    ['without a last line feed', theirHistory.join('\n')],
    ['with blank lines', `${theirHistory.join('\n\n')}\n\n`],
    ['with a line that is not JSON', `${theirHistory.join('\n')}\nnot JSON {\n`],
  ])('RX-034 their history stays as it was, %s', async (_, text) => {
    const at = project()
    foreignLoop(at, { history: text })
    await goOn(at)
    expect(at.read(`${place}/history.jsonl`).startsWith(text)).toBe(true)
    expect(at.read(`${place}/history.jsonl`).length).toBeGreaterThan(text.length + 10)
  })

  it('RX-034 what is missing gets defaults, and is reported', async () => {
    const at = project()
    const { run_id, status, iteration, phase, current_step, criteria, task } = theirRun({
      iteration: 1,
      current_step: 'PLAN',
    }) as ReturnType<typeof theirRun>
    foreignLoop(at, {
      run: { run_id, status, iteration, phase, current_step, criteria: { rules: criteria.rules }, task: { prompt: task.prompt } },
    })
    const { said } = await goOn(at, { run: alias }, steady(['word done\n']))
    expect(said).toMatch(
      /missing in run\.json and filled with defaults: task_alias, max_iterations, plan, prepared_checks, evaluation, critique, stop, last_score, stagnation_count, created_at, updated_at/,
    )
    expect(runFile(at, alias)).toMatchObject({
      max_iterations: 4,
      criteria: { name: 'loop_default_v1', phase: { A: { threshold: 0.8 }, B: { threshold: 0.9 } } },
      status: 'completed',
    })
  })

  it.each<[string, object]>([
    ['run_id', { run_id: undefined }],
    ['status', { status: undefined }],
  ])('RX-034 only a missing %s keeps it from going on', async (name, more) => {
    const at = project()
    foreignLoop(at, { run: theirRun(more) })
    const before = bytes(at)
    await expect(goOn(at, { run: alias })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(name),
      fix: expect.stringContaining('whet reflex new'),
    })
    expect(bytes(at)).toEqual(before)
  })

  it('RX-034 one whose run_id is not of our form keeps it', async () => {
    const at = project()
    foreignLoop(at, { run: theirRun({ run_id: 'Run #7/β' }) })
    const { report } = await goOn(at, { run: alias })
    expect(report).toMatchObject({ name: alias, status: 'completed' })
    expect(runFile(at, alias).run_id).toBe('Run #7/β')
    expect(history(at, alias).at(-1)?.run_id).toBe('Run #7/β')
    expect((await run(show, { run: alias }, openWorld(at))).artifact?.text).toBe('word done\n')
  })
})

describe('going on with one', () => {
  it('recomputes its score and says what differs, discards the commands it prepared, and counts on', async () => {
    const at = project()
    foreignLoop(at)
    const { said, asked, report } = await goOn(at)
    expect(said).toContain("the recorded score 0.95 doesn't follow from its rule results, which give 0")
    expect(said).toContain('1 prepared checks were discarded')
    expect(at.files('.').filter((name) => name.includes('pwned'))).toEqual([])
    // Its evaluation of iteration 2 did not pass, so iteration 3 criticises and refines; checks are prepared again.
    expect(asked).toEqual(['critique:3', 'refine:3', 'prepare:3:A', 'prepare:3:B'])
    expect(report).toMatchObject({ status: 'completed', passed: true })
    expect(events(at, alias).slice(theirHistory.length)).toEqual([
      'iteration_advanced',
      'critique_done',
      'refinement_done',
      'checks_prepared',
      'evaluation_done',
      'phase_switched',
      'checks_prepared',
      'evaluation_done',
      'stopped',
    ])
    const again = await run(historyVerb, { run: alias }, openWorld(at))
    expect(again.events.map(({ event }) => event).filter((event) => event === 'evaluation_done')).toHaveLength(4)
  })

  it('ends it where its last allowed iteration has been judged already', async () => {
    const at = project()
    foreignLoop(at, { run: theirRun({ max_iterations: 2 }) })
    await expect(goOn(at)).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('iteration_limit') })
    expect(runFile(at, alias)).toMatchObject({ status: 'stopped', iteration: 2, stop: { reason: 'iteration_limit' } })
  })

  it.each([
    ['PLAN', ['plan:2', 'produce:2', 'prepare:2:A']],
    ['PRODUCE_PREPARE', ['produce:2', 'prepare:2:A']],
    ['EVALUATE', ['prepare:2:A']],
    ['PREPARE', ['prepare:2:A']],
    ['REFINE', ['critique:3', 'refine:3']],
    ['SOMETHING', ['plan:2', 'produce:2', 'prepare:2:A']],
  ])('at %s asks for what that step needs', async (current_step, first) => {
    const at = project()
    foreignLoop(at, { run: theirRun({ current_step }) })
    const { asked } = await goOn(at)
    expect(asked.slice(0, first.length).sort()).toEqual([...first].sort())
  })

  it.each([
    ['max_completed_phase_seconds', '900'],
    ['max_completed_phase_seconds', 0],
    ['completed_phase_seconds', -1],
    ['completed_phase_seconds', null],
    ['phase_started_epoch_seconds', 'soon'],
  ])('a %s of %j is a phase_error, never coerced', async (name, value) => {
    const at = project()
    foreignLoop(at, { run: theirRun({ [name]: value }) })
    await expect(goOn(at)).rejects.toMatchObject({ message: expect.stringContaining(name) })
    expect(events(at, alias).slice(-2)).toEqual(['phase_error', 'failed'])
    expect(runFile(at, alias)).toMatchObject({ status: 'failed', stop: { reason: 'phase_error' } })
  })

  it('its seconds never fall, and its limit holds', async () => {
    const at = project()
    foreignLoop(at, { run: theirRun({ max_completed_phase_seconds: 60, completed_phase_seconds: 59, phase_started_epoch_seconds: null }) })
    const world = makerWorld(at, (request) => ((now += 2000), finish(request)))
    let now = Date.UTC(2026, 1, 18, 13)
    world.clock = { now: () => now }
    await run(resume, { run: alias }, world)
    expect(runFile(at, alias)).toMatchObject({
      stop: { reason: 'budget_exceeded', completed: 61, limit: 60, overshoot: 1 },
      completed_phase_seconds: 61,
    })
  })

  it('a field named __proto__ pollutes nothing and is kept', async () => {
    const at = project()
    foreignLoop(at, { run: JSON.stringify(theirRun()).replace('"labels":', '"__proto__":{"polluted":true},"labels":') })
    await goOn(at)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(at.read(`${place}/run.json`)).toContain('"__proto__"')
  })

  it('refuses while another loop is running, and is refused as a second loop itself', async () => {
    const at = project()
    foreignLoop(at)
    at.write(
      'criteria.json',
      JSON.stringify({
        max_iterations: 1,
        rules: [{ ...theirRules[0], check: { kind: 'content.contains', text: 'x' }, owner: undefined }],
      }),
    )
    await expect(run(reflexNew, { task: 'Another thing', criteria: 'criteria.json' }, makerWorld(at, finish))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(alias),
    })
    expect(at.has('.whetstone/runs')).toBe(false)
  })

  it('can be stopped as any other', async () => {
    const at = project()
    foreignLoop(at)
    await run(stop, { workflow: 'reflex', reason: 'moved elsewhere' }, openWorld(at))
    expect(runFile(at, alias)).toMatchObject({ status: 'stopped', stop: { reason: 'moved elsewhere' }, $generator: 'another-loop/2.1' })
    expect(at.has(`${evolution}/current.json`)).toBe(false)
    expect(events(at, alias).at(-1)).toBe('stopped')
  })

  it.each([
    ['completed', 'threshold_reached'],
    ['stopped', 'user_stop'],
    ['failed', 'phase_error'],
  ])('RX-104 one that is %s is not touched, and said to be so', async (status, reason) => {
    const at = project()
    const failed = JSON.stringify({
      ts: '',
      run_id: 'x',
      iteration: 2,
      phase: 'A',
      step: 'PLAN',
      event: 'phase_error',
      status: 'error',
      payload: { message: 'no plan in it' },
    })
    foreignLoop(at, { run: theirRun({ status, stop: { passed: false, reason } }), history: [...theirHistory, failed], active: false })
    const before = bytes(at)
    await expect(goOn(at, { run: alias })).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(
        status === 'failed' ? /failed \(phase_error\).*no plan in it/ : new RegExp(`${status} \\(${reason}\\)`),
      ),
      fix: expect.stringContaining('whet reflex new'),
    })
    expect(bytes(at)).toEqual(before)
    const from = makerWorld(at, steady(['word done\n']))
    at.write(
      'criteria.json',
      JSON.stringify({
        max_iterations: 1,
        rules: [{ id: 'a.style.word', description: 'd', severity: 'fail', check: { kind: 'content.contains', text: 'word' } }],
      }),
    )
    await run(reflexNew, { task: 'Go on from theirs', from: alias, criteria: 'criteria.json' }, from)
    expect(from.asked.find(({ role }) => role === 'produce')?.prompt).toContain('nothing yet')
  })
})

describe('one that another tool wrote', () => {
  const ended = (more: object = {}) => theirRun({ status: 'completed', stop: { passed: true, reason: 'threshold_reached' }, ...more })
  const codeRules = [
    {
      id: 'a.correctness.word',
      description: 'says word',
      severity: 'fail',
      weight: 2,
      phase: 'A',
      check: { kind: 'content.contains', text: 'word' },
    },
    { id: 'a.style.short', description: 'is short', severity: 'warn', weight: 1, phase: 'A', check: 'it is short' },
  ]
  const criteria = (rules: object[]) => ({
    name: 'theirs',
    version: 1,
    phase: { A: { threshold: 0.7, active_levels: ['A'] }, B: { threshold: 0.85, active_levels: ['A', 'B'] } },
    rules,
  })

  it('is shown by list and status as recorded elsewhere, with both scores where its rules can be decided here', async () => {
    const at = project()
    foreignLoop(at, { run: ended({ criteria: criteria(codeRules), last_score: 0.95 }), artifact: 'nothing of it\n', active: false })
    const listed = await run(list, {}, openWorld(at))
    expect(listed.runs).toMatchObject([{ name: alias, elsewhere: { again: null } }])
    expect(list.default.text(listed, {})).toMatch(/courses-api .*\(recorded elsewhere\)/)
    const before = bytes(at)
    const shown = await run(status, { run: alias }, openWorld(at))
    expect(shown.runs).toMatchObject([
      { name: alias, status: 'completed', elsewhere: { again: { score: 0, passed: false, decided: 1, rules: 2 } } },
    ])
    expect(status.default.text(shown, {})).toMatch(/\(recorded elsewhere, 0\.00 here, from the 1 of 2 rules that code decides\)/)
    const loops = await run(reflexList, {}, openWorld(at))
    expect(loops).toMatchObject({ loops: [{ alias, last_score: '0.95', elsewhere: true }] })
    expect(reflexList.default.text(loops, {})).toMatch(/0\.95 \(recorded elsewhere\)/)
    expect(bytes(at)).toEqual(before)
  })

  it('is there for commands that need a journal, too: they say that it has none', async () => {
    const at = project()
    foreignLoop(at, { run: ended({ criteria: criteria(codeRules) }), active: false })
    await expect(run(replay, { run: alias }, openWorld(at))).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('written by another tool'),
      fix: expect.stringContaining(`whet resume ${alias}`),
    })
    expect((await run(verify, {}, openWorld(at))).runs).toMatchObject([{ run: alias }])
  })

  it('is verified as far as that goes: what contradicts itself or its rules is named', async () => {
    const at = project()
    foreignLoop(at, { run: ended({ criteria: criteria(codeRules.slice(0, 1)) }), artifact: 'word\n', active: false })
    const good = await run(verify, { run: alias }, openWorld(at))
    expect(good).toMatchObject({
      ok: true,
      runs: [
        {
          run: alias,
          problems: [],
          says: ['recorded elsewhere: whet has no journal of it', expect.stringMatching(/1\.00 here from the 1 of 1 rules/)],
        },
      ],
    })
    expect(verify.default.text(good, {})).not.toContain('intact')
    const spoilt = project()
    foreignLoop(spoilt, {
      run: ended({ criteria: criteria(codeRules.slice(0, 1)), evaluation: { score: 1, passed: true, artifact_hash: 'a'.repeat(64) } }),
      history: [...theirHistory, '{broken'],
      artifact: 'nothing\n',
      active: false,
    })
    const bad = await run(verify, { run: alias }, openWorld(spoilt))
    expect(bad.ok).toBe(false)
    expect(bad.runs[0]?.problems.map(({ what }) => what)).toEqual([
      expect.stringMatching(/can't be read/),
      expect.stringMatching(/was of a different text/),
      expect.stringMatching(/here the score is 0\.00, which isn't a pass/),
    ])
  })

  it('is shown with the score that was recorded, and a score that its own results contradict is named', async () => {
    const at = project()
    const results = [{ id: 'a.correctness.word', verdict: 'fail' }]
    foreignLoop(at, {
      run: ended({
        criteria: criteria(codeRules.slice(0, 1)),
        last_score: 0.95,
        evaluation: { score: 0.95, passed: true, rule_results: results },
      }),
      artifact: 'word\n',
      active: false,
    })
    const shown = await run(status, { run: alias }, openWorld(at))
    expect(shown.runs).toMatchObject([{ score: 0.95, elsewhere: { again: { score: 1 } } }])
    const { runs } = await run(verify, { run: alias }, openWorld(at))
    expect(runs[0]?.says[1]).toBe(
      "score 0.95 as recorded, 1.00 here from the 1 of 1 rules that code decides; the recorded score 0.95 doesn't follow from its rule results, which give 0",
    )
  })

  it('is gone on from by its name alone: task, rules and artifact are taken over, and confirmed here', async () => {
    const at = project()
    foreignLoop(at, { run: ended({ criteria: criteria(codeRules.slice(0, 1)) }), artifact: 'almost\n', active: false })
    const world = makerWorld(at, steady(['word\n']), { person: person('confirm', 'confirm', '') })
    const report = await run(reflexNew, { from: alias }, world)
    expect(report).toMatchObject({ status: 'completed', passed: true })
    const made = runFile(at, report.run.replace(/-\d{8}-\d{6}$/, ''))
    expect(made).toMatchObject({ task: { prompt: 'Describe the courses API' }, criteria: { rules: [{ id: 'a.correctness.word' }] } })
    expect(world.asked.find(({ role }) => role === 'produce')?.prompt).toContain('almost')
  })
})

describe('a run.json that cannot be used', () => {
  it.each<[string, string | null]>([
    ['missing', null],
    ['not JSON', '{"run_id": "cour'],
    ['a list', '[]'],
  ])('RX-107 when it is %s is rebuilt from history.jsonl, with the last iteration, level, step and score', async (_, text) => {
    const at = project()
    foreignLoop(at, { run: text })
    const { report, said } = await goOn(at, { run: alias })
    expect(said).toMatch(/run\.json was (missing|not readable): rebuilt from the last events of history\.jsonl/)
    expect(runFile(at, alias)).toMatchObject({
      run_id: 'courses-api-20260218-120000',
      iteration: 2,
      phase: 'A',
      current_step: 'EVALUATE',
      last_score: 0.42,
      status: 'running',
    })
    // Their history holds no rules, so nothing would be judged: a person is asked for them.
    expect(report).toMatchObject({ at: 'gate', gate: { key: 'confirm-criteria' } })
    expect(said).toContain('no rules are known')
  })

  it('RX-107 takes the level from there too', async () => {
    const at = project()
    foreignLoop(at, { run: null, history: theirHistory.map((line) => line.replaceAll('"phase":"A"', '"phase":"B"')) })
    await goOn(at, { run: alias })
    expect(runFile(at, alias)).toMatchObject({ iteration: 2, phase: 'B', last_score: 0.42 })
  })

  it.each<[string, string | null]>([
    ['missing', null],
    ['torn', '{"run_id": "greet'],
    ['of another time', '{"run_id": "other", "iteration": 9}'],
  ])('RX-107 when it is %s is rebuilt from the journal, byte for byte', async (_, text) => {
    const { loop, says } = await import('../operations/support.ts')
    const at = project()
    const leave = new AbortController()
    await loop(at, {
      rules: [says('a.correctness.word', 'word')],
      makes: (request) => (request.task === 'critique:3' && leave.abort(), steady(['no\n', 'still no\n', 'word\n'])(request)),
      world: { signal: leave.signal },
    })
    const path = `${evolution}/greeting/run.json`
    const before = at.read(path)
    expect(JSON.parse(before)).toMatchObject({ iteration: 3, phase: 'A', current_step: 'CRITIQUE', last_score: 0 })
    if (text === null) rmSync(join(at.root, path))
    else at.write(path, text)
    const seen: string[] = []
    await goOn(at, { run: 'greeting' }, (request) => (seen.push(at.read(path)), steady(['no\n', 'still no\n', 'word\n'])(request)))
    const { updated_at: _a, ...then } = JSON.parse(before) as Record<string, unknown>
    const { updated_at: _b, ...now } = JSON.parse(seen[0] ?? '{}') as Record<string, unknown>
    expect(now).toEqual(then)
  })

  it('RX-107 of a loop of ours that lost its journal, too, is rebuilt whole', async () => {
    const { loop, says } = await import('../operations/support.ts')
    const from = project()
    const leave = new AbortController()
    await loop(from, {
      rules: [says('a.correctness.word', 'word')],
      makes: (request) => (request.role === 'critique' && leave.abort(), steady(['no\n', 'word\n'])(request)),
      world: { signal: leave.signal },
    })
    const at = project()
    for (const name of ['history.jsonl', 'artifact.md'])
      at.write(`${evolution}/greeting/${name}`, from.read(`${evolution}/greeting/${name}`))
    const { report, asked } = await goOn(at, { run: 'greeting' }, steady(['no\n', 'word\n', 'word\n']))
    expect(report).toMatchObject({ status: 'completed', passed: true })
    expect(runFile(at)).toMatchObject({
      run_id: runFile(from).run_id,
      task: { prompt: 'Write a greeting' },
      criteria: { rules: [says('a.correctness.word', 'word')] },
      max_iterations: 4,
    })
    expect(asked.length).toBeGreaterThan(0)
  })

  it.each<[string, string | null]>([
    ['missing', null],
    ['empty', ''],
  ])('RX-108 with a history.jsonl that is %s is said to be lost, and nothing is invented', async (_, text) => {
    const at = project()
    foreignLoop(at, { run: '{broken', history: text })
    const before = bytes(at)
    await expect(goOn(at, { run: alias })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/run\.json of courses-api is not readable and history\.jsonl is missing or empty/),
      fix: expect.stringContaining('whet reflex new'),
    })
    expect(bytes(at)).toEqual(before)
    expect(at.has('.whetstone/runs')).toBe(false)
  })
})
