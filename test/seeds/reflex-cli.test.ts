// The verbs of the reflex loop: what each does, prints and leaves alone.
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commit } from '../../src/kernel/commit.ts'
import * as answer from '../../src/operations/answer.ts'
import { findCommand } from '../commands.ts'
import * as clean from '../../src/workflows/reflex/verbs/clean.ts'
import * as historyVerb from '../../src/operations/history.ts'
import { reflex } from '../../src/workflows/reflex/index.ts'
import * as reflexList from '../../src/workflows/reflex/verbs/list.ts'
import * as reflexNew from '../../src/workflows/reflex/verbs/new.ts'
import * as reflexStatus from '../../src/workflows/reflex/verbs/status.ts'
import * as resume from '../../src/operations/resume.ts'
import * as stop from '../../src/operations/stop.ts'
import { newProject } from '../e2e/whet.ts'
import { foreignLoop, theirRun } from '../operations/foreign.ts'
import {
  type Project,
  criteria,
  events,
  evolution,
  folder,
  history,
  later,
  loop,
  makerWorld,
  openWorld,
  person,
  project,
  run,
  runFile,
  says,
  steady,
} from '../operations/support.ts'

const word = says('a.correctness.word', 'word')
const pointer = `${evolution}/current.json`

/** A loop that runs, left alone at its CRITIQUE. */
async function running(at: Project, alias = 'greeting') {
  const leave = new AbortController()
  return loop(at, {
    rules: [word],
    makes: (request) => (request.role === 'critique' && leave.abort(), steady(['no\n'])(request)),
    input: { alias },
    world: { signal: leave.signal },
  })
}

async function ended(at: Project, alias: string, makes = steady(['word\n'])) {
  return loop(at, { rules: [word], makes, input: { alias } })
}

/** Every file of the project, with its bytes and when it was written. */
const everything = (at: Project) =>
  at
    .files('.')
    .filter((name) => name !== 'criteria.json')
    .map((name) => [name, at.read(name), statSync(join(at.root, name)).mtimeMs])

describe('words', () => {
  it.each(['new', 'resume', 'status', 'stop', 'list', 'history', 'clean'])('RX-001 `whet reflex %s` is a verb', (word_) => {
    expect(findCommand(word_, 'reflex')?.name).toBe(word_)
  })

  it('RX-001 RX-002 a verb is followed by its task or alias; anything else is the task of a new loop', async () => {
    const at = newProject()
    later(() => at.remove())
    const words = await at.json(['reflex', 'write', 'a', 'greeting', 'for', 'us', '--draft', '--maker', 'host'])
    const same = await at.json(['reflex', 'new', 'write a greeting for us', '--draft', '--maker', 'host'])
    for (const made of [words, same]) expect(made).toMatchObject({ at: 'gate', gate: { facts: { task: 'write a greeting for us' } } })
    expect(await at.json(['reflex', 'history', 'greeting-us'])).toMatchObject({ run: expect.stringMatching(/^greeting-us-\d/) })
    expect(await at.json(['reflex', 'list'])).toMatchObject({ loops: [{ alias: expect.any(String) }, { alias: expect.any(String) }] })
  })

  it('RX-003 without a task it asks for one and starts nothing until it is given', async () => {
    const at = project()
    const silent = person()
    await expect(run(reflexNew, {}, makerWorld(at, steady(['x']), { person: silent }))).rejects.toThrow(
      'nobody answers: What should be made?',
    )
    await expect(run(reflexNew, {}, makerWorld(at, steady(['x'])))).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('there is no task'),
    })
    expect(at.has('.whetstone/runs')).toBe(false)
    at.write('criteria.json', criteria([word]))
    expect(
      await run(reflexNew, { criteria: 'criteria.json' }, makerWorld(at, steady(['word\n']), { person: person('Write a greeting', '') })),
    ).toMatchObject({ name: 'greeting', status: 'completed' })
    // The face without any word at all comes to the same question.
    expect(await newProjectSays(['reflex'])).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no task') })
  })

  it('RX-004 status, stop, list, history and clean run no step and call nobody', async () => {
    const at = project()
    await running(at)
    const world = makerWorld(at, () => Promise.reject(new Error('somebody was called')), { person: person(false) })
    for (const [verb, input] of [
      [reflexStatus, {}],
      [reflexList, {}],
      [historyVerb, { workflow: 'reflex' }],
      [stop, { workflow: 'reflex' }],
      [clean, { run: 'greeting' }],
    ] as const)
      await run(verb as never, input, world)
    expect(world.asked).toEqual([])
    const types = new Set<string>()
    await world.store.read(runFile(at).run_id, 1, (entry) => entry.seq > 6 && entry.events.forEach(({ type }) => types.add(type)))
    expect([...types]).not.toContain('resumed')
  })
})

async function newProjectSays(argv: string[]) {
  const at = newProject()
  later(() => at.remove())
  return at.whet(argv)
}

describe('status', () => {
  it('RX-006 follows current.json and prints alias, status, iteration, phase, current_step, last_score, updated_at, in this order', async () => {
    const at = project()
    await running(at)
    const [head, row] = reflexStatus.default.text(await run(reflexStatus, {}, openWorld(at)), {}).split('\n') as [string, string]
    expect(head.split(/\s+/)).toEqual(['alias', 'status', 'iteration', 'phase', 'current_step', 'last_score', 'updated_at'])
    expect(row.split(/\s+/)).toEqual(['greeting', 'running', '2', 'A', 'CRITIQUE', '0', runFile(at).updated_at])
    // It believes the pointer, not the newest run.
    at.write(pointer, JSON.stringify({ active_run_id: 'x', task_alias: 'other', status: 'running', updated_at: '' }))
    at.write(`${evolution}/other/run.json`, JSON.stringify({ status: 'running', iteration: 7 }))
    expect(await run(reflexStatus, {}, openWorld(at))).toMatchObject({ active: { alias: 'other', iteration: '7' } })
  })

  it('RX-006 without current.json it says that no loop is active and changes no file', async () => {
    const at = project()
    await ended(at, 'greeting')
    const before = everything(at)
    expect(reflexStatus.default.text(await run(reflexStatus, {}, openWorld(at)), {})).toBe('No loop is active.')
    expect(everything(at)).toEqual(before)
    const empty = project()
    await run(reflexStatus, {}, openWorld(empty))
    expect(empty.files('.')).toEqual([])
  })
})

describe('stop', () => {
  it.each<[string, string | undefined, string]>([
    ['no text', undefined, 'user_stop'],
    ['a text', 'going  home: it is "late"…', 'going  home: it is "late"…'],
    ['a reason of ours', 'threshold_reached', 'threshold_reached'],
    ['an error of ours', 'phase_error', 'phase_error'],
    ['the word for a draft', 'discarded', 'discarded'],
  ])('RX-007 with %s sets status and reason word for word', async (_, reason, recorded) => {
    const at = project()
    await running(at)
    await run(stop, { workflow: 'reflex', ...(reason && { reason }) }, openWorld(at))
    expect(runFile(at)).toMatchObject({ status: 'stopped', stop: { reason: recorded, passed: false } })
    expect(history(at).at(-1)).toMatchObject({ event: 'stopped', payload: { reason: recorded } })
    expect(at.has(pointer)).toBe(false)
  })

  it('RX-008 appends its event before it removes current.json', async () => {
    const at = project()
    await running(at)
    const world = openWorld(at)
    const { open } = await world.store.open(reflex, runFile(at).run_id)
    const path = join(at.root, folder(), 'history.jsonl')
    const before = at.read(`${folder()}/history.jsonl`)
    rmSync(path)
    mkdirSync(path) // the line cannot be written: then nothing after it may have happened
    await expect(commit(open, { events: open.workflow.stop?.(open.state.state, 'enough', 'me') ?? [] }, world)).rejects.toMatchObject({
      code: 'storage',
    })
    expect(at.has(pointer)).toBe(true)
    expect(runFile(at).status).toBe('running')
    await open.close()
    rmSync(path, { recursive: true })
    // What was committed is not lost: the next opening puts both right, once.
    await expect(run(resume, { run: 'greeting' }, openWorld(at))).rejects.toThrow('stopped (enough)')
    expect(at.read(`${folder()}/history.jsonl`).startsWith(before)).toBe(true)
    expect(events(at).filter((name) => name === 'stopped')).toHaveLength(1)
    expect(at.has(pointer)).toBe(false)
  })

  it('RX-009 acts on the running loop only; without one it says so and changes no file', async () => {
    const at = project()
    await ended(at, 'greeting')
    const before = everything(at)
    await expect(run(stop, { workflow: 'reflex', reason: 'x' }, openWorld(at))).rejects.toThrow('nothing is running')
    await expect(run(stop, { workflow: 'reflex', run: 'greeting' }, openWorld(at))).rejects.toThrow(
      "greeting is completed, so it can't be stopped",
    )
    expect(everything(at)).toEqual(before)
    const draft = project()
    await run(reflexNew, { task: 'Write a greeting', draft: true }, makerWorld(draft, steady(['x'])))
    await expect(run(stop, { workflow: 'reflex' }, openWorld(draft))).rejects.toThrow('nothing is running')
    const both = project()
    await ended(both, 'older')
    await running(both, 'newer')
    await run(stop, { workflow: 'reflex' }, openWorld(both))
    expect([runFile(both, 'older').status, runFile(both, 'newer').status]).toEqual(['completed', 'stopped'])
  })
})

describe('list and history', () => {
  it('RX-010 reads the run.json of every folder and prints a row each', async () => {
    const at = project()
    await ended(at, 'done')
    await ended(
      at,
      'limit',
      steady((n) => `try ${n}\n`),
    )
    await ended(at, 'broken', () => 'no JSON')
    foreignLoop(at, { active: false, run: theirRun({ iteration: 3, last_score: 0.5 }) })
    const rows = reflexList.default
      .text(await run(reflexList, {}, openWorld(at)), {})
      .split('\n')
      .map((line) => line.split(/\s+/))
    expect(rows[0]).toEqual(['alias', 'status', 'iteration', 'last_score', 'updated_at'])
    expect(rows.slice(1).map((row) => row.slice(0, 4))).toEqual([
      ['broken', 'failed', '1', '0'],
      ['courses-api', 'running', '3', '0.5'],
      ['done', 'completed', '1', '1'],
      ['limit', 'stopped', '3', '0'],
    ])
    // From the files, as they are now.
    at.write(`${folder('done')}/run.json`, at.read(`${folder('done')}/run.json`).replace('"iteration": 1', '"iteration": 9'))
    expect((await run(reflexList, {}, openWorld(at))).loops.find(({ alias }) => alias === 'done')?.iteration).toBe('9')
  })

  it('RX-011 prints the events as a timeline in journal order, of the loop named or the active one', async () => {
    const at = project()
    await ended(at, 'older')
    await running(at, 'newer')
    const active = await run(historyVerb, { workflow: 'reflex' }, openWorld(at))
    expect(active.run).toBe(runFile(at, 'newer').run_id)
    const names = active.events.map(({ event }) => event)
    expect(names.filter((name) => events(at, 'newer').includes(name))).toEqual(events(at, 'newer'))
    expect(active.events.map(({ seq }) => seq)).toEqual(active.events.map(({ seq }) => seq).sort((a, b) => a - b))
    const named = await run(historyVerb, { workflow: 'reflex', run: 'older' }, openWorld(at))
    expect(named.events.at(-1)).toMatchObject({ event: 'stopped', text: expect.stringContaining('threshold_reached') })
    for (const line of historyVerb.default.text(named, {}).split('\n')) expect(line).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}\w+ +\S/)
  })
})

describe('clean', () => {
  const there = (at: Project, alias: string) =>
    at.has(folder(alias)) && at.files('.whetstone/runs').some((name) => name.startsWith(`${alias}-2`))

  it('RX-012 first shows what goes and deletes only after a yes', async () => {
    const at = project()
    await ended(at, 'greeting')
    const who = person(true)
    const shownFirst: boolean[] = []
    const confirm = who.confirm.bind(who)
    who.confirm = async (question) => (shownFirst.push(who.shown.length === 1 && there(at, 'greeting')), confirm(question))
    await run(clean, { run: 'greeting' }, openWorld(at, { person: who }))
    expect(shownFirst).toEqual([true])
    expect(who.shown[0]).toMatch(
      /This will be deleted:\n {2}\.ai-factory\/evolution\/greeting\n {2}\.whetstone\/runs\/greeting-\d{8}-\d{6}/,
    )
    expect(there(at, 'greeting')).toBe(false)
  })

  it.each<[string, ReturnType<typeof person> | null]>([
    ['a no', person(false)],
    ['a closed input', person()],
    ['nobody', null],
  ])('RX-012 after %s nothing is deleted', async (_, who) => {
    const at = project()
    await ended(at, 'greeting')
    const before = everything(at)
    await run(clean, { run: 'greeting' }, openWorld(at, { person: who })).catch(() => {})
    expect(everything(at)).toEqual(before)
  })

  it('RX-013 refuses a running loop, ours or another tool’s, and leaves its files', async () => {
    const at = project()
    await running(at)
    const before = everything(at)
    await expect(run(clean, { run: 'greeting' }, openWorld(at, { person: person(true) }))).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('greeting is running'),
    })
    expect(everything(at)).toEqual(before)
    const other = project()
    foreignLoop(other)
    await expect(run(clean, { run: 'courses-api' }, openWorld(other, { person: person(true) }))).rejects.toThrow('courses-api is running')
    expect(other.has(folder('courses-api'))).toBe(true)
  })

  it('RX-014 --all offers every ended loop, skips running ones and asks before the first deletion', async () => {
    const at = project()
    await ended(at, 'done')
    await ended(
      at,
      'limit',
      steady((n) => `try ${n}\n`),
    )
    await ended(at, 'broken', () => 'no JSON')
    await running(at, 'going')
    await run(clean, { all: true }, openWorld(at, { person: person(false) }))
    expect(['done', 'limit', 'broken', 'going'].map((alias) => there(at, alias))).toEqual([true, true, true, true])
    const who = person(true)
    expect(await run(clean, { all: true }, openWorld(at, { person: who }))).toMatchObject({
      deleted: expect.arrayContaining(['done', 'limit', 'broken']),
    })
    expect(who.questions).toHaveLength(1)
    expect(['done', 'limit', 'broken', 'going'].map((alias) => there(at, alias))).toEqual([false, false, false, true])
    expect(at.has(pointer)).toBe(true)
  })

  it('RX-015 a pointer to what was removed goes with it', async () => {
    const at = project()
    foreignLoop(at, { run: theirRun({ status: 'completed' }) })
    await run(clean, { run: 'courses-api' }, openWorld(at, { person: person(true) }))
    expect(at.files(evolution)).toEqual([])
    const other = project()
    await ended(other, 'greeting')
    other.write(
      pointer,
      JSON.stringify({ active_run_id: 'elsewhere-20260101-000000', task_alias: 'elsewhere', status: 'running', updated_at: '' }),
    )
    await run(clean, { run: 'greeting' }, openWorld(other, { person: person(true) }))
    expect(other.files(evolution)).toEqual(['current.json']) // it points to another loop
  })
})

describe('one loop at a time', () => {
  it('RX-016 a second is refused, naming the first and what can be done', async () => {
    const at = project()
    await running(at)
    const before = everything(at)
    await expect(loop(at, { rules: [word], makes: steady(['x']) })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('greeting'),
      fix: expect.stringMatching(/whet reflex resume greeting.*whet reflex stop/),
    })
    expect(everything(at)).toEqual(before)
    rmSync(join(at.root, pointer)) // the journal knows it still
    await expect(loop(at, { rules: [word], makes: steady(['x']) })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('RX-016 a draft cannot be confirmed beside a running loop, and a pointer to nothing stands in nobody’s way', async () => {
    const at = project()
    await run(
      reflexNew,
      { task: 'Write another', draft: true, alias: 'another', criteria: 'c.json' },
      makerWorld(withCriteria(at), steady(['x'])),
    )
    await running(at)
    await run(answer, { run: 'another', choice: 'confirm' }, makerWorld(at, steady(['x'])))
    await expect(run(answer, { run: 'another', choice: 'confirm' }, makerWorld(at, steady(['x'])))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('greeting'),
    })
    expect(at.has(folder('another'))).toBe(false)
    const stale = project()
    stale.write(pointer, JSON.stringify({ active_run_id: 'gone-20260101-000000', task_alias: 'gone', status: 'running', updated_at: '' }))
    expect((await ended(stale, 'greeting')).report.status).toBe('completed')
  })

  it('RX-016 of several started in the same moment, one runs', async () => {
    const at = project()
    at.write('criteria.json', criteria([word]))
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const starts = ['one', 'two', 'three'].map((alias) =>
      run(
        reflexNew,
        { task: 'x', alias, criteria: 'criteria.json' },
        makerWorld(at, async (request) => (await gate, steady(['word\n'])(request))),
      ).then(
        () => 'ran',
        (error: { code: string }) => error.code,
      ),
    )
    const settled = await Promise.race([Promise.all(starts), new Promise<void>((resolve) => setTimeout(resolve, 1500))])
    expect(settled).toBeUndefined() // one is still waiting for its maker
    open()
    expect((await Promise.all(starts)).filter((each) => each === 'ran')).toHaveLength(1)
    expect((await Promise.all(starts)).filter((each) => each === 'conflict' || each === 'busy')).toHaveLength(2)
  })
})

function withCriteria(at: Project): Project {
  at.write('c.json', criteria([word]))
  return at
}
