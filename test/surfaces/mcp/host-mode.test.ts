// An assistant drives whole runs with no model of ours: it takes steps, performs them, hands them in.
import { lending } from '../../lending.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Project, eventsOf, newProject, until } from '../../e2e/whet.ts'
import { type Connection, type Era, type Served, type User, eras, overHttp, overStdio, serveHttp, whet } from './clients.ts'
import { type Step, confirms, criteria, finished, perform, replies } from './loop.ts'

const names = Object.keys(eras) as Era[]

describe.each(names)('a reflex loop over stdio, %s', (era) => {
  let project: Project
  let connection: Connection

  beforeAll(async () => {
    project = newProject()
    project.write('criteria.yaml', criteria)
    connection = await overStdio(project, { era, user: confirms })
  })
  afterAll(async () => {
    await connection.close()
    project.remove()
  })

  it('goes from a draft through both confirmations, every step and a failed first try to a passed end', async () => {
    const made = await connection.tool('reflex_new', { task: 'Write the README of tidy', criteria: 'criteria.yaml', alias: 'tidy-readme' })
    expect(made.data).toMatchObject({ at: 'gate', status: 'draft' })
    const run = made.data['run'] as string
    for (const question of ['Confirm these success criteria?', 'Confirm max iterations = 4?']) {
      await connection.tool('request_decision', { run })
      expect(connection.asked.at(-1)).toContain(question)
    }
    const { last, roles } = await perform(connection, run)
    expect(roles).toEqual(['plan', 'produce', 'critique', 'refine'])
    expect(last.data).toMatchObject({
      at: 'end',
      passed: true,
      status: 'completed',
      artifact: { path: '.ai-factory/evolution/tidy-readme/artifact.md' },
    })
    expect(project.read('.ai-factory/evolution/tidy-readme/artifact.md')).toBe(finished)
    expect(
      eventsOf(project.journal(run), 'replied').filter(({ meta }) => (meta as { maker?: string } | undefined)?.maker === 'host'),
    ).toHaveLength(4)
  })
})

describe.each(names)('a reflex loop over HTTP, %s', (era) => {
  let project: Project
  let served: Served

  beforeAll(async () => {
    project = newProject()
    project.write('criteria.yaml', criteria)
    served = await serveHttp(project)
  })
  afterAll(async () => {
    await served.end()
    project.remove()
  })

  it('is driven the same way once a person has confirmed it in a terminal', async () => {
    const connection = await overHttp(served, { era })
    const made = await connection.tool('reflex_new', { task: 'Write the README of tidy', criteria: 'criteria.yaml', alias: 'tidy-readme' })
    const run = made.data['run'] as string
    for (let times = 0; times < 2; times++) await whet(project, ['answer', run, 'confirm'])
    const { last, roles } = await perform(connection, run)
    expect(roles).toEqual(['plan', 'produce', 'critique', 'refine'])
    expect(last.data).toMatchObject({ at: 'end', passed: true })
    await connection.close()
  })
})

describe('a design over stdio', () => {
  it('is made, faulted, mended, rejected by the person, made again, approved with the phrase, and frozen', async () => {
    const project = newProject()
    project.write('requirements.md', lending)
    await whet(project, ['design', 'new', 'model', '--requirements', 'requirements.md', '--threshold', '70'])
    const intent = JSON.parse(project.read('features/model/design/intent.json').replaceAll('"model"', '"lending"')) as {
      userFlows: object[]
      components: object[]
    }
    const said: ReturnType<User>[] = [{ choice: 'reject', details: 'Call the loan a borrowing.' }]
    const connection = await overStdio(project, {
      user: (message) => said.shift() ?? { choice: 'approve', phrase: /type these words: (.+)/.exec(message)?.[1] ?? '' },
    })
    const hand = (step: unknown, reply: object) =>
      connection.tool('submit_step', { run: 'lending', task: (step as Step).task, reply: JSON.stringify(reply) })

    const made = await connection.tool('design_new', { feature: 'lending', requirements: 'requirements.md', threshold: 80 })
    expect(made.value['step']).toMatchObject({
      task: 'generate:1.1',
      role: 'design-generator',
      schema: { required: expect.arrayContaining(['userFlows']) },
    })
    expect((made.value['step'] as Step).prompt).toContain('You design the feature lending.') // in parts: it is longer than an answer may be
    expect(made.text).toContain('part 1 of 2')

    const before = project.journal('design-lending').length
    const unfit = await hand(made.value['step'], { plan: [] })
    expect(unfit.error).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining("must have required property 'userFlows'"),
      fix: expect.stringContaining('generate:1.1'),
    })
    const atOdds = await hand(made.value['step'], {
      ...intent,
      featureId: 'other',
      components: [...intent.components, intent.components[0]],
    })
    expect(atOdds.text).toContain('/featureId expected "lending", found "other"')
    expect(atOdds.text).toMatch(/\/components\/\d+\/id .* is already used/)
    expect(project.journal('design-lending')).toHaveLength(before)

    const weak = await hand(made.value['step'], { ...intent, userFlows: [] })
    expect(weak.data).toMatchObject({
      at: 'host',
      iteration: 2,
      happened: expect.arrayContaining([expect.stringContaining('below_threshold')]),
    })
    expect((weak.value['step'] as Step).prompt).toContain('coherence.no-flow')
    expect((await hand(weak.value['step'], intent)).data).toMatchObject({ at: 'gate', status: 'CANDIDATE' })
    const again = await connection.tool('request_decision', { run: 'lending' })
    expect((again.value['step'] as Step).prompt).toContain('Call the loan a borrowing.')
    expect((await hand(again.value['step'], { ...intent, version: '1.1.0' })).data).toMatchObject({ at: 'gate' })
    expect((await connection.tool('request_decision', { run: 'lending' })).data).toMatchObject({
      at: 'end',
      status: 'FROZEN',
      passed: true,
    })
    expect(project.read('features/lending/design/final/FROZEN.md')).toContain('lending')

    for (const out of ['features/lending/design/final', 'features/lending/design/final/new', '.whetstone/runs'])
      expect((await connection.tool('certificate', { feature: 'lending', out })).error).toMatchObject({
        code: 'refused',
        message: expect.stringContaining('must not change'),
      })
    expect((await connection.tool('certificate', { feature: 'lending', out: 'papers' })).isError).toBe(false)
    await connection.close()
    project.remove()
  })
})

describe('a step', () => {
  let project: Project
  let connection: Connection
  let run: string

  beforeAll(async () => {
    project = newProject()
    project.write('criteria.yaml', criteria)
    connection = await overStdio(project, { user: confirms })
    run = (await connection.tool('reflex_new', { task: 'Write the README of tidy', criteria: 'criteria.yaml' })).data['run'] as string
    for (let times = 0; times < 2; times++) await connection.tool('request_decision', { run })
  })
  afterAll(async () => {
    await connection.close()
    project.remove()
  })

  it('comes with its contract and the whole prompt, and asking twice changes nothing', async () => {
    const first = await connection.tool('next_step', { run })
    const before = project.journal(run).length
    const second = await connection.tool('next_step', { run })
    const step = first.value['step'] as Step
    expect(step).toMatchObject({ task: 'plan:1', role: 'plan', expects: 'json' })
    expect(step.schema).toMatchObject({ type: 'object' })
    expect(step.prompt).toContain('Write the README of tidy')
    expect(first.text).toContain(step.prompt)
    expect((second.value['step'] as Step).task).toBe(step.task)
    expect(project.journal(run)).toHaveLength(before)
  })

  it('that nobody waits for is refused by name, and the waiting ones are told', async () => {
    const told = await connection.tool('submit_step', { run, task: 'produce:7', reply: 'x' })
    expect(told.error).toMatchObject({ code: 'refused' })
    expect(told.text).toContain('plan:1')
  })

  it.each<[string, string, RegExp]>([
    ['is not JSON', 'Here is the plan.', /- expected JSON: .*found «Here is the plan\.»/],
    [
      'does not fit the schema',
      '{"plan": ["too short"], "more": 1}',
      /- the document must NOT have additional properties: "more"\n- \/plan must NOT have fewer than 3 items/,
    ],
    ['is empty', ' \n', /- it is empty/],
  ])('whose reply %s is refused with exactly that, and still waits', async (_what, reply, says) => {
    const before = project.journal(run).length
    const told = await connection.tool('submit_step', { run, task: 'plan:1', reply })
    expect(told.error).toMatchObject({ code: 'invalid', message: expect.stringMatching(says) })
    expect(told.text).toContain('submit plan:1 again')
    expect(project.journal(run)).toHaveLength(before)
  })

  it('whose reply fits its schema and misses its contract is asked for once more, with what was wrong', async () => {
    await connection.tool('submit_step', { run, task: 'plan:1', reply: replies['plan'] })
    const critique = await connection.tool('submit_step', { run, task: 'produce:1', reply: replies['produce'] })
    const task = (critique.value['step'] as Step).task
    const missed = await connection.tool('submit_step', {
      run,
      task,
      reply: JSON.stringify({ issues: [{ rule_id: 'a.made.up', problem: 'p', fix_instruction: 'f', expected_effect: 'e' }] }),
    })
    expect(missed.data).toMatchObject({ happened: [expect.stringContaining('a.made.up')], waiting: [`${task}#2`] })
    expect(missed.value['next']).toContain(`Your reply to ${task} was refused`)
    expect(missed.value['step']).toMatchObject({ task: `${task}#2`, role: 'critique' })
    const mended = await connection.tool('submit_step', { run, task: `${task}#2`, reply: replies['critique'] })
    expect(mended.value['next']).not.toContain('was refused')
    expect(mended.value['step']).toMatchObject({ role: 'refine' })
  })

  it('of a run that is not there is not found', async () => {
    expect((await connection.tool('next_step', { run: 'nobody' })).error).toMatchObject({ code: 'not_found' })
  })
})

describe('a step of a judge', () => {
  it('that quotes what is not there is asked for once more, with what was wrong', async () => {
    const project = newProject()
    project.write(
      'criteria.yaml',
      'max_iterations: 2\nrules:\n  - id: a.quality.clarity\n    description: It is clear\n    severity: fail\n    check: { kind: judged-by-agent, criterion: Is it clear? }\n',
    )
    const connection = await overStdio(project, { user: confirms })
    const run = (await connection.tool('reflex_new', { task: 'Write the README of tidy', criteria: 'criteria.yaml', judge: 'host' })).data[
      'run'
    ] as string
    for (let times = 0; times < 2; times++) await connection.tool('request_decision', { run })
    await connection.tool('submit_step', { run, task: 'plan:1', reply: replies['plan'] })
    const { task } = (await connection.tool('submit_step', { run, task: 'produce:1', reply: finished })).value['step'] as Step
    const anchor = { anchor: 'holds', absent: false, reasoning: 'It is.' }
    const { step } = (await connection.tool('next_step', { run })).value as {
      step: Step & { schema: { properties: { anchor: { enum: string[] } } } }
    }
    const best = { ...anchor, anchor: step.schema.properties.anchor.enum[0] }
    const missed = await connection.tool('submit_step', {
      run,
      task,
      reply: JSON.stringify({ ...best, quotes: ['words that are not there'] }),
    })
    expect(missed.data['happened']).toEqual([expect.stringMatching(/judged: a judge's reply was refused: .*words that are not there/)])
    expect(missed.value['next']).toContain(`Your reply to ${task} was refused`)
    const taken = await connection.tool('submit_step', {
      run,
      task: `${task}#2`,
      reply: JSON.stringify({ ...best, quotes: ['npm install tidy'] }),
    })
    expect(taken.data).toMatchObject({ at: 'end', passed: true })
    await connection.close()
    project.remove()
  })
})

describe('a call that takes long', () => {
  it.each(names)('tells what happens meanwhile to a client that asks for it, %s', async (era) => {
    const project = newProject()
    project.write('criteria.yaml', criteria)
    const connection = await overStdio(project, { era, user: confirms })
    const run = (await connection.tool('reflex_new', { task: 'Write the README of tidy', criteria: 'criteria.yaml' })).data['run'] as string
    for (let times = 0; times < 2; times++) await connection.tool('request_decision', { run })
    await connection.tool('submit_step', { run, task: 'plan:1', reply: replies['plan'] })
    const heard: (string | undefined)[] = []
    await connection.client.callTool(
      { name: 'submit_step', arguments: { run, task: 'produce:1', reply: replies['produce'] } },
      { onprogress: ({ message }) => heard.push(message) },
    )
    expect(heard.join('\n')).toContain('evaluation_done: scored 0.00')
    await connection.close()
    project.remove()
  })

  it('is left when its client gives up, and the run can be gone on with at once', async () => {
    const project = newProject()
    project.write('criteria.yaml', criteria)
    const program = project.program('slow', 'if (!args.includes("--version")) setTimeout(() => {}, 600_000)')
    const begun = project.start([
      'reflex',
      'new',
      'Write the README of tidy',
      '--criteria',
      'criteria.yaml',
      '--alias',
      'slow-readme',
      '--maker',
      `command:${program}`,
    ])
    const ended = new Promise((resolve) => begun.once('close', resolve))
    await until(() => existsSync(join(project.root, '.ai-factory/evolution/slow-readme/run.json')))
    begun.kill('SIGTERM')
    await ended
    const connection = await overStdio(project)
    const stop = new AbortController()
    const call = connection.client.callTool({ name: 'resume', arguments: { run: 'slow-readme' } }, { signal: stop.signal })
    await until(() => eventsOf(project.journal(), 'resumed').length > 0)
    stop.abort()
    await expect(call).rejects.toThrow()
    await expect
      .poll(() => whet(project, ['stop', 'enough', '--run', 'slow-readme']), { timeout: 20_000 })
      .toMatchObject({ stopped: 'now' })
    await connection.close()
    project.remove()
  })
})
