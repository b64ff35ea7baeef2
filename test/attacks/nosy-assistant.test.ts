// An assistant that asks every tool and resource for the words a person types to approve.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lending } from '../lending.ts'
import { type Project, newProject } from '../e2e/whet.ts'
import { type Connection, overStdio, whet } from '../surfaces/mcp/clients.ts'

let project: Project
let connection: Connection
let run: string
beforeAll(async () => {
  project = newProject()
  project.write('requirements.md', lending)
  run = (await whet<{ run: string }>(project, ['design', 'new', 'lending', '--requirements', 'requirements.md', '--threshold', '70'])).run
  connection = await overStdio(project)
})
afterAll(async () => {
  await connection.close()
  project.remove()
})

it('no answer of a tool that reads has a field with the phrase', async () => {
  const { tools } = await connection.client.listTools()
  const asked = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)
  expect(asked).toEqual(expect.arrayContaining(['history', 'show', 'inbox', 'status', 'verify']))
  let events = 0
  for (const name of asked)
    for (const given of [{ run }, { run, all: true }, { run, version: 1 }, {}]) {
      const answer = JSON.stringify(await connection.client.callTool({ name, arguments: given }).catch((error: unknown) => String(error)))
      if (name === 'history' && answer.includes('evaluation_done')) events += 1
      expect(answer, `${name} ${JSON.stringify(given)}`).not.toMatch(/\\*"phrase\\*"/)
    }
  expect(events).toBeGreaterThan(0)
})

it('nor has a resource', async () => {
  for (const uri of ['whetstone://runs', `whetstone://runs/${run}`])
    expect(JSON.stringify(await connection.client.readResource({ uri }))).not.toMatch(/\\*"phrase\\*"/)
})

it.each([['history', '--all'], ['show'], ['inbox'], ['resume']])('nor what `whet %s --json` prints', async (verb, ...more) => {
  const { stdout } = await project.whet([verb, ...(verb === 'inbox' ? [] : ['lending']), ...more.filter(Boolean), '--json'])
  expect(stdout).toContain(verb === 'history' ? 'evaluation_done' : '"decides"')
  expect(stdout).not.toContain('"phrase"')
})
