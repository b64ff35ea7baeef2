// An assistant drives whole runs with no model of ours: it takes steps, performs them, hands them in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Project, eventsOf, newProject } from '../../e2e/whet.ts'
import { type Connection, type Era, type Served, eras, overHttp, overStdio, serveHttp, whet } from './clients.ts'
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
    expect(last.data).toMatchObject({ at: 'end', passed: true, status: 'completed', artifact: { text: finished } })
    expect(project.read('.ai-factory/evolution/tidy-readme/artifact.md')).toBe(finished)
    expect(eventsOf(project.journal(run), 'replied').filter(({ meta }) => (meta as { maker?: string } | undefined)?.maker === 'host')).toHaveLength(4)
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

  it('whose reply misses the contract is asked for again, with what was wrong', async () => {
    const told = await connection.tool('submit_step', { run, task: 'plan:1', reply: '{"plan": ["too short"]}' })
    expect(JSON.stringify(told.data['happened'])).toMatch(/plan/)
    const step = told.value['step'] as Step
    expect(step.role).toBe('plan')
    expect(step.task).not.toBe('plan:1')
    const mended = await connection.tool('submit_step', { run, task: step.task, reply: replies['plan'] as string })
    expect((mended.value['step'] as Step).role).toBe('produce')
  })

  it('of a run that is not there is not found', async () => {
    expect((await connection.tool('next_step', { run: 'nobody' })).error).toMatchObject({ code: 'not_found' })
  })
})
