// Lessons in every workflow: whoever makes is told, nobody who judges ever is, and a rule that keeps failing becomes a lesson.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sqlitePlace } from '../../src/adapters/database/open.ts'
import { createAsk, renderTask } from '../../src/agents/ask.ts'
import type { AskAgent, Task } from '../../src/kernel/task.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { guidelinesFor } from '../../src/learning/told.ts'
import { isNotPassed, notPassedCode, workflowOf } from '../../src/learning/lesson.ts'
import { type Learns, runRecord } from '../../src/learning/record.ts'
import { thresholdsFor } from '../../src/learning/thresholds.ts'
import { defineWorkflow } from '../../src/operations/definition.ts'
import stats from '../../src/operations/stats.ts'
import { createWorld } from '../../src/runtime/create-world.ts'
import type { Event } from '../../src/schema/event.ts'
import design from '../../src/workflows/design/index.ts'
import analyse from '../../src/workflows/lessons/verbs/analyse.ts'
import reflexNew from '../../src/workflows/reflex/verbs/new.ts'
import reflex from '../../src/workflows/reflex/index.ts'
import sprint from '../../src/workflows/sprint/index.ts'
import { quickWorld } from '../agents/support.ts'

const base = mkdtempSync(join(tmpdir(), 'whet-told-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const ask = (role: string, more: Partial<AskAgent> = {}): AskAgent => ({
  kind: 'ask',
  key: role,
  role,
  template: role,
  slots: { task: 'hello' },
  expects: 'text',
  ...more,
})
const event = (type: string, data: object): Event => ({ type, data, at: 0 })

describe('who is told', () => {
  const learns: Learns<object> = {
    maker: 'produce',
    kind: () => 'docs',
    told: () => ({ text: 'IMPORTANT GUIDELINES:\n\nLook twice.', applications: [], promptVersion: null }),
    missed: () => [],
  }
  const tasks: Task[] = [ask('produce', { makes: 'markdown' }), ask('build', { edits: { slot: 'task' } }), ask('judge'), ask('critique')]
  const told = (given: Learns<object>) => {
    const next = defineWorkflow<object>({
      name: 'w',
      version: 1,
      initial: () => ({}),
      evolve: (state) => state,
      next: () => ({ do: tasks }),
      accept: () => ({ events: [] }),
      gates: {},
      files: () => ({}),
      learns: given,
    }).next({})
    return 'do' in next ? next.do.map((task) => ('guidelines' in task ? task.key : null)) : []
  }

  it('is whoever makes something; a judge or a critic is not', () => {
    expect(told(learns)).toEqual(['produce', 'build', null, null])
  })

  it('is nobody where there is nothing to say', () => {
    expect(told({ ...learns, told: () => undefined })).toEqual([null, null, null, null])
  })

  it('reads it after the prompt, before what was wrong with the last reply', async () => {
    const template = { name: 'produce', version: '1', path: '', text: 'Task: {{task}}\n', sha256: '' }
    const { prompt } = await renderTask(
      ask('produce', { guidelines: 'Look twice.', again: 'too short' }),
      template,
      { object: async () => '' },
      () => 'n',
    )
    expect(prompt).toMatch(/^Task: hello\n\nLook twice\.\n\nYour last reply .* too short/)
  })

  it('is never a judge, even if a workflow tried: the judge is not asked', async () => {
    const calls: unknown[] = []
    const maker = {
      name: 'm',
      identify: async () => ({ model: 'm', version: '1' }),
      call: async (request: unknown) => (calls.push(request), { failed: 'refusal' as const, message: '' }),
    }
    const text = 'Judge {{task}}'
    const templates = { load: async () => ({ name: 'judge', version: '1', path: '', text, sha256: sha256(text) }) }
    const performed = await createAsk({ makers: { default: maker }, templates, world: quickWorld() })(
      ask('judge', { guidelines: 'Be kind.' }),
      {
        run: 'r',
        workflow: 'reflex',
        head: '',
        pulse: () => {},
        attempt: 1,
        signal: new AbortController().signal,
        object: async () => '',
        say: () => {},
      },
    )
    expect(performed).toMatchObject({ ok: false, error: { code: 'leak' } })
    expect(calls).toEqual([])
  })

  it('gets only lessons of its own workflow', () => {
    const lesson = (id: string, code: string) => ({
      id,
      code,
      text: `Lesson ${id}.`,
      version: 1,
      parent: null,
      reason: '',
      status: 'trial' as const,
      proposers: null,
      minComplexity: null,
      maxComplexity: null,
      addedAt: 0,
    })
    const lessons = [lesson('o', 'TS2304'), lesson('r', 'reflex:a.links'), lesson('s', 'sprint:NOT_PASSED')]
    const given = (workflow?: string) =>
      guidelinesFor({
        ...(workflow && { workflow }),
        order: 'x',
        proposer: 'p',
        complexity: 0,
        band: 'b',
        last: null,
        lessons,
        seed: 's',
      }).applications.map(({ lesson: id }) => id)
    expect([given(), given('order'), given('reflex'), given('sprint'), given('design')]).toEqual([['o'], ['o'], ['r'], ['s'], []])
    expect(['TS2304', 'reflex:a.links'].map(workflowOf)).toEqual(['order', 'reflex'])
    expect(['order', 'sprint'].map(notPassedCode).map(isNotPassed)).toEqual([true, true])
  })
})

describe('what a run missed', () => {
  const rule = (id: string, hidden = false) => ({ id, description: `${id} holds`, ...(hidden && { hidden }) })
  const results = (...failed: string[]) => ({ results: failed.map((id) => ({ id, verdict: 'fail', severity: 'fail', details: '' })) })

  it('is every rule that failed in an evaluation, except a hidden one', () => {
    const state = { criteria: { rules: [rule('a'), rule('b'), rule('h', true)] }, input: { type: 'docs' } } as never
    const run = { run: 'r', workflow: 'reflex', state, outcome: { status: 'completed', reason: '', passed: true }, at: 0 } as never
    const record = runRecord(reflex.learns!, run, [event('evaluation_done', results('a', 'h')), event('evaluation_done', results())], 'm')
    expect(record).toMatchObject({
      error_codes: ['reflex:a'],
      error_samples: [{ code: 'reflex:a', message: 'a holds' }],
      initial_errors: 1,
      final_errors: 0,
      refinement_count: 1,
      complexity_band: 'reflex docs',
      is_success: true,
    })
    expect(runRecord(reflex.learns!, run, [], 'm')).toBeNull()
    const stopped = (reason: string, by = reflex.learns!) =>
      runRecord(
        by,
        { ...(run as object), outcome: { status: 'stopped', reason, passed: false } } as never,
        [event('evaluation_done', results('a'))],
        'm',
      )
    const { tried: _tried, ...without } = reflex.learns!
    expect([stopped('iteration_limit'), stopped('budget_exceeded'), stopped('iteration_limit', without)].map((one) => one?.status)).toEqual(
      ['needs_rework', 'stopped', 'stopped'],
    )
  })

  it('of a sprint begins with the first build: the page as given is nobody’s', () => {
    const card = (...failed: string[]) => ({ card: { criteria: failed.map((id) => ({ id, says: `${id}.`, outcome: 'fail' })) } })
    const missed = (...events: Event[]) => sprint.learns!.missed(events, {} as never)
    expect(missed(event('evaluated', card('x')))).toEqual([])
    expect(missed(event('evaluated', card('x')), event('built', {}), event('evaluated', card('y')))).toEqual([[{ rule: 'y', says: 'y.' }]])
  })

  it('of a design quotes nothing of it', () => {
    const advice = [{ ruleId: 'clarity.weak-word', change: '"Handle \\"all\\" of it" says little here.' }]
    expect(design.learns!.missed([event('evaluation_done', { advice })], {} as never)).toEqual([
      [{ rule: 'clarity.weak-word', says: '… says little here.' }],
    ])
  })
})

describe('in a project', () => {
  it('a rule that three loops missed becomes a lesson, and the next loop is told it; reading figures writes nothing', async () => {
    const root = mkdtempSync(join(base, 'p-'))
    cpSync(join(import.meta.dirname, '../../examples/reflex-readme'), root, { recursive: true })
    const env = { HOME: root, XDG_DATA_HOME: join(root, 'data') }
    const world = createWorld({ cwd: root, env, home: root, person: null })
    const loop = async (alias: string) => {
      const input = { task: 'Write the README', criteria: 'criteria.yaml', alias, maker: ['scripted:script.yaml'] }
      const { run } = await reflexNew.run(reflexNew.input.parse(input), world)
      return (await world.store.load(reflex, run)).run.state.input.told
    }
    try {
      expect([await loop('one-loop'), await loop('two-loop'), await loop('three-loop')]).toEqual([undefined, undefined, undefined])
      const { existsSync } = await import('node:fs')
      const { metrics } = await stats.run({}, world)
      expect(metrics.every(({ cases }) => cases === 0)).toBe(true)
      expect(existsSync(sqlitePlace(env))).toBe(false)
      const { lessons } = await analyse.run({}, world)
      expect(lessons.map(({ code }) => code)).toContain('reflex:b.style.no-placeholders')
      const told = await loop('fourth-loop')
      expect(told?.applications.map(({ code }) => code)).toContain('reflex:b.style.no-placeholders')
      await analyse.run({}, world)
      const again = await analyse.run({}, world)
      expect(again.changed).toBe(false)
      expect(again.lessons.find(({ code }) => code === 'reflex:b.style.no-placeholders')?.analysis?.effect).toMatchObject({
        treated: { orders: told?.applications.filter(({ arm, code }) => arm === 'treated' && code.includes('placeholders')).length },
      })
    } finally {
      await world.close()
    }
  }, 60_000)
})

describe('thresholds', () => {
  const experiment = { id: 'x-1', proposer: 'cheap', current: 0.3, experimental: 0.5, attempts: 0, successes: 0, at: 0 }
  const proposers = [
    { maker: 'cheap', upTo: 0.3 },
    { maker: 'dear', upTo: null },
  ]
  const upTo = (status: 'running' | 'promoted' | 'rejected', order: string, complexity: number) =>
    thresholdsFor(proposers, { seed: 's', experiments: [{ ...experiment, status }] }, order, complexity)[0]?.upTo

  it('are raised for half of the orders between the two while it is tried, and for all once a person has promoted it', () => {
    const orders = Array.from({ length: 400 }, (_, n) => `o-${n}`)
    const raised = orders.filter((order) => upTo('running', order, 0.4) === 0.5).length
    expect(Math.abs(raised - 200)).toBeLessThan(50)
    expect(orders.some((order) => upTo('running', order, 0.6) === 0.5 || upTo('running', order, 0.2) === 0.5)).toBe(false)
    expect(orders.every((order) => upTo('promoted', order, 0.4) === 0.5)).toBe(true)
    expect(orders.some((order) => upTo('rejected', order, 0.4) === 0.5)).toBe(false)
  })
})
