// How a reflex loop is set up: drafts, questions, files, and both explicit confirmations before anything runs.
import { describe, expect, it } from 'vitest'
import * as answer from '../../src/operations/answer.ts'
import * as inbox from '../../src/operations/inbox.ts'
import * as reflexNew from '../../src/workflows/reflex/verbs/new.ts'
import * as resume from '../../src/operations/resume.ts'
import { templates } from '../../src/workflows/reflex/templates/templates.ts'
import { normaliseCriteria } from '../../src/workflows/reflex/criteria.ts'
import { detectType, inferIdealResult, inferIterations } from '../../src/workflows/reflex/draft.ts'
import {
  type FakePerson,
  type Project,
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
const makes = steady(['word\n'])
const ids = (rules: readonly { id: string }[]) => rules.map(({ id }) => id)
const start = (at: Project, who: FakePerson | null, input: object, judge = false) =>
  run(reflexNew, input, makerWorld(at, makes, { person: who, judge }))

describe('quick mode', () => {
  it.each([
    ['api-spec', 'OpenAPI 3.1 spec for a course catalogue'],
    ['api-spec', 'REST API with endpoints for courses'],
    ['code', 'Implement a function that folds a list'],
    ['code', 'TypeScript parser for our tariff tables'],
    ['docs', 'Write the README of our tool'],
    ['docs', 'A tutorial for new gardeners'],
    ['config', 'nginx configuration for two hosts'],
    ['config', 'docker-compose for the shop'],
  ])('RX-044 takes the type %s from "%s" and loads its template', async (type, task) => {
    expect(detectType(task)).toBe(type)
    const at = project()
    const { gate } = await start(at, null, { task, draft: true })
    expect(gate?.facts).toMatchObject({ type })
    expect(ids(gate?.facts['rules'] as { id: string }[])).toEqual(ids(templates[type as 'docs'].rules))
  })

  it('RX-045 shows rules, thresholds and limit before anything runs; without a template A=0.8, B=0.9 and 4', async () => {
    const at = project()
    const who = person('discard')
    await start(at, who, { task: 'Write the README of our tool' })
    const [draft] = who.shown as [string]
    for (const { id } of templates.docs.rules) expect(draft).toContain(id)
    expect(draft).toContain('Thresholds: A 0.75, B 0.85. Max iterations: 4.')
    const { gate } = await start(project(), null, { task: 'A limerick about rain', draft: true })
    expect(gate?.facts).toMatchObject({ type: 'other', thresholds: { A: 0.8, B: 0.9 }, max_iterations: 4 })
  })

  it.each<[string, string, string | null]>([
    ['RX-049 a mixed prompt goes straight to full setup', 'REST API spec plus a README', null],
    ['RX-049 so does one of no known kind', 'A limerick about rain', null],
    ['RX-049 so does one that says too little', 'docs', 'docs'],
  ])('%s', async (_, task, type) => {
    expect(detectType(task)).toBe(type)
    if (type) expect(inferIdealResult(task)).toBeNull()
    const who = person('docs')
    await expect(start(project(), who, { task })).rejects.toThrow('nobody answers')
    expect(who.questions[0]).toBe('What kind of artifact?')
    expect(who.shown).toEqual([])
  })

  it('RX-053 a duration in the task is never a budget; budgets come from settings alone', async () => {
    const timed = project()
    const { gate } = await start(timed, null, { task: 'Write the README in 10 minutes, at most 2 dollars and 5000 tokens', draft: true })
    expect(gate).not.toBeNull()
    await run(answer, { run: 'readme-10-minutes-at-most', choice: 'drop' }, makerWorld(timed, makes))
    await run(answer, { run: 'readme-10-minutes-at-most', choice: 'confirm' }, makerWorld(timed, makes))
    await run(answer, { run: 'readme-10-minutes-at-most', choice: 'confirm' }, makerWorld(timed, makes))
    expect(runFile(timed, 'readme-10-minutes-at-most')).toMatchObject({ budget: {}, max_completed_phase_seconds: null })
    const set = project({ 'whetstone.yaml': 'budget: { calls: 7, seconds: 90 }\n' })
    await loop(set, { rules: [word], makes, input: { tokenBudget: 5000 } })
    expect(runFile(set)).toMatchObject({ budget: { calls: 7, tokens: 5000, seconds: 90 }, max_completed_phase_seconds: 90 })
  })

  it('RX-123 with no settings there is no budget, the short order, and no mechanism that nobody switched on', async () => {
    const at = project()
    const { roles } = await loop(at, { rules: [word, says('b.correctness.more', 'more')], makes: steady(['no\n', 'word more\n']) })
    expect(runFile(at)).toMatchObject({ budget: {}, max_completed_phase_seconds: null, max_iterations: 4 })
    expect(roles).toEqual(['plan', 'produce', 'critique', 'refine'])
    expect(ids(runFile(at).criteria.rules)).toEqual(['a.correctness.word', 'b.correctness.more'])
    const { gate } = await start(project(), null, { task: 'Write the README of our tool', draft: true })
    expect(gate?.facts).toMatchObject({ commands: 'not allowed' })
    expect(openWorld(project()).config.config).toEqual({})
  })
})

describe('full setup', () => {
  /** Type, ideal result, mandatory checks, the template's own question, thresholds, limit, major issue, both confirmations. */
  const answers = [
    'docs',
    'A reader can install it.',
    'names the licence',
    '$ test -s artifact.md',
    '',
    'Install',
    'Usage',
    '',
    '0.7',
    '0.95',
    '6',
    'a wrong command',
    'drop',
    'confirm',
    'confirm',
    '',
  ]

  it('RX-050 asks for each thing in turn, then for the two confirmations', async () => {
    const at = project()
    const who = person(...answers)
    const report = await start(at, who, { task: 'A thing for readers', allowCommands: true })
    const kinds = [
      /kind of artifact/,
      /ideal result/,
      /must hold/,
      /must hold/,
      /must hold/,
      /sections/,
      /sections/,
      /sections/,
      /level A/,
      /level B/,
      /Max iterations/,
      /major issue/,
      /success criteria/,
      /success criteria/,
      /max iterations = 6/,
      /Copy/,
    ]
    expect(who.questions.length).toBeGreaterThanOrEqual(kinds.length - 1)
    who.questions.forEach((question, index) => expect(question).toMatch(kinds[index] as RegExp))
    expect(report.at).toBe('end')
    expect(runFile(at, 'thing-readers')).toMatchObject({ max_iterations: 6, task: { ideal_result: 'A reader can install it.' } })
  })

  it('RX-050 offers all five types, and 4 iterations unless told otherwise', async () => {
    const offered: string[] = []
    const who = {
      ...person(),
      choose: async (_: string, choices: readonly { value: string }[]) => (
        offered.push(...choices.map(({ value }) => value)),
        Promise.reject(new Error('seen'))
      ),
    } as unknown as FakePerson
    await expect(start(project(), who, { task: 'A thing' })).rejects.toThrow('seen')
    expect(offered).toEqual(['api-spec', 'code', 'docs', 'config', 'other'])
    const initial: string[] = []
    const other = person('other', 'x', '', undefined, undefined, undefined, '', 'discard')
    const text = other.text.bind(other)
    other.text = async (question, options) => (initial.push(`${question}=${options?.initial ?? ''}`), text(question, options))
    await start(project(), other, { task: 'A thing' })
    expect(initial).toEqual(expect.arrayContaining(['Threshold of level A=0.8', 'Threshold of level B=0.9', 'Max iterations=4']))
  })

  it('RX-051 drafts the template’s rules, one for the ideal result, a fail rule per mandatory check', async () => {
    const at = project()
    const allowed = answers.flatMap((answer) => (answer === 'drop' ? ['allow', 'drop'] : [answer]))
    await start(at, person(...allowed), { task: 'A thing for readers', allowCommands: true }).catch(() => {}) // it goes on to the maker's checks, and nobody answers there
    const { rules, phase } = runFile(at, 'thing-readers').criteria
    expect(phase).toMatchObject({ A: { threshold: 0.7 }, B: { threshold: 0.95 } })
    const kept = templates.docs.rules.filter(({ check }) => typeof check === 'string' || check.kind !== 'judged-by-agent')
    expect(ids(rules)).toEqual(expect.arrayContaining(ids(kept)))
    expect(rules).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'a.correctness.mandatory-1', severity: 'fail', check: 'names the licence' }),
        expect.objectContaining({
          id: 'a.correctness.mandatory-2',
          severity: 'fail',
          check: { kind: 'command', command: 'test -s artifact.md' },
        }),
        expect.objectContaining({ id: 'a.completeness.ideal-result', severity: 'warn' }),
        expect.objectContaining({ id: 'a.correctness.no-major-issue', severity: 'fail' }),
        expect.objectContaining({ id: 'a.completeness.sections', check: expect.objectContaining({ required: ['Install', 'Usage'] }) }),
      ]),
    )
  })

  it('RX-051 a person can add, remove and edit rules before the first iteration', async () => {
    const at = project()
    const who = person(
      'change',
      'add',
      'a.style.short',
      'It is short.',
      'info',
      'change',
      'remove',
      'b.style.consistency',
      'change',
      'edit',
      'a.completeness.examples',
      'There are two examples.',
      'fail',
      'change',
      'thresholds',
      '0.5',
      '0.6',
      'confirm',
      'confirm',
      '',
    )
    await start(at, who, { task: 'Write the README of our tool' }, true)
    const { rules, phase } = runFile(at, 'readme-tool').criteria
    expect(rules.find(({ id }) => id === 'a.style.short')).toMatchObject({ severity: 'info', weight: 0, check: 'It is short.' })
    expect(ids(rules)).not.toContain('b.style.consistency')
    expect(rules.find(({ id }) => id === 'a.completeness.examples')).toMatchObject({
      severity: 'fail',
      weight: 2,
      description: 'There are two examples.',
    })
    expect([phase.A.threshold, phase.B.threshold]).toEqual([0.5, 0.6])
  })

  it('RX-051 a slip while editing is said, and asked for again', async () => {
    const who = person('change', 'add', 'nonsense', 'x', 'fail', 'change', 'iterations', 'many', '3', 'discard')
    const at = project()
    await start(at, who, { task: 'Write the README of our tool' }, true)
    expect(who.shown.join('\n')).toMatch(/nonsense: an id has the form/)
    expect(who.shown.join('\n')).toMatch(/whole number from 1 to 1000/)
    expect(who.left()).toBe(0)
  })

  it('RX-052 what was confirmed is stored with the run, and no later change of a template reaches it', async () => {
    const at = project()
    const leave = new AbortController()
    const world = makerWorld(at, (request) => (leave.abort(), makes(request)), {
      person: person('confirm', 'confirm'),
      judge: true,
      signal: leave.signal,
    })
    await run(reflexNew, { task: 'Write the README of our tool' }, world)
    const before = runFile(at, 'readme-tool').criteria
    const docs = templates.docs as { rules: unknown }
    const kept = docs.rules as { id: string }[]
    docs.rules = []
    try {
      await run(resume, { workflow: 'reflex' }, makerWorld(at, makes, { judge: true }))
      expect(runFile(at, 'readme-tool').criteria).toEqual(before)
      expect(ids(before.rules)).toEqual(ids(kept))
    } finally {
      docs.rules = kept
    }
  })
})

describe('rules', () => {
  const full = { id: 'a.style.short', description: 'd', severity: 'warn', weight: 1, phase: 'A', check: 'c' }
  const read = (rules: object[], more: object = {}) => normaliseCriteria({ rules, max_iterations: 4, ...more })

  it.each<[string, object, boolean]>([
    ['RX-055 with all six fields', full, true],
    ['RX-055 without id', { ...full, id: undefined }, false],
    ['RX-055 without description, which its check or id tells', { ...full, description: undefined }, true],
    ['RX-055 without check, which its description tells', { ...full, description: 'c', check: undefined }, true],
    ['RX-055 without check and description', { ...full, description: undefined, check: undefined }, false],
    ['RX-055 with an empty check', { ...full, check: '' }, false],
    ['RX-055 with an empty description', { ...full, description: '' }, false],
    ['RX-055 with a weight that is no number', { ...full, weight: 'much' }, false],
    ['RX-055 without weight, which its severity tells', { ...full, weight: undefined }, true],
    ['RX-055 without phase, which its id tells', { ...full, phase: undefined }, true],
    ['RX-057 with an id of another form', { ...full, id: 'short' }, false],
    ['RX-057 with a third level', { ...full, id: 'c.style.short' }, false],
    ['RX-057 with an unknown category', { ...full, id: 'a.beauty.short' }, false],
    ['RX-057 with an unknown severity', { ...full, severity: 'critical' }, false],
    ['RX-057 with an unknown phase', { ...full, phase: 'C' }, false],
    ['RX-057 with a phase that contradicts its id', { ...full, phase: 'B' }, false],
  ])('%s', (_, rule, fine) => {
    const result = read([rule])
    expect('criteria' in result).toBe(fine)
    if ('criteria' in result) for (const each of result.criteria.rules) expect({ ...each, description: 'd' }).toEqual(full)
  })

  it('RX-055 a rule without severity is one that must hold', () => {
    expect(read([{ id: 'a.style.short', check: 'c' }])).toMatchObject({
      criteria: { rules: [{ id: 'a.style.short', description: 'c', severity: 'fail', weight: 2, phase: 'A', check: 'c' }] },
    })
  })

  it('a criteria file is told everything that is wrong with it at once, also what only a loop asks for', async () => {
    const at = project()
    at.write('criteria.yaml', 'max_iterations: 2000\nrules:\n  - id: lint\n    check: { kind: nope }\n')
    await expect(start(at, null, { task: 'x', criteria: 'criteria.yaml' })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/has 3 problems[^]*no check "nope"[^]*from 1 to 1000, found 2000[^]*lint: an id has the form/),
    })
  })

  it('RX-055 a rule that lacks something is refused before iteration 1, with its place, and nothing is started', async () => {
    const at = project()
    at.write('criteria.yaml', 'max_iterations: 4\nrules:\n  - id: a.style.short\n    severity: warn\n    description: c\n')
    await expect(start(at, null, { task: 'x', criteria: 'criteria.yaml' })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/criteria\.yaml:3:5: rule a\.style\.short has no check/),
    })
    expect(at.has('.whetstone/runs')).toBe(false)
  })

  it('RX-055 every persisted rule has the six fields, whoever gave it', async () => {
    const at = project()
    await loop(at, {
      rules: [],
      makes,
      more: {
        rules: [
          { id: 'a.correctness.word', description: 'd', severity: 'fail', check: { kind: 'content.contains', text: 'word' } },
          { id: 'b.style.x', description: 'd', severity: 'info', check: 'says word' },
        ],
      },
    })
    for (const rule of runFile(at).criteria.rules)
      expect(Object.keys(rule).sort()).toEqual(['check', 'description', 'id', 'phase', 'severity', 'weight'])
    expect(runFile(at).criteria.rules.map(({ weight, phase }) => [weight, phase])).toEqual([
      [2, 'A'],
      [0, 'B'],
    ])
  })

  it('RX-057 ids are unique in a loop', () => {
    expect(read([full, full])).toMatchObject({ problems: [expect.stringContaining('a.style.short occurs twice')] })
  })

  it('RX-054 max_iterations of run.json is the limit, whatever else mentions one', async () => {
    const at = project({ 'whetstone.yaml': 'reflex: { max_iterations: 9 }\n' })
    await loop(at, {
      rules: [word],
      makes: steady((n) => `try ${n}\n`),
      input: { task: 'Write a greeting, at most 7 iterations', alias: 'greeting', maxIterations: 8 },
      more: { max_iterations: 2 },
    })
    expect(runFile(at)).toMatchObject({ max_iterations: 2, iteration: 2, stop: { reason: 'iteration_limit' } })
  })
})

describe('both confirmations', () => {
  it('RX-046 are asked for although the task states them, and what it states is marked unconfirmed', async () => {
    expect(inferIterations('README, max 7 iterations')).toBe(7)
    const at = project()
    const who = person('confirm', 'discard')
    const task = 'Write the README of our tool. Success criteria: it has an Install section. Max 7 iterations.'
    await start(at, who, { task }, true)
    expect(who.questions).toEqual(['Confirm these success criteria?', 'Confirm max iterations = 7?'])
    const draft = await start(project(), null, { task, draft: true })
    expect(draft.gate?.facts).toMatchObject({ max_iterations: 7, confirmed: { criteria: false, iterations: false } })
  })

  it.each<[string, (string | undefined)[], string[]]>([
    [
      'the limit',
      ['confirm', 'change', 'iterations', '6', 'confirm', 'confirm', ''],
      ['criteria', 'iterations = 4', 'what', 'Max', 'criteria', 'iterations = 6', 'Copy'],
    ],
    [
      'the criteria',
      ['confirm', 'change', 'thresholds', '0.5', '0.6', 'confirm', 'confirm', ''],
      ['criteria', 'iterations = 4', 'what', 'level A', 'level B', 'criteria', 'iterations = 4', 'Copy'],
    ],
  ])('RX-047 changing %s discards both and asks for both again', async (_, said, asked) => {
    const who = person(...said)
    const at = project()
    await start(at, who, { task: 'Write the README of our tool' }, true)
    expect(who.questions).toHaveLength(asked.length)
    who.questions.forEach((question, index) => expect(question).toContain(asked[index]))
  })

  it('RX-048 nothing runs before both are on record; waiting survives any number of processes', async () => {
    const at = project()
    const first = makerWorld(at, makes, { person: person('drop', 'confirm') })
    await expect(run(reflexNew, { task: 'Write the README of our tool' }, first)).rejects.toThrow('nobody answers')
    expect(first.asked).toEqual([])
    expect(at.files(evolution)).toEqual([])
    const waiting = await run(inbox, {}, openWorld(at))
    expect(waiting.waiting).toMatchObject([{ name: 'readme-tool', gate: { key: 'confirm-iterations' } }])
    const world = makerWorld(at, makes)
    const report = await run(answer, { run: 'readme-tool', choice: 'confirm' }, world)
    expect(report.at).toBe('end')
    expect(world.asked[0]?.role).toBe('plan')
    expect(history(at, 'readme-tool')[0]).toMatchObject({ event: 'run_started', payload: { confirmed: 'person' } })
  })

  it('RX-048 on a terminal, resume goes on with the questions', async () => {
    const at = project()
    await start(at, null, { task: 'Write the README of our tool', draft: true }, true)
    const report = await run(
      resume,
      { workflow: 'reflex' },
      makerWorld(at, makes, { judge: true, person: person('confirm', 'confirm', '') }),
    )
    expect(report.at).toBe('end')
  })

  it('RX-048 a criteria file is both, recorded with its hash; one without rules or limit is not', async () => {
    const at = project()
    await loop(at, { rules: [word], makes })
    expect(history(at)[0]?.payload).toMatchObject({ confirmed: 'criteria-file', criteria_sha256: sha256(at.read('criteria.json')) })
    for (const [text, missing] of [
      ['{"rules": []}', 'max_iterations'],
      ['{"max_iterations": 3}', 'rules'],
    ] as const) {
      const other = project({ 'c.json': text })
      await expect(start(other, null, { task: 'x', criteria: 'c.json' })).rejects.toMatchObject({
        code: 'needs_person',
        message: expect.stringContaining(missing),
        data: { needs: [missing] },
      })
      expect(other.has('.whetstone/runs')).toBe(false)
    }
  })

  it('RX-048 without a person and without a file it is refused, in a form a program can read', async () => {
    const at = project()
    await expect(start(at, null, { task: 'Write the README of our tool' })).rejects.toMatchObject({
      code: 'needs_person',
      data: { needs: ['criteria', 'max_iterations'], draft: { type: 'docs', max_iterations: 4 } },
    })
    expect(at.files(evolution)).toEqual([])
  })
})

describe('who may begin a loop', () => {
  it('RX-005 a draft rests at both confirmations, also when it comes with a criteria file', async () => {
    const at = project({ 'c.json': JSON.stringify({ max_iterations: 2, rules: [word] }) })
    const world = makerWorld(at, makes)
    const { gate } = await run(reflexNew, { task: 'Write a greeting', criteria: 'c.json', draft: true }, world)
    expect(gate).toMatchObject({ key: 'confirm-criteria', facts: { max_iterations: 2, confirmed: { criteria: false, iterations: false } } })
    expect(world.asked).toEqual([])
    expect(at.has(folder())).toBe(false)
  })
})
