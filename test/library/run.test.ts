// Loops and workflows run by a program: what comes back, what is refused, what is kept, what a program may not decide.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type LoopOptions, type Workflow, defineCheck, defineMaker, type Maker, fail, pass, runLoop, runWorkflow } from '../../src/index.ts'
import { MemoryStore, scriptedMaker, testCheck } from '../../src/testing.ts'

const plan = { role: 'plan', json: { plan: ['one', 'two', 'three'] } }
const critique = {
  role: 'critique',
  json: {
    issues: [
      { rule_id: 'a.correctness.greets', problem: 'It does not greet.', fix_instruction: 'Say hello.', expected_effect: 'It greets.' },
    ],
  },
}
const author = (...texts: string[]) =>
  scriptedMaker([
    plan,
    critique,
    { role: 'produce', text: texts[0] as string },
    ...texts.slice(1).map((text, index) => ({ role: 'refine', iteration: index + 2, text })),
  ])
const greets = {
  id: 'a.correctness.greets',
  description: 'says hello',
  severity: 'fail',
  check: { kind: 'content.contains', text: 'hello' },
} as const
const loop = (more: Partial<LoopOptions> = {}) =>
  runLoop({ task: 'Write a greeting', rules: [greets], maker: author('# Greeting\n\nhello\n'), ...more })

describe('runLoop', () => {
  it('gives the artifact, the score, each rule and why it ended', async () => {
    const { events, ...result } = await loop()
    expect(result).toEqual({
      run: expect.stringMatching(/^greeting-\d{8}-\d{6}$/),
      passed: true,
      status: 'completed',
      reason: 'threshold_reached',
      because: expect.any(String),
      score: 1,
      artifact: '# Greeting\n\nhello\n',
      iterations: 1,
      rules: [{ id: 'a.correctness.greets', outcome: 'pass', details: expect.any(String) }],
    })
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['run_started', 'evaluation_done', 'ended']))
  })

  it('delivers the best artifact when it never passes, and says so', async () => {
    const result = await loop({ maker: author('# Bye\n', '# Bye again\n', '# Bye at last\n'), maxIterations: 2 })
    expect(result).toMatchObject({ passed: false, reason: 'iteration_limit', score: 0 })
    expect(result.artifact).toMatch(/^# Bye/)
  })

  it('takes one maker a role, and names as --maker does', async () => {
    const result = await loop({ maker: { default: author('# Greeting\n\nhello\n'), plan: `command:echo '{"plan":["a","b","c"]}'` } })
    expect(result.passed).toBe(true)
  })

  it('hears every event and leaves when it is told to', async () => {
    const stop = new AbortController()
    const heard: string[] = []
    const result = await loop({
      signal: stop.signal,
      onEvent: ({ type }) => {
        heard.push(type)
        if (type === 'plan_created') stop.abort()
      },
    })
    expect(heard).toContain('plan_created')
    expect(result).toMatchObject({ passed: false, status: 'running', reason: 'interrupted' })
  })

  it('kept on disk is a run like any other, and goes on where it stopped', async () => {
    const root = mkdtempSync(join(tmpdir(), 'whet-library-'))
    const stop = new AbortController()
    const maker = author('# Greeting\n\nhello\n')
    const first = await loop({
      root,
      store: 'disk',
      run: 'greeting',
      maker,
      signal: stop.signal,
      onEvent: ({ type }) => type === 'plan_created' && stop.abort(),
    })
    expect(first.reason).toBe('interrupted')
    const second = await loop({ root, store: 'disk', run: 'greeting', maker })
    expect(second).toMatchObject({ passed: true, run: 'greeting' })
    expect(second.events.filter(({ type }) => type === 'plan_created')).toHaveLength(1)
    expect(readFileSync(join(root, '.ai-factory/evolution/greeting/artifact.md'), 'utf8')).toContain('hello')
    rmSync(root, { recursive: true })
  })

  it('a maker that throws fails its step, twice, and the loop says which', async () => {
    const result = await loop({ maker: defineMaker({ name: 'broken', make: () => Promise.reject(new Error('no network')) }) })
    expect(result).toMatchObject({ passed: false, status: 'failed', reason: 'phase_error' })
    expect(JSON.stringify(result.events)).toContain('broken failed at plan:1: no network')
  })

  it('rests where its maker cannot be asked, says why, and sits it out where it may', async () => {
    let [down, retryAfterMs] = [1, 600_000]
    const good = defineMaker({ name: 'good', make: ({ role }) => (role === 'plan' ? { plan: ['a', 'b', 'c'] } : '# T\n\nwhetstone\n') })
    const maker: Maker = {
      ...good,
      call: async (request) => (down-- > 0 ? { failed: 'busy', message: '429', retryAfterMs } : good.call(request)),
    }
    expect(await loop({ maker, run: 'resting-loop' })).toMatchObject({
      passed: false,
      status: 'running',
      reason: 'waiting_for_the_maker',
      because: expect.stringMatching(/^waiting for the maker until .*: 429$/),
    })
    ;[down, retryAfterMs] = [2, 1]
    expect(await loop({ maker, run: 'patient-loop', patienceMs: 60_000 })).not.toMatchObject({ reason: 'waiting_for_the_maker' })
  })

  it.each<[string, Partial<LoopOptions>, RegExp]>([
    ['no rules', { rules: [] }, /no rule/],
    ['no task', { task: '  ' }, /no task/],
    [
      'an unknown check',
      { rules: [{ ...greets, check: { kind: 'content.contain' } }] },
      /there is no check "content\.contain".*content\.contains/s,
    ],
    [
      'a parameter too many',
      { rules: [{ ...greets, check: { kind: 'content.contains', text: 'x', txt: 'y' } }] },
      /has no parameter "txt"/,
    ],
    ['an id of no form', { rules: [{ ...greets, id: 'greets' }] }, /form a\.<category>/],
    ['a rule only a judge could decide', { rules: [{ ...greets, check: { kind: 'judged-by-agent' } }] }, /never pass/],
    [
      'a check whose name is taken',
      { checks: [defineCheck({ kind: 'parse', summary: '', version: '1', params: z.object({}), run: () => pass('') })] },
      /already/,
    ],
  ])('refuses %s before anything is made', async (_what, options, says) => {
    await expect(loop(options)).rejects.toThrow(says)
  })
})

describe('a check of a program', () => {
  const counted = defineCheck({
    kind: 'own.length',
    summary: 'is short',
    version: '1',
    params: z.strictObject({ max: z.number() }),
    run: ({ params, artifact, files }) =>
      files
        .read('limit.txt')
        .then((limit) =>
          artifact.text.length <= (limit === null ? params.max : Number(limit))
            ? pass('short')
            : fail('too long', [{ message: 'this long', location: { line: 1 } }]),
        ),
  })

  it('decides in a loop beside those that ship, in the order of the rules', async () => {
    const own = { id: 'a.style.short', description: 'is short', severity: 'fail', check: { kind: 'own.length', max: 5 } } as const
    const result = await loop({ rules: [own, greets], checks: [counted], maxIterations: 1 })
    expect(result.rules).toMatchObject([
      { id: 'a.style.short', outcome: 'fail' },
      { id: 'a.correctness.greets', outcome: 'pass' },
    ])
  })

  it('that hangs or throws is an error, not the end', async () => {
    const hangs = defineCheck({
      kind: 'own.hangs',
      summary: '',
      version: '1',
      params: z.object({}),
      timeoutMs: () => 50,
      run: () => new Promise(() => {}),
    })
    const throws = defineCheck({
      kind: 'own.throws',
      summary: '',
      version: '1',
      params: z.object({}),
      run: () => {
        throw new Error('oops')
      },
    })
    await testCheck(hangs, { invalid: [{ text: 'x', outcome: 'error', says: 'took longer than 0.05 s' }] })
    await testCheck(throws, { invalid: [{ text: 'x', outcome: 'error', says: 'oops' }] })
  })

  it('is tested by a table, and every row that is wrong is named', async () => {
    await testCheck(counted, {
      valid: [
        { text: 'abc', params: { max: 3 } },
        { text: 'abc', params: { max: 1 }, files: { 'limit.txt': '9' } },
      ],
      invalid: [{ text: 'abcd', params: { max: 3 }, lines: [1], says: /long/ }],
    })
    const wrong = testCheck(counted, {
      valid: [{ text: 'abcd', params: { max: 3 } }],
      invalid: [
        { text: 'ab', params: { max: 3 } },
        { text: 'abcd', params: { max: 3 }, lines: [2], says: 'short' },
      ],
    })
    await expect(wrong).rejects.toThrow(
      /own\.length: 4 cases differ\n {2}valid\[0\].*expected pass, found fail.*\n {2}invalid\[0\].*expected fail, found pass.*\n {2}invalid\[1\].*doesn't say short.*\n {2}invalid\[1\].*expected lines \[2\], found \[1\]/,
    )
    await expect(testCheck(counted, {})).rejects.toThrow(/nothing was tested/)
  })
})

describe('a rule in words', () => {
  const words = { ...greets, check: 'Somebody is greeted.' }
  const writes = scriptedMaker([
    plan,
    { role: 'produce', text: 'hello\n' },
    { role: 'prepare', json: { checks: [{ rule_id: words.id, type: 'content', search: 'hello', expected: 'present' }] } },
  ])

  it('is refused without a judge and without anybody who looks at the checks that the maker writes', async () => {
    await expect(loop({ rules: [words] })).rejects.toThrow(/could never pass.*needs a judge/)
  })

  it.each([
    [true, 'threshold_reached'],
    [false, 'discarded'],
  ])('is decided by the maker’s check only where the program says so: %s', async (counts, reason) => {
    const shown: unknown[] = []
    const result = await loop({
      rules: [words],
      maker: writes,
      makerChecks: ({ facts }) => (shown.push(facts['written_by_the_maker']), counts),
    })
    expect(result).toMatchObject({ passed: counts, reason })
    expect(shown).toEqual([
      [expect.objectContaining({ rule: words.id, check: 'contains "hello", in upper or lower case', rejected: null })],
    ])
  })

  it('a maker is told what checks of the program demand', async () => {
    const prompts: string[] = []
    const own = defineCheck({
      kind: 'own.calm',
      summary: 'Nothing is shouted.',
      version: '1',
      params: z.strictObject({ max: z.int() }),
      demands: ({ max }) => `has at most ${max} capitals in a row`,
      run: () => pass('calm'),
    })
    const maker = defineMaker({
      name: 'm',
      make: ({ role, prompt }) => (prompts.push(prompt), role === 'plan' ? { plan: ['a', 'b', 'c'] } : 'hello\n'),
    })
    await loop({ maker, checks: [own], rules: [{ ...greets, check: { kind: 'own.calm', max: 3 } }] })
    expect(prompts.length).toBeGreaterThan(1)
    for (const prompt of prompts) expect(prompt).toContain('It has at most 3 capitals in a row.')
  })
})

describe('runWorkflow', () => {
  interface Doing {
    done: string | null
  }
  const approval = (attested: boolean): Workflow<Doing, object> => ({
    name: 'approval',
    version: 1,
    initial: () => ({ done: null }),
    evolve: (state, { type, data }) => (type === 'settled' ? { done: (data as { how: string }).how } : state),
    next: ({ done }) =>
      done
        ? { done: { status: 'over', reason: done, passed: true } }
        : {
            ask: {
              key: 'go',
              question: 'Go?',
              choices: [{ name: 'yes', means: 'go', attested }],
              facts: {},
              decides: { hash: '0', phrase: 'go now' },
            },
          },
    accept: () => ({ events: [] }),
    gates: { go: { yes: (_state, _gate, { assurance }) => ({ events: [{ type: 'settled', data: { how: assurance } }] }) } },
    files: () => ({}),
  })
  const maker = scriptedMaker([plan])

  it('lets a program answer what needs no person, and records it as unattested', async () => {
    const { outcome } = await runWorkflow({ workflow: approval(false), input: {}, maker, decide: () => ({ choice: 'yes' }) })
    expect(outcome?.reason).toBe('unattested')
  })

  it('refuses a program what needs one', async () => {
    const store = new MemoryStore()
    await expect(
      runWorkflow({ workflow: approval(true), input: {}, maker, store, run: 'kept', decide: () => ({ choice: 'yes' }) }),
    ).rejects.toThrow(/needs a person/)
    const resting = await runWorkflow({ workflow: approval(true), input: {}, maker, store, run: 'kept' })
    expect([resting.at, resting.gate?.key, resting.events.filter(({ type }) => type === 'gate_answered')]).toEqual(['gate', 'go', []])
  })
})
