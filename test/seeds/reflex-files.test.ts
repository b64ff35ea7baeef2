// The files of a reflex loop: what lies where, with which fields, and when.
import fc from 'fast-check'
import { FileStore } from '../../src/adapters/file-store/store.ts'
import { describe, expect, it } from 'vitest'
import * as answer from '../../src/operations/answer.ts'
import * as clean from '../../src/workflows/reflex/verbs/clean.ts'
import * as diff from '../../src/operations/diff.ts'
import * as historyVerb from '../../src/operations/history.ts'
import * as inbox from '../../src/operations/inbox.ts'
import * as reflexList from '../../src/workflows/reflex/verbs/list.ts'
import * as reflexNew from '../../src/workflows/reflex/verbs/new.ts'
import * as reflexStatus from '../../src/workflows/reflex/verbs/status.ts'
import * as resume from '../../src/operations/resume.ts'
import * as show from '../../src/operations/show.ts'
import * as stop from '../../src/operations/stop.ts'
import * as verify from '../../src/operations/verify.ts'
import { aliasPattern, freeAlias, slugOf } from '../../src/workflows/reflex/draft.ts'
import {
  type Project,
  type Says,
  evolution,
  folder,
  history,
  loop,
  makerWorld,
  openWorld,
  person,
  project,
  run,
  runFile,
  says,
  sha256,
  steady,
} from '../operations/support.ts'

const word = says('a.correctness.word', 'word')
const more = says('b.correctness.more', 'more')
const confirmed = (at: Project) => at.write('criteria.json', JSON.stringify({ max_iterations: 4, rules: [word, more] }))
const own = ['greeting/artifact.md', 'greeting/history.jsonl', 'greeting/run.json']

/** A loop that has begun and waits for somebody to plan: as fresh as it can be seen. */
async function fresh(files: Record<string, string> = {}, input: object = {}) {
  const at = project(files)
  confirmed(at)
  const world = openWorld(at)
  await run(reflexNew, { task: 'Write a greeting', criteria: 'criteria.json', maker: ['host'], ...input }, world)
  return { at, world }
}

describe('the folder', () => {
  it('RX-018 holds exactly its files after every verb, and while steps run', async () => {
    const at = project()
    const lying = () => at.files(evolution)
    confirmed(at)
    const during: string[][] = []
    const makes: Says = (request) => (during.push(lying()), steady(['no\n', 'word\n', 'word more\n'])(request))
    const leave = new AbortController()
    const world = makerWorld(at, (request) => (request.role === 'critique' && leave.abort(), makes(request)), { signal: leave.signal })
    await run(reflexNew, { task: 'Write a greeting', draft: true }, world)
    expect(lying()).toEqual([])
    await run(inbox, {}, world)
    await run(answer, { run: 'greeting', choice: 'discard' }, world)
    expect(lying()).toEqual([])
    const interrupted = await run(reflexNew, { task: 'Write a greeting', criteria: 'criteria.json', alias: 'greeting-two' }, world)
    expect(interrupted.at).toBe('interrupt')
    const two = [...['artifact.md', 'history.jsonl', 'run.json'].map((name) => `greeting-two/${name}`)]
    const active = ['current.json', ...two]
    expect(lying()).toEqual(active)
    for (const [verb, given] of [
      [reflexStatus, {}],
      [reflexList, {}],
      [historyVerb, { workflow: 'reflex' }],
      [show, { workflow: 'reflex' }],
      [diff, { workflow: 'reflex' }],
      [verify, {}],
    ] as const) {
      await run(verb as never, given, world)
      expect(lying()).toEqual(active)
    }
    const again = makerWorld(at, makes, { person: person('') })
    await run(resume, { workflow: 'reflex' }, again)
    expect(lying()).toEqual(two)
    await expect(run(stop, { workflow: 'reflex' }, again)).rejects.toThrow('nothing is running')
    await expect(run(resume, { run: 'greeting-two' }, again)).rejects.toThrow('completed')
    expect(lying()).toEqual(two)
    expect(during.flat().filter((name) => !active.includes(name))).toEqual([])
    await run(clean, { all: true }, openWorld(at, { person: person(true) }))
    expect(lying()).toEqual([])
  })

  it.each<[string, Record<string, string>, string]>([
    ['RX-019 is .ai-factory/evolution, made with its parents', {}, evolution],
    ['RX-019 is where the configuration says', { 'whetstone.yaml': 'paths:\n  evolution: work/deep/loops\n' }, 'work/deep/loops'],
  ])('%s', async (_, files, place) => {
    const { at } = await fresh(files)
    expect(at.files(place)).toEqual(['current.json', 'greeting/history.jsonl', 'greeting/run.json'])
    if (place !== evolution) expect(at.has('.ai-factory')).toBe(false)
  })

  it('RX-020 every evaluated or replaced version is kept by its hash under .whetstone, never in the folder', async () => {
    const at = project()
    const texts = ['one\n', 'two\n', 'three\n', 'word more\n']
    await loop(at, {
      rules: [word, more],
      makes: steady(texts),
      more: {
        max_iterations: 4,
        rules: [word, more, ...['two', 'three'].map((each) => says(`a.style.${each}`, each, { severity: 'warn', weight: 0.1 }))],
      },
    })
    for (const text of texts.slice(0, runFile(at).iteration)) {
      expect(await new FileStore(at.root).text(runFile(at).run_id, sha256(text))).toBe(text)
    }
    expect(at.files(evolution)).toEqual(own)
  })
})

describe('current.json', () => {
  it.each<[string, Says, string]>([
    ['completed', steady(['word more\n']), 'completed'],
    ['stopped', steady((n) => `try ${n}\n`), 'stopped'],
    ['failed', ({ role }) => (role === 'plan' ? { plan: [] } : 'x'), 'failed'],
  ])('RX-021 is there while the loop runs and gone when it is %s', async (_, makes, status) => {
    const at = project()
    const there: boolean[] = []
    await loop(at, { rules: [word, more], makes: (request) => (there.push(at.has(`${evolution}/current.json`)), makes(request)) })
    expect(there.length).toBeGreaterThan(0)
    expect(there).toEqual(there.map(() => true))
    expect(runFile(at).status).toBe(status)
    expect(at.has(`${evolution}/current.json`)).toBe(false)
  })

  it('RX-022 names the run, its alias, that it is running, and when it was touched', async () => {
    const { at } = await fresh()
    expect(at.json(`${evolution}/current.json`)).toEqual({
      active_run_id: runFile(at).run_id,
      task_alias: 'greeting',
      status: 'running',
      updated_at: runFile(at).updated_at,
    })
  })
})

describe('names', () => {
  it('RX-023 any task gives a slug of lower-case letters, digits and single hyphens, 3 to 64 long', () => {
    const names = (prompt: string) => [slugOf(prompt), freeAlias(slugOf(prompt), (alias) => !alias.endsWith('-12'))]
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string({ maxLength: 300 })), (prompt) =>
        names(prompt).every((alias) => aliasPattern.test(alias)),
      ),
    )
    for (const prompt of ['', 'a', '??', 'Ünï cödé', 'the the the', 'x'.repeat(500), '日本語', `${'y'.repeat(64)} z`])
      for (const alias of names(prompt)) expect(alias).toMatch(/^(?=.{3,64}$)[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(slugOf('OpenAPI 3.1 spec + DDD notes + JSON examples')).toBe('openapi-3-1-spec-ddd')
    expect(freeAlias('z'.repeat(64), (alias) => alias.length === 64 && !alias.includes('-'))).toBe(`${'z'.repeat(62)}-2`)
  })

  it('RX-023 an alias that is none is refused, one that is one is taken as it is', async () => {
    const { at } = await fresh({}, { alias: 'the-greeting-for-us' })
    expect(at.has(folder('the-greeting-for-us'))).toBe(true)
    for (const alias of ['ab', 'Upper', 'two--hyphens', '../out', '-x-', 'a'.repeat(65)])
      await expect(run(reflexNew, { task: 't', alias }, openWorld(project()))).rejects.toThrow('lower-case words')
  })

  it('RX-024 the run id is the alias and the time in UTC, wherever one is', async () => {
    const zone = process.env['TZ']
    process.env['TZ'] = 'Pacific/Auckland'
    try {
      const at = project()
      confirmed(at)
      const world = openWorld(at)
      world.clock = { now: () => Date.UTC(2026, 1, 18, 12, 0, 0, 700) }
      const { run: id } = await run(reflexNew, { task: 'courses api ddd', criteria: 'criteria.json', maker: ['host'] }, world)
      expect(id).toBe('courses-api-ddd-20260218-120000')
      expect(runFile(at, 'courses-api-ddd')).toMatchObject({ run_id: id, created_at: '2026-02-18T12:00:00Z' })
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })

  it.each([
    ['a loop of ours', false],
    ['another tool’s folder', true],
  ])('RX-025 a second loop of the same name gets another, and %s is not touched', async (_, foreign) => {
    const at = project()
    if (foreign) at.write(`${folder()}/artifact.md`, 'theirs\n')
    else await loop(at, { rules: [word, more], makes: steady(['word more\n']) })
    const before = at.files(folder()).map((name) => [name, at.read(`${folder()}/${name}`)])
    await loop(at, { rules: [word, more], makes: steady(['more word\n']) })
    expect(at.files(folder()).map((name) => [name, at.read(`${folder()}/${name}`)])).toEqual(before)
    expect(at.read(`${folder('greeting-2')}/artifact.md`)).toBe('more word\n')
    expect(runFile(at, 'greeting-2').run_id).toMatch(/^greeting-2-\d{8}-\d{6}$/)
  })
})

describe('run.json', () => {
  const always = [
    'run_id',
    'task_alias',
    'status',
    'iteration',
    'max_iterations',
    'phase',
    'current_step',
    'task',
    'criteria',
    'plan',
    'prepared_checks',
    'evaluation',
    'critique',
    'stop',
    'last_score',
    'stagnation_count',
    'created_at',
    'updated_at',
  ]

  it('RX-026 holds every field at every step', async () => {
    const at = project()
    const seen: string[][] = []
    await loop(at, {
      rules: [word, more],
      makes: (request) => (seen.push(Object.keys(runFile(at))), steady(['no\n', 'word more\n'])(request)),
    })
    for (const fields of [...seen, Object.keys(runFile(at))]) expect(fields).toEqual(expect.arrayContaining(always))
    expect(seen).toHaveLength(4)
  })

  it('RX-027 is fresh before the first step', async () => {
    const { at } = await fresh()
    expect(runFile(at)).toMatchObject({
      status: 'running',
      iteration: 1,
      phase: 'A',
      current_step: 'PLAN',
      plan: [],
      prepared_checks: null,
      evaluation: null,
      critique: null,
      last_score: 0,
      stagnation_count: 0,
    })
    expect(runFile(at).stop).toEqual({ passed: false, reason: '' })
  })

  it('RX-028 holds the task and the criteria with both levels', async () => {
    const { at } = await fresh({}, { ideal: 'A friendly word.' })
    expect(at.json<{ task: object }>(`${folder()}/run.json`).task).toMatchObject({
      prompt: 'Write a greeting',
      ideal_result: 'A friendly word.',
    })
    expect(runFile(at).criteria).toMatchObject({
      name: 'loop_default_v1',
      version: 1,
      rules: [word, more],
      phase: { A: { threshold: 0.8, active_levels: ['A'] }, B: { threshold: 0.9, active_levels: ['A', 'B'] } },
    })
  })

  it('RX-029 times are UTC in whole seconds with a Z, in every file', async () => {
    const at = project()
    const texts: string[] = []
    await loop(at, {
      rules: [word, more],
      makes: (request) => (texts.push(at.read(`${evolution}/current.json`)), steady(['word more\n'])(request)),
    })
    const times = [...texts, at.read(`${folder()}/run.json`), at.read(`${folder()}/history.jsonl`)].flatMap((text) =>
      [...text.matchAll(/"(?:ts|created_at|updated_at)":\s*"([^"]*)"/g)].map(([, time]) => time),
    )
    expect(times.length).toBeGreaterThan(8)
    for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })

  it('RX-030 the artifact’s text is in artifact.md and nowhere else', async () => {
    const at = project()
    await loop(at, { rules: [word, more], makes: steady(['no, but mellifluous\n', 'word more, and mellifluous\n']) })
    expect(at.read(`${folder()}/artifact.md`)).toContain('mellifluous')
    for (const name of ['run.json', 'history.jsonl']) expect(at.read(`${folder()}/${name}`)).not.toContain('mellifluous')
  })

  it.each([
    ['short', ['critique', 'refine']],
    ['every', ['critique', 'refine', 'plan', 'produce']],
  ] as const)('RX-031 artifact.md is written before the next step begins, with steps: %s', async (steps, roles) => {
    const at = project()
    const seen: [string, string | null][] = []
    const makes: Says = ({ role, task, ...rest }) => {
      seen.push([role, at.has(`${folder()}/artifact.md`) ? at.read(`${folder()}/artifact.md`) : null])
      return role === 'produce' || role === 'refine' ? `${role} ${task}\n` : steady([''])({ role, task, ...rest })
    }
    await loop(at, { rules: [word, says('a.style.x', '2', { severity: 'warn' })], makes, input: { steps }, more: { max_iterations: 2 } })
    expect(seen[0]).toEqual(['plan', null])
    const later = seen.slice(2).map(([role, text]) => [role, text])
    const made = {
      short: ['produce produce:1\n', 'produce produce:1\n'],
      every: ['produce produce:1\n', 'produce produce:1\n', 'refine refine:1\n', 'refine refine:1\n'],
    }[steps]
    expect(later).toEqual(roles.map((role, index) => [role, made[index]]))
  })

  it('RX-036 every step refreshes current_step and the times of both files', async () => {
    const at = project()
    let now = Date.UTC(2026, 1, 18, 12)
    const seen: [string, string, string][] = []
    confirmed(at)
    const world = makerWorld(at, (request) => {
      seen.push([runFile(at).current_step, runFile(at).updated_at, at.json<{ updated_at: string }>(`${evolution}/current.json`).updated_at])
      now += 60_000
      return steady(['no\n', 'word more\n'])(request)
    })
    world.clock = { now: () => now }
    await run(reflexNew, { task: 'Write a greeting', criteria: 'criteria.json' }, world)
    expect(seen).toEqual(
      [0, 1, 2, 3].map((minute) => [
        ['PLAN', 'PRODUCE_PREPARE', 'CRITIQUE', 'REFINE'][minute],
        `2026-02-18T12:0${minute}:00Z`,
        `2026-02-18T12:0${minute}:00Z`,
      ]),
    )
  })
})

describe('history.jsonl', () => {
  it('RX-032 is one object a line and only grows, whatever is done', async () => {
    const at = project()
    const path = `${folder()}/history.jsonl`
    let before = ''
    let grown = 0
    const look = () => {
      if (!at.has(path)) return
      const now = at.read(path)
      expect(now.startsWith(before)).toBe(true)
      grown += now.length > before.length ? 1 : 0
      before = now
      for (const line of now.split('\n').slice(0, -1)) expect(JSON.parse(line)).toBeInstanceOf(Object)
    }
    const leave = new AbortController()
    const makes: Says = (request) => (look(), steady(['no\n', 'word\n', 'still word\n'])(request))
    await loop(at, {
      rules: [word, more],
      makes: (request) => (request.role === 'refine' && leave.abort(), makes(request)),
      world: { signal: leave.signal },
    })
    look()
    await run(
      resume,
      { workflow: 'reflex' },
      makerWorld(at, (request) => (request.task.startsWith('critique:3') ? Promise.reject(new Error('gone')) : makes(request))),
    ).catch(() => {})
    look()
    await run(stop, { workflow: 'reflex', reason: 'enough' }, openWorld(at)).catch(() => {})
    await run(resume, { run: 'greeting' }, openWorld(at)).catch(() => {})
    for (const verb of [reflexStatus, reflexList, verify]) await run(verb as never, {}, openWorld(at))
    look()
    expect(grown).toBeGreaterThan(4)
    expect(history(at).at(-1)?.event).toMatch(/stopped|failed/)
  })

  /** PRODUCE and PREPARE go side by side: whichever ends first, the step is one of theirs. */
  const beside = (lines: ReturnType<typeof history>) =>
    lines.map(({ event }) => [1, 'A', expect.stringMatching(event === 'checks_prepared' ? /PREPARE$/ : /^PRODUCE/), event, 'ok'])

  it('RX-033 every line carries when, which run, where it stood, what happened and how', async () => {
    const at = project()
    await loop(at, { rules: [word, more], makes: steady(['no\n', 'word more\n']) })
    for (const line of history(at))
      expect(Object.keys(line)).toEqual(['ts', 'run_id', 'iteration', 'phase', 'step', 'event', 'status', 'payload'])
    expect(new Set(history(at).map(({ run_id }) => run_id))).toEqual(new Set([runFile(at).run_id]))
    expect(history(at).map(({ iteration, phase, step, event, status }) => [iteration, phase, step, event, status])).toEqual([
      [1, 'A', 'PLAN', 'run_started', 'ok'],
      [1, 'A', 'PLAN', 'plan_created', 'ok'],
      ...beside(history(at).slice(2, 4)),
      [1, 'A', 'EVALUATE', 'evaluation_done', 'ok'],
      [2, 'A', 'CRITIQUE', 'iteration_advanced', 'ok'],
      [2, 'A', 'CRITIQUE', 'critique_done', 'ok'],
      [2, 'A', 'REFINE', 'refinement_done', 'ok'],
      [2, 'A', 'EVALUATE', 'evaluation_done', 'ok'],
      [2, 'B', 'PREPARE', 'phase_switched', 'ok'],
      [2, 'B', 'PREPARE', 'checks_prepared', 'ok'],
      [2, 'B', 'EVALUATE', 'evaluation_done', 'ok'],
      [2, 'B', 'EVALUATE', 'stopped', 'ok'],
    ])
    expect(
      history(at)
        .slice(2, 4)
        .map(({ event }) => event)
        .sort(),
    ).toEqual(['artifact_created', 'checks_prepared'])
    for (const { ts } of history(at)) expect(new Date(ts).toISOString().slice(0, 19)).toBe(ts.slice(0, 19))
  })
})
