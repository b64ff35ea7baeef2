// A loop that an assistant starts is a draft, and only a person turns it into more.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Project, eventsOf, newProject } from '../e2e/whet.ts'
import { type Connection, overStdio, whet } from '../surfaces/mcp/clients.ts'
import { criteria } from '../surfaces/mcp/loop.ts'

let project: Project
let connection: Connection
beforeAll(async () => {
  project = newProject()
  project.write('criteria.yaml', criteria)
  connection = await overStdio(project)
})
afterAll(async () => {
  await connection.close()
  project.remove()
})

it('RX-005 over MCP `new` rests at both confirmations, also with a criteria file, and no tool or argument answers them', async () => {
  const made = await connection.tool('reflex_new', { task: 'Write the README', criteria: 'criteria.yaml' })
  const run = made.data['run'] as string
  expect(made.data).toMatchObject({ at: 'gate', status: 'draft', gate: { key: 'confirm-criteria' } })
  const { tools } = await connection.client.listTools()
  for (const { name } of tools.filter((tool) => !tool.annotations?.readOnlyHint))
    for (const args of [{ run }, { run, choice: 'confirm' }, { run, task: 'confirm-criteria', reply: 'confirm' }])
      await connection.tool(name, args).catch(() => null)
  const events = project.journal(run).flatMap((entry) => entry.events.map(({ type }) => type))
  expect(
    events.filter((type) => ['gate_answered', 'criteria_confirmed', 'iterations_confirmed', 'run_started', 'stopped'].includes(type)),
  ).toEqual([])
  await whet(project, ['answer', run, 'confirm'])
  const between = await connection.tool('next_step', { run })
  expect(between.data['gate']).toMatchObject({ key: 'confirm-iterations' })
  await whet(project, ['answer', run, 'confirm'])
  expect(eventsOf(project.journal(run), 'run_started')).toMatchObject([{ confirmed: 'person' }])
  expect((await connection.tool('next_step', { run })).value['step']).toMatchObject({ role: 'plan' })
})
